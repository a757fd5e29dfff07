"""The window that is labelled in by hand: counts keys, and times a word in all its places.

Run as a module: a project, and a word of it. It prints one JSON object.
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
from app.lab.benchmarks.player import PlayError, wait_for
from app.lab.benchmarks.sitting import Sitting
from app.lab.benchmarks.stops import accept_everything
from app.process import prepare_process
from app.views.dialogs.occurrences import OccurrencesDialog

MODEL_SECONDS = 900.0

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


class Stopwatch(QObject):
    """Notes when a step has been painted, and when it is in the project's file."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._session = sitting.project.session
        self._revision = self._session.revision
        self.painted = self.saved = 0.0
        sitting.window.installEventFilter(self)
        self._session.save_state_changed.connect(self._saved)

    @property
    def done(self) -> bool:
        """Whether both have been noted."""
        return bool(self.painted and self.saved)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and look at the clock behind it."""
        stepped = self._session.revision > self._revision
        if event.type() != QEvent.Type.UpdateRequest or not stepped or self.painted:
            return False
        watched.event(event)
        self.painted = time.perf_counter()
        return True

    def _saved(self, state: str) -> None:
        if state == "saved" and self._session.revision > self._revision:
            self.saved = time.perf_counter()


def timed(sitting: Sitting, act: Callable[[], object]) -> tuple[float, float]:
    """Return how long it took from an act to its paint, and until it was saved."""
    wait_for(lambda: sitting.project.session.saving.state == "saved", "everything is saved")
    watch = Stopwatch(sitting)
    began = time.perf_counter()
    act()
    wait_for(lambda: watch.done, "the paint, and the file")
    sitting.window.removeEventFilter(watch)
    return watch.painted - began, watch.saved - began


def keys_for_missed_entity(sitting: Sitting) -> int:
    """Count the keys that label two tokens of which the model is not sure, the way there too."""
    player, workspace = sitting.player, sitting.workspace
    before = player.keys
    player.press(Key.Key_Tab)
    first, last = workspace.caret.first, workspace.caret.last
    if first + 1 == workspace.caret.n_tokens:
        player.press(Key.Key_Tab)
        return keys_for_missed_entity(sitting)
    player.press(Key.Key_Right, SHIFT, times=max(0, first + 1 - last))
    player.press(Key.Key_Left, SHIFT, times=max(0, last - first - 1))
    player.press(Key.Key_1)
    records = workspace.caret.tokens()[first : first + 2]
    if {(record.kind, record.span) for record in records} != {(DisplayKind.PERSON, first)}:
        raise PlayError("These keys have not made one span of two tokens.")
    return player.keys - before


def keys_to_confirm(sitting: Sitting) -> int:
    """Count the keys that confirm a sentence as it is shown."""
    place, before = sitting.workspace.caret.place, sitting.player.keys
    sitting.player.accept()
    if not sitting.project.session.is_done(place):
        raise PlayError("Enter has not confirmed the sentence.")
    return sitting.player.keys - before


def label_everywhere(sitting: Sitting, word: str) -> dict[str, float]:
    """Label a word once, then in all its places by the offer, and take that back."""
    session, player = sitting.project.session, sitting.player
    number = session.project.words.index(word)
    at = int(np.flatnonzero(session.corpus.columns[0] == number)[0])
    place = int(np.searchsorted(session.corpus.offsets, at, side="right")) - 1
    sitting.workspace.caret.go_to(place, at - int(session.corpus.offsets[place]))
    sitting.settle()
    began = time.perf_counter()
    player.press(Key.Key_1)
    occurrences = sitting.project.occurrences
    wait_for(lambda: occurrences.offer is not None, "the offer")
    found = time.perf_counter() - began
    player.press(Key.Key_Equal)
    wait_for(lambda: bool(sitting.window.findChildren(OccurrencesDialog)), "the list")
    dialog = sitting.window.findChildren(OccurrencesDialog)[0]
    n_places = dialog.model.n_ticked
    painted, saved = timed(sitting, lambda: QTest.keyClick(dialog.view, Key.Key_Return))
    wait_for(lambda: not sitting.window.findChildren(OccurrencesDialog), "the list goes")
    sitting.window.activateWindow()
    sitting.window.sentence_view.setFocus()
    wait_for(sitting.window.sentence_view.hasFocus, "the sentence view has the focus")
    unpainted, unsaved = timed(sitting, lambda: player.press(Key.Key_Z, CONTROL))
    return {
        "occurrences_found_seconds": found,
        "places_labelled": n_places + 1,
        "label_everywhere_seconds": painted,
        "label_everywhere_saved_seconds": saved,
        "undo_everywhere_seconds": unpainted,
        "undo_everywhere_saved_seconds": unsaved,
    }


def play(project: Path, word: str) -> dict[str, float]:
    """Open the project, wait for a model that proposes everywhere, and label by hand."""
    prepare_process()
    with Sitting(project) as sitting:
        sitting.rest(MODEL_SECONDS)
        figures = {
            "keys_for_missed_entity": keys_for_missed_entity(sitting),
            "keys_to_confirm": keys_to_confirm(sitting),
            **label_everywhere(sitting, word),
        }
        sitting.rest(MODEL_SECONDS)
        return {**figures, **accept_everything(sitting)}


if __name__ == "__main__":
    played = play(Path(sys.argv[1]), sys.argv[2])
    sys.stdout.write(json.dumps(played) + "\n")
