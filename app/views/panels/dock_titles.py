"""The tab or title of a panel, and its two buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from app.views.icons import icon
from app.views.layouts import in_row
from app.views.panels.dock_layout import Dock
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.listing import name_widget

DRAG_DISTANCE = 3 * GRID
"""Distance in pixels from the tabs at which a dragged panel becomes a window."""

SIGN = 13
"""Size in pixels of the icon on a button."""

_MOVED = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


class DockTitles(QObject):
    """Gives every dock a title where it has no tab, and buttons while it is hovered or focused.

    A panel is hovered if the mouse is over its tabs or title. The buttons of a panel with a tab are
    at the end of the row of tabs.

    Signals
    -------
    tab_clicked : Dock
        The tab of this panel was clicked, and not dragged.
    """

    tab_clicked = Signal(object)

    def __init__(self, window: QMainWindow, docks: Iterable[Dock]) -> None:
        super().__init__(window)
        self._window = window
        self._docks = {dock.windowTitle(): dock for dock in docks}
        self.titles = {dock: Title(dock) for dock in self._docks.values()}
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        for dock, title in self.titles.items():
            dock.setTitleBarWidget(title)
            dock.visibilityChanged.connect(lambda _: self._soon.start())
            dock.topLevelChanged.connect(lambda _: self._soon.start())
            dock.dockLocationChanged.connect(lambda _: self._soon.start())
            dock.installEventFilter(self)
            title.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._show_buttons)
        self.refresh()

    def refresh(self) -> None:
        """Show titles and buttons according to which panels have tabs now."""
        for dock, title in self.titles.items():
            others = self._window.tabifiedDockWidgets(dock)
            title.set_shown(dock.isFloating() or all(other.isHidden() for other in others))
        for bar in self.tab_bars():
            if bar.findChild(Buttons) is None:
                bar.setDrawBase(False)
                # Where there is no room for all names, the tabs scroll: a cut name says little.
                bar.setElideMode(Qt.TextElideMode.ElideNone)
                bar.setUsesScrollButtons(True)
                buttons = Buttons(bar)
                buttons.show()
                buttons.lower()  # below the arrows of tabs that scroll
                bar.installEventFilter(self)
                drag = TabDrag(bar, self._docks)
                drag.clicked.connect(self.tab_clicked)
                bar.installEventFilter(drag)
                bar.currentChanged.connect(lambda _: self._soon.start())
            self._place_buttons(bar)
        self._show_buttons()

    def tab_bars(self) -> list[QTabBar]:
        """Return the tab bars in use; Qt keeps unused ones, too."""
        if not isValid(self._window):
            return []
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        bars = self._window.findChildren(QTabBar, options=directly)
        return [bar for bar in bars if self._is_above(bar, self._current_dock(bar))]

    def _is_above(self, bar: QTabBar, dock: Dock | None) -> bool:
        if dock is None or not dock.isVisible() or not bar.isVisible():
            return False
        return bar.geometry().adjusted(0, 0, 0, 2).intersects(dock.geometry())

    def tabs(self) -> list[list[Dock]]:
        """Return the panels of each tab bar, in its order."""
        return [
            [self._docks[bar.tabText(at)] for at in range(bar.count())] for bar in self.tab_bars()
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self._show_buttons()
        elif event.type() in _MOVED:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _place_buttons(self, bar: QTabBar) -> None:
        """Put the buttons at the end of the row of tabs."""
        buttons = bar.findChild(Buttons)
        if buttons is None:
            return
        buttons.set_dock(self._current_dock(bar))
        end = QRect(QPoint(), QSize(buttons.sizeHint().width(), bar.height()))
        if bar.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            end.moveRight(bar.rect().right())
        buttons.setGeometry(end)

    def _current_dock(self, bar: QTabBar) -> Dock | None:
        return self._docks.get(bar.tabText(bar.currentIndex()))

    def _show_buttons(self) -> None:
        for title in filter(isValid, self.titles.values()):  # panels are deleted before the window
            title.buttons.set_drawn(title.is_shown and _is_active(title, title.dock))
        for bar in self.tab_bars():
            buttons = bar.findChild(Buttons)
            if buttons is not None:
                tabs = bar.tabRect(0).united(bar.tabRect(bar.count() - 1))
                hides_one = tabs.intersects(buttons.geometry()) or _scrolls(bar)
                buttons.set_drawn(not hides_one and _is_active(bar, self._current_dock(bar)))


def _scrolls(bar: QTabBar) -> bool:
    """Return whether a row of tabs shows its arrows, which are where the buttons would be."""
    directly = Qt.FindChildOption.FindDirectChildrenOnly
    return any(arrow.isVisible() for arrow in bar.findChildren(QToolButton, options=directly))


def _is_active(head: QWidget, dock: Dock | None) -> bool:
    focused = QApplication.focusWidget()
    inside = dock is not None and focused is not None and dock.isAncestorOf(focused)
    return inside or head.underMouse()


class TabDrag(QObject):
    """Lets the mouse drag a panel out of a row of tabs, into a window of its own.

    Signals
    -------
    clicked : Dock
        The tab of this panel was clicked, and not dragged out.
    """

    clicked = Signal(object)

    def __init__(self, bar: QTabBar, docks: Mapping[str, Dock]) -> None:
        super().__init__(bar)
        self._bar = bar
        self._docks = docks
        self._dragged: Dock | None = None
        self._floating = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if watched is not self._bar or not isinstance(event, QMouseEvent):
            return False
        at, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._dragged = self._docks.get(self._bar.tabText(self._bar.tabAt(at)))
            self._floating = False
        elif kind == QEvent.Type.MouseMove and self._dragged is not None:
            around = self._bar.rect().adjusted(
                -DRAG_DISTANCE, -DRAG_DISTANCE, DRAG_DISTANCE, DRAG_DISTANCE
            )
            if not self._floating and not around.contains(at):
                self._release(event)
                self._dragged.setFloating(True)
            if self._floating:
                self._dragged.move(event.globalPosition().toPoint() - QPoint(DRAG_DISTANCE, GRID))
                return True
        elif kind == QEvent.Type.MouseButtonRelease:
            dragged, self._dragged = self._dragged, None
            if dragged is not None and not self._floating:
                self.clicked.emit(dragged)
            return self._floating and dragged is not None
        return False

    def _release(self, event: QMouseEvent) -> None:
        """Send the tab bar a mouse release: otherwise it would reorder its tabs."""
        dragged, self._dragged = self._dragged, None
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        release = QEvent.Type.MouseButtonRelease
        positions = event.position(), event.globalPosition()
        ended = QMouseEvent(release, *positions, left, none, event.modifiers())
        QApplication.sendEvent(self._bar, ended)
        self._dragged, self._floating = dragged, True


class Buttons(QWidget):
    """Two buttons: float a panel in a window of its own, or close it.

    They keep their space while they are hidden, so that nothing moves when they appear.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._dock: Dock | None = None
        self.float = self._button("float_panel", self.tr("Detach the panel"), "float")
        self.close_ = self._button("close_panel", self.tr("Close the panel"), "close")
        self.float.clicked.connect(self._float)
        self.close_.clicked.connect(self._close)
        in_row(self.float, self.close_, within=self, margins=(0, 0, HALF_GRID, 0), spacing=0)
        self.set_drawn(False)

    def set_dock(self, dock: Dock | None) -> None:
        """Set the panel that the buttons act on."""
        if dock is self._dock:
            return
        self._dock = dock
        if dock is not None:
            away = self.tr("Close the panel {name}: View → Panels brings it back")
            apart = self.tr("Detach the panel {name} into a separate window, or put it back")
            for button, tip in ((self.close_, away), (self.float, apart)):
                set_tip(button, tip.format(name=dock.windowTitle()))

    def set_drawn(self, drawn: bool) -> None:  # noqa: FBT001 (as Qt's setters)
        """Show the buttons, or leave their space empty."""
        for button in (self.float, self.close_):
            button.setVisible(drawn)

    def _button(self, name: str, title: str, sign: str) -> QToolButton:
        button = QToolButton(self)
        name_widget(button, name, title, "")
        button.setProperty("sign", sign)
        button.setIcon(icon(sign, self.palette()))
        button.setIconSize(QSize(SIGN, SIGN))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        button.setSizePolicy(policy)
        return button

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for button in self.findChildren(QToolButton):
                button.setIcon(icon(button.property("sign"), self.palette()))

    def _float(self) -> None:
        if self._dock is not None:
            self._dock.toggle_floating()

    def _close(self) -> None:
        if self._dock is not None:
            self._dock.close()


class Title(QWidget):
    """The title of a panel that is alone or floating; without height while it has a tab."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.dock = dock
        self.is_shown = True
        label = PlainLabel(dock.windowTitle(), self)
        label.setObjectName("panel_title")
        self.buttons = Buttons(self)
        self.buttons.set_dock(dock)
        in_row((label, 1), self.buttons, within=self, margins=(2 * GRID, HALF_GRID, 0, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_shown(self, shown: bool) -> None:  # noqa: FBT001 (as Qt's setters)
        """Take the height of a title, or none."""
        if shown != self.is_shown:
            self.is_shown = shown
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return super().sizeHint() if self.is_shown else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return super().minimumSizeHint() if self.is_shown else QSize(0, 0)
