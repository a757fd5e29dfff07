"""Where a project begins, and what undo and refusals show."""

from __future__ import annotations

from app.edits.label_rows import delete_label
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of, said, say
from tests.window_parts import where

DRUG = 1


def test_it_begins_at_the_first_open_sentence() -> None:
    project = project_of([list("ab"), list("ab")])
    say(project, 0, ["O", "O"])
    assert Workspace(Session(project)).caret.place == 1
    say(project, 1, ["O", "O"])
    assert Workspace(Session(project)).caret.place == 0


def test_undo_shows_where(workspace) -> None:
    workspace.caret.go_to(0, 3)
    workspace.labeller.label(DRUG)
    workspace.caret.go_to(2)
    workspace.undo_redo.undo()
    assert where(workspace) == (0, 3, 3)
    workspace.caret.go_to(2)
    workspace.undo_redo.redo()
    assert workspace.caret.place == 0


def test_undo_of_a_change_of_many_sentences_stays_where_one_is(workspace) -> None:
    for place in (0, 1):
        workspace.caret.go_to(place)
        workspace.labeller.label(DRUG)
    workspace.session.apply(delete_label(workspace.session.project, DRUG))
    workspace.caret.go_to(2)
    workspace.undo_redo.undo()
    assert said(workspace.session.project, 1)[0] == "B-DRUG"
    assert workspace.caret.place == 2


def test_a_refusal_is_an_error(workspace, messages) -> None:
    workspace.session.saving.read_only = True
    workspace.labeller.label(DRUG)
    workspace.acceptance.accept()
    assert [kind for _, kind in messages] == ["error", "error"]
    assert workspace.caret.place == 0
