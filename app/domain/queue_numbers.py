"""The numbers by which the queue is sorted, and what they measure."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.names import InconsistentNames, NameGroup

NO_NUMBER = np.nan
"""The number of a sentence with a position for another reason: drawn at random, or postponed."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What the numbers measure: a strategy by its name, and whether per second of work."""

    strategy: str = ""
    per_second: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class QueueNumbers:
    """A number for each sentence, float64 (N,), `NO_NUMBER` for none.

    ``names`` are those whose different labels are the reason for a number.
    """

    measure: Measure = field(default_factory=Measure)
    values: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    names: InconsistentNames = field(default_factory=InconsistentNames)

    @classmethod
    def of(
        cls,
        measure: Measure,
        sentence_indices: NDArray[np.int64],
        values: NDArray[np.float64],
        names: InconsistentNames | None = None,
    ) -> QueueNumbers:
        """Return the numbers of these sentences."""
        if not len(values):
            return cls()
        table = np.full(int(sentence_indices.max()) + 1 if len(sentence_indices) else 0, NO_NUMBER)
        table[sentence_indices] = values
        return cls(measure, table, names or InconsistentNames())

    def at(self, sentence_index: int) -> float | None:
        """Return the number of a sentence, None if it has none."""
        if sentence_index >= len(self.values) or not np.isfinite(self.values[sentence_index]):
            return None
        return float(self.values[sentence_index])

    def name_at(self, sentence_index: int) -> NameGroup | None:
        """Return the name that is the reason for a sentence's number, None if there is none."""
        if self.at(sentence_index) is None:
            return None
        return self.names.by_sentence.get(sentence_index)

    def forget(self, sentence_indices: NDArray[np.int64]) -> None:
        """Remove the numbers of sentences that have their position for another reason."""
        self.values[sentence_indices[sentence_indices < len(self.values)]] = NO_NUMBER
