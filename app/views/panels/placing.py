"""Where panels stand in a window, how the focus goes round them, and how both are kept."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QStyle,
    QStyleOptionDockWidget,
    QStyleOptionFrame,
    QStylePainter,
    QTabWidget,
    QWidget,
)

from app.views.island import Island
from app.views.theme import GRID

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BELOW = Qt.DockWidgetArea.BottomDockWidgetArea
SIDE_WIDTH = 31 * GRID


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel stands at first: at a side, or behind another one under a tab of its own.

    ``height`` is its share of a side in units of the grid; ``shown`` is False for a panel that
    comes when it is asked for.
    """

    area: Qt.DockWidgetArea = RIGHT
    behind: str = ""
    height: int = 0
    shown: bool = True


def dock_panels(
    window: QMainWindow, panels: Iterable[tuple[QWidget, Place]]
) -> dict[str, QDockWidget]:
    """Put panels at the sides of a window, and return their docks by the panels' names.

    A panel behind another one comes after it. The panels at the sides keep their height when one
    below the sentence comes.
    """
    placed = {panel.objectName(): (panel, place) for panel, place in panels}
    docks: dict[str, QDockWidget] = {}
    for area in (LEFT, RIGHT, BELOW):
        column = {
            name: _dock(window, panel, area)
            for name, (panel, place) in placed.items()
            if place.area == area and not place.behind
        }
        docks |= column
    window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
    window.setTabPosition(LEFT | RIGHT, QTabWidget.TabPosition.North)
    for name, (panel, place) in placed.items():
        if place.behind:
            docks[name] = _dock(window, panel, window.dockWidgetArea(docks[place.behind]))
            window.tabifyDockWidget(docks[place.behind], docks[name])
    for name in {place.behind for _, place in placed.values()} & placed.keys():
        if not placed[name][1].behind:
            docks[name].raise_()
    for name, (_, place) in placed.items():
        if not place.shown:
            docks[name].hide()
    # At the end: panels that have come and gone below the sentence have pushed the sides.
    for area in (LEFT, RIGHT):
        names = [name for name, (_, at) in placed.items() if at.area == area and not at.behind]
        heights = [placed[name][1].height * GRID for name in names]
        sides = [docks[name] for name in names]
        window.resizeDocks(sides, heights, Qt.Orientation.Vertical)
        window.resizeDocks(sides[:1], [SIDE_WIDTH], Qt.Orientation.Horizontal)
    return {name: docks[name] for name in placed}


class Dock(QDockWidget):
    """A panel with its title above it, in the letters of the window.

    Qt draws a title in those that the window had when the dock was made.
    """

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        if self.widget().geometry().contains(event.rect()):
            return  # nothing of it lies beside the panel: with every key a list is painted
        style, painter = QStyle, QStylePainter(self)
        if self.isFloating():
            frame = QStyleOptionFrame()
            frame.initFrom(self)
            painter.drawPrimitive(style.PrimitiveElement.PE_FrameDockWidget, frame)
        title = QStyleOptionDockWidget()
        self.initStyleOption(title)
        painter.drawControl(style.ControlElement.CE_DockWidgetTitle, title)


def _dock(window: QMainWindow, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    dock = Dock(panel.accessibleName(), window)
    dock.setObjectName(f"dock_{panel.objectName()}")
    dock.setAccessibleName(panel.accessibleName())
    dock.setAccessibleDescription(panel.accessibleDescription())
    dock.setWidget(Island(panel, scrolls=True))
    window.addDockWidget(area, dock)
    return dock


def step_focus(
    stops: Sequence[tuple[QWidget, QWidget]], focused: QWidget | None, step: int
) -> None:
    """Move the focus to the next panel on the screen; a stop is a panel and where focus enters."""
    # A panel behind another one's tab stands outside the window, and is visible all the same.
    there = [(panel, entry) for panel, entry in stops if panel.isVisible() and in_window(panel)]
    seen = {panel for panel, entry in there if entry.isVisible()}
    # A panel whose list is empty is entered at whatever else there is in it.
    shown = [
        (panel, entry if panel in seen else first_stop(panel))
        for panel, entry in there
        if entry.isVisible() or (panel not in seen and first_stop(panel) is not None)
    ]
    here = [
        place
        for place, (panel, _) in enumerate(shown)
        if focused is not None and (panel is focused or panel.isAncestorOf(focused))
    ]
    exactly = [place for place in here if _holds(shown[place][1], focused)]
    at = (exactly or (here if step < 0 else here[::-1]) or [-step])[0]
    entry = shown[(at + step) % len(shown)][1]
    if entry is not None:
        entry.setFocus(Qt.FocusReason.TabFocusReason)


def first_stop(panel: QWidget) -> QWidget | None:
    """Return the first widget of a panel that Tab reaches, None if there is none."""
    at = panel.nextInFocusChain()
    while at is not None and at is not panel:
        reached = at.isVisible() and at.isEnabled() and at.focusPolicy() & Qt.FocusPolicy.TabFocus
        if reached and panel.isAncestorOf(at):
            return at
        at = at.nextInFocusChain()
    return None


def _holds(entry: QWidget | None, focused: QWidget | None) -> bool:
    return entry is not None and (
        entry is focused or (focused is not None and entry.isAncestorOf(focused))
    )


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
