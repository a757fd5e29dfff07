"""The panel that lists all sentences, with two filters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from app.domain.changes import Changes
from app.domain.numbers import grouped
from app.item_models.rows import Index
from app.item_models.sentences import SentenceFilter, SentencesModel, SentenceState
from app.services.after_paint import AfterPaint
from app.services.text_finder import TextFinder
from app.views.actions import KeyOf, default_key, with_key
from app.views.layouts import NO_MARGINS, in_column
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.listing import (
    TO_THE_RIGHT,
    Listing,
    RowDelegate,
    name_widget,
    paint_line,
)
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace

TYPING_PAUSE = 150
"""Milliseconds without a key after which the search starts."""


class SentencesPanel(QWidget):
    """Lists sentences by number, text and state; picking one makes it current.

    Signals
    -------
    left()
        The annotator chose a sentence and wants to work on it.
    """

    left = Signal()

    def __init__(
        self, workspace: Workspace, texts: TextFinder, parent: QWidget | None = None
    ) -> None:
        """List the sentences of a project; ``texts`` searches them."""
        super().__init__(parent)
        name_widget(
            self,
            "sentences",
            self.tr("Sentences"),
            self.tr("All sentences and their status"),
        )
        self._workspace = workspace
        self._texts = texts
        self._searching = False
        # Whether Enter was pressed, and the search has not ended.
        self._enters_list = False
        self.model = SentencesModel(workspace.session, self)
        self.text = self._text_field()
        self.state = self._state_field()
        self.view = self._list()
        self.listing = Listing(self.view, "", self)
        self._key_of: KeyOf = default_key
        self._explain_empty()
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self._filter)
        self._arrange()
        self._connect()
        self._show_current()

    def show_document(self, document: int | None) -> None:
        """List the sentences of one document, or of all."""
        self._set_filter(replace(self.model.filter, document=document))

    def focus_search(self) -> None:
        """Focus the search field."""
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.selectAll()

    def _text_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(self.tr("Find sentences"))
        field.setClearButtonEnabled(True)
        set_tip(field, self.tr("List only the sentences that contain this text"))
        name_widget(
            field,
            "find_text",
            self.tr("Find sentences"),
            self.tr("Text that a sentence must contain"),
        )
        return field

    def _state_field(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("All states"), None)
        field.addItem(self.tr("To do"), SentenceState.TODO)
        field.addItem(self.tr("Partial"), SentenceState.PARTLY)
        field.addItem(self.tr("Done"), SentenceState.DONE)
        set_tip(field, self.tr("Filter by status"))
        name_widget(field, "state", self.tr("Status"), self.tr("State that a sentence must be in"))
        return field

    def _list(self) -> Picker:
        view = Picker(self, self.model, SentenceDelegate(self.model))
        name_widget(
            view,
            "sentence_list",
            self.tr("Sentences"),
            self.tr("Arrows go from sentence to sentence, Enter goes to its tokens"),
        )
        return view

    def _arrange(self) -> None:
        filters = QHBoxLayout()
        filters.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, HALF_GRID)
        filters.setSpacing(GRID)
        filters.addWidget(self.text, 1)
        filters.addWidget(self.state)
        in_column(filters, (self.listing, 1), within=self, margins=NO_MARGINS, spacing=HALF_GRID)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._typed)
        self.text.returnPressed.connect(self._enter_list)
        self._texts.found.connect(self._show_found)
        self.state.currentIndexChanged.connect(self._set_state)
        self.view.picked.connect(self._go)
        self.view.clicked.connect(self.left)
        self.view.chosen.connect(self.left)
        self.model.modelReset.connect(self._show_current)
        self._current_later = AfterPaint(self._show_current, self)
        self._workspace.caret.current_changed.connect(self._current_later.start)
        self._workspace.session.project_changed.connect(self._changed)

    def _typed(self) -> None:
        self._enters_list = False
        self._pause.start()

    def _enter_list(self) -> None:
        """Search at once, and go to what is found, where Enter opens the first row."""
        if self._pause.isActive():
            self._filter()
        self._enters_list = True
        if not self._searching:
            self._go_to_list()

    def _go_to_list(self) -> None:
        """Go to the list if Enter was pressed, unless nothing is found."""
        if self._enters_list and self.text.hasFocus() and self.model.rowCount():
            self.view.setFocus(Qt.FocusReason.TabFocusReason)
        self._enters_list = False

    def _filter(self) -> None:
        """Search for the typed text; without one, list all sentences."""
        self._pause.stop()
        text = self.text.text().strip()
        self._searching = bool(text)
        if text:
            self._texts.look(text)
        else:
            self._texts.forget()
            self._set_filter(replace(self.model.filter, text=""))

    def _show_found(self, text: str, sentence_indices: NDArray[np.int64]) -> None:
        self._searching = False
        self.model.set_filter(replace(self.model.filter, text=text), sentence_indices)
        self._explain_empty()
        self._go_to_list()

    def _set_state(self) -> None:
        self._set_filter(replace(self.model.filter, state=self.state.currentData()))

    def _set_filter(self, wanted: SentenceFilter) -> None:
        self.model.set_filter(wanted)
        self._explain_empty()

    def _go(self, index: QModelIndex) -> None:
        self._workspace.caret.go_to(self.model.sentence_index(index.row()))

    def _show_current(self) -> None:
        self.view.show_row(self.model.row_of(self._workspace.caret.sentence_index))

    def _changed(self, changes: Changes) -> None:
        if changes.structure:
            self._explain_empty()
            if self.model.filter.text:
                self._texts.look(self.model.filter.text)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        self._explain_empty()

    def _explain_empty(self) -> None:
        if self.model.n_visible:
            hint = self.tr("No matching sentences.")
        else:
            hint = self.tr(
                "The sentences of your texts will be listed here: drop files on the window, or "
                "import a text first."
            )
            hint = with_key(hint, self._key_of("import_files"))
        self.listing.set_hint(hint)


class SentenceDelegate(RowDelegate):
    """Paints a sentence: its state as a shape, its number, the start of its text."""

    def __init__(self, model: SentencesModel) -> None:
        super().__init__()
        self._model = model

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        row = self._model.row(index.row())
        mark = QRectF(rect.left(), rect.center().y() - 5.5, 12, 12)
        if row.is_control:
            paint_control(painter, mark, theme)
        paint_state(painter, mark, row.state, theme)
        number = grouped(row.number)
        width = painter.fontMetrics().horizontalAdvance("0" * max(3, len(number))) + 2
        at = rect.adjusted(12 + GRID, 0, 0, 0)
        painter.setPen(theme.faint)
        painter.drawText(QRect(at.left(), at.top(), width, at.height()), TO_THE_RIGHT, number)
        painter.setPen(theme.muted if row.state is SentenceState.DONE else theme.text)
        paint_line(painter, at.adjusted(width + GRID, 0, 0, 0), row.text)


def paint_control(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint a square around the state of a test sentence."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.muted, 1.25))
    painter.drawRect(box.adjusted(-2, -2, 2, 2))


def paint_state(painter: QPainter, box: QRectF, state: SentenceState, theme: Theme) -> None:
    """Paint a sentence's state: ring for to do, half disc for partly, tick for done."""
    ring = box.adjusted(1, 1, -1, -1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state is SentenceState.DONE:
        painter.setPen(QPen(theme.good, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        corner = QPointF(box.left() + 0.42 * box.width(), box.top() + 0.8 * box.height())
        painter.drawLine(QPointF(box.left() + 1, box.top() + 0.5 * box.height()), corner)
        painter.drawLine(corner, QPointF(box.right() - 1, box.top() + 0.18 * box.height()))
        return
    painter.setPen(QPen(theme.faint if state is SentenceState.TODO else theme.accent, 1.5))
    painter.drawEllipse(ring)
    if state is SentenceState.PARTLY:
        painter.setBrush(theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPie(ring, 90 * 16, 180 * 16)
