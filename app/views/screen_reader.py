"""What a screen reader is told beside the names of things: where one is, and what has happened."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget


def announce_current(view: QAbstractItemView) -> None:
    """Say that the current row has the focus, if the view has it.

    Qt's own list asks its layout for the number of the row. Views that lay themselves out have to
    say it themselves: else a reader only hears the name of the list at each key.
    """
    if QAccessible.isActive() and view.hasFocus() and view.currentIndex().isValid():
        _send_event(view, QAccessible.Event.Focus, view.currentIndex().row())


def announce_entered(view: QAbstractItemView) -> None:
    """Say which row is current to a reader who has just come to the view.

    A moment later: Qt names the view itself after everything else, and the last word counts.
    """
    if QAccessible.isActive():
        QTimer.singleShot(0, view, lambda: announce_current(view))


def announce_selection(
    view: QAbstractItemView, selected: QItemSelection, deselected: QItemSelection
) -> None:
    """Say which row is selected now, and which is no longer: of several the first."""
    if not QAccessible.isActive():
        return
    for chosen, event in (
        (selected, QAccessible.Event.SelectionAdd),
        (deselected, QAccessible.Event.SelectionRemove),
    ):
        if not chosen.isEmpty():
            _send_event(view, event, chosen.first().top())


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Let a reader say a sentence that no thing on the screen is named by."""
    if text and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


def _send_event(view: QAbstractItemView, kind: QAccessible.Event, row: int) -> None:
    event = QAccessibleEvent(view, kind)
    event.setChild(row)
    QAccessible.updateAccessibility(event)
