from __future__ import annotations

from app.edits.spans import label_span
from app.session import Session
from app.session.history import HISTORY_KEPT
from tests.memory_projects import contents_of, token_tags
from tests.sessions import heard

DRUG = 1


def test_older_steps_are_asked_for_in_time_and_put_underneath(session) -> None:
    wanted = heard(session.history_requested)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    newest = session.history.steps()[-1]
    later = Session(session.project, history=[(newest, False)], next_edit=3)
    wanted = heard(later.history_requested)
    later.undo()
    assert wanted == [2]
    later.extend_history([(session.history.steps()[0], False)])
    later.undo()
    assert token_tags(later.project) == ["?"] * 5
    later.extend_history([])
    wanted.clear()
    later.undo()
    assert not wanted


def test_undone_steps_of_an_earlier_sitting_can_be_redone_in_order(session) -> None:
    for token in (0, 2, 4):
        session.apply(label_span(session.project, 0, token, token, DRUG))
    after = contents_of(session.project)
    one, two, three = session.history.steps()
    session.undo()
    session.undo()
    later = Session(session.project, history=[(three, True), (two, True), (one, False)])
    assert later.redo() is two
    assert later.redo() is three
    assert contents_of(later.project) == after


def test_memory_stays_flat(session, monkeypatch) -> None:
    monkeypatch.setattr("app.session.history.HISTORY_KEPT", 3)
    for token in range(5):
        session.apply(label_span(session.project, 0, token, token, DRUG))
    assert HISTORY_KEPT > 3
    assert len(session.history.steps()) == 3


def test_ids_go_on_behind_those_of_the_file(session) -> None:
    later = Session(session.project, next_edit=8)
    edit = later.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert edit is not None
    assert edit.id == 8
