from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import STRATEGIES, Pool, rank, strategy_named
from crfcore.constraints import Count, Rule, Rules, ValidScheme
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, NotFittedError
from tests.slow_pool import LABELS, random_crf, random_words, slow_sentences


def entropy_of(probabilities):
    kept = probabilities[probabilities > 0.0]
    return float(-(kept * np.log(kept)).sum())


def doubts(one):
    return [1.0 - one.marginals[t, y] for t, y in enumerate(one.best)]


def renormalised(logs):
    shares = np.exp(logs - logs[0])
    return shares / shares.sum()


def margin(one):
    return float(np.exp(one.top(2)[1] - one.top(2)[0])) if len(one.logs) > 1 else 0.0


SLOW = {
    "least_confidence": lambda one: -one.logs.max(),
    "normalised_least_confidence": lambda one: -one.logs.max() / max(len(one.best), 1),
    "margin": margin,
    "token_entropy": lambda one: sum(map(entropy_of, one.marginals)),
    "mean_token_entropy": lambda one: sum(map(entropy_of, one.marginals)) / max(len(one.best), 1),
    "sequence_entropy": lambda one: entropy_of(one.probabilities),
    "nbest_entropy": lambda one: entropy_of(renormalised(one.top(10))),
    "min_marginal": lambda one: max(doubts(one), default=0.0),
    "expected_corrections": lambda one: sum(doubts(one)),
}


def scores_of(name, pool, seed=0):
    return strategy_named(name)(pool, np.random.default_rng(seed))


@st.composite
def pools(draw, *, ruled=True):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_labels = draw(st.integers(1, 4))
    crf = random_crf(rng, labels=LABELS[:n_labels], scale=draw(st.sampled_from([0.0, 1.0, 4.0])))
    lengths = draw(st.lists(st.integers(0, 4), max_size=4))
    rules = None
    if ruled and n_labels == 4:
        rules = draw(st.sampled_from(RULES))
    return Pool(crf, random_words(rng, lengths), rules=rules), rules


RULES = [
    None,
    Rules([ValidScheme("iob2")]),
    Rules([Rule(Count("B-Y", at_most=1))]),
    Rules([Rule(Count("X", at_most=1), cost=1.5), ValidScheme("iob2")]),
]


@given(pools())
def test_each_strategy_is_what_it_is_by_enumeration(drawn):
    pool, rules = drawn
    slow = slow_sentences(pool, rules)
    for name, function in SLOW.items():
        wanted = [function(one) for one in slow]
        found = scores_of(name, pool)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-9, err_msg=name)


@given(pools(ruled=False))
def test_least_confidence_orders_as_one_less_the_probability(drawn):
    pool, _ = drawn
    slow = [1.0 - one.probabilities.max() for one in slow_sentences(pool)]
    found = scores_of("least_confidence", pool)
    for i in range(len(slow)):
        for j in range(len(slow)):
            assert slow[i] <= slow[j] + 1e-9 or found[i] > found[j] - 1e-9


def test_what_is_known_of_tokens_counts():
    rng = np.random.default_rng(0)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 2])
    pool = Pool(crf, sentences, allowed=[["O", None, {"B-X", "B-Y"}], None])
    slow = slow_sentences(pool)
    assert set(slow[0].paths[:, 0]) == {0}
    for name, function in SLOW.items():
        np.testing.assert_allclose(scores_of(name, pool), [function(one) for one in slow])


def test_ties_go_to_the_earlier_sentence_and_seeds_decide_the_rest():
    rng = np.random.default_rng(1)
    crf = random_crf(rng)
    sentence, other = random_words(rng, [4, 2])
    pool = Pool(crf, [other, sentence, sentence, other, sentence])
    for name in STRATEGIES:
        order = rank(pool, name, seed=3).tolist()
        assert order == rank(pool, name, seed=3).tolist()
        assert sorted(order) == [0, 1, 2, 3, 4]
        if name not in {"random", "sequential"}:
            assert order in ([1, 2, 4, 0, 3], [0, 3, 1, 2, 4])
    assert rank(pool, "sequential").tolist() == [0, 1, 2, 3, 4]
    orders = {tuple(rank(pool, "random", seed=seed).tolist()) for seed in range(20)}
    assert len(orders) > 10
    assert len(rank(pool, "random", 2)) == 2
    assert len(rank(pool, "random", -1)) == 0


@pytest.mark.parametrize("name", STRATEGIES)
def test_an_empty_pool_has_no_order(name):
    crf = random_crf(np.random.default_rng(0))
    assert rank(Pool(crf, []), name).tolist() == []
    assert rank(Pool(crf, [[], []]), name, seed=1).shape == (2,)


@pytest.mark.parametrize("model", [None, LinearChainCRF()])
def test_without_a_model_only_orders_can_be_had(model):
    sentences = random_words(np.random.default_rng(0), [3, 1, 2])
    pool = Pool(model, iter(sentences))
    assert not pool.is_fitted
    assert rank(pool, "sequential").tolist() == [0, 1, 2]
    assert sorted(rank(pool, "random").tolist()) == [0, 1, 2]
    with pytest.raises(NotFittedError, match="'random' or 'sequential'"):
        rank(pool, "min_marginal")


def test_an_unknown_name_is_refused_and_a_function_is_taken():
    crf = random_crf(np.random.default_rng(0))
    pool = Pool(crf, random_words(np.random.default_rng(0), [1, 3, 2]))
    with pytest.raises(CrfError, match="'min_margin' is unknown; choose one of random"):
        rank(pool, "min_margin")
    assert rank(pool, lambda pool, _: pool.lengths.astype(float)).tolist() == [1, 2, 0]
