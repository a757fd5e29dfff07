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
from crfcore.active_learning.strategies import Strategy, in_order, strategy_named
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.estimator.learned import Learned

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
        self._rng = np.random.default_rng(seed)
        self._waiting = np.ones(pool.n_sentences, dtype=np.bool_)
        self.scores: FloatArray = self._strategy(pool, self._rng)

    def next(self, n: int | None = None) -> OffsetArray:
        """Return the indices of the next n sentences, by default of all."""
        order = in_order(self.scores)
        return order[self._waiting[order]][: None if n is None else max(n, 0)]

    def remove(self, places: Any) -> None:
        """Remove sentences, labelled or skipped."""
        self._waiting[np.asarray(places, dtype=np.int64)] = False

    def renew(self, places: Any, model: Learned) -> None:
        """Score some sentences again under a newer model."""
        chosen = np.asarray(places, dtype=np.int64)
        if self._strategy in MODEL_FREE or len(chosen) == 0:
            return
        self.scores[chosen] = self._strategy(self._pool.select(chosen, model), self._rng)
