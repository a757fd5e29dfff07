"""The list of texts that are only learned from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.domain.documents import LEARNING_OPTION, YES
from app.edits.settings import change_settings
from app.formats.plain_text import BLANKS, TOKENS_OPTION
from app.jobs.importing.documents import ENCODING_OPTION, ImportOptions, Use
from app.services.task import TaskState
from app.session import Session
from app.views.dialogs import unlabelled_text
from app.views.dialogs.unlabelled_text import UnlabelledTextDialog
from app.views.panels import model_words
from crfcore.text.lines import WINDOWS_1252
from tests.local_text import named_project
from tests.step_names import undo_text


@pytest.fixture
def session(qapp):
    """The second of two documents is only learned from."""
    project = named_project(60)
    one = project.documents[2]
    layout = one.layout.with_option(LEARNING_OPTION, YES)
    project.documents[2] = replace(one, layout=layout)
    return Session(project)


@pytest.fixture
def dialog(session, qtbot):
    made = UnlabelledTextDialog(session)
    qtbot.addWidget(made)
    made.show()
    return made


def rows(dialog):
    return [dialog.view.item(row).text() for row in range(dialog.view.count())]


def test_its_sentences_are_not_shown_but_learned_from(session):
    assert session.visible.tolist() == list(range(30))
    assert session.state.progress().sentences == 30
    assert len(session.state.document_progress()) == 1


def test_texts_are_listed_and_removed(dialog, session):
    n_tokens = session.corpus.n_tokens - int(session.corpus.offsets[30])
    assert rows(dialog) == [f"more.txt · {n_tokens} tokens · Plain text"]
    dialog.remove.click()
    assert rows(dialog) == []
    assert not dialog.remove.isEnabled()
    assert undo_text(session) == "remove unlabelled text more.txt"
    session.undo()
    assert len(rows(dialog)) == 1
    assert session.visible.tolist() == list(range(30))


def test_each_text_has_the_format_that_it_was_read_in(dialog, session):
    assert dialog.other_format.isVisible()
    assert dialog.other_format.text().startswith("To read a text in another format, remove it")
    one = session.project.documents[2]
    layout = replace(one.layout, format="columns", columns=("word",))
    session.project.documents[2] = replace(one, layout=layout)
    dialog._show()
    assert rows(dialog)[0].endswith(" tokens · Column file")
    dialog.remove.click()
    assert not dialog.other_format.isVisible()


def test_it_says_when_the_model_learns_from_them(dialog, session, monkeypatch):
    n_tokens = session.corpus.n_tokens
    assert dialog.lead.text() == (
        "From 20,000 tokens on, the model also learns from text without labels. "
        f"The project has {n_tokens}."
    )
    monkeypatch.setattr(unlabelled_text, "LEAST_TOKENS", 100)
    dialog._show()
    assert dialog.lead.text() == (
        f"The model also learns from text without labels: {n_tokens} tokens now, and again "
        "whenever they have grown by 20%."
    )
    settings = replace(session.project.settings, learn_from_text=False)
    session.apply(change_settings(session.project, settings))
    assert "turned off" in dialog.lead.text()


def test_more_are_asked_for(dialog, qtbot):
    with qtbot.waitSignal(dialog.wanted):
        dialog.add.click()


def test_format_encoding_and_tokens_are_chosen_as_on_import(dialog):
    assert dialog.options() == ImportOptions(use=Use.TEXT)
    dialog.format.setCurrentIndex(dialog.format.findData("columns"))
    dialog.encoding.setCurrentIndex(dialog.encoding.findData(WINDOWS_1252))
    assert not dialog.tokens.isEnabled()
    encoding = (ENCODING_OPTION, WINDOWS_1252)
    assert dialog.options() == ImportOptions("columns", use=Use.TEXT, options=(encoding,))
    dialog.tokens.setCurrentIndex(dialog.tokens.findData(BLANKS))
    assert dialog.options().options == (encoding,), "columns have tokens of their own"
    for name in ("", "text"):
        dialog.format.setCurrentIndex(dialog.format.findData(name))
        assert dialog.tokens.isEnabled()
        chosen = ((TOKENS_OPTION, BLANKS), encoding)
        assert dialog.options() == ImportOptions("text", use=Use.TEXT, options=chosen)


def test_delete_removes_a_text(dialog, session, qtbot):
    dialog.view.setFocus()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)
    assert rows(dialog) == []
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)  # nothing is left
    session.undo()
    assert len(rows(dialog)) == 1


def test_an_import_is_followed_here(dialog):
    task = TaskState("Importing")
    dialog.follow_task(task)
    assert dialog.cancel.isVisible()
    task.progress.emit(1, 4, "Reading more.txt")
    assert dialog.progress.text() == "Reading more.txt 25%"
    task.progress.emit(1, 0, "")
    assert dialog.progress.text() == "Importing…"
    task.failed.emit("more.txt: This is a picture.")
    task.ended.emit()
    assert dialog.progress.text() == "more.txt: This is a picture."
    assert not dialog.cancel.isVisible()


def test_an_import_is_cancelled_here(dialog):
    task = TaskState("Importing")
    dialog.follow_task(task)
    dialog.cancel.click()
    assert task.is_cancelled
    assert not dialog.add.isEnabled()
    task.cancelled.emit()
    task.ended.emit()
    assert dialog.progress.text() == "Cancelled."
    assert dialog.add.isEnabled()
    dialog.cancel.click()  # over already
    dialog.remove.click()
    assert dialog.progress.text() == ""


def test_an_import_that_ends_because_nothing_can_be_saved_says_so(dialog, session):
    task = TaskState("Adding")
    dialog.follow_task(task)
    session.saving.stop("The disk is full, so this step was not saved.")
    task.cancelled.emit()
    assert "The disk is full, so this step was not saved." in dialog.progress.text()


def test_a_cancel_that_comes_too_late_hides_no_result(dialog):
    task = TaskState("Importing")
    dialog.follow_task(task)
    dialog.cancel.click()
    dialog.show_result("Added 1 text to learn from.")
    task.ended.emit()
    assert dialog.progress.text() == "Added 1 text to learn from."


def test_an_empty_list_says_what_to_do(dialog):
    assert not dialog.hint.isVisible()
    dialog.remove.click()
    assert dialog.hint.isVisible()
    assert dialog.hint.text().startswith("No texts yet. Add files")


def test_the_keyboard_is_not_lost_with_the_last_text(dialog, qtbot):
    dialog.view.setFocus()
    qtbot.waitUntil(dialog.view.hasFocus)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)
    assert dialog.add.hasFocus()


def test_files_that_were_not_added_are_listed_until_the_next_change(dialog):
    assert not dialog.troubles.isVisible()
    bad = "a.png: This is a picture; choose a text."
    dialog.show_result("Added 1 text to learn from: 9 tokens.", [bad])
    assert dialog.progress.text() == ("Added 1 text to learn from: 9 tokens. 1 file was not added:")
    assert dialog.troubles.toPlainText() == bad
    assert dialog.troubles.isVisible()
    dialog.show_result("", [bad, bad])
    assert dialog.progress.text() == "2 files were not added:"
    dialog.remove.click()
    assert not dialog.troubles.isVisible()


def test_large_texts_have_a_size_and_a_notice(dialog, monkeypatch):
    assert not dialog.notice.isVisible()
    monkeypatch.setattr(model_words, "BYTES_OF_TOKEN", 100_000)
    dialog._show()
    n_tokens = int(rows(dialog)[0].split(" · ")[1].split(" ")[0])
    assert rows(dialog)[0].endswith(
        f" tokens, about {round(n_tokens / 10)} MB in the project · Plain text"
    )
    assert dialog.notice.isVisible()
    assert dialog.notice.text() == (
        f"These texts take about {round(n_tokens / 10)} MB of the project, and of each of its "
        "backups."
    )


def test_the_last_change_of_these_texts_is_undone(dialog, session, qtbot):
    dialog.remove.click()
    assert rows(dialog) == []
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(rows(dialog)) == 1
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(dialog, Qt.Key.Key_Z, redo)
    assert rows(dialog) == []
    qtbot.keyClick(dialog, Qt.Key.Key_Z, redo)
    assert dialog.progress.text() == "There is no change of these texts to redo."
    session.undo()
    session.apply(change_settings(session.project, replace(session.project.settings, c2=3.0)))
    dialog.follow_task(TaskState("Importing"))
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.progress.text() == "Importing…", "after the import"
    dialog._end()
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.progress.text().startswith("The last change is not about these texts")
    assert session.project.settings.c2 == 3.0
