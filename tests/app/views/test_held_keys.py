"""Keys that are held down: the press that opens or changes a dialog does not confirm it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMessageBox, QPlainTextEdit

from app.jobs.suggestions.confident import confidence_question, confident_proposals
from app.session import Session
from app.views.dialogs.accept_confident import AcceptConfidentDialog
from app.views.held_keys import ENTER, HeldKeys
from app.views.widgets.base_dialog import BaseDialog
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def held_keys(qapp):
    watcher = HeldKeys(qapp)
    yield watcher
    watcher.deleteLater()


def press(dialog, key=Qt.Key.Key_Return, *, again=False):
    """Send a window what a keyboard sends: a press, or the repetition of one that is held."""
    send(dialog, QEvent.Type.KeyPress, key, again=again)


def send(dialog, kind, key=Qt.Key.Key_Return, *, again=False, at=0):
    code = 38 if key == Qt.Key.Key_A else 36
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, code, 0, 0, "\r", again)
    event.setTimestamp(at)
    QGuiApplication.sendEvent(dialog.windowHandle(), event)


class Noted(QLineEdit):
    """Notes which presses are marked as repetitions."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.presses = []

    def keyPressEvent(self, event):
        self.presses.append(event.isAutoRepeat())


def shown(dialog, qtbot):
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is dialog.windowHandle())
    return dialog


def test_enter_in_the_number_does_not_press_the_button_it_leads_to(qtbot):
    session = Session(project_of([WORDS] * 3))
    for sentence_index in range(3):
        propose(session, sentence_index, ["O"] * len(WORDS), [0.999] * len(WORDS))
    session.set_queue(np.arange(3))
    dialog = shown(AcceptConfidentDialog(session), qtbot)
    sentence_indices = session.queue.sentence_indices
    question = confidence_question(
        session.project, session.proposals, sentence_indices, 0, calibrated=False
    )
    dialog.show_found(confident_proposals(question, dialog.choice()))
    dialog.threshold.setFocus()
    accepted = []
    dialog.accept_requested.connect(accepted.append)
    press(dialog)
    assert dialog.accept_button.hasFocus()
    for _ in range(10):
        press(dialog, again=True)
    assert (len(accepted), dialog.isVisible()) == (0, True)
    press(dialog)
    assert (len(accepted), dialog.isVisible()) == (1, False)


@pytest.mark.parametrize("key", ENTER)
def test_a_dialog_is_confirmed_by_a_press_of_its_own(key, qtbot):
    sheet = BaseDialog("sheet", "Sheet", "A dialog")
    sheet.add_buttons("Delete")
    shown(sheet, qtbot)
    press(sheet, key, again=True)
    assert sheet.isVisible()
    press(sheet, key)
    assert not sheet.isVisible()


def test_a_question_of_qt_is_not_answered_by_a_key_that_is_held(qtbot):
    box = QMessageBox()
    box.setDefaultButton(box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole))
    shown(box, qtbot)
    press(box, again=True)
    assert box.isVisible()
    press(box)
    assert not box.isVisible()


def test_a_file_is_not_named_by_a_key_that_is_held(qtbot, tmp_path):
    dialog = QFileDialog(None, "Export", str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile("a.txt")
    shown(dialog, qtbot)
    press(dialog, again=True)
    assert dialog.isVisible()
    press(dialog)
    assert not dialog.isVisible()


def test_lines_are_still_broken_by_a_key_that_is_held(qtbot):
    sheet = BaseDialog("sheet", "Sheet", "A dialog")
    text = QPlainTextEdit(sheet)
    sheet.column.addWidget(text)
    shown(sheet, qtbot)
    text.setFocus()
    press(sheet)
    press(sheet, again=True)
    assert text.toPlainText() == "\n\n"


def test_a_press_in_the_moment_of_the_release_is_a_repetition(qtbot):
    """X11 sends both for each repetition, and Qt marks it only if they arrive together."""
    field = shown(Noted(), qtbot)
    release, again = QEvent.Type.KeyRelease, QEvent.Type.KeyPress
    send(field, again, at=10)
    for moment in (700, 740):
        send(field, release, at=moment)
        send(field, again, at=moment)
    assert field.presses == [False, True, True]
    send(field, release, at=800)
    send(field, again, at=850)
    send(field, release, at=900)
    send(field, again, Qt.Key.Key_A, at=900)
    assert field.presses == [False, True, True, False, False]


def test_a_repetition_that_is_not_marked_confirms_no_dialog(qtbot):
    sheet = BaseDialog("sheet", "Sheet", "A dialog")
    sheet.add_buttons("Delete")
    shown(sheet, qtbot)
    send(sheet, QEvent.Type.KeyRelease, at=700)
    send(sheet, QEvent.Type.KeyPress, at=700)
    assert sheet.isVisible()
    send(sheet, QEvent.Type.KeyRelease, at=800)
    send(sheet, QEvent.Type.KeyPress, at=900)
    assert not sheet.isVisible()
