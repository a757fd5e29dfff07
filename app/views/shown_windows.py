"""Showing windows, and bringing them to the front."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def is_maximised(window: QWidget | None) -> bool:
    """Return whether a window is there and maximised, so that the next one is to be."""
    return window is not None and window.isMaximized()


def show_window(window: QWidget, *, maximised: bool) -> None:
    """Show a window; a maximised one keeps the size to which it goes back."""
    if maximised:
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
    window.show()


def bring_to_front(window: QWidget, token: str = "") -> None:
    """Show a window before all others; ``token`` is the desktop's permission, if it gave one."""
    if token:
        # Qt's part for Wayland reads it when a window is activated. X11 needs none.
        os.environ["XDG_ACTIVATION_TOKEN"] = token
    if window.isMinimized():
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    # A dialog that waits for an answer stays before its window.
    (QApplication.activeModalWidget() or window).activateWindow()
