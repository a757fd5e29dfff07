"""The heights of a document's sentences, of which few are laid out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class DocumentColumn:
    """Heights of the sentences of a document: known for those seen so far, else estimated.

    ``sentence_indices``, shape (N,), are sorted; ``estimates`` are their heights, shape (N,).
    """

    def __init__(self, sentence_indices: NDArray[np.int64], estimates: NDArray[np.float64]) -> None:
        self.sentence_indices = sentence_indices
        self._rows = {sentence: row for row, sentence in enumerate(sentence_indices.tolist())}
        self._heights = np.ceil(estimates)
        self._known = np.zeros(len(sentence_indices), np.bool_)
        self._tops: NDArray[np.float64] | None = None

    @property
    def height(self) -> float:
        """The height of the document, partly estimated."""
        return float(self._edges()[-1])

    def row_of(self, sentence_index: int) -> int:
        """Return the row of a sentence, -1 if it is in another document."""
        return self._rows.get(sentence_index, -1)

    def top(self, row: int) -> float:
        """Return the top of a row."""
        return float(self._edges()[row])

    def is_known(self, row: int) -> bool:
        """Return whether the height of a row is not an estimate."""
        return bool(self._known[row])

    def set_height(self, row: int, height: float) -> None:
        """Set the height of a row, in whole pixels, so that painted text can be scrolled."""
        height = float(np.ceil(height))
        self._known[row] = True
        if self._heights[row] != height:
            self._heights[row] = height
            self._tops = None

    def rows(self, top: float, bottom: float) -> range:
        """Return the rows between two heights."""
        edges = self._edges()
        first = int(edges.searchsorted(top, side="right")) - 1
        last = int(edges.searchsorted(bottom, side="left"))
        return range(max(0, first), min(last, len(self.sentence_indices)))

    def _edges(self) -> NDArray[np.float64]:
        if self._tops is None:
            self._tops = np.concatenate([[0.0], np.cumsum(self._heights)])
        return self._tops
