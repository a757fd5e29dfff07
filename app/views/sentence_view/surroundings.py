"""What stands above and below the current sentence: its neighbours, or its whole document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFontMetricsF

from app.domain.changes import Changes
from app.domain.tokens import Role
from app.item_models.shown import NOWHERE, ShownSentence
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement
from app.views.sentence_view.document import DocumentColumn
from app.views.sentence_view.laid_out import LaidOut, Tokens
from app.views.sentence_view.metrics import Metrics

MOST = 4
"""So many neighbours are shown on each side."""
LONGEST = 600
"""A neighbour is context: of a very long one the beginning, or the end, is enough, in letters."""
LETTERS_OF_A_TOKEN = 5.8
"""What a token and its blank are wide, in average letters; a guess for what is not laid out."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A sentence beside the current one, from ``top`` to ``bottom`` measured from that one's top.

    ``first`` is the first token of which anything is shown; ``quiet`` whether it is only context.
    """

    sentence_index: int
    arrangement: Arrangement
    top: float
    bottom: float
    first: int
    quiet: bool

    def token_at(self, x: float, y: float) -> int:
        """Return the token of the sentence that is nearest to a point of the column."""
        return self.first + self.arrangement.geometry.token_at(x, y - self.top, nearest=True)


class Surroundings:
    """Lays out what can be seen around the current sentence, and knows where it stands."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._full, self._quiet = LaidOut(session), LaidOut(session)
        self._metrics: Metrics | None = None
        self._small: Metrics | None = None
        self._width = 0.0
        self._wanted = False
        self.sentence_index = NOWHERE
        self.column: DocumentColumn | None = None

    @property
    def shows_document(self) -> bool:
        """Whether the whole document is shown, all its sentences at one size."""
        return self._wanted

    def measure(self, metrics: Metrics, small: Metrics, width: float) -> None:
        """Lay out with these sizes, neighbours with the small ones."""
        self._full.measure(metrics, width)
        self._quiet.measure(small, width)
        if (metrics, small, width) != (self._metrics, self._small, self._width):
            self._metrics, self._small, self._width = metrics, small, width
            self._begin_column()

    def show_document(self, *, wanted: bool) -> None:
        """Show the whole document from now on, or a few neighbours."""
        self._wanted = wanted
        self._begin_column()

    def go_to(self, sentence_index: int) -> bool:
        """Make another sentence the current one; say whether all others look otherwise now."""
        self.sentence_index = sentence_index
        if self._wanted and (self.column is None or self.column.row_of(sentence_index) < 0):
            self._begin_column()
        return self._hide_help()

    def follow(self, changes: Changes) -> bool:
        """Take note of what has changed; say whether all other sentences look otherwise now."""
        self._full.follow(changes)
        self._quiet.follow(changes)
        if changes.structure:
            self._begin_column()
        return self._hide_help()

    def current(self, sentence: ShownSentence) -> Arrangement:
        """Return the current sentence, laid out."""
        made = self._full.current(sentence)
        if self.column is not None and (row := self.column.row_of(sentence.sentence_index)) >= 0:
            self.column.set_height(row, self._tall(made))
        return made

    def current_top(self) -> float:
        """Return where in the document the current sentence begins."""
        column = self.column
        return 0.0 if column is None else column.top(max(0, column.row_of(self.sentence_index)))

    def settle(self, top: float, height: float) -> float:
        """Lay out all that lies between two heights of the document; return where that is now.

        What was known before stays where it is on the screen while guesses around it are replaced:
        the current sentence, or the first other one.
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
                column.set_height(row, self._tall(self._full.of(int(column.sentence_indices[row]))))
            top = column.top(anchor) - offset
        return top

    def settle_needed(self, top: float, height: float) -> bool:
        """Say whether something between two heights of the document is only guessed."""
        column = self.column
        return column is not None and any(
            not column.is_known(row) for row in column.rows(top, top + height)
        )

    def around(self, height: float, top: float, bottom: float) -> Iterator[Placed]:
        """Give the other sentences of which something lies between two heights.

        Heights count from the top of the current sentence, which is ``height`` high.
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
        """Return a sentence at the size of the current one."""
        return self._full.of(sentence_index)

    def prepare(self, sentence_index: int, height: float) -> Iterator[int]:
        """Lay out what will be seen when a sentence is gone to, one sentence at each step."""
        if self._metrics is None or sentence_index == NOWHERE:
            return
        self._full.of(sentence_index)
        yield sentence_index
        most = max(MOST, int(height / self._metrics.line_height)) if self._wanted else MOST
        for step, n in ((1, most), (-1, most // 2 if self._wanted else MOST)):
            for near in self._near(step, sentence_index, n).tolist():
                if self._wanted:
                    self._full.of(near)
                else:
                    self._quiet.of(near, self._part(near, step))
                yield near

    # ---- inside

    def _hide_help(self) -> bool:
        """Show no suggestion beside a test sentence that is not done: it would give answers away.

        Say whether that changes anything.
        """
        session, sentence_index = self._session, self.sentence_index
        tested = sentence_index != NOWHERE and session.corpus.roles[sentence_index] == Role.CONTROL
        helped = not tested or session.is_done(sentence_index)
        return self._full.show_suggestions(wanted=helped) | self._quiet.show_suggestions(
            wanted=helped
        )

    def _begin_column(self) -> None:
        self.column = None
        corpus, metrics = self._session.corpus, self._metrics
        if not self._wanted or self.sentence_index == NOWHERE or metrics is None:
            return
        visible = self._session.visible
        sentence_indices = visible[
            corpus.documents[visible] == corpus.documents[self.sentence_index]
        ]
        letters = QFontMetricsF(metrics.font).averageCharWidth() * LETTERS_OF_A_TOKEN
        lines = np.ceil(corpus.lengths(sentence_indices) * (letters / max(1.0, self._width)))
        guesses = np.maximum(1.0, lines) * metrics.line_height + metrics.paragraph_gap
        self.column = DocumentColumn(sentence_indices, guesses)

    def _tall(self, made: Arrangement) -> float:
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
        for sentence_index in self._near(step, self.sentence_index, MOST).tolist():
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
        """Return which tokens of a very long neighbour are shown, None for all."""
        corpus = self._session.corpus
        if len(corpus.texts[sentence_index]) <= LONGEST:
            return None
        at = corpus.span(sentence_index)
        n_tokens = at.stop - at.start
        if step > 0:
            n = int(np.searchsorted(corpus.ends[at], LONGEST, side="right"))
            return 0, min(n_tokens, max(1, n)) - 1
        begin = len(corpus.texts[sentence_index]) - LONGEST
        return min(n_tokens - 1, int(np.searchsorted(corpus.starts[at], begin))), n_tokens - 1
