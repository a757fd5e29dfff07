"""Text from the clipboard as a document, and several files at once: it is asked one time."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication

from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit
from app.views.controllers import exchange as exchange_controller
from app.views.controllers.exchange import ExchangeController
from app.views.dialogs.import_options import ImportDialog


@pytest.fixture
def controller(project, project_controller, messages, files, window):
    return ExchangeController(project, project_controller, messages, files, window)


@pytest.fixture
def clipboard(qapp):
    clipboard = QGuiApplication.clipboard()
    yield clipboard
    clipboard.clear()


def dialogs(window):
    return [one for one in window.findChildren(ImportDialog) if one.isVisible()]


def test_a_clipboard_without_data_is_no_error(controller, messages, monkeypatch):
    monkeypatch.setattr(QGuiApplication.clipboard(), "mimeData", lambda: None)
    controller.paste_text()
    assert "no text to paste" in messages.text.text()


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_without_text_it_says_so(controller, project, messages, clipboard, text):
    clipboard.setText(text)
    controller.paste_text()
    assert "no text to paste" in messages.text.text()
    assert project.exchange.requests == []


def test_a_picture_is_no_text(controller, project, messages, clipboard):
    data = QMimeData()
    data.setData("image/x-odd", b"\x89")
    clipboard.setMimeData(data)
    controller.paste_text()
    assert "no text to paste" in messages.text.text()


def test_too_much_is_left_to_a_file(controller, project, messages, clipboard, monkeypatch):
    monkeypatch.setattr(exchange_controller, "MAX_PASTED", 10)
    clipboard.setText("Rex slept.\n" * 2)
    controller.paste_text()
    assert "22 characters, and up to 10" in messages.text.text()
    assert project.exchange.requests == []


def test_it_is_asked_how_a_text_is_to_be_read(controller, project, window, clipboard, tmp_path):
    clipboard.setText("Rex slept. Rex ate.")
    controller.paste_text()
    assert project.exchange.requests == [("keep_text", "Pasted text 1", "Rex slept. Rex ate.")]
    path = tmp_path / "Pasted text 1"
    path.write_text("Rex slept. Rex ate.", encoding="utf-8")
    project.exchange.jobs[0].finished.emit(path)
    (dialog,) = dialogs(window)
    assert controller._files.folder == project.path.parent, "the next file is looked for elsewhere"
    dialog.reject()
    assert project.exchange.requests[-1] == ("drop_text", path)


def test_each_text_gets_a_name_of_its_own(controller, project, clipboard):
    document = Document(7, "Pasted text 1", 1)
    project.session.apply(
        Edit("x", "x", documents=(DocumentChange(replace(document, removed=True), document),))
    )
    clipboard.setText("Rex slept.")
    controller.paste_text()
    assert project.exchange.requests[0][1] == "Pasted text 2"


def test_files_that_were_copied_are_imported_and_asked_about_once(
    controller, project, window, clipboard, tmp_path
):
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path in paths:
        path.write_text("Rex slept.", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    clipboard.setMimeData(data)
    controller.paste_text()
    (dialog,) = dialogs(window)
    assert dialog._paths == paths
    dialog.reject()
