"""The averaged perceptron.

M. Collins 2002, "Discriminative training methods for hidden Markov models", figure 4: where the
best labelling is wrong, weights of the features of the right one increase by 1 and those of the
best one decrease by 1; the model is the mean of the weights after every sentence. Open labels are
replaced by the best allowed labelling.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.mistakes import Averaged
from crfcore.training.online.perceptron_kernels import perceptron_steps
from crfcore.training.online.working import Working


class AveragedPerceptron(Averaged):
    """Algorithm ``"ap"``; its loss sums the fraction of wrong labels of each sentence."""

    name = "ap"

    def __init__(self, working: Working, start: FloatArray) -> None:
        super().__init__(working, start)
        self._sums = working.weights()

    def sums_vector(self) -> FloatArray:
        """Return the sums, (F,)."""
        sums = np.empty(self.working.index.n_weights)
        self.working.read_back(self._sums, sums)
        return sums

    def take_sums(self, sums: FloatArray) -> None:
        """Restore the sums, (F,)."""
        self._sums = self.working.weights(sums)

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        return perceptron_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self._sums,
            self.work,
            self.n_steps,
        )
