"""The two tables of the progress panel: scores by label, and what is taken for what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.domain.measurement import Confusion, LabelScore
from app.item_models.scores import ConfusionModel, LabelScoreModel
from app.views.colours import mix
from app.views.panels.listing import name_widget
from app.views.theme import GRID, theme_of

STRONGEST = 0.5
"""How much colour the fullest cell has."""

LONGEST = 17 * GRID
"""No column, and no name of a row, is wider for its label's name: the tip has all of it."""


class _Table(QTableView):
    """A table to be read, on the ground of the window, without a frame.

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
    """Precision, recall and F1 of each label, and on how many spans that rests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "label_scores",
            self.tr("Scores by label"),
            self.tr("Precision, recall and F1 of each label on the control sample"),
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
    """How many tokens of each label are proposed as each label.

    Signals
    -------
    picked(int, int)
        A cell was clicked: numbers of the right label and of the proposed one.
    """

    picked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "confusion",
            self.tr("Confusion"),
            self.tr("Rows are the labels that are right, columns those proposed; Enter lists them"),
        )
        self.counts = ConfusionModel(self)
        self.setModel(self.counts)
        self.setItemDelegate(_CountDelegate(self.counts, self))
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)
        self._shown: Confusion | None = None

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Show how often what is taken for what; nothing while nobody knows."""
        if confusion is self._shown:
            # The cell that the focus is on stays where it is.
            return
        self._shown = confusion
        self.counts.show_confusion(confusion)
        most = self.counts.counts.max(axis=0, initial=0).tolist()
        for column, name in enumerate(self.counts.names):
            self.set_width(column, (name, f"{most[column]:,}"))

    def _pick(self, index: QModelIndex) -> None:
        row, column = index.row(), index.column()
        if self.counts.count(row, column):
            self.picked.emit(row, column)


class _CountDelegate(QStyledItemDelegate):
    """Paints a count on the more colour, the more tokens it counts."""

    def __init__(self, model: ConfusionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def initStyleOption(
        self,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().initStyleOption(option, index)
        theme = theme_of(option.palette)
        count = self._model.count(index.row(), index.column())
        ground = theme.base
        if index.row() == index.column() and count:
            ground = mix(theme.base, theme.good, 0.16)
        elif count:
            share = 0.1 + (STRONGEST - 0.1) * count / self._model.most_wrong
            ground = mix(theme.base, theme.warning, share)
        option.backgroundBrush = QBrush(ground)
        option.palette.setColor(QPalette.ColorRole.Text, theme.text if count else theme.faint)
