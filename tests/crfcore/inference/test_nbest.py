from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.inference import log_z, margins, nbest, viterbi
from crfcore.inference.nbest import MAX_ENTRIES, MAX_LABELLINGS
from tests import brute_force
from tests.chains import Chain, chains, random_chain


def in_order(chain):
    """Return all labellings of a score above −inf, the best first, and their scores."""
    paths, scores = brute_force.all_scores(chain.scores, chain.transitions, chain.allowed)
    possible = np.flatnonzero(scores > -np.inf)
    ranked = sorted(possible, key=lambda i: (-scores[i], paths[i][::-1]))
    return [paths[i] for i in ranked], scores[ranked]


@settings(max_examples=120, deadline=None)
@given(chains(), st.integers(1, 40))
def test_the_list_is_that_of_enumeration(chain, n):
    found = nbest(*chain.arguments[:3], n, chain.allowed)
    paths, scores = in_order(chain)
    n_found = min(n, len(paths))
    assert found.counts.tolist() == [n_found]
    tolerance = 1e-12 * max(1.0, np.abs(scores[:n]).max())
    np.testing.assert_allclose(found.path_scores[0, :n_found], scores[:n], rtol=0, atol=tolerance)
    assert np.all(found.path_scores[0, n_found:] == -np.inf)
    assert np.all(np.diff(found.path_scores[0, :n_found]) <= 0.0)
    rows = [tuple(row) for row in found.labels[:n_found].tolist()]
    assert len(set(rows)) == n_found
    for row, score in zip(rows, found.path_scores[0], strict=False):
        own = brute_force.path_score(chain.scores, chain.transitions, row)
        assert own == pytest.approx(score, abs=tolerance)
    np.testing.assert_array_equal(found.labels[0], viterbi(*chain.arguments)[0])
    probabilities = np.exp(scores[:n] - brute_force.log_sum(scores))
    np.testing.assert_allclose(
        np.exp(found.log_probabilities[0, :n_found]), probabilities, rtol=1e-9, atol=1e-12
    )
    assert np.all(found.labels[n_found:] == -1)


@st.composite
def chains_with_ties(draw):
    """Draw chains whose scores are whole numbers: many labellings have exactly equal scores."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_tokens, n_labels = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    values = draw(st.sampled_from([[0.0], [0.0, 1.0], [-700.0, 0.0, 700.0], [0.0, -np.inf]]))
    shape = (n_tokens, n_labels, n_labels) if draw(st.booleans()) else (n_labels, n_labels)
    return Chain(
        rng.choice([v for v in values if v > -np.inf], size=(n_tokens, n_labels)),
        np.where(rng.random(shape) < 0.2, 0.0, rng.choice(values, size=shape)),
        None,
    )


@settings(max_examples=150, deadline=None)
@given(chains_with_ties(), st.integers(1, 60))
def test_equal_scores_come_in_order_of_their_last_labels(chain, n):
    paths, _ = in_order(chain)
    if not paths:
        with pytest.raises(CrfError, match="no label is possible"):
            nbest(*chain.arguments[:3], n)
        return
    found = nbest(*chain.arguments[:3], n)
    assert [tuple(row) for row in found.labels[: found.counts[0]].tolist()] == paths[:n]


@pytest.mark.parametrize("by_position", [False, True])
def test_many_sentences_equal_one_at_a_time(by_position):
    rng = np.random.default_rng(5)
    lengths = [3, 1, 0, 6, 2]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    chain = random_chain(rng, offsets[-1], 4, by_position=by_position, masked=True)
    together = nbest(chain.scores, chain.transitions, offsets, 7, chain.allowed)
    np.testing.assert_array_equal(
        together.log_z, log_z(chain.scores, chain.transitions, offsets, chain.allowed)
    )
    assert together.path_scores[2].tolist() == [0.0, *[-np.inf] * 6]
    assert together.log_probabilities[2, 0] == 0.0
    for i, length in enumerate(lengths):
        part = slice(offsets[i], offsets[i + 1])
        transitions = chain.transitions[part] if by_position else chain.transitions
        alone = nbest(chain.scores[part], transitions, [0, length], 7, chain.allowed[part])
        np.testing.assert_array_equal(together.labels[:, part], alone.labels)
        np.testing.assert_array_equal(together.path_scores[i], alone.path_scores[0])


def test_a_sentence_of_five_thousand_tokens():
    """Where neighbours do not matter, the best labellings are those of the least losses."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(500 if nbest_is_interpreted() else 5000, 22))
    found = nbest(scores, np.zeros((22, 22)), [0, len(scores)], 30)
    in_rows = np.sort(scores, axis=1)[:, ::-1]
    losses = np.sort((in_rows[:, :1] - in_rows[:, 1:]).ravel())
    np.testing.assert_allclose(found.path_scores[0, 0], in_rows[:, 0].sum())
    # Up to the sum of the two least losses only one token at a time differs from the best.
    n_single = int(np.searchsorted(losses, losses[0] + losses[1]))
    singles = found.path_scores[0, 0] - found.path_scores[0, 1 : n_single + 1]
    np.testing.assert_allclose(singles, losses[: len(singles)], atol=1e-9)
    own = [scores[np.arange(len(scores)), row].sum() for row in found.labels]
    np.testing.assert_allclose(own, found.path_scores[0], rtol=1e-12)
    assert len({row.tobytes() for row in found.labels}) == 30


