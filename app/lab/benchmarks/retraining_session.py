"""Session that confirms sentences one by one: times until models contain them.

Run as a module, with a project and a number of sentences; prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import Qt

from app.jobs.project_models.project_learning import ProjectLearning
from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen
from app.lab.benchmarks.player import wait_for
from app.process import prepare_process

MODEL_SECONDS = 600.0


def play(project: Path, sentences: int) -> dict[str, list[float]]:
    """Open the project, wait for a full model, and confirm sentences as suggested."""
    prepare_process()
    silence_offscreen()
    learning = ProjectLearning()
    with GuiSession(project) as gui_session:
        gui_session.rest(MODEL_SECONDS)
        _wait_for_choice(gui_session)
        times: dict[str, list[float]] = {"full": [], "counted": []}
        _seconds_of_counting(gui_session, learning)  # the first call counts everything
        for _ in range(sentences):
            times["full"].append(_seconds_of_training(gui_session))
            times["counted"].append(_seconds_of_counting(gui_session, learning))
        return times


def _wait_for_choice(gui_session: GuiSession) -> None:
    """Wait for the cross-validation of the settings, and a model with those that it has chosen."""
    chooser = gui_session.project.chooser
    wait_for(lambda: not chooser.running, "the choice of settings", MODEL_SECONDS)
    gui_session.rest(MODEL_SECONDS)


def _seconds_of_training(gui_session: GuiSession) -> float:
    """Return the seconds from Enter to a full model that contains the confirmed sentence."""
    trainer, player = gui_session.project.trainer, gui_session.player
    player.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    gui_session.rest(MODEL_SECONDS)
    before = trainer.full_model
    n_before = before.sentences if before is not None else 0
    started = time.monotonic()
    player.accept()
    wait_for(
        lambda: trainer.full_model is not None and trainer.full_model.sentences > n_before,
        "a model that contains the sentence",
        MODEL_SECONDS,
    )
    ended = time.monotonic()
    gui_session.rest(MODEL_SECONDS)
    return ended - started


def _seconds_of_counting(gui_session: GuiSession, learning: ProjectLearning) -> float:
    """Return the seconds of a quick model of all labels, updated from the one before."""
    data = learning.snapshot(gui_session.project.session.project)
    started = time.perf_counter()
    learning.empirical(data)
    return time.perf_counter() - started


if __name__ == "__main__":
    played = play(Path(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(json.dumps(played) + "\n")
