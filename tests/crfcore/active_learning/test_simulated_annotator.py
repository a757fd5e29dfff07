"""The simulated annotator."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning.simulated_annotator import (
    FAST_READING,
    MEASURED,
    Correction,
    Effort,
    answer_uncertain,
    believed,
    correct,
    effort_with_proposals,
    effort_without_proposals,
    reading_of,
    wrong_spans,
    wrong_tokens,
)
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.text.tag_schemes import continues, spans

TAGS = ["O", "B-X", "I-X", "B-Y", "I-Y"]


def test_tokens_are_corrected_one_by_one():
    assert wrong_tokens(["O", "B-X", "O"], ["O", "O", "B-X"]) == [
        Correction(1, 2),
        Correction(2, 3),
    ]
    assert wrong_tokens(["O"], ["O"]) == []
    assert reading_of("tokens") is wrong_tokens
    assert reading_of("iob2") is reading_of(None) is wrong_spans


def test_labelling_a_span_replaces_what_it_overlaps():
    right = ["O", "B-X", "I-X", "O", "O"]
    assert wrong_spans(["O", "B-X", "O", "O", "O"], right) == [Correction(1, 3, True)]
    assert wrong_spans(["B-Y", "I-Y", "O", "B-X", "O"], right) == [
        Correction(1, 3, True),
        Correction(3, 4),
    ]
    assert wrong_spans(right, right) == []


@given(st.data())
def test_spans_need_no_more_edits_than_they_and_the_right_ones_are_many(data):
    n = data.draw(st.integers(1, 6))
    a, b = (data.draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n)) for _ in "ab")
    fixes = wrong_spans(a, b)
    assert fixes == sorted(fixes, key=lambda fix: fix.start)
    assert len(fixes) <= 2 * n
    if not wrong_tokens(a, b):
        assert not fixes


def _model():
    sentences = [["a", "b", "c", "d"], ["b", "a", "d"], ["c", "d"]]
    tags = [["B-X", "I-X", "O", "B-Y"], ["O", "B-X", "B-Y"], ["O", "B-Y"]]
    crf = LinearChainCRF(c2=0.1)
    crf.fit([[[f"w={w}"] for w in s] for s in sentences], tags, labels=TAGS)
    return crf


def _sentences(n=20, length=6):
    rng = np.random.default_rng(0)
    sentences = [[[f"w={w}"] for w in rng.choice(list("abcde"), length)] for _ in range(n)]
    return sentences, [rng.choice(TAGS, length).tolist() for _ in range(n)]


def _slowly(crf, sentence, right, reading, known):
    """Correct one sentence with sets of allowed labels, as `correct` does for many."""
    allowed = [set(TAGS) for _ in right]
    fixes = tokens = 0
    while True:
        [shown] = crf.predict([sentence], allowed=[allowed])
        wrong = [t for t, (a, b) in enumerate(zip(shown, right, strict=True)) if a != b]
        if not wrong:
            return fixes, tokens
        if not reading(shown, right):
            return fixes, tokens
        fix = reading(shown, right)[0]
        if all(len(allowed[t]) == 1 for t in range(fix.start, fix.end)):
            fix = Correction(wrong[0], wrong[0] + 1)
        fixes += 1
        tokens += sum(fix.start <= t < fix.end for t in wrong)
        for t in range(0 if known == "read" else fix.start, fix.end):
            allowed[t] = {right[t]}
        if fix.closes and fix.end < len(right):
            after = {tag for tag in TAGS if not continues(right[fix.end - 1], tag)}
            allowed[fix.end] = allowed[fix.end] & after or allowed[fix.end]


@pytest.mark.parametrize("known", ["touched", "read"])
@pytest.mark.parametrize("reading", [wrong_tokens, wrong_spans])
def test_every_sentence_ends_right_after_as_many_fixes_as_one_by_one(reading, known):
    crf = _model()
    sentences, right = _sentences()
    found = correct(crf, crf.dataset(sentences), right, reading, known=known)
    proposed = crf.predict(sentences)
    pairs = list(zip(proposed, right, strict=True))
    assert found.alone.tolist() == [len(reading(p, r)) for p, r in pairs]
    slow = [_slowly(crf, s, r, reading, known) for s, r in zip(sentences, right, strict=True)]
    assert list(zip(found.fixes.tolist(), found.tokens.tolist(), strict=True)) == slow


@given(st.data())
def test_any_labels_of_any_scheme_are_reached(data):
    crf = _model()
    n = data.draw(st.integers(1, 6))
    words = data.draw(st.lists(st.sampled_from("abcde"), min_size=n, max_size=n))
    right = data.draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n))
    dataset = crf.dataset([[[f"w={w}"] for w in words]])
    for reading in (wrong_tokens, wrong_spans):
        found = correct(crf, dataset, [right], reading)
        assert found.fixes[0] <= 2 * n
        assert found.tokens[0] <= 2 * n


def test_what_a_label_decides_need_not_be_corrected():
    """B-X is never followed by O in training: one correction fixes both tokens."""
    crf = LinearChainCRF(c2=0.01)
    items = [[["w=a"], ["w=a"]]] * 5
    crf.fit(items, [["O", "O"]] * 3 + [["B-X", "I-X"]] * 2)
    found = correct(crf, crf.dataset(items[:1]), [["B-X", "I-X"]])
    assert (found.alone.tolist(), found.fixes.tolist(), found.tokens.tolist()) == ([2], [1], [1])
    assert effort_with_proposals(crf, crf.dataset(items[:1]), [["B-X", "I-X"]], "tokens") == Effort(
        1, 2, 2, 1, 3
    )


def test_a_span_that_is_known_but_shown_as_part_of_a_longer_one_is_fixed_by_its_neighbour():
    """In IOB1 a span continues a proposed one before it."""
    crf = LinearChainCRF(c2=0.01)
    items = [[["w=a"], ["w=b"]]]
    crf.fit(items, [["I-X", "I-X"]], labels=["O", "I-X"])
    found = correct(crf, crf.dataset(items), [["O", "I-X"]], wrong_spans)
    assert (found.fixes.tolist(), found.tokens.tolist()) == ([2], [1])


def test_tags_that_stand_for_the_right_spans_are_not_corrected():
    crf = LinearChainCRF(c2=0.01)
    items = [[["w=a"], ["w=b"]]]
    crf.fit(items, [["O", "I-X"]], labels=["O", "I-X", "B-X"])
    found = correct(crf, crf.dataset(items), [["O", "B-X"]], wrong_spans)
    assert found.fixes.tolist() == [0]
    assert correct(crf, crf.dataset(items), [["O", "B-X"]]).fixes.tolist() == [1]


def test_right_labels_fit_the_sentences_and_the_model():
    crf = _model()
    dataset = crf.dataset([[["w=a"], ["w=b"]]])
    with pytest.raises(CrfError, match="a right label for each token"):
        correct(crf, dataset, [["O"]])
    with pytest.raises(CrfError, match="does not know the label 'Z'"):
        correct(crf, dataset, [["O", "Z"]])


def test_without_proposals_every_label_is_a_correction():
    right = [["B-X", "I-X", "O", "B-Y"], ["O"]]
    assert effort_without_proposals(right, "iob2") == Effort(2, 5, 5, 3, 2 * 2 + 2)
    assert effort_without_proposals(right, "tokens") == Effort(2, 5, 5, 3, 3 * 2 + 2)
    assert effort_without_proposals([["N", "V"]], "tokens") == Effort(1, 2, 2, 2, 5)


def _answered_slowly(crf, sentence, right, scheme):
    """Label the uncertain tokens of one sentence with sets of allowed labels."""
    n = len(right)
    allowed = [set(TAGS) for _ in right]
    asked, passed = [False] * n, [False] * n
    corrections = actions = 0
    while True:
        [shown] = crf.predict([sentence], allowed=[allowed])
        [found] = crf.predict_marginals([sentence], allowed=[allowed])
        uncertainties = [t for t in range(n) if not asked[t] and found[t][shown[t]] < 0.6]
        wrong = [t for t in uncertainties if shown[t] != right[t]]
        if not wrong:
            for t in uncertainties:
                asked[t] = True
            return asked, corrections, actions + 1
        at = wrong[0]
        keys = 0
        for t in uncertainties:
            if t < at and not passed[t]:
                with_last = t - 1 in uncertainties and not passed[t - 1]
                keys += not (scheme == "iob2" and with_last and continues(shown[t - 1], shown[t]))
        passed[: at + 1] = [True] * (at + 1)
        selected, fix, closes = (at, at + 1), (at, at + 1), False
        if scheme == "iob2":
            here = [(s.start, s.end) for s in spans(shown) if s.start <= at < s.end]
            selected = (here or [selected])[0]
            near = [
                f
                for f in wrong_spans(shown, right)
                if f.start < selected[1] and f.end > selected[0]
            ]
            near.sort(key=lambda f: not f.start <= at < f.end)
            if near:
                fix, closes = (near[0].start, near[0].end), near[0].closes
        keys += 1 if fix == selected else 2
        if all(asked[t] for t in range(*fix)):
            fix, closes = (at, at + 1), False
        actions += min(keys, 2)
        for t in range(*fix):
            corrections += shown[t] != right[t]
            asked[t] = True
            allowed[t] = {right[t]}
        if closes and fix[1] < n:
            after = {tag for tag in TAGS if not continues(right[fix[1] - 1], tag)}
            allowed[fix[1]] = allowed[fix[1]] & after or allowed[fix[1]]


@pytest.mark.parametrize("scheme", ["iob2", "tokens"])
def test_uncertain_tokens_are_answered_until_none_is_wrong(scheme):
    crf = _model()
    sentences, right = _sentences(60)
    asked, effort = answer_uncertain(crf, crf.dataset(sentences), right, 0.6, scheme)
    slow = [_answered_slowly(crf, s, r, scheme) for s, r in zip(sentences, right, strict=True)]
    assert asked.reshape(60, 6).tolist() == [one[0] for one in slow]
    n_asked = sum(sum(one[0]) for one in slow)
    assert effort == Effort(
        60, n_asked, 360, sum(one[1] for one in slow), sum(one[2] for one in slow)
    )


def test_uncertain_tokens_that_are_right_take_one_key_in_all():
    crf = _model()
    sentence = [[["w=a"], ["w=b"], ["w=c"], ["w=d"]]]
    [shown] = crf.predict(sentence)
    asked, effort = answer_uncertain(crf, crf.dataset(sentence), [shown], 1.0, "iob2")
    assert asked.all()
    assert effort == Effort(1, 4, 4, 0, 1)


@given(st.data())
def test_whatever_is_right_uncertain_tokens_end(data):
    crf = _model()
    n = data.draw(st.integers(1, 6))
    words = data.draw(st.lists(st.sampled_from("abcde"), min_size=n, max_size=n))
    right = data.draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n))
    below = data.draw(st.sampled_from([0.0, 0.5, 0.9, 1.1]))
    dataset = crf.dataset([[[f"w={w}"] for w in words]])
    for scheme in ("iob2", "tokens"):
        asked, effort = answer_uncertain(crf, dataset, [right], below, scheme)
        assert effort.tokens == asked.sum() <= n
        assert effort.corrections <= n
        assert effort.actions <= 1 + 2 * n


def test_time():
    effort = Effort(2, 10, 20, 3, 4) + Effort(1, 1, 1, 1, 1)
    assert effort == Effort(3, 11, 21, 4, 5)
    assert MEASURED.seconds(effort) == pytest.approx(3 * 12.6 + 21 * 3.8 + 4 * 5.4)
    assert FAST_READING.seconds(effort) == pytest.approx(3 * 12.6 + 21 * 0.4 + 4 * 5.4)


def test_who_never_errs_believes_what_is_right_and_who_always_errs_nothing():
    rng = np.random.default_rng(1)
    right = [["B-X", "I-X", "O", "B-Y"], ["O", "B-X"]]
    assert believed(right, TAGS, 0.0, rng, "iob2") == right
    read = believed(right, TAGS, 1.0, rng, "iob2")
    for own, wanted in zip(read, right, strict=True):
        assert not set(spans(own)) & set(spans(wanted))
        assert [tag for tag, gold in zip(own, wanted, strict=True) if gold == "O"] == (
            ["O"] * wanted.count("O")
        )
    tokens = believed([["N", "V"]] * 5, ["N", "V", "D"], 1.0, rng, "tokens")
    assert all(own[0] != "N" and own[1] != "V" for own in tokens)
    assert believed([["N"]], ["N"], 1.0, rng, "tokens") == [["N"]]
    with pytest.raises(CrfError, match="error rate of 2"):
        believed(right, TAGS, 2, rng, None)


def test_errors_are_as_frequent_as_requested():
    rng = np.random.default_rng(2)
    right = [["B-X", "I-X", "O", "B-Y", "O", "PLAIN"]] * 1000
    read = believed(right, [*TAGS, "PLAIN"], 0.2, rng, "iob2")
    wrong = [
        a != b for own, wanted in zip(read, right, strict=True) for a, b in _beginnings(own, wanted)
    ]
    assert 0.17 < np.mean(wrong) < 0.23


def _beginnings(own, wanted):
    """Return the beginnings of the three spans: as read, and right."""
    return [(own[t], wanted[t]) for t in (0, 3, 5)]
