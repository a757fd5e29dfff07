"""A model of the visible sentences; rows are computed when they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from app.domain.changes import Changes, no_sentences
from app.domain.spacing import readable_text
from app.domain.tokens import Role, TokenState
from app.item_models.rows import RowsModel
from app.services.after_paint import ChangesAfterPaint
from app.session import Session

EXCERPT = 120
"""Characters of a sentence in a row; the list shows fewer."""


class SentenceState(IntEnum):
    """The state of a sentence."""

    TODO = 0
    PARTLY = 1
    DONE = 2


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """What a row shows; ``number`` counts from 1."""

    number: int
    state: SentenceState
    is_control: bool
    text: str


@dataclass(frozen=True, slots=True)
class SentenceFilter:
    """Which sentences are listed: those with a text, of a document, in a state."""

    text: str = ""
    document: int | None = None
    state: SentenceState | None = None


class SentencesModel(RowsModel):
    """Lists the sentences of visible documents that pass the filter, in the corpus's order."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._filter = SentenceFilter()
        self._containing = no_sentences()
        self._visible = session.visible
        self._sentence_indices = self._visible
        self._later = ChangesAfterPaint(session, self._follow, self)

    @property
    def filter(self) -> SentenceFilter:
        """The present filter."""
        return self._filter

    def set_filter(
        self, wanted: SentenceFilter, containing: NDArray[np.int64] | None = None
    ) -> None:
        """Set another filter.

        ``containing`` are the sentences that contain its text, rising: the caller has searched for
        them on a worker.
        """
        if containing is not None:
            self._containing = containing
        elif wanted == self._filter:
            return
        self.beginResetModel()
        self._filter = wanted
        self._sentence_indices = self._passing(self._visible)
        self.endResetModel()

    def sentence_index(self, row: int) -> int:
        """Return the sentence of a row."""
        return int(self._sentence_indices[row])

    def row_of(self, sentence_index: int) -> int | None:
        """Return the row of a sentence, None if the filter hides it."""
        row = int(np.searchsorted(self._sentence_indices, sentence_index))
        return (
            row
            if row < len(self._sentence_indices) and self._sentence_indices[row] == sentence_index
            else None
        )

    def number_of(self, sentence_index: int) -> int:
        """Return the number of a sentence, from 1, regardless of the filter."""
        return int(np.searchsorted(self._visible, sentence_index)) + 1

    def state_of(self, sentence_index: int) -> SentenceState:
        """Return the state of a sentence."""
        return state_of_sentence(self._session, sentence_index)

    def row(self, row: int) -> SentenceRow:
        """Return what a row shows, in one call for its painter."""
        sentence_index = self.sentence_index(row)
        return SentenceRow(
            self.number_of(sentence_index),
            self.state_of(sentence_index),
            self.is_control(sentence_index),
            self._excerpt(sentence_index),
        )

    @property
    def n_visible(self) -> int:
        """Number of sentences without the filter."""
        return len(self._visible)

    def _n_rows(self) -> int:
        return len(self._sentence_indices)

    def _answer(self, row: int, role: int) -> object:
        sentence_index = self.sentence_index(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._excerpt(sentence_index)
        if role == Qt.ItemDataRole.ToolTipRole and self.is_control(sentence_index):
            return self.tr("Test sentence: label it without suggestions")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(sentence_index)
        return None

    def is_control(self, sentence_index: int) -> bool:
        """Return whether a sentence is a test sentence."""
        return bool(self._session.corpus.roles[sentence_index] == Role.CONTROL)

    def _spoken(self, sentence_index: int) -> str:
        parts = [
            str(self.number_of(sentence_index)),
            self._state_name(sentence_index),
            self._excerpt(sentence_index),
        ]
        if self.is_control(sentence_index):
            parts.insert(2, self.tr("test sentence"))
        return ", ".join(parts)

    def _excerpt(self, sentence_index: int) -> str:
        text = readable_text(self._session.project, sentence_index, 0, EXCERPT)
        return text[:EXCERPT].replace("\n", " ")

    def _state_name(self, sentence_index: int) -> str:
        names = {
            SentenceState.TODO: self.tr("To do"),
            SentenceState.PARTLY: self.tr("Partial"),
            SentenceState.DONE: self.tr("Done"),
        }
        return names[self.state_of(sentence_index)]

    def _passing(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sentences that pass the filter."""
        wanted = self._filter
        if wanted.document is not None:
            sentence_indices = sentence_indices[
                self._session.corpus.documents[sentence_indices] == wanted.document
            ]
        if wanted.state is not None:
            sentence_indices = sentence_indices[self._states()[sentence_indices] == wanted.state]
        if wanted.text:
            contains = np.zeros(self._session.corpus.n_sentences, np.bool_)
            contains[self._containing] = True
            sentence_indices = sentence_indices[contains[sentence_indices]]
        return sentence_indices

    def _states(self) -> NDArray[np.uint8]:
        """Return the `SentenceState` of every sentence."""
        corpus, waiting = self._session.corpus, self._session.open_tokens
        states = np.full(corpus.n_sentences, SentenceState.TODO, np.uint8)
        narrowed = np.flatnonzero(corpus.states == TokenState.NARROWED)
        states[np.searchsorted(corpus.offsets, narrowed, side="right") - 1] = SentenceState.PARTLY
        states[waiting < np.diff(corpus.offsets)] = SentenceState.PARTLY
        states[waiting == 0] = SentenceState.DONE
        return states

    def _follow(self, changes: Changes) -> None:
        if changes.structure or changes.documents:
            self.beginResetModel()
            self._visible = self._session.visible
            if self._filter.document not in self._shown_documents():
                self._filter = SentenceFilter(self._filter.text, None, self._filter.state)
            self._sentence_indices = self._passing(self._visible)
            self.endResetModel()
        elif len(changes.sentences) and len(self._sentence_indices):
            self._redraw(changes.sentences)

    def _shown_documents(self) -> set[int | None]:
        documents = self._session.project.documents.values()
        return {None, *(document.id for document in documents if document.listed)}

    def _redraw(self, sentence_indices: NDArray[np.int64]) -> None:
        first = int(np.searchsorted(self._sentence_indices, sentence_indices.min()))
        last = (
            int(np.searchsorted(self._sentence_indices, sentence_indices.max(), side="right")) - 1
        )
        if first <= last:
            self.dataChanged.emit(self.index(first), self.index(last))


def state_of_sentence(session: Session, sentence_index: int) -> SentenceState:
    """Return the state of a sentence."""
    waiting = int(session.open_tokens[sentence_index])
    if waiting == 0:
        return SentenceState.DONE
    at = session.corpus.span(sentence_index)
    touched = waiting < at.stop - at.start or TokenState.NARROWED in session.corpus.states[at]
    return SentenceState.PARTLY if touched else SentenceState.TODO
