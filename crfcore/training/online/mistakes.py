"""The common part of methods that learn from errors of the best labelling."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.online.trainer import OnlineState, OnlineTrainer
from crfcore.training.online.working import Working


class Differences:
    """Buffers for the features in which two labellings differ.

    Attributes
    ----------
    changes : (F,) array of zeros
    touched, values : arrays
        The indices of changed weights, and the changes.
    """

    def __init__(self, working: Working) -> None:
        self.changes = np.zeros(working.index.n_weights)
        self.touched = np.empty(working.max_touched(), np.int64)
        self.values = np.empty(working.max_touched())


class Averaged(OnlineTrainer):
    """A trainer whose result is the mean of the weights after every sentence visited.

    The mean is weights − sum / visits, with the sum of (change · visits before it).
    """

    averaging = True

    @abstractmethod
    def sums_vector(self) -> FloatArray:
        """Return the sums, (F,)."""

    @abstractmethod
    def take_sums(self, sums: FloatArray) -> None:
        """Restore the sums, (F,)."""

    def result(self, vector: FloatArray) -> None:
        """Write the mean, or the weights if averaging is off."""
        self.working.read_back(self.weights, vector)
        if self.averaging and self.n_steps > 0:
            np.subtract(vector, self.sums_vector() / self.n_steps, out=vector)

    def state(self) -> OnlineState:
        """Return the weights before averaging, and the sums."""
        weights = np.empty(self.working.index.n_weights)
        self.working.read_back(self.weights, weights)
        vectors = {"weights": weights, "sums": self.sums_vector().copy()}
        return OnlineState(self.name, self.n_steps, vectors)

    def resume(self, state: OnlineState) -> None:
        """Restore weights and sums."""
        self.weights = self.working.weights(state.vectors["weights"])
        self.take_sums(state.vectors["sums"])
        self.n_steps = state.n_steps
