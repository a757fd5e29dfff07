from __future__ import annotations

from dataclasses import fields
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.project import Corpus
from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import clear_tokens, label_span
from app.session import Session
from tests.memory_projects import contents_of, corpus_of, project_of, set_tags
from tests.sessions import proposed
from tests.soak.naive import EDIT_ACTIONS, session_with
from tests.soak.naive import contents as whole_contents
from tests.window_parts import propose

DRUG, DOSE = 1, 2


def test_a_change_of_many_sentences_is_the_same_in_bulk(monkeypatch) -> None:
    project = project_of([list("abc")] * 5)
    for sentence_index in range(5):
        set_tags(project, sentence_index, ["B-DRUG", "O", "B-DRUG" if sentence_index % 2 else None])
    images, counts, lowest = [], [], []
    for few in (100, 0):
        monkeypatch.setattr("app.domain.edits.MANY_CHANGES", few)
        session = Session(project)
        session.propose(proposed(session, [0, 2, 4], ["B-DRUG", "O", "O"] * 3, chance=0.25))
        session.state.label_counts()
        session.apply(delete_label(project, DRUG))
        images.append(contents_of(project))
        counts.append((session.state.label_counts(), session.open_tokens.tolist()))
        lowest.append(
            [session.proposals.lowest.tolist(), session.proposals.expected_errors.tolist()]
        )
        session.undo()
    assert images[0] == images[1]
    assert counts[0] == counts[1] == ({}, [2, 2, 2, 2, 2])
    assert lowest[0] == lowest[1]


def test_counts_of_spans_go_by_their_beginnings() -> None:
    project = project_of([list("abcde")])
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "B-DRUG", "O", "I-DOSE"])
    session = Session(project)
    assert session.state.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(clear_tokens(project, 0, 0, 0))
    assert session.state.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(remove_document(project, 1))
    assert session.state.label_counts() == {}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(EDIT_ACTIONS)), st.integers(0, 2**31 - 1)), max_size=14
    ),
    st.integers(0, 14),
)
def test_steps_as_columns_do_what_they_do_sentence_by_sentence(edit_actions, n_undone) -> None:
    seen = []
    for many in (10**9, 0):
        with patch("app.domain.edits.MANY_CHANGES", many):
            session = session_with(edit_actions)
            session.set_queue(np.arange(session.corpus.n_sentences))
            for _ in range(n_undone):
                session.undo()
            session.redo()
        seen.append(session)
    slow, fast = seen
    assert whole_contents(fast.project) == whole_contents(slow.project)
    everything = np.arange(slow.corpus.n_sentences)
    for revision in range(slow.revision):
        received = [one.state.touched_since(everything, revision).tolist() for one in seen]
        assert received[0] == received[1]
    assert fast.open_tokens.tolist() == slow.open_tokens.tolist()
    assert fast.queue.sentence_indices.tolist() == slow.queue.sentence_indices.tolist()
    assert fast.state.label_counts() == slow.state.label_counts()
    sentence_indices = everything.tolist()
    assert list(map(fast.suggestions.corrected_tokens, sentence_indices)) == list(
        map(slow.suggestions.corrected_tokens, sentence_indices)
    )
    np.testing.assert_array_equal(fast.proposals.lowest, slow.proposals.lowest)
    np.testing.assert_allclose(
        fast.proposals.expected_errors, slow.proposals.expected_errors, rtol=1e-5, atol=1e-6
    )


def test_sentences_put_together_on_a_worker_keep_what_was_said_meanwhile() -> None:
    arriving = corpus_of([list("xyz"), list("v")], first_id=41, document=2)
    session = Session(project_of([list("ab")] * 3))
    extension = session.state.extension(arriving)
    session.apply(label_span(session.project, 0, 0, 1, 1))
    propose(session, 2, ["O", "O"], [0.9, 0.5])
    expected = Corpus.joined([session.corpus.snapshot(), arriving])
    open_tokens = [*session.open_tokens.tolist(), 3, 1]
    lowest = [*session.proposals.lowest.tolist(), 2.0, 2.0]
    session.state.extend(extension)
    for field in fields(expected):
        np.testing.assert_array_equal(
            getattr(session.corpus, field.name), getattr(expected, field.name)
        )
    assert session.open_tokens.tolist() == open_tokens
    assert session.proposals.lowest.tolist() == lowest
    assert session.visible.tolist() == [0, 1, 2]
    assert not session.state.touched_since(np.arange(1, 5), 0).any()


def test_sentences_that_came_while_others_were_put_together_stay() -> None:
    session = Session(project_of([list("ab")]))
    late = session.state.extension(corpus_of([list("xyz")], first_id=51, document=3))
    session.state.extend(corpus_of([list("c")], first_id=41, document=2))
    session.state.extend(late)
    assert session.corpus.ids.tolist() == [1, 41, 51]
    assert session.open_tokens.tolist() == [2, 1, 3]
