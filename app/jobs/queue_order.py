"""The order of the queue: from what sentences are worth, and what the project does with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.asking import (
    CHANCE_EVERY,
    DIVERSE,
    FIXED_ORDERS,
    MIXED,
    PER_SECOND,
    RANDOM,
    SEQUENTIAL,
    Asking,
)
from app.domain.changes import no_sentences
from app.domain.queue_numbers import NO_NUMBER, Measure
from app.domain.timings import Timed
from app.jobs.costs import cost_model_of

if TYPE_CHECKING:
    from app.jobs.snapshot import ProjectText
    from app.jobs.train import TrainedModel

UNRATED = -np.inf
"""What a sentence is worth of which nothing is known yet: it comes behind all others."""

CHANCE_SEED = 7
"""What is drawn by chance is the same for as long as a project lives."""

DISTINCT = 30
"""So many sentences at the head of the queue have no near copies among them."""


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """What sentences are expected to take: M sentences.

    ``tokens`` int64 (M,) to read, ``corrections`` float64 (M,) to make; ``timed`` says how long the
    person has taken for others.
    """

    tokens: NDArray[np.int64]
    corrections: NDArray[np.float64]
    timed: tuple[Timed, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """What it takes to put the sentences that wait in order; M sentences.

    ``sentence_indices`` int64 (M,), rising; ``ids`` int64 (M,); ``worth`` float64 (M,), the
    greatest first; ``later`` bool (M,) are those that were put off. ``n_done`` sentences are
    finished. ``work`` is what they take, None where ``worth`` is by the second already;
    ``strategy`` is whose numbers these are where another one had to stand in, else "".
    """

    sentence_indices: NDArray[np.int64]
    ids: NDArray[np.int64]
    worth: NDArray[np.float64]
    later: NDArray[np.bool_]
    n_done: int = 0
    asking: Asking = field(default_factory=Asking)
    text: ProjectText | None = None
    work: Work | None = None
    strategy: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class QueueOrder:
    """The places in order, which of them were drawn by chance, and the numbers that decided.

    ``numbers`` float64 (M,) fall from the first place to the last, but for those that stand where
    they do for another reason, which have `NO_NUMBER`. ``measure`` says what they count.
    """

    sentence_indices: NDArray[np.int64]
    drawn: NDArray[np.int64] = field(default_factory=no_sentences)
    numbers: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    measure: Measure = field(default_factory=Measure)


def in_order(waiting: Waiting, model: TrainedModel | None = None) -> QueueOrder:
    """Return the places in the order in which a person is asked for them.

    Of equals the one that stands earlier in the text comes first; what was put off comes last.
    The model is only needed to tell near copies.
    """
    drawn = no_sentences()
    asking = waiting.asking
    numbers = _worth(waiting)
    numbers = np.where(numbers > 0, numbers, NO_NUMBER)
    if asking.strategy in FIXED_ORDERS:
        numbers = np.full(len(waiting.sentence_indices), NO_NUMBER)
    if asking.strategy == SEQUENTIAL:
        order = np.arange(len(waiting.sentence_indices))
    elif asking.strategy == RANDOM:
        order = np.argsort(_chances(waiting.ids), kind="stable")
        drawn = waiting.sentence_indices
    else:
        order = np.argsort(-_worth(waiting), kind="stable")
    if asking.wrapper == MIXED:
        order, chosen = _mixed(order, waiting)
        drawn = waiting.sentence_indices[chosen]
        numbers[chosen] = NO_NUMBER
    elif asking.wrapper == DIVERSE and model is not None:
        order, copies = _without_copies(order, waiting, model)
        numbers[copies] = NO_NUMBER
    numbers[waiting.later] = NO_NUMBER
    later = waiting.later[order]
    order = np.concatenate([order[~later], order[later]])
    measure = Measure(waiting.strategy or asking.strategy, asking.wrapper == PER_SECOND)
    return QueueOrder(waiting.sentence_indices[order], drawn, numbers[order], measure)


def _worth(waiting: Waiting) -> NDArray[np.float64]:
    work = waiting.work
    if work is None or waiting.asking.wrapper != PER_SECOND:
        return waiting.worth
    return waiting.worth / cost_model_of(work.timed).seconds(work.tokens, work.corrections)


def _chances(ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a number for each sentence that stays its own whatever becomes of the others."""
    if not len(ids):
        return np.zeros(0)
    drawn: NDArray[np.float64] = np.random.default_rng(CHANCE_SEED).random(int(ids.max()) + 1)[ids]
    return drawn


def _mixed(
    order: NDArray[np.int64], waiting: Waiting
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Put a sentence drawn by chance wherever the count of finished ones asks for it.

    The queue is made anew all the time, and its head alone is labelled: so the count goes on from
    what is done, or no sentence that was drawn would ever come to the head.
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
    """Put near copies of what stands at the head behind everything else; return these, too."""
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
