"""Session of manual labelling: counts keys, and times all occurrences of a word.

Run as a module, with a project and a word of it; prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest

from app.domain.display import DisplayKind
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import PlayError, wait_for
from app.lab.benchmarks.stops import accept_everything
from app.process import prepare_process
from app.views.dialogs.occurrences import OccurrencesDialog

MODEL_SECONDS = 900.0

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


class Stopwatch(QObject):
    """Records when a change is painted, and when it is in the project's file."""

    def __init__(self, gui_session: GuiSession) -> None:
        super().__init__()
        self._session = gui_session.project.session
        self._revision = self._session.revision
        self.painted = self.saved = 0.0
        gui_session.window.installEventFilter(self)
        self._session.save_state_changed.connect(self._saved)

    @property
    def done(self) -> bool:
        """Whether both are recorded."""
        return bool(self.painted and self.saved)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and record the time after it."""
        stepped = self._session.revision > self._revision
        if event.type() != QEvent.Type.UpdateRequest or not stepped or self.painted:
            return False
        watched.event(event)
        self.painted = time.perf_counter()
        return True

    def _saved(self, state: str) -> None:
        if state == "saved" and self._session.revision > self._revision:
            self.saved = time.perf_counter()


def timed(gui_session: GuiSession, act: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds from an action to its paint, and until it was saved."""
    wait_for(lambda: gui_session.project.session.saving.state == "saved", "everything is saved")
    watch = Stopwatch(gui_session)
    began = time.perf_counter()
    act()
    wait_for(lambda: watch.done, "the paint, and the file")
    gui_session.window.removeEventFilter(watch)
    return watch.painted - began, watch.saved - began


def keys_for_missed_entity(gui_session: GuiSession) -> int:
    """Count the keys that label two uncertain tokens, including moves."""
    player, workspace = gui_session.player, gui_session.workspace
    before = player.keys
    player.press(Key.Key_Tab)
    first, last = workspace.caret.first, workspace.caret.last
    if first + 1 == workspace.caret.n_tokens:
        player.press(Key.Key_Tab)
        return keys_for_missed_entity(gui_session)
    player.press(Key.Key_Right, SHIFT, times=max(0, first + 1 - last))
    player.press(Key.Key_Left, SHIFT, times=max(0, last - first - 1))
    player.press(Key.Key_1)
    records = workspace.caret.tokens()[first : first + 2]
    if {(record.kind, record.span) for record in records} != {(DisplayKind.PERSON, first)}:
        raise PlayError("These keys have not made one span of two tokens.")
    return player.keys - before


def keys_to_confirm(gui_session: GuiSession) -> int:
    """Count the keys that accept a sentence."""
    sentence_index, before = gui_session.workspace.caret.sentence_index, gui_session.player.keys
    gui_session.player.accept()
    if not gui_session.project.session.is_done(sentence_index):
        raise PlayError("Enter has not confirmed the sentence.")
    return gui_session.player.keys - before


def label_everywhere(gui_session: GuiSession, word: str) -> dict[str, float]:
    """Label a word once, then all its occurrences, and undo that."""
    session, player = gui_session.project.session, gui_session.player
    number = session.project.words.index(word)
    at = int(np.flatnonzero(session.corpus.columns[0] == number)[0])
    sentence_index = int(np.searchsorted(session.corpus.offsets, at, side="right")) - 1
    gui_session.workspace.caret.go_to(
        sentence_index, at - int(session.corpus.offsets[sentence_index])
    )
    gui_session.settle()
    began = time.perf_counter()
    player.press(Key.Key_1)
    occurrences = gui_session.project.occurrences
    wait_for(lambda: occurrences.offer is not None, "the offer")
    found = time.perf_counter() - began
    player.press(Key.Key_Equal)
    wait_for(lambda: bool(gui_session.window.findChildren(OccurrencesDialog)), "the list")
    dialog = gui_session.window.findChildren(OccurrencesDialog)[0]
    n_occurrences = dialog.model.n_ticked
    painted, saved = timed(gui_session, lambda: QTest.keyClick(dialog.view, Key.Key_Return))
    wait_for(lambda: not gui_session.window.findChildren(OccurrencesDialog), "the list goes")
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")
    unpainted, unsaved = timed(gui_session, lambda: player.press(Key.Key_Z, CONTROL))
    return {
        "occurrences_found_seconds": found,
        "places_labelled": n_occurrences + 1,
        "label_everywhere_seconds": painted,
        "label_everywhere_saved_seconds": saved,
        "undo_everywhere_seconds": unpainted,
        "undo_everywhere_saved_seconds": unsaved,
    }


def play(project: Path, word: str) -> dict[str, float]:
    """Open the project, wait for suggestions everywhere, and label manually."""
    prepare_process()
    with GuiSession(project) as gui_session:
        gui_session.rest(MODEL_SECONDS)
        figures = {
            "keys_for_missed_entity": keys_for_missed_entity(gui_session),
            "keys_to_confirm": keys_to_confirm(gui_session),
            **label_everywhere(gui_session, word),
        }
        gui_session.rest(MODEL_SECONDS)
        return {**figures, **accept_everything(gui_session)}


if __name__ == "__main__":
    played = play(Path(sys.argv[1]), sys.argv[2])
    sys.stdout.write(json.dumps(played) + "\n")
