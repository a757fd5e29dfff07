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
        cls, measure: Measure, places: NDArray[np.int64], values: NDArray[np.float64]
    ) -> QueueNumbers:
        """Return the numbers of these sentences."""
        if not len(values):
            return cls()
        table = np.full(int(places.max()) + 1 if len(places) else 0, NO_NUMBER)
        table[places] = values
        return cls(measure, table)

    def at(self, place: int) -> float | None:
        """Return the number of a sentence, None if it has none."""
        if place >= len(self.values) or not np.isfinite(self.values[place]):
            return None
        return float(self.values[place])

    def forget(self, places: NDArray[np.int64]) -> None:
        """Forget the numbers of sentences that stand elsewhere than these would have them."""
        self.values[places[places < len(self.values)]] = NO_NUMBER
