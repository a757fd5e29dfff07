"""Session that records the paint of keys from `key_sender`.

Run as a module, with a project, a number of keys, and rates; ``--progress`` at the end opens the
progress panel first. It prints one JSON object.
"""

from __future__ import annotations

import json
import mmap
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.key_sender import RECORD
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.scrolling import scroll_frames
from app.process import prepare_process
from crfcore.machine import peak_memory

PROGRESS = "--progress"
TRAINING_SECONDS = 600.0
PAINT_SECONDS = 60.0

Key = Qt.Key
PLAIN = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier

KEYS = (
    (Key.Key_Right, PLAIN),
    (Key.Key_Right, SHIFT),
    (Key.Key_1, PLAIN),
    (Key.Key_Right, PLAIN),
    (Key.Key_2, PLAIN),
    (Key.Key_Right, PLAIN),
    (Key.Key_0, PLAIN),
    (Key.Key_Right, PLAIN),
    (Key.Key_Right, SHIFT),
    (Key.Key_3, PLAIN),
    (Key.Key_Tab, PLAIN),
    (Key.Key_1, PLAIN),
    (Key.Key_Z, CONTROL),
    (Key.Key_Right, PLAIN),
    (Key.Key_Left, PLAIN),
    (Key.Key_Return, PLAIN),
)
"""The keys of an annotator, in a cycle: move, select, label, undo, accept."""


Press = tuple[Qt.Key, Qt.KeyboardModifier]


def is_training(gui_session: GuiSession) -> bool:
    """Return whether a model is being trained."""
    return bool(gui_session.project.trainer.status.state == "training")


def keep_training(gui_session: GuiSession) -> None:
    """Start a training, if none is running."""
    if not is_training(gui_session):
        # The panel has waited for a model, or the file has one.
        gui_session.project.trainer.train_now()
    wait_for(lambda: is_training(gui_session), "a training", TRAINING_SECONDS)


