"""The question on closing: a copy is suggested elsewhere, and what fails leads back to it."""

import platformdirs
import pytest
from PySide6.QtWidgets import QFileDialog

from app.edits.sentence_flags import flag_sentence
from app.views.closing import Closing
from tests.window_language import window_in


@pytest.fixture
def documents(tmp_path, monkeypatch):
    folder = tmp_path / "documents"
    folder.mkdir()
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: folder)
    return folder


@pytest.fixture
def closing(project, project_controller, messages, window, documents):
    session = project.session
    session.apply(flag_sentence(session.project, 0))
    session.saving.stop("The disk is full.")
    closing = Closing(project, messages, project_controller.save_copy_then, window)
    closing.may_leave(lambda: None)
    return closing


def test_one_step_is_one_in_the_whole_question(closing):
    assert closing.box.text() == "The last change is not saved."
    assert "Without a copy this change is lost" in closing.box.informativeText()
    assert "Close &without it" in [button.text() for button in closing.box.buttons()]


def test_several_steps_are_several(closing, project):
    closing.box.escapeButton().click()
    session = project.session
    session.saving.set_writable()
    session.apply(flag_sentence(session.project, 1))
    session.saving.stop("The disk is full.")
    closing.may_leave(lambda: None)
    assert closing.box.text() == "The last 2 changes are not saved."
    assert "Without a copy these changes are lost" in closing.box.informativeText()
    assert "Close &without them" in [button.text() for button in closing.box.buttons()]


def test_a_copy_is_suggested_in_another_folder(closing, documents, monkeypatch):
    requests = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a: requests.append(a[2]) or ("", "")
    )
    closing.box.defaultButton().click()
    assert requests == [str(documents / "notes copy.tagwright")]
    assert closing.box is not None, "no name was chosen: it asks again"


def test_after_a_copy_that_failed_it_asks_again(closing, project, documents, monkeypatch):
    name = str(documents / "copy.tagwright")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, ""))
    closing.box.defaultButton().click()
    assert closing.box is None
    task = project.exchange.jobs[0]
    task.failed.emit("The disk is full.")
    assert "&Try again" in [button.text() for button in closing.box.buttons()]
    assert project.storage.tries == 0
    next(b for b in closing.box.buttons() if b.text() == "&Try again").click()
    assert project.storage.tries == 1


def test_the_newest_steps_are_named_and_the_same_one_in_a_row_once(closing, project):
    closing.box.escapeButton().click()
    session = project.session
    session.saving.set_writable()
    session.apply(flag_sentence(session.project, 0))
    for sentence in (1, 2):
        session.apply(flag_sentence(session.project, sentence))
    session.saving.stop("The disk is full.")
    closing.may_leave(lambda: None)
    words = "‘The patient was given 5 mg of warfarin .’"
    named = f"Not saved: “flag {words}”; “unflag {words}”; “flag {words}” × 2."
    assert named in closing.box.informativeText()
    closing.box.escapeButton().click()
    with window_in("de"):
        closing.may_leave(lambda: None)
    words = "‚The patient was given 5 mg of warfarin .‘"
    named = f"„{words} kennzeichnen“; „{words} nicht mehr kennzeichnen“; „{words} kennzeichnen“ × 2"
    assert f"Nicht gespeichert: {named}." in closing.box.informativeText()
