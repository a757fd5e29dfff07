"""Stochastic gradient descent on the penalised likelihood, with CRFsuite's calibrated rate.

S. Shalev-Shwartz, Y. Singer, N. Srebro 2007, "Pegasos", without the projection: with λ = 2·c2 / N,
step t has the rate η_t = 1 / (λ · (t₀ + t)) on the gradient of λ/2·Σ w² − log P(known labels of one
sentence). The first rate is found by trials: a pass over some sentences from zeros for each
candidate (after L. Bottou).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.gradient_kernels import gradient_steps, square_sum
from crfcore.training.online.trainer import OnlineState, OnlineTrainer
from crfcore.training.online.working import Working


@dataclass(frozen=True, slots=True)
class Calibration:
    """Settings of the search for the first learning rate; names and defaults are CRFsuite's.

    Attributes
    ----------
    eta : float
        The first candidate.
    rate : float
        Ratio of successive candidates; below the first, its inverse.
    samples : int
        Number of sentences in a trial.
    candidates : int
        Number of trials in each direction that lower the loss.
    max_trials : int
        Trials in all.
    """

    eta: float = 0.1
    rate: float = 2.0
    samples: int = 1000
    candidates: int = 10
    max_trials: int = 20


class GradientDescent(OnlineTrainer):
    """Algorithm ``"l2sgd"``; its loss is the approximate objective of a pass."""

    name = "l2sgd"
    has_objective = True

    def __init__(
        self, working: Working, start: FloatArray, c2: float, calibration: Calibration
    ) -> None:
        super().__init__(working, start)
        self._c2 = c2
        self._calibration = calibration
        # Without a penalty the rate is constant.
        self._decay = 2.0 * c2 / max(len(working.order), 1)
        self._first_rate = calibration.eta
        self._scale = 1.0

    def prepare(self, rng: np.random.Generator, cancelled: Callable[[], bool] | None) -> None:
        """Find the first learning rate."""
        order = rng.permutation(self.working.order)[: self._calibration.samples]
        trials = _Trials(self._calibration, self._loss_of_zeros(order))
        n_visited = 0
        start = self.weights
        while (rate := trials.next_rate()) is not None:
            self.weights = self.working.weights()
            self._first_rate = rate
            self.n_steps = 0
            loss = self.run(order, cancelled)
            n_visited += len(order)
            if loss is None:
                break
            # The penalty of a trial is proportional to its share of the sentences.
            excess = 1.0 - len(order) / max(len(self.working.order), 1)
            trials.take(rate, loss - excess * self._penalty())
        self._first_rate = trials.best_rate
        self.n_passes_before = -(-n_visited // max(len(self.working.order), 1))
        self.weights = start
        # A cancelled trial may leave its weight decay.
        self._scale = 1.0
        self.n_steps = 0

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        loss, self._scale = gradient_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self.work,
            self._decay,
            self._first_rate,
            self.n_steps,
            self._scale,
        )
        return loss

    def end_of_pass(self, loss: float) -> float:
        """Return the loss with the penalty."""
        # Trials may have rates that are far too great: their loss is then no number.
        with np.errstate(over="ignore", invalid="ignore"):
            for part in self.weights:
                np.multiply(part, self._scale, out=part)
        self._scale = 1.0
        return loss + self._penalty()

    def result(self, vector: FloatArray) -> None:
        """Write the weights."""
        self.working.read_back(self.weights, vector)
        np.multiply(vector, self._scale, out=vector)

    def state(self) -> OnlineState:
        """Return the first rate; the weights are the model's."""
        return OnlineState(self.name, self.n_steps, {}, {"first_rate": self._first_rate})

    def resume(self, state: OnlineState) -> None:
        """Restore the rate."""
        self._first_rate = state.numbers["first_rate"]
        self.n_steps = state.n_steps

    def share_penalty(self, n_sentences: int) -> None:
        """Set the number of sentences of the penalty, of which only some are visited."""
        self._decay = 2.0 * self._c2 / max(n_sentences, 1)

    def _penalty(self) -> float:
        square = sum(float(square_sum(part.reshape(-1))) for part in self.weights)
        return 0.5 * self._decay * len(self.working.order) * square

    def _loss_of_zeros(self, order: OffsetArray) -> float:
        """Return Σ log(sum of exp(costs) of labellings) − log(number of allowed labellings)."""
        sentences, n_labels = self.working.sentences, self.working.index.n_labels
        n_allowed = sentences.allowed.sum(axis=1)
        most: Any = np.log(n_labels)
        if len(sentences.costs):
            most = np.logaddexp.reduce(sentences.costs[:, :n_labels], axis=1)
        gains = (most - np.log(n_allowed))[sentences.label_sets]
        sums = np.concatenate([[0.0], np.cumsum(gains)])
        return float(np.sum(sums[sentences.offsets[order + 1]] - sums[sentences.offsets[order]]))


class _Trials:
    """Candidate rates: increasing while that helps, then decreasing."""

    def __init__(self, calibration: Calibration, loss_of_zeros: float) -> None:
        self._calibration = calibration
        self._loss_of_zeros = loss_of_zeros
        self._left = calibration.candidates
        self._upwards = True
        self._n_trials = 0
        self._next = calibration.eta
        self._best_loss = np.inf
        self.best_rate = calibration.eta

    def next_rate(self) -> float | None:
        """Return the next rate to try, or None when enough were tried."""
        if self._n_trials >= self._calibration.max_trials or not (self._left > 0 or self._upwards):
            return None
        return self._next

    def take(self, rate: float, loss: float) -> None:
        """Record the loss of a rate."""
        calibration = self._calibration
        self._n_trials += 1
        better = bool(np.isfinite(loss)) and loss < self._loss_of_zeros
        if better:
            self._left -= 1
            if loss < self._best_loss:
                self._best_loss, self.best_rate = loss, rate
        if not self._upwards:
            self._next = rate / calibration.rate
        elif better and self._left > 0:
            self._next = rate * calibration.rate
        else:
            self._upwards = False
            self._left = calibration.candidates
            self._next = calibration.eta / calibration.rate


__all__ = ["Calibration", "GradientDescent"]
