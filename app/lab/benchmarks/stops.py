"""The longest time in which the window handles neither keys nor timers."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer

from app.domain.confident_proposals import ConfidenceChoice, ConfidentProposals
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for

BEAT_MILLISECONDS = 1
"""Interval of checks that the window responds."""

SAVED_SECONDS = 600.0

CONTROL = Qt.KeyboardModifier.ControlModifier


class Heartbeat:
    """A timer in the window's event loop, with its longest pause."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(interval=BEAT_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def stop(self) -> float:
        """Stop, and return the longest time between two beats, in seconds."""
        self._timer.stop()
        return max(self.longest, time.perf_counter() - self._last)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def watched(gui_session: GuiSession, act: Callable[[], object]) -> tuple[float, float]:
    """Return the longest pause from an action until it is painted, and the time to save."""
    session = gui_session.project.session
    wait_for(lambda: session.saving.state == "saved", "everything is saved", SAVED_SECONDS)
    gui_session.settle()
    revision = session.revision
    heart, began = Heartbeat(), time.perf_counter()
    act()
    wait_for(
        lambda: session.revision > revision and session.saving.state == "saved",
        "the step is saved",
        SAVED_SECONDS,
    )
    saved = time.perf_counter() - began
    gui_session.settle()
    return heart.stop(), saved


def accept_everything(gui_session: GuiSession) -> dict[str, float]:
    """Accept all suggestions, as the dialog does, then undo and redo it."""
    confident, player = gui_session.project.confident, gui_session.player
    found: list[ConfidentProposals] = []
    confident.found.connect(found.append)
    looking, _ = watched_until(lambda: confident.look(ConfidenceChoice(0.0)), lambda: bool(found))
    confident.found.disconnect(found.append)
    accepted, accept_saved = watched(gui_session, lambda: confident.accept(found[-1]))
    undone, undo_saved = watched(gui_session, lambda: player.press(Qt.Key.Key_Z, CONTROL))
    redone, redo_saved = watched(gui_session, lambda: player.press(Qt.Key.Key_Y, CONTROL))
    return {
        "accepted_sentences": len(found[-1].sentence_indices),
        "look_for_sure_longest_stop_seconds": looking,
        "accept_everything_longest_stop_seconds": accepted,
        "accept_everything_saved_seconds": accept_saved,
        "undo_everything_longest_stop_seconds": undone,
        "undo_everything_saved_seconds": undo_saved,
        "redo_everything_longest_stop_seconds": redone,
        "redo_everything_saved_seconds": redo_saved,
    }


def watched_until(act: Callable[[], object], done: Callable[[], bool]) -> tuple[float, float]:
    """Return the longest pause from an action until a condition holds, and the whole time."""
    heart, began = Heartbeat(), time.perf_counter()
    act()
    wait_for(done, "an answer", SAVED_SECONDS)
    return heart.stop(), time.perf_counter() - began
