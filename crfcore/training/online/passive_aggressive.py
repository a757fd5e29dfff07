"""Passive–aggressive learning.

K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer 2006, "Online passive-aggressive
algorithms", figure 1 and section 9: where the best labelling is wrong, the weights change by the
least that compensates the loss. Open labels are replaced by the best allowed labelling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.mistakes import Averaged, Differences
from crfcore.training.online.passive_aggressive_kernels import passive_aggressive_steps
from crfcore.training.online.working import Working


@dataclass(frozen=True, slots=True)
class Aggression:
    """Settings of updates; names and defaults are CRFsuite's.

    Attributes
    ----------
    kind : {0, 1, 2}
        0: without slack; 1: steps of at most ``c``; 2: with a squared slack weighted by ``c``.
    c : float
    error_sensitive : bool
        The margin is √(number of wrong labels) instead of 1.
    averaging : bool
        The model is the mean of the weights after every sentence.
    """

    kind: int = 1
    c: float = 1.0
    error_sensitive: bool = True
    averaging: bool = True


class PassiveAggressive(Averaged):
    """Algorithm ``"pa"``; its loss is the sum of hinge losses."""

    name = "pa"

    def __init__(self, working: Working, start: FloatArray, aggression: Aggression) -> None:
        super().__init__(working, start)
        self._aggression = aggression
        self.averaging = aggression.averaging
        self._differences = Differences(working)
        self._sums = np.zeros(working.index.n_weights)

    def sums_vector(self) -> FloatArray:
        """Return the sums, (F,)."""
        return self._sums

    def take_sums(self, sums: FloatArray) -> None:
        """Restore the sums, (F,)."""
        self._sums[:] = sums

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        aggression = self._aggression
        return passive_aggressive_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self.work,
            self.n_steps,
            self._sums,
            self._differences.changes,
            self._differences.touched,
            self._differences.values,
            aggression.kind,
            aggression.c,
            aggression.error_sensitive,
        )
