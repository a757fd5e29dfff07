"""Where panels stand in a window, how the focus goes round them, and how both are kept."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QByteArray, QPoint, QRect, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from app.views.theme import GRID

SIDE_WIDTH = 31 * GRID
HEIGHTS = {"documents": 18, "sentences": 60, "labels": 31, "queue": 35, "model": 20}
"""First heights of the panels in units of the grid."""


def dock_panels(
    window: QMainWindow,
    left: Sequence[QWidget],
    right: Sequence[QWidget],
    behind: Mapping[str, QWidget],
) -> dict[str, QDockWidget]:
    """Put panels at the sides of a window, and return their docks by the panels' names.

    ``behind`` are panels that share the place of another, by its name, under a tab of their own.
    """
    docks: dict[str, QDockWidget] = {}
    for panels, area in (
        (left, Qt.DockWidgetArea.LeftDockWidgetArea),
        (right, Qt.DockWidgetArea.RightDockWidgetArea),
    ):
        column = [_dock(window, panel, area) for panel in panels]
        docks |= {dock.widget().objectName(): dock for dock in column}
        heights = [HEIGHTS[dock.widget().objectName()] * GRID for dock in column]
        window.resizeDocks(column, heights, Qt.Orientation.Vertical)
        window.resizeDocks(column[:1], [SIDE_WIDTH], Qt.Orientation.Horizontal)
    sides = Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
    window.setTabPosition(sides, QTabWidget.TabPosition.North)
    for name, panel in behind.items():
        dock = _dock(window, panel, window.dockWidgetArea(docks[name]))
        window.tabifyDockWidget(docks[name], dock)
        docks[panel.objectName()] = dock
    for name in behind.keys() - {panel.objectName() for panel in behind.values()}:
        docks[name].raise_()
    return docks


def dock_below(window: QMainWindow, panel: QWidget) -> QDockWidget:
    """Put a panel below the sentence, hidden until it is asked for, and return its dock.

    The panels at the sides keep their height.
    """
    bottom = Qt.DockWidgetArea.BottomDockWidgetArea
    window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
    window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
    dock = _dock(window, panel, bottom)
    dock.hide()
    return dock


def _dock(window: QMainWindow, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    dock = QDockWidget(panel.accessibleName(), window)
    dock.setObjectName(f"dock_{panel.objectName()}")
    dock.setAccessibleName(panel.accessibleName())
    dock.setAccessibleDescription(panel.accessibleDescription())
    dock.setWidget(panel)
    window.addDockWidget(area, dock)
    return dock


def step_focus(
    stops: Sequence[tuple[QWidget, QWidget]], focused: QWidget | None, step: int
) -> None:
    """Move the focus to the next panel on the screen; a stop is a panel and where focus enters."""
    # A panel behind another one's tab stands outside the window, and is visible all the same.
    shown = [(panel, entry) for panel, entry in stops if entry.isVisible() and in_window(panel)]
    here = [
        place
        for place, (panel, _) in enumerate(shown)
        if focused is not None and (panel is focused or panel.isAncestorOf(focused))
    ]
    at = here[0] if here else -step
    shown[(at + step) % len(shown)][1].setFocus(Qt.FocusReason.TabFocusReason)


def in_window(panel: QWidget) -> bool:
    """Say whether a panel stands within its window, and not behind another one's tab."""
    window = panel.window()
    return window.rect().intersects(QRect(panel.mapTo(window, QPoint()), panel.size()))


def kept_layout(window: QMainWindow) -> dict[str, str]:
    """Return the geometry of a window and the state of its panels as texts."""
    return {"geometry": _text(window.saveGeometry()), "state": _text(window.saveState())}


def restore_layout(window: QMainWindow, kept: Mapping[str, str]) -> None:
    """Restore what `kept_layout` returned; Qt leaves alone what it cannot read."""
    window.restoreGeometry(QByteArray.fromBase64(kept.get("geometry", "").encode()))
    window.restoreState(QByteArray.fromBase64(kept.get("state", "").encode()))


def _text(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode("ascii")
