"""Scores of tokens, beside scikit-learn's on the same labels."""

from __future__ import annotations

import warnings
from itertools import chain

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crfcore.metrics import (
    flat_accuracy_score,
    flat_classification_report,
    flat_f1_score,
    flat_fbeta_score,
    flat_precision_score,
    flat_recall_score,
)

label = st.sampled_from(["O", "B-X", "I-X", "B-YY"])
taggings = st.lists(
    st.lists(st.tuples(label, label), min_size=1, max_size=6), min_size=1, max_size=4
)


def both(pairs):
    return (
        [[one for one, _ in sentence] for sentence in pairs],
        [[other for _, other in sentence] for sentence in pairs],
    )


@pytest.fixture(scope="module")
def peer():
    return pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")


def quietly(function, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments, **options)


PAIRS = (
    (flat_precision_score, "precision_score"),
    (flat_recall_score, "recall_score"),
    (flat_f1_score, "f1_score"),
)


@settings(max_examples=60, deadline=None)
@given(
    pairs=taggings,
    average=st.sampled_from(["micro", "macro", "weighted", None]),
    labels=st.sampled_from([None, ["B-X", "I-X"], ["I-X", "Q"], ["O", "B-X", "I-X", "B-YY"]]),
    zero_division=st.sampled_from(["warn", 0, 1, float("nan")]),
    seed=st.integers(0, 99) | st.none(),
    beta=st.sampled_from([0.5, 1.0, 3.0]),
)
def test_scores_are_those_of_scikit_learn(peer, pairs, average, labels, zero_division, seed, beta):
    gold, found = both(pairs)
    flat = list(chain.from_iterable(gold)), list(chain.from_iterable(found))
    weight = None
    if seed is not None:
        weight = np.random.default_rng(seed).integers(0, 3, len(flat[0])) / 2
    options = {
        "average": average,
        "labels": labels,
        "zero_division": zero_division,
        "sample_weight": weight,
    }
    for ours, name in PAIRS:
        expected = quietly(getattr(peer, name), *flat, **options)
        np.testing.assert_allclose(ours(gold, found, **options), expected, rtol=1e-12)
    expected = quietly(peer.fbeta_score, *flat, beta=beta, **options)
    np.testing.assert_allclose(flat_fbeta_score(gold, found, beta, **options), expected, rtol=1e-12)
    assert flat_accuracy_score(gold, found) == pytest.approx(peer.accuracy_score(*flat))


@settings(max_examples=40, deadline=None)
@given(
    pairs=taggings,
    labels=st.sampled_from([None, ["B-X", "I-X"], ["O", "B-X", "I-X", "B-YY"]]),
    digits=st.integers(1, 4),
    weighted=st.booleans(),
)
def test_the_report_is_that_of_scikit_learn(peer, pairs, labels, digits, weighted):
    # Where no label is right, scikit-learn prints the numbers of tokens as if they were weights.
    assume(any(one == other for sentence in pairs for one, other in sentence))
    gold, found = both(pairs)
    flat = list(chain.from_iterable(gold)), list(chain.from_iterable(found))
    weight = np.arange(len(flat[0])) + 0.5 if weighted else None
    options = {"labels": labels, "digits": digits, "sample_weight": weight}
    expected = quietly(peer.classification_report, *flat, **options)
    assert flat_classification_report(gold, found, **options) == expected
    expected = quietly(peer.classification_report, *flat, output_dict=True, **options)
    ours = flat_classification_report(gold, found, output_dict=True, **options)
    assert list(ours) == list(expected)
    for name, scores in expected.items():
        assert ours[name] == pytest.approx(scores), name


def test_two_labels_have_a_positive_one(peer):
    gold, found = [["a", "b"], ["b"]], [["b", "b"], ["a"]]
    flat = ["a", "b", "b"], ["b", "b", "a"]
    expected = peer.f1_score(*flat, pos_label="b")
    assert flat_f1_score(gold, found, pos_label="b") == pytest.approx(expected)
    with pytest.raises(ValueError, match="pos_label=1 is not among the labels"):
        flat_f1_score(gold, found)
    with pytest.raises(ValueError, match="3 labels but average='binary'"):
        flat_f1_score([["a", "b", "c"]], [["a", "b", "c"]])
    assert flat_f1_score([["a"]], [["a"]]) == 0.0


def test_names_in_the_report():
    text = flat_classification_report([["a", "b"]], [["a", "a"]], target_names=["first", "second"])
    assert "       first       0.50      1.00      0.67         1\n" in text
    with pytest.raises(ValueError, match="2 labels, and target_names has 1;"):
        flat_classification_report([["a", "b"]], [["a", "a"]], target_names=["first"])


@pytest.mark.parametrize(
    "options",
    [
        {"average": "samples"},
        {"average": "micro", "zero_division": 0.5},
        {"average": "micro", "sample_weight": [1.0]},
    ],
)
def test_what_is_not_possible_is_reported(options):
    with pytest.raises(ValueError, match=r"average=|zero_division=|sample_weight"):
        flat_f1_score([["a", "b"]], [["a", "b"]], **options)


def test_no_token_has_no_accuracy():
    assert np.isnan(flat_accuracy_score([], []))
    assert np.isnan(flat_recall_score([], [], average="macro"))


def test_different_tokens_cannot_be_compared():
    with pytest.raises(ValueError, match="Sentence 1 has 1 tags here and 2 there"):
        flat_accuracy_score([["a"]], [["a", "b"]])
