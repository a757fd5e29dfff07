"""A person is told what to press, accepts what is sure by a slider, and reads what was done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.jobs.create_project import create_sample
from app.lab.benchmarks.player import wait_for
from app.lab.benchmarks.sitting import Sitting
from app.preferences import load
from app.views.dialogs.accept_sure import AcceptSureDialog
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


def named(sitting: Sitting) -> dict[str, str]:
    """Return the keys that the line beneath the sentence names, and what for."""
    return {hint.key: hint.does for hint in sitting.window.hints.hints}


def press(widget: QWidget | None, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    assert widget is not None
    QTest.keyClick(widget, key, held or Qt.KeyboardModifier.NoModifier)


def test_what_the_line_names_does_what_it_says(path: Path) -> None:
    with Sitting(path) as sitting:
        session, workspace, player = sitting.project.session, sitting.workspace, sitting.player
        sitting.rest(MODEL_SECONDS)
        player.press(Key.Key_Return, CONTROL)
        wait_for(lambda: named(sitting).get("Enter") == "accept", "suggestions are shown")
        assert named(sitting)["Tab"] == "next uncertain"
        workspace.caret.select(0, 0)
        player.press(Key.Key_1)
        wait_for(lambda: named(sitting).get("Ctrl+Z") == "undo", "a way back after a correction")
        player.press(Key.Key_Z, CONTROL)
        wait_for(lambda: "Ctrl+Z" not in named(sitting), "nothing to be taken back here")
        sitting.rest(MODEL_SECONDS)
        place = workspace.caret.place
        for _ in range(3):  # what a newer model has changed is shown before it is accepted
            if not session.is_done(place):
                player.press(Key.Key_Return)
        assert session.is_done(place)
        workspace.caret.go_to(place)
        wait_for(lambda: "Ctrl+Enter" in named(sitting), "the way on from a finished sentence")
        player.press(Key.Key_Return, CONTROL)
        assert workspace.caret.place != place
        player.press(Key.Key_F6)
        wait_for(lambda: "Esc" in named(sitting), "the way back from a panel")
        press(sitting.window.focusWidget(), Key.Key_Escape)
        assert sitting.window.sentence_view.hasFocus()


def test_whoever_closes_the_line_never_sees_it_again(path: Path) -> None:
    with Sitting(path) as sitting:
        window = sitting.window
        sitting.settle()
        window.messages.dismiss()
        wait_for(window.hints.isVisible, "the line of keys")
        QTest.mouseClick(window.hints.close_button, Qt.MouseButton.LeftButton)
        assert not window.hints.isVisible()
        assert window.sentence_view.hasFocus(), "keys still label"
    assert not load(path.with_name("preferences.json")).hints
    with Sitting(path) as sitting:
        window = sitting.window
        sitting.settle()
        assert not window.hints.isVisible()
        sitting.player.press(Key.Key_K, CONTROL)
        chooser = window.focusWidget()
        assert chooser is not None
        QTest.keyClicks(chooser, "key hints")
        press(chooser, Key.Key_Return)
        wait_for(window.hints.isVisible, "the line of keys is back")


def test_tool_bar_buttons_do_what_their_keys_do(path: Path) -> None:
    with Sitting(path) as sitting:
        session, workspace, window = sitting.project.session, sitting.workspace, sitting.window
        buttons = {button.text(): button for button in window.tool_bar.worded}
        assert [one.shows for one in buttons.values()] == [
            "Accept Enter",
            "Skip Shift+Enter",
            "No label 0",
            "Reject this label -",
        ]
        workspace.caret.select(0, 0)
        QTest.mouseClick(buttons["No label"], Qt.MouseButton.LeftButton)
        word = session.corpus.words_of(workspace.caret.place)[0]
        assert undo_text(session) == f"{word} → no label"
        place = workspace.caret.place
        QTest.mouseClick(buttons["Accept"], Qt.MouseButton.LeftButton)
        assert session.is_done(place)
        assert window.sentence_view.hasFocus()


def test_the_slider_tells_the_errors_and_enter_accepts(path: Path) -> None:
    with Sitting(path) as sitting:
        session = sitting.project.session
        sitting.rest(MODEL_SECONDS)
        sitting.player.press(Key.Key_A, CONTROL | SHIFT)
        dialog = journey.shown(sitting.window, AcceptSureDialog)
        wait_for(lambda: dialog.summary.text() != "Searching…", "what would be accepted")
        press(dialog.threshold, Key.Key_Tab, SHIFT)
        assert dialog.slider.hasFocus()
        told = [dialog.summary.text()]
        for _ in range(8):
            press(dialog.slider, Key.Key_PageDown)
            told.append(dialog.summary.text())
        assert len(set(told)) > 3, "the headline follows the slider"
        wait_for(dialog.button.isEnabled, "the list of what would be accepted")
        n_tokens = int(dialog.model.sure.n_tokens.sum())
        assert f"{n_tokens:,} tokens will be wrong" in dialog.summary.text()
        n_open = int(session.open_tokens[session.visible].sum())
        press(dialog.slider, Key.Key_Return)
        wait_for(
            lambda: int(session.open_tokens[session.visible].sum()) == n_open - n_tokens,
            "they are accepted",
        )
        assert str(undo_text(session)).startswith(f"accept {n_tokens:,} confident tokens in ")
