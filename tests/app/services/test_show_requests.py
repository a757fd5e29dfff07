from __future__ import annotations

import getpass
import os
import stat
import tempfile
import threading
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.services import show_requests as module
from app.services.show_requests import (
    MAX_TOKEN,
    ShowRequests,
    activation_token,
    address_of,
    as_token,
    ask_to_show,
    socket_folder,
)

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(os.name == "nt", reason="sockets are pipes there, without files"),
]


@pytest.fixture(autouse=True)
def session(monkeypatch):
    """Make a folder of the session whose path is short, as systems have it."""
    for name in module.TOKEN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.tagwright"
    path.write_bytes(b"a project")
    return path


@pytest.fixture
def listening(qtbot, qapp, project):
    """Listen for requests; give them and their tokens."""
    requests = ShowRequests()
    requests.tokens = []
    requests.received.connect(requests.tokens.append)
    requests.start(project)
    qtbot.waitUntil(lambda: Path(address_of(project)).exists())
    yield requests
    for task in requests.stop():
        task.wait()


class Asked(threading.Thread):
    """A second start, in a thread."""

    def __init__(self, path, seconds=60.0):
        super().__init__()
        self.path, self.seconds, self.answer = path, seconds, None
        self.start()

    def run(self):
        self.answer = ask_to_show(self.path, self.seconds)


def answer_of(qtbot, asked):
    qtbot.waitUntil(lambda: not asked.is_alive())
    return asked.answer


def test_a_window_answers_and_gets_the_token(qtbot, listening, project, monkeypatch):
    monkeypatch.setenv("DESKTOP_STARTUP_ID", "files-12_TIME345")
    assert answer_of(qtbot, Asked(project)) is True
    assert answer_of(qtbot, Asked(project)) is True
    assert listening.tokens == ["files-12_TIME345"] * 2


def test_every_path_to_the_file_leads_to_its_window(qtbot, listening, project, tmp_path):
    for name in ("symbolic.tagwright", "hard.tagwright"):
        link = tmp_path / name
        (link.symlink_to if name.startswith("s") else link.hardlink_to)(project)
        assert answer_of(qtbot, Asked(link)) is True
    assert answer_of(qtbot, Asked(tmp_path / ".." / tmp_path.name / project.name)) is True
    assert listening.tokens == [""] * 3


def test_a_copy_is_another_project(listening, project, tmp_path):
    copy = tmp_path / "copy.tagwright"
    copy.write_bytes(project.read_bytes())
    assert not ask_to_show(copy, 0.0)


def test_nobody_answers_for_a_project_that_is_closed(qtbot, listening, project):
    for task in listening.stop():
        task.wait()
    assert not Path(address_of(project)).exists()
    assert not ask_to_show(project, 0.0)


def test_a_window_that_hangs_does_not_answer(listening, project):
    # The event loop of this thread does not run meanwhile.
    assert not ask_to_show(project, 0.2)
    assert listening.tokens == []


def test_a_window_that_is_just_opening_is_waited_for(qtbot, qapp, project):
    asked = Asked(project)
    requests = ShowRequests()
    requests.start(project)
    assert answer_of(qtbot, asked) is True
    requests.stop()[0].wait()


def test_a_window_is_not_waited_for_where_none_need_be(project):
    assert not ask_to_show(project, 600.0, may_be_opening=False)


def test_a_socket_that_a_killed_process_has_left_is_replaced(qtbot, session, project):
    address = Path(address_of(project))
    address.parent.mkdir()
    left = QLocalServer()
    assert left.listen(str(session / "left"))
    os.link(session / "left", address)  # stays when the server closes
    left.close()
    assert not ask_to_show(project, 0.0)
    requests = ShowRequests()
    requests.start(project)
    assert answer_of(qtbot, Asked(project)) is True
    requests.stop()[0].wait()


@pytest.mark.parametrize("mode", [0o700, 0o755])
def test_another_program_at_the_socket_is_no_window(qtbot, project, mode):
    address = address_of(project)
    Path(address).parent.mkdir()
    Path(address).parent.chmod(mode)
    other = QLocalServer()
    sockets = []

    def greet():
        sockets.append(other.nextPendingConnection())
        sockets[-1].write(b"hello\n")

    other.newConnection.connect(greet)
    assert other.listen(address)
    assert answer_of(qtbot, Asked(project, 0.5)) is False
    # A folder that others can enter is not even asked.
    assert bool(sockets) == (mode == 0o700)
    other.close()
    for socket in sockets:
        socket.abort()


def test_only_the_user_can_reach_the_socket(listening, project):
    address = Path(address_of(project))
    assert stat.S_IMODE(address.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(address.stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("sent", [b"x" * (MAX_TOKEN + 9), b"half a line"])
def test_what_is_no_request_shows_nothing(qtbot, listening, project, sent):
    socket = QLocalSocket()
    socket.connectToServer(address_of(project))
    assert socket.waitForConnected(1_000)
    socket.write(sent)
    socket.flush()
    assert answer_of(qtbot, Asked(project)) is True  # a later request is answered
    assert listening.tokens == [""]
    # Whoever has ended, or said too much, is forgotten; half a line may still become one.
    assert len(listening._sockets) == (2 if sent.startswith(b"half") else 1)
    socket.abort()


@pytest.mark.parametrize("token", ["", "a\nb", "é", "\0", "x" * MAX_TOKEN])
def test_a_bad_token_is_none(token):
    assert as_token(token) == ""


def test_the_token_of_wayland_is_preferred(monkeypatch):
    monkeypatch.setenv("DESKTOP_STARTUP_ID", "x11")
    assert activation_token() == "x11"
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "wayland")
    assert activation_token() == "wayland"


def test_a_folder_of_another_user_is_not_used(monkeypatch, tmp_path, project):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(module.os, "geteuid", lambda: os.getuid() + 1)
    assert socket_folder() == tmp_path / "tagwright" / "open"
    assert module._prepared_address(project) == ""


def test_without_a_session_the_folder_is_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for named in ("", "relative", str(tmp_path / "none")):
        monkeypatch.setenv("XDG_RUNTIME_DIR", named)
        assert socket_folder() == tmp_path / "tagwright" / "open"


def test_an_address_that_is_too_long_is_none(monkeypatch, project, session):
    deep = session / ("d" * 60)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    assert address_of(project) == ""
    assert not ask_to_show(project)


def test_a_file_that_is_gone_has_no_address(project):
    project.unlink()
    assert address_of(project) == ""


def test_on_windows_the_pipe_has_the_name_of_the_user(monkeypatch, project):
    monkeypatch.setattr(module.sys, "platform", "win32")
    names = []
    for user in ("ann", "ben"):
        monkeypatch.setattr(getpass, "getuser", lambda user=user: user)
        names.append(module._prepared_address(project))
    assert len(set(names)) == 2
    assert all(name.startswith("tagwright-") and os.sep not in name for name in names)
