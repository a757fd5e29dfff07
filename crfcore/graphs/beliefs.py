"""What inference in a factor graph answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Probabilities and the best states of a factor graph, exact or approximate.

    Attributes
    ----------
    method : str
        The method that was used.
    marginals : (V, K) array
        P(y_i = k), or its approximation. For "max-product" max-marginals, which sum to 1; for
        "expansion", and "cut", as it is called with two states, 1 at the chosen states.
    log_z : float
        log Σ exp(score), or its approximation; NaN where the method has none.
    bound : float
        A number that log Z ("trw": is at most; "mean-field": is at least) or the best score ("lp",
        "cut", exact methods: is at most) never crosses; NaN where the method has none.
    states : (V,) array
        The best states found.
    score : float
        Their score.
    converged : bool
        Whether the method came to its end: messages changed by less than the tolerance, the linear
        program was integral, or, for exact methods, always. For sampling: False, for there is none.
    iterations : int
        Passes over all messages, sweeps, or rounds.
    effective : (V, K) array or None
        For "gibbs": effective number of independent samples of each marginal, by batch means.
    """

    method: str
    marginals: FloatArray
    log_z: float
    bound: float
    states: IdArray
    score: float
    converged: bool
    iterations: int
    effective: FloatArray | None = None
    factor_belief: Callable[[int], FloatArray] | None = None

    @property
    def gap(self) -> float:
        """Upper bound of what the best score is above that of `states`; NaN without a bound."""
        return self.bound - self.score

    def factor(self, factor: int) -> FloatArray:
        """Return the joint probabilities of the variables of a factor.

        Parameters
        ----------
        factor : int
            Agreement factors count on from the number of factors with tables.

        Returns
        -------
        (K, …, K) array, or (K,)
            For agreement factors: the probability that all variables have state k.

        Raises
        ------
        CrfError
            The method has no such probabilities, or the graph no such factor.
        """
        if self.factor_belief is None:
            raise CrfError(
                f"The method “{self.method}” has no probabilities of factors; use “junction-tree”, "
                "“bp”, “trw” or “mean-field”."
            )
        return self.factor_belief(factor)


def table_belief(log_weights: FloatArray) -> FloatArray:
    """Return exp of log weights, normalised to a sum of 1."""
    weights = np.exp(log_weights - log_weights.max())
    return np.asarray(weights / weights.sum())
