"""The dialog that applies a correction to other occurrences of its words."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QToolButton, QWidget

from app.domain.changes import Changes
from app.domain.corrections import Correction, CorrectionKind, Occurrences, Reach, still_holds
from app.domain.numbers import grouped
from app.item_models.occurrences import OccurrenceRole, OccurrencesModel
from app.item_models.rows import Index
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import (
    BOX,
    TEXT_AT,
    Listing,
    TickDelegate,
    name_widget,
    paint_box,
    paint_elided,
    paint_excerpt,
    two_lines,
)
from app.views.widgets.picker import Picker


class OccurrencesDialog(DialogWithHelp):
    """Lists other occurrences of a correction's words; the correction is applied to ticked ones.

    Signals
    -------
    apply_requested(object)
        Apply the correction to these (sentence index, first token).
    reach_requested(object)
        Search within this `Reach`, and pass the result to `show_found`.
    sentence_requested(int, int)
        Go to this sentence, and to this token in it.
    """

    apply_requested = Signal(object)
    reach_requested = Signal(object)
    sentence_requested = Signal(int, int)

    def __init__(
        self,
        session: Session,
        occurrences: Occurrences,
        parent: QWidget | None = None,
    ) -> None:
        words = words_of_correction(session, occurrences.correction)
        super().__init__(
            "occurrences",
            self.tr("Other occurrences of “{words}”").format(words=words),
            self.tr("Other occurrences, their current label and the label they would get"),
            parent,
        )
        self._correction = occurrences.correction
        self._project = session.project
        self._was_valid = still_holds(session.project, self._correction)
        session.changed.connect(self._follow)
        # None during a search.
        self._shown: Reach | None = occurrences.reach
        self.model = OccurrencesModel(session, occurrences, self)
        self._words = words
        self.lead = self.add_lead(self._question())
        self.column.addLayout(self._row_of_reach(occurrences.reach))
        self.view = self._list()
        self.listing = Listing(self.view, self._why_nothing(occurrences), self)
        self.column.addWidget(self.listing, 1)
        self.note = quiet("", self)
        self.alike = quiet("", self)
        self.within = quiet("", self)
        for note in (self.alike, self.within, self.note):
            self.column.addWidget(note)
        self.left = self._switch("list_left", self.tr("Show unchanged occurrences"))
        self.left.toggled.connect(self.model.list_left)
        self.column.addWidget(self.left)
        self._add_row_of_buttons()
        self._show_left(occurrences)
        self.model.dataChanged.connect(self._count)
        self.model.modelReset.connect(self._count)
        self.accepted.connect(lambda: self.apply_requested.emit(self.model.ticked()))
        self.set_usual_size(80 * GRID, 60 * GRID)
        self._count()
        self.view.show_row(0)
        self.view.setFocus()

    def _follow(self, changes: Changes) -> None:
        """Close once the correction is undone or its label is deleted.

        Search again when documents are added or removed.
        """
        if self._was_valid and changes.history and not still_holds(self._project, self._correction):
            self.reject()
        elif changes.structure:
            self._shown = None
            self.reach_requested.emit(self._wanted())

    def show_found(self, found: Occurrences) -> None:
        """List the result of a search, unless it is outdated."""
        if found.correction is self._correction and found.reach == self._wanted() != self._shown:
            self._shown = found.reach
            self.listing.set_hint(self._why_nothing(found))
            self.model.show_found(found)
            self.lead.setText(self._question())
            self._show_left(found)
            self.view.show_row(0 if self.model.rowCount() else None)

    def _why_nothing(self, found: Occurrences) -> str:
        if found.n_alike:
            text = self.tr(
                "Nothing to change: {n} other occurrences already have this label.",
                None,
                found.n_alike,
            )
            return text.format(n=grouped(found.n_alike))
        clears = found.correction.kind is CorrectionKind.CLEAR
        if found.left_sentence_indices.size and clears:
            return self.tr(
                "Nothing to apply: all other occurrences are inside longer spans. “Show unchanged "
                "occurrences” lists them."
            )
        if found.left_sentence_indices.size:
            return self.tr(
                "Nothing to apply: all other occurrences are labelled differently. “Show unchanged "
                "occurrences” lists them."
            )
        if clears:
            return self.tr("No other occurrence has this label.")
        return self.tr("No other occurrences of these words.")

    def _question(self) -> str:
        words = self._words
        kind = self._correction.kind
        if kind in (CorrectionKind.CLEAR, CorrectionKind.FORBID):
            text = self.tr("You removed {label} from “{words}”. Remove it here as well?")
            labels = self._correction.taken
            if kind is CorrectionKind.FORBID:
                text = self.tr("You rejected {label} for “{words}”. Reject it here as well?")
                labels = self._correction.labels
            names = ", ".join(self._project.labels[label].name for label in labels)
            return text.format(label=names, words=words)
        text = self.tr("You labelled “{words}” as {said}. Label these occurrences as well?")
        if self.model.n_ticked and self.model.only_accepts:
            text = self.tr("You labelled “{words}” as {said}. Accept these suggestions as well?")
        if kind is CorrectionKind.NO_LABEL:
            text = self.tr("You confirmed that “{words}” has no label. Confirm it here as well?")
        return text.format(words=words, said=self.model.then)

    def _row_of_reach(self, reach: Reach) -> QHBoxLayout:
        self.document = self._switch("this_document", self.tr("This &document only"))
        self.any_case = self._switch("any_case", self.tr("Ig&nore case"))
        row = QHBoxLayout()
        row.setSpacing(3 * GRID)
        for box, on in ((self.document, reach.document), (self.any_case, reach.any_case)):
            box.setChecked(on)
            box.toggled.connect(lambda: self.reach_requested.emit(self._wanted()))
            row.addWidget(box)
        row.addStretch()
        return row

    def _switch(self, name: str, title: str) -> QCheckBox:
        box = QCheckBox(title, self)
        name_widget(box, name, title.replace("&", ""), "")
        return box

    def _wanted(self) -> Reach:
        return Reach(document=self.document.isChecked(), any_case=self.any_case.isChecked())

    def _list(self) -> Picker:
        delegate = OccurrenceDelegate()
        delegate.switched.connect(self.model.switch)
        view = Picker(self, self.model, delegate)
        view.doubleClicked.connect(
            lambda index: self.sentence_requested.emit(*self.model.where(index.row()))
        )
        name_widget(
            view,
            "occurrence_list",
            self.tr("Other occurrences"),
            self.tr("Space selects or deselects; double-click to open"),
        )
        return view

    def _add_row_of_buttons(self) -> None:
        box = self.add_buttons(self.tr("&Apply"))

        self.all = self._quiet_button(self.tr("&Select all"), on=True)
        self.none = self._quiet_button(self.tr("Select n&one"), on=False)
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
        n = self.model.n_ticked
        one, many = self.tr("&Apply to 1 occurrence"), self.tr("&Apply to {n} occurrences", None, n)
        if n and self.model.only_accepts:
            one, many = self.tr("&Accept 1 occurrence"), self.tr("&Accept {n} occurrences", None, n)
        self.accept_button.setText(one if n == 1 else many.format(n=grouped(n)))
        self.accept_button.setEnabled(n > 0)
        n = self.model.n_unticked_suggestions
        one = self.tr("1 occurrence already has this suggestion: select it to accept it.")
        many = self.tr(
            "{n} occurrences already have this suggestion: select them to accept them.", None, n
        )
        self.alike.setText(one if n == 1 else many.format(n=grouped(n)))
        self.alike.setVisible(n > 0)
        n = self.model.n_unticked_inside
        one = self.tr("1 occurrence is part of a longer span: select it to change it.")
        many = self.tr(
            "{n} occurrences are parts of longer spans: select them to change them.", None, n
        )
        self.within.setText(one if n == 1 else many.format(n=grouped(n)))
        self.within.setVisible(n > 0)

    def _show_left(self, found: Occurrences) -> None:
        """Show how many occurrences were left out."""
        n = len(found.left_sentence_indices)
        if self._correction.kind is CorrectionKind.CLEAR:
            one = self.tr("Skipped 1 occurrence inside a longer span.")
            many = self.tr("Skipped {n} occurrences inside longer spans.", None, n)
        else:
            one = self.tr("Skipped 1 occurrence that someone labelled differently.")
            many = self.tr("Skipped {n} occurrences that someone labelled differently.", None, n)
        self.note.setText(one if n == 1 else many.format(n=grouped(n)))
        self.note.setVisible(n > 0)
        self.left.setVisible(n > 0)


def words_of_correction(session: Session, correction: Correction) -> str:
    """Return the words of a correction."""
    return " ".join(
        session.corpus.words_of(correction.sentence_index)[correction.first : correction.last + 1]
    )


class OccurrenceDelegate(TickDelegate):
    """Paints an occurrence: its context, and below its current and its new label."""

    lines = 2

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        inner = rect.adjusted(0, HALF_GRID, 0, -HALF_GRID)
        upper, lower = two_lines(painter, rect, TEXT_AT)
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        ticked = state == Qt.CheckState.Checked
        if state is not None:  # occurrences labelled differently cannot be ticked
            box = QRectF(inner.left() + 0.5, upper.center().y() - BOX / 2 + 0.5, BOX, BOX)
            paint_box(painter, box, theme, ticked=ticked)
        paint_excerpt(painter, upper, index.data(OccurrenceRole.EXCERPT), theme)
        painter.setPen(theme.faint)
        width = paint_elided(painter, lower, f"{index.data(OccurrenceRole.NOW)}  →  ")
        painter.setPen(theme.text if ticked else theme.faint)
        paint_elided(painter, lower.adjusted(width, 0, 0, 0), index.data(OccurrenceRole.THEN))
