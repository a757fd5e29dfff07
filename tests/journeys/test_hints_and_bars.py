"""A person is told what to press, accepts what is sure by a slider, and reads what was done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.preferences import load
from app.views.dialogs.accept_confident import AcceptConfidentDialog
from tests.app.views.test_tool_bar import shown_on
from tests.journeys import journey
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
MODEL_SECONDS = 120.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    return path


def named(gui_session: GuiSession) -> dict[str, str]:
    """Return the keys that the line beneath the sentence names, and what for."""
    return {hint.key: hint.does for hint in gui_session.window.hints.hints}


def press(widget: QWidget | None, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    assert widget is not None
    QTest.keyClick(widget, key, held or Qt.KeyboardModifier.NoModifier)


def test_what_the_line_names_does_what_it_says(path: Path) -> None:
    with GuiSession(path) as gui_session:
        session, workspace, player = (
            gui_session.project.session,
            gui_session.workspace,
            gui_session.player,
        )
        gui_session.rest(MODEL_SECONDS)
        player.press(Key.Key_Return, CONTROL)
        wait_for(lambda: named(gui_session).get("Enter") == "accept", "suggestions are shown")
        assert named(gui_session)["Tab"] == "next uncertain"
        workspace.caret.select(0, 0)
        player.press(Key.Key_1)
        wait_for(
            lambda: named(gui_session).get("Ctrl+Z") == "undo", "a way back after a correction"
        )
        player.press(Key.Key_Z, CONTROL)
        wait_for(lambda: "Ctrl+Z" not in named(gui_session), "nothing to be taken back here")
        gui_session.rest(MODEL_SECONDS)
        sentence_index = workspace.caret.sentence_index
        for _ in range(3):  # what a newer model has changed is shown before it is accepted
            if not session.is_done(sentence_index):
                player.press(Key.Key_Return)
        assert session.is_done(sentence_index)
        workspace.caret.go_to(sentence_index)
        wait_for(lambda: "Ctrl+Enter" in named(gui_session), "the way on from a finished sentence")
        player.press(Key.Key_Return, CONTROL)
        assert workspace.caret.sentence_index != sentence_index
        player.press(Key.Key_F6)
        wait_for(lambda: "Esc" in named(gui_session), "the way back from a panel")
        press(gui_session.window.focusWidget(), Key.Key_Escape)
        assert gui_session.window.sentence_view.hasFocus()


def test_whoever_closes_the_line_never_sees_it_again(path: Path) -> None:
    with GuiSession(path) as gui_session:
        window = gui_session.window
        gui_session.settle()
        window.messages.dismiss()
        wait_for(window.hints.isVisible, "the line of keys")
        QTest.mouseClick(window.hints.close_button, Qt.MouseButton.LeftButton)
        assert not window.hints.isVisible()
        assert window.sentence_view.hasFocus(), "keys still label"
    assert not load(path.with_name("preferences.json")).hints
    with GuiSession(path) as gui_session:
        window = gui_session.window
        gui_session.settle()
        assert not window.hints.isVisible()
        gui_session.player.press(Key.Key_K, CONTROL)
        chooser = window.focusWidget()
        assert chooser is not None
        QTest.keyClicks(chooser, "key hints")
        press(chooser, Key.Key_Return)
        wait_for(window.hints.isVisible, "the line of keys is back")


def test_tool_bar_buttons_do_what_their_keys_do(path: Path) -> None:
    with GuiSession(path) as gui_session:
        session, workspace, window = (
            gui_session.project.session,
            gui_session.workspace,
            gui_session.window,
        )
        buttons = {button.text(): button for button in window.tool_bar.worded}
        assert [shown_on(one) for one in buttons.values()] == [
            "Accept Enter",
            "Skip Shift+Enter",
            "No label 0",
            "Reject -",
        ]
        workspace.caret.select(0, 0)
        QTest.mouseClick(buttons["No label"], Qt.MouseButton.LeftButton)
        word = session.corpus.words_of(workspace.caret.sentence_index)[0]
        assert undo_text(session) == f"{word} → no label"
        sentence_index = workspace.caret.sentence_index
        QTest.mouseClick(buttons["Accept"], Qt.MouseButton.LeftButton)
        assert session.is_done(sentence_index)
        assert window.sentence_view.hasFocus()


def test_the_slider_tells_the_errors_and_enter_accepts(path: Path) -> None:
    with GuiSession(path) as gui_session:
        session = gui_session.project.session
        gui_session.rest(MODEL_SECONDS)
        gui_session.player.press(Key.Key_A, CONTROL | SHIFT)
        dialog = journey.shown(gui_session.window, AcceptConfidentDialog)
        wait_for(lambda: dialog.summary.text() != "Searching…", "what would be accepted")
        press(dialog.threshold, Key.Key_Tab, SHIFT)
        assert dialog.slider.hasFocus()
        received = [dialog.summary.text()]
        for _ in range(8):
            press(dialog.slider, Key.Key_PageDown)
            received.append(dialog.summary.text())
        assert len(set(received)) > 3, "the headline follows the slider"
        wait_for(dialog.accept_button.isEnabled, "the list of what would be accepted")
        n_tokens = len(dialog.model.confident.tokens)
        assert f"{n_tokens:,} tokens" in dialog.summary.text()
        n_open = int(session.open_tokens[session.visible].sum())
        press(dialog.slider, Key.Key_Return)
        wait_for(
            lambda: int(session.open_tokens[session.visible].sum()) == n_open - n_tokens,
            "they are accepted",
        )
        assert str(undo_text(session)).startswith(f"accept {n_tokens:,} confident tokens in ")
