"""The exponentiated gradient method, for the likelihood and for the margin.

M. Collins, A. Globerson, T. Koo, X. Carreras and P. L. Bartlett 2008, "Exponentiated gradient
algorithms for conditional random fields and max-margin Markov networks", figure 3. The distribution
of a sentence is a chain with scores θ_i of its own, zeros at first, or for the margin great where
labels are known. A visit moves them towards the
scores s of the weights, for the margin with costs:

    θ_i ← (1 − η_i)·θ_i + η_i·s   (likelihood),   θ_i ← θ_i + η_i·(s + cost)   (margin).

The paper's η, which surely lets D rise, is far too small for texts. Here η_i is halved until D
rises, which is known exactly, and is longer at the next visit. For the margin it is also halved
until α_i is not too far from before. See `dual_variables`. `dual_ascent` mixes probabilities, where
this mixes their logarithms.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.training.online.dual_variables import DualSettings, DualTrainer, exact_residuals
from crfcore.training.online.exponentiated_gradient_kernels import (
    Chains,
    begin,
    exponentiated_gradient_steps,
)
from crfcore.training.online.trainer import pieces
from crfcore.training.online.working import Working

FIRST_RATE = 0.5


class ExponentiatedGradient(DualTrainer):
    """Algorithm ``"eg"``."""

    name = "eg"
    n_passes_before = 1

    def __init__(self, working: Working, settings: DualSettings) -> None:
        super().__init__(working, settings)
        residuals, own = exact_residuals(working), exact_residuals(working)
        self.chains = Chains(
            own.tokens,
            own.pairs,
            residuals.tokens,
            residuals.pairs,
            np.full(len(self.terms), FIRST_RATE),
            np.zeros(len(self.terms)),
        )
        self._changes = working.weights()
        self._given = np.zeros_like(self.work.scores)
        self._given_pairs = np.zeros_like(self.work.transitions[0])

    def prepare(self, rng: np.random.Generator, cancelled: Callable[[], bool] | None) -> None:
        """Begin with distributions that are uniform, or for the margin near the known labels."""
        del rng
        order = self.working.order
        for first, last in pieces(order, self.working):
            if cancelled is not None and cancelled():
                return
            begin(
                order,
                first,
                last,
                self.working.sentences,
                self.working.layout,
                self.weights,
                self._changes,
                self.work,
                self.chains,
                self.terms,
                self.settings.c2,
                self.settings.entropic,
            )

    def visit(self, order: OffsetArray, first: int, last: int) -> tuple[float, float]:
        """Visit sentences; see `DualTrainer.visit`."""
        return exponentiated_gradient_steps(
            order,
            first,
            last,
            self.working.sentences,
            self.working.layout,
            self.weights,
            self._changes,
            self.work,
            self.chains,
            self.terms,
            self._given,
            self._given_pairs,
            self.settings.c2,
            self.settings.entropic,
        )
