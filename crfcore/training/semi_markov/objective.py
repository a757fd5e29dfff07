"""The objective of a semi-Markov model, a function of the weights of tokens and of segments."""

from __future__ import annotations

from math import hypot

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.objectives.objective import Objective
from crfcore.training.semi_markov.terms import SegmentTerms
from crfcore.training.vector_kernels import norm


class SegmentObjective:
    """The value and gradient at given variables: those of tokens, then weights of segments.

    Scaling them by their curvature, as in the training of a chain, was tried: from the weights of a
    chain it takes twice as many evaluations.

    Parameters
    ----------
    tokens : Objective
        With the terms.
    terms : SegmentTerms
    c2 : float
    """

    def __init__(self, tokens: Objective, terms: SegmentTerms, c2: float) -> None:
        self._tokens = tokens
        self._terms = terms
        self._c2 = c2
        self._n_segments = terms.index.n_weights

    @property
    def n_weights(self) -> int:
        """The number of variables."""
        return self._tokens.n_weights + self._n_segments

    def __call__(self, variables: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient; as for `Objective`."""
        own, segments = self._parts(variables)
        self._terms.load(segments)
        by_tokens, by_segments = self._parts(gradient)
        value = self._tokens(own, by_tokens)
        by_segments[:] = self._terms.gradient() + 2.0 * self._c2 * segments
        return value + self._c2 * float(np.dot(segments, segments))

    def refine(self) -> bool:
        """Increase the precision; return whether that changes anything."""
        return self._tokens.refine()

    def norms(self, variables: FloatArray, gradient: FloatArray) -> tuple[float, float]:
        """Return the norms of the weights and of the gradient by the weights."""
        own, segments = self._parts(variables)
        by_tokens, by_segments = self._parts(gradient)
        of_weights, of_gradient = self._tokens.norms(own, by_tokens)
        return (
            hypot(of_weights, norm(segments)),
            hypot(of_gradient, norm(by_segments)),
        )

    def absolute_penalties(self, c1: float) -> FloatArray:
        """Return the factors of |variable| in c1 · Σ |weight|."""
        own = self._tokens.absolute_penalties(c1)
        return np.concatenate([own, np.full(self._n_segments, c1)])

    def variables_of(self, weights: FloatArray, segment_weights: FloatArray) -> FloatArray:
        """Return the variables of weights."""
        own = self._tokens.variables_of(weights)
        return np.concatenate([own, segment_weights])

    def weights_of(self, variables: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the weights of tokens and of segments."""
        own, segments = self._parts(variables)
        return self._tokens.weights_of(np.ascontiguousarray(own)), segments.copy()

    def _parts(self, vector: FloatArray) -> tuple[FloatArray, FloatArray]:
        n_own = self._tokens.n_weights
        return vector[:n_own], vector[n_own:]
