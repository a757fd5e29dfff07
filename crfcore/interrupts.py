"""Ctrl+C that was raised but that other code swallowed.

numpy and the finalisers of objects drop a KeyboardInterrupt that is raised inside of them. A
program that notes each one in its signal handler gives `watch` its note; what then writes files, or
reports progress, asks `raise_if_lost`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

_notes: list[Callable[[], bool]] = []


def watch(note: Callable[[], bool]) -> None:
    """Let `raise_if_lost` ask a function that returns whether there was an interrupt."""
    _notes[:] = [note]


def is_noted() -> bool:
    """Return whether there was an interrupt, whatever has become of its exception."""
    return any(note() for note in _notes)


def raise_if_lost() -> None:
    """Raise KeyboardInterrupt if there was an interrupt and nothing handles it now.

    What is written while an interrupt is handled, such as a checkpoint, is written as usual. Only
    in the main thread, which gets the interrupts.
    """
    if not is_noted():
        return
    if threading.current_thread() is threading.main_thread() and not _is_handled():
        raise KeyboardInterrupt


def _is_handled() -> bool:
    """Return whether an interrupt, or what was raised in its place, is being handled."""
    error = sys.exception()
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
