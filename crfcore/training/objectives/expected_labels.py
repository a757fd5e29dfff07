"""Label probabilities of unlabelled tokens, by what is expected of the tokens; see `Terms`."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.training.objectives.run_chains import chain_of, write_derivatives
from crfcore.training.objectives.terms import ScoredRun


class ExpectedLabels:
    """Terms of unlabelled sentences whose derivative is chosen after a first pass.

    Tokens of which the same is expected have the same number in `ScoredRun.label_sets`: L + 1 +
    its class. A token with the number L is in no class.

    Parameters
    ----------
    n_classes : int
    n_labels : int

    Attributes
    ----------
    factors : (n_classes, L) array or None
        With factors a pass adds the derivatives of Σ_t Σ_y factors[class of t, y] · P(y_t = y given
        x). Without them it adds nothing, and collects the probabilities for `sums`.
    """

    takes_single = False
    only_open = False

    def __init__(self, n_classes: int, n_labels: int) -> None:
        self._shape = n_classes, n_labels
        self._parts: dict[int, tuple[IdArray, FloatArray]] = {}
        self.factors: FloatArray | None = None

    def sums(self) -> FloatArray:
        """Return Σ_t P(y_t = y given x) over the tokens of each class, (n_classes, L)."""
        sums = np.zeros(self._shape)
        # In the order of the sentences, whichever thread had which.
        for number in sorted(self._parts):
            classes, part = self._parts[number]
            sums[classes] += part
        self._parts.clear()
        return sums

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Write the derivatives, or zeros; return 0, for the value is not a sum over sentences."""
        chain = chain_of(run)
        classes = run.label_sets - (run.n_labels + 1)
        if self.factors is not None:
            along = self.factors[classes]
            along[classes < 0] = 0.0
            write_derivatives(chain, along, by_scores, by_transitions)
            return 0.0
        by_scores[:] = 0.0
        has_class = classes >= 0
        found, places = np.unique(classes[has_class], return_inverse=True)
        part = np.zeros((len(found), run.n_labels))
        np.add.at(part, places, chain.marginals()[has_class])
        self._parts[int(run.sentences[0])] = found, part
        return 0.0

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write zeros: no optimiser asks how an objective that is not convex is curved."""
        del run
        by_scores[:] = 0.0
        by_transitions[:] = 0.0
