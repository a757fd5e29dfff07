from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import (
    SentenceCounts,
    draw_control_sample,
    planned_widths,
    score_interval,
    span_counts,
    token_counts,
    widths_of_sizes,
)
from crfcore.errors import CrfError
from crfcore.metrics import span_f1_score, token_accuracy


def made_up_pool(rng, n_sentences, spans_a_sentence, skill):
    """Return counts whose sentences are easy or hard as a whole."""
    gold = rng.poisson(rng.gamma(0.8, spans_a_sentence / 0.8, n_sentences))
    ease = rng.beta(4 * skill, 4 * (1 - skill), n_sentences)
    correct = rng.binomial(gold, ease)
    predicted = correct + rng.binomial(gold, 0.7 * (1 - ease)) + rng.poisson(0.05, n_sentences)
    return SentenceCounts(gold, predicted, correct)


def slow_interval(counts, n_rest, level):
    """Leave out each sentence in turn."""
    from scipy import stats  # slow to load, and all processes collect this file

    triples = list(zip(counts.gold, counts.predicted, counts.correct, strict=True))

    def f1(some):
        return 2 * sum(c for _, _, c in some) / sum(g + p for g, p, _ in some)

    n, score = len(triples), f1(triples)
    without = [f1(triples[:i] + triples[i + 1 :]) for i in range(n)]
    mean = sum(without) / n
    variance = (n - 1) / n * sum((one - mean) ** 2 for one in without)
    total = sum(g + p for g, p, _ in triples)
    variance = max(variance, score * (1 - score) * (2 - score) / total)
    error = np.sqrt(variance * (1 + (n / n_rest if n_rest else 0)))
    units = sum(g + p > 0 for g, p, _ in triples)
    reach = stats.t.ppf(0.5 + level / 2, units - 1) * error / (score * (1 - score))
    centre = np.log(score / (1 - score))
    return [1 / (1 + np.exp(-(centre + sign * reach))) for sign in (-1, 1)]


@given(seed=st.integers(0, 10_000), n=st.integers(5, 40), level=st.sampled_from([0.8, 0.95]))
def test_intervals_equal_the_slow_jackknife(seed, n, level):
    rng = np.random.default_rng(seed)
    counts = made_up_pool(rng, n, 2.0, 0.7)
    n_rest = int(rng.integers(1, 100)) if seed % 2 else None
    found = score_interval(counts, n_rest, level=level)
    units = np.count_nonzero(counts.gold + counts.predicted)
    assert 0.0 <= found.low <= found.score <= found.high <= 1.0
    if 0.0 < counts.score < 1.0 and units > 1:
        assert [found.low, found.high] == pytest.approx(slow_interval(counts, n_rest, level))
    assert found.n_sentences == n
    assert found.width == found.high - found.low


@pytest.mark.parametrize(("spans_a_sentence", "skill"), [(0.9, 0.5), (5.0, 0.8), (12.0, 0.9)])
def test_the_score_of_the_rest_lies_within_in_about_95_of_100_draws(spans_a_sentence, skill):
    rng = np.random.default_rng(12)
    pool = made_up_pool(rng, 3000, spans_a_sentence, skill)
    held, width, usual = 0, 0.0, 0.0
    for _ in range(300):
        inside = np.zeros(3000, bool)
        inside[draw_control_sample(3000, 200, rng)] = True
        sample = pool.select(inside)
        found = score_interval(sample, 2800)
        held += found.low <= pool.select(~inside).score <= found.high
        width += found.width
        low, high = bootstrapped(sample, rng)
        usual += high - low
    assert 0.90 <= held / 300 <= 0.99
    assert width <= 1.15 * usual


def bootstrapped(sample, rng):
    """Return the percentile bootstrap over sentences."""
    places = rng.integers(sample.n_sentences, size=(200, sample.n_sentences))
    correct = 2 * sample.correct[places].sum(axis=1)
    both = (sample.gold + sample.predicted)[places].sum(axis=1)
    return np.quantile(correct / both, [0.025, 0.975])


def test_a_sample_of_the_whole_pool_says_more_than_one_of_infinitely_many():
    counts = made_up_pool(np.random.default_rng(0), 100, 3.0, 0.7)
    assert score_interval(counts).width < score_interval(counts, 100).width
    assert score_interval(counts, 10**9).width == pytest.approx(score_interval(counts).width)


def test_all_and_nothing_right():
    all_right = SentenceCounts(*(np.array([1, 2, 0, 3]) for _ in range(3)))
    found = score_interval(all_right)
    assert (found.score, found.high) == (1.0, 1.0)
    # If one of 40 came out otherwise, three of three alike would still be so.
    assert found.low == pytest.approx(0.025 ** (1 / 3))
    nothing = SentenceCounts(np.array([1, 2, 3]), np.array([0, 1, 2]), np.zeros(3, int))
    found = score_interval(nothing)
    assert (found.score, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 3))


