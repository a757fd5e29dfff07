"""Where a project begins, and what undo and refusals show."""

from __future__ import annotations

import pytest

from app.domain.edits import MANY_CHANGES, Edit, TokenChanges
from app.edits.label_rows import delete_label
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of, set_tags, token_tags
from tests.window_parts import where

DRUG = 1


def test_it_begins_at_the_first_open_sentence() -> None:
    project = project_of([list("ab"), list("ab")])
    set_tags(project, 0, ["O", "O"])
    assert Workspace(Session(project)).caret.sentence_index == 1
    set_tags(project, 1, ["O", "O"])
    assert Workspace(Session(project)).caret.sentence_index == 0


def test_undo_shows_where(workspace) -> None:
    workspace.caret.go_to(0, 3)
    workspace.labeller.label(DRUG)
    workspace.caret.go_to(2)
    workspace.undo_redo.undo()
    assert where(workspace) == (0, 3, 3)
    workspace.caret.go_to(2)
    workspace.undo_redo.redo()
    assert workspace.caret.sentence_index == 0


def test_undo_of_a_change_of_many_sentences_stays_where_one_is(workspace) -> None:
    for sentence_index in (0, 1):
        workspace.caret.go_to(sentence_index)
        workspace.labeller.label(DRUG)
    workspace.session.apply(delete_label(workspace.session.project, DRUG))
    workspace.caret.go_to(2)
    workspace.undo_redo.undo()
    assert token_tags(workspace.session.project, 1)[0] == "B-DRUG"
    assert workspace.caret.sentence_index == 2


def test_undo_of_a_change_of_very_many_sentences_makes_no_object_for_each(monkeypatch) -> None:
    n = MANY_CHANGES + 1
    project = project_of([["a"]] * n)
    for sentence_index in range(n):
        set_tags(project, sentence_index, ["B-DRUG"])
    workspace = Workspace(Session(project))
    workspace.session.apply(delete_label(project, DRUG))
    reported: list[Edit] = []
    workspace.undo_redo.went_unseen.connect(lambda edit, _back: reported.append(edit))
    made: list[int] = []
    item = TokenChanges._item
    monkeypatch.setattr(TokenChanges, "_item", lambda self, at: made.append(at) or item(self, at))
    workspace.undo_redo.undo()
    assert token_tags(project, n - 1) == ["B-DRUG"]
    assert not reported, "the current sentence shows it"
    assert len(made) < n


def test_a_refusal_is_an_error(workspace, messages) -> None:
    workspace.session.saving.read_only = True
    workspace.labeller.label(DRUG)
    workspace.acceptance.accept()
    assert [kind for _, kind in messages] == ["error", "error"]
    assert workspace.caret.sentence_index == 0


STEPS = {
    "label": lambda workspace: workspace.labeller.label(1),
    "no label": lambda workspace: workspace.labeller.no_label(),
    "not this": lambda workspace: workspace.labeller.forbid(1),
}


@pytest.mark.parametrize("step", list(STEPS))
@pytest.mark.parametrize("elsewhere", [(0, 0), (0, 4), (1, 2)])
def test_undo_and_redo_select_the_words_that_they_change(workspace, step, elsewhere) -> None:
    workspace.caret.select(2, 3)
    STEPS[step](workspace)
    for act in (workspace.undo_redo.undo, workspace.undo_redo.redo) * 2:
        workspace.caret.go_to(*elsewhere)
        act()
        assert where(workspace) == (0, 2, 3)


def test_undo_of_a_clearing_selects_what_bears_its_label_again(workspace) -> None:
    workspace.caret.select(1, 2)
    workspace.labeller.label(1)
    workspace.labeller.clear()
    workspace.caret.select(4, 4)
    workspace.undo_redo.undo()
    assert where(workspace) == (0, 1, 2)


def test_undo_of_a_longer_span_selects_the_span_as_it_was(workspace) -> None:
    workspace.caret.select(1, 2)
    workspace.labeller.label(1)
    workspace.spans.grow_end()
    assert where(workspace) == (0, 1, 3)
    workspace.undo_redo.undo()
    assert where(workspace) == (0, 1, 2)
    workspace.undo_redo.redo()
    assert where(workspace) == (0, 1, 3)


@pytest.mark.parametrize("step", ["accept", "skip"])
def test_undo_of_an_acceptance_selects_what_was_selected(workspace, step) -> None:
    workspace.caret.select(3, 2)
    getattr(workspace.acceptance, step)()
    assert workspace.caret.sentence_index != 0
    workspace.undo_redo.undo()
    assert where(workspace) == (0, 2, 3)


def test_undo_of_an_earlier_acceptance_goes_to_its_first_token(workspace) -> None:
    workspace.acceptance.accept()
    again = Workspace(workspace.session)
    again.undo_redo.undo()
    assert where(again) == (0, 0, 0)
