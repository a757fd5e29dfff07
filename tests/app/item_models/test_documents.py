"""Tests of the document list's model, with the progress of each."""

import pytest
from PySide6.QtCore import Qt

from app.domain.documents import Document
from app.edits.documents import remove_document, rename_document
from app.edits.spans import no_label
from app.item_models.documents import DocumentRole, DocumentsModel, percent
from app.session import Session
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    project = project_of([["a"], ["b"], ["c"], ["d"]])
    project.documents[2] = Document(2, "letters.txt", 1)
    project.corpus.documents[2:] = 2
    return Session(project)


@pytest.fixture
def model(session):
    return DocumentsModel(session)


def rows(model):
    return [
        (
            model.index(row).data(),
            model.index(row).data(DocumentRole.DONE),
            model.index(row).data(DocumentRole.SENTENCES),
        )
        for row in range(model.rowCount())
    ]


def test_it_is_a_sound_model(model, qtmodeltester):
    qtmodeltester.check(model)


def test_without_documents_there_is_no_row(qapp):
    project = project_of([])
    project.documents.clear()
    assert DocumentsModel(Session(project)).rowCount() == 0


def test_counts_follow_each_edit(session, model):
    assert rows(model) == [("All documents", 0, 4), ("notes.txt", 0, 2), ("letters.txt", 0, 2)]
    session.apply(no_label(session.project, 2, 0, 0))
    assert rows(model) == [("All documents", 1, 4), ("notes.txt", 0, 2), ("letters.txt", 1, 2)]
    session.undo()
    assert rows(model)[0] == ("All documents", 0, 4)


def test_removed_documents_are_not_listed(session, model):
    session.apply(remove_document(session.project, 1))
    assert rows(model) == [("All documents", 0, 2), ("letters.txt", 0, 2)]
    assert model.row_of(1) == 0
    assert model.row_of(2) == 1


def test_a_typed_name_is_asked_for_and_then_shown(session, model, qtbot):
    index = model.index(2)
    with qtbot.waitSignal(model.renamed) as seen:
        assert model.setData(index, "  post.txt ")
    assert seen.args == [2, "post.txt"]
    session.apply(rename_document(session.project, 2, "post.txt"))
    assert model.index(2).data() == "post.txt"


@pytest.mark.parametrize("name", ["", "   "])
def test_an_empty_name_is_refused(model, qtbot, name):
    with qtbot.assertNotEmitted(model.renamed):
        assert not model.setData(model.index(1), name)


def test_all_documents_cannot_be_renamed(session, model):
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsEditable
    assert model.flags(model.index(1)) & Qt.ItemFlag.ItemIsEditable
    session.saving.read_only = True
    assert not model.flags(model.index(1)) & Qt.ItemFlag.ItemIsEditable


@pytest.mark.parametrize(
    ("done", "sentences", "text"),
    [
        (0, 10, "–"),
        (0, 0, "–"),
        (1, 1000, "under 1%"),
        (5, 1000, "1%"),
        (62, 100, "62%"),
        (999, 1000, "99%"),
        (5, 5, "100%"),
    ],
)
def test_only_everything_is_a_hundred_per_cent(done, sentences, text):
    assert percent(done, sentences) == text


def test_tokens_of_sentences_labelled_in_part_are_counted_in_the_tool_tip(qapp):
    session = Session(project_of([["a", "b", "c"], ["d", "e"]]))
    model = DocumentsModel(session)
    session.apply(no_label(session.project, 0, 1, 1))
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) == (
        "notes.txt: 0 of 2 sentences done, 1 of 5 tokens confirmed"
    )
