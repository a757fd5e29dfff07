"""A disk that fills up, a file that is taken away, a file that breaks: a sentence, and no loss."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app import preferences
from app.application import build
from app.benchmarks.player import wait_for
from app.benchmarks.sitting import Sitting
from app.jobs.backups import backups_of
from app.jobs.create_project import create_sample
from app.storage.project_file import ProjectFile
from app.views.dialogs.restore import RestoreDialog
from tests.journeys import journey
from tests.small_disks import small_disk
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
MOST_STEPS = 400


class Watch:
    """Notes what the window has called saved, and what the project was then."""

    def __init__(self, sitting: Sitting) -> None:
        session = sitting.project.session
        self.states = {session.revision: digest(session.project)}
        self.saved = session.revision
        session.recorded.connect(
            lambda step: self.states.update({step.revision: digest(session.project)})
        )
        sitting.project.storage.saved.connect(lambda revision: setattr(self, "saved", revision))

    def state(self) -> str:
        """Return what the project was when the window last called something saved."""
        return self.states[self.saved]


def in_file(path: Path) -> str:
    with ProjectFile.open(path) as file:
        return digest(file.load())


def told(sitting: Sitting) -> str:
    message = sitting.window.messages.message
    return message.text if message is not None else ""


def fill(ballast: Path) -> None:
    """Write a file until no room is left on its disk."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"\0" * 4096):
            pass


def label_until_refused(sitting: Sitting) -> None:
    """Say one thing after another until the project takes no more."""
    session = sitting.project.session
    for _ in range(MOST_STEPS):
        sitting.player.press(Key.Key_2)
        sitting.player.press(Key.Key_PageDown)
        if session.read_only:
            return
        wait_for(lambda: session.save_state != "saving", "the step is saved or refused")
    raise AssertionError("the project was never refused")


def test_a_disk_that_fills_up_loses_nothing_that_was_called_saved(tmp_path: Path) -> None:
    with small_disk(tmp_path, "4m") as disk:
        path = disk / "sample.tagwright"
        create_sample(path)
        with Sitting(path) as sitting:
            watch = Watch(sitting)
            ballast = disk / "ballast"
            fill(ballast)
            label_until_refused(sitting)
            assert "the disk is full" in told(sitting)
            assert digest(sitting.project.session.project) == watch.state()
            ballast.unlink()
            QTest.mouseClick(sitting.window.messages.action, Qt.MouseButton.LeftButton)
            session = sitting.project.session
            wait_for(lambda: not session.read_only, "the project can be written again")
            saved = watch.saved
            sitting.player.press(Key.Key_2)
            wait_for(lambda: watch.saved > saved, "the next step is saved")
            end = watch.state()
        assert in_file(path) == end


def test_a_file_that_is_taken_away_is_told_and_a_copy_has_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "sample.tagwright", tmp_path / "copy.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        watch = Watch(sitting)
        sitting.player.press(Key.Key_2)
        wait_for(lambda: watch.saved > 0, "the first step is saved")
        path.rename(tmp_path / "elsewhere.tagwright")
        label_until_refused(sitting)
        assert "moved, replaced or deleted" in told(sitting)
        assert "save a copy" in told(sitting)
        end = watch.state()
        assert digest(sitting.project.session.project) == end
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
        sitting.player.press(Key.Key_S, CONTROL | SHIFT)
        wait_for(copy.exists, "the copy")
        assert in_file(copy) == end


def test_a_broken_project_comes_back_by_keys_from_the_backup_of_its_closing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        watch = Watch(sitting)
        sitting.player.press(Key.Key_2)
        wait_for(lambda: watch.saved > 0, "the step is saved")
        end = watch.state()
    assert len(backups_of(path)) == 1
    broken = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(broken)
    chosen = path.with_name("preferences.json")
    preferences.save(preferences.Preferences(annotator="Ann"), chosen)
    application = build(path, preferences_path=chosen)
    wait_for(lambda: application.welcome is not None, "the welcome page tells of the damage")
    page = application.welcome
    assert page is not None
    assert "damaged" in page.messages.text.text()
    QTest.keyClick(page.messages.action, Key.Key_Space)
    dialog = journey.shown(page, RestoreDialog)
    wait_for(dialog.button.isEnabled, "the list of backups")
    QTest.keyClick(dialog, Key.Key_Return)
    wait_for(lambda: application.window is not None, "the project is open again")
    project = application.project
    assert project is not None
    assert digest(project.session.project) == end
    assert path.with_name("sample.set-aside.tagwright").read_bytes() == broken
    assert application.close()
    QApplication.processEvents()
