"""The annotator who reads from left to right."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.reproduce.simulated_annotator import Effort, Fix, effort, wrong_spans, wrong_tokens
from crfcore.crf import LinearChainCRF

TAGS = ["O", "B-X", "I-X", "B-Y", "I-Y"]


def test_tokens_are_corrected_one_by_one():
    assert wrong_tokens(["O", "B-X", "O"], ["O", "O", "B-X"]) == [Fix(2), Fix(3)]
    assert wrong_tokens(["O"], ["O"]) == []


def test_labelling_a_span_replaces_what_it_overlaps():
    right = ["O", "B-X", "I-X", "O", "O"]
    assert wrong_spans(["O", "B-X", "O", "O", "O"], right) == [Fix(3, True)]
    assert wrong_spans(["B-Y", "I-Y", "O", "B-X", "O"], right) == [Fix(3, True), Fix(4)]
    assert wrong_spans(right, right) == []


@given(st.data())
def test_spans_need_no_more_edits_than_they_and_the_right_ones_are_many(data):
    n = data.draw(st.integers(1, 6))
    a, b = (data.draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n)) for _ in "ab")
    fixes = wrong_spans(a, b)
    assert fixes == sorted(fixes, key=lambda fix: fix.end)
    assert len(fixes) <= 2 * n
    if not wrong_tokens(a, b):
        assert not fixes


def _model():
    sentences = [["a", "b", "c", "d"], ["b", "a", "d"], ["c", "d"]]
    tags = [["B-X", "I-X", "O", "B-Y"], ["O", "B-X", "B-Y"], ["O", "B-Y"]]
    crf = LinearChainCRF(c2=0.1)
    crf.fit([[[f"w={w}"] for w in s] for s in sentences], tags, labels=TAGS)
    return crf


def test_every_sentence_ends_right_and_each_round_counts_one_correction():
    crf = _model()
    rng = np.random.default_rng(0)
    sentences = [[[f"w={w}"] for w in rng.choice(list("abcde"), 6)] for _ in range(20)]
    right = [rng.choice(TAGS, 6).tolist() for _ in range(20)]
    dataset = crf.dataset(sentences)
    proposed = crf.predict(dataset)
    found = effort(crf, dataset, right, wrong_tokens)
    pairs = list(zip(proposed, right, strict=True))
    assert found.alone == sum(len(wrong_tokens(p, r)) for p, r in pairs)
    assert found.alone / 2 < found.propagated <= 20 * 6
    by_span = effort(crf, dataset, right, wrong_spans)
    assert by_span.alone == sum(len(wrong_spans(p, r)) for p, r in pairs)
    assert by_span.propagated > 0


def test_what_a_label_decides_need_not_be_corrected():
    """B-X is never followed by O in training: one correction brings both tokens right."""
    crf = LinearChainCRF(c2=0.01)
    items = [[["w=a"], ["w=a"]]] * 5
    crf.fit(items, [["O", "O"]] * 3 + [["B-X", "I-X"]] * 2)
    found = effort(crf, crf.dataset(items[:1]), [["B-X", "I-X"]], wrong_tokens)
    assert found == Effort(2, 1)
    assert found.saved == 0.5
    assert Effort(0, 0).saved == 0.0
