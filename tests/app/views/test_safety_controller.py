"""The commands of safety: the check, backups, and what is said of them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from app.jobs.locations import Location, LocationKind
from app.views.dialogs.restore import RestoreDialog
from app.views.panels.messages import Messages
from app.views.safety_controller import SafetyController
from tests.memory_projects import project_of
from tests.window_parts import QuietProject

pytestmark = pytest.mark.gui


@pytest.fixture
def desk(qtbot, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    project = QuietProject(project_of(), tmp_path / "notes.tagwright")
    desk = SafetyController(project, Messages(window), window)
    window.show()
    yield desk
    project.deleteLater()


def message(desk):
    return desk._messages.text.text()


def test_a_sound_project_is_said_to_be_so(desk):
    desk.check_project()
    (task,) = desk._project.backups.checks
    task.finished.emit("3 sentences")
    assert message(desk) == "No problems found: 3 sentences. A backup was made."


@pytest.mark.parametrize(
    ("state", "shown_text"),
    [
        ("saved", "All changes are saved"),
        ("saving", "Saving… The status bar shows when"),
    ],
)
def test_whoever_wants_to_save_hears_how_that_stands(desk, state, shown_text):
    desk._project.session.saving.state = state
    desk.report_saved()
    assert message(desk).startswith(shown_text)


def test_whoever_wants_to_save_hears_why_that_fails(desk):
    desk._project.session.saving.stop("n.tagwright: the file was moved; put it back and try again")
    desk.report_saved()
    shown_text = (
        "The last changes are not saved: n.tagwright: the file was moved; put it back and try again"
    )
    assert message(desk) == shown_text
    desk._messages.action.click()
    assert desk._project.storage.tries == 1


def test_damage_leads_to_the_backups(desk):
    desk._project.backups.damaged.emit("notes.tagwright: this project file is damaged")
    assert "damaged" in message(desk)
    desk._messages.action.click()
    (dialog,) = desk._window.findChildren(RestoreDialog)
    assert dialog.instead.isChecked() or not (desk._project.path.exists())


def test_a_backup_that_fails_is_told(desk):
    desk._project.backups.failed.emit("/there: the disk is too full")
    assert message(desk) == "No backup could be made. /there: the disk is too full."


def test_one_list_of_backups_at_a_time(qtbot, desk):
    for _ in range(2):
        desk.restore_backup()
    asked = []
    desk.restore_requested.connect(lambda *what: asked.append(what))
    shown = [d for d in desk._window.findChildren(RestoreDialog) if d.isVisible()]
    assert len(shown) == 1
    shown[0].restore_requested.emit(1, 2, 3)
    assert asked == [(1, 2, 3)]


@pytest.mark.parametrize("kind", LocationKind)
def test_of_a_place_it_is_said_what_can_happen_and_what_to_do(desk, kind):
    desk.report_location(Location(kind, "NAME"))
    assert "(NAME)" in message(desk) or "synced by NAME" in message(desk)
    assert "keep it in a local" in message(desk).lower()


def test_a_copy_elsewhere_is_written_and_opened(desk, monkeypatch, tmp_path):
    target = tmp_path / "safe.tagwright"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    opened = []
    desk.open_requested.connect(opened.append)
    desk.report_location(Location(LocationKind.CLOUD, "Dropbox"))
    desk._messages.action.click()
    assert desk._project.exchange.asked == [("save_copy", target)]
    desk._project.exchange.jobs[0].finished.emit(target)
    assert opened == [target]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    desk.copy_elsewhere()
    assert len(desk._project.exchange.asked) == 1


def test_everything_is_written_into_a_folder_and_that_is_said(desk, monkeypatch, tmp_path):
    target = tmp_path / "files"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    desk.export_everything()
    (task,) = desk._project.backups.checks
    task.finished.emit("3 sentences")
    assert message(desk) == f"Exported everything to {target} (3 sentences)."
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    desk.export_everything()
    assert len(desk._project.backups.checks) == 1
