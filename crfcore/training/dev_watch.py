"""Scores on held-out sentences after every iteration, and early stopping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from crfcore.arrays import FloatArray
from crfcore.training.monitor import Monitor, TrainingProgress


class IterativeModel(Protocol):
    """A model that is trained in iterations."""

    @property
    def weights(self) -> FloatArray:
        """Its weights."""


Score = Callable[[Any], float]
"""The score of an `IterativeModel` on held-out sentences; greater is better."""


class DevWatch:
    """The scores of one training on held-out sentences.

    Parameters
    ----------
    score : callable
    patience : int, optional
        Stop after so many iterations without a better score, and restore the best; by default
        scores are only recorded.

    Attributes
    ----------
    scores : list of float
        One for each iteration.
    best_iteration : int or None
        The first with the best score; None without iterations.
    restores : bool
        Whether the best iteration's weights are restored.
    stopped : bool
        Whether patience ended the training.
    """

    def __init__(self, score: Score, patience: int | None = None) -> None:
        self._score = score
        self._patience = patience
        self._weights: FloatArray | None = None
        self._best = float("-inf")
        self._last: int | None = None
        self.scores: list[float] = []
        self.best_iteration: int | None = None
        self.restores = patience is not None
        self.stopped = False

    def watching(self, model_now: Callable[[], IterativeModel], monitor: Monitor | None) -> Monitor:
        """Return a monitor that scores the model after each iteration and then calls another one.

        Parameters
        ----------
        model_now : callable
            Returns the current model.
        monitor : Monitor, optional
        """

        def watch(progress: TrainingProgress) -> bool | None:
            if self._last is not None and progress.iteration > self._last:
                progress = replace(
                    progress, dev_score=self._record_score(progress.iteration, model_now())
                )
            self._last = progress.iteration
            is_stopping = monitor is not None and monitor(progress)
            return is_stopping or self.stopped

        return watch

    def _record_score(self, iteration: int, model: IterativeModel) -> float:
        score = self._score(model)
        self.scores.append(score)
        if self.best_iteration is None or score > self._best:
            self._best, self.best_iteration = score, iteration
            if self.restores:
                self._weights = model.weights.copy()
        elif self._patience is not None and iteration - self.best_iteration >= self._patience:
            self.stopped = True
        return score

    def chosen(self, weights: FloatArray) -> FloatArray:
        """Return the weights of the best iteration with patience, else the given ones."""
        return weights if self._weights is None else self._weights
