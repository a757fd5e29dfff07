"""Settings of the window's process: switching of threads, memory, signals, crash handling."""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import socket
import sys
import threading
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, SignalInstance
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.qt_imports import skip_feature_checks

SWITCH_SECONDS = 0.001
"""The switch interval of threads: short, so that keys do not wait for workers."""

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""The numbers of parameters in glibc's malloc.h."""

RETURNED_BYTES = 1 << 20
"""Larger arrays are returned to the system when they are freed. Otherwise glibc adapts to keep
them: 200 MB in a project of a million tokens."""

END_SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals at the end of a session, and of the terminal that the window was started from (SIGBREAK
on Windows)."""

NORMAL_SCALE = 100

_log = logging.getLogger(__name__)


NO_DISPLAY = (
    "There is no display for the window. Start it in a graphical session; on the command line, "
    "tagwright --help lists what works without one."
)


def prepare_process() -> None:
    """Set up the process for a window with computing threads; it ends if there is no display."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform == "linux" and not any(map(os.environ.get, displays)):
        sys.exit(NO_DISPLAY)
    sys.setswitchinterval(SWITCH_SECONDS)
    skip_feature_checks()
    if sys.platform == "linux":
        # glibc only; others have no such function, or return freed memory anyway.
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_MMAP_THRESHOLD, RETURNED_BYTES)
            # Each worker's own arena would keep what its last task freed: some 5% of all memory.
            mallopt(M_ARENA_MAX, 1)


def scale(percent: int) -> None:
    """Set Qt's scale factor, unless the environment does; before Qt starts."""
    if percent != NORMAL_SCALE:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{percent / 100:g}")


def end_on_signals(owner: QObject) -> None:
    """End the event loop at one of `END_SIGNALS`, so that projects are saved and closed."""
    ours, written = socket.socketpair()
    for end in (ours, written):
        end.setblocking(False)
    # A handler runs between two steps of the interpreter, which waits for Qt meanwhile.
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read, owner)
    notifier.activated.connect(lambda: ours.recv(64))
    signal.set_wakeup_fd(written.detach(), warn_on_full_buffer=False)
    for name in END_SIGNALS:
        number = getattr(signal, name, None)
        # An ignored one stays so, as nohup wants.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: QCoreApplication.exit(0))


def catch_crashes(owner: QObject, crashed: SignalInstance) -> None:
    """Send unexpected exceptions of any thread to the log and to a signal."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        _log.error("Unexpected:", exc_info=(kind, error, trace))
        # The receiver may be deleted while the program ends.
        if isValid(owner):
            crashed.emit(f"{kind.__name__}: {error}")

    def thread_hook(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = hook
    threading.excepthook = thread_hook
