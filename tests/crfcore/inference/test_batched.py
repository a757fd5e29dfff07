"""Batched passes for many labels, against single sentences and enumeration."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.inference import batched, decode, log_z, marginals
from crfcore.inference.batched import BatchedForwardBackward, arranged, forward_backward_for
from crfcore.inference.potentials import padded_width, transition_potentials
from crfcore.inference.sentence_pass import ForwardBackward, NoLabellingError
from tests import brute_force
from tests.chains import chains, random_chain

EVERYTHING = np.zeros((0, 0), np.uint8)
TOLERANCES = {
    np.float64: {"rtol": 1e-10, "atol": 1e-10},
    np.float32: {"rtol": 1e-5, "atol": 1e-5},
}
PRECISIONS = pytest.mark.parametrize("dtype", [np.float64, np.float32])


def sums(worker, scores, transitions, offsets, allowed=None, sign=1.0):
    """Return (log Z, posteriors, expected transitions) of a run."""
    n_labels = scores.shape[1]
    ready = transition_potentials(transitions[np.newaxis], offsets)
    counts = np.zeros((1, padded_width(n_labels), padded_width(n_labels)))
    mask = EVERYTHING if allowed is None else allowed
    log_z = worker.run(scores, ready, offsets, mask, pair_counts=counts, sign=sign)
    posteriors = worker.posteriors[: len(scores)]
    assert not posteriors[:, n_labels:].any()
    assert not counts[0, n_labels:].any()
    assert not counts[0, :, n_labels:].any()
    return log_z, posteriors[:, :n_labels], counts[0, :n_labels, :n_labels]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@settings(max_examples=60)
@given(chain=chains(), n_copies=st.integers(1, 5))
def test_sums_equal_enumeration(dtype, chain, n_copies):
    if chain.transitions.ndim == 3:
        return
    scores, transitions, _, allowed = chain.arguments
    offsets = np.arange(n_copies + 1) * len(scores)
    repeated = np.tile(scores, (n_copies, 1))
    mask = None if allowed is None else np.tile(allowed, (n_copies, 1))
    worker = BatchedForwardBackward(len(repeated), scores.shape[1], dtype)
    log_z, posteriors, counts = sums(worker, repeated, transitions, offsets, mask, sign=-1.0)
    exact = TOLERANCES[dtype]
    expected = brute_force.log_z(scores, transitions, allowed)
    np.testing.assert_allclose(log_z, np.full(n_copies, expected), **exact)
    marginals = brute_force.marginals(scores, transitions, allowed)
    np.testing.assert_allclose(posteriors, np.tile(marginals, (n_copies, 1)), **exact)
    pairs = brute_force.pair_marginals(scores, transitions, allowed).sum(axis=0)
    np.testing.assert_allclose(counts, -n_copies * pairs, rtol=1e-4, atol=n_copies * exact["atol"])


@PRECISIONS
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("n_labels", [1, 3, 6, 16, 17, 50])
def test_wildly_different_lengths_equal_one_at_a_time(n_labels, masked, dtype):
    rng = np.random.default_rng(n_labels)
    lengths = [3, 1, 0, 7, 2, 40, 5, 9, 1, 0, 7, 7, 3, 1]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], n_labels, masked=masked)
    arguments = chain.scores, chain.transitions, offsets, chain.allowed
    expected = sums(ForwardBackward(offsets[-1], n_labels), *arguments, sign=-1.0)
    found = sums(BatchedForwardBackward(offsets[-1], n_labels, dtype), *arguments, sign=-1.0)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, **TOLERANCES[dtype])
    assert found[0][2] == 0.0


@PRECISIONS
def test_a_worker_forgets_the_run_before(dtype):
    rng = np.random.default_rng(2)
    worker = BatchedForwardBackward(30, 5, dtype)
    first = random_chain(rng, 30, 5, scale=900.0)
    sums(worker, first.scores, first.transitions, np.array([0, 1, 30]))
    again = random_chain(rng, 12, 5)
    offsets = np.array([0, 5, 6, 12])
    found = sums(worker, again.scores, again.transitions, offsets)
    fresh = sums(BatchedForwardBackward(12, 5, dtype), again.scores, again.transitions, offsets)
    for ours, theirs in zip(found, fresh, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_scores_may_stand_in_the_worker_and_stay_as_they_are():
    rng = np.random.default_rng(3)
    chain = random_chain(rng, 9, 4)
    worker = BatchedForwardBackward(9, 4, np.float32)
    worker.scores[:, :4] = chain.scores
    ready = transition_potentials(chain.transitions[np.newaxis], np.array([0, 9]))
    log_z = worker.run(worker.scores, ready, np.array([0, 9]), EVERYTHING)
    np.testing.assert_array_equal(worker.scores[:, :4], chain.scores.astype(np.float32))
    np.testing.assert_allclose(
        log_z, worker.run(chain.scores, ready, np.array([0, 9]), EVERYTHING), rtol=1e-6
    )


@PRECISIONS
def test_mass_that_vanishes_is_found(dtype):
    """The best label decays until a label that has underflowed is needed."""
    n_tokens = 8
    scores = np.zeros((3 * n_tokens, 2))
    faded = slice(n_tokens, 2 * n_tokens)
    scores[faded][0] = [0.0, -195.0]
    scores[faded][1:, 0] = -150.0
    transitions = np.array([[0.0, -np.inf], [-np.inf, 0.0]])
    allowed = np.ones((3 * n_tokens, 2), np.uint8)
    allowed[2 * n_tokens - 1, 0] = 0
    offsets = np.arange(4) * n_tokens
    for mask in (None, allowed):
        worker = BatchedForwardBackward(3 * n_tokens, 2, dtype)
        log_z, posteriors, counts = sums(worker, scores, transitions, offsets, mask)
        part = None if mask is None else mask[faded]
        alone = scores[faded], transitions, part
        np.testing.assert_allclose(posteriors[faded], brute_force.marginals(*alone), atol=1e-7)
        np.testing.assert_allclose(log_z[1], brute_force.log_z(*alone), rtol=1e-7)
        np.testing.assert_allclose(counts.sum(), 3 * (n_tokens - 1), rtol=1e-6)


@pytest.mark.parametrize(("dtype", "far"), [(np.float32, 100.0), (np.float64, 800.0)])
def test_a_label_that_comes_back_from_nothing_is_found_on_the_way_back(dtype, far):
    """One step removes all mass from a label, and ten small ones restore it."""
    scores = np.zeros((22, 2))
    scores[0, 1] = -far
    scores[1:11, 0] = -far / 10
    scores[11:] = 1.0
    transitions = np.array([[0.0, -np.inf], [-np.inf, 0.0]])
    found = sums(BatchedForwardBackward(22, 2, dtype), scores, transitions, np.array([0, 11, 22]))
    np.testing.assert_allclose(found[1], 0.5, rtol=1e-6)
    np.testing.assert_allclose(found[0], [np.log(2.0) - far, 11.0 + np.log(2.0)], rtol=1e-6)
    np.testing.assert_allclose(found[2], 10.0 * np.eye(2), rtol=1e-6)


@PRECISIONS
@pytest.mark.parametrize("seed", range(10))
def test_weights_of_seven_hundred_are_right_where_only_the_worst_path_is_allowed(seed, dtype):
    rng = np.random.default_rng(seed)
    scores = rng.choice([-700.0, 0.0, 700.0], size=(6, 3))
    transitions = rng.choice([-700.0, 0.0, 700.0], size=(3, 3))
    paths, values = brute_force.all_scores(scores, transitions)
    allowed = np.zeros((6, 3), np.uint8)
    allowed[np.arange(6), paths[int(np.argmin(values))]] = 1
    worker = BatchedForwardBackward(6, 3, dtype)
    found = sums(worker, scores, transitions, np.array([0, 6]), allowed)
    np.testing.assert_allclose(found[0], [values.min()], rtol=1e-12)
    np.testing.assert_allclose(found[1], allowed)
    found = sums(worker, scores, transitions, np.array([0, 6]))
    np.testing.assert_allclose(found[0], [brute_force.log_sum(values)], rtol=1e-9)


@PRECISIONS
def test_a_long_sentence_beside_short_ones(dtype):
    rng = np.random.default_rng(5)
    offsets = np.array([0, 2, 1500, 1501])
    chain = random_chain(rng, 1501, 5, scale=3.0)
    arguments = chain.scores, chain.transitions, offsets
    expected = sums(ForwardBackward(1501, 5), *arguments)
    found = sums(BatchedForwardBackward(1501, 5, dtype), *arguments)
    rtol = 1e-12 if dtype is np.float64 else 1e-7
    np.testing.assert_allclose(found[0], expected[0], rtol=rtol)
    np.testing.assert_allclose(found[1].sum(axis=1), 1.0, rtol=1e3 * rtol)


@PRECISIONS
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("masked", [False, True])
def test_a_token_without_a_label_is_named(value, masked, dtype):
    scores = np.zeros((9, 8))
    scores[4] = value
    scores[7] = value
    mask = np.ones((9, 8), np.uint8) if masked else EVERYTHING
    offsets = np.array([0, 3, 5, 9])
    ready = transition_potentials(np.zeros((1, 8, 8)), offsets)
    with pytest.raises(NoLabellingError, match="Sentence 2, token 2"):
        BatchedForwardBackward(9, 8, dtype).run(scores, ready, offsets, mask)


@PRECISIONS
def test_transitions_that_leave_no_path_are_named(dtype):
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    offsets = np.array([0, 2, 5])
    ready = transition_potentials(transitions[np.newaxis], offsets)
    with pytest.raises(NoLabellingError, match="Sentence 2, token 3"):
        BatchedForwardBackward(5, 2, dtype).run(np.zeros((5, 2)), ready, offsets, EVERYTHING)


def test_no_sentences_at_all():
    worker = BatchedForwardBackward(0, 2)
    log_z, _, counts = sums(worker, np.zeros((0, 2)), np.zeros((2, 2)), np.array([0]))
    assert log_z.shape == (0,)
    assert not counts.any()


def test_the_pass_is_chosen_by_the_number_of_labels(monkeypatch):
    monkeypatch.setattr(batched, "MIN_LABELS", 5)
    assert isinstance(forward_backward_for(3, 4), ForwardBackward)
    assert isinstance(forward_backward_for(3, 5, by_position=True), ForwardBackward)
    monkeypatch.setattr(batched, "MIN_LABELS_OF_MANY", 3)
    assert isinstance(forward_backward_for(3, 3), ForwardBackward)
    assert isinstance(forward_backward_for(3, 3, n_sentences=16), BatchedForwardBackward)
    worker = forward_backward_for(3, 5, np.float32)
    assert isinstance(worker, BatchedForwardBackward)
    assert worker.posteriors.dtype == np.float32


@pytest.mark.parametrize("by_position", [False, True])
def test_many_labels_give_the_same_answers_as_few(by_position, monkeypatch):
    rng = np.random.default_rng(7)
    offsets = np.array([0, 4, 4, 5, 12])
    chain = random_chain(rng, 12, 6, by_position=by_position, masked=True)
    arguments = chain.scores, chain.transitions, offsets, chain.allowed
    expected = log_z(*arguments), marginals(*arguments), *decode(*arguments)
    monkeypatch.setattr(batched, "MIN_LABELS", 6)
    found = log_z(*arguments), marginals(*arguments), *decode(*arguments)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_a_sentence_without_labelling_is_named_as_the_caller_counts_it(monkeypatch):
    monkeypatch.setattr(batched, "MIN_LABELS", 2)
    monkeypatch.setattr("crfcore.inference.lattice.TOKENS_AT_ONCE", 3)
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    for function in (log_z, marginals, decode):
        with pytest.raises(NoLabellingError, match="Sentence 3, token 3"):
            function(np.zeros((7, 2)), transitions, np.array([0, 2, 4, 7]))


@PRECISIONS
def test_tokens_in_the_order_of_steps_give_the_same_sums(dtype):
    rng = np.random.default_rng(11)
    offsets = np.array([0, 3, 8, 9])
    chain = random_chain(rng, 9, 5)
    worker = BatchedForwardBackward(9, 5, dtype)
    weights = np.array([2.0, 0.5, 3.0])
    expected_counts = np.zeros((5, 5))
    log_z = np.empty(3)
    for i, (start, stop) in enumerate(pairwise(offsets)):
        alone = chain.scores[start:stop], chain.transitions, np.array([0, stop - start])
        log_z[i : i + 1], _, counts = sums(worker, *alone)
        expected_counts += weights[i] * counts
    ordered = arranged(offsets)
    assert ordered.order.tolist() == [1, 0, 2]
    ready = transition_potentials(chain.transitions[np.newaxis], offsets)
    ranks = (
        np.arange(9) - ordered.starts[np.searchsorted(ordered.starts, np.arange(9), "right") - 1]
    )
    counts = np.zeros((1, 8, 8))
    found = worker.run_by_step(
        chain.scores[ordered.tokens],
        ready,
        ordered.starts,
        weights[ordered.order][ranks],
        counts,
    )
    np.testing.assert_allclose(found, log_z[ordered.order], rtol=1e-6)
    np.testing.assert_allclose(counts[0, :5, :5], expected_counts, rtol=1e-4, atol=1e-6)


def test_a_row_that_is_no_number_is_named_by_rank_and_step():
    scores = np.zeros((9, 5))
    scores[4] = np.nan
    starts = np.array([0, 3, 5, 7, 8, 9])
    ready = transition_potentials(np.zeros((1, 5, 5)), np.array([0, 9]))
    with pytest.raises(NoLabellingError, match="Sentence 2, token 2"):
        BatchedForwardBackward(9, 5).run_by_step(
            scores, ready, starts, np.zeros(0), np.zeros((1, 8, 8))
        )


@PRECISIONS
def test_forbidden_transitions_of_many_labels_are_left_out_of_products(dtype):
    rng = np.random.default_rng(6)
    lengths = [3, 1, 7, 2, 9, 9, 9, 9, 9, 9, 9, 9]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], 70)
    chain.transitions[rng.random((70, 70)) < 0.995] = -np.inf
    np.fill_diagonal(chain.transitions, 0.5)
    arguments = chain.scores, chain.transitions, offsets
    worker = BatchedForwardBackward(offsets[-1], 70, dtype)
    found = sums(worker, *arguments)
    assert len(worker._blocks.rows) > 0
    for ours, theirs in zip(found, sums(ForwardBackward(offsets[-1], 70), *arguments), strict=True):
        np.testing.assert_allclose(ours, theirs, **TOLERANCES[dtype])