def nbest_is_interpreted():
    from crfcore.inference.nbest_kernels import best_labellings

    return not hasattr(best_labellings, "signatures")


@settings(max_examples=60, deadline=None)
@given(chains())
def test_the_margin_is_the_difference_of_the_first_two(chain):
    _, scores = in_order(chain)
    expected = scores[0] - scores[1] if len(scores) > 1 else np.inf
    found = margins(*chain.arguments)
    np.testing.assert_allclose(found, [expected], atol=1e-12 * max(1.0, np.abs(scores).max()))


def test_one_label_has_one_labelling():
    found = nbest(np.full((3, 1), 700.0), np.full((1, 1), -700.0), [0, 3], 5)
    assert found.counts.tolist() == [1]
    assert found.path_scores[0, 0] == 700.0
    assert found.log_probabilities[0, 0] == 0.0
    assert margins(np.zeros((3, 1)), np.zeros((1, 1)), [0, 3]).tolist() == [np.inf]


def test_no_sentence_at_all():
    found = nbest(np.zeros((0, 2)), np.zeros((2, 2)), [0], 3)
    assert found.labels.shape == (3, 0)
    assert found.path_scores.shape == (0, 3)


def test_fewer_than_one_is_rejected():
    with pytest.raises(CrfError, match="n=0"):
        nbest(np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], 0)


@pytest.mark.parametrize("function", [lambda *a: nbest(*a[:3], 2, a[3]), margins])
def test_a_sentence_without_labelling_is_named(function):
    allowed = np.ones((5, 2), np.uint8)
    allowed[4] = 0
    with pytest.raises(CrfError, match="Sentence 2, token 3"):
        function(np.zeros((5, 2)), np.zeros((2, 2)), np.array([0, 2, 5]), allowed)
    scores = np.zeros((5, 2))
    scores[3, 0] = np.nan
    with pytest.raises(CrfError, match="Sentence 2, token 2"):
        function(scores, np.zeros((2, 2)), np.array([0, 2, 5]), None)


def test_more_than_memory_has_room_for_are_rejected():
    n_tokens = MAX_ENTRIES // MAX_LABELLINGS + 1
    with pytest.raises(CrfError, match="too many at once"):
        nbest(np.zeros((n_tokens, 1)), np.zeros((1, 1)), [0, n_tokens], MAX_LABELLINGS)


def test_more_than_the_time_allows_are_rejected():
    found = nbest(np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], MAX_LABELLINGS)
    assert found.counts.tolist() == [8]
    for n in (MAX_LABELLINGS + 1, 10**6, 10**400):
        with pytest.raises(CrfError, match="too many; ask for at most 5,000"):
            nbest(np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], n)
