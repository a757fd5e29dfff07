"""Where the sentences of a document stand, one below the other, though few are laid out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class DocumentColumn:
    """Heights of the sentences of a document: those seen so far are known, others are guessed.

    ``sentence_indices`` are their places (N,), rising; ``guesses`` how high each may be (N,).
    """

    def __init__(self, sentence_indices: NDArray[np.int64], guesses: NDArray[np.float64]) -> None:
        self.sentence_indices = sentence_indices
        self._heights = np.ceil(guesses)
        self._known = np.zeros(len(sentence_indices), np.bool_)
        self._tops: NDArray[np.float64] | None = None

    @property
    def height(self) -> float:
        """How high the document is, as far as one knows."""
        return float(self._edges()[-1])

    def row_of(self, sentence_index: int) -> int:
        """Return which sentence of the document one is, -1 if it is of another."""
        row = int(np.searchsorted(self.sentence_indices, sentence_index))
        return (
            row
            if row < len(self.sentence_indices)
            and int(self.sentence_indices[row]) == sentence_index
            else -1
        )

    def top(self, row: int) -> float:
        """Return where a sentence begins."""
        return float(self._edges()[row])

    def is_known(self, row: int) -> bool:
        """Say whether a sentence's height is no guess."""
        return bool(self._known[row])

    def set_height(self, row: int, height: float) -> None:
        """Note how high a sentence is; whole pixels, so that what is painted can be moved."""
        height = float(np.ceil(height))
        self._known[row] = True
        if self._heights[row] != height:
            self._heights[row] = height
            self._tops = None

    def rows(self, top: float, bottom: float) -> range:
        """Return the sentences of which something lies between two heights."""
        edges = self._edges()
        first = int(np.searchsorted(edges, top, side="right")) - 1
        last = int(np.searchsorted(edges, bottom, side="left"))
        return range(max(0, first), min(last, len(self.sentence_indices)))

    def _edges(self) -> NDArray[np.float64]:
        if self._tops is None:
            self._tops = np.concatenate([[0.0], np.cumsum(self._heights)])
        return self._tops
