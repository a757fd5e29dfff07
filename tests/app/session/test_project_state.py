from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import clear_tokens
from app.session import Session
from tests.memory_projects import image, project_of, say
from tests.sessions import proposed
from tests.soak.naive import DEEDS, session_with
from tests.soak.naive import image as whole_image

DRUG, DOSE = 1, 2


def test_a_change_of_many_sentences_is_the_same_in_bulk(monkeypatch) -> None:
    project = project_of([list("abc")] * 5)
    for place in range(5):
        say(project, place, ["B-DRUG", "O", "B-DRUG" if place % 2 else None])
    images, counts, lowest = [], [], []
    for few in (100, 0):
        monkeypatch.setattr("app.domain.edits.MANY_CHANGES", few)
        session = Session(project)
        session.propose(proposed(session, [0, 2, 4], ["B-DRUG", "O", "O"] * 3, chance=0.25))
        session.state.label_counts()
        session.apply(delete_label(project, DRUG))
        images.append(image(project))
        counts.append((session.state.label_counts(), session.open_tokens.tolist()))
        lowest.append([session.proposals.lowest.tolist(), session.proposals.doubts.tolist()])
        session.undo()
    assert images[0] == images[1]
    assert counts[0] == counts[1] == ({}, [2, 2, 2, 2, 2])
    assert lowest[0] == lowest[1]


def test_counts_of_spans_go_by_their_beginnings() -> None:
    project = project_of([list("abcde")])
    say(project, 0, ["B-DRUG", "I-DRUG", "B-DRUG", "O", "I-DOSE"])
    session = Session(project)
    assert session.state.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(clear_tokens(project, 0, 0, 0))
    assert session.state.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(remove_document(project, 1))
    assert session.state.label_counts() == {}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(DEEDS)), st.integers(0, 2**31 - 1)), max_size=14),
    st.integers(0, 14),
)
def test_steps_as_columns_do_what_they_do_sentence_by_sentence(deeds, n_undone) -> None:
    seen = []
    for many in (10**9, 0):
        with patch("app.domain.edits.MANY_CHANGES", many):
            session = session_with(deeds)
            session.set_queue(np.arange(session.corpus.n_sentences))
            for _ in range(n_undone):
                session.undo()
            session.redo()
        seen.append(session)
    slow, fast = seen
    assert whole_image(fast.project) == whole_image(slow.project)
    everything = np.arange(slow.corpus.n_sentences)
    for revision in range(slow.revision):
        told = [one.state.touched_since(everything, revision).tolist() for one in seen]
        assert told[0] == told[1]
    assert fast.open_tokens.tolist() == slow.open_tokens.tolist()
    assert fast.queue.places.tolist() == slow.queue.places.tolist()
    assert fast.state.label_counts() == slow.state.label_counts()
    places = everything.tolist()
    assert list(map(fast.suggestions.corrected_tokens, places)) == list(
        map(slow.suggestions.corrected_tokens, places)
    )
    np.testing.assert_array_equal(fast.proposals.lowest, slow.proposals.lowest)
    np.testing.assert_allclose(fast.proposals.doubts, slow.proposals.doubts, rtol=1e-5, atol=1e-6)
