"""A morning without a mouse: looks, menus, panels, labels, dialogs, all by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import preferences
from app.domain.tokens import TokenState
from app.jobs.projects.create import create_sample
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.preferences import Appearance
from app.views.dialogs.appearance import AppearanceDialog
from app.views.dialogs.label_editor import LabelEditor
from app.views.panels.dock_layout import in_window
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ROUND = 40
"""So many steps of F6 are more than there are panels."""
ENTERS = 5
"""Times that a person presses Enter at most until a sentence is accepted."""


def press(key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key wherever the system would send it: into an open menu, or into what has focus."""
    popup = QApplication.activePopupWidget()
    widget = popup or QApplication.focusWidget() or QApplication.activeWindow()
    assert widget is not None
    if popup is not None:
        QTest.keyClick(popup, key, modifiers)
    else:
        QTest.keyClick(widget.window().windowHandle(), key, modifiers)


def through_menu(menu: Key, entry: Key) -> None:
    """Choose an entry of a menu by the letters that are underlined."""
    press(menu, ALT)
    wait_for(lambda: QApplication.activePopupWidget() is not None, "the menu")
    press(entry)
    wait_for(lambda: QApplication.activePopupWidget() is None, "the menu goes")


def choose_appearance(gui_session: GuiSession) -> None:
    """Take high contrast, patterns and larger text by the letters of the dialog, and keep them."""
    through_menu(Key.Key_V, Key.Key_A)
    dialog = journey.shown(gui_session.window, AppearanceDialog)
    wait_for(lambda: QApplication.activeWindow() is dialog, "the dialog has the keys")
    press(Key.Key_N, ALT)
    wait_for(dialog.contrast.hasFocus, "contrast is asked for")
    press(Key.Key_End)
    press(Key.Key_P, ALT)
    wait_for(dialog.patterns.isChecked, "patterns are ticked")
    press(Key.Key_T, ALT)
    press(Key.Key_Tab)
    wait_for(dialog.points.hasFocus, "the size has the focus")
    press(Key.Key_PageUp)
    assert gui_session.application.themes.theme.high
    press(Key.Key_Return)
    wait_for(lambda: not gui_session.window.findChildren(AppearanceDialog), "the dialog goes")


def come_back(gui_session: GuiSession) -> None:
    """Give the keys back to the window, as a window manager does once a dialog is closed."""
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence has the keys")


def go_to(gui_session: GuiSession, panel: str) -> None:
    """Go round the panels by F6 until one has the focus."""
    for _ in range(ROUND):
        press(Key.Key_F6)
        focused = QApplication.focusWidget()
        if focused is not None and gui_session.window.panels[panel].isAncestorOf(focused):
            return
    raise AssertionError(f"F6 never comes to {panel}")


def back_to_sentence(gui_session: GuiSession) -> None:
    press(Key.Key_Escape)
    wait_for(gui_session.window.sentence_view.hasFocus, "Esc leads back to the sentence")


@pytest.mark.qt_log_ignore("grabbing the keyboard")  # the offscreen platform on any menu
def test_a_morning_without_a_mouse(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with GuiSession(path) as gui_session:
        window, workspace = gui_session.window, gui_session.workspace
        session = gui_session.project.session
        choose_appearance(gui_session)
        kept = Appearance(contrast="high", patterns=True, points=26.0, language="en")
        assert gui_session.application.writer.wait()
        assert preferences.load(path.with_name("preferences.json")).appearance == kept
        come_back(gui_session)

        press(Key.Key_Home, CONTROL)
        sentence_index = workspace.caret.sentence_index
        go_to(gui_session, "labels")
        press(Key.Key_Down)
        press(Key.Key_Return)
        assert (
            session.corpus.states[session.corpus.span(sentence_index).start] == TokenState.CONFIRMED
        )
        back_to_sentence(gui_session)
        press(Key.Key_Z, CONTROL)
        assert (
            session.corpus.states[session.corpus.span(sentence_index).start] != TokenState.CONFIRMED
        )

        go_to(gui_session, "queue")
        for panel in ("sentences", "documents", "queue"):
            press(Key.Key_PageDown, CONTROL)
            assert window.panels[panel].isAncestorOf(QApplication.focusWidget()), panel
        press(Key.Key_PageUp, CONTROL)
        assert window.panels["documents"].isAncestorOf(QApplication.focusWidget())
        press(Key.Key_B, CONTROL)
        assert window.sentence_view.hasFocus()
        assert not window.docks["documents"].isVisible()
        press(Key.Key_B, CONTROL)
        assert in_window(window.panels.documents)
        assert not in_window(window.panels.queue)
        press(Key.Key_PageDown, CONTROL)
        assert window.panels.queue.isAncestorOf(QApplication.focusWidget())
        back_to_sentence(gui_session)
        press(Key.Key_B, CONTROL | SHIFT)
        assert not window.docks["labels"].isVisible()
        press(Key.Key_B, CONTROL | SHIFT)
        assert in_window(window.panels.labels)

        press(Key.Key_1)
        # Enter first shows what has changed unseen: by the label, or by a model that is new.
        for _ in range(ENTERS):
            gui_session.settle()
            press(Key.Key_Return)
            gui_session.settle()
            if workspace.caret.sentence_index != sentence_index:
                break
            assert "press the key again" in window.messages.text.text().lower()
        assert workspace.caret.sentence_index != sentence_index
        through_menu(Key.Key_L, Key.Key_L)
        editor = journey.shown(window, LabelEditor)
        wait_for(lambda: QApplication.activeWindow() is editor, "the dialog has the keys")
        press(Key.Key_Escape)
        wait_for(lambda: not window.findChildren(LabelEditor), "Esc closes the dialog")
        gui_session.application.themes.set_appearance(Appearance())
