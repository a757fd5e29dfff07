"""A person's session from the first text to the export, played through the window's keys.

The steps are those of the program's main job; the journeys differ in their texts alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QWidget

from app.domain.display import DisplayKind
from app.jobs.importing.documents import Use
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from tests.queue_checks import in_the_order_of_a_new_project
from tests.soak.state import digest
from tests.step_names import redo_text, undo_text

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Answers = Mapping[str, Sequence[str]]
Dialog = TypeVar("Dialog", bound=QWidget)


def import_as_text(gui_session: GuiSession, path: Path, patch: pytest.MonkeyPatch) -> None:
    """Import a file's words by Ctrl+I; only the system's own dialog is answered for."""
    patch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
    gui_session.player.press(Key.Key_I, CONTROL)
    dialog = shown(gui_session.window, ImportDialog)
    dialog.format.setFocus()
    QTest.keyClicks(dialog.format, "Column")  # one column could as well be plain text
    wait_for(lambda: dialog.options().format == "columns", "a preview of columns")
    for button in dialog.findChildren(QAbstractButton):
        if button.property("use") == Use.TEXT.value:
            button.click()
    wait_for(dialog.accept_button.isEnabled, "the report")
    documents = len(gui_session.project.session.project.documents)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    session = gui_session.project.session
    wait_for(
        lambda: len(session.project.documents) > documents and len(session.visible) > 0,
        "the import",
    )
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def label_by_keyboard(gui_session: GuiSession, answers: Answers, sentences: int) -> list[str]:
    """Label what the window brings, sentence after sentence, and return the texts."""
    texts = []
    for _ in range(sentences):
        text = gui_session.text()
        gui_session.player.label_sentence(answers[text])
        sentence_index = gui_session.workspace.caret.sentence_index
        gui_session.player.accept(answers[text])
        assert gui_session.project.session.is_done(sentence_index)
        assert gui_session.workspace.caret.sentence_index != sentence_index, (
            "Enter goes on to the next sentence"
        )
        texts.append(text)
    return texts


def model_appears(gui_session: GuiSession, seconds: float) -> None:
    """Wait for a trained model and for its proposals, each with a probability."""
    gui_session.rest(seconds)
    assert gui_session.project.trainer.status.model_kind == "full"
    gui_session.player.press(Key.Key_Return, CONTROL)
    records = gui_session.workspace.caret.tokens()
    assert {record.kind for record in records} == {DisplayKind.PROPOSAL}
    assert all(0.0 < (record.probability or 0.0) <= 1.0 for record in records)


def queue_is_in_order(gui_session: GuiSession) -> None:
    """Check that the queue begins where most corrections are expected in a second of work."""
    wait_for(lambda: in_the_order_of_a_new_project(gui_session.project), "the queue is in order")


def correction_changes_neighbours(gui_session: GuiSession, tries: int = 200) -> list[int]:
    """Correct tokens of what is proposed until one changes its neighbours; return these."""
    changed: list[tuple[int, list[int]]] = []
    gui_session.workspace.propagated.connect(
        lambda sentence_index, tokens: changed.append((sentence_index, tokens))
    )
    player = gui_session.player
    for _ in range(tries):
        sentence_index = gui_session.workspace.caret.sentence_index
        for record in gui_session.workspace.caret.tokens():
            if record.kind is DisplayKind.PROPOSAL and record.span == record.index:
                before = player.shown()
                player.label(record.index, record.index, None)
                wait_for(lambda: None not in player.shown(), "the sentence is decoded again")
                after = player.shown()
                tokens = [t for p, changes in changed if p == sentence_index for t in changes]
                if tokens:
                    assert record.index not in tokens
                    assert all(before[token] != after[token] for token in tokens)
                    return tokens
        player.press(Key.Key_Return, SHIFT)  # skip it: the queue brings another
    raise AssertionError("no correction has changed its neighbours")


def undo_to_the_start_and_back(gui_session: GuiSession) -> None:
    """Take back every step by Ctrl+Z, and make all of them again by Ctrl+Y."""
    session = gui_session.project.session
    end = digest(session.project)
    steps = 0
    while undo_text(session) is not None:
        gui_session.player.press(Key.Key_Z, CONTROL)
        steps += 1
    assert not len(session.visible), "at the start there was no text"
    for _ in range(steps):
        gui_session.player.press(Key.Key_Y, CONTROL)
    assert redo_text(session) is None
    assert digest(session.project) == end


def export_confirmed(gui_session: GuiSession, out: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Export by Ctrl+E; return the lines of the file."""
    patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    gui_session.player.press(Key.Key_E, CONTROL)
    dialog = shown(gui_session.window, ExportDialog)
    dialog.accept()
    wait_for(out.exists, "the exported file")
    return out.read_text(encoding="utf-8").split("\n")


def shown(window: QWidget, kind: type[Dialog]) -> Dialog:
    """Wait for a dialog to be on the screen."""
    wait_for(lambda: any(d.isVisible() for d in window.findChildren(kind)), kind.__name__)
    return next(d for d in window.findChildren(kind) if d.isVisible())
