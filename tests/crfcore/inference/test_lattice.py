from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.inference import decode, entropy, log_z, marginals, nbest, viterbi
from crfcore.inference.lattice import lattice, sentence_runs
from tests import brute_force


@pytest.mark.parametrize(
    ("scores", "transitions", "offsets", "allowed", "sentence"),
    [
        (np.zeros(3), np.zeros((2, 2)), [0, 3], None, r"scores must have the shape .*not \(3,\)"),
        (np.zeros((3, 0)), np.zeros((0, 0)), [0, 3], None, r"not \(3, 0\)"),
        (np.zeros((3, 2)), np.zeros(2), [0, 3], None, "two dimensions, or three by position"),
        (np.zeros((3, 2)), np.zeros((3, 2)), [0, 3], None, r"the shape \(2, 2\) for 2 labels"),
        (np.zeros((3, 2)), np.zeros((2, 2, 2)), [0, 3], None, "for each of 3 tokens, not 2"),
        (np.zeros((3, 2)), np.zeros((2, 2)), [0, 2], None, "end with the number of tokens, 3"),
        (np.zeros((3, 2)), np.zeros((2, 2)), [1, 3], None, "begin with 0"),
        (np.zeros((3, 2)), np.zeros((2, 2)), [], None, "begin with 0"),
        (np.zeros((3, 2)), np.zeros((2, 2)), [0, 2, 1, 3], None, "must not fall"),
        (np.zeros((3, 2)), np.zeros((2, 2)), [0, 3], np.ones((2, 2)), r"shape \(3, 2\), not"),
    ],
)
def test_arrays_that_do_not_fit_are_named(scores, transitions, offsets, allowed, sentence):
    with pytest.raises(CrfError, match=sentence):
        lattice(scores, transitions, np.array(offsets, np.int64), allowed)


@pytest.mark.parametrize("name", ["scores", "transitions", "offsets", "allowed"])
@pytest.mark.parametrize("value", ["a", [[1.0], [2.0, 3.0]], {}])
def test_what_is_no_array_of_numbers_is_named(name, value):
    arrays = {"scores": np.zeros((3, 2)), "transitions": np.zeros((2, 2)), "offsets": [0, 3]}
    with pytest.raises(CrfError, match=f"^{name} must be an array of numbers"):
        lattice(**{**arrays, name: value})


def test_lists_and_other_types_are_read():
    found = log_z([[0, 1], [2, 0]], [[0, 1], [0, 0]], [0, 2])
    expected = brute_force.log_z(np.array([[0.0, 1], [2, 0]]), np.array([[0.0, 1], [0, 0]]))
    assert found[0] == pytest.approx(expected)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 9), max_size=12), st.integers(1, 12))
def test_runs_hold_all_sentences_in_order(lengths, n_tokens):
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    runs = sentence_runs(offsets, n_tokens)
    assert [i for first, last in runs for i in range(first, last)] == list(range(len(lengths)))
    assert all(
        last - first == 1 or offsets[last] - offsets[first] <= n_tokens for first, last in runs
    )


def test_one_sentence_in_need_of_the_log_domain_leaves_the_others_alone():
    scores = np.zeros((4, 2))
    scores[2:] = [[700.0, -700.0], [-700.0, 700.0]]
    transitions = np.array([[0.0, -7.0], [0.0, 0.0]])
    offsets = np.array([0, 2, 4])
    expected = [
        brute_force.log_z(scores[:2], transitions),
        brute_force.log_z(scores[2:], transitions),
    ]
    np.testing.assert_allclose(log_z(scores, transitions, offsets), expected)
    np.testing.assert_allclose(
        marginals(scores, transitions, offsets)[2:], brute_force.marginals(scores[2:], transitions)
    )


@pytest.mark.parametrize(
    "ask", [log_z, marginals, viterbi, decode, entropy, lambda *a: nbest(*a[:3], 2, a[3])]
)
def test_a_score_is_looked_at_where_it_is_allowed(ask):
    scores = np.zeros((3, 2))
    scores[1] = [np.nan, 0.0]
    allowed = np.ones((3, 2), np.uint8)
    arguments = scores, np.zeros((2, 2)), np.array([0, 3])
    with pytest.raises(CrfError, match="Sentence 1, token 2"):
        ask(*arguments, allowed)
    allowed[1, 0] = 0
    ask(*arguments, allowed)
