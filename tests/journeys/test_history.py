"""A person looks at what was done, goes back over many steps, restarts, and goes forward again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.item_models.history import HistoryRole
from app.jobs.create_project import create_sample
from app.lab.benchmarks import scrolling
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def open_history(sitting: Sitting) -> None:
    sitting.player.press(Key.Key_H, CONTROL)
    wait_for(lambda: sitting.window.panels.history.view.hasFocus(), "the list of steps")


def go(sitting: Sitting, row: int, button: str) -> None:
    """Choose a step and press a button below the list."""
    panel, told = sitting.window.panels.history, []
    panel.view.setCurrentIndex(panel.model.index(row, 0))
    assert panel.here_button.text() == button
    sitting.project.history.travelled.connect(told.append)
    QTest.mouseClick(panel.here_button, Qt.MouseButton.LeftButton)
    wait_for(lambda: bool(told), "the way there")


def test_a_step_is_called_by_its_words(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        workspace, player = sitting.workspace, sitting.player
        place = workspace.caret.place
        words = sitting.project.session.corpus.words_of(place)
        open_history(sitting)
        wait_for(lambda: not sitting.window.panels.history.model.reading, "the list of steps")
        player.press(Key.Key_Escape)
        workspace.caret.select(0, 0)
        first, second = sitting.project.session.project.visible_labels()[:2]
        for key in (Key.Key_1, Key.Key_2):
            workspace.caret.select(0, 0)
            player.press(key)
        rows = [sitting.window.panels.history.model.index(row, 0).data() for row in range(2)]
        assert rows == [
            f"{words[0]}: {first.name} → {second.name}",
            f"{words[0]} → {first.name}",
        ]
        undo = sitting.window.actions_["undo"]
        assert undo.text() == f"&Undo {rows[0]}"
        player.press(Key.Key_Z, CONTROL)
        assert undo.text() == f"&Undo {rows[1]}"
        assert sitting.window.panels.history.model.index(0, 0).data(HistoryRole.STATE) == "undone"


def test_a_person_goes_back_and_forward_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("STOPS", 20), ("WHEEL_NOTCHES", 5), ("SENTENCES", 5)):
        monkeypatch.setattr(scrolling, name, few)
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with Sitting(path) as sitting:
        session, player = sitting.project.session, sitting.player
        states = {}
        for key in (Key.Key_1, Key.Key_Return, Key.Key_2, Key.Key_Return, Key.Key_3):
            player.press(key)
            states[session.history.steps()[-1].id] = digest(session.project)
        place, newest = sitting.workspace.caret.place, max(states)
        open_history(sitting)
        panel = sitting.window.panels.history
        assert panel.model.index(0, 0).data(HistoryRole.DAY) == "Today"
        assert panel.model.index(0, 0).data(HistoryRole.WHO_WHERE).startswith("Player · sentence ")
        for _ in range(4):
            player.press(Key.Key_Down)
        assert sitting.workspace.caret.place not in (place, -1)
        go(sitting, 4, "Undo to here")
        assert digest(session.project) == states[newest - 4]
        assert sitting.window.messages.text.text() == "4 changes undone."
        wait_for(lambda: session.saving.state == "saved", "the file")
    with Sitting(path) as sitting:
        session = sitting.project.session
        assert digest(session.project) == states[newest - 4]
        # The panel stands where it was left.
        wait_for(lambda: bool(sitting.window.panels.history.model.rowCount()), "the list of steps")
        assert sitting.window.panels.history.model.index(0, 0).data(HistoryRole.STATE) == "undone"
        go(sitting, 1, "Redo to here")
        assert digest(session.project) == states[newest - 1]
        sitting.window.messages.action.click()
        wait_for(lambda: digest(session.project) == states[newest - 4], "back again")
        sitting.player.press(Key.Key_H, CONTROL)
        assert sitting.window.sentence_view.hasFocus()
        frames = scrolling.scroll_frames(sitting)
        assert len(frames) > 30
        assert min(frames) > 0
