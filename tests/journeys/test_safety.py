"""A disk that fills up, a file that is taken away, a file that breaks: a sentence, and no loss."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from shiboken6 import isValid

from app import preferences
from app.application import build
from app.jobs.backups import backups_of
from app.jobs.create_project import create_sample
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.storage.errors import DiskFullError
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
        if session.saving.read_only:
            return
        wait_for(lambda: session.saving.state != "saving", "the step is saved or refused")
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
            shown = digest(sitting.project.session.project)
            assert shown != watch.state()
            ballast.unlink()
            QTest.mouseClick(sitting.window.messages.action, Qt.MouseButton.LeftButton)
            session = sitting.project.session
            wait_for(lambda: not session.saving.read_only, "the project can be written again")
            assert digest(session.project) == watch.state() == shown
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
        end = digest(sitting.project.session.project)
        assert end != watch.state()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
        sitting.player.press(Key.Key_S, CONTROL | SHIFT)
        wait_for(copy.exists, "the copy")
        assert in_file(copy) == end


def test_whoever_saves_hears_that_the_file_was_taken_away(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "sample.tagwright", tmp_path / "elsewhere.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        session = sitting.project.session
        sitting.player.press(Key.Key_S, CONTROL)
        wait_for(lambda: "All changes are saved" in told(sitting), "all is well")
        path.rename(elsewhere)
        sitting.player.press(Key.Key_S, CONTROL)
        wait_for(lambda: session.saving.state == "failed", "the file is missed")
        sitting.player.press(Key.Key_S, CONTROL)
        assert "moved, replaced or deleted" in told(sitting)
        assert "put it back and try again" in told(sitting)
        assert "room" not in told(sitting)
        elsewhere.rename(path)
        QTest.mouseClick(sitting.window.messages.action, Qt.MouseButton.LeftButton)
        wait_for(lambda: session.saving.state == "saved", "the file is there again")
        sitting.player.press(Key.Key_2)
        wait_for(lambda: session.saving.state == "saved", "the next step is saved")
        end = digest(session.project)
    assert in_file(path) == end


def test_a_file_that_is_overwritten_is_told_and_left_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, other = tmp_path / "sample.tagwright", tmp_path / "other.tagwright"
    create_sample(path)
    create_sample(other)
    with ProjectFile.open(other) as file:
        file.write_model(1, bytes(10_000), {})
        end = digest(file.load())
    sitting = Sitting(path)
    label_until_saved(sitting)
    path.write_bytes(other.read_bytes())
    label_until_refused(sitting)
    assert "overwritten while it was open" in told(sitting)
    assert "newest backup" in told(sitting)
    sitting.window.close()
    box = sitting.window.controllers.closing.box
    assert box is not None
    press_button(box, Key.Key_W)
    window = sitting.window
    wait_for(lambda: not window.isVisible(), "the window closes")
    assert not sitting.application.close()
    assert "the last steps were not saved" in caplog.text
    assert path.read_bytes() == other.read_bytes()
    assert in_file(path) == end


def label_until_saved(sitting: Sitting) -> None:
    session = sitting.project.session
    sitting.player.press(Key.Key_2)
    wait_for(lambda: session.saving.state == "saved", "the step is saved")


def label_and_close(sitting: Sitting, n_steps: int) -> QMessageBox:
    """Say things without a pause, close the window, and return what it asks."""
    for _ in range(n_steps):
        sitting.player.press(Key.Key_2)
        sitting.player.press(Key.Key_PageDown)
    sitting.window.close()
    wait_for(lambda: sitting.window.controllers.closing.box is not None, "the window asks")
    box = sitting.window.controllers.closing.box
    assert box is not None
    assert sitting.window.isVisible()
    return box


def press_button(box: QMessageBox, letter: Qt.Key) -> None:
    wait_for(box.isActiveWindow, "the question takes keys")
    QTest.keyClick(box, letter, Qt.KeyboardModifier.AltModifier)


def save_elsewhere(sitting: Sitting, box: QMessageBox, copy: Path) -> str:
    """Press Enter in the question and wait for the window to go; return what it showed."""
    shown = digest(sitting.project.session.project)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
        QTest.keyClick(box, Key.Key_Return)
        window = sitting.window
        wait_for(lambda: not isValid(window) or not window.isVisible(), "the window closes")
    return shown


def test_closing_on_a_full_disk_asks_and_a_copy_elsewhere_has_every_step(tmp_path: Path) -> None:
    copy = tmp_path / "copy.tagwright"
    with small_disk(tmp_path, "4m") as disk:
        path = disk / "sample.tagwright"
        create_sample(path)
        sitting = Sitting(path)
        watch = Watch(sitting)
        fill(disk / "ballast")
        box = label_and_close(sitting, 40)
        assert "not saved" in box.text()
        assert "the disk is full" in box.informativeText()
        shown = save_elsewhere(sitting, box, copy)
        sitting.close()
        assert shown != watch.state()
        assert in_file(copy) == shown
        (disk / "ballast").unlink()
        assert in_file(path) == watch.state()


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Keep steps from being written until the event is set, and then refuse them."""
    go_on = threading.Event()
    write = ProjectFile.write_edit

    def refuse(file: ProjectFile, *arguments: Any) -> None:
        if file.path.name != "sample.tagwright":
            write(file, *arguments)
            return
        go_on.wait()
        raise DiskFullError(file.path, "the disk is full, so this step was not saved")

    monkeypatch.setattr(ProjectFile, "write_edit", refuse)
    return go_on


