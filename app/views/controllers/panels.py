"""Commands about panels: tabs, columns, floating, and the popover of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.views.panels.dock_layout import LEFT, RIGHT, SHOWN_FIRST, Dock, in_window

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

WITH_KEYS = ("rules", "gazetteers", "names", "history", "progress")
"""Panels that have a command of their own."""


class PanelsController(QObject):
    """Switches tabs, hides and shows columns, floats and closes panels."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._covered: dict[str, str] = {}
        self._away: dict[Qt.DockWidgetArea, list[Dock]] = {}
        # Later: a window that is deleted hides its panels.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._check_shown)
        for dock in window.docks.values():
            dock.visibilityChanged.connect(lambda _: self._soon.start())
            dock.dockLocationChanged.connect(lambda _: self._soon.start())
            dock.topLevelChanged.connect(lambda _: self._soon.start())
        window.dock_titles.tab_clicked.connect(self._show_dock)
        window.actions_.keys_changed.connect(self._name_keys)
        self._name_keys()
        self._check_shown()

    def next_in_queue(self) -> None:
        """Go to the next sentence of the queue, and focus the sentence view."""
        self._window.workspace.acceptance.next_in_queue()
        self._window.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next_tab(self) -> None:
        """Show the panel of the next tab."""
        self._turn(1)

    def previous_tab(self) -> None:
        """Show the panel of the previous tab."""
        self._turn(-1)

    def left_column(self, _wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Hide or show the left column."""
        self._toggle(LEFT)

    def right_column(self, _wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Hide or show the right column."""
        self._toggle(RIGHT)

    def float_panel(self) -> None:
        """Float the focused panel, or dock it again."""
        for dock in self._window.docks.values():
            if self._holds_focus(dock):
                dock.toggle_floating()
                return
        self._announce_which()

    def close_panel(self) -> None:
        """Close the focused panel, and show the one that it covered."""
        docks = self._window.docks
        for name, dock in docks.items():
            if self._holds_focus(dock):
                self._window.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)
                dock.close()
                if (covered := self._covered.pop(name, "")) and not docks[covered].isHidden():
                    docks[covered].raise_()
                return
        self._announce_which()

    def _name_keys(self) -> None:
        """Show in the menu of panels which key shows each."""
        for name in WITH_KEYS:
            dock, key = self._window.docks[name], self._window.actions_.key_of(f"show_{name}")
            # Qt shows what follows a tab as a key.
            dock.toggleViewAction().setText("\t".join(filter(None, (dock.windowTitle(), key))))

    def _announce_which(self) -> None:
        text = self.tr("Click a panel first, or press F6 to move from one to the next.")
        self._window.messages.show_message(text, "info")

    def show(self, name: str) -> None:
        """Show and focus a panel.

        One that has the focus keeps it: hidden, it would lead the next keys into the sentence.
        """
        docks = self._window.docks
        if not (docks[name].isVisible() and in_window(docks[name].widget())):
            # Qt does not report the tabs of a hidden panel.
            area = self._window.dockWidgetArea(docks[name])
            beside = (o for o, dock in docks.items() if self._window.dockWidgetArea(dock) == area)
            shown = (o for o in beside if docks[o].isVisible())
            self._covered[name] = next((o for o in shown if in_window(docks[o].widget())), "")
        self._window.show_panel(name)

    def show_model(self) -> None:
        """Show or hide the popover of the model."""
        self._window.model_popover.toggle()

    def _turn(self, step: int) -> None:
        """Switch to another tab of the focused panel, or else of the left column."""
        window = self._window
        docks = window.docks
        here = next((one for one in docks.values() if self._holds_focus(one)), None)
        if here is None:
            here = next((one for one in docks.values() if self._in_front(one, LEFT)), None)
        if here is None:
            return
        tabs = next((tabs for tabs in window.dock_titles.tabs() if here in tabs), [here])
        self._show_dock(tabs[(tabs.index(here) + step) % len(tabs)])

    def _show_dock(self, dock: Dock) -> None:
        """Show a panel, and focus its list."""
        docks = self._window.docks
        self._window.show_panel(next(name for name, one in docks.items() if one is dock))

    def _toggle(self, area: Qt.DockWidgetArea) -> None:
        window, column = self._window, self._column(area)
        shown = [dock for dock in column if not dock.isHidden()]
        if shown:
            if any(self._holds_focus(dock) for dock in shown):
                window.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            # A panel may have been shown alone while the others were hidden with their column.
            others = [dock for dock in self._away.get(area, []) if dock.isHidden()]
            # The visible tab comes last, so that it is visible again.
            self._away[area] = others + sorted(shown, key=lambda dock: in_window(dock.widget()))
            for dock in shown:
                dock.hide()
        else:
            away = [dock for dock in self._away.pop(area, []) if dock in column]
            usual = [dock for dock in column if dock.property(SHOWN_FIRST)]
            for dock in away or usual[::-1]:
                dock.show()
                dock.raise_()
        self._check_shown()

    def _column(self, area: Qt.DockWidgetArea) -> list[Dock]:
        """Return the docks of a column, hidden ones included."""
        window = self._window
        return [
            dock
            for dock in window.docks.values()
            if window.dockWidgetArea(dock) == area and not dock.isFloating()
        ]

    def _check_shown(self) -> None:
        """Show in the menu which columns are shown.

        Qt switches the mark of a command before it is carried out, even if nothing changes then.
        """
        for area, name in ((LEFT, "left_column"), (RIGHT, "right_column")):
            shown = any(not dock.isHidden() for dock in self._column(area))
            self._window.actions_[name].setChecked(shown)

    def _holds_focus(self, dock: Dock) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and dock.isAncestorOf(focused)

    def _in_front(self, dock: Dock, area: Qt.DockWidgetArea) -> bool:
        window = self._window
        return (
            window.dockWidgetArea(dock) == area
            and not dock.isFloating()
            and dock.isVisible()
            and in_window(dock.widget())
        )
