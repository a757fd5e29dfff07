"""Forbidden transitions: arguments, and their effect."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, UnknownLabelError
from crfcore.estimator.transitions import allowed_transitions, pairs_of

SENTENCES = ("the cat sat", "a dog", "it sat the cat")
X = [[{"word": word} for word in sentence.split()] for sentence in SENTENCES]
Y = [["D", "N", "V"], ["D", "N"], ["N", "V", "D", "N"]]
PAIRS = (("D", "N"), ("N", "V"), ("V", "D"))


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("all", "all"),
        ("observed", "observed"),
        (PAIRS, (1, 5, 6)),
        ([list(pair) for pair in PAIRS], (1, 5, 6)),
        (np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), (1, 5, 6)),
        ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], (1, 5, 6)),
        ((), ()),
    ],
)
def test_pairs_and_matrices_become_numbers(wanted, numbers):
    assert allowed_transitions(wanted, ("D", "N", "V")) == numbers


@pytest.mark.parametrize(
    "wanted", ["some", np.eye(2), [[0, 1, 2]] * 3, [("D",)], [("D", 3)], np.full((3, 3), np.nan)]
)
def test_anything_else_is_rejected(wanted):
    with pytest.raises(CrfError, match="allowed_transitions="):
        allowed_transitions(wanted, ("D", "N", "V"))


def test_a_label_that_there_is_not_is_named():
    with pytest.raises(UnknownLabelError, match="'X'"):
        allowed_transitions([("D", "X")], ("D", "N", "V"))


@pytest.mark.parametrize("wanted", ["observed", PAIRS, np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])])
def test_a_model_never_labels_what_is_forbidden_and_its_file_knows(wanted):
    crf = LinearChainCRF(allowed_transitions=wanted, c2=0.1).fit(X, Y)
    assert set(crf.transition_features_) == set(PAIRS)
    odd = [[{"word": "cat"}] * 4, [{"word": "the"}] * 3]
    for model in (crf, LinearChainCRF.from_bytes(crf.to_bytes()), crf.compact()):
        for labels in model.predict(odd):
            assert set(pairwise(labels)) <= set(PAIRS)
        assert model.predict(X) == Y
        # D to D is forbidden: such a labelling has probability 0.
        assert model.log_likelihood([odd[1]], [["D", "D", "D"]]) == -np.inf
        again = model.fit(X, Y)
        assert set(again.transition_features_) == set(PAIRS)


def test_without_weights_is_not_forbidden():
    crf = LinearChainCRF(all_possible_transitions=False).fit(X, Y)
    assert pairs_of(crf.fitted_.model, ("D", "N", "V")) == "all"
    assert set(crf.transition_features_) == set(PAIRS)
    assert crf.log_likelihood([[{"word": "the"}] * 2], [["D", "D"]]) > -np.inf


def test_the_probabilities_are_those_among_what_is_allowed():
    crf = LinearChainCRF(allowed_transitions=PAIRS, c2=0.1).fit(X, Y)
    sentence = [{"word": "cat"}, {"word": "the"}, {"word": "sat"}]
    possible = [["D", "N", "V"], ["N", "V", "D"], ["V", "D", "N"]]
    total = sum(np.exp(crf.log_likelihood([sentence], [labels])) for labels in possible)
    assert total == pytest.approx(1.0)
    best = max(possible, key=lambda labels: crf.log_likelihood([sentence], [labels]))
    assert crf.predict([sentence]) == [best]


def test_a_warm_start_takes_over_what_both_allow():
    crf = LinearChainCRF(allowed_transitions=PAIRS, c2=0.1).fit(X, Y)
    warm = LinearChainCRF(c2=0.1, initial=crf).fit(X, Y)
    assert len(warm.transition_features_) == 9
    again = LinearChainCRF(allowed_transitions="observed", c2=0.1, initial=warm).fit(X, Y)
    assert again.training_.objective == pytest.approx(crf.training_.objective, rel=1e-3)


def test_labels_that_are_forbidden_cannot_be_learned():
    with pytest.raises(CrfError, match="Sentence 1, token 3"):
        LinearChainCRF(allowed_transitions=PAIRS[::2]).fit(X, Y)
    with pytest.raises(CrfError, match="Sentence 1, token 3"):
        LinearChainCRF(allowed_transitions=PAIRS[::2]).objective(X, Y)


@pytest.mark.parametrize("algorithm", ["l2sgd", "ap", "empirical"])
def test_other_algorithms_say_that_they_do_not_support_it(algorithm):
    with pytest.raises(CrfError, match="does not heed allowed_transitions"):
        LinearChainCRF(algorithm, allowed_transitions=np.eye(3)).fit(X, Y)


def test_a_matrix_can_be_shown():
    text = repr(LinearChainCRF(allowed_transitions=np.eye(2)))
    assert text.startswith("LinearChainCRF(allowed_transitions=array(")
