"""A model of confident proposals: a row for each sentence, the least confident one first."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby

import numpy as np
from PySide6.QtCore import QObject, Qt

from app.domain.confident_proposals import ConfidenceChoice, ConfidentProposals
from app.domain.display import TokenDisplay
from app.domain.invisible import listed_text
from app.domain.numbers import grouped
from app.domain.spacing import excerpt, readable_text
from app.domain.tagging import OUTSIDE, label_name
from app.edits.wording import words_of
from app.item_models.queue_words import percent
from app.item_models.rows import RowsModel
from app.session import Session

WORDS_AROUND = 20

Excerpt = tuple[str, str, str]


class ConfidentRole(IntEnum):
    """Roles of a row beside its text."""

    EXCERPT = Qt.ItemDataRole.UserRole + 1
    NOTE = Qt.ItemDataRole.UserRole + 2


class ConfidentModel(RowsModel):
    """Lists sentences with the labels that would be accepted, around the least confident token."""

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
            return self._tip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{''.join(self._excerpt(row))}, {self._note(row)}"
        return None

    def _excerpt(self, row: int) -> Excerpt:
        sentence_index, token = self.where(row)
        project = self._session.project
        return excerpt(project, sentence_index, token, token, WORDS_AROUND, WORDS_AROUND)

    def _tip(self, row: int) -> str:
        text = readable_text(self._session.project, int(self.confident.sentence_indices[row]))
        return f"{self._note(row)}\n\n{listed_text(text)}"

    def _note(self, row: int) -> str:
        """Return the labels that would be accepted, the least confident first."""
        pieces = sorted(self._pieces(row), key=_chance)
        texts = [self._span_text(row, piece) for piece in pieces if self._label_of(piece)]
        unlabelled = [piece for piece in pieces if not self._label_of(piece)]
        if unlabelled:
            n, chance = len(unlabelled), _chance(unlabelled[0])
            one = self.tr("no label {chance} (1 token)")
            many = self.tr("no label {chance} ({n} tokens)", None, n)
            text = (one if n == 1 else many).format(chance=percent(chance), n=grouped(n))
            texts.insert(0 if unlabelled[0] is pieces[0] else len(texts), text)
        return ", ".join(texts)

    def _span_text(self, row: int, piece: list[TokenDisplay]) -> str:
        words = words_of(self._session.project, self.where(row)[0], piece[0].index, piece[-1].index)
        return self.tr("{label} {chance} “{words}”").format(
            label=self._label_of(piece), chance=percent(_chance(piece)), words=words
        )

    def _pieces(self, row: int) -> list[list[TokenDisplay]]:
        """Return the accepted tokens of a sentence, those of a span together."""
        sentence_index, tokens = self.where(row)[0], self.confident.tokens
        at = self._session.corpus.span(sentence_index)
        first, end = np.searchsorted(tokens, (at.start, at.stop))
        records = self._session.token_display(sentence_index)
        accepted = [records[token - at.start] for token in tokens[first:end].tolist()]
        spans = groupby(accepted, lambda one: one.span if one.span >= 0 else ~one.index)
        return [list(span) for _, span in spans]

    def _label_of(self, piece: list[TokenDisplay]) -> str:
        return label_name(piece[0].tag or OUTSIDE, self._session.project.settings.scheme)


def _chance(piece: list[TokenDisplay]) -> float:
    """Return the lowest confidence in a span; 1 for what was confirmed meanwhile."""
    return min((one.probability for one in piece if one.probability is not None), default=1.0)
