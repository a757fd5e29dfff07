"""The query strategies by name, and the ranking of a pool by one of them.

A strategy is a function of a pool and a random generator; it returns a number for each sentence,
not negative, and the sentence with the greatest is asked about first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from crfcore.active_learning import (
    committee,
    density,
    gradients,
    labellings,
    orders,
    spans,
    tokens,
)
from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import CrfError, shown

Strategy: TypeAlias = Callable[[Pool, np.random.Generator], FloatArray]
"""From a pool and a generator to a number for each sentence (N,): the greatest is asked first."""

STRATEGIES: dict[str, Strategy] = {
    "random": orders.random,
    "sequential": orders.sequential,
    "least_confidence": labellings.least_confidence,
    "normalised_least_confidence": labellings.normalised_least_confidence,
    "margin": labellings.margin,
    "token_entropy": tokens.token_entropy,
    "mean_token_entropy": tokens.mean_token_entropy,
    "sequence_entropy": labellings.sequence_entropy,
    "nbest_entropy": labellings.nbest_entropy,
    "min_marginal": tokens.min_marginal,
    "missed_span": spans.missed_span,
    "expected_corrections": tokens.expected_corrections,
    "vote_entropy": committee.vote_entropy,
    "kl_to_mean": committee.kl_to_mean,
    "information_density": density.information_density,
    "expected_gradient_length": gradients.expected_gradient_length,
    "fisher_ratio": gradients.fisher_ratio,
}
"""What can be asked for by name."""


def strategy_named(strategy: str | Strategy) -> Strategy:
    """Return a strategy by its name, or itself; CrfError for a name that there is not."""
    if not isinstance(strategy, str):
        return strategy
    if strategy not in STRATEGIES:
        raise CrfError(
            f"The query strategy {shown(strategy)} is unknown; choose one of "
            f"{', '.join(STRATEGIES)}."
        )
    return STRATEGIES[strategy]


def rank(pool: Pool, strategy: str | Strategy, n: int | None = None, seed: int = 0) -> OffsetArray:
    """Return which sentences to ask about, the first one first.

    Parameters
    ----------
    pool : Pool
    strategy : str or callable
        One of `STRATEGIES`, or a function like these.
    n : int, optional
        How many; all by default.
    seed : int
        For what is drawn at random. Everything else is the same for any.

    Returns
    -------
    (n,) array
        Places in the pool; of sentences that have the same number, the earlier one first.
    """
    scores = strategy_named(strategy)(pool, np.random.default_rng(seed))
    return in_order(scores)[: None if n is None else max(n, 0)]


def in_order(scores: FloatArray) -> OffsetArray:
    """Return the places (N,) of the numbers (N,) from the greatest to the least."""
    return np.argsort(-scores, kind="stable")
