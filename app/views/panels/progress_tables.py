"""The two tables of the progress panel: scores by label, and the confusion matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.domain.measurement import Confusion, LabelScore
from app.domain.numbers import grouped
from app.item_models.rows import Index
from app.item_models.scores import ConfusionModel, LabelScoreModel
from app.views.colours import contrast, mix
from app.views.theme import GRID, Theme, theme_of
from app.views.widgets.listing import name_widget

STRONGEST, FAINTEST = 0.6, 0.06
"""Share of colour in a cell with all counts of its row, and in one with almost none."""

LONGEST = 17 * GRID
"""Maximum width in pixels of a label's name; the tip has all of it."""


class _Table(QTableView):
    """A read-only table without a frame.

    Columns get their widths once for all rows: a header that measures every cell whenever one
    changes takes seconds for fifty labels.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(self.Shape.NoFrame)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().setMaximumWidth(LONGEST + 2 * GRID)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + GRID)

    def set_width(self, column: int, texts: Iterable[str]) -> None:
        """Make a column as wide as its longest text."""
        widest = max(map(self.fontMetrics().horizontalAdvance, texts), default=0)
        self.setColumnWidth(column, min(widest, LONGEST) + 3 * GRID)


class LabelTable(_Table):
    """Precision, recall and F1 of each label, and the number of spans."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "label_scores",
            self.tr("Scores by label"),
            self.tr("Precision, recall and F1 of each label on the test sample"),
        )
        self.scores = LabelScoreModel(self)
        self.setModel(self.scores)
        self.verticalHeader().hide()

    def show_scores(self, scores: Sequence[LabelScore]) -> None:
        """Show one row for each label."""
        self.scores.show_scores(scores)
        for column in range(self.scores.columnCount()):
            self.set_width(column, self.scores.texts(column))


class ConfusionTable(_Table):
    """The confusion matrix: tokens by true and by predicted label.

    Signals
    -------
    picked(int, int)
        A cell was clicked: indices of the true and of the predicted label.
    """

    picked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "confusion",
            self.tr("Confusion"),
            self.tr("Rows: true labels; columns: predicted labels; Enter lists the sentences"),
        )
        self.counts = ConfusionModel(self)
        self.setModel(self.counts)
        self.setItemDelegate(_CountDelegate(self.counts, self))
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)
        self._shown: Confusion | None = None

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Show a confusion matrix, None for an empty table."""
        if confusion is self._shown:
            # Keep the current cell.
            return
        self._shown = confusion
        self.counts.show_confusion(confusion)
        most = self.counts.counts.max(axis=0, initial=0).tolist()
        for column, name in enumerate(self.counts.names):
            self.set_width(column, (name, grouped(most[column])))

    def _pick(self, index: QModelIndex) -> None:
        row, column = index.row(), index.column()
        if self.counts.count(row, column):
            self.picked.emit(row, column)


def heat(theme: Theme, share: float) -> QColor:
    """Return the colour of a cell by its share of its row; text stays legible on it."""
    return (
        mix(theme.base, theme.accent, FAINTEST + (_strongest(theme) - FAINTEST) * share)
        if share
        else theme.base
    )


@lru_cache(maxsize=16)
def _strongest(theme: Theme) -> float:
    """Return the largest share of colour on which numbers are legible."""
    shares = [STRONGEST * step / 60 for step in range(60, 0, -1)]
    legible = (
        share
        for share in shares
        if contrast(theme.text, mix(theme.base, theme.accent, share)) >= theme.text_contrast
    )
    return next(legible, FAINTEST)


class _CountDelegate(QStyledItemDelegate):
    """Paints a count, coloured by its share of the row; the diagonal is bold."""

    def __init__(self, model: ConfusionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        theme = theme_of(option.palette)
        share = self._model.share(index.row(), index.column())
        option.backgroundBrush = QBrush(heat(theme, share))
        option.palette.setColor(QPalette.ColorRole.Text, theme.text if share else theme.faint)
        option.font.setBold(index.row() == index.column())
