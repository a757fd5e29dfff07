"""Accessibility events: current row, selection, announcements."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget


def announce_current(view: QAbstractItemView) -> None:
    """Send a focus event for the current row, if the view has the focus.

    Qt's own list gets the row's number from its layout. Views with their own layout have to send
    the event; otherwise a screen reader says only the name of the list.
    """
    if QAccessible.isActive() and view.hasFocus() and view.currentIndex().isValid():
        _send_event(view, QAccessible.Event.Focus, view.currentIndex().row())


def announce_entered(view: QAbstractItemView) -> None:
    """Send a focus event for the current row after the view got the focus.

    Later, because Qt sends one for the view itself after everything else.
    """
    if QAccessible.isActive():
        QTimer.singleShot(0, view, lambda: announce_current(view))


def announce_selection(
    view: QAbstractItemView, selected: QItemSelection, deselected: QItemSelection
) -> None:
    """Send events for the first selected and the first deselected row."""
    if not QAccessible.isActive():
        return
    for chosen, event in (
        (selected, QAccessible.Event.SelectionAdd),
        (deselected, QAccessible.Event.SelectionRemove),
    ):
        if not chosen.isEmpty():
            _send_event(view, event, chosen.first().top())


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Announce a text."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


def _send_event(view: QAbstractItemView, kind: QAccessible.Event, row: int) -> None:
    event = QAccessibleEvent(view, kind)
    event.setChild(row)
    QAccessible.updateAccessibility(event)
