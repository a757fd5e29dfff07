"""The program that is read: one window on the screen, told by lines what to open and to press.

Lines are "open NAME" (a dialog of the table of pictures), "close", "key NAME" (as Qt names keys),
"say TEXT" (a message), "quit"; each is answered by one line of JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject, propose

TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]
SETTLED_MILLISECONDS = 60


class Shown:
    """One window, and the dialog over it."""

    def __init__(self, pictures: ModuleType) -> None:
        self._pictures = pictures
        self._project = QuietProject(project_of([WORDS] * 4))
        for sentence_index in range(4):
            propose(self._project.session, sentence_index, TAGS, [0.99] * 5 + [0.4] + [0.9] * 3)
        application = QApplication.instance()
        self.window = MainWindow(
            self._project, Workspace(self._project.session), ThemeSwitch(application, "light")
        )
        self.window.workspace.caret.go_to(0)  # a person begins with the first word
        self.window.show()
        self.window.activateWindow()
        self._dialog: QWidget | None = None
        self._folder = Path(tempfile.mkdtemp())
        self._lines = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
        self._lines.activated.connect(self._read)

    def _read(self) -> None:
        line = sys.stdin.readline()
        command, _, what = line.strip().partition(" ")
        if not line or command == "quit":
            QApplication.exit()  # without asking: its project can save nothing
            return
        answer = getattr(self, f"_{command}")(what)
        QTimer.singleShot(SETTLED_MILLISECONDS, lambda: tell(json.dumps(answer)))

    def _open(self, name: str) -> None:
        self._dialog = self._pictures.opened(name, self.window, self._folder)
        self._dialog.activateWindow()

    def _close(self, _: str) -> None:
        if self._dialog is not None:
            self._dialog.close()
        self._dialog = None
        self.window.activateWindow()

    def _key(self, name: str) -> str:
        keys = QKeySequence(name)[0]
        QTest.keyClick(self.window.windowHandle(), keys.key(), keys.keyboardModifiers())
        return self.window.focusWidget().objectName()

    def _say(self, text: str) -> None:
        self.window.messages.show_message(text)


def tell(line: str) -> None:
    """Answer the reader."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Show the window until the reader has read enough."""
    from tests.app.views.dialogs.test_names import pictures

    application = QApplication(["tagwright"])
    application.setApplicationName("tagwright")
    shown = Shown(pictures)
    shown.window.raise_()
    tell("ready")
    application.exec()


if __name__ == "__main__":
    main()