class PaintClock(QObject):
    """Records for each key the time from its planned time to the end of its paint.

    The paint of a key is the first one after it in which ``viewport`` was painted, until the whole
    repaint of ``window`` is done. ``press`` presses a key, ``state`` returns the state that keys
    change, ``trains`` whether a model is being trained.
    """

    def __init__(
        self,
        window: QWidget,
        viewport: QWidget,
        press: Callable[[Qt.Key, Qt.KeyboardModifier], object],
        state: Callable[[], object],
        trains: Callable[[], bool],
    ) -> None:
        super().__init__()
        self._window, self._press, self._state, self._trains = window, press, state, trains
        self._waiting: list[dict[str, Any]] = []
        self._view_painted = False
        self._last_paint = 0
        self.keys: list[dict[str, Any]] = []
        self.without_change = 0
        window.installEventFilter(self)
        viewport.installEventFilter(self)

    @classmethod
    def of(cls, gui_session: GuiSession) -> PaintClock:
        """Return the clock of a project's window."""
        workspace = gui_session.workspace
        # Up to 45 keys come in a second, and none is to be ignored.
        workspace.seen_labels.is_patient = False

        def state() -> tuple[int, ...]:
            session = workspace.session
            return (
                workspace.caret.sentence_index,
                workspace.caret.token,
                workspace.caret.anchor,
                session.revision,
            )

        viewport = gui_session.window.sentence_view.viewport()
        return cls(
            gui_session.window,
            viewport,
            gui_session.player.press,
            state,
            lambda: is_training(gui_session),
        )

    @property
    def idle(self) -> bool:
        """Whether all pressed keys have been painted."""
        return not self._waiting

    def press(self, planned: int, rate: float, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        """Press a key and wait for its paint, unless it changed nothing."""
        before = self._state()
        pressed = {"planned": planned, "rate": rate, "training": self._trains()}
        # Pressing runs the event loop: the key may be painted before this returns.
        self._waiting.append(pressed)
        self._press(key, modifiers)
        if self._state() == before and pressed in self._waiting:
            self._waiting.remove(pressed)
            self.without_change += 1
            return
        # Qt paints before its timers run.
        QTimer.singleShot(0, self, lambda: self._note_all(pressed, planned))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and record the time after it."""
        if event.type() == QEvent.Type.Paint and watched is not self._window:
            self._view_painted = True
        if event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            waiting = list(self._waiting)
            self._view_painted = False
            watched.event(event)
            if self._view_painted:
                self._note(waiting)
            return True
        return False

    def _note_all(self, pressed: dict[str, Any], planned: int) -> None:
        """Record when all that a key changes was painted, also what follows from a label."""
        if "seconds" in pressed:
            pressed["all_seconds"] = (self._last_paint - planned) / 1e9

    def _note(self, painted: Sequence[dict[str, Any]]) -> None:
        end = self._last_paint = time.monotonic_ns()
        for key in painted:
            key["seconds"] = key["all_seconds"] = (end - key.pop("planned")) / 1e9
        self.keys += painted
        del self._waiting[: len(painted)]


class Hand:
    """Reads planned keys from the sending process and presses them."""

    def __init__(
        self, clock: PaintClock, keys: int, rate: float, pressed: Iterator[Press] | None = None
    ) -> None:
        self._clock = clock
        self._rate = rate
        self._left = keys
        self._next = cycle(KEYS) if pressed is None else pressed
        sender = Path(__file__).with_name("key_sender.py")
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(sender), str(keys), str(rate)],
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        if self._process.stdout is None:
            raise RuntimeError("The sender has no output.")
        self._keys = self._process.stdout
        self._notifier = QSocketNotifier(self._keys.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._take)

    @property
    def done(self) -> bool:
        """Whether all keys have been sent, pressed and painted."""
        return not self._left and self._clock.idle

    def close(self) -> None:
        """Wait for the end of the sending process."""
        self._notifier.setEnabled(False)
        self._process.wait()
        self._keys.close()

    def _take(self) -> None:
        # One key for each turn of the event loop, like keys of the system.
        record = self._keys.read(RECORD.size)
        if not record:
            self._notifier.setEnabled(False)
            return
        self._left -= 1
        self._notifier.setEnabled(False)
        self._clock.press(RECORD.unpack(record)[0], self._rate, *next(self._next))
        self._notifier.setEnabled(True)


def type_keys(hand: Hand, seconds: float) -> None:
    """Let the sender type for some seconds, until all keys have been painted."""
    wait_for(lambda: hand.done, "the paint of every key", seconds + PAINT_SECONDS)
    hand.close()


def play(
    project: Path, keys: int, rates: Sequence[float], *, progress: bool = False
) -> dict[str, Any]:
    """Open the project, wait for a training, and take keys.

    With ``progress`` the progress panel is open, with a learning curve.
    """
    prepare_process()
    start = time.perf_counter()
    with GuiSession(project) as gui_session:
        open_seconds = time.perf_counter() - start
        open_rss = resident_bytes()
        trainer = gui_session.project.trainer
        wait_for(lambda: trainer.model is not None, "a first model", TRAINING_SECONDS)
        gui_session.player.press(Key.Key_Return, CONTROL)
        gui_session.settle()
        frames = [] if progress else scroll_frames(gui_session)
        if progress:
            open_progress(gui_session)
        judged: set[float] = set()
        gui_session.project.measurements.progressed.connect(
            lambda found: judged.update(point.made_at for point in found.points)
        )
        clock = PaintClock.of(gui_session)
        for rate in rates:
            keep_training(gui_session)
            type_keys(Hand(clock, keys // len(rates), rate), keys / rate)
        trainer.cancel()
        gui_session.settle()
        return {
            "keys": clock.keys,
            "keys_without_change": clock.without_change,
            "open_seconds": open_seconds,
            "models_judged": len(judged),
            "scroll_frames": frames,
            "rss_open_bytes": open_rss,
            "rss_idle_bytes": resident_bytes(),
            "peak_rss_bytes": peak_memory(),
        }


def open_progress(gui_session: GuiSession) -> None:
    """Open the progress panel, wait for the curve of the sample, and go back to the sentence."""
    window, measurements = gui_session.window, gui_session.project.measurements
    gui_session.player.press(Key.Key_P, CONTROL | SHIFT)
    wait_for(lambda: bool(measurements.progress.points), "a point", TRAINING_SECONDS)
    wait_for(lambda: window.panels.progress.curve is not None, "the plots")
    window.sentence_view.setFocus()
    gui_session.settle()


def resident_bytes() -> int:
    """Return the resident bytes of the process, or their peak if unknown."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return peak_memory() or 0
    return int(pages) * mmap.PAGESIZE


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != PROGRESS]
    played = play(
        Path(words[0]),
        int(words[1]),
        [float(rate) for rate in words[2:]],
        progress=PROGRESS in sys.argv,
    )
    sys.stdout.write(json.dumps(played) + "\n")
