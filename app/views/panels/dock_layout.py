"""The layout of panels in the window: positions, widths, moving the focus, saving."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QWidget,
)

from app.views.layout_boundary import LayoutBoundary
from app.views.theme import GRID, theme_of
from app.views.widgets.base_dialog import keep_on_screen
from app.views.widgets.font_sizes import font_factor, scaled

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BELOW = Qt.DockWidgetArea.BottomDockWidgetArea
WIDTHS = {LEFT: 37 * GRID, RIGHT: 30 * GRID}
"""Initial width of the columns: the left one shows two lines of a sentence."""

MAX_SHARE = {LEFT: 0.31, RIGHT: 0.23}
"""Maximum share of a column of a small window's width, with the usual font."""
LARGEST_SHARE = 0.31
"""Maximum share of a column with a larger font."""

WIDER = {"dock_history": 38 * GRID}
"""Width of a column that shows this dock, where the window has room: its texts are longer."""

NARROW = 90 * GRID
"""A narrower window starts without the right column: labels are below the sentence."""

FLOAT_OFFSET = 4 * GRID
"""Offset in pixels of a floated panel from its place in the window."""

HAS_HEIGHT = "has_height"
"""Property of a dock: whether it was shown below the sentence or another panel."""

SHOWN_FIRST = "shown_first"
"""Property of a dock: whether the panel is visible by default."""

LAYOUT = 2
"""Version of the default layout: a saved layout of an older version is not restored."""


@dataclass(frozen=True, slots=True)
class DockPosition:
    """The default position of a panel: at a side, or as a tab behind another panel.

    ``shown`` is False for a panel that is hidden by default.
    """

    area: Qt.DockWidgetArea = RIGHT
    behind: str = ""
    shown: bool = True


def dock_panels(
    window: QMainWindow, panels: Iterable[tuple[QWidget, DockPosition]]
) -> dict[str, Dock]:
    """Dock panels in a window, and return their docks by the panels' names.

    A panel behind another one comes after it. The panels at the sides keep their height when one
    below the sentence is shown.
    """
    placed = {panel.objectName(): (panel, position) for panel, position in panels}
    docks: dict[str, Dock] = {}
    window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
    window.setTabPosition(LEFT | RIGHT | BELOW, QTabWidget.TabPosition.North)
    for name, (panel, position) in placed.items():
        if not position.behind:
            docks[name] = _dock(window, panel, position.area)
    for name, (panel, position) in placed.items():
        if position.behind:
            docks[name] = _dock(window, panel, window.dockWidgetArea(docks[position.behind]))
            window.tabifyDockWidget(docks[position.behind], docks[name])
    for name, (_, position) in placed.items():
        docks[name].setProperty(SHOWN_FIRST, position.shown)
        if not position.behind:
            docks[name].raise_()
        if not position.shown:
            docks[name].hide()
    return {name: docks[name] for name in placed}


def set_widths(window: QMainWindow, docks: Collection[QDockWidget]) -> None:
    """Give the columns at the sides their initial width, for the window's current size."""
    columns = {
        area: [dock for dock in docks if window.dockWidgetArea(dock) == area] for area in WIDTHS
    }
    narrow = window.width() < NARROW
    for area in (RIGHT, LEFT):
        wide = _usual_width(window, area)
        if not (narrow and area == LEFT):
            wide = min(wide, _largest_width(window, area))
        window.resizeDocks(columns[area][:1], [wide], Qt.Orientation.Horizontal)
        if narrow and area == RIGHT:
            for dock in columns[RIGHT]:
                dock.hide()


def _usual_width(window: QWidget, area: Qt.DockWidgetArea) -> int:
    return scaled(window, WIDTHS[area])


def _largest_width(window: QWidget, area: Qt.DockWidgetArea) -> int:
    """Return the width of a column in a small window, more with a larger font."""
    share = min(MAX_SHARE[area] * font_factor(window), max(LARGEST_SHARE, MAX_SHARE[area]))
    return round(share * window.width())


