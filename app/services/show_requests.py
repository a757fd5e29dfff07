"""A second start of the program asks the window that has the project to come to the front.

The window of each open project listens on a local socket: a file in a folder of the user alone, or
a named pipe on Windows. Its name is that of the project file, whatever path leads to it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from PySide6.QtCore import QObject, Signal

from app.services.task import TaskState
from crfcore.private_folders import is_ours_alone, is_private

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

ANSWER_SECONDS = 3.0
"""How long a second start waits for a window that is still opening, or does not answer."""

POLL_SECONDS = 0.02

ANSWER = b"shown\n"

MAX_TOKEN = 1_024
"""Characters; those of desktops have about a hundred."""

MAX_ADDRESS = 80
"""Bytes of a socket's path: systems allow 104 or more, and Qt adds some while it makes it."""

TOKEN_VARIABLES = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Where desktops put the right to come to the front: for Wayland, and for X11."""

_log = logging.getLogger(__name__)


class ShowRequests(QObject):
    """Listens for requests to show the window of a project.

    Signals
    -------
    received : str
        Show the window; the token of the desktop that allows it, or "".
    """

    received = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._sockets: list[QLocalSocket] = []
        self._task: TaskState | None = None
        self._closed = False

    def start(self, project: Path) -> None:
        """Listen for requests to show a project that this process has open."""
        self._task = TaskState("requests to show the window", self)
        self._task.finished.connect(self._listen)
        self._task.failed.connect(lambda reason: _log.info("No requests to show it: %s", reason))
        self._task.start(lambda _: _prepared_address(project))

    def stop(self) -> list[TaskState]:
        """Stop listening; return the tasks to wait for."""
        self._closed = True
        if self._server is not None:
            self._server.close()
            # While all of them are there: a socket that is deleted with its server would still
            # send signals.
            for socket in self._sockets:
                socket.abort()
            self._forget_ended()
        return [] if self._task is None else [self._task]

    def _listen(self, address: str) -> None:
        if self._closed or not address:
            return
        from PySide6.QtNetwork import QLocalServer

        self._server = server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._take_connections)
        # A process that was killed, or does not answer, has left a file of this name: projects are
        # locked, and those that cannot be written were asked for.
        QLocalServer.removeServer(address)
        if not server.listen(address):
            _log.info("%s: no requests to show the window (%s).", address, server.errorString())

    def _take_connections(self) -> None:
        server = self._server
        while server is not None and (socket := server.nextPendingConnection()) is not None:
            self._sockets.append(socket)
            socket.readyRead.connect(self._answer)
        self._answer()

    def _answer(self) -> None:
        """Answer complete lines; longer ones, and half a line, are no requests."""
        self._forget_ended()
        for socket in list(self._sockets):
            if socket.bytesAvailable() > MAX_TOKEN:
                socket.abort()
            elif socket.canReadLine():
                line = bytes(socket.readLine().data())
                socket.write(ANSWER)
                socket.flush()
                self.received.emit(as_token(line.decode("ascii", "replace")))

    def _forget_ended(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        ended = QLocalSocket.LocalSocketState.UnconnectedState
        for socket in [socket for socket in self._sockets if socket.state() is ended]:
            self._sockets.remove(socket)
            socket.deleteLater()


def ask_to_show(
    project: Path, seconds: float = ANSWER_SECONDS, *, may_be_opening: bool = True
) -> bool:
    """Ask the user's window that has a project to come to the front; return whether it answered.

    It waits, and is not for the window's thread: also for a window that may just be opening.
    """
    address = address_of(project)
    if not address:
        return False
    end = time.monotonic() + seconds
    request = f"{activation_token()}\n".encode("ascii")
    # A window that is just opening does not listen yet.
    while not (answered := _is_trusted() and _ask(address, request, end)):
        if not may_be_opening or time.monotonic() >= end:
            break
        time.sleep(POLL_SECONDS)
    return answered


def _is_trusted() -> bool:
    """Return whether no other user can answer, or get the token, at the address of a window."""
    return sys.platform == "win32" or is_private(socket_folder())


def _ask(address: str, request: bytes, end: float) -> bool:
    """Send a request, and wait for the answer until ``end``."""
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(0):
        return False
    socket.write(request)
    socket.flush()
    # Qt's own waiting would stop the window of this process, too: it keeps the interpreter's lock.
    while not socket.waitForReadyRead(0) and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
    return bytes(socket.readAll().data()) == ANSWER


def activation_token() -> str:
    """Return what the desktop gave this process to bring a window to the front, or ""."""
    return next(filter(None, (as_token(os.environ.get(name, "")) for name in TOKEN_VARIABLES)), "")


def as_token(text: str) -> str:
    """Return a token without the end of its line, or "" if it cannot be one."""
    token = text.strip()
    return token if token.isascii() and token.isprintable() and len(token) < MAX_TOKEN else ""


def address_of(project: Path) -> str:
    """Return the name of the socket of a project, or "" if there can be none.

    It names the file on its disk, to which several paths may lead: links, and other spellings.
    """
    try:
        status = project.stat()
    except (OSError, ValueError):
        return ""
    digest = hashlib.sha256(f"{status.st_dev} {status.st_ino}".encode()).hexdigest()[:24]
    if sys.platform == "win32":
        import getpass

        # Pipes of all users have their names in one place.
        user = hashlib.sha256(getpass.getuser().encode()).hexdigest()[:8]
        return f"tagwright-{user}-{digest}"
    address = str(socket_folder() / digest)
    return address if len(os.fsencode(address)) <= MAX_ADDRESS else ""


def socket_folder() -> Path:
    """Return the folder of the sockets: that of the session, or else in the user's cache."""
    session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if session.is_absolute() and _is_ours(session):  # after `su` it may be another user's
        return session / "tagwright"
    return platformdirs.user_cache_path("tagwright") / "open"


def _is_ours(folder: Path) -> bool:
    try:
        return hasattr(os, "geteuid") and folder.stat().st_uid == os.geteuid()
    except OSError:
        return False


def _prepared_address(project: Path) -> str:
    """Return the address to listen at, when its folder is there and nobody else's."""
    import PySide6.QtNetwork  # noqa: F401 - loaded here, so that the window does not wait for it

    address = address_of(project)
    if not address or sys.platform == "win32":
        return address
    folder = socket_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return address if is_ours_alone(folder) else ""
