from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from crfcore.errors import CrfError
from crfcore.inference import decode, viterbi
from tests import brute_force
from tests.chains import chains, random_chain


@settings(max_examples=150, deadline=None)
@given(chains())
def test_the_best_labelling_is_never_beaten_and_is_allowed(chain):
    labels, path_scores = viterbi(*chain.arguments)
    best = brute_force.best_score(chain.scores, chain.transitions, chain.allowed)
    np.testing.assert_allclose(path_scores, [best], rtol=1e-12, atol=1e-12)
    own = brute_force.path_score(chain.scores, chain.transitions, labels)
    np.testing.assert_allclose(own, best, rtol=1e-12, atol=1e-12)
    if chain.allowed is not None:
        assert all(chain.allowed[t, y] for t, y in enumerate(labels))


def test_many_sentences_and_an_empty_one():
    rng = np.random.default_rng(1)
    offsets = np.array([0, 4, 4, 5, 11])
    chain = random_chain(rng, 11, 3)
    labels, path_scores = viterbi(chain.scores, chain.transitions, offsets)
    assert path_scores[1] == 0.0
    for i in range(4):
        part = slice(offsets[i], offsets[i + 1])
        if offsets[i + 1] > offsets[i]:
            own = brute_force.path_score(chain.scores[part], chain.transitions, labels[part])
            np.testing.assert_allclose(own, path_scores[i])


def test_of_equal_labellings_the_lower_labels_win():
    labels, _ = viterbi(np.zeros((4, 3)), np.zeros((3, 3)), np.array([0, 4]))
    assert labels.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("function", [viterbi, decode])
def test_a_sentence_without_labelling_is_named(function):
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    with pytest.raises(CrfError, match="Sentence 2, token 3"):
        function(np.zeros((5, 2)), transitions, np.array([0, 2, 5]))


@pytest.mark.parametrize("score", [np.nan, np.inf])
def test_a_score_that_is_no_number_is_named_unless_it_is_forbidden(score):
    scores = np.zeros((4, 9))
    scores[2, 3] = score
    offsets = np.array([0, 1, 4])
    with pytest.raises(CrfError, match="Sentence 2, token 2"):
        viterbi(scores, np.zeros((9, 9)), offsets)
    allowed = np.ones((4, 9), np.uint8)
    allowed[2, 3] = 0
    labels, path_scores = viterbi(scores, np.zeros((9, 9)), offsets, allowed)
    assert labels.tolist() == [0, 0, 0, 0]
    assert path_scores.tolist() == [0.0, 0.0]
    allowed[2] = [0, 0, 0, 1, 0, 0, 0, 0, 0]
    with pytest.raises(CrfError, match="Sentence 2, token 2"):
        viterbi(scores, np.zeros((9, 9)), offsets, allowed)


def test_the_first_fault_is_named():
    scores = np.zeros((5, 2))
    scores[1] = -np.inf
    scores[3, 1] = np.nan
    with pytest.raises(CrfError, match="Sentence 1, token 2"):
        viterbi(scores, np.zeros((2, 2)), np.array([0, 5]))


def test_many_labels():
    rng = np.random.default_rng(3)
    scores, transitions = rng.normal(size=(3, 37)), rng.normal(size=(37, 37))
    labels, path_scores = viterbi(scores, transitions, np.array([0, 3]))
    all_scores = (
        (scores[0][:, None] + transitions + scores[1])[:, :, None] + transitions + scores[2]
    )
    np.testing.assert_allclose(path_scores, [all_scores.max()])
    assert tuple(labels.tolist()) == np.unravel_index(all_scores.argmax(), all_scores.shape)