def test_forty_steps_on_their_way_to_a_full_disk_are_not_lost_by_closing(
    tmp_path: Path, stuck: threading.Event
) -> None:
    path, copy = tmp_path / "sample.tagwright", tmp_path / "elsewhere" / "copy.tagwright"
    copy.parent.mkdir()
    create_sample(path)
    sitting = Sitting(path)
    session = sitting.project.session
    for _ in range(40):
        sitting.player.press(Key.Key_2)
        sitting.player.press(Key.Key_PageDown)
    n_steps = session.saving.n_unsaved
    assert n_steps > 30
    sitting.window.close()
    assert sitting.window.isVisible()
    assert "Saving the last changes" in told(sitting)
    stuck.set()
    closing = sitting.window.controllers.closing
    wait_for(lambda: closing.box is not None, "the window asks")
    assert closing.box is not None
    assert closing.box.text() == f"The last {n_steps} changes are not saved."
    shown = save_elsewhere(sitting, closing.box, copy)
    sitting.close()
    assert in_file(copy) == shown


def test_whoever_stays_keeps_the_window_and_every_step(
    tmp_path: Path, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    stuck.set()
    with Sitting(path) as sitting:
        session = sitting.project.session
        box = label_and_close(sitting, 3)
        shown = digest(session.project)
        QTest.keyClick(box, Key.Key_Escape)
        wait_for(lambda: sitting.window.controllers.closing.box is None, "the question goes")
        assert sitting.window.isVisible()
        assert digest(session.project) == shown
        monkeypatch.undo()
        sitting.window.close()
        again = sitting.window.controllers.closing.box
        assert again is not None
        press_button(again, Key.Key_T)
        window = sitting.window
        wait_for(lambda: not window.isVisible(), "all is saved, and the window closes")
    assert in_file(path) == shown


def test_steps_are_given_up_only_by_hand(
    tmp_path: Path, stuck: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    stuck.set()
    sitting = Sitting(path)
    watch = Watch(sitting)
    box = label_and_close(sitting, 3)
    press_button(box, Key.Key_W)
    window = sitting.window
    wait_for(lambda: not window.isVisible(), "the window closes")
    assert not sitting.application.close()
    assert "the last steps were not saved" in caplog.text
    assert in_file(path) == watch.state()


def test_another_project_takes_the_place_only_when_every_step_is_saved(
    tmp_path: Path, stuck: threading.Event
) -> None:
    path, other = tmp_path / "sample.tagwright", tmp_path / "other.tagwright"
    copy = tmp_path / "copy.tagwright"
    create_sample(path)
    create_sample(other)
    with Sitting(path) as sitting:
        sitting.player.press(Key.Key_2)
        sitting.application.open(other)
        stuck.set()
        wait_for(lambda: sitting.window.controllers.closing.box is not None, "the window asks")
        box = sitting.window.controllers.closing.box
        assert box is not None
        shown = save_elsewhere(sitting, box, copy)
        application = sitting.application
        wait_for(
            lambda: application.project is not None and application.project.path == other,
            "the other project",
        )
    assert in_file(copy) == shown


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
