from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.inference import (
    SpanKind,
    all_span_marginals,
    labelled_span_marginals,
    marginals,
    span_marginals,
)
from crfcore.text.tag_schemes import continues, spans, split_tag
from tests import brute_force
from tests.chains import chains, random_chain

EXACT = {"rtol": 1e-10, "atol": 1e-10}

TAGS = {
    "iob1": ["O", "I-X", "B-X", "I-Y"],
    "iob2": ["B-X", "I-X", "O", "B-Y"],
    "ioe2": ["I-X", "E-X", "O", "I-Y"],
    "bioes": ["B-X", "I-X", "E-X", "S-X"],
}


def kind_of(tags, label):
    members = np.array([split_tag(tag)[1] == label for tag in tags], np.uint8)
    goes_on = np.array([[continues(x, y) for y in tags] for x in tags], np.uint8)
    return SpanKind(members, goes_on)


def with_probabilities(chain):
    paths, scores = brute_force.all_scores(chain.scores, chain.transitions, chain.allowed)
    return list(zip(paths, np.exp(scores - brute_force.log_sum(scores)), strict=True))


@settings(max_examples=80, deadline=None)
@given(chains(max_tokens=4, max_labels=4), st.sampled_from(sorted(TAGS)))
def test_spans_of_a_scheme_equal_enumeration(chain, scheme):
    n_tokens, n_labels = chain.scores.shape
    tags = TAGS[scheme][:n_labels]
    expected = np.zeros((n_tokens, 5))
    for path, probability in with_probabilities(chain):
        for span in spans([tags[y] for y in path]):
            if span.label == "X":
                expected[span.start, span.end - span.start - 1] += probability
    kind = kind_of(tags, "X")
    found = all_span_marginals(*chain.arguments[:3], kind, 5, chain.allowed)
    np.testing.assert_allclose(found, expected, **EXACT)
    places = [(s, e) for s in range(n_tokens) for e in range(s + 1, n_tokens + 1)]
    chosen = span_marginals(*chain.arguments[:3], kind, places, chain.allowed)
    np.testing.assert_allclose(chosen, [expected[s, e - s - 1] for s, e in places], **EXACT)


@settings(max_examples=80, deadline=None)
@given(chains(), st.data())
def test_given_labels_equal_enumeration(chain, data):
    n_tokens, n_labels = chain.scores.shape
    pieces = []
    for _ in range(3):
        start = data.draw(st.integers(0, n_tokens - 1))
        length = data.draw(st.integers(1, n_tokens - start))
        pieces.append((start, data.draw(st.lists(
            st.integers(0, n_labels - 1), min_size=length, max_size=length
        ))))  # fmt: skip
    expected = np.zeros(3)
    for path, probability in with_probabilities(chain):
        for at, (start, labels) in enumerate(pieces):
            expected[at] += probability * (list(path[start : start + len(labels)]) == labels)
    found = labelled_span_marginals(*chain.arguments[:3], pieces, chain.allowed)
    np.testing.assert_allclose(found, expected, **EXACT)


@pytest.mark.parametrize("by_position", [False, True])
def test_many_sentences(by_position):
    """Spans know their sentence, wherever runs are cut."""
    rng = np.random.default_rng(0)
    offsets = np.array([0, 3, 3, 4, 9, 13])
    chain = random_chain(rng, 13, 4, by_position=by_position, masked=True)
    kind = kind_of(TAGS["iob2"], "X")
    table = all_span_marginals(chain.scores, chain.transitions, offsets, kind, 6, chain.allowed)
    places = [(12, 13), (4, 9), (0, 3), (3, 4), (5, 6)]
    chosen = span_marginals(chain.scores, chain.transitions, offsets, kind, places, chain.allowed)
    np.testing.assert_allclose(chosen, [table[s, e - s - 1] for s, e in places])
    assert table[1, 2] == table[3, 1] == table[12, 1] == 0.0
    rows = marginals(chain.scores, chain.transitions, offsets, chain.allowed)
    pieces = [(t, [y]) for t in range(13) for y in range(4)]
    single = labelled_span_marginals(
        chain.scores, chain.transitions, offsets, pieces, chain.allowed
    )
    np.testing.assert_allclose(single.reshape(13, 4), rows, **EXACT)


def test_runs_without_a_span_are_left_out(monkeypatch):
    monkeypatch.setattr("crfcore.inference.posterior_chain.TOKENS_AT_ONCE", 3)
    chain = random_chain(np.random.default_rng(1), 9, 2)
    offsets = np.array([0, 3, 6, 9])
    kind = kind_of(["B-X", "O"], "X")
    alone = span_marginals(chain.scores[3:6], chain.transitions, [0, 3], kind, [(0, 2)])
    found = span_marginals(chain.scores, chain.transitions, offsets, kind, [(3, 5)])
    np.testing.assert_allclose(found, alone)
    piece = labelled_span_marginals(chain.scores, chain.transitions, offsets, [(3, [0, 1])])
    alone = labelled_span_marginals(chain.scores[3:6], chain.transitions, [0, 3], [(0, [0, 1])])
    np.testing.assert_allclose(piece, alone)


def test_seven_hundred():
    """Sums that underflow are done again pair by pair."""
    scores = np.array([[700.0, -700.0], [-700.0, 700.0], [700.0, -700.0]])
    transitions = np.array([[700.0, -np.inf], [-700.0, -700.0]])
    arguments = scores, transitions, [0, 3]
    rows = brute_force.marginals(scores, transitions)
    np.testing.assert_allclose(marginals(*arguments), rows)
    paths, values = brute_force.all_scores(scores, transitions)
    found = labelled_span_marginals(*arguments, [(0, path) for path in paths])
    np.testing.assert_allclose(found, np.exp(values - brute_force.log_sum(values)))


ARGUMENTS = np.zeros((5, 2)), np.zeros((2, 2)), np.array([0, 2, 2, 5])
KIND = SpanKind(np.array([1, 0]), np.zeros((2, 2)))


@pytest.mark.parametrize("span", [(-1, 1), (1, 3), (5, 6), (4, 4), (3, 2)])
def test_spans_outside_sentences_are_rejected(span):
    with pytest.raises(CrfError, match=r"Span 2, tokens -?\d to \d \(exclusive\)"):
        span_marginals(*ARGUMENTS, KIND, [(0, 1), span])
    with pytest.raises(CrfError, match="must be inside one sentence"):
        labelled_span_marginals(*ARGUMENTS, [(0, [1]), (span[0], [0] * (span[1] - span[0]))])


def test_what_does_not_fit_is_rejected():
    with pytest.raises(CrfError, match="Labels are numbers from 0 to 1; found 0 to 2"):
        labelled_span_marginals(*ARGUMENTS, [(0, [0, 2])])
    with pytest.raises(CrfError, match="longest=0"):
        all_span_marginals(*ARGUMENTS, KIND, 0)
    with pytest.raises(CrfError, match="A kind of spans over 2 labels"):
        all_span_marginals(*ARGUMENTS, SpanKind(np.ones(3), np.ones((2, 2))), 1)
    assert span_marginals(*ARGUMENTS, KIND, []).shape == (0,)
    assert labelled_span_marginals(*ARGUMENTS, []).shape == (0,)
    with pytest.raises(CrfError, match="Span 1"):
        span_marginals(np.zeros((0, 2)), np.zeros((2, 2)), [0], KIND, [(0, 1)])
