"""The button that filters the queue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStyle, QStyleOptionToolButton, QWidget

from app.domain.queue_filter import QueueFilter, QueueKind
from app.session import Session
from app.views.plain_text import on_a_button, set_tip
from app.views.theme import GRID
from app.views.widgets.buttons import MenuButton

LONGEST = 20 * GRID
"""Maximum width of the text in pixels; the tip has all of it."""

ARROW = "  "
"""Room for the arrow of the menu, which Qt paints over the text's end."""


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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
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
        found = (
            self.tr("F&ound"),
            self.tr("Found by a search; includes sentences that are done"),
        )
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

    def sizeHint(self) -> QSize:
        """Return a size for the current filter; the panel may make it narrower."""
        return self._size_of(self._shown())

    def minimumSizeHint(self) -> QSize:
        """Return the size without a filter: a long name must not widen the panel."""
        return self._size_of(self.tr("Filter"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._elide()

    def _size_of(self, text: str) -> QSize:
        letters = self.fontMetrics()
        text = letters.elidedText(text, Qt.TextElideMode.ElideRight, LONGEST)
        # One pixel more, as the width of a text is rounded.
        width = self._beside() + letters.horizontalAdvance(text) + 1
        return QSize(width, super().sizeHint().height())

    def _beside(self) -> int:
        """Return the width that is not of the text, in pixels."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        spaces = QSize(self.fontMetrics().horizontalAdvance(f"{ARROW} "), 0)
        kind = QStyle.ContentsType.CT_ToolButton
        return self.style().sizeFromContents(kind, option, spaces, self).width()

    def _update_text(self) -> None:
        summary = self._summary()
        tip = self.accessibleDescription()
        set_tip(self, f"{summary}\n{tip}" if summary else tip)
        self._elide()
        self.updateGeometry()

    def _summary(self) -> str:
        """Return the current filter in words, as in the menu, "" without one."""
        if self.filter.kind is QueueKind.ALL:
            parts = []
        else:
            name = self._kinds()[self.filter.kind][0].replace("&", "")
            parts = [name.partition(":")[0]]  # without a threshold
        project = self._session.project
        if self.filter.label in project.labels:
            parts.append(project.labels[self.filter.label].name)
        if self.filter.document in project.documents:
            parts.append(project.documents[self.filter.document].name)
        return ", ".join(parts)

    def _shown(self) -> str:
        return self._progress or self._summary() or self.tr("Filter")

    def _elide(self) -> None:
        """Show as much of the text as there is room for."""
        room = self.width() - self._beside()
        text = self.fontMetrics().elidedText(
            self._shown(), Qt.TextElideMode.ElideRight, min(LONGEST, max(0, room))
        )
        if self.text() != f"{text}{ARROW}":
            self.setText(f"{text}{ARROW}")
