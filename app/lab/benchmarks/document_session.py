"""Session with a whole document in the window, and in a bare editor, typed into in turn.

Run as a module, with a project, the name of a document, the number of keys for each, and rates;
prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.scrolling import document_frames
from app.lab.benchmarks.window_session import (
    KEYS,
    TRAINING_SECONDS,
    Hand,
    PaintClock,
    is_training,
    keep_training,
    type_keys,
)
from app.process import prepare_process
from app.views.main_window import SIZE

KEYS_IN_TURN = 48
"""Keys in each turn."""


def play(project: Path, document: str, keys: int, rates: Sequence[float]) -> dict[str, Any]:
    """Open the project with the document shown, scroll through it, and type here and there."""
    prepare_process()
    with GuiSession(project) as gui_session:
        trainer = gui_session.project.trainer
        wait_for(lambda: trainer.model is not None, "a first model", TRAINING_SECONDS)
        text = _show_document(gui_session, document)
        gui_session.rest(TRAINING_SECONDS)
        frames = document_frames(gui_session)
        _go_to_middle(gui_session, document)
        editor = _editor(text)
        clocks = {
            gui_session.window: PaintClock.of(gui_session),
            editor: _clock_of(editor, gui_session),
        }
        pressed = {window: cycle(KEYS) for window in clocks}
        for rate in rates:
            left = keys // len(rates)
            while left > 0:
                turn = min(left, KEYS_IN_TURN)
                for window, clock in clocks.items():
                    _come_forward(window, editor)
                    gui_session.settle()
                    keep_training(gui_session)
                    type_keys(Hand(clock, turn, rate, pressed[window]), turn / rate)
                left -= turn
        editor.close()
        trainer.cancel()
        gui_session.settle()
        ours, bare = clocks.values()
        return {
            "keys": ours.keys,
            "keys_in_editor": bare.keys,
            "keys_without_change": ours.without_change,
            "frames": frames,
            "tokens": _tokens_of(gui_session, document),
        }


def _show_document(gui_session: GuiSession, name: str) -> str:
    """Show a document as a whole; return its text."""
    _go_to_middle(gui_session, name)
    if (
        not gui_session.window.sentence_view.page.document_mode
    ):  # an earlier session may have left it so
        gui_session.player.press(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    wait_for(lambda: gui_session.window.sentence_view.page.document_mode, "the document")
    corpus = gui_session.project.session.corpus
    return "\n".join(
        corpus.texts[sentence_index] for sentence_index in _sentence_indices_of(gui_session, name)
    )


def _sentence_indices_of(gui_session: GuiSession, name: str) -> list[int]:
    session = gui_session.project.session
    number = next(one.id for one in session.project.documents.values() if one.name == name)
    return [
        sentence_index
        for sentence_index in session.visible
        if session.corpus.documents[sentence_index] == number
    ]


def _tokens_of(gui_session: GuiSession, name: str) -> int:
    corpus = gui_session.project.session.corpus
    return sum(
        len(corpus.words_of(sentence_index))
        for sentence_index in _sentence_indices_of(gui_session, name)
    )


def _go_to_middle(gui_session: GuiSession, name: str) -> None:
    sentence_indices = _sentence_indices_of(gui_session, name)
    gui_session.workspace.caret.go_to(int(sentence_indices[len(sentence_indices) // 2]))


def _editor(text: str) -> QPlainTextEdit:
    editor = QPlainTextEdit(text)
    editor.resize(SIZE)
    cursor = editor.textCursor()
    cursor.setPosition(len(text) // 2)
    editor.setTextCursor(cursor)
    return editor


def _clock_of(editor: QPlainTextEdit, gui_session: GuiSession) -> PaintClock:
    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        QTest.keyClick(editor.windowHandle(), key, modifiers)

    def state() -> tuple[int, ...]:
        cursor = editor.textCursor()
        return cursor.position(), cursor.anchor(), editor.document().revision()

    return PaintClock(editor, editor.viewport(), press, state, lambda: is_training(gui_session))


def _come_forward(window: QWidget, editor: QWidget) -> None:
    """Show the editor in front of the window."""
    editor.setVisible(window is editor)
    window.activateWindow()
    wait_for(lambda: QGuiApplication.focusWindow() is window.windowHandle(), "the focus")


if __name__ == "__main__":
    played = play(
        Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), [float(rate) for rate in sys.argv[4:]]
    )
    sys.stdout.write(json.dumps(played) + "\n")
