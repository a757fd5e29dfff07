"""Progress and cancellation of a training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from crfcore.errors import TrainingCancelled

__all__ = ["Monitor", "TrainingCancelled", "TrainingProgress"]


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """Progress of a training after an iteration.

    Attributes
    ----------
    iteration : int
        Iterations done; 0 before the first.
    evaluations : int
        Evaluations of the objective so far.
    objective : float
        Its value at the current weights.
    gradient_norm : float
        Euclidean norm of its gradient.
    seconds : float
        Since the optimiser started.
    max_iterations : int or None
        The maximum of iterations.
    weight_norm : float or None
        Euclidean norm of the weights, if known.
    dev_score : float or None
        The score on held-out sentences, if there are any.
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
    """Callback after each iteration; returns True to stop the training."""

    def __call__(self, progress: TrainingProgress) -> bool | None:
        """Handle the progress."""
