"""The query strategies by name, and the ranking of a pool by one of them.

A strategy is a function of a pool and a random generator; it returns a score for each sentence, not
negative; the sentence with the highest score is queried first.
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
from crfcore.estimator.fitted_chain import at_most
from crfcore.inference.sampling import random_numbers
from crfcore.messages import counted

Strategy: TypeAlias = Callable[[Pool, np.random.Generator], FloatArray]
"""From a pool and a generator to the score of each sentence (N,); the highest is queried first."""

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
"""The strategies that have a name."""


def strategy_named(strategy: str | Strategy) -> Strategy:
    """Return a strategy by its name, or itself; CrfError for an unknown name."""
    if not isinstance(strategy, str):
        return strategy
    if strategy not in STRATEGIES:
        raise CrfError(
            f"The query strategy {shown(strategy)} is unknown; choose one of "
            f"{', '.join(STRATEGIES)}."
        )
    return STRATEGIES[strategy]


def rank(pool: Pool, strategy: str | Strategy, n: int | None = None, seed: int = 0) -> OffsetArray:
    """Return the sentences to query, in order.

    Parameters
    ----------
    pool : Pool
    strategy : str or callable
        One of `STRATEGIES`, or a function like these.
    n : int, optional
        How many; all by default.
    seed : int
        Of the random parts of a strategy.

    Returns
    -------
    (n,) array
        Indices in the pool; of equal scores, the earlier sentence first.

    Raises
    ------
    CrfError
        The strategy is unknown, or does not return a number for each sentence.
    """
    scores = scores_by(strategy_named(strategy), pool, random_numbers(seed, "seed"))
    return in_order(scores)[: at_most(n)]


def scores_by(strategy: Strategy, pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Return the score of each sentence (N,) by a strategy.

    Raises
    ------
    CrfError
        It has not returned a number for each sentence.
    """
    found = strategy(pool, rng)
    try:
        scores = np.asarray(found, np.float64)
    except (TypeError, ValueError):
        scores = np.zeros((0, 0))
    if scores.shape != (pool.n_sentences,) or np.isnan(scores).any():
        raise CrfError(
            "A query strategy returns a number for each sentence, the highest for the one to query "
            f"first; for {counted(pool.n_sentences, 'sentence')} it returned {shown(found)}."
        )
    return scores


def in_order(scores: FloatArray) -> OffsetArray:
    """Return the indices (N,) that sort scores (N,) in descending order."""
    return np.argsort(-scores, kind="stable")
