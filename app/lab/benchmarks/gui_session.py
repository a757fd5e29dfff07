"""One sitting at the real window: composed as the command composes it, and played by its keys."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import TracebackType

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

ANNOTATOR = "Player"
SETTLED_SECONDS = 0.5
"""Animations and timers of the window have come to their end by then."""


def silence_offscreen() -> None:
    """Keep the offscreen platform from saying, again and again, that it knows no least sizes."""

    def handler(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if "propagateSizeHints" not in message:
            sys.stderr.write(message + "\n")

    qInstallMessageHandler(handler)


class GuiSession:
    """A project open in its window, with a player in front of it; closed at the end of a `with`.

    The player's preferences lie beside the project, so that the user's own stay as they are.
    """

    def __init__(self, path: Path, application: Application | None = None) -> None:
        """Open the window on a project and wait until it is painted and takes keys.

        With ``application`` it is open and painted already.
        """
        self.application: Application = application or self._opened(path)
        window, project = self.application.window, self.application.project
        if window is None or project is None:
            raise PlayError("The window was closed at once.")
        self.window: MainWindow = window
        self.project: OpenProject = project
        self.workspace: Workspace = window.workspace
        self.player = Player(window, self.workspace)
        window.resize(SIZE)  # on whatever screen
        window.activateWindow()
        wait_for(lambda: QGuiApplication.focusWindow() is window.windowHandle(), "the focus")
        window.sentence_view.setFocus()

    def __enter__(self) -> GuiSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the window as its user would, and everything behind it."""
        if not self.application.close():
            raise PlayError("The last steps were not written in time.")
        # Windows are deleted when the event loop comes round.
        QCoreApplication.processEvents()

    def settle(self) -> None:
        """Let animations and timers come to their end."""
        end = time.monotonic() + SETTLED_SECONDS
        wait_for(lambda: time.monotonic() > end, "time passes")

    def rest(self, seconds: float) -> None:
        """Wait until a model has learnt from all that was said, and has proposed everywhere."""
        self.settle()  # edits that come close together are learnt from together, a little later
        wait_for(self._at_rest, "suggestions of the newest model", seconds)

    def finish(self, task: TaskState, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait for a job of the window to end well."""
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
            preferences.save(preferences.Preferences(annotator=ANNOTATOR), chosen)
        application = build(path, preferences_path=chosen)
        painted: list[MainWindow] = []
        application.painted.connect(painted.append)
        wait_for(lambda: bool(painted) or application.welcome is not None, f"a window for {path}")
        if not painted:
            raise PlayError(f"{path} could not be opened.")
        return application

    def _at_rest(self) -> bool:
        trainer, session = self.project.trainer, self.project.session
        status = trainer.status
        if status.state != "idle" or status.waiting or trainer.model is None:
            return False
        waiting = session.visible[session.open_tokens[session.visible] > 0]
        # In test sentences nothing is proposed.
        waiting = waiting[~is_control(session.corpus, waiting)]
        return bool((session.proposals.models[waiting] == trainer.model.number).all())
