"""A queue of sentences that is available at once and updated in parts.

Stale scores without waiting are better than fresh ones with waiting (R. Haertel, P. Felt, E.
Ringger and K. Seppi, Parallel active learning: eliminating wait time with minimal staleness, 2010).
The whole pool is ranked in the background; after each label only the visible sentences are scored
again, under the newest model.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crfcore.active_learning import orders
from crfcore.active_learning.pool import Pool
from crfcore.active_learning.strategies import Strategy, in_order, scores_by, strategy_named
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.estimator.fitted_chain import at_most
from crfcore.estimator.learned import Learned
from crfcore.features.segments import as_sentence_indices
from crfcore.inference.sampling import random_numbers

MODEL_FREE = (orders.random, orders.sequential)
"""Orders that no model changes."""


class Queue:
    """A queue of a pool's sentences.

    Parameters
    ----------
    pool : Pool
    strategy : str or callable
        One that scores each sentence independently. `diverse` and `mixed` rank all together: make a
        new queue instead of calling `renew`.
    seed : int

    Attributes
    ----------
    scores : (N,) array
        The latest score of each sentence; the greatest comes first.
    """

    def __init__(self, pool: Pool, strategy: str | Strategy, seed: int = 0) -> None:
        self._pool = pool
        self._strategy = strategy_named(strategy)
        self._rng = random_numbers(seed, "seed")
        self._waiting = np.ones(pool.n_sentences, dtype=np.bool_)
        # A copy, because the pool may keep the scores.
        self.scores: FloatArray = scores_by(self._strategy, pool, self._rng).copy()

    def next(self, n: int | None = None) -> OffsetArray:
        """Return the indices of the next n sentences, by default of all."""
        order = in_order(self.scores)
        return order[self._waiting[order]][: at_most(n)]

    def remove(self, places: Any) -> None:
        """Remove sentences, labelled or skipped."""
        self._waiting[as_sentence_indices(places, self._pool.n_sentences)] = False

    def renew(self, places: Any, model: Learned) -> None:
        """Score some sentences again under a newer model."""
        chosen = as_sentence_indices(places, self._pool.n_sentences)
        if self._strategy in MODEL_FREE or len(chosen) == 0:
            return
        self.scores[chosen] = scores_by(self._strategy, self._pool.select(chosen, model), self._rng)
