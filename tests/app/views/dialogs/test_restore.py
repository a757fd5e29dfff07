"""The list of backups: what it says of each, and what is asked for by keys alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from app.domain.project_contents import SavedState
from app.jobs.projects.backups import make_backup
from app.storage.project_file import ProjectFile
from app.views.dialogs.restore import RestoreDialog
from tests.project_files import retag, small_project

pytestmark = pytest.mark.gui


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "notes.tagwright"
    small_project(path)
    now = datetime.now(UTC)
    with ProjectFile.open(path) as file:
        for minutes in (90, 20):
            make_backup(path, file.database.freeze(), now=now - timedelta(minutes=minutes))
        file.database.thaw()
    return path


@pytest.fixture
def opened(qtbot):
    def show(path, **how):
        dialog = RestoreDialog(path, **how)
        qtbot.addWidget(dialog)
        dialog.requests = []
        dialog.restore_requested.connect(lambda *what: dialog.requests.append(what))
        dialog.show()
        dialog.wait()
        qtbot.waitUntil(lambda: "Reading" not in dialog._lead.text())
        return dialog

    return show


def cells(dialog, row):
    return [dialog.table.item(row, column).text() for column in range(1, 4)]


def test_the_newest_comes_first_with_what_it_holds(path, opened):
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 0, "B-LOC", 2))
    dialog = opened(path)
    assert dialog.table.rowCount() == 2
    assert cells(dialog, 0)[0] == "3 of 3"
    assert cells(dialog, 0)[2] == "1 change"
    assert "kB" in cells(dialog, 0)[1]
    assert "20 min" in dialog.note.text()
    assert dialog.note.text().endswith(
        "The later change is not in this backup; the current file keeps it."
    )
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 1, "B-LOC", 3))
    dialog = opened(path)
    assert dialog.note.text().endswith(
        "The 2 later changes are not in this backup; the current file keeps them."
    )


def test_a_backup_is_chosen_and_asked_for_by_keys(qtbot, path, opened):
    dialog = opened(path)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Down)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    ((project, backup, target),) = dialog.requests
    assert (project, target) == (path, path.with_name("notes.restored.tagwright"))
    assert backup == dialog.rows[1].backup.path


def test_the_project_itself_is_replaced_if_that_is_asked_for(path, opened):
    dialog = opened(path)
    dialog.instead.click()
    dialog.accept()
    assert dialog.requests[0][2] == path
    assert opened(path, in_place=True).instead.isChecked()


def test_an_open_project_is_asked_for_its_newest_step(path, opened):
    dialog = opened(path, saved_state=lambda: SavedState(None, 38))
    assert cells(dialog, 0)[2] == "37 changes"


def test_without_backups_the_list_says_when_they_come(tmp_path, opened):
    path = tmp_path / "new.tagwright"
    small_project(path)
    dialog = opened(path)
    assert "No backups of new.tagwright yet" in dialog._lead.text()
    assert not dialog.accept_button.isEnabled()


def test_a_broken_backup_cannot_be_chosen(path, opened):
    dialog = opened(path)
    dialog.rows[0].backup.path.write_bytes(b"broken")
    dialog = opened(path)
    assert cells(dialog, 0) == ["Unreadable", "", ""]
    assert dialog.table.currentRow() == 1
    dialog.table.setCurrentCell(0, 0)
    assert not dialog.accept_button.isEnabled()
    dialog.table.doubleClicked.emit(dialog.table.model().index(0, 0))
    assert dialog.requests == []


def test_a_project_that_is_gone_is_put_back_in_its_place(path, opened):
    path.unlink()
    dialog = opened(path)
    assert not dialog.beside.isVisible()
    assert "gone" in dialog.note.text()
    assert cells(dialog, 0)[2] == "All changes since then"
    dialog.accept()
    assert dialog.requests[0][2] == path


def test_of_a_damaged_project_nobody_knows_what_would_be_lost(path, opened):
    path.write_bytes(path.read_bytes()[:9000])
    dialog = opened(path)
    assert cells(dialog, 0)[2] == "All changes since then"
    assert "damaged but will be kept" in dialog.note.text()
