"""The sentences around the current one: a few neighbours, or the whole document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFontMetricsF

from app.domain.changes import Changes
from app.domain.tokens import Role
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.document import DocumentColumn
from app.views.sentence_view.layout_cache import LayoutCache, Tokens
from app.views.sentence_view.metrics import Metrics

MAX_NEIGHBOURS = 4
"""Number of neighbours on each side."""
MAX_LETTERS = 600
"""Maximum letters of a neighbour, of which only the start or the end is shown."""
LETTERS_OF_A_TOKEN = 5.8
"""Average width of a token with its blank, in letters, to estimate heights."""


class LaidOut(NamedTuple):
    """A sentence that is laid out; ``quiet``: as a neighbour, for context only."""

    arrangement: Arrangement
    quiet: bool


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Another sentence, from ``top`` to ``bottom`` relative to the top of the current one.

    ``first`` is its first shown token; ``quiet``: whether it is a neighbour, for context only.
    """

    sentence_index: int
    arrangement: Arrangement
    top: float
    bottom: float
    first: int
    quiet: bool

    def token_at(self, x: float, y: float) -> int:
        """Return the token nearest to a point of the column."""
        return self.first + self.arrangement.geometry.token_at(x, y - self.top, nearest=True)


class Surroundings:
    """Lays out the visible sentences around the current one.

    ``shows_suggestions``: beside a test sentence it shows none.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._full, self._quiet = LayoutCache(session), LayoutCache(session)
        self._metrics: Metrics | None = None
        self._small: Metrics | None = None
        self._width = 0.0
        self._document_mode = False
        self.shows_suggestions = True
        self.sentence_index = NOWHERE
        self.column: DocumentColumn | None = None

    @property
    def shows_document(self) -> bool:
        """Whether the whole document is shown."""
        return self._document_mode

    def measure(self, metrics: Metrics, small: Metrics, width: float) -> None:
        """Set the sizes, ``small`` for neighbours, and the width of the column."""
        self._full.measure(metrics, width)
        self._quiet.measure(small, width)
        if (metrics, small, width) != (self._metrics, self._small, self._width):
            self._metrics, self._small, self._width = metrics, small, width
            self._begin_column()

    def show_document(self, *, wanted: bool) -> None:
        """Show the whole document, or a few neighbours."""
        self._document_mode = wanted
        self._begin_column()

    def go_to(self, sentence_index: int) -> bool:
        """Make a sentence current; return whether all others have to be painted again."""
        self.sentence_index = sentence_index
        is_elsewhere = self._document_mode and (
            self.column is None or self.column.row_of(sentence_index) < 0
        )
        if is_elsewhere:
            self._begin_column()
        return self._update_suggestions() or is_elsewhere

    def follow(self, changes: Changes) -> bool:
        """Follow changes; return whether all other sentences have to be painted again."""
        self._full.follow(changes)
        self._quiet.follow(changes)
        if changes.structure:
            self._begin_column()
        return self._update_suggestions()

    def current(self, sentence: ShownSentence) -> Arrangement:
        """Return the layout of the current sentence."""
        made = self._full.current(sentence)
        if self.column is not None and (row := self.column.row_of(sentence.sentence_index)) >= 0:
            self.column.set_height(row, self._height(made))
        return made

    def current_top(self) -> float:
        """Return the top of the current sentence in the document."""
        column = self.column
        return 0.0 if column is None else column.top(max(0, column.row_of(self.sentence_index)))

    def tops(self, top: float, height: float) -> dict[int, float]:
        """Return the tops of the document's sentences in ``height`` pixels from ``top`` on."""
        column = self.column
        if column is None:
            return {}
        rows = column.rows(top, top + height)
        return {int(column.sentence_indices[row]): column.top(row) - top for row in rows}

    def settle(self, top: float, height: float) -> float:
        """Lay out ``height`` pixels of the document from ``top`` on; return their new top.

        The current sentence, or the first known one, stays in place while estimates around it are
        replaced.
        """
        column = self.column
        if column is None:
            return top
        while self.settle_needed(top, height):
            rows = column.rows(top, top + height)
            unknown = [row for row in rows if not column.is_known(row)]
            anchor = self._anchor(top, height)
            offset = column.top(anchor) - top
            for row in unknown:
                column.set_height(
                    row, self._height(self._full.of(int(column.sentence_indices[row])))
                )
            top = column.top(anchor) - offset
        return top

    def settle_needed(self, top: float, height: float) -> bool:
        """Return whether a height from ``top`` on is only estimated."""
        column = self.column
        return column is not None and any(
            not column.is_known(row) for row in column.rows(top, top + height)
        )

    def around(self, height: float, top: float, bottom: float) -> Iterator[Placed]:
        """Yield the other sentences between ``top`` and ``bottom``.

        Both are relative to the top of the current sentence, which is ``height`` high.
        """
        if self.sentence_index == NOWHERE:
            return
        if self.column is not None:
            yield from self._in_document(self.column, top, bottom)
        else:
            yield from self._beside(-1, 0.0, top)
            yield from self._beside(1, height, bottom)

    def neighbour(self, step: int) -> int:
        """Return the sentence above (-1) or below (1) in the same document, `NOWHERE` for none."""
        found = self._near(step, self.sentence_index, 1)
        return int(found[0]) if len(found) else NOWHERE

    def whole(self, sentence_index: int) -> Arrangement:
        """Return the layout of a sentence at the size of the current one."""
        return self._full.of(sentence_index)

    def prepare(self, sentence_index: int, height: float) -> Iterator[LaidOut]:
        """Lay out a sentence and those around it in advance, and yield one after the other."""
        if self._metrics is None or sentence_index == NOWHERE:
            return
        yield LaidOut(self._full.of(sentence_index), quiet=False)
        most = (
            max(MAX_NEIGHBOURS, int(height / self._metrics.line_height))
            if self._document_mode
            else MAX_NEIGHBOURS
        )
        for step, n in ((1, most), (-1, most // 2 if self._document_mode else MAX_NEIGHBOURS)):
            for near in self._near(step, sentence_index, n).tolist():
                if self._document_mode:
                    yield LaidOut(self._full.of(near), quiet=False)
                else:
                    yield LaidOut(self._quiet.of(near, self._part(near, step)), quiet=True)

    # ---- inside

    def _update_suggestions(self) -> bool:
        """Hide suggestions beside a test sentence that is not done: they may give answers away.

        Return whether that is a change.
        """
        session, sentence_index = self._session, self.sentence_index
        tested = sentence_index != NOWHERE and session.corpus.roles[sentence_index] == Role.CONTROL
        helped = not tested or session.is_done(sentence_index)
        self.shows_suggestions = helped
        return self._full.show_suggestions(wanted=helped) | self._quiet.show_suggestions(
            wanted=helped
        )

    def _begin_column(self) -> None:
        self.column = None
        corpus, metrics = self._session.corpus, self._metrics
        if not self._document_mode or self.sentence_index == NOWHERE or metrics is None:
            return
        visible = self._session.visible
        sentence_indices = visible[
            corpus.documents[visible] == corpus.documents[self.sentence_index]
        ]
        letters = QFontMetricsF(metrics.font).averageCharWidth() * LETTERS_OF_A_TOKEN
        lines = np.ceil(corpus.lengths(sentence_indices) * (letters / max(1.0, self._width)))
        estimates = np.maximum(1.0, lines) * metrics.line_height + metrics.paragraph_gap
        self.column = DocumentColumn(sentence_indices, estimates)

    def _height(self, made: Arrangement) -> float:
        metrics = made.geometry.metrics
        return made.geometry.height + metrics.row_gap + metrics.paragraph_gap

    def _anchor(self, top: float, height: float) -> int:
        column = self.column
        if column is None:
            return 0
        rows = column.rows(top, top + height)
        current = column.row_of(self.sentence_index)
        if current in rows and column.is_known(current):
            return current
        return next((row for row in rows if column.is_known(row)), rows.start)

    def _in_document(self, column: DocumentColumn, top: float, bottom: float) -> Iterator[Placed]:
        own = self.current_top()
        for row in column.rows(top + own, bottom + own):
            sentence_index = int(column.sentence_indices[row])
            if sentence_index != self.sentence_index:
                made = self._full.of(sentence_index)
                begin, end = column.top(row) - own, column.top(row + 1) - own
                yield Placed(sentence_index, made, begin, end, 0, quiet=False)

    def _beside(self, step: int, edge: float, limit: float) -> Iterator[Placed]:
        small, metrics = self._small, self._metrics
        if small is None or metrics is None:
            return
        edge += step * metrics.row_gap
        for sentence_index in self._near(step, self.sentence_index, MAX_NEIGHBOURS).tolist():
            if (limit - edge) * step < 0:
                return
            part = self._part(sentence_index, step)
            made = self._quiet.of(sentence_index, part)
            tall = made.geometry.height + small.row_gap
            edge += small.paragraph_gap if step > 0 else -tall - small.paragraph_gap
            yield Placed(
                sentence_index, made, edge, edge + tall, part[0] if part else 0, quiet=True
            )
            edge += tall if step > 0 else 0.0

    def _near(self, step: int, sentence_index: int, n: int) -> NDArray[np.int64]:
        """Return ``n`` sentences of the same document beside a sentence, the nearest first."""
        visible, documents = self._session.visible, self._session.corpus.documents
        at = int(np.searchsorted(visible, sentence_index))
        near = visible[max(0, at - n) : at][::-1] if step < 0 else visible[at + 1 :][:n]
        return np.asarray(near[documents[near] == documents[sentence_index]], np.int64)

    def _part(self, sentence_index: int, step: int) -> Tokens | None:
        """Return the shown tokens of a very long neighbour, None for all."""
        corpus = self._session.corpus
        if len(corpus.texts[sentence_index]) <= MAX_LETTERS:
            return None
        at = corpus.span(sentence_index)
        n_tokens = at.stop - at.start
        if step > 0:
            n = int(np.searchsorted(corpus.ends[at], MAX_LETTERS, side="right"))
            return 0, min(n_tokens, max(1, n)) - 1
        begin = len(corpus.texts[sentence_index]) - MAX_LETTERS
        return min(n_tokens - 1, int(np.searchsorted(corpus.starts[at], begin))), n_tokens - 1
