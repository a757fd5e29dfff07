"""The objective of a semi-Markov model, a function of the weights of tokens and of segments."""

from __future__ import annotations

from math import hypot

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.objective import CURVATURE_EXPONENT, MIN_CURVATURE, Objective
from crfcore.training.semi_markov.terms import SegmentTerms
from crfcore.training.vector_kernels import norm


class SegmentObjective:
    """The value and gradient at given variables: those of tokens, then those of segments.

    Parameters
    ----------
    tokens : Objective
        With the terms.
    terms : SegmentTerms
    c2 : float

    Attributes
    ----------
    scale : (F_v,) array
        A variable of segments times its scale is a weight.
    """

    def __init__(self, tokens: Objective, terms: SegmentTerms, c2: float) -> None:
        self._tokens = tokens
        self._terms = terms
        self._c2 = c2
        self.scale: FloatArray = np.ones(terms.index.n_weights)

    @property
    def n_weights(self) -> int:
        """The number of variables."""
        return self._tokens.n_weights + len(self.scale)

    def __call__(self, variables: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient; as for `Objective`."""
        own, segments = self._parts(variables)
        weights = segments * self.scale
        self._terms.load(weights)
        by_tokens, by_segments = self._parts(gradient)
        value = self._tokens(own, by_tokens)
        by_segments[:] = (self._terms.gradient() + 2.0 * self._c2 * weights) * self.scale
        return value + self._c2 * float(np.dot(weights, weights))

    def rescale(self, variables: FloatArray) -> None:
        """Even out the curvature at some variables, which change with the scales."""
        own, segments = self._parts(variables)
        weights = segments * self.scale
        self._terms.load(weights)
        before = self._tokens.scale
        scale = self._tokens.curvature_scale(own)
        own *= (before if len(before) else 1.0) / scale
        self._tokens.rescale(scale)
        curvature = np.maximum(self._terms.gradient(), 0.0)
        penalty = max(2.0 * self._c2, MIN_CURVATURE)
        self.scale = (1.0 + curvature / penalty) ** (-0.5 * CURVATURE_EXPONENT)
        segments[:] = weights / self.scale

    def refine(self) -> bool:
        """Increase the precision, which is double already."""
        return self._tokens.refine()

    def norms(self, variables: FloatArray, gradient: FloatArray) -> tuple[float, float]:
        """Return the norms of the weights and of the gradient by the weights."""
        own, segments = self._parts(variables)
        by_tokens, by_segments = self._parts(gradient)
        of_weights, of_gradient = self._tokens.norms(own, by_tokens)
        return (
            hypot(of_weights, norm(segments * self.scale)),
            hypot(of_gradient, norm(by_segments / self.scale)),
        )

    def absolute_penalties(self, c1: float) -> FloatArray:
        """Return the factors of |variable| in c1 · Σ |weight|."""
        return np.concatenate([self._tokens.absolute_penalties(c1), c1 * self.scale])

    def variables_of(self, weights: FloatArray, segment_weights: FloatArray) -> FloatArray:
        """Return the variables of weights."""
        own = self._tokens.variables_of(weights)
        return np.concatenate([own, segment_weights / self.scale])

    def weights_of(self, variables: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the weights of tokens and of segments."""
        own, segments = self._parts(variables)
        return self._tokens.weights_of(np.ascontiguousarray(own)), segments * self.scale

    def _parts(self, vector: FloatArray) -> tuple[FloatArray, FloatArray]:
        n_own = self._tokens.n_weights
        return vector[:n_own], vector[n_own:]
