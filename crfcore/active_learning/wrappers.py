"""Query strategies made of others: per second, without near copies, with a random share."""

from __future__ import annotations

from functools import partial

import numpy as np

from crfcore.active_learning.cost_model import CostModel
from crfcore.active_learning.density import Vectors
from crfcore.active_learning.pool import Pool
from crfcore.active_learning.strategies import Strategy, in_order, scores_by, strategy_named
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import CrfError

BATCH = 100
"""Default number of sentences without near copies among them."""

ALIKE = 0.8
"""Cosine from which on two sentences are near copies."""


def per_second(strategy: str | Strategy, cost_model: CostModel) -> Strategy:
    """Return a strategy that divides the scores of another one by the expected seconds.

    Annotation cost after a cost model (R. Haertel, K. Seppi, E. Ringger and J. Carroll, Return on
    investment for active learning, 2008; Wei et al., Cost-aware active learning for named entity
    recognition, JAMIA 2019). Meant for strategies that measure information, unlike `random` and
    `sequential`.
    """
    # Of a function with a name, so that it can be sent to other processes; so are those below.
    return partial(_per_second, strategy_named(strategy), cost_model)


def _per_second(
    chosen: Strategy, cost_model: CostModel, pool: Pool, rng: np.random.Generator
) -> FloatArray:
    return scores_by(chosen, pool, rng) / cost_model.seconds_of(pool)


def diverse(strategy: str | Strategy, *, batch: int = BATCH, alike: float = ALIKE) -> Strategy:
    """Return a strategy that defers near copies of sentences ranked before.

    Among the first `batch` sentences no two have vectors of attributes with a cosine of `alike` or
    more; copies come after all other sentences (after S. Kim et al., HLT-NAACL 2006, who trade
    similarity off against uncertainty). Sentences without any attribute are copies of each other.

    Parameters
    ----------
    strategy : str or callable
    batch : int
        At least 1.
    alike : float
        Between 0 and 1.
    """
    chosen = strategy_named(strategy)
    if batch < 1 or not 0.0 < alike <= 1.0:
        raise CrfError(
            f"diverse takes a batch of 1 or more and a cosine between 0 and 1, not {batch} and "
            f"{alike}."
        )

    return partial(_diverse, chosen, batch, alike)


def _diverse(
    chosen: Strategy, batch: int, alike: float, pool: Pool, rng: np.random.Generator
) -> FloatArray:
    found = scores_by(chosen, pool, rng)
    copies = near_copies(pool, in_order(found), batch, alike)
    lowered = found.copy()
    lowered[copies] -= np.ptp(found) + 1.0 if len(found) else 0.0
    return lowered


def mixed(strategy: str | Strategy, share: float) -> Strategy:
    """Return a strategy in which a share of the sentences is drawn at random.

    They are evenly spaced: with a share of 0.2, every fifth sentence is drawn uniformly. So some
    labels represent the whole text.

    Parameters
    ----------
    strategy : str or callable
    share : float
        From 0 to 1.
    """
    chosen = strategy_named(strategy)
    if not 0.0 <= share <= 1.0:
        raise CrfError(f"A share of random sentences is a number from 0 to 1, not {share}.")

    return partial(_mixed, chosen, share)


def _mixed(chosen: Strategy, share: float, pool: Pool, rng: np.random.Generator) -> FloatArray:
    order = in_order(scores_by(chosen, pool, rng))
    steps = np.floor(np.arange(len(order) + 1) * share + 1e-9)
    is_drawn_here = np.diff(steps) > 0.0
    drawn = rng.permutation(len(order))[: int(is_drawn_here.sum())]
    is_drawn = np.zeros(len(order), dtype=np.bool_)
    is_drawn[drawn] = True
    places = np.empty(len(order), dtype=np.int64)
    places[is_drawn_here] = drawn
    places[~is_drawn_here] = order[~is_drawn[order]]
    result = np.empty(len(order))
    result[places] = np.arange(len(order), 0.0, -1.0)
    return result


def near_copies(pool: Pool, order: OffsetArray, batch: int, alike: float) -> OffsetArray:
    """Return the near copies found while choosing a batch of dissimilar sentences."""
    vectors = Vectors(pool.dataset)
    distinct: list[int] = []
    copies: list[int] = []
    for first in range(0, len(order), 2 * batch):
        block = order[first : first + 2 * batch]
        known = len(distinct)
        cosines = vectors.cosines(block, np.concatenate([distinct, block]).astype(np.int64))
        # Columns of the sentences added by this block follow those known before.
        columns = list(range(known))
        for row, sentence_index in enumerate(block.tolist()):
            if columns and float(cosines[row, columns].max()) >= alike:
                copies.append(sentence_index)
                continue
            distinct.append(sentence_index)
            columns.append(known + row)
            if len(distinct) == batch:
                return np.array(copies, dtype=np.int64)
    return np.array(copies, dtype=np.int64)
