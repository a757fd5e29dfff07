"""Session with the quick model: times from a label to the suggestions that follow from it.

Run as a module, with a project and a number of keys; prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.process import prepare_process
from app.services.trainer import NumberedModel

MODEL_SECONDS = 600.0
ANSWER_SECONDS = 30.0

REST_SECONDS = 0.25
"""Pause before the next key; a person presses at most four keys a second."""

NOTHING_TO_PAINT_SECONDS = 0.05
"""Time without a paint after which the new suggestions equal the shown ones."""

KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_0)
"""The keys of labels, in a cycle."""

COUNTED = "empirical"


class AnswerClock(QObject):
    """Records when visible sentences have suggestions of a newer model, and are painted."""

    def __init__(self, gui_session: GuiSession) -> None:
        super().__init__()
        self._gui_session = gui_session
        self._model: NumberedModel | None = None
        self.answered = 0.0
        self.painted = 0.0
        gui_session.project.session.changed.connect(self._look)
        gui_session.window.installEventFilter(self)

    def start(self) -> float:
        """Reset the clock, and return the time."""
        self._model = self._gui_session.project.trainer.model
        self.answered = self.painted = 0.0
        return time.monotonic()

    @property
    def done(self) -> bool:
        """Whether the suggestions have arrived, and are painted if they changed."""
        waited = time.monotonic() - self.answered
        return bool(self.answered) and bool(self.painted or waited > NOTHING_TO_PAINT_SECONDS)

    @property
    def end(self) -> float:
        """When the suggestions were painted."""
        return self.painted or self.answered

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and record the time after it."""
        if event.type() == QEvent.Type.UpdateRequest and watched is self._gui_session.window:
            watched.event(event)
            if self.answered and not self.painted:
                self.painted = time.monotonic()
            return True
        return False

    def _look(self, _changes: Any) -> None:
        project = self._gui_session.project
        model = project.trainer.model
        if self.answered or model is None or model is self._model:
            return
        numbers = project.session.proposals.models[project.suggester.visible]
        if (numbers == model.number).all():
            self.answered = time.monotonic()


def play(project: Path, keys: int) -> dict[str, Any]:
    """Open the project, wait for the quick model, and set labels, one at a time."""
    prepare_process()
    with GuiSession(project) as gui_session:
        trainer = gui_session.project.trainer
        wait_for(lambda: trainer.model is not None, "a first model", MODEL_SECONDS)
        # To the first open sentence, with suggestions.
        gui_session.player.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        gui_session.settle()
        clock = AnswerClock(gui_session)
        seconds: list[float] = []
        for key in cycle(KEYS):
            if len(seconds) == keys or not _counts_answer(gui_session):
                break
            gui_session.player.press(Qt.Key.Key_Right)
            rested = time.monotonic() + REST_SECONDS
            wait_for(lambda: time.monotonic() > rested, "time passes")  # noqa: B023
            started = clock.start()
            gui_session.player.press(key)
            wait_for(lambda: clock.done, "suggestions that know of a key", ANSWER_SECONDS)
            if _counts_answer(gui_session):
                seconds.append(clock.end - started)
        trainer.cancel()
        return {"seconds": seconds}


def _counts_answer(gui_session: GuiSession) -> bool:
    """Return whether suggestions come from the quick model, as before the first full training."""
    model = gui_session.project.trainer.model
    return model is not None and model.kind == COUNTED


if __name__ == "__main__":
    played = play(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(json.dumps(played) + "\n")
