"""Adaptive regularisation of weights.

K. Crammer, A. Kulesza, M. Dredze 2009, "Adaptive regularization of weight vectors", figure 1, with
a diagonal matrix of variances, for the difference of two labellings: each weight has a variance,
which shrinks with each update; uncertain weights change most. Open labels are replaced by the best
allowed labelling.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.arow_kernels import arow_steps
from crfcore.training.online.mistakes import Differences
from crfcore.training.online.trainer import OnlineState, OnlineTrainer
from crfcore.training.online.working import Working


class Arow(OnlineTrainer):
    """Algorithm ``"arow"``; its loss is the sum of hinge losses.

    Parameters
    ----------
    variance : float
        Initial variance of every weight.
    gamma : float
        Greater values give shorter steps.
    """

    name = "arow"

    def __init__(
        self, working: Working, start: FloatArray, *, variance: float = 1.0, gamma: float = 1.0
    ) -> None:
        super().__init__(working, start)
        self._differences = Differences(working)
        self._variances = np.full(working.index.n_weights, variance)
        self._gamma = gamma

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        return arow_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self.work,
            self._variances,
            self._differences.changes,
            self._differences.touched,
            self._differences.values,
            self._gamma,
        )

    def result(self, vector: FloatArray) -> None:
        """Write the weights."""
        self.working.read_back(self.weights, vector)

    def state(self) -> OnlineState:
        """Return the variances; the weights are the model's."""
        return OnlineState(self.name, self.n_steps, {"variances": self._variances.copy()})

    def resume(self, state: OnlineState) -> None:
        """Restore the variances; new weights (0 in the state) keep their initial one."""
        known = state.vectors["variances"]
        np.copyto(self._variances, known, where=known > 0.0)
        self.n_steps = state.n_steps
