"""The common part of online methods: passes in pieces, and a state to resume from."""

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
"""Tokens × labels² + attributes × labels of a piece: some milliseconds."""


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
    """What a method has to know, beside the model, to go on where it was.

    Attributes
    ----------
    algorithm : str
        Of whom this is the state.
    n_steps : int
        Sentences visited so far.
    vectors : mapping of str to (F,) array
        Numbered like the model's weights.
    numbers : mapping of str to float
    """

    algorithm: str
    n_steps: int = 0
    vectors: Mapping[str, FloatArray] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)


class OnlineTrainer(ABC):
    """A method that changes the weights after every sentence.

    Parameters
    ----------
    working : Working
    start : (F,) array
        Weights to start from.
    """

    name: str
    has_objective = False
    """Whether what `run` returns is the objective, or else just the loss on the way."""

    n_passes_before = 0
    """What `prepare` took, in passes over all sentences, begun ones too."""

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
        """Write the weights that a model should have now, (F,)."""

    @abstractmethod
    def state(self) -> OnlineState:
        """Return what `resume` needs."""

    @abstractmethod
    def resume(self, state: OnlineState) -> None:
        """Go on from a state, of this method over the same weights."""

    def model(self, weights: FloatArray, n_steps: int | None = None) -> LinearModel:
        """Return the model of some weights, that `result` wrote after so many visits."""
        del n_steps
        return LinearModel(self.working.index, weights)

    def prepare(self, rng: np.random.Generator, cancelled: Callable[[], bool] | None) -> None:
        """Do what comes before the first pass of a training that starts anew."""
        del rng, cancelled

    def run(self, order: OffsetArray, cancelled: Callable[[], bool] | None = None) -> float | None:
        """Visit sentences in an order; return the loss, or None if that was cancelled."""
        loss = 0.0
        for first, last in pieces(order, self.working):
            if cancelled is not None and cancelled():
                return None
            loss += float(self.step(order, first, last))
            self.n_steps += last - first
        return self.end_of_pass(loss)

    def end_of_pass(self, loss: float) -> float:
        """Return what a pass is to be judged by."""
        return loss


def pieces(order: OffsetArray, working: Working) -> list[tuple[int, int]]:
    """Cut sentences in the order of their visits into pieces that take a few milliseconds.

    Returns
    -------
    list of (first, last)
        Places in the order, the last exclusive.
    """
    offsets, indptr = working.sentences.offsets, working.sentences.indptr
    starts, stops = offsets[order], offsets[order + 1]
    width = working.width
    work = (stops - starts) * width**2 + (indptr[stops] - indptr[starts]) * width
    cuts = np.flatnonzero(np.diff(np.cumsum(work) // WORK_AT_ONCE)) + 1
    bounds = [0, *cuts.tolist(), len(order)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]
