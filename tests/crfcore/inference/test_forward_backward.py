from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from crfcore.errors import CrfError
from crfcore.inference import decode, log_z, marginals, viterbi
from crfcore.inference.forward_backward import ForwardBackward
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.potentials import transition_potentials
from tests import brute_force
from tests.chains import chains, random_chain

EXACT = {"rtol": 1e-10, "atol": 1e-10}


@settings(max_examples=150, deadline=None)
@given(chains())
def test_log_z_and_marginals_equal_enumeration(chain):
    expected = brute_force.log_z(chain.scores, chain.transitions, chain.allowed)
    np.testing.assert_allclose(log_z(*chain.arguments), [expected], **EXACT)
    np.testing.assert_allclose(
        marginals(*chain.arguments),
        brute_force.marginals(chain.scores, chain.transitions, chain.allowed),
        **EXACT,
    )


@settings(max_examples=100, deadline=None)
@given(chains())
def test_expected_transitions_equal_enumeration(chain):
    scores, transitions, offsets, allowed = chain.arguments
    if transitions.ndim == 2:
        transitions = transitions[np.newaxis]
    ready = transition_potentials(transitions, offsets)
    counts = np.zeros(ready.potentials.shape)
    worker = ForwardBackward(len(scores), scores.shape[1])
    mask = np.zeros((0, 0), np.uint8) if allowed is None else allowed
    worker.run(scores, ready, offsets, mask, pair_counts=counts, sign=-2.0)
    expected = brute_force.pair_marginals(scores, chain.transitions, allowed)
    n_labels = scores.shape[1]
    found = counts[:, :n_labels, :n_labels]
    if len(found) == 1:
        np.testing.assert_allclose(found[0], -2.0 * expected.sum(axis=0), **EXACT)
    else:
        np.testing.assert_allclose(found, -2.0 * expected, **EXACT)


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("n_labels", [1, 2, 7, 8, 9, 22])
def test_many_sentences_equal_one_at_a_time(n_labels, by_position):
    rng = np.random.default_rng(n_labels)
    lengths = [3, 1, 0, 7, 2, 4, 5, 9, 1]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], n_labels, by_position=by_position, masked=True)
    together = marginals(chain.scores, chain.transitions, offsets, chain.allowed)
    sums = log_z(chain.scores, chain.transitions, offsets, chain.allowed)
    np.testing.assert_allclose(together.sum(axis=1), 1.0)
    assert sums[2] == 0.0
    for i, length in enumerate(lengths):
        part = slice(offsets[i], offsets[i + 1])
        transitions = chain.transitions[part] if by_position else chain.transitions
        alone = (chain.scores[part], transitions, np.array([0, length]), chain.allowed[part])
        np.testing.assert_allclose(together[part], marginals(*alone), **EXACT)
        np.testing.assert_allclose(sums[i : i + 1], log_z(*alone), **EXACT)


def reference_log_z(scores, transitions):
    """Forward pass in the log domain, for sentences too long to enumerate."""
    alpha = scores[0]
    for t in range(1, len(scores)):
        alpha = np.logaddexp.reduce(alpha[:, np.newaxis] + transitions, axis=0) + scores[t]
    return np.logaddexp.reduce(alpha)