def give_height_once(window: QMainWindow, dock: QDockWidget) -> None:
    """Give a panel below others the height that it asks for, up to half of the window's.

    Only when it is shown for the first time: afterwards it has the height that the person gave it.
    """
    is_tab = window.dockWidgetArea(dock) != BELOW and window.tabifiedDockWidgets(dock)
    if dock.property(HAS_HEIGHT) or is_tab or dock.isFloating():
        return
    dock.setProperty(HAS_HEIGHT, True)
    title = dock.height() - dock.widget().height()
    wanted = min(dock.widget().sizeHint().height() + title, window.height() // 2)
    if dock.height() < wanted:
        window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)


def give_width(window: QMainWindow, dock: QDockWidget) -> None:
    """Widen the column of a panel whose texts need that, as far as the window has room."""
    wide = _wider(window, dock)
    if dock.width() < wide and not dock.isFloating():
        window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)


def _wider(window: QMainWindow, dock: QDockWidget) -> int:
    """Return the width for a panel that needs more than others, 0 for the others."""
    area, wide = window.dockWidgetArea(dock), WIDER.get(dock.objectName(), 0)
    return min(scaled(window, wide), _largest_width(window, area)) if area in WIDTHS else 0


class Widths(QObject):
    """Restores the widths of the columns after the window or a wide panel has changed them.

    A smaller window squeezes its columns, a panel that needs more room widens its column, and Qt
    leaves them so. The width restored is the one that the person last set with the mouse.
    """

    def __init__(self, window: QMainWindow, docks: Iterable[QDockWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._docks = list(docks)
        self._wanted: dict[Qt.DockWidgetArea, int] = {}
        self._size = window.size()
        self._roomy = 0
        self._factor = font_factor(window)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._restore)
        window.installEventFilter(self)
        for dock in self._docks:
            dock.installEventFilter(self)

    def keep(self) -> None:
        """Note the current widths of the columns as those to restore."""
        self._size = self._window.size()
        self._roomy = self._size.width()
        for area in WIDTHS:
            if (dock := self._shown(area)) is not None:
                forced = dock.width() <= self._least(area)
                usual = _usual_width(self._window, area)
                self._wanted[area] = min(dock.width(), usual) if forced else dock.width()
        if not _mouse_drags():
            self._soon.start()  # a width restored may be too narrow for the titles of tabs

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() == QEvent.Type.FontChange and watched is self._window:
            self._follow_font()
        elif event.type() == QEvent.Type.Show and watched is self._window and not self._wanted:
            QTimer.singleShot(0, self, self.keep)
        elif event.type() == QEvent.Type.Resize:
            if watched is self._window:
                self._size = self._window.size()
                self._soon.start()
            elif self._window.size() == self._size and _mouse_drags():
                self.keep()
        elif event.type() == QEvent.Type.Hide and watched is not self._window:
            self._soon.start()
        return False

    def _follow_font(self) -> None:
        """Widen or narrow the columns as much as the font has grown or shrunk."""
        factor = font_factor(self._window)
        if factor == self._factor:
            return
        for area, wanted in self._wanted.items():
            wide = round(wanted * factor / self._factor)
            wide = self._wanted[area] = min(wide, _largest_width(self._window, area))
            if (dock := self._shown(area)) is not None:
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
        self._factor = factor

    def _restore(self) -> None:
        width = self._window.width()
        for area, wanted in self._wanted.items():
            wide = wanted
            if width < self._roomy:
                wide = min(wanted, _largest_width(self._window, area))
            dock = self._shown(area)
            if dock is None:
                continue
            tabs = self._tabs_width(dock)
            wanted, wide = max(wanted, tabs, _wider(self._window, dock)), max(wide, tabs)
            # In a smaller window a column may stay wider than its share.
            wide = min(max(dock.width(), wide), wanted)
            if dock.width() != wide:
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)

    def _tabs_width(self, dock: QDockWidget) -> int:
        """Return the width of the titles of a column's tabs, as far as the window has room."""
        children = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=children):
            if dock.windowTitle() in [bar.tabText(tab) for tab in range(bar.count())]:
                return min(bar.sizeHint().width(), round(LARGEST_SHARE * self._window.width()))
        return 0

    def _least(self, area: Qt.DockWidgetArea) -> int:
        """Return the minimum width of a column's panels."""
        column = (
            dock
            for dock in self._docks
            if self._window.dockWidgetArea(dock) == area
            and not (dock.isHidden() or dock.isFloating())
        )
        return max((dock.minimumSizeHint().width() for dock in column), default=0)

    def _shown(self, area: Qt.DockWidgetArea) -> QDockWidget | None:
        """Return the visible panel of a column, None if the column is hidden."""
        for dock in self._docks:
            at_side = self._window.dockWidgetArea(dock) == area and not dock.isFloating()
            if at_side and dock.isVisible() and in_window(dock):
                return dock
        return None


