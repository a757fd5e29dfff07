"""A model of labels with key, colour, name and count."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject, Qt, QTimer

from app.domain.changes import Changes
from app.domain.invisible import escaped_line
from app.domain.labels import Label
from app.domain.numbers import grouped
from app.domain.tagging import has_outside
from app.item_models.rows import RowsModel
from app.services.after_paint import AfterPaint
from app.session import Session

NO_LABEL_KEY = "0"

MANY_SENTENCES = 1_000
"""After an edit of more sentences, spans are counted after painting."""


class LabelRole(IntEnum):
    """Roles of a label beside its name."""

    LABEL = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2
    COLOUR = Qt.ItemDataRole.UserRole + 3
    COUNT = Qt.ItemDataRole.UserRole + 4
    LONGEST_KEY = Qt.ItemDataRole.UserRole + 5


class LabelsModel(RowsModel):
    """Lists the labels in the palette's order and, if possible, "no label"."""

    def __init__(
        self, session: Session, parent: QObject | None = None, *, no_label: bool = True
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._no_label_wanted = no_label
        self._labels = session.project.visible_labels()
        self._outside = no_label and has_outside(session.project)
        self._counts = session.state.label_counts()
        self._keys: Mapping[int, str] | None = None
        self._no_label_key = NO_LABEL_KEY
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._recount)
        self._after_key = AfterPaint(self._recount, self)
        session.changed.connect(self._follow)

    def show_keys(self, keys: Mapping[int, str], no_label: str) -> None:
        """Set the keys of the labels, by label id, instead of their own."""
        self._keys, self._no_label_key = dict(keys), no_label
        self._all_changed(LabelRole.KEY)

    def label(self, row: int) -> Label | None:
        """Return the label of a row, None for the row "no label"."""
        return self._labels[row] if row < len(self._labels) else None

    def row_of(self, label: int) -> int | None:
        """Return the row of a label, None if it is not listed."""
        rows = (row for row, listed in enumerate(self._labels) if listed.id == label)
        return next(rows, None)

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return len(self._labels)

    def _n_rows(self) -> int:
        return len(self._labels) + self._outside if self._labels else 0

    def _answer(self, row: int, role: int) -> object:
        if role == LabelRole.LONGEST_KEY:
            return max((self._key(label) for label in self._labels), key=len, default="")
        label = self.label(row)
        return self._nothing(role) if label is None else self._of(label, role)

    def _of(self, label: Label, role: int) -> object:
        count = self._counts.get(label.id, 0)
        if role == Qt.ItemDataRole.DisplayRole:
            return label.name
        if role == LabelRole.LABEL:
            return label.id
        if role == LabelRole.KEY:
            return self._key(label)
        if role == LabelRole.COLOUR:
            return label.colour
        if role == LabelRole.COUNT:
            return count
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(label, count)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("{name}, key {key}, {count} labelled").format(
                name=label.name, key=self._key(label) or self.tr("none"), count=count
            )
        return None

    def _nothing(self, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.tr("No label")
        if role == LabelRole.KEY:
            return self._no_label_key
        if role == Qt.ItemDataRole.ToolTipRole:
            tip = self.tr("Set “no label” on the selected tokens")
            return f"{tip} ({self._no_label_key})" if self._no_label_key else tip
        if role == Qt.ItemDataRole.AccessibleTextRole:
            key = self._no_label_key or self.tr("none")
            return self.tr("No label, key {key}").format(key=key)
        return None

    def _key(self, label: Label) -> str:
        return label.key.upper() if self._keys is None else self._keys.get(label.id, "")

    def _tip(self, label: Label, count: int) -> str:
        given = self.tr("{name}: used {count} times")
        if count < 2:
            given = self.tr("{name}: used once") if count else self.tr("{name}: not used yet")
        given = given.format(name=label.name, count=grouped(count))
        if label.description:
            given = f"{label.name}: {escaped_line(label.description)}"
        if key := self._key(label):
            return f"{given} ({self.tr('key {key} labels the selected tokens').format(key=key)})"
        return f"{given} ({self.tr('click to label the selected tokens')})"

    def _follow(self, changes: Changes) -> None:
        if changes.labels or changes.settings:
            self._counts = self._session.state.label_counts()
            self.beginResetModel()
            self._labels = self._session.project.visible_labels()
            self._outside = self._no_label_wanted and has_outside(self._session.project)
            self.endResetModel()
        elif len(changes.sentences) > MANY_SENTENCES:
            # Counting all spans takes time: the edit is painted first.
            self._later.start()
        elif len(changes.sentences) or changes.structure or changes.documents:
            self._after_key.start()

    def _recount(self) -> None:
        self._later.stop()
        before, self._counts = self._counts, self._session.state.label_counts()
        for row, label in enumerate(self._labels):
            if before.get(label.id, 0) != self._counts.get(label.id, 0):
                self.dataChanged.emit(self.index(row), self.index(row), [LabelRole.COUNT])