def test_a_sentence_of_five_thousand_tokens_is_exact():
    chain = random_chain(np.random.default_rng(0), 5000, 5, scale=3.0)
    expected = reference_log_z(chain.scores, chain.transitions)
    np.testing.assert_allclose(log_z(*chain.arguments), [expected], rtol=1e-12)
    np.testing.assert_allclose(marginals(*chain.arguments).sum(axis=1), 1.0, rtol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_weights_of_seven_hundred_are_right_where_only_the_worst_path_is_allowed(seed):
    rng = np.random.default_rng(seed)
    n_tokens, n_labels = 6, 3
    scores = rng.choice([-700.0, 0.0, 700.0], size=(n_tokens, n_labels))
    transitions = rng.choice([-700.0, 0.0, 700.0], size=(n_labels, n_labels))
    paths, values = brute_force.all_scores(scores, transitions)
    worst = paths[int(np.argmin(values))]
    allowed = np.zeros((n_tokens, n_labels), np.uint8)
    allowed[np.arange(n_tokens), worst] = 1
    offsets = np.array([0, n_tokens])
    np.testing.assert_allclose(
        log_z(scores, transitions, offsets, allowed), [values.min()], rtol=1e-12
    )
    np.testing.assert_allclose(marginals(scores, transitions, offsets, allowed), allowed)
    everything = log_z(scores, transitions, offsets)
    np.testing.assert_allclose(everything, [brute_force.log_sum(values)], rtol=1e-9)


def test_mass_lost_slowly_is_found():
    """The best label decays until a label that has underflowed is needed."""
    n_tokens = 8
    scores = np.zeros((n_tokens, 2))
    scores[0] = [0.0, -195.0]
    scores[1:, 0] = -150.0
    transitions = np.array([[0.0, -np.inf], [-np.inf, 0.0]])
    allowed = np.ones((n_tokens, 2), np.uint8)
    allowed[-1, 0] = 0
    offsets = np.array([0, n_tokens])
    for mask in (None, allowed):
        expected = brute_force.marginals(scores, transitions, mask)
        np.testing.assert_allclose(marginals(scores, transitions, offsets, mask), expected)
        expected_z = brute_force.log_z(scores, transitions, mask)
        np.testing.assert_allclose(log_z(scores, transitions, offsets, mask), [expected_z])


def test_forbidden_scores_and_transitions_have_no_mass():
    scores = np.array([[0.0, -np.inf, 1.0], [0.5, 0.2, 0.1], [-np.inf, 0.0, 0.0]])
    transitions = np.array([[0.0, -np.inf, 1.0], [0.3, 0.2, -np.inf], [0.1, 0.0, -np.inf]])
    found = marginals(scores, transitions, np.array([0, 3]))
    np.testing.assert_allclose(found, brute_force.marginals(scores, transitions), **EXACT)
    assert found[0, 1] == 0.0


@pytest.mark.parametrize("function", [log_z, marginals])
def test_a_sentence_without_labelling_is_named(function):
    scores = np.zeros((5, 2))
    allowed = np.ones((5, 2), np.uint8)
    allowed[4] = 0
    with pytest.raises(CrfError, match="Sentence 2, token 3"):
        function(scores, np.zeros((2, 2)), np.array([0, 2, 5]), allowed)


def test_transitions_that_leave_no_path_are_named():
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    with pytest.raises(CrfError, match="Sentence 1, token 3"):
        log_z(np.zeros((3, 2)), transitions, np.array([0, 3]))
    with pytest.raises(CrfError, match="Sentence 1, token 2"):
        log_z(np.zeros((3, 2)), np.full((2, 2), -np.inf), np.array([0, 3]))


@pytest.mark.parametrize("function", [log_z, marginals, viterbi, decode])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_scores_that_are_not_numbers_are_rejected(function, value):
    scores = np.zeros((3, 2))
    scores[1, 1] = value
    with pytest.raises(CrfError, match="token 2"):
        function(scores, np.zeros((2, 2)), np.array([0, 3]))


@pytest.mark.parametrize("function", [log_z, marginals, viterbi, decode])
@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("by_position", [False, True])
def test_transitions_that_are_not_numbers_are_rejected(function, value, by_position):
    transitions = np.zeros((3, 2, 2) if by_position else (2, 2))
    transitions[(1, 0, 1) if by_position else (0, 1)] = value
    with pytest.raises(CrfError, match="transitions must be numbers"):
        function(np.zeros((3, 2)), transitions, np.array([0, 3]))


@pytest.mark.parametrize("garbage", [np.nan, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("lengths", [[1], [0, 4, 1, 0, 3], [1, 9, 1]])
def test_entries_of_first_tokens_may_hold_anything(garbage, lengths, monkeypatch):
    # A sentence of one token may be a run of its own.
    monkeypatch.setattr("crfcore.inference.lattice.TOKENS_AT_ONCE", 8)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(np.random.default_rng(4), offsets[-1], 3, by_position=True)
    transitions = chain.transitions.copy()
    transitions[offsets[:-1][np.array(lengths) > 0]] = garbage
    for function in (log_z, marginals):
        np.testing.assert_array_equal(
            function(chain.scores, transitions, offsets),
            function(chain.scores, chain.transitions, offsets),
        )
    found = decode(chain.scores, transitions, offsets)
    for ours, expected in zip(found, decode(chain.scores, chain.transitions, offsets), strict=True):
        np.testing.assert_array_equal(ours, expected)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((np.zeros(3), np.zeros((2, 2)), [0, 3]), "scores"),
        ((np.zeros((3, 2)), np.zeros((3, 3)), [0, 3]), "transitions"),
        ((np.zeros((3, 2)), np.zeros((2, 2, 2)), [0, 3]), "by position"),
        ((np.zeros((3, 2)), np.zeros((2, 2)), [0, 2]), "offsets"),
        ((np.zeros((3, 2)), np.zeros((2, 2)), [0, 5, 2, 3]), "fall"),
        ((np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], np.ones((3, 1))), "allowed"),
    ],
)
def test_shapes_that_do_not_fit_are_rejected(arguments, words):
    with pytest.raises(CrfError, match=words):
        log_z(*[np.asarray(argument) for argument in arguments])


def test_no_sentences_at_all():
    assert log_z(np.zeros((0, 2)), np.zeros((2, 2)), np.array([0])).shape == (0,)
    assert marginals(np.zeros((0, 2)), np.zeros((2, 2)), np.array([0])).shape == (0, 2)


def test_runs_cover_all_sentences_in_order():
    offsets = np.concatenate([[0], np.cumsum([3, 0, 9, 1, 1, 1, 20, 2])])
    runs = sentence_runs(offsets, 5)
    assert runs[0][0] == 0
    assert runs[-1][1] == 8
    assert all(before[1] == after[0] for before, after in pairwise(runs))
