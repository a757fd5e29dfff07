"""The progress of a training, and how it is stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from crfcore.errors import TrainingCancelled

__all__ = ["Monitor", "TrainingCancelled", "TrainingProgress"]


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """Where a training stands after an iteration.

    Attributes
    ----------
    iteration : int
        Iterations done; 0 before the first.
    evaluations : int
        How often the objective was computed.
    objective : float
        Its value at the current weights.
    gradient_norm : float
        Euclidean norm of its gradient.
    seconds : float
        Since the optimiser started.
    max_iterations : int or None
        Where it will stop at the latest.
    weight_norm : float or None
        Euclidean norm of the weights, where the algorithm tells.
    dev_score : float or None
        The score on held-out sentences, where there are any.
    """

    iteration: int
    evaluations: int
    objective: float
    gradient_norm: float
    seconds: float
    max_iterations: int | None
    weight_norm: float | None = None
    dev_score: float | None = None


class Monitor(Protocol):
    """Called after each iteration; returns True to stop the training there."""

    def __call__(self, progress: TrainingProgress) -> bool | None:
        """Look at the progress."""
