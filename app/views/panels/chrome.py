"""What stands around a panel: its tab or title, and two buttons that come when they are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from app.views.icons import icon
from app.views.panels.dock_layout import Dock
from app.views.panels.listing import name_widget
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID

PULL = 3 * GRID
"""So far from the tabs the mouse pulls a panel out."""

SIGN = 13
"""Pixels of the drawing on a button."""

_MOVED = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


class Frames(QObject):
    """Gives every dock a title where it has no tab, and its buttons while it is at hand.

    At hand is a panel whose tabs or title the mouse is over, or in which the keyboard is. A panel
    that has a tab needs no title beneath it: then its buttons stand behind the tabs.
    """

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
        """Find out which panels have tabs now, and put titles and buttons where they belong."""
        for dock, title in self.titles.items():
            others = self._window.tabifiedDockWidgets(dock)
            title.set_shown(dock.isFloating() or all(other.isHidden() for other in others))
        for bar in self.tab_bars():
            if bar.findChild(Buttons) is None:
                bar.setDrawBase(False)
                Buttons(bar).show()
                bar.installEventFilter(self)
                bar.installEventFilter(Pull(bar, self._docks))
                bar.currentChanged.connect(lambda _: self._soon.start())
            self._place_buttons(bar)
        self._show_buttons()

    def tab_bars(self) -> list[QTabBar]:
        """Return the rows of tabs that stand above panels; Qt keeps others, out of use."""
        if not isValid(self._window):
            return []
        directly = Qt.FindChildOption.FindDirectChildrenOnly
        bars = self._window.findChildren(QTabBar, options=directly)
        return [bar for bar in bars if self._stands(bar, self._in_front(bar))]

    def _stands(self, bar: QTabBar, dock: Dock | None) -> bool:
        if dock is None or not dock.isVisible() or not bar.isVisible():
            return False
        return bar.geometry().adjusted(0, 0, 0, 2).intersects(dock.geometry())

    def tabs(self) -> list[list[Dock]]:
        """Return the panels that share a row of tabs, in its order, row by row."""
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
        buttons.serve(self._in_front(bar))
        end = QRect(QPoint(), QSize(buttons.sizeHint().width(), bar.height()))
        if bar.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            end.moveRight(bar.rect().right())
        buttons.setGeometry(end)

    def _in_front(self, bar: QTabBar) -> Dock | None:
        return self._docks.get(bar.tabText(bar.currentIndex()))

    def _show_buttons(self) -> None:
        for title in filter(isValid, self.titles.values()):  # panels go before the window does
            title.buttons.set_drawn(title.is_shown and _at_hand(title, title.dock))
        for bar in self.tab_bars():
            buttons = bar.findChild(Buttons)
            if buttons is not None:
                tabs = bar.tabRect(0).united(bar.tabRect(bar.count() - 1))
                hides_one = tabs.intersects(buttons.geometry())
                buttons.set_drawn(not hides_one and _at_hand(bar, self._in_front(bar)))


def _at_hand(head: QWidget, dock: Dock | None) -> bool:
    focused = QApplication.focusWidget()
    inside = dock is not None and focused is not None and dock.isAncestorOf(focused)
    return inside or head.underMouse()


class Pull(QObject):
    """Pulls a panel out of a row of tabs with the mouse, into a window of its own."""

    def __init__(self, bar: QTabBar, docks: Mapping[str, Dock]) -> None:
        super().__init__(bar)
        self._bar = bar
        self._docks = docks
        self._held: Dock | None = None
        self._pulled = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if watched is not self._bar or not isinstance(event, QMouseEvent):
            return False
        at, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._held = self._docks.get(self._bar.tabText(self._bar.tabAt(at)))
            self._pulled = False
        elif kind == QEvent.Type.MouseMove and self._held is not None:
            around = self._bar.rect().adjusted(-PULL, -PULL, PULL, PULL)
            if not self._pulled and not around.contains(at):
                self._release(event)
                self._held.setFloating(True)
            if self._pulled:
                self._held.move(event.globalPosition().toPoint() - QPoint(PULL, GRID))
                return True
        elif kind == QEvent.Type.MouseButtonRelease:
            held, self._held = self._held, None
            return self._pulled and held is not None
        return False

    def _release(self, event: QMouseEvent) -> None:
        """Let the row of tabs end what it has begun: it would put its tabs in another order."""
        held, self._held = self._held, None
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        release = QEvent.Type.MouseButtonRelease
        positions = event.position(), event.globalPosition()
        ended = QMouseEvent(release, *positions, left, none, event.modifiers())
        QApplication.sendEvent(self._bar, ended)
        self._held, self._pulled = held, True


class Buttons(QWidget):
    """Two buttons: give a panel a window of its own, or put it away.

    They keep their room while they are not drawn, so that nothing moves when they come.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._dock: Dock | None = None
        self.float = self._button("float_panel", self.tr("Window of its own"), "float")
        self.close_ = self._button("close_panel", self.tr("Close the panel"), "close")
        self.float.clicked.connect(self._float)
        self.close_.clicked.connect(self._close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, HALF_GRID, 0)
        layout.setSpacing(0)
        layout.addWidget(self.float)
        layout.addWidget(self.close_)
        self.set_drawn(False)

    def serve(self, dock: Dock | None) -> None:
        """Act on this panel from now on."""
        if dock is self._dock:
            return
        self._dock = dock
        if dock is not None:
            away = self.tr("Close the panel {name}: View → Panels brings it back")
            apart = self.tr("Show the panel {name} in a window of its own, or put it back")
            for button, tip in ((self.close_, away), (self.float, apart)):
                set_tip(button, tip.format(name=dock.windowTitle()))

    def set_drawn(self, drawn: bool) -> None:  # noqa: FBT001 (as Qt's setters)
        """Show the buttons, or leave their room empty."""
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
    """The title of a panel that stands alone, or apart; without height while it has a tab."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.dock = dock
        self.is_shown = True
        label = PlainLabel(dock.windowTitle(), self)
        label.setObjectName("panel_title")
        self.buttons = Buttons(self)
        self.buttons.serve(dock)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GRID, HALF_GRID, 0, 0)
        layout.addWidget(label, 1)
        layout.addWidget(self.buttons)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_shown(self, shown: bool) -> None:  # noqa: FBT001 (as Qt's setters)
        """Take the room of a title, or none."""
        if shown != self.is_shown:
            self.is_shown = shown
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return super().sizeHint() if self.is_shown else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return super().minimumSizeHint() if self.is_shown else QSize(0, 0)
