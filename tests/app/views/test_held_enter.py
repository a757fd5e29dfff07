"""Enter that is held down: the press that opens or changes a dialog does not confirm it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPlainTextEdit

from app.jobs.sure import sure_proposals, sure_question
from app.session import Session
from app.views.dialogs.accept_sure import AcceptSureDialog
from app.views.dialogs.sheet import Sheet
from app.views.held_enter import ENTER, HeldEnter
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def held_enter(qapp):
    watcher = HeldEnter(qapp)
    yield watcher
    watcher.deleteLater()


def press(dialog, key=Qt.Key.Key_Return, *, again=False):
    """Send a window what a keyboard sends: a press, or the repetition of one that is held."""
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "\r", again)
    QGuiApplication.sendEvent(dialog.windowHandle(), event)


def shown(dialog, qtbot):
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is dialog.windowHandle())
    return dialog


def test_enter_in_the_number_does_not_press_the_button_it_leads_to(qtbot):
    session = Session(project_of([WORDS] * 3))
    for place in range(3):
        propose(session, place, ["O"] * len(WORDS), [0.999] * len(WORDS))
    session.set_queue(np.arange(3))
    dialog = shown(AcceptSureDialog(session), qtbot)
    places = session.queue.places
    question = sure_question(session.project, session.proposals, places, 0, calibrated=False)
    dialog.show_found(sure_proposals(question, dialog.choice()))
    dialog.threshold.setFocus()
    accepted = []
    dialog.accept_wanted.connect(accepted.append)
    press(dialog)
    assert dialog.button.hasFocus()
    for _ in range(10):
        press(dialog, again=True)
    assert (len(accepted), dialog.isVisible()) == (0, True)
    press(dialog)
    assert (len(accepted), dialog.isVisible()) == (1, False)


@pytest.mark.parametrize("key", ENTER)
def test_a_dialog_is_confirmed_by_a_press_of_its_own(key, qtbot):
    sheet = Sheet("sheet", "Sheet", "A dialog")
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
    sheet = Sheet("sheet", "Sheet", "A dialog")
    text = QPlainTextEdit(sheet)
    sheet.column.addWidget(text)
    shown(sheet, qtbot)
    text.setFocus()
    press(sheet)
    press(sheet, again=True)
    assert text.toPlainText() == "\n\n"
