"""A list of sentences to review, such as the violations of a rule."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from app.domain.numbers import grouped
from app.item_models.rows import Index
from app.item_models.sentence_list import SentenceListModel, SentenceListRole
from app.session import Session
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID, Theme
from app.views.widgets.listing import RowDelegate, name_widget, paint_elided
from app.views.widgets.picker import Picker


class SentenceListDialog(DialogWithHelp):
    """Lists sentences beside the window; modeless.

    Signals
    -------
    sentence_requested(int)
        Go to the sentence of this index.
    """

    sentence_requested = Signal(int)

    def __init__(
        self,
        session: Session,
        title: str,
        sentence_indices: NDArray[np.int64],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            "sentence_list",
            title,
            self.tr("Sentences to review"),
            parent,
        )
        n = len(sentence_indices)
        one, many = self.tr("1 sentence"), self.tr("{n} sentences", None, n)
        self.add_lead(f"{title}: {one if n == 1 else many.format(n=grouped(n))}.")
        self.model = SentenceListModel(session, sentence_indices, self)
        self.view = Picker(self, self.model, _SentenceDelegate())
        name_widget(
            self.view,
            "sentence_list_rows",
            title,
            self.tr("Click, or use Enter or the arrow keys, to open a sentence"),
        )
        self.view.picked.connect(self._pick)
        self.view.chosen.connect(self._pick)
        self.column.addWidget(self.view, 1)
        self.add_buttons()
        self.set_usual_size(70 * GRID, 50 * GRID)
        self.view.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # The list has gone to the row: Enter must not close the dialog as well.
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not self.view.hasFocus():
            super().keyPressEvent(event)

    def _pick(self, index: QModelIndex) -> None:
        self.sentence_requested.emit(self.model.sentence_index(index.row()))


class _SentenceDelegate(RowDelegate):
    """Paints a sentence's number and the start of its text."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index, theme: Theme) -> None:
        last = index.model().index(index.model().rowCount() - 1, 0)
        width = painter.fontMetrics().horizontalAdvance(last.data(SentenceListRole.NUMBER))
        painter.setPen(theme.faint)
        number = QRect(rect.left(), rect.top(), width, rect.height())
        painter.drawText(
            number,
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            index.data(SentenceListRole.NUMBER),
        )
        painter.setPen(theme.text)
        paint_elided(painter, rect.adjusted(width + GRID, 0, 0, 0), index.data())
