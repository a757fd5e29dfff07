"""A session in the real window, created as by the command and played by keys."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication

from app import preferences
from app.application import Application, build
from app.domain.control_sample import is_control
from app.lab.benchmarks.player import PATIENCE_SECONDS, Player, PlayError, wait_for
from app.services.projects import OpenProject
from app.services.task import TaskState
from app.views.main_window import SIZE, MainWindow
from app.views.workspace import Workspace

ANNOTATOR, LANGUAGE = "Player", "en"
SETTLED_SECONDS = 0.5
"""Time for animations and timers to end."""


def silence_offscreen() -> None:
    """Suppress the offscreen platform's repeated messages about minimum sizes."""

    def handler(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:
            sys.stderr.write(message + "\n")

    qInstallMessageHandler(handler)


class GuiSession:
    """A project in its window, with a player; a context manager.

    Preferences are stored beside the project, so that the user's do not change.
    """

    def __init__(self, path: Path, application: Application | None = None) -> None:
        """Open the window on a project, and wait until it is painted and takes keys.

        With ``application`` it is already open and painted.
        """
        self.application: Application = application or self._opened(path)
        window, project = self.application.window, self.application.project
        if window is None or project is None:
            raise PlayError("The window was closed at once.")
        self.window: MainWindow = window
        self.project: OpenProject = project
        self.workspace: Workspace = window.workspace
        self.player = Player(window, self.workspace)
        window.resize(SIZE)  # on any screen
        window.activateWindow()
        wait_for(lambda: QGuiApplication.focusWindow() is window.windowHandle(), "the focus")
        window.sentence_view.setFocus()

    def __enter__(self) -> GuiSession:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the window like a user, with its services."""
        if not self.application.close():
            raise PlayError("The last steps were not written in time.")
        # Windows are deleted in the event loop.
        QCoreApplication.processEvents()

    def settle(self) -> None:
        """Wait for the end of animations and timers."""
        end = time.monotonic() + SETTLED_SECONDS
        wait_for(lambda: time.monotonic() > end, "time passes")

    def rest(self, seconds: float) -> None:
        """Wait for a model of all labels, and its suggestions for all sentences."""
        self.settle()  # training starts a little after the last of several edits
        wait_for(self._at_rest, "suggestions of the newest model", seconds)

    def finish(self, task: TaskState, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait for a task of the window to succeed."""
        failures: list[str] = []
        task.failed.connect(failures.append)
        wait_for(lambda: task.over, task.title, seconds)
        QCoreApplication.processEvents()
        if failures:
            raise PlayError(failures[0])

    def text(self) -> str:
        """Return the text of the current sentence."""
        return self.project.session.corpus.texts[self.workspace.caret.sentence_index]

    def _opened(self, path: Path) -> Application:
        chosen = path.with_name("preferences.json")
        if not chosen.exists():
            preferences.save(
                preferences.Preferences(annotator=ANNOTATOR, language=LANGUAGE), chosen
            )
        application = build(path, preferences_path=chosen)
        painted: list[MainWindow] = []
        application.painted.connect(painted.append)
        wait_for(lambda: bool(painted) or application.welcome is not None, f"a window for {path}")
        application.painted.disconnect(painted.append)
        if not painted:
            raise PlayError(f"{path} could not be opened.")
        return application

    def _at_rest(self) -> bool:
        trainer, session = self.project.trainer, self.project.session
        status = trainer.status
        if status.state != "idle" or status.waiting or trainer.model is None:
            return False
        waiting = session.visible[session.open_tokens[session.visible] > 0]
        # Test sentences have no suggestions.
        waiting = waiting[~is_control(session.corpus, waiting)]
        return bool((session.proposals.models[waiting] == trainer.model.number).all())
