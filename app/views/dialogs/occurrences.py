"""The same words elsewhere: what would be said of them, to be looked through and applied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from app.domain.fixes import Occurrences
from app.item_models.occurrences import OccurrenceRole, OccurrencesModel
from app.session import Session
from app.views.dialogs.frame import Frame, quiet
from app.views.panels.listing import (
    BOX,
    TEXT_AT,
    TickDelegate,
    name_widget,
    paint_box,
    paint_elided,
    paint_excerpt,
)
from app.views.panels.picker import Picker
from app.views.theme import GRID, HALF_GRID, Theme


class OccurrencesDialog(Frame):
    """Lists the other sentences with the words of a correction; what is ticked gets it, too.

    Signals
    -------
    apply_wanted(object)
        Say the same at these (place of a sentence, first token).
    place_wanted(int, int)
        Go to this sentence, and to this token in it.
    """

    apply_wanted = Signal(object)
    place_wanted = Signal(int, int)

    def __init__(
        self, session: Session, occurrences: Occurrences, parent: QWidget | None = None
    ) -> None:
        words = _words(session, occurrences)
        super().__init__(
            "occurrences",
            self.tr("“{words}” in other sentences").format(words=words),
            self.tr("Where the same words stand, what is shown there, and what it would become"),
            parent,
        )
        self.model = OccurrencesModel(session, occurrences, self)
        self.add_lead(
            self.tr("You said of “{words}”: {said}. Say the same here?").format(
                words=words, said=self.model.then
            )
        )
        self.view = self._list()
        self.column.addWidget(self.view, 1)
        self.note = quiet(self._left_out(occurrences), self)
        self.note.setVisible(bool(self.note.text()))
        self.column.addWidget(self.note)
        self._add_row_of_buttons()
        self.model.dataChanged.connect(self._count)
        self.accepted.connect(lambda: self.apply_wanted.emit(self.model.ticked()))
        self.resize(80 * GRID, 60 * GRID)
        self._count()
        self.view.show_row(0)
        self.view.setFocus()

    def _list(self) -> Picker:
        view = Picker(self)
        view.setModel(self.model)
        delegate = OccurrenceDelegate(view)
        delegate.switched.connect(self.model.switch)
        view.setItemDelegate(delegate)
        view.doubleClicked.connect(lambda index: self.place_wanted.emit(*self._where(index)))
        name_widget(
            view,
            "occurrence_list",
            self.tr("Other sentences"),
            self.tr("Space ticks a sentence or leaves it out, a double click goes there"),
        )
        return view

    def _where(self, index: QModelIndex) -> tuple[int, int]:
        return self.model.where(index.row())

    def _add_row_of_buttons(self) -> None:
        box = self.add_buttons(self.tr("Apply"))
        self.apply = next(b for b in box.buttons() if isinstance(b, QPushButton) and b.isDefault())
        self.all = self._quiet_button(self.tr("Tick all"), on=True)
        self.none = self._quiet_button(self.tr("Tick none"), on=False)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.column.removeWidget(box)
        for widget in (self.all, self.none):
            row.addWidget(widget)
        row.addStretch()
        row.addWidget(box)
        self.column.addLayout(row)

    def _quiet_button(self, text: str, *, on: bool) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setAutoRaise(True)
        button.clicked.connect(lambda: self.model.tick_all(on=on))
        return button

    def _count(self) -> None:
        n = len({place for place, _ in self.model.ticked()})
        one, many = self.tr("Apply to 1 sentence"), self.tr("Apply to {n} sentences")
        self.apply.setText(one if n == 1 else many.format(n=f"{n:,}"))
        self.apply.setEnabled(n > 0)

    def _left_out(self, occurrences: Occurrences) -> str:
        parts = []
        listed = len(set(occurrences.places.tolist()))
        if listed < occurrences.n_sentences:
            parts.append(
                self.tr("The first {n} of {all} sentences; the others are offered next.").format(
                    n=f"{listed:,}", all=f"{occurrences.n_sentences:,}"
                )
            )
        if occurrences.n_decided:
            n = occurrences.n_decided
            one = self.tr("In 1 sentence somebody has decided otherwise; it stays as it is.")
            many = self.tr(
                "In {n} sentences somebody has decided otherwise; they stay as they are."
            )
            parts.append(one if n == 1 else many.format(n=f"{n:,}"))
        return " ".join(parts)


def _words(session: Session, occurrences: Occurrences) -> str:
    fix = occurrences.fix
    return " ".join(session.corpus.words_of(fix.place)[fix.first : fix.last + 1])


class OccurrenceDelegate(TickDelegate):
    """Paints an occurrence: its context, and below what is shown now and would be then."""

    lines = 2

    def paint_row(  # noqa: D102 (described by the base)
        self,
        painter: QPainter,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
    ) -> None:
        inner = rect.adjusted(0, HALF_GRID, 0, -HALF_GRID)
        line = painter.fontMetrics().height()
        upper = QRect(inner.left() + TEXT_AT, inner.top() + 1, inner.width() - TEXT_AT, line)
        lower = upper.translated(0, line + 2)
        ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        box = QRectF(inner.left() + 0.5, upper.center().y() - BOX / 2 + 0.5, BOX, BOX)
        paint_box(painter, box, theme, ticked=ticked)
        paint_excerpt(painter, upper, index.data(OccurrenceRole.EXCERPT), theme)
        painter.setPen(theme.faint)
        width = paint_elided(painter, lower, f"{index.data(OccurrenceRole.NOW)}  →  ")
        painter.setPen(theme.text if ticked else theme.faint)
        paint_elided(painter, lower.adjusted(width, 0, 0, 0), index.data(OccurrenceRole.THEN))
