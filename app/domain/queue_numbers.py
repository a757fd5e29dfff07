"""The numbers by which the queue is in order, and what they count."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

NO_NUMBER = np.nan
"""Stands where a sentence has its place for another reason: chance, or that it was put off."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What numbers count: a strategy by its name, and whether by the second of work."""

    strategy: str = ""
    per_second: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class QueueNumbers:
    """A number for each of N sentences by place, float64 (N,), `NO_NUMBER` where there is none."""

    measure: Measure = field(default_factory=Measure)
    values: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def of(
        cls, measure: Measure, sentence_indices: NDArray[np.int64], values: NDArray[np.float64]
    ) -> QueueNumbers:
        """Return the numbers of these sentences."""
        if not len(values):
            return cls()
        table = np.full(int(sentence_indices.max()) + 1 if len(sentence_indices) else 0, NO_NUMBER)
        table[sentence_indices] = values
        return cls(measure, table)

    def at(self, sentence_index: int) -> float | None:
        """Return the number of a sentence, None if it has none."""
        if sentence_index >= len(self.values) or not np.isfinite(self.values[sentence_index]):
            return None
        return float(self.values[sentence_index])

    def forget(self, sentence_indices: NDArray[np.int64]) -> None:
        """Forget the numbers of sentences that stand elsewhere than these would have them."""
        self.values[sentence_indices[sentence_indices < len(self.values)]] = NO_NUMBER
