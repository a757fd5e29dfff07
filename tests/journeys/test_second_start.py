"""A project is opened again while a window has it: by a double click, in another process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from app.application import Application
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.services.show_requests import address_of
from tests.project_files import small_project

pytestmark = [
    pytest.mark.gui,
    pytest.mark.journey,
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(os.name == "nt", reason="a pipe has no file whose existence shows it"),
]

Start = Callable[[Path], "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def _short_session_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts the program with a project, as a file manager does."""
    started: list[subprocess.Popen[str]] = []

    def begin(path: Path) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "app", str(path)]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "notes.tagwright"
    small_project(path)
    return path


def listens(path: Path) -> bool:
    return Path(address_of(path)).exists()


def ended(process: subprocess.Popen[str]) -> None:
    """Wait until a start has ended by itself, without a window and without a word."""
    wait_for(lambda: process.poll() is not None, "the second start ends")
    assert (process.returncode, process.communicate()[1]) == (0, "")


def test_a_second_start_shows_the_window_that_has_the_project(
    project: Path, tmp_path: Path, start: Start
) -> None:
    with GuiSession(project) as gui_session:
        wait_for(lambda: listens(project), "requests are listened for")
        gui_session.window.showMinimized()
        wait_for(gui_session.window.isMinimized, "the window is minimised")
        link = tmp_path / "link.tagwright"
        link.symlink_to(project)
        ended(start(link))
        window = gui_session.window
        wait_for(lambda: not window.isMinimized(), "the window is shown")
        wait_for(lambda: QGuiApplication.focusWindow() is window.windowHandle(), "the focus")
        assert gui_session.application.window is window
    assert not listens(project)


def test_a_window_with_another_project_stays_and_reports_it(
    project: Path, tmp_path: Path, start: Start
) -> None:
    other = tmp_path / "other.tagwright"
    small_project(other)
    start(other)
    wait_for(lambda: listens(other), "the other process has opened its project")
    with GuiSession(project) as gui_session:
        application: Application = gui_session.application
        # As a project that is dropped on the window.
        gui_session.window.controllers.exchange.take_files([other])
        messages = gui_session.window.messages
        wait_for(lambda: messages.message is not None, "the report")
        assert messages.message is not None
        assert messages.message.text == (
            "other.tagwright is open in another window, which was brought to the front."
        )
        assert application.project is gui_session.project
        assert str(other) not in application.preferences.recent


def test_after_a_kill_the_project_is_opened(project: Path, start: Start) -> None:
    first = start(project)
    wait_for(lambda: listens(project), "requests are listened for")
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert listens(project), "its socket is left"
    with GuiSession(project) as gui_session:
        wait_for(lambda: gui_session.project.show_requests._server is not None, "listening")
        ended(start(project))


def test_a_window_that_hangs_leaves_the_second_start_a_message(
    project: Path, tmp_path: Path, start: Start
) -> None:
    other = tmp_path / "other.tagwright"
    small_project(other)
    first = start(project)
    wait_for(lambda: listens(project), "requests are listened for")
    first.send_signal(signal.SIGSTOP)
    try:
        with GuiSession(other) as gui_session:
            gui_session.application.open(project)
            messages = gui_session.window.messages
            wait_for(lambda: messages.message is not None, "the message")
            assert messages.message is not None
            assert "close it there first" in messages.message.text
    finally:
        first.send_signal(signal.SIGCONT)
