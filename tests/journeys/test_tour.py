"""The first start of all: the sample is opened, and the tour is played by keys to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import application as module
from app import preferences
from app.application import build
from app.lab.benchmarks.player import Player, wait_for

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
EDIT_ACTIONS = {
    "Label a word": (Key.Key_2, NONE),
    "Accept the sentence": (Key.Key_Return, NONE),
    "Check uncertain words": (Key.Key_Tab, NONE),
    "Correct a suggestion": (Key.Key_3, NONE),
    "Follow the queue": (Key.Key_Return, CONTROL),
    "Undo a change": (Key.Key_Z, CONTROL),
}
"""What the notes ask for; which of them come depends on whether there is a model already."""


def accept(player: Player) -> None:
    """Press Enter until the next sentence is there: the first suggestions may come in between."""
    sentence_index = player.workspace.caret.sentence_index

    def accepted() -> bool:
        if player.workspace.caret.sentence_index == sentence_index:
            player.press(*EDIT_ACTIONS["Accept the sentence"])
        return player.workspace.caret.sentence_index != sentence_index

    wait_for(accepted, "the sentence is accepted")


def test_the_tour_of_the_first_start_is_played_by_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "documents_folder", lambda: tmp_path)
    chosen = tmp_path / "preferences.json"
    application = build(preferences_path=chosen)
    assert application.welcome is not None
    painted: list[object] = []
    application.painted.connect(painted.append)
    QTest.mouseClick(application.welcome.sample, Qt.MouseButton.LeftButton)
    wait_for(lambda: bool(painted), "the window of the sample")
    window = application.window
    assert window is not None
    window.activateWindow()
    wait_for(lambda: QGuiApplication.focusWindow() is window.windowHandle(), "the focus")
    window.sentence_view.setFocus()
    player = Player(window, window.workspace)
    words = window.workspace.session.corpus.words_of(window.workspace.caret.sentence_index)
    assert {"Dr.", "Lindqvist"} <= set(words), "there is something to label where it begins"
    titles = []
    while (note := window.controllers.tour.note) is not None:
        titles.append(note.title.text())
        assert len(titles) <= len(EDIT_ACTIONS)
        assert note.counter.text() == f"{window.controllers.tour.at} of 6"
        shown = window.controllers.tour.step
        if titles[-1] == "Accept the sentence":
            accept(player)
        else:
            player.press(*EDIT_ACTIONS[titles[-1]])
        wait_for(
            lambda shown=shown: window.controllers.tour.step is not shown,
            f"the deed of {titles[-1]}",
        )
    assert titles[:2] == ["Label a word", "Accept the sentence"]
    assert {"Follow the queue", "Undo a change"} <= set(titles)
    assert window.controllers.tour.note is None
    assert application.writer.wait()
    assert preferences.load(chosen).tour_seen
    assert application.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
