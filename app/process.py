"""The process of the window: how its threads take turns, how memory goes back, what ends it."""

from __future__ import annotations

import ctypes
import logging
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

SWITCH_SECONDS = 0.001
"""So often Python lets another thread go on: a key must not wait for a worker's bytecode."""

M_MMAP_THRESHOLD = -3
"""The parameter's number in glibc's malloc.h."""

RETURNED_BYTES = 1 << 20
"""An array of so many bytes goes back to the system when it is freed. Left alone, glibc learns from
the first large arrays to keep them: 200 MB in a project of a million tokens."""

_log = logging.getLogger(__name__)


def prepare_process() -> None:
    """Set the process up for a window beside threads that compute much."""
    sys.setswitchinterval(SWITCH_SECONDS)
    if sys.platform == "linux":
        # glibc only; elsewhere there is no such function, or freed memory goes back anyway.
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_MMAP_THRESHOLD, RETURNED_BYTES)


def catch_crashes(owner: QObject, crashed: SignalInstance) -> None:
    """Send what nobody expected, on any thread, to the log and to a signal of an object."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        _log.error("Unexpected:\n%s", text)
        # While the program ends there may be nobody left to tell.
        if isValid(owner):
            crashed.emit(f"{kind.__name__}: {error}")

    def thread_hook(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = hook
    threading.excepthook = thread_hook
