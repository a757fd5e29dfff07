"""Dual coordinate ascent on the penalised likelihood, one sentence at a time.

At the optimum of Σ_i loss_i(w) + c2·Σ w² the weights are w = Σ_i r_i·F_i / (2·c2), where the
residuals r_i of sentence i are probabilities given the known labels minus those without, for each
token and label and each pair of neighbours. Here the residuals are stored, the weights are derived
from them, and a visit of a sentence moves its residuals by a factor γ towards those at the present
weights (S. Shalev-Shwartz and T. Zhang 2013, "Stochastic dual coordinate ascent methods for
regularized loss minimization", section 6, option II of the step; for chains see R. Le Priol, A.
Piché, S. Lacoste-Julien 2018). There is no learning rate, and it converges to the optimum. With
partial labels the loss is not convex, and this is a heuristic with the same fixed points.

γ = g / (g + caution·‖Δ‖² / (2·c2)): g = Σ (a − p)² / (a + p) is about twice the gap between the
stored probabilities a and the present ones p, and ‖Δ‖² the squared length of the change, counting
each attribute of a token separately. If the objective rises from one pass to the next, the caution
is doubled.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.online.counted_residuals import counted_residuals
from crfcore.training.online.dual_ascent_kernels import ascend
from crfcore.training.online.dual_variables import bytes_of_pairs, zero_residuals
from crfcore.training.online.trainer import pieces
from crfcore.training.online.working import Working, working_set
from crfcore.training.vector_kernels import dot

CAUTION = 0.5
"""Measured on CoNLL-2000 with c2 = 1 and 0.1: smaller values oscillate, greater ones are slower."""

CAUTION_OF_VECTORS = 0.15
"""Where the dimensions of word vectors are attributes: each counts as one in the length of a
change, which is too much. Measured on names in Dutch with c2 = 0.1 and 1."""

MIN_C2 = 0.01
"""Least penalty used; without a penalty there is no dual."""

MAX_BYTES_OF_PAIRS = 2**28
"""Limit of the residuals of pairs; with more labels, transitions follow their gradient."""

PAIR_RATE = 0.1
"""The learning rate of that gradient, decreasing as 1 / (1 + rate · 2·c2/N · step)."""


def stochastic_passes(
    dataset: Dataset,
    targets: Targets,
    index: FeatureIndex,
    weights: FloatArray,
    c2: float,
    n_passes: int,
    rng: np.random.Generator,
    cancelled: Callable[[], bool] | None = None,
    *,
    least_gain: float = -np.inf,
    after_pass: Callable[[list[float]], bool | None] | None = None,
    from_counts: bool = False,
) -> list[float]:
    """Train weights from zeros, or from counts, by passes over the sentences in random order.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
    weights : (F,) array, changed
        The result; passes begin at zeros, or at the weights of `counted_residuals`.
    c2 : float
        Factor of Σ w².
    n_passes : int
    rng : numpy.random.Generator
        For the order of the sentences.
    cancelled : callable, optional
        Called every few milliseconds; True ends the passes with the current weights.
    least_gain : float
        A pass that lowers the objective by less than this fraction is the last one.
    after_pass : callable, optional
        Called with the objectives so far; True ends the passes.
    from_counts : bool
        Whether to start from counts.

    Returns
    -------
    list of float
        For each whole pass the approximate objective: the losses of all sentences, each just before
        its step, and the penalty at the end.
    """
    working = working_set(dataset, targets, index, apart=True)
    are_attributes = dataset.vector_rows is not None and not len(working.sentences.vectors)
    caution = CAUTION_OF_VECTORS if are_attributes else CAUTION
    ascent = _Ascent(working, max(c2, MIN_C2), cancelled, caution)
    if from_counts:
        ascent.count(weights)
    values: list[float] = []
    for _ in range(n_passes):
        value = ascent.run(rng.permutation(working.order), weights)
        if value is None:
            break
        values.append(value)
        if after_pass is not None and after_pass(values):
            break
        if len(values) > 1 and values[-2] - value < least_gain * max(value, 1e-300):
            break
    return values


class _Ascent:
    """Residuals and the weights derived from them."""

    def __init__(
        self,
        working: Working,
        c2: float,
        cancelled: Callable[[], bool] | None,
        caution: float,
    ) -> None:
        self._working = working
        self._c2 = c2
        self._cancelled = cancelled
        self._weights = working.weights()
        self._work = working.workspace()
        # Single precision: these are starts of other methods, which need not be exact.
        fits = bytes_of_pairs(working, np.float32) <= MAX_BYTES_OF_PAIRS
        with_pairs = fits and not working.by_position
        self._residuals = zero_residuals(working, np.float32, with_pairs=with_pairs)
        self._caution = caution
        self._n_steps = 0
        self._last = np.inf

    def count(self, weights: FloatArray) -> None:
        """Start from counts; write the weights, (F,)."""
        residuals = self._residuals
        weights[:] = counted_residuals(self._working, self._c2, residuals.tokens, residuals.pairs)
        self._weights = self._working.weights(weights)

    def run(self, order: OffsetArray, weights: FloatArray) -> float | None:
        """Visit each sentence once; return the approximate objective, None if cancelled."""
        working = self._working
        loss = 0.0
        decay = 2.0 * self._c2 / max(len(order), 1)
        for first, last in pieces(order, working):
            if self._cancelled is not None and self._cancelled():
                working.read_back(self._weights, weights)
                return None
            rate = PAIR_RATE / (1.0 + PAIR_RATE * decay * self._n_steps)
            loss += ascend(
                order,
                first,
                last,
                working.sentences,
                working.layout,
                self._weights,
                self._work,
                self._residuals.tokens,
                self._residuals.pairs,
                self._c2,
                self._caution,
                rate,
            )
            self._n_steps += last - first
            if len(self._residuals.pairs) == 0:
                kept = 1.0 - rate * decay * (last - first)
                np.multiply(self._weights.transitions, kept, out=self._weights.transitions)
                np.multiply(self._weights.edges, kept, out=self._weights.edges)
        working.read_back(self._weights, weights)
        value = loss + self._c2 * dot(weights, weights)
        if value > self._last:
            self._caution *= 2.0
        self._last = value
        return value
