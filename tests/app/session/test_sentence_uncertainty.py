from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.proposals import Proposals
from app.domain.tokens import TokenState
from app.edits.spans import no_label
from app.session.sentence_uncertainty import renew_certainty, renew_certainty_of
from tests.memory_projects import corpus_of
from tests.sessions import proposed


def test_the_lowest_marginal_and_the_doubts_are_those_of_open_tokens(session) -> None:
    session.propose(proposed(session, [2], ["O", "O"], chance=0.3))
    assert session.proposals.expected_errors[2] == pytest.approx(1.4)
    session.apply(no_label(session.project, 2, 0, 0))
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.expected_errors[2] == pytest.approx(0.7)
    session.apply(no_label(session.project, 2, 1, 1))
    assert session.proposals.lowest[2] == 2.0
    assert session.proposals.expected_errors[2] == 0.0
    session.undo()
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.expected_errors[2] == pytest.approx(0.7)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=30),
    st.data(),
    st.integers(0, 2**31),
    st.booleans(),
)
def test_many_at_once_are_the_same_as_one_by_one(lengths, data, seed, dense) -> None:
    corpus = corpus_of([["w"] * length for length in lengths])
    chance = np.random.default_rng(seed)
    corpus.states[:] = chance.choice([TokenState.UNKNOWN, TokenState.CONFIRMED], corpus.n_tokens)
    slow, fast = (Proposals.none(len(lengths), corpus.n_tokens) for _ in range(2))
    tags = chance.integers(-1, 3, corpus.n_tokens)
    chances = chance.random(corpus.n_tokens)
    for proposals in (slow, fast):
        proposals.tags[:], proposals.probabilities[:] = tags, chances
        proposals.lowest[:] = proposals.expected_errors[:] = 5.0
    every = range(len(lengths))
    some = data.draw(st.lists(st.sampled_from(every), unique=True))
    sentence_indices = np.array(sorted(some) if dense else some, np.int64)
    renew_certainty(corpus, fast, sentence_indices)
    for sentence_index in sentence_indices.tolist():
        renew_certainty_of(corpus, slow, sentence_index)
    np.testing.assert_array_equal(fast.lowest, slow.lowest)
    np.testing.assert_allclose(fast.expected_errors, slow.expected_errors, rtol=1e-5, atol=1e-6)
