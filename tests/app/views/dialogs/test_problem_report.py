"""The dialog of the report: what is shown is what is copied and saved."""

import pytest
from PySide6.QtGui import QGuiApplication

from app.services.task import TaskState
from app.views.dialogs.problem_report import ProblemReportDialog


@pytest.fixture
def task(qapp):
    return TaskState("report")


@pytest.fixture
def dialog(qtbot, task):
    dialog = ProblemReportDialog(task)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_nothing_can_be_saved_before_the_report_is_there(dialog):
    assert not dialog.save.isEnabled()
    assert not dialog.copy.isEnabled()
    assert dialog.text.isReadOnly()
    assert dialog.text.placeholderText()


def test_the_report_is_copied_and_saved_as_it_was_changed(qtbot, dialog, task):
    task.finished.emit("one\ntwo\nthree")
    assert dialog.text.toPlainText() == "one\ntwo\nthree"
    dialog.text.setPlainText("one\nthree")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "one\nthree"
    assert dialog.copy.text() == "Copied"
    with qtbot.waitSignal(dialog.save_requested) as seen:
        dialog.save.click()
    assert seen.args == ["one\nthree"]
    dialog.text.setPlainText("other")
    assert dialog.copy.text() == "&Copy", "the clipboard has another text"
    dialog.text.clear()
    assert not dialog.save.isEnabled()


def test_a_failure_is_told(dialog, task):
    task.failed.emit("The disk is gone.")
    assert dialog.text.placeholderText() == "The disk is gone."
