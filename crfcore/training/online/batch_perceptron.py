"""The batch perceptron: one step per pass, by the mean of the corrections.

R. Gupta, "Conditional Random Fields", section 2.2: all updates of a pass are collected, and their
unweighted mean is applied to the weights. There it is called voted, after M. Collins 2002; the
voted perceptron is in `voted`. The order of the sentences does not matter, and passes are not
averaged.
"""

from __future__ import annotations

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.kernel_data import Weights
from crfcore.training.online.path_kernels import truth_and_path
from crfcore.training.online.perceptron_kernels import reward_and_punish
from crfcore.training.online.trainer import OnlineState, OnlineTrainer
from crfcore.training.online.working import Working


class BatchPerceptron(OnlineTrainer):
    """Algorithm ``"batch-perceptron"``; its loss is that of ``"ap"``."""

    name = "batch-perceptron"

    def __init__(self, working: Working, start: FloatArray) -> None:
        super().__init__(working, start)
        self._changes: Weights = working.weights()
        self._n_mistakes = 0

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        sentences, layout, work = self.working.sentences, self.working.layout, self.work
        loss = 0.0
        for i in order[first:last].tolist():
            n_wrong, _ = truth_and_path(sentences, layout, self.weights, work, i)
            if n_wrong > 0:
                # Visits are not averaged: the second sum is unused.
                reward_and_punish(sentences, layout, self._changes, self._changes, work, i, 0.0)
                self._n_mistakes += 1
                loss += n_wrong / int(sentences.offsets[i + 1] - sentences.offsets[i])
        return loss

    def end_of_pass(self, loss: float) -> float:
        """Apply the mean of the changes."""
        if self._n_mistakes > 0:
            for weights, changes in zip(self.weights, self._changes, strict=True):
                weights += changes / changes.dtype.type(self._n_mistakes)
                changes[:] = 0.0
            self._n_mistakes = 0
        return loss

    def result(self, vector: FloatArray) -> None:
        """Write the weights."""
        self.working.read_back(self.weights, vector)

    def state(self) -> OnlineState:
        """Return the number of visits: the weights are the model's."""
        return OnlineState(self.name, self.n_steps)

    def resume(self, state: OnlineState) -> None:
        """Restore the number of visits."""
        self.n_steps = state.n_steps
