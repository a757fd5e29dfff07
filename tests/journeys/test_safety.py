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
from app.jobs.projects.backups import backups_of
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
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
MAX_STEPS = 400


class Watch:
    """Notes what the window has called saved, and what the project was then."""

    def __init__(self, gui_session: GuiSession) -> None:
        session = gui_session.project.session
        self.states = {session.revision: digest(session.project)}
        self.saved = session.revision
        session.recorded.connect(
            lambda step: self.states.update({step.revision: digest(session.project)})
        )
        gui_session.project.storage.saved.connect(lambda revision: setattr(self, "saved", revision))

    def state(self) -> str:
        """Return what the project was when the window last called something saved."""
        return self.states[self.saved]


def in_file(path: Path) -> str:
    with ProjectFile.open(path) as file:
        return digest(file.load())


def message_text(gui_session: GuiSession) -> str:
    message = gui_session.window.messages.message
    return message.text if message is not None else ""


def fill(ballast: Path) -> None:
    """Write a file until no room is left on its disk."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"\0" * 4096):
            pass


def label_until_refused(gui_session: GuiSession) -> None:
    """Say one thing after another until the project takes no more."""
    session = gui_session.project.session
    for _ in range(MAX_STEPS):
        gui_session.player.press(Key.Key_2)
        gui_session.player.press(Key.Key_PageDown)
        if session.saving.read_only:
            return
        wait_for(lambda: session.saving.state != "saving", "the step is saved or refused")
    raise AssertionError("the project was never refused")


def test_a_disk_that_fills_up_loses_nothing_that_was_called_saved(tmp_path: Path) -> None:
    with small_disk(tmp_path, "4m") as disk:
        path = disk / "sample.tagwright"
        create_sample(path)
        with GuiSession(path) as gui_session:
            watch = Watch(gui_session)
            ballast = disk / "ballast"
            fill(ballast)
            label_until_refused(gui_session)
            assert "The disk is full" in message_text(gui_session)
            shown = digest(gui_session.project.session.project)
            assert shown != watch.state()
            ballast.unlink()
            QTest.mouseClick(gui_session.window.messages.action, Qt.MouseButton.LeftButton)
            session = gui_session.project.session
            wait_for(lambda: not session.saving.read_only, "the project can be written again")
            assert digest(session.project) == watch.state() == shown
            saved = watch.saved
            gui_session.player.press(Key.Key_2)
            wait_for(lambda: watch.saved > saved, "the next step is saved")
            end = watch.state()
        assert in_file(path) == end


def test_a_file_that_is_taken_away_is_told_and_a_copy_has_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "sample.tagwright", tmp_path / "copy.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        watch = Watch(gui_session)
        gui_session.player.press(Key.Key_2)
        wait_for(lambda: watch.saved > 0, "the first step is saved")
        path.rename(tmp_path / "elsewhere.tagwright")
        label_until_refused(gui_session)
        assert "moved, replaced or deleted" in message_text(gui_session)
        assert "save a copy" in message_text(gui_session)
        end = digest(gui_session.project.session.project)
        assert end != watch.state()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
        gui_session.player.press(Key.Key_S, CONTROL | SHIFT)
        wait_for(copy.exists, "the copy")
        assert in_file(copy) == end


def test_whoever_saves_hears_that_the_file_was_taken_away(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "sample.tagwright", tmp_path / "elsewhere.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        gui_session.player.press(Key.Key_S, CONTROL)
        wait_for(lambda: "All changes are saved" in message_text(gui_session), "all is well")
        path.rename(elsewhere)
        gui_session.player.press(Key.Key_S, CONTROL)
        wait_for(lambda: session.saving.state == "failed", "the file is missed")
        gui_session.player.press(Key.Key_S, CONTROL)
        assert "moved, replaced or deleted" in message_text(gui_session)
        assert "put it back and try again" in message_text(gui_session)
        assert "room" not in message_text(gui_session)
        elsewhere.rename(path)
        QTest.mouseClick(gui_session.window.messages.action, Qt.MouseButton.LeftButton)
        wait_for(lambda: session.saving.state == "saved", "the file is there again")
        gui_session.player.press(Key.Key_2)
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
    gui_session = GuiSession(path)
    label_until_saved(gui_session)
    path.write_bytes(other.read_bytes())
    label_until_refused(gui_session)
    assert "overwritten while it was open" in message_text(gui_session)
    assert "newest backup" in message_text(gui_session)
    gui_session.window.close()
    box = gui_session.window.controllers.closing.box
    assert box is not None
    press_button(box, Key.Key_W)
    window = gui_session.window
    wait_for(lambda: not window.isVisible(), "the window closes")
    assert not gui_session.application.close()
    assert "the last steps were not saved" in caplog.text
    assert path.read_bytes() == other.read_bytes()
    assert in_file(path) == end


def label_until_saved(gui_session: GuiSession) -> None:
    session = gui_session.project.session
    gui_session.player.press(Key.Key_2)
    wait_for(lambda: session.saving.state == "saved", "the step is saved")


def label_and_close(gui_session: GuiSession, n_steps: int) -> QMessageBox:
    """Say things without a pause, close the window, and return what it asks."""
    for _ in range(n_steps):
        gui_session.player.press(Key.Key_2)
        gui_session.player.press(Key.Key_PageDown)
    gui_session.window.close()
    wait_for(lambda: gui_session.window.controllers.closing.box is not None, "the window asks")
    box = gui_session.window.controllers.closing.box
    assert box is not None
    assert gui_session.window.isVisible()
    return box


def press_button(box: QMessageBox, letter: Qt.Key) -> None:
    wait_for(box.isActiveWindow, "the question takes keys")
    QTest.keyClick(box, letter, Qt.KeyboardModifier.AltModifier)


def save_elsewhere(gui_session: GuiSession, box: QMessageBox, copy: Path) -> str:
    """Press Enter in the question and wait for the window to go; return what it showed."""
    shown = digest(gui_session.project.session.project)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
        QTest.keyClick(box, Key.Key_Return)
        window = gui_session.window
        wait_for(lambda: not isValid(window) or not window.isVisible(), "the window closes")
    return shown


def test_closing_on_a_full_disk_asks_and_a_copy_elsewhere_has_every_step(tmp_path: Path) -> None:
    copy = tmp_path / "copy.tagwright"
    with small_disk(tmp_path, "4m") as disk:
        path = disk / "sample.tagwright"
        create_sample(path)
        gui_session = GuiSession(path)
        watch = Watch(gui_session)
        fill(disk / "ballast")
        box = label_and_close(gui_session, 40)
        assert "not saved" in box.text()
        assert "The disk is full" in box.informativeText()
        shown = save_elsewhere(gui_session, box, copy)
        gui_session.close()
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
    gui_session = GuiSession(path)
    session = gui_session.project.session
    for _ in range(40):
        gui_session.player.press(Key.Key_2)
        gui_session.player.press(Key.Key_PageDown)
    n_steps = session.saving.n_unsaved
    assert n_steps > 30
    gui_session.window.close()
    assert gui_session.window.isVisible()
    assert "Saving the last changes" in message_text(gui_session)
    stuck.set()
    closing = gui_session.window.controllers.closing
    wait_for(lambda: closing.box is not None, "the window asks")
    assert closing.box is not None
    assert closing.box.text() == f"The last {n_steps} changes are not saved."
    shown = save_elsewhere(gui_session, closing.box, copy)
    gui_session.close()
    assert in_file(copy) == shown


def test_whoever_stays_keeps_the_window_and_every_step(
    tmp_path: Path, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    stuck.set()
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        box = label_and_close(gui_session, 3)
        shown = digest(session.project)
        QTest.keyClick(box, Key.Key_Escape)
        wait_for(lambda: gui_session.window.controllers.closing.box is None, "the question goes")
        assert gui_session.window.isVisible()
        assert digest(session.project) == shown
        monkeypatch.undo()
        gui_session.window.close()
        again = gui_session.window.controllers.closing.box
        assert again is not None
        press_button(again, Key.Key_T)
        window = gui_session.window
        wait_for(lambda: not window.isVisible(), "all is saved, and the window closes")
    assert in_file(path) == shown


def test_steps_are_given_up_only_by_hand(
    tmp_path: Path, stuck: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    stuck.set()
    gui_session = GuiSession(path)
    watch = Watch(gui_session)
    box = label_and_close(gui_session, 3)
    press_button(box, Key.Key_W)
    window = gui_session.window
    wait_for(lambda: not window.isVisible(), "the window closes")
    assert not gui_session.application.close()
    assert "the last steps were not saved" in caplog.text
    assert in_file(path) == watch.state()


def test_another_project_takes_the_place_only_when_every_step_is_saved(
    tmp_path: Path, stuck: threading.Event
) -> None:
    path, other = tmp_path / "sample.tagwright", tmp_path / "other.tagwright"
    copy = tmp_path / "copy.tagwright"
    create_sample(path)
    create_sample(other)
    with GuiSession(path) as gui_session:
        gui_session.player.press(Key.Key_2)
        gui_session.application.open(other)
        stuck.set()
        wait_for(lambda: gui_session.window.controllers.closing.box is not None, "the window asks")
        box = gui_session.window.controllers.closing.box
        assert box is not None
        shown = save_elsewhere(gui_session, box, copy)
        application = gui_session.application
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
    with GuiSession(path) as gui_session:
        watch = Watch(gui_session)
        gui_session.player.press(Key.Key_2)
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
    wait_for(dialog.accept_button.isEnabled, "the list of backups")
    QTest.keyClick(dialog, Key.Key_Return)
    wait_for(lambda: application.window is not None, "the project is open again")
    project = application.project
    assert project is not None
    assert digest(project.session.project) == end
    assert path.with_name("sample.set-aside.tagwright").read_bytes() == broken
    assert application.close()
    QApplication.processEvents()
