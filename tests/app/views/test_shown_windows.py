from __future__ import annotations

import os

import pytest
from PySide6.QtWidgets import QDialog, QWidget

from app.views.shown_windows import bring_to_front, is_maximised, show_window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    show_window(made, maximised=False)
    return made


def test_a_window_is_shown_as_the_last_one_was(qtbot, window):
    assert not is_maximised(None)
    assert not is_maximised(window)
    second = QWidget()
    qtbot.addWidget(second)
    show_window(second, maximised=True)
    assert is_maximised(second)


def test_a_minimised_window_comes_back_maximised_if_it_was(qtbot, window):
    window.setWindowState(window.windowState().WindowMaximized)
    window.showMinimized()
    bring_to_front(window)
    assert not window.isMinimized()
    qtbot.waitUntil(window.isActiveWindow)


def test_it_comes_before_other_windows(qtbot, window):
    other = QWidget()
    qtbot.addWidget(other)
    show_window(other, maximised=False)
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    bring_to_front(window)
    qtbot.waitUntil(window.isActiveWindow)


def test_a_dialog_that_waits_stays_active(qtbot, window):
    dialog = QDialog(window)
    dialog.setModal(True)
    dialog.show()
    bring_to_front(window)
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.close()


def test_the_token_of_the_desktop_is_where_qt_looks(window, monkeypatch):
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "mine")
    bring_to_front(window)
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "mine"
    bring_to_front(window, "theirs")
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "theirs"
