"""The penalised negative log-likelihood of shards, as a function for optimisers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.objective_kernels import (
    norm_by_weights,
    norm_of_weights,
    penalty_of,
    sum_of_lanes,
    weights_of_variables,
)
from crfcore.training.objectives.objective import Precision, scale_of_curvature
from crfcore.training.shards.engine import Engine
from crfcore.training.shards.shard import Added, Kind, evaluated


class ShardedObjective:
    """Value and gradient of the objective of shards at given variables.

    Σ_i v_i · [log Z_i(all) − log Z_i(allowed)] + c2 · Σ_f w_f², as `Objective`; parts of shards are
    added in double precision.

    Parameters
    ----------
    engine : Engine
    shards : sequence of handles of Shard
    n_weights : int
        F.
    c2 : float
    precision : {"double", "single"}
        Of the sums in each shard, until `refine`.

    Attributes
    ----------
    scale : (F,) array
        A variable times its scale is a weight.
    """

    def __init__(
        self,
        engine: Engine,
        shards: Sequence[Any],
        n_weights: int,
        c2: float,
        precision: Precision,
    ) -> None:
        self._engine = engine
        self._shards = shards
        self.n_weights = n_weights
        self._c2 = c2
        self.precision = precision
        self.scale: FloatArray = np.ones(n_weights)
        self._penalties = np.full(n_weights, c2)

    def rescale(self, scale: FloatArray) -> None:
        """Set the scale of the variables."""
        self.scale = scale
        self._penalties = self._c2 * scale * scale

    def curvature_scale(self, variables: FloatArray) -> FloatArray:
        """Return a scale that evens out the curvature; see `scale_of_curvature`."""
        curvature = self._total(self.weights_of(variables), "curvature")[1]
        return scale_of_curvature(curvature, self._c2, np.ones(1))

    def weights_of(self, variables: FloatArray) -> FloatArray:
        """Return the weights for variables."""
        weights = np.empty_like(variables)
        weights_of_variables(variables, self.scale, weights)
        return weights

    def variables_of(self, weights: FloatArray) -> FloatArray:
        """Return the variables of weights; the inverse of `weights_of`."""
        return np.asarray(weights / self.scale)

    def absolute_penalties(self, c1: float) -> FloatArray:
        """Return the factors of |variable| in c1 · Σ |weight|."""
        return np.asarray(c1 * self.scale)

    def norms(self, variables: FloatArray, gradient: FloatArray) -> tuple[float, float]:
        """Return the norms of the weights and of the gradient by the weights."""
        counts = np.ones(self.n_weights)
        return (
            norm_of_weights(variables, self.scale, counts),
            norm_by_weights(gradient, self.scale, counts),
        )

    def refine(self) -> bool:
        """Switch to double precision; return whether that changes anything."""
        is_rough = self.precision == "single"
        self.precision = "double"
        return is_rough

    def __call__(self, variables: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient.

        Raises
        ------
        TrainingCancelled
            The gradient is then undefined.
        """
        value, total = self._total(self.weights_of(variables), self.precision)
        lanes = total[np.newaxis]
        sum_of_lanes(0, self.n_weights, lanes, variables, self._penalties, self.scale, gradient)
        return value + penalty_of(variables, self._penalties)

    def _total(self, weights: FloatArray, kind: Kind) -> tuple[float, FloatArray]:
        """Return value and gradient of all shards, without penalty."""
        added = Added(self.n_weights, self._engine.may_change)
        part = self._engine.total(
            evaluated, added, self._shards, weights, kind, **self._engine.here
        )
        part = added.dense(part)
        return part.value, part.gradient
