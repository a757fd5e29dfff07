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
from app.benchmarks.player import Player, wait_for

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
DEEDS = (
    (Key.Key_2, Qt.KeyboardModifier.NoModifier),
    (Key.Key_Return, Qt.KeyboardModifier.NoModifier),
    (Key.Key_Tab, Qt.KeyboardModifier.NoModifier),
    (Key.Key_3, Qt.KeyboardModifier.NoModifier),
    (Key.Key_Return, CONTROL),
    (Key.Key_Z, CONTROL),
)


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
    for number, (key, modifiers) in enumerate(DEEDS, 1):
        note = window.tour.note
        assert note is not None
        assert note.place.text() == f"{number} of 6"
        assert window.tour.at == number
        player.press(key, modifiers)
        wait_for(lambda step=number: window.tour.at != step, f"the deed of step {number} is seen")
    assert window.tour.note is None
    assert application.writer.wait()
    assert preferences.load(chosen).tour_seen
    assert application.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
