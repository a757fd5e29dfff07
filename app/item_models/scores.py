"""Table models of scores by label, and of confusions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.domain.measurement import Confusion, LabelScore
from app.domain.numbers import decimal, grouped, percentage
from app.item_models.rows import Index

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NOTHING = "·"
"""A cell without tokens."""


UNDEFINED = "–"
"""An undefined share."""


class LabelScoreModel(QAbstractTableModel):
    """A row for each label: precision, recall, F1, and numbers of spans."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, ...]] = []
        self._heads = (
            (self.tr("Label"), ""),
            (self.tr("Precision"), self.tr("Share of predicted spans that are correct")),
            (self.tr("Recall"), self.tr("Share of true spans that were found")),
            ("F1", self.tr("The harmonic mean of precision and recall")),
            (self.tr("Spans"), self.tr("Number of spans with this label in the test sample")),
            (
                self.tr("Predicted"),
                self.tr("Number of spans the model predicts in the test sample"),
            ),
        )

    def show_scores(self, scores: Sequence[LabelScore]) -> None:
        """Show these scores."""
        self.beginResetModel()
        self._rows = [
            (
                one.label,
                _share(one.precision, one.n_proposed),
                _share(one.recall, one.n_right),
                _share(one.f1, one.n_right + one.n_proposed),
                grouped(one.n_right),
                grouped(one.n_proposed),
            )
            for one in scores
        ]
        self.endResetModel()

    def texts(self, column: int) -> list[str]:
        """Return the texts of a column, its name first."""
        return [self._heads[column][0], *(row[column] for row in self._rows)]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102 (Qt's own)
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102 (Qt's own)
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: D102
        names = role == Qt.ItemDataRole.ToolTipRole and index.column() == 0
        if role == Qt.ItemDataRole.DisplayRole or names:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if index.column() else LEFT
        return None

    def headerData(  # noqa: D102 (Qt's own)
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._heads[section][1]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section else LEFT
        return None


def _share(share: float, n: int) -> str:
    return percentage(decimal(100 * share, 1)) if n else UNDEFINED


class ConfusionModel(QAbstractTableModel):
    """Numbers of tokens of each label (rows) predicted as each label (columns)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.counts = np.zeros((0, 0), np.int64)
        self._row_sums: list[int] = []

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Show these confusions; an empty table for None."""
        self.beginResetModel()
        labels = () if confusion is None else confusion.labels
        self.names = tuple(name or self.tr("no label") for name in labels)
        self.counts = np.zeros((0, 0), np.int64) if confusion is None else confusion.counts()
        self._row_sums = self.counts.sum(axis=1).tolist()
        self.endResetModel()

    def count(self, row: int, column: int) -> int:
        """Return the number of tokens of one label predicted as another."""
        return int(self.counts[row, column])

    def share(self, row: int, column: int) -> float:
        """Return the share of a label's tokens predicted as another."""
        return self.count(row, column) / max(self._row_sums[row], 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102 (Qt's own)
        return 0 if parent.isValid() else len(self.names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102 (Qt's own)
        return 0 if parent.isValid() else len(self.names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: D102
        count = self.count(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return grouped(count) if count else NOTHING
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ToolTipRole and count:
            kind = self.tr(
                "{n} tokens are {right} and predicted as {proposed}: a click lists them",
                None,
                count,
            )
            if count == 1:
                kind = self.tr("1 token is {right} and predicted as {proposed}: a click lists it")
            right, proposed = self.names[index.row()], self.names[index.column()]
            return kind.format(n=grouped(count), right=right, proposed=proposed)
        return None

    def headerData(  # noqa: D102 (Qt's own)
        self,
        section: int,
        _orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        wanted = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self.names[section] if role in wanted else None
