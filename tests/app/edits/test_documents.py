from __future__ import annotations

from app.edits.documents import remove_document, rename_document, restore_document
from app.session import Session
from tests.memory_projects import project_of
from tests.step_names import undo_text


def test_a_document_is_renamed_removed_and_brought_back() -> None:
    project = project_of()
    session = Session(project)
    session.apply(rename_document(project, 1, "letters"))
    assert project.documents[1].name == "letters"
    session.apply(remove_document(project, 1))
    assert not len(session.visible)
    session.apply(restore_document(project, 1))
    assert session.visible.tolist() == [0, 1, 2]
    session.undo()
    session.undo()
    assert session.visible.tolist() == [0, 1, 2]
    assert undo_text(session) == "rename notes.txt to letters"


def test_what_is_so_already_is_no_step() -> None:
    project = project_of()
    assert rename_document(project, 1, "notes.txt").empty
    assert restore_document(project, 1).empty
