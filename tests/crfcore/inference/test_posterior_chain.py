"""Results of the posterior chain: marginals, entropy, samples."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.inference import (
    entropy,
    expected_counts,
    log_z,
    marginals,
    pair_marginals,
    sample,
)
from crfcore.inference import posterior_chain as posterior_chain_module
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.inference.posterior_chain_kernels import first_dead_end
from tests import brute_force
from tests.chains import chains, random_chain

EXACT = {"rtol": 1e-10, "atol": 1e-10}


def probabilities_of(chain):
    paths, scores = brute_force.all_scores(chain.scores, chain.transitions, chain.allowed)
    return paths, np.exp(scores - brute_force.log_sum(scores))


@settings(max_examples=150, deadline=None)
@given(chains())
def test_the_chain_has_the_sums_and_marginals_of_enumeration(chain):
    ((first, found),) = posterior_chains(lattice(*chain.arguments))
    assert first == 0
    expected = brute_force.log_z(chain.scores, chain.transitions, chain.allowed)
    np.testing.assert_allclose(found.log_z, [expected], **EXACT)
    np.testing.assert_allclose(
        found.marginals(),
        brute_force.marginals(chain.scores, chain.transitions, chain.allowed),
        **EXACT,
    )


@settings(max_examples=100, deadline=None)
@given(chains())
def test_pairs_and_counts_equal_enumeration(chain):
    expected = brute_force.pair_marginals(chain.scores, chain.transitions, chain.allowed)
    np.testing.assert_allclose(pair_marginals(*chain.arguments), expected, **EXACT)
    counts = expected_counts(*chain.arguments)
    np.testing.assert_allclose(counts.transitions, expected.sum(axis=0), **EXACT)
    singles = brute_force.marginals(chain.scores, chain.transitions, chain.allowed)
    np.testing.assert_allclose(counts.labels, singles.sum(axis=0), **EXACT)


@settings(max_examples=150, deadline=None)
@given(chains())
def test_entropy_equals_enumeration(chain):
    _, probabilities = probabilities_of(chain)
    positive = probabilities[probabilities > 0.0]
    expected = -np.sum(positive * np.log(positive))
    found = entropy(*chain.arguments)
    assert found[0] >= 0.0
    np.testing.assert_allclose(found, [expected], rtol=1e-9, atol=1e-11)


def test_entropy_is_greatest_where_nothing_is_known():
    found = entropy(np.zeros((7, 3)), np.zeros((3, 3)), [0, 0, 1, 7])
    np.testing.assert_allclose(found, [0.0, np.log(3), 6 * np.log(3)])


def test_an_entropy_that_is_hardly_more_than_nothing_is_not_lost_among_large_scores():
    scores = np.array([[60.0, 0.0], [60.0, 0.0]])
    p = np.exp(-60.0)
    # What the label of probability 1 − p adds, p, is below the rounding of that probability.
    np.testing.assert_allclose(entropy(scores, np.zeros((2, 2)), [0, 2]), [2 * p * 60.0], rtol=1e-9)


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("n_labels", [1, 2, 9, 22])
def test_many_sentences_equal_one_at_a_time(n_labels, by_position, monkeypatch):
    monkeypatch.setattr(posterior_chain_module, "ENTRIES_AT_ONCE", 8 * n_labels**2)
    rng = np.random.default_rng(n_labels)
    lengths = [3, 1, 0, 7, 2, 4]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], n_labels, by_position=by_position, masked=True)
    arguments = chain.scores, chain.transitions, offsets, chain.allowed
    assert len(list(posterior_chains(lattice(*arguments), by_pair=True))) > 2
    pairs, entropies = pair_marginals(*arguments), entropy(*arguments)
    drawn = sample(*arguments[:3], 3, np.random.default_rng(1), chain.allowed)
    rng = np.random.default_rng(1)
    counts = expected_counts(*arguments)
    np.testing.assert_allclose(counts.transitions, pairs.sum(axis=0), **EXACT)
    np.testing.assert_allclose(counts.labels, marginals(*arguments).sum(axis=0), **EXACT)
    for i, length in enumerate(lengths):
        part = slice(offsets[i], offsets[i + 1])
        transitions = chain.transitions[part] if by_position else chain.transitions
        alone = chain.scores[part], transitions, [0, length]
        mask = chain.allowed[part]
        np.testing.assert_allclose(pairs[part], pair_marginals(*alone, mask), **EXACT)
        np.testing.assert_allclose(entropies[i], entropy(*alone, mask)[0], **EXACT)
        np.testing.assert_array_equal(drawn[:, part], sample(*alone, 3, rng, mask))


@pytest.mark.parametrize("seed", range(10))
def test_weights_of_seven_hundred_where_only_the_worst_path_is_allowed(seed):
    rng = np.random.default_rng(seed)
    n_tokens, n_labels = 6, 3
    scores = rng.choice([-700.0, 0.0, 700.0], size=(n_tokens, n_labels))
    transitions = rng.choice([-700.0, 0.0, 700.0], size=(n_labels, n_labels))
    paths, values = brute_force.all_scores(scores, transitions)
    worst = paths[int(np.argmin(values))]
    allowed = np.zeros((n_tokens, n_labels), np.uint8)
    allowed[np.arange(n_tokens), worst] = 1
    arguments = scores, transitions, np.array([0, n_tokens])
    assert entropy(*arguments, allowed).tolist() == [0.0]
    np.testing.assert_array_equal(sample(*arguments, 2, rng, allowed), [worst, worst])
    pairs = pair_marginals(*arguments, allowed)
    assert pairs[0].sum() == 0.0
    np.testing.assert_array_equal(
        [np.argwhere(pair).tolist() for pair in pairs[1:]],
        [[list(pair)] for pair in pairwise(worst)],
    )


def test_five_thousand_tokens():
    n_tokens = 5000
    chain = random_chain(np.random.default_rng(0), n_tokens, 5, scale=3.0)
    ((_, found),) = posterior_chains(lattice(*chain.arguments))
    np.testing.assert_allclose(found.log_z, log_z(*chain.arguments), rtol=1e-12)
    np.testing.assert_allclose(found.marginals(), marginals(*chain.arguments), **EXACT)
    # The entropy by another way: log Z − E[score].
    counts = expected_counts(*chain.arguments)
    mean_score = np.sum(marginals(*chain.arguments) * chain.scores)
    mean_score += np.sum(counts.transitions * chain.transitions)
    np.testing.assert_allclose(entropy(*chain.arguments), found.log_z - mean_score, rtol=1e-9)


# ---- samples


@settings(max_examples=15, deadline=None)
@given(chains(max_tokens=3, max_labels=3), st.integers(0, 100))
def test_labellings_are_drawn_as_often_as_they_are_probable(chain, seed):
    n = 600
    drawn = sample(*chain.arguments[:3], n, np.random.default_rng(seed), chain.allowed)
    paths, probabilities = probabilities_of(chain)
    counts = dict.fromkeys(paths, 0)
    for row in drawn.tolist():
        counts[tuple(row)] += 1
    for path, probability in zip(paths, probabilities, strict=True):
        spread = np.sqrt(n * probability * (1.0 - probability))
        assert abs(counts[path] - n * probability) <= 6.0 * spread + 1e-6


def test_a_seed_gives_the_same_labellings():
    chain = random_chain(np.random.default_rng(2), 20, 4)
    first, again = (sample(*chain.arguments[:3], 5, rng) for rng in (np.random.default_rng(11), 11))
    np.testing.assert_array_equal(first, again)
    assert first.shape == (5, 20)
    assert sample(*chain.arguments[:3], 0, np.random.default_rng(11)).shape == (0, 20)


def test_a_number_close_to_one_never_draws_what_is_impossible():
    class Greatest(np.random.Generator):
        def random(self, size):
            return np.full(size, 1.0)

    rng = Greatest(np.random.PCG64(0))
    scores = np.array([[0.0, 0.0, -np.inf]] * 4)
    drawn = sample(scores, np.zeros((3, 3)), [0, 4], 2, rng)
    assert drawn.tolist() == [[1] * 4] * 2


def test_fewer_than_no_samples_are_rejected():
    with pytest.raises(CrfError, match="n=-1"):
        sample(np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], -1, np.random.default_rng(0))


# ---- errors


def drawn(scores, transitions, offsets, allowed=None):
    return sample(scores, transitions, offsets, 1, np.random.default_rng(0), allowed)


@pytest.mark.parametrize("function", [entropy, pair_marginals, expected_counts, drawn])
def test_a_sentence_without_labelling_is_named(function):
    allowed = np.ones((5, 2), np.uint8)
    allowed[4] = 0
    with pytest.raises(CrfError, match="Sentence 2, token 3"):
        function(np.zeros((5, 2)), np.zeros((2, 2)), np.array([0, 2, 5]), allowed)
    transitions = np.array([[-np.inf, 0.0], [-np.inf, -np.inf]])
    with pytest.raises(CrfError, match="Sentence 2, token 3"):
        function(np.zeros((5, 2)), transitions, np.array([0, 2, 5]))
    with pytest.raises(CrfError, match="Sentence 2, token 2"):
        function(np.zeros((5, 2)), np.full((2, 2), -np.inf), np.array([0, 1, 5]))
    scores = np.zeros((5, 2))
    scores[1] = -np.inf
    with pytest.raises(CrfError, match="Sentence 1, token 2"):
        function(scores, np.zeros((2, 2)), np.array([0, 2, 5]))


@pytest.mark.parametrize("function", [entropy, pair_marginals, expected_counts, drawn])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_scores_that_are_not_numbers_are_rejected(function, value):
    scores = np.zeros((3, 2))
    scores[1, 1] = value
    with pytest.raises(CrfError, match="token 2"):
        function(scores, np.zeros((2, 2)), np.array([0, 3]))
    # Forbidden labels are ignored.
    allowed = np.array([[1, 1], [1, 0], [1, 1]], np.uint8)
    function(scores, np.zeros((2, 2)), np.array([0, 3]), allowed)


def test_a_sum_beyond_all_numbers_is_reported_of_the_first_token():
    scores = np.full((2, 2), -1e308)
    with pytest.raises(CrfError, match="Sentence 1, token 1"):
        entropy(scores, scores, np.array([0, 2]))
    nothing = np.zeros((0, 0), np.uint8)
    assert first_dead_end(0, 2, scores, nothing, np.zeros((1, 2, 2))) == 0


def test_no_sentence_at_all():
    arguments = np.zeros((0, 2)), np.zeros((2, 2)), [0]
    assert entropy(*arguments).shape == (0,)
    assert pair_marginals(*arguments).shape == (0, 2, 2)
    assert expected_counts(*arguments).transitions.tolist() == [[0.0, 0.0]] * 2
    assert pair_marginals(np.zeros((0, 2)), np.zeros((2, 2)), [0, 0, 0]).shape == (0, 2, 2)
