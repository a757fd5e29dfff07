"""The button that edits all matches, or the selected ones."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.numbers import grouped
from app.domain.search import Act, BulkAction
from app.domain.tagging import has_outside
from app.session import Session
from app.views.plain_text import on_a_button, set_tip
from app.views.widgets.buttons import MenuButton


class BulkActionButton(MenuButton):
    """Opens the menu of bulk actions; its text says for how many matches.

    Signals
    -------
    bulk_action_requested(object)
        Carry out this `BulkAction`.
    queue_requested()
        Restrict the queue to the sentences.
    """

    bulk_action_requested = Signal(object)
    queue_requested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            "deed",
            self.tr("Edit matches"),
            self.tr("Label, clear, accept or flag all matches in one step"),
            parent,
        )
        self._session = session
        self._whole = False
        self.menu().setToolTipsVisible(True)
        self.show_matches(0, selected=0, whole=False)

    def show_matches(self, n_matches: int, *, selected: int, whole: bool) -> None:
        """Show the number of matches and of those selected (1 counts as no selection)."""
        self._whole = whole
        self.setEnabled(n_matches > 0)
        if not n_matches:
            self.setText(self.tr("Edit all"))
        elif selected > 1:
            self.setText(self.tr("Edit {n} selected").format(n=grouped(selected)))
        elif n_matches == 1:
            self.setText(self.tr("Edit match"))
        else:
            self.setText(self.tr("Edit all {n}").format(n=grouped(n_matches)))

    def fill(self) -> None:
        """Fill the menu with the actions possible now."""
        menu = self.menu()
        menu.clear()
        project = self._session.project
        labels = menu.addMenu(self.tr("&Label"))
        for label in project.visible_labels():
            self._offer(labels, on_a_button(label.name), BulkAction(Act.LABEL, label.id))
        labels.setEnabled(not self._whole and bool(labels.actions()))
        if has_outside(project):
            self._offer(menu, self.tr("&No label"), BulkAction(Act.NO_LABEL))
        self._offer(menu, self.tr("&Accept suggestions"), BulkAction(Act.ACCEPT))
        self._offer(menu, self.tr("&Clear labels"), BulkAction(Act.CLEAR))
        menu.addSeparator()
        self._offer(menu, self.tr("&Flag the sentences"), BulkAction(Act.FLAG))
        self._offer(menu, self.tr("&Postpone the sentences"), BulkAction(Act.LATER))
        self._offer(menu, self.tr("&Skip the sentences"), BulkAction(Act.SKIP))
        menu.addSeparator()
        queue = menu.addAction(self.tr("Show in &queue"))
        set_tip(queue, self.tr("Restrict the queue to these sentences"))
        queue.triggered.connect(self.queue_requested)

    def _offer(self, menu: QMenu, text: str, bulk_action: BulkAction) -> None:
        action = menu.addAction(text)
        action.triggered.connect(lambda: self.bulk_action_requested.emit(bulk_action))
