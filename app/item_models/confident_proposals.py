"""A model of confident proposals: a row for each sentence, the least confident one first."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.confident_proposals import ConfidenceChoice, ConfidentProposals
from app.domain.invisible import listed_text
from app.domain.spacing import excerpt, readable_text
from app.domain.tagging import label_name
from app.item_models.queue_words import percent
from app.item_models.rows import RowsModel
from app.session import Session

WORDS_AROUND = 10

Excerpt = tuple[str, str, str]


class ConfidentRole(IntEnum):
    """Roles of a row beside its text."""

    EXCERPT = Qt.ItemDataRole.UserRole + 1
    NOTE = Qt.ItemDataRole.UserRole + 2


class ConfidentModel(RowsModel):
    """Lists sentences with the least confident token of those that would be accepted."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.confident = ConfidentProposals(ConfidenceChoice())

    def show_found(self, confident: ConfidentProposals) -> None:
        """List these proposals."""
        self.beginResetModel()
        self.confident = confident
        self.endResetModel()

    def where(self, row: int) -> tuple[int, int]:
        """Return the sentence of a row, and its least confident token."""
        return int(self.confident.sentence_indices[row]), int(self.confident.least[row])

    def _n_rows(self) -> int:
        return len(self.confident.sentence_indices)

    def _answer(self, row: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return "".join(self._excerpt(row))
        if role == ConfidentRole.EXCERPT:
            return self._excerpt(row)
        if role == ConfidentRole.NOTE:
            return self._note(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return listed_text(
                readable_text(self._session.project, int(self.confident.sentence_indices[row]))
            )
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{''.join(self._excerpt(row))}, {self._note(row)}"
        return None

    def _excerpt(self, row: int) -> Excerpt:
        sentence_index, token = self.where(row)
        project = self._session.project
        return excerpt(project, sentence_index, token, token, WORDS_AROUND, WORDS_AROUND)

    def _note(self, row: int) -> str:
        sentence_index, token = self.where(row)
        shown = self._session.token_display(sentence_index)[token].tag
        scheme = self._session.project.settings.scheme
        label = (label_name(shown, scheme) if shown else "") or self.tr("no label")
        n = int(self.confident.n_tokens[row])
        one, many = self.tr("1 token"), self.tr("{n} tokens").format(n=n)
        return self.tr("{n}; lowest: {label} {chance}").format(
            n=one if n == 1 else many,
            label=label,
            chance=percent(float(self.confident.lowest[row])),
        )
