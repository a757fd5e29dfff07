"""The commands of safety: the check, backups, and what is said of them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from app.jobs.projects.locations import Location, LocationKind
from app.views.controllers.safety import SafetyController
from app.views.dialogs.restore import RestoreDialog
from app.views.panels.messages import Messages
from tests.memory_projects import project_of
from tests.names_to_save import question, type_names
from tests.window_parts import QuietProject

pytestmark = pytest.mark.gui


@pytest.fixture
def controller(qtbot, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    project = QuietProject(project_of(), tmp_path / "notes.tagwright")
    controller = SafetyController(project, Messages(window), window)
    window.show()
    yield controller
    project.deleteLater()


def message(controller):
    return controller._messages.text.text()


def test_a_sound_project_is_said_to_be_so(controller):
    controller.check_project()
    (task,) = controller._project.backups.checks
    task.finished.emit("3 sentences")
    assert message(controller) == "No problems found: 3 sentences. A backup was made."


@pytest.mark.parametrize(
    ("state", "shown_text"),
    [
        ("saved", "All changes are saved"),
        ("saving", "Saving… The status bar shows when"),
    ],
)
def test_whoever_wants_to_save_hears_how_that_stands(controller, state, shown_text):
    controller._project.session.saving.state = state
    controller.report_saved()
    assert message(controller).startswith(shown_text)


def test_whoever_wants_to_save_hears_why_that_fails(controller):
    controller._project.session.saving.stop(
        "n.tagwright: the file was moved; put it back and try again"
    )
    controller.report_saved()
    shown_text = (
        "The last changes are not saved: n.tagwright: the file was moved; put it back and try again"
    )
    assert message(controller) == shown_text
    controller._messages.action.click()
    assert controller._project.storage.tries == 1


def test_damage_leads_to_the_backups(controller):
    controller._project.backups.damaged.emit("notes.tagwright: this project file is damaged")
    assert "damaged" in message(controller)
    controller._messages.action.click()
    (dialog,) = controller._window.findChildren(RestoreDialog)
    assert dialog.instead.isChecked() or not (controller._project.path.exists())


def test_a_backup_that_fails_is_told(controller):
    controller._project.backups.failed.emit("/there: the disk is too full")
    assert message(controller) == "No backup could be made. /there: the disk is too full."


def test_one_list_of_backups_at_a_time(qtbot, controller):
    for _ in range(2):
        controller.restore_backup()
    requests = []
    controller.restore_requested.connect(lambda *what: requests.append(what))
    shown = [d for d in controller._window.findChildren(RestoreDialog) if d.isVisible()]
    assert len(shown) == 1
    shown[0].restore_requested.emit(1, 2, 3)
    assert requests == [(1, 2, 3)]


@pytest.mark.parametrize("kind", LocationKind)
def test_of_a_place_it_is_said_what_can_happen_and_what_to_do(controller, kind):
    controller.report_location(Location(kind, "NAME"))
    assert "(NAME)" in message(controller) or "synced by NAME" in message(controller)
    assert "keep it in a local" in message(controller).lower()


def test_a_copy_elsewhere_is_written_and_opened(controller, monkeypatch, tmp_path):
    target = tmp_path / "safe.tagwright"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    opened = []
    controller.open_requested.connect(opened.append)
    controller.report_location(Location(LocationKind.CLOUD, "Dropbox"))
    controller._messages.action.click()
    assert controller._project.exchange.requests == [("save_copy", target)]
    controller._project.exchange.jobs[0].finished.emit(target)
    assert opened == [target]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    controller.copy_elsewhere()
    assert len(controller._project.exchange.requests) == 1


def test_everything_is_written_into_a_folder_and_that_is_said(controller, monkeypatch, tmp_path):
    target = tmp_path / "files"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    controller.export_everything()
    (task,) = controller._project.backups.checks
    task.finished.emit("3 sentences")
    assert message(controller) == f"Exported everything to {target} (3 sentences)."
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    controller.export_everything()
    assert len(controller._project.backups.checks) == 1


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_a_copy_elsewhere_gets_its_suffix_and_replaces_only_on_request(
    controller, monkeypatch, tmp_path, answer
):
    there = tmp_path / "sample.tagwright"
    there.touch()
    seen = type_names(monkeypatch, answer, tmp_path / "sample")
    controller.copy_elsewhere()
    assert seen[1] == question(there)
    requests = [("save_copy", there)] if answer == "Replace" else []
    assert controller._project.exchange.requests == requests
