"""The two tables of the progress panel: scores by label, and what is taken for what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.domain.measurement import Confusion, LabelScore
from app.views.colours import mix
from app.views.panels.listing import name_widget
from app.views.theme import theme_of

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
STRONGEST = 0.5
"""How much colour the fullest cell has."""


class LabelTable(QTableWidget):
    """Precision, recall and F1 of each label, and on how many spans that rests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "label_scores",
            self.tr("Scores by label"),
            self.tr("Precision, recall and F1 of each label on the control sample"),
        )
        _quiet(self)
        self.setColumnCount(6)
        self.setHorizontalHeaderLabels(
            [
                self.tr("label"),
                self.tr("precision"),
                self.tr("recall"),
                "F1",
                self.tr("there"),
                self.tr("proposed"),
            ]
        )
        tips = (
            "",
            self.tr("Of what is proposed, this share is right"),
            self.tr("Of what is there, this share is proposed"),
            self.tr("The harmonic mean of precision and recall"),
            self.tr("How often the label is there in the control sample"),
            self.tr("How often the model proposes it there"),
        )
        for column, tip in enumerate(tips):
            header = self.horizontalHeaderItem(column)
            if header is not None:
                header.setToolTip(tip)
                header.setTextAlignment(RIGHT if column else LEFT)
        self.verticalHeader().hide()

    def show_scores(self, scores: Sequence[LabelScore]) -> None:
        """Show one row for each label."""
        self.setRowCount(len(scores))
        for row, one in enumerate(scores):
            shares = (one.precision, one.recall, one.f1)
            texts = [one.label, *(f"{100 * share:.1f} %" for share in shares)]
            texts += [f"{one.n_right:,}", f"{one.n_proposed:,}"]
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(RIGHT)
                self.setItem(row, column, item)


class ConfusionTable(QTableWidget):
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
        _quiet(self)
        self._counts = np.zeros((0, 0), np.int64)
        self._names: list[str] = []
        self.cellClicked.connect(self._pick)
        self.cellActivated.connect(self._pick)

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Show how often what is taken for what; nothing while nobody knows."""
        labels = () if confusion is None else confusion.labels
        self._names = [name or self.tr("no label") for name in labels]
        self._counts = np.zeros((0, 0), np.int64) if confusion is None else confusion.counts()
        size = len(self._names)
        self.setRowCount(size)
        self.setColumnCount(size)
        self.setHorizontalHeaderLabels(self._names)
        self.setVerticalHeaderLabels(self._names)
        for row in range(size):
            for column in range(size):
                self.setItem(row, column, self._item(row, column))
        self._colour()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and len(self._counts):
            self._colour()

    def _item(self, row: int, column: int) -> QTableWidgetItem:
        count = int(self._counts[row, column])
        item = QTableWidgetItem(f"{count:,}" if count else "·")
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        if count:
            kind = self.tr("{n} tokens are {right}, and are proposed as {proposed}: a click lists")
            item.setToolTip(
                kind.format(n=f"{count:,}", right=self._names[row], proposed=self._names[column])
            )
        return item

    def _colour(self) -> None:
        theme = theme_of(self.palette())
        wrong = self._counts.copy()
        np.fill_diagonal(wrong, 0)
        most = max(int(wrong.max(initial=0)), 1)
        for row in range(len(wrong)):
            for column in range(len(wrong)):
                count = int(self._counts[row, column])
                ground = theme.base
                if row == column and count:
                    ground = mix(theme.base, theme.good, 0.16)
                elif count:
                    share = 0.1 + (STRONGEST - 0.1) * count / most
                    ground = mix(theme.base, theme.warning, share)
                item = self.item(row, column)
                if item is not None:
                    item.setBackground(ground)
                    item.setForeground(theme.text if count else theme.faint)

    def _pick(self, row: int, column: int) -> None:
        if self._counts[row, column]:
            self.picked.emit(row, column)


def _quiet(table: QTableWidget) -> None:
    """Show cells to be read, on the ground of the window, without a frame."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.setFrameShape(table.Shape.NoFrame)
    for header in (table.horizontalHeader(), table.verticalHeader()):
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
