"""The order of the queue, from the scores of the query strategy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from app.domain.names import InconsistentNames
from app.domain.query_choices import (
    CHANCE_EVERY,
    DIVERSE,
    FIXED_ORDERS,
    MIXED,
    PER_SECOND,
    RANDOM,
    SEQUENTIAL,
    QueryChoice,
)
from app.domain.queue_numbers import NO_NUMBER, Measure
from app.domain.timings import Timed
from app.jobs.queue.costs import cost_model_of
from app.jobs.search.names import NamesQuestion, inconsistent_names

if TYPE_CHECKING:
    from app.jobs.data.snapshot import ProjectText
    from app.jobs.training.train import TrainedModel

UNRATED = -np.inf
"""The score of a sentence that was not rated yet: it comes last."""

CHANCE_SEED = 7
"""Fixed, so that the random order does not change."""

DISTINCT = 30
"""The number of sentences at the head of the queue without near-duplicates."""


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """The expected work of M sentences.

    ``tokens`` int64 (M,) to read, ``corrections`` float64 (M,) to make; ``timed`` are the person's
    timings.
    """

    tokens: NDArray[np.int64]
    corrections: NDArray[np.float64]
    timed: tuple[Timed, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """The waiting sentences with the data for sorting them; M sentences.

    ``sentence_indices`` int64 (M,), rising; ``ids`` int64 (M,); ``worth`` float64 (M,), the
    greatest first; ``later`` bool (M,): postponed. ``n_done`` sentences are finished. ``work`` is
    the expected work, None if ``worth`` is per second already; ``strategy`` is the strategy used
    instead of the chosen one, else "". With ``names``, the worth is that of inconsistent names.
    """

    sentence_indices: NDArray[np.int64]
    ids: NDArray[np.int64]
    worth: NDArray[np.float64]
    later: NDArray[np.bool_]
    n_done: int = 0
    query_choice: QueryChoice = field(default_factory=QueryChoice)
    text: ProjectText | None = None
    work: Work | None = None
    strategy: str = ""
    names: NamesQuestion | None = None


@dataclass(frozen=True, slots=True, eq=False)
class QueueOrder:
    """The sorted sentences, those drawn at random, and the numbers by which they are sorted.

    ``numbers`` float64 (M,) fall from the first to the last, except for `NO_NUMBER` of sentences
    with another reason for their position. ``measure`` is what they measure; ``names`` are the
    names with different labels, if it is about these.
    """

    sentence_indices: NDArray[np.int64]
    drawn: NDArray[np.int64] = field(default_factory=no_sentences)
    numbers: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    measure: Measure = field(default_factory=Measure)
    names: InconsistentNames = field(default_factory=InconsistentNames)


def in_order(waiting: Waiting, model: TrainedModel | None = None) -> QueueOrder:
    """Return the sentences in the order of the queue.

    Ties are in the order of the text; postponed sentences come last. The model is only needed to
    find near-duplicates.
    """
    drawn, names = no_sentences(), InconsistentNames()
    if waiting.names is not None:
        names = inconsistent_names(waiting.names)
        waiting = replace(waiting, worth=names.worth(waiting.sentence_indices))
    query_choice = waiting.query_choice
    numbers = _worth(waiting)
    numbers = np.where(numbers > 0, numbers, NO_NUMBER)
    if query_choice.strategy in FIXED_ORDERS:
        numbers = np.full(len(waiting.sentence_indices), NO_NUMBER)
    if query_choice.strategy == SEQUENTIAL:
        order = np.arange(len(waiting.sentence_indices))
    elif query_choice.strategy == RANDOM:
        order = np.argsort(_chances(waiting.ids), kind="stable")
        drawn = waiting.sentence_indices
    else:
        order = np.argsort(-_worth(waiting), kind="stable")
    if query_choice.wrapper == MIXED:
        order, chosen = _mixed(order, waiting)
        drawn = waiting.sentence_indices[chosen]
        numbers[chosen] = NO_NUMBER
    elif query_choice.wrapper == DIVERSE and model is not None:
        order, copies = _without_copies(order, waiting, model)
        numbers[copies] = NO_NUMBER
    numbers[waiting.later] = NO_NUMBER
    later = waiting.later[order]
    order = np.concatenate([order[~later], order[later]])
    measure = Measure(waiting.strategy or query_choice.strategy, query_choice.wrapper == PER_SECOND)
    return QueueOrder(waiting.sentence_indices[order], drawn, numbers[order], measure, names)


def _worth(waiting: Waiting) -> NDArray[np.float64]:
    work = waiting.work
    if work is None or waiting.query_choice.wrapper != PER_SECOND:
        return waiting.worth
    return waiting.worth / cost_model_of(work.timed).seconds(work.tokens, work.corrections)


def _chances(ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a random number for each sentence that does not depend on the others."""
    if not len(ids):
        return np.zeros(0)
    drawn: NDArray[np.float64] = np.random.default_rng(CHANCE_SEED).random(int(ids.max()) + 1)[ids]
    return drawn


def _mixed(
    order: NDArray[np.int64], waiting: Waiting
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Insert a random sentence at every `CHANCE_EVERY`-th position.

    Positions are counted from the number of finished sentences: the queue is sorted again all the
    time, and otherwise no random sentence would come to its head.
    """
    n = len(order)
    turns = (waiting.n_done + np.arange(n)) % CHANCE_EVERY == CHANCE_EVERY - 1
    by_chance = np.argsort(_chances(waiting.ids), kind="stable")
    chosen = by_chance[: int(np.count_nonzero(turns))]
    is_chosen = np.zeros(n, np.bool_)
    is_chosen[chosen] = True
    mixed = np.empty(n, np.int64)
    mixed[turns] = chosen
    mixed[~turns] = order[~is_chosen[order]]
    return mixed, chosen


def _without_copies(
    order: NDArray[np.int64], waiting: Waiting, model: TrainedModel
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Move near-duplicates at the head to the end; return the order and these."""
    extraction = model.extraction
    if extraction is None or waiting.text is None or not extraction.text.same_as(waiting.text):
        return order, no_sentences()
    from crfcore.active_learning import Pool
    from crfcore.active_learning.wrappers import ALIKE, near_copies

    head = order[: 4 * DISTINCT]
    pool = Pool(model.crf, extraction.dataset.select(waiting.sentence_indices[head]))
    copies = near_copies(pool, np.arange(len(head)), DISTINCT, ALIKE)
    is_copy = np.zeros(len(order), np.bool_)
    is_copy[copies] = True
    return np.concatenate([order[~is_copy], order[is_copy]]), order[is_copy]
