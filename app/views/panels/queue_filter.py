"""The button that filters the queue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.queue_filter import QueueFilter, QueueKind
from app.session import Session
from app.views.plain_text import on_a_button, set_tip
from app.views.theme import GRID
from app.views.widgets.buttons import MenuButton

LONGEST = 14 * GRID
"""Maximum width of the text in pixels; the tip has all of it."""


class QueueFilterButton(MenuButton):
    """Opens the menu of filters; its text is the current filter.

    Signals
    -------
    filter_requested(object)
        List only what passes this `QueueFilter`.
    """

    filter_requested = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            "queue_filter",
            self.tr("Filter of the queue"),
            self.tr("Filter the queue"),
            parent,
        )
        self._session = session
        self.filter = QueueFilter()
        self._progress = ""
        self.menu().setToolTipsVisible(True)
        self._update_text()

    def show_filter(self, wanted: QueueFilter) -> None:
        """Show the current filter."""
        self.filter = wanted
        self._update_text()

    def show_progress(self, done: int, total: int) -> None:
        """Show the progress of the search, 0 of 0 at its end."""
        percent = 100 * done // total if total else 0
        self._progress = self.tr("Searching… {n}%").format(n=percent) if total else ""
        self._update_text()

    def fill(self) -> None:
        """Fill the menu with the filters of the project."""
        menu = self.menu()
        menu.clear()
        kinds = QActionGroup(menu)
        for kind, (text, tip) in self._kinds().items():
            if kind in (QueueKind.DISAGREE, QueueKind.FLAGGED):
                menu.addSeparator()
            found = self.filter.found if kind is QueueKind.FOUND else None
            chosen = replace(self.filter, kind=kind, found=found)
            action = self._offer(menu, kinds, text, chosen)
            set_tip(action, tip)
        menu.addSeparator()
        project = self._session.project
        labels = [(one.name, one.id) for one in project.visible_labels()]
        listed = [one for one in project.documents.values() if one.listed]
        documents = [(one.name, one.id) for one in sorted(listed, key=lambda one: one.position)]
        self._add_choices(
            menu.addMenu(self.tr("&Label")),
            labels,
            lambda label: replace(self.filter, label=label),
            self.tr("Any label"),
        )
        self._add_choices(
            menu.addMenu(self.tr("&Document")),
            documents,
            lambda document: replace(self.filter, document=document),
            self.tr("Any document"),
        )

    def _add_choices(
        self,
        menu: QMenu,
        choices: list[tuple[str, int]],
        filter_of: Callable[[int | None], QueueFilter],
        anything: str,
    ) -> None:
        group = QActionGroup(menu)
        self._offer(menu, group, anything, filter_of(None))
        menu.addSeparator()
        for name, number in choices:
            self._offer(menu, group, on_a_button(name), filter_of(number))

    def _offer(self, menu: QMenu, group: QActionGroup, text: str, wanted: QueueFilter) -> QAction:
        action = QAction(text, menu, checkable=True)
        action.setChecked(wanted == self.filter)
        action.triggered.connect(lambda: self.filter_requested.emit(wanted))
        group.addAction(action)
        menu.addAction(action)
        return action

    def _kinds(self) -> dict[QueueKind, tuple[str, str]]:
        threshold = round(100 * self._session.project.settings.uncertain_below)
        found = (self.tr("F&ound by the search"), self.tr("Includes sentences that are done"))
        return {
            QueueKind.ALL: (self.tr("&All open"), self.tr("The whole queue")),
            QueueKind.UNCERTAIN: (
                self.tr("&Uncertain: a token below {n}%").format(n=threshold),
                self.tr("Threshold: see Project settings"),
            ),
            QueueKind.CONFIDENT: (
                self.tr("Confident: all token&s at or above {n}%").format(n=threshold),
                self.tr("Review, then accept all at once"),
            ),
            QueueKind.DISAGREE: (
                self.tr("Model and &gazetteer disagree"),
                self.tr("A gazetteer gives a phrase a different label from the model's"),
            ),
            QueueKind.CONTRADICTED: (
                self.tr("Possible labelling &errors"),
                self.tr("Confirmed labels the model strongly disagrees with"),
            ),
            QueueKind.INCONSISTENT: (
                self.tr("Inconsistent na&mes"),
                self.tr(
                    "A name has different labels in its document; includes sentences that are done"
                ),
            ),
            QueueKind.FLAGGED: (self.tr("&Flagged"), self.tr("Includes sentences that are done")),
            QueueKind.LATER: (self.tr("&Postponed"), self.tr("Postponed sentences")),
            QueueKind.SKIPPED: (self.tr("S&kipped"), self.tr("Skipped sentences")),
            QueueKind.ANSWERED: (
                self.tr("Partly a&nswered"),
                self.tr(
                    "The uncertain tokens are answered, the rest is open; no other partial "
                    "sentences"
                ),
            ),
            # Set by a search: listed only while it is the current filter.
            **({QueueKind.FOUND: found} if self.filter.kind is QueueKind.FOUND else {}),
        }

    def _update_text(self) -> None:
        names = {
            QueueKind.ALL: "",
            QueueKind.UNCERTAIN: self.tr("uncertain"),
            QueueKind.CONFIDENT: self.tr("confident"),
            QueueKind.DISAGREE: self.tr("disagreement"),
            QueueKind.CONTRADICTED: self.tr("labelling errors"),
            QueueKind.INCONSISTENT: self.tr("inconsistent"),
            QueueKind.FLAGGED: self.tr("flagged"),
            QueueKind.LATER: self.tr("postponed"),
            QueueKind.SKIPPED: self.tr("skipped"),
            QueueKind.ANSWERED: self.tr("partly answered"),
            QueueKind.FOUND: self.tr("found"),
        }
        project = self._session.project
        parts = [names[self.filter.kind]]
        if self.filter.label in project.labels:
            parts.append(project.labels[self.filter.label].name)
        if self.filter.document in project.documents:
            parts.append(project.documents[self.filter.document].name)
        summary = ", ".join(filter(None, parts))
        tip = self.accessibleDescription()
        set_tip(self, f"{summary}\n{tip}" if summary else tip)
        # The panel must not become wider for a document's name.
        summary = self.fontMetrics().elidedText(
            self._progress or summary or self.tr("Filter"), Qt.TextElideMode.ElideRight, LONGEST
        )
        # Space for the arrow of the menu, which Qt paints over the text's end.
        self.setText(f"{summary}  ")