def _mouse_drags() -> bool:
    return bool(QApplication.mouseButtons() & Qt.MouseButton.LeftButton)


class Dock(QDockWidget):
    """A dock at a side of the window; a floating one has a border."""

    def toggle_floating(self) -> None:
        """Float the panel beside its place, or dock it again; it keeps the focus."""
        focused, before = QApplication.focusWidget(), self.mapToGlobal(QPoint())
        window = self.parentWidget()
        layout = None if window is None else window.layout()
        if layout is not None:
            layout.activate()  # else Qt may never lay out a panel that comes back at once
        self.setFloating(not self.isFloating())
        if self.isFloating():
            self.move(before + QPoint(FLOAT_OFFSET, FLOAT_OFFSET))
            keep_on_screen(self)
        if focused is not None and self.isAncestorOf(focused):
            self.raise_()
            self.activateWindow()
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        super().paintEvent(event)
        if self.isFloating():
            with QPainter(self) as painter:
                painter.setPen(theme_of(self.palette()).muted)
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def _dock(window: QMainWindow, panel: QWidget, area: Qt.DockWidgetArea) -> Dock:
    dock = Dock(panel.accessibleName(), window)
    dock.setObjectName(f"dock_{panel.objectName()}")
    dock.setAccessibleName(panel.accessibleName())
    dock.setAccessibleDescription(panel.accessibleDescription())
    dock.setWidget(LayoutBoundary(panel, scrolls=True))
    window.addDockWidget(area, dock)
    return dock


def step_focus(
    stops: Sequence[tuple[QWidget, QWidget]], focused: QWidget | None, step: int
) -> None:
    """Move the focus to the next panel on the screen; a stop is a panel and where focus enters."""
    # A panel behind another one's tab is outside the window, but Qt calls it visible.
    there = [(panel, entry) for panel, entry in stops if panel.isVisible() and in_window(panel)]
    seen = {panel for panel, entry in there if entry.isVisible()}
    # A panel whose list is empty is entered at its first other widget.
    shown = [
        (panel, entry if panel in seen else first_focus_widget(panel))
        for panel, entry in there
        if entry.isVisible() or (panel not in seen and first_focus_widget(panel) is not None)
    ]
    here = [
        index
        for index, (panel, _) in enumerate(shown)
        if focused is not None and (panel is focused or panel.isAncestorOf(focused))
    ]
    exactly = [index for index in here if _holds(shown[index][1], focused)]
    at = (exactly or (here if step < 0 else here[::-1]) or [-step])[0]
    entry = shown[(at + step) % len(shown)][1]
    if entry is not None:
        entry.setFocus(Qt.FocusReason.TabFocusReason)


def first_focus_widget(panel: QWidget) -> QWidget | None:
    """Return the first widget of a panel that Tab reaches, None without one."""
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
    """Return whether a panel is within its window, and not behind another one's tab."""
    window = panel.window()
    return window.rect().intersects(QRect(panel.mapTo(window, QPoint()), panel.size()))


def saved_layout(window: QMainWindow) -> dict[str, str]:
    """Return the geometry of a window and the state of its panels, base64-encoded."""
    state = window.saveState(LAYOUT)
    return {"geometry": _text(window.saveGeometry()), "state": _text(state)}


def restore_layout(window: QMainWindow, kept: Mapping[str, str]) -> None:
    """Restore what `saved_layout` returned; Qt ignores what it cannot read.

    Of a layout with another version than `LAYOUT`, only the window's size is restored.
    """
    window.restoreGeometry(_data(kept.get("geometry", "")))
    window.restoreState(_data(kept.get("state", "")), LAYOUT)


def _data(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "replace"))


def _text(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode("ascii")
