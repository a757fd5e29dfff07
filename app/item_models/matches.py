"""A model of the matches of a search, in their context."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from app.domain.changes import Changes
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.invisible import listed_text
from app.domain.search import Findings
from app.domain.spacing import excerpt, readable_text
from app.item_models.queue_words import precise_percent
from app.item_models.rows import RowsModel
from app.item_models.sentences import state_of_sentence
from app.session import Session

WORDS_AROUND = 16
"""Words of the context on either side."""

MAX_WORDS = 60
"""The most words shown of a match."""

Excerpt = tuple[str, str, str]


class MatchRole(IntEnum):
    """Roles of a row beside its text."""

    EXCERPT = Qt.ItemDataRole.UserRole + 1
    NOW = Qt.ItemDataRole.UserRole + 2
    NUMBER = Qt.ItemDataRole.UserRole + 3
    STATE = Qt.ItemDataRole.UserRole + 4


class MatchesModel(RowsModel):
    """Lists matches in the order of the search; rows are computed when they are shown."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._found = Findings()
        self._keys: NDArray[np.int64] | None = None
        self._in_text: NDArray[np.int64] = np.zeros(0, np.int64)
        session.changed.connect(self._follow)

    @property
    def found(self) -> Findings:
        """The matches listed."""
        return self._found

    def show_findings(self, found: Findings | None) -> bool:
        """List other matches, or none; return whether the list has changed."""
        found = Findings() if found is None else found
        if _same(found, self._found):
            # No reset, which would disturb the person, if a repeated search finds the same.
            self._found = found
            return False
        self.beginResetModel()
        self._found = found
        self._keys = None
        self.endResetModel()
        return True

    def where(self, row: int) -> tuple[int, int, int]:
        """Return the sentence of a row, and the first and last token of the match."""
        found = self._found
        return int(found.sentence_indices[row]), int(found.firsts[row]), int(found.lasts[row])

    def row_of(self, sentence_index: int, first: int, last: int) -> int | None:
        """Return the row of a match, None if it is not listed."""
        keys, rows = self._sorted()
        at = int(np.searchsorted(keys, _key(sentence_index, first)))
        while at < len(keys) and keys[at] == _key(sentence_index, first):
            if self._found.lasts[rows[at]] == last:
                return int(rows[at])
            at += 1
        return None

    def rows_of(self, hits: Findings) -> NDArray[np.int64]:
        """Return the rows of those of some matches that are listed, rising."""
        wanted = np.sort(_names(hits))
        own = _names(self._found)
        if not len(wanted):
            return np.zeros(0, np.int64)
        at = np.minimum(np.searchsorted(wanted, own), len(wanted) - 1)
        return np.flatnonzero(wanted[at] == own)

    def next_row(self, sentence_index: int, token: int, step: int) -> int | None:
        """Return the row of the next match in the text, with wrapping; None without matches."""
        keys, rows = self._sorted()
        if not len(keys):
            return None
        if step > 0:
            at = int(np.searchsorted(keys, _key(sentence_index, token), side="right"))
        else:
            at = int(np.searchsorted(keys, _key(sentence_index, token), side="left")) - 1
        return int(rows[at % len(keys)])

    def _n_rows(self) -> int:
        return len(self._found)

    def _answer(self, row: int, role: int) -> object:
        answers = {
            Qt.ItemDataRole.DisplayRole: lambda: "".join(self._excerpt(row)),
            Qt.ItemDataRole.ToolTipRole: lambda: self._tip(row),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(row),
            MatchRole.EXCERPT: lambda: self._excerpt(row),
            MatchRole.NOW: lambda: self._now(row),
            MatchRole.NUMBER: lambda: self._number(row),
            MatchRole.STATE: lambda: int(state_of_sentence(self._session, self.where(row)[0])),
        }
        answer = answers.get(role)  # type: ignore[call-overload]
        return answer() if answer is not None else None

    # ---- inside

    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the matches in the order of the text: their keys, and their rows."""
        if self._keys is None:
            keys = _keys(self._found)
            self._in_text = np.argsort(keys, kind="stable")
            self._keys = keys[self._in_text]
        return self._keys, self._in_text

    def _number(self, row: int) -> int:
        return int(np.searchsorted(self._session.visible, self.where(row)[0])) + 1

    def _tip(self, row: int) -> str:
        return listed_text(readable_text(self._session.project, self.where(row)[0]))

    def _excerpt(self, row: int) -> Excerpt:
        sentence_index, first, last = self.where(row)
        project = self._session.project
        if self._found.whole:
            return "", "", readable_text(project, sentence_index, 0, MAX_WORDS - 1)
        last = min(last, first + MAX_WORDS)
        return excerpt(project, sentence_index, first, last, WORDS_AROUND, WORDS_AROUND)

    def _now(self, row: int) -> str:
        """Return what is shown on a match: its labels, each with its source."""
        if self._found.whole:
            return ""
        sentence_index, first, last = self.where(row)
        records = self._session.token_display(sentence_index)[
            first : min(last, first + MAX_WORDS) + 1
        ]
        # The least confident token of each label.
        by_name: dict[str, TokenDisplay] = {}
        for record in records:
            name = self._name(record)
            known = by_name.get(name)
            if name and (known is None or _confidence_of(record) < _confidence_of(known)):
                by_name[name] = record
        return ", ".join(self._based(name, record) for name, record in by_name.items())

    def _name(self, record: TokenDisplay) -> str:
        label = self._session.project.labels.get(record.label or 0)
        return label.name if label is not None else ""

    def _based(self, name: str, record: TokenDisplay) -> str:
        if record.kind is DisplayKind.IMPORTED:
            return self.tr("{label}, imported").format(label=name)
        if record.kind is DisplayKind.PERSON:
            return self.tr("{label} ✓").format(label=name)
        if record.probability is None:
            return name
        return f"{name} {precise_percent(record.probability)}"

    def _spoken(self, row: int) -> str:
        now = self._now(row) or self.tr("no label")
        return self.tr("{text}, {now}, sentence {n}").format(
            text=self.data(self.index(row)), now=now, n=self._number(row)
        )

    def _follow(self, changes: Changes) -> None:
        if len(changes.proposals) or len(changes.sentences):
            self._all_changed()


_TOKENS = 1 << 32
"""More than a sentence can have."""


def _key(sentence_index: int, first: int) -> int:
    return sentence_index * _TOKENS + first


_BITS = 20
"""Bits of the index of a token in a sentence."""


def _names(found: Findings) -> NDArray[np.int64]:
    """Return a unique number for each match."""
    heads = (found.sentence_indices << _BITS) + found.firsts
    return np.asarray((heads << _BITS) + found.lasts, np.int64)


def _same(found: Findings, other: Findings) -> bool:
    return (
        found.whole == other.whole
        and np.array_equal(found.sentence_indices, other.sentence_indices)
        and np.array_equal(found.firsts, other.firsts)
        and np.array_equal(found.lasts, other.lasts)
    )


def _keys(found: Findings) -> NDArray[np.int64]:
    return np.asarray(found.sentence_indices * _TOKENS + found.firsts, np.int64)


def _confidence_of(record: TokenDisplay) -> float:
    return 2.0 if record.kind is DisplayKind.PERSON else record.probability or 1.0
