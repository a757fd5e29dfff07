"""The common part of online methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.linear_model import LinearModel
from crfcore.training.online.kernel_data import Weights, Workspace
from crfcore.training.online.working import Working

WORK_AT_ONCE = 2**23
"""Tokens × labels² + attributes × labels per piece, which takes some milliseconds."""


VECTORS_OF_STATES = {
    "l2sgd": (),
    "ap": ("weights", "sums"),
    "pa": ("weights", "sums"),
    "arow": ("variances",),
    "voted-perceptron": ("weights", "sums"),
    "batch-perceptron": (),
}
"""The vectors in the state of each algorithm."""


@dataclass(frozen=True, slots=True, eq=False)
class OnlineState:
    """The state of a method, besides the model, to continue training.

    Attributes
    ----------
    algorithm : str
        The algorithm of the state.
    n_steps : int
        Sentences visited so far.
    vectors : mapping of str to (F,) array
        In the order of the model's weights.
    numbers : mapping of str to float
    """

    algorithm: str
    n_steps: int = 0
    vectors: Mapping[str, FloatArray] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)


class OnlineTrainer(ABC):
    """A method that updates the weights after every sentence.

    Parameters
    ----------
    working : Working
    start : (F,) array
        Initial weights.
    """

    name: str
    has_objective = False
    """Whether `run` returns the objective, or only the loss."""

    n_passes_before = 0
    """The cost of `prepare`, in passes over all sentences, rounded up."""

    def __init__(self, working: Working, start: FloatArray) -> None:
        self.working = working
        self.weights: Weights = working.weights(start)
        self.work: Workspace = working.workspace()
        self.n_steps = 0

    @abstractmethod
    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""

    @abstractmethod
    def result(self, vector: FloatArray) -> None:
        """Write the weights of the current model, (F,)."""

    @abstractmethod
    def state(self) -> OnlineState | None:
        """Return the state for `resume`, None if there is none to go on from."""

    @abstractmethod
    def resume(self, state: OnlineState) -> None:
        """Restore a state of this method over the same weights."""

    def model(self, weights: FloatArray, n_steps: int | None = None) -> LinearModel:
        """Return the model of weights that `result` wrote after so many visits."""
        del n_steps
        return LinearModel(self.working.index, weights)

    def prepare(self, rng: np.random.Generator, cancelled: Callable[[], bool] | None) -> None:
        """Prepare the first pass of a new training."""
        del rng, cancelled

    def run(self, order: OffsetArray, cancelled: Callable[[], bool] | None = None) -> float | None:
        """Visit sentences in an order; return the loss, None if cancelled."""
        loss = 0.0
        for first, last in pieces(order, self.working):
            if cancelled is not None and cancelled():
                return None
            loss += float(self.step(order, first, last))
            self.n_steps += last - first
        return self.end_of_pass(loss)

    def end_of_pass(self, loss: float) -> float:
        """Return the objective of a pass."""
        return loss


def pieces(order: OffsetArray, working: Working) -> list[tuple[int, int]]:
    """Split sentences in the order of visits into pieces of a few milliseconds.

    Returns
    -------
    list of (first, last)
        Positions in the order, the last exclusive.
    """
    offsets, indptr = working.sentences.offsets, working.sentences.indptr
    starts, stops = offsets[order], offsets[order + 1]
    width = working.width
    work = (stops - starts) * width**2 + (indptr[stops] - indptr[starts]) * width
    cuts = np.flatnonzero(np.diff(np.cumsum(work) // WORK_AT_ONCE)) + 1
    bounds = [0, *cuts.tolist(), len(order)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]
