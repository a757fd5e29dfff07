"""Dual variables of sentences, and what the methods on them have in common.

The objective is Σ_i loss_i(w) + c2·Σ w². For the margin, loss_i = max_y [L_i(y) + s(y)] − s(y_i)
with L_i(y) = Σ_t cost(y_it, y_t); for the likelihood, loss_i = log Σ_y exp s(y) − s(y_i). The dual
variables of a sentence are a distribution α_i over its labellings, and

    w(α) = Σ_i [F(y_i) − E_αi F] / (2·c2),
    D(α) = Σ_i E_αi[L_i] − c2·‖w(α)‖²,   for the likelihood   Σ_i H(α_i) − c2·‖w(α)‖²,

with the features F and the entropy H (M. Collins, A. Globerson, T. Koo, X. Carreras and P. L.
Bartlett 2008, "Exponentiated gradient algorithms for conditional random fields and max-margin
Markov networks", section 3). D is never above the objective P, and P(w(α)) − D(α) = Σ_i g_i, the
gap, bounds how far the objective is above its minimum. For the margin
g_i = max_y [L_i(y) + s(y)] − E_αi[L_i + s], for the likelihood g_i = KL(α_i ‖ p(·|w)).

Of α_i often only the marginals count. They are stored as residuals, known minus expected, for each
token and label, and for each pair of labels summed over the sentence. All residuals are 0, and so
are the weights, where all α_i are at the known labels.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.training.online.dual_kernels import losses_of_sentences
from crfcore.training.online.trainer import OnlineState, OnlineTrainer, pieces
from crfcore.training.online.working import PARTLY_KNOWN, Working
from crfcore.training.vector_kernels import dot

MAX_BYTES_OF_PAIRS = 2**31
"""Limit of the residuals of pairs of the exact methods."""

CLOSE = 2.0
"""The gap is computed exactly where that seen in a pass is below this factor of what is asked."""


@dataclass(frozen=True, slots=True)
class DualSettings:
    """Settings of the methods on dual variables.

    Attributes
    ----------
    c2 : float
        Above 0.
    epsilon : float
        They stop when the gap is at most this fraction of the objective.
    averaging : bool
        Whether the model is the mean of the weights, weighted by the number of the visit.
    entropic : bool
        Whether the loss is that of the likelihood instead of the margin.
    """

    c2: float = 1.0
    epsilon: float = 0.01
    averaging: bool = True
    entropic: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """Residuals of all sentences: known minus expected.

    Attributes
    ----------
    tokens : (T, W) array
    pairs : (N, L, L) array
        Of neighbouring labels, summed over the sentence.
    """

    tokens: NDArray[Any]
    pairs: NDArray[Any]


def bytes_of_pairs(working: Working, dtype: DTypeLike) -> int:
    """Return the size of the residuals of pairs."""
    n_sentences = len(working.sentences.offsets) - 1
    return int(np.dtype(dtype).itemsize) * n_sentences * working.index.n_labels**2


def zero_residuals(working: Working, dtype: DTypeLike, *, with_pairs: bool = True) -> Residuals:
    """Return residuals of zero; without pairs, their array is (0, 0, 0)."""
    n_tokens = len(working.sentences.indptr) - 1
    n_labels = working.index.n_labels
    n_sentences = len(working.sentences.offsets) - 1
    shape = (n_sentences, n_labels, n_labels) if with_pairs else (0, 0, 0)
    return Residuals(np.zeros((n_tokens, working.width), dtype), np.zeros(shape, dtype))


def exact_residuals(working: Working) -> Residuals:
    """Return residuals in double precision; CrfError if there are too many."""
    n_bytes = bytes_of_pairs(working, np.float64)
    if n_bytes > MAX_BYTES_OF_PAIRS:
        raise CrfError(
            f"The dual variables of label pairs would take {n_bytes / 2**30:.1f} GiB of at most "
            f"{MAX_BYTES_OF_PAIRS / 2**30:g} GiB: use algorithm='smo', which has none, or 'lbfgs'."
        )
    return zero_residuals(working, np.float64)


class DualTrainer(OnlineTrainer):
    """A trainer that raises D, sentence by sentence, from weights of zero.

    Attributes
    ----------
    terms : (N,) array
        E_αi[L_i], or H(α_i).
    dual, gap : float
        D after a pass; and the sum of the g_i seen in it, or the exact gap if that was computed.
    converged : bool
        Whether the exact gap is small enough.
    """

    has_objective = True

    def __init__(self, working: Working, settings: DualSettings) -> None:
        _check_labels(working)
        super().__init__(working, np.zeros(working.index.n_weights))
        self.settings = settings
        n_sentences = len(working.sentences.offsets) - 1
        self.terms = np.zeros(n_sentences)
        self.dual = 0.0
        self.gap = np.inf
        self.converged = False
        self._gap_seen = 0.0
        self._cancelled: Callable[[], bool] | None = None

    @abstractmethod
    def visit(self, order: OffsetArray, first: int, last: int) -> tuple[float, float]:
        """Visit order[first], …, order[last - 1]; return Σ loss_i and Σ g_i just before each."""

    def step(self, order: OffsetArray, first: int, last: int) -> float:
        """Visit sentences order[first], …, order[last - 1]; return their loss."""
        loss, gap = self.visit(order, first, last)
        self._gap_seen += gap
        return loss

    def run(self, order: OffsetArray, cancelled: Callable[[], bool] | None = None) -> float | None:
        """Visit sentences in an order; return the objective, None if cancelled."""
        self._gap_seen = 0.0
        self._cancelled = cancelled
        return super().run(order, cancelled)

    def end_of_pass(self, loss: float) -> float:
        """Return the objective: exact if the gap may be small enough, else of losses seen."""
        last = np.empty(self.working.index.n_weights)
        self.working.read_back(self.weights, last)
        square = dot(last, last)
        self.dual = float(self.terms.sum()) - self.settings.c2 * square
        self.gap = self._gap_seen
        value = loss + self.settings.c2 * square
        if self.gap <= CLOSE * self.settings.epsilon * value:
            exact = self.objective_of(last)
            if exact is not None:
                value, self.gap = exact, exact - self.dual
                self.converged = self.gap <= self.settings.epsilon * value
        return value

    def objective_of(self, vector: FloatArray) -> float | None:
        """Return P of weights (F,), None if cancelled."""
        working, order = self.working, self.working.order
        weights = working.weights(vector)
        loss = 0.0
        for first, last in pieces(order, working):
            if self._cancelled is not None and self._cancelled():
                return None
            loss += losses_of_sentences(
                order,
                first,
                last,
                working.sentences,
                working.layout,
                weights,
                self.work,
                self.settings.entropic,
            )
        return loss + self.settings.c2 * dot(vector, vector)

    def conclude(self, vector: FloatArray) -> float | None:
        """Write the better of the mean and the last weights, (F,); return P, None if cancelled."""
        self.result(vector)
        value = self.objective_of(vector)
        if value is not None and self._has_mean:
            last = np.empty_like(vector)
            self.working.read_back(self.weights, last)
            other = self.objective_of(last)
            if other is not None and other < value:
                vector[:], value = last, other
        if value is not None:
            self.gap = value - self.dual
        return value

    @property
    def _has_mean(self) -> bool:
        """Whether `result` writes others than the last weights."""
        return False

    def result(self, vector: FloatArray) -> None:
        """Write the last weights, (F,)."""
        self.working.read_back(self.weights, vector)

    def state(self) -> None:
        """Return None: dual variables belong to sentences, not to a model."""

    def resume(self, state: OnlineState) -> None:
        """Raise NotImplementedError: there is no state to go on from."""
        raise NotImplementedError


class WeightedMean(DualTrainer):
    """A trainer whose result is the mean of the weights w_k after visit k, weighted by k.

    With the changes Δ_k of the weights and K visits it is w − Σ_k k·(k − 1)·Δ_k / (K·(K + 1))
    (S. Lacoste-Julien, M. Jaggi, M. Schmidt and P. Pletscher 2013, "Block-coordinate Frank-Wolfe
    optimization for structural SVMs", section 4).
    """

    @abstractmethod
    def sums_vector(self) -> FloatArray:
        """Return Σ k·(k − 1)·Δ_k, (F,)."""

    @property
    def _has_mean(self) -> bool:
        return self.settings.averaging and self.n_steps > 0

    def result(self, vector: FloatArray) -> None:
        """Write the mean, or the last weights if averaging is off."""
        super().result(vector)
        if self._has_mean:
            n_steps = float(self.n_steps)
            np.subtract(vector, self.sums_vector() / (n_steps * (n_steps + 1.0)), out=vector)


def _check_labels(working: Working) -> None:
    """Raise CrfError where a sentence is partly labelled, or transitions differ by position."""
    if bool(np.any(working.sentences.kinds == PARTLY_KNOWN)):
        raise CrfError(
            "Dual variables need sentences with all labels, and some have open ones: use "
            "algorithm='pa', or objective='softmax-margin' with 'lbfgs'."
        )
    if working.by_position:
        raise CrfError(
            "Dual variables are of pairs of labels alone, and the template has lines B that read "
            "cells: leave these out, or use algorithm='lbfgs'."
        )
