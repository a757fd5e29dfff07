"""The training objective as a function, for other optimisers."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.hessian import Curvature
from crfcore.training.objectives.names import terms_of
from crfcore.training.objectives.objective import Objective


class PenalisedLikelihood:
    """Σ −log p(known labels given x) + c2·Σw², with its derivatives.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
        The weights.
    c2 : float
    threads : int
        Results do not depend on it.
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood.
    objective : str
        Replaces the log-likelihood; see `crfcore.training.objectives.names`.
    costs : (L, L) array, optional
        For "softmax-margin"; see `Objective`.

    Notes
    -----
    With SciPy::

        minimize(f.value_and_gradient, f.zeros(), jac=True, hessp=f.hessian_product,
                 method="trust-ncg")

    An object must not be used by several threads at the same time.
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        *,
        c2: float = 1.0,
        threads: int = 1,
        sentence_weights: FloatArray | None = None,
        objective: str = "likelihood",
        costs: FloatArray | None = None,
    ) -> None:
        self.index = index
        self.c2 = c2
        self._objective = Objective(
            dataset,
            targets,
            index,
            c2=c2,
            threads=threads,
            sentence_weights=sentence_weights,
            terms=terms_of(objective),
            costs=costs,
        )
        self._name = objective
        self._is_closed = False
        self._curvature = Curvature(
            dataset, targets, index, threads=threads, sentence_weights=sentence_weights
        )

    @property
    def n_weights(self) -> int:
        """F, the length of weights and gradients."""
        return self.index.n_weights

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads; the object cannot be used afterwards."""
        self._is_closed = True
        self._objective.close()

    def zeros(self) -> FloatArray:
        """Return initial weights."""
        return np.zeros(self.n_weights)

    def value(self, weights: ArrayLike) -> float:
        """Return the objective at some weights, (F,)."""
        return self.value_and_gradient(weights)[0]

    __call__ = value

    def gradient(self, weights: ArrayLike) -> FloatArray:
        """Return its gradient, (F,)."""
        return self.value_and_gradient(weights)[1]

    def value_and_gradient(self, weights: ArrayLike) -> tuple[float, FloatArray]:
        """Return both, at the cost of one.

        Raises
        ------
        CrfError
            The number of weights is wrong, or one is not a finite number.
        """
        if self._is_closed:
            raise CrfError("This objective was closed; make another one.")
        gradient = np.empty(self.n_weights)
        return self._objective(self._checked(weights, "weights"), gradient), gradient

    def hessian_product(self, weights: ArrayLike, direction: ArrayLike) -> FloatArray:
        """Return the exact product of the Hessian at some weights and a vector, (F,).

        Raises
        ------
        CrfError
            As for `value_and_gradient`.
        """
        self._check_is_likelihood("Hessian products")
        along = self._checked(direction, "direction")
        product = self._curvature.product(self._checked(weights, "weights"), along)
        product += 2.0 * self.c2 * along
        return product

    def expected_counts(self, weights: ArrayLike) -> FloatArray:
        """Return the expected count of each feature over all labellings of the data, (F,).

        Sentences are weighted: Σ_t value · P(y_t = y given x) for an attribute with label y;
        likewise for transitions.
        """
        return self._curvature.expected(self._checked(weights, "weights"))

    def observed_counts(self, weights: ArrayLike) -> FloatArray:
        """Return the expected count of each feature over the possible labellings, (F,).

        For fully labelled sentences these are the counts of their labels. The
        gradient is ``expected_counts − observed_counts + 2·c2·w``.
        """
        self._check_is_likelihood("Observed counts")
        own = self._checked(weights, "weights")
        return self.expected_counts(own) - self.gradient(own) + 2.0 * self.c2 * own

    def _check_is_likelihood(self, what: str) -> None:
        if self._name != "likelihood":
            raise CrfError(
                f"{what} are those of objective='likelihood'; of {self._name!r} there are value "
                "and gradient."
            )

    def _checked(self, vector: Any, name: str) -> FloatArray:
        checked = np.ascontiguousarray(vector, dtype=np.float64)
        if checked.shape != (self.n_weights,):
            raise CrfError(f"{name} must have the shape ({self.n_weights},), not {checked.shape}.")
        if not bool(np.all(np.isfinite(checked))):
            raise CrfError(f"{name} must be finite numbers; found NaN or an infinite one.")
        return checked
