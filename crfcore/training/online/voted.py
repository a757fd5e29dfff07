"""The voted perceptron: every weight vector votes, weighted by its survival.

Y. Freund and R. E. Schapire 1999, "Large margin classification using the perceptron algorithm"; the
steps are those of M. Collins 2002 (see `perceptron`). Vectors are stored as differences to the
previous one; the model is `VotedModel`.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.mistakes import Differences
from crfcore.training.online.path_kernels import collect_difference, keep_distinct
from crfcore.training.online.perceptron import AveragedPerceptron
from crfcore.training.online.working import Working
from crfcore.training.voted_model import VotedModel


class VotedPerceptron(AveragedPerceptron):
    """Algorithm ``"voted-perceptron"``; its loss is that of ``"ap"``, and so is its vector."""

    name = "voted-perceptron"

    def __init__(self, working: Working, start: FloatArray) -> None:
        super().__init__(working, start)
        self._start = start.copy()
        self._differences = Differences(working)
        self._visits: list[int] = []
        self._numbers: list[OffsetArray] = []
        self._values: list[FloatArray] = []

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        loss = 0.0
        before = self.n_steps
        for position in range(first, last):
            self.n_steps = before + position - first
            lost = super().step(order, position, position + 1)
            if lost > 0.0:
                self._keep_change(int(order[position]))
            loss += lost
        self.n_steps = before
        return loss

    def _keep_change(self, sentence: int) -> None:
        """Store the change of the last update."""
        working, found = self.working, self._differences
        n_touched = collect_difference(
            working.sentences, working.layout, self.work, sentence, found.changes, found.touched
        )
        n_kept = keep_distinct(found.touched, n_touched, found.changes, found.values)
        self._visits.append(self.n_steps + 1)
        self._numbers.append(found.touched[:n_kept].copy())
        self._values.append(found.values[:n_kept].copy())

    def model(self, weights: FloatArray, n_steps: int | None = None) -> VotedModel:
        """Return the model of the vectors up to a visit; weights are their mean."""
        end = self.n_steps if n_steps is None else n_steps
        n_changes = int(np.searchsorted(self._visits, end, side="right"))
        births = np.array([1, *self._visits[:n_changes], end + 1], dtype=np.float64)
        votes = np.diff(births)
        if end == 0:
            votes[0] = 1.0
        sizes = [len(numbers) for numbers in self._numbers[:n_changes]]
        return VotedModel(
            self.working.index,
            weights,
            self._start,
            np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
            np.concatenate([np.zeros(0, np.int64), *self._numbers[:n_changes]]),
            np.concatenate([np.zeros(0), *self._values[:n_changes]]),
            votes,
        )
