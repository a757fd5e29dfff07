"""Scores of held-out sentences after every iteration, and stopping by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from crfcore.arrays import FloatArray
from crfcore.training.linear_model import LinearModel
from crfcore.training.local_model import LocalModel
from crfcore.training.monitor import Monitor, TrainingProgress

Judged: TypeAlias = LinearModel | LocalModel
"""What is trained by iterations."""

Score = Callable[[Judged], float]
"""How good a model is on the held-out sentences: the more, the better."""


class DevWatch:
    """The scores of one training on held-out sentences.

    Parameters
    ----------
    score : callable
    patience : int, optional
        Stop after so many iterations without a better score, and go back to the best; by default
        scores are only kept.

    Attributes
    ----------
    scores : list of float
        One for each iteration.
    best_iteration : int or None
        The first of those with the best score; None where there was no iteration.
    restores : bool
        Whether the best iteration's weights are wanted in the end.
    stopped : bool
        Whether patience came to its end.
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

    def watching(self, model_now: Callable[[], Judged], monitor: Monitor | None) -> Monitor:
        """Return a monitor that scores the model after each iteration and then asks another one.

        Parameters
        ----------
        model_now : callable
            Returns the model of the iteration that the monitor is called after.
        monitor : Monitor, optional
        """

        def watch(progress: TrainingProgress) -> bool | None:
            if self._last is not None and progress.iteration > self._last:
                progress = replace(progress, dev_score=self._judge(progress.iteration, model_now()))
            self._last = progress.iteration
            is_stopping = monitor is not None and monitor(progress)
            return is_stopping or self.stopped

        return watch

    def _judge(self, iteration: int, model: Judged) -> float:
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
        """Return the weights of the best iteration if there is patience, else those given."""
        return weights if self._weights is None else self._weights