def test_too_little_data_gives_no_result():
    for counts in (
        SentenceCounts(*(np.zeros(4, int) for _ in range(3))),
        SentenceCounts(*(np.zeros(0, int) for _ in range(3))),
        SentenceCounts(np.array([2, 0]), np.array([2, 0]), np.array([1, 0])),
    ):
        found = score_interval(counts)
        assert (found.low, found.high) == (0.0, 1.0)
        assert widths_of_sizes(counts, [10, 20]) == [1.0, 1.0]


def test_sentences_that_are_all_alike_still_have_an_interval():
    counts = SentenceCounts(np.array([2, 2, 2]), np.array([2, 2, 2]), np.array([1, 1, 1]))
    assert score_interval(counts).width > 0.3


def test_counts_by_sentence_add_up_to_the_scores():
    gold = [["B-X", "I-X", "O"], ["O"], ["B-Y", "B-X"]]
    found = [["B-X", "O", "O"], ["B-X"], ["B-Y", "B-X"]]
    counts = span_counts(gold, found)
    assert counts.gold.tolist() == [1, 0, 2]
    assert counts.predicted.tolist() == [1, 1, 2]
    assert counts.correct.tolist() == [0, 0, 2]
    assert counts.score == pytest.approx(span_f1_score(gold, found))
    tokens = token_counts(gold, found)
    assert tokens.correct.tolist() == [2, 0, 2]
    assert tokens.score == pytest.approx(token_accuracy(gold, found))
    assert span_counts(gold, found, "tokens").score == pytest.approx(
        span_f1_score(gold, found, "tokens")
    )
    with pytest.raises(ValueError, match="3 gold sentences and 2 predicted"):
        span_counts(gold, found[:2])
    with pytest.raises(ValueError, match="tags here"):
        token_counts([["O"]], [["O", "O"]])
    with pytest.raises(ValueError, match="for a tag"):
        span_counts([[None]], [["O"]])


def test_draws_are_random_sets_and_the_same_for_the_same_seed():
    places = draw_control_sample(50, 20, 3)
    assert len(set(places.tolist())) == 20
    assert np.all(np.diff(places) > 0)
    np.testing.assert_array_equal(places, draw_control_sample(50, 20, 3))
    assert len(draw_control_sample(5, 20, 0)) == 5
    assert len(draw_control_sample(5, -1, 0)) == 0
    often = np.zeros(10)
    rng = np.random.default_rng(0)
    for _ in range(2000):
        often[draw_control_sample(10, 3, rng)] += 1
    np.testing.assert_allclose(often / 2000, 0.3, atol=0.05)


def test_wider_samples_buy_narrower_intervals():
    rng = np.random.default_rng(2)
    pool = made_up_pool(rng, 4000, 3.0, 0.7)
    sample = pool.select(draw_control_sample(4000, 200, rng))
    sizes = [50, 100, 200, 400, 3999, 4000]
    widths = widths_of_sizes(sample, sizes, 4000)
    assert widths[:4] == sorted(widths[:4], reverse=True)
    assert widths[-1] == 1.0
    assert widths[2] == pytest.approx(score_interval(sample, 3800).width, rel=1e-6)
    real = np.mean(
        [
            score_interval(pool.select(draw_control_sample(4000, 400, rng)), 3600).width
            for _ in range(50)
        ]
    )
    assert widths[3] == pytest.approx(real, rel=0.2)


def test_plans_come_near_what_is_found():
    rng = np.random.default_rng(4)
    pool = made_up_pool(rng, 4000, 3.0, 0.7)
    planned = planned_widths([200], score=pool.score, spans_a_sentence=3.0, n_pool=4000)[0]
    found = np.mean(
        [
            score_interval(pool.select(draw_control_sample(4000, 200, rng)), 3800).width
            for _ in range(50)
        ]
    )
    assert planned == pytest.approx(found, rel=0.35)
    assert planned_widths([1], score=0.5, spans_a_sentence=1.0) == [1.0]


@pytest.mark.parametrize(
    "work",
    [
        lambda counts: score_interval(counts, 0),
        lambda counts: score_interval(counts, level=1.0),
        lambda counts: widths_of_sizes(counts, [10], level=0.0),
        lambda _: planned_widths([10], score=1.0, spans_a_sentence=1.0),
        lambda _: planned_widths([10], score=0.5, spans_a_sentence=0.0),
        lambda _: planned_widths([10], score=0.5, spans_a_sentence=1.0, design_effect=0.0),
    ],
)
def test_invalid_arguments_are_rejected(work):
    with pytest.raises(CrfError):
        work(SentenceCounts(*(np.array([1, 2]) for _ in range(3))))


@pytest.mark.parametrize("correct", [0, 2])
def test_where_all_or_nothing_is_right_a_larger_sample_still_says_more(correct):
    spans = np.array([2, 0] * 10)
    sample = SentenceCounts(spans, spans, spans * correct // 2)
    widths = widths_of_sizes(sample, [10, 20, 40, 2], 1000)
    assert widths[1] == pytest.approx(score_interval(sample, 980).width)
    assert widths[0] > widths[1] > widths[2]
    assert widths[3] == 1.0
