"""A person looks at what was done, goes back over many steps, restarts, and goes forward again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.item_models.history import HistoryRole
from app.jobs.projects.create import create_sample
from app.lab.benchmarks import scrolling
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from tests.soak.state import digest

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def open_history(gui_session: GuiSession) -> None:
    gui_session.player.press(Key.Key_H, CONTROL)
    wait_for(lambda: gui_session.window.panels.history.view.hasFocus(), "the list of steps")


def go(gui_session: GuiSession, row: int, button: str) -> None:
    """Choose a step and press a button below the list."""
    panel, received = gui_session.window.panels.history, []
    panel.view.setCurrentIndex(panel.model.index(row, 0))
    assert panel.here_button.text() == button
    gui_session.project.history.history_moved.connect(received.append)
    QTest.mouseClick(panel.here_button, Qt.MouseButton.LeftButton)
    wait_for(lambda: bool(received), "the way there")


def test_a_step_is_called_by_its_words(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        workspace, player = gui_session.workspace, gui_session.player
        sentence_index = workspace.caret.sentence_index
        words = gui_session.project.session.corpus.words_of(sentence_index)
        open_history(gui_session)
        wait_for(lambda: not gui_session.window.panels.history.model.reading, "the list of steps")
        player.press(Key.Key_Escape)
        workspace.caret.select(0, 0)
        first, second = gui_session.project.session.project.visible_labels()[:2]
        for key in (Key.Key_1, Key.Key_2):
            workspace.caret.select(0, 0)
            player.press(key)
        rows = [gui_session.window.panels.history.model.index(row, 0).data() for row in range(2)]
        assert rows == [
            f"{words[0]}: {first.name} → {second.name}",
            f"{words[0]} → {first.name}",
        ]
        undo = gui_session.window.actions_["undo"]
        # Names follow a moment later while keys come in quick succession.
        wait_for(lambda: undo.text() == f"&Undo {rows[0]}", "the name of the newest step")
        player.press(Key.Key_Z, CONTROL)
        wait_for(lambda: undo.text() == f"&Undo {rows[1]}", "the name of the step before")
        assert (
            gui_session.window.panels.history.model.index(0, 0).data(HistoryRole.STATE) == "undone"
        )


def make_step(gui_session, key):
    """Press a key until it makes a step: a model may arrive, of which the first press tells."""
    history = gui_session.project.session.history
    before = len(history.steps())
    for _ in range(3):
        gui_session.player.press(key)
        if len(history.steps()) > before:
            return
    raise AssertionError(key)


def test_a_person_goes_back_and_forward_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("STOPS", 20), ("WHEEL_NOTCHES", 5), ("SENTENCES", 5)):
        monkeypatch.setattr(scrolling, name, few)
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        session, player = gui_session.project.session, gui_session.player
        states = {}
        for key in (Key.Key_1, Key.Key_Return, Key.Key_2, Key.Key_Return, Key.Key_3):
            make_step(gui_session, key)
            states[session.history.steps()[-1].id] = digest(session.project)
        sentence_index, newest = gui_session.workspace.caret.sentence_index, max(states)
        open_history(gui_session)
        panel = gui_session.window.panels.history
        assert panel.model.index(0, 0).data(HistoryRole.DAY) == "Today"
        assert panel.model.index(0, 0).data(HistoryRole.WHO_WHERE).endswith(" · Player")
        for _ in range(4):
            player.press(Key.Key_Down)
        assert gui_session.workspace.caret.sentence_index not in (sentence_index, -1)
        go(gui_session, 4, "Undo to here")
        assert digest(session.project) == states[newest - 4]
        assert gui_session.window.messages.text.text() == "4 changes undone."
        wait_for(lambda: session.saving.state == "saved", "the file")
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        assert digest(session.project) == states[newest - 4]
        # The panel stands where it was left.
        wait_for(
            lambda: bool(gui_session.window.panels.history.model.rowCount()), "the list of steps"
        )
        assert (
            gui_session.window.panels.history.model.index(0, 0).data(HistoryRole.STATE) == "undone"
        )
        go(gui_session, 1, "Redo to here")
        assert digest(session.project) == states[newest - 1]
        gui_session.window.messages.action.click()
        wait_for(lambda: digest(session.project) == states[newest - 4], "back again")
        gui_session.player.press(Key.Key_Escape)
        assert gui_session.window.sentence_view.hasFocus()
        frames = scrolling.scroll_frames(gui_session)
        assert len(frames) > 30
        assert min(frames) > 0
