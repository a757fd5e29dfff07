"""The block-coordinate Frank–Wolfe method for the margin.

S. Lacoste-Julien, M. Jaggi, M. Schmidt and P. Pletscher 2013, "Block-coordinate Frank-Wolfe
optimization for structural SVMs", algorithm 4: sentence by sentence, the labelling y* of greatest
cost plus score is found, and the sentence's distribution moves towards it by the part
γ = min(1, 2·c2·g_i / ‖E_αi F − F(y*)‖²) that raises D most. See `dual_variables`.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.training.online.dual_variables import DualSettings, WeightedMean, exact_residuals
from crfcore.training.online.frank_wolfe_kernels import frank_wolfe_steps
from crfcore.training.online.working import Working


class FrankWolfe(WeightedMean):
    """Algorithm ``"bcfw"``."""

    name = "bcfw"

    def __init__(self, working: Working, settings: DualSettings) -> None:
        super().__init__(working, settings)
        self.residuals = exact_residuals(working)
        self._changes = working.weights()
        self._sums = working.weights()

    def sums_vector(self) -> FloatArray:
        """Return Σ k·(k − 1)·Δ_k, (F,)."""
        sums = np.empty(self.working.index.n_weights)
        self.working.read_back(self._sums, sums)
        return sums

    def visit(self, order: OffsetArray, first: int, last: int) -> tuple[float, float]:
        """Visit sentences; see `DualTrainer.visit`."""
        return frank_wolfe_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self._changes,
            self._sums,
            self.work,
            self.residuals.tokens,
            self.residuals.pairs,
            self.terms,
            self.settings.c2,
            self.n_steps,
            self.settings.averaging,
        )
