from __future__ import annotations

from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import clear_tokens
from app.session import Session
from tests.memory_projects import image, project_of, say
from tests.sessions import proposed

DRUG, DOSE = 1, 2


def test_a_change_of_many_sentences_is_the_same_in_bulk(monkeypatch) -> None:
    project = project_of([list("abc")] * 5)
    for place in range(5):
        say(project, place, ["B-DRUG", "O", "B-DRUG" if place % 2 else None])
    images, counts, lowest = [], [], []
    for few in (100, 0):
        monkeypatch.setattr("app.session.image.FEW_SENTENCES", few)
        session = Session(project)
        session.propose(proposed(session, [0, 2, 4], ["B-DRUG", "O", "O"] * 3, chance=0.25))
        session.label_counts()
        session.apply(delete_label(project, DRUG))
        images.append(image(project))
        counts.append((session.label_counts(), session.open_tokens.tolist()))
        lowest.append([session.proposals.lowest.tolist(), session.proposals.doubts.tolist()])
        session.undo()
    assert images[0] == images[1]
    assert counts[0] == counts[1] == ({}, [2, 2, 2, 2, 2])
    assert lowest[0] == lowest[1]


def test_counts_of_spans_go_by_their_beginnings() -> None:
    project = project_of([list("abcde")])
    say(project, 0, ["B-DRUG", "I-DRUG", "B-DRUG", "O", "I-DOSE"])
    session = Session(project)
    assert session.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(clear_tokens(project, 0, 0, 0))
    assert session.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(remove_document(project, 1))
    assert session.label_counts() == {}
