"""Starts windows that will be killed: imports once, then a process for each line it is told.

A line names a project, a report file and a seed. The window's process writes to the report what it
has recorded, what the window has called saved and which backups it has called made, in the order in
which it happened, unbuffered: what it wrote before the kill stays.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QToolButton

from app.lab.benchmarks.gui_session import GuiSession
from app.services.projects import OpenProject
from tests.soak.state import digest

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
PLAIN = Qt.KeyboardModifier.NoModifier

KEYS = (
    (30, Key.Key_Right, PLAIN),
    (8, Key.Key_Left, PLAIN),
    (12, Key.Key_Right, SHIFT),
    (10, Key.Key_1, PLAIN),
    (10, Key.Key_2, PLAIN),
    (6, Key.Key_3, PLAIN),
    (12, Key.Key_0, PLAIN),
    (3, Key.Key_Minus, PLAIN),
    (5, Key.Key_Backspace, PLAIN),
    (3, Key.Key_BracketRight, PLAIN),
    (3, Key.Key_Comma, PLAIN),
    (3, Key.Key_Semicolon, PLAIN),
    (4, Key.Key_Period, PLAIN),
    (4, Key.Key_Space, PLAIN),
    (12, Key.Key_Z, CONTROL),
    (6, Key.Key_Y, CONTROL),
    (6, Key.Key_A, CONTROL),
    (10, Key.Key_Return, PLAIN),
    (3, Key.Key_Return, SHIFT),
    (3, Key.Key_Return, ALT),
    (3, Key.Key_M, CONTROL),
    (6, Key.Key_PageDown, PLAIN),
    (3, Key.Key_Tab, PLAIN),
)
"""How often each key is pressed, among all."""

JOURNEYS = 0.02
"""So often, instead of a key, the history is gone through."""

BACKUPS = (0.0, 0.02, 0.2)
"""So often a backup is asked for, in some windows and in others."""

CHECKS = 0.005
"""So often the whole project is checked, in windows that make backups."""

CLOSINGS = 0.003
"""So often the window is closed, which makes a backup of what has changed."""


class Report:
    """Writes lines that outlive the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def line(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())


def nobody_chooses() -> None:
    """Let what asks for a file hear that none is chosen, and menus stay shut: nobody answers."""
    QToolButton.showMenu = lambda *_: None
    QFileDialog.getOpenFileName = QFileDialog.getSaveFileName = lambda *_, **__: ("", "")
    QFileDialog.getOpenFileNames = lambda *_, **__: ([], "")
    QFileDialog.getExistingDirectory = lambda *_, **__: ""


def asks_for_backups(seed: int) -> float:
    """How often the window of this seed asks for a backup."""
    return random.Random(seed).choice(BACKUPS)


def play(project: Path, report: Report, seed: int) -> None:
    """Open the window and press keys until somebody ends it."""
    nobody_chooses()
    gui_session = GuiSession(project)
    session = gui_session.project.session
    report.line("recorded", session.revision, digest(session.project))
    # The report comes first: otherwise a step could be on disk that nobody has heard of.
    storage = gui_session.project.storage
    session.recorded.disconnect(storage.write)
    session.recorded.connect(
        lambda step: report.line("recorded", step.revision, digest(session.project))
    )
    session.recorded.connect(storage.write)
    storage.saved.connect(lambda revision: report.line("saved", revision))
    backups = gui_session.project.backups
    backups.made.connect(lambda backup: report.line("made", backup.path.name))
    report.line("ready")
    chance = random.Random(seed)
    weights = [weight for weight, _, _ in KEYS]
    often = asks_for_backups(seed)
    while chance.random() >= CLOSINGS:
        if chance.random() < often:
            backups.make()
        elif often and chance.random() < CHECKS:
            backups.check()
        if chance.random() < JOURNEYS:
            travel(gui_session.project, chance)
        elif not len(session.visible):  # a journey has gone to before the import
            gui_session.player.press(Key.Key_Y, CONTROL)
        else:
            _, key, modifiers = chance.choices(KEYS, weights)[0]
            gui_session.player.press(key, modifiers)
        QCoreApplication.processEvents()
    gui_session.close()
    report.line("closed", 0)
    signal.pause()  # until somebody ends it


def travel(project: OpenProject, chance: random.Random) -> None:
    """Begin to go back over some steps, or forward again over what was taken back."""
    steps, again = project.session.history.steps(), project.session.history.again_up_to(2**62)
    if again and chance.random() < 0.7:
        project.history.forward_to(chance.choice(again).id)
    elif steps:
        project.history.back_to(steps[-min(len(steps), chance.randint(1, 30))].id - 1)


def main() -> None:
    """Fork a window for each line of standard input, and say when it has ended."""
    for line in sys.stdin:
        project, report, seed = line.rstrip("\n").split("\t")
        child = os.fork()
        if not child:
            try:
                play(Path(project), Report(Path(report)), int(seed))
            finally:
                os._exit(1)  # it is to be killed: whoever gets here has failed
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
