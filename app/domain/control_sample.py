"""The test sample: sentences drawn at random and labelled without suggestions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus, Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState

MIN_EVERY = 2
"""There is at least one training sentence between two test sentences."""

BEGINS_AFTER = 10
"""So many other sentences are labelled before the first test sentence."""


MIN_PROJECT = 50
"""With fewer open sentences there is no test sample: it would measure little and leave little to
train on."""

MAX_SHARE = 0.2
"""The largest share of a project's open sentences in the test sample."""


@dataclass(frozen=True, slots=True)
class SampleRoom:
    """How many test sentences a project has, and could have.

    ``n_drawn`` are in the test sample. ``n_open`` are those that can be in it: those that are, and
    the others without any label. Sentences that came labelled leave no room: they are no work that
    a test sentence would be a part of.
    """

    n_drawn: int
    n_open: int

    @property
    def largest(self) -> int:
        """The largest size of the test sample; what is drawn stays while others are labelled."""
        return max(self.n_drawn, largest_sample(self.n_open))


def sample_room(corpus: Corpus, visible: NDArray[np.int64]) -> SampleRoom:
    """Return the test sentences, and the room for them, among the ``visible`` sentences."""
    n_open = np.count_nonzero(is_open(corpus)[visible])
    return SampleRoom(int(np.count_nonzero(is_control(corpus, visible))), int(n_open))


def is_open(corpus: Corpus) -> NDArray[np.bool_]:
    """Return which sentences are test sentences, or could be drawn (N,)."""
    return np.asarray((corpus.roles == Role.CONTROL) | ~anything_known(corpus))


def largest_sample(n_open: int) -> int:
    """Return the largest size of the test sample of a project with so many open sentences."""
    return int(MAX_SHARE * n_open) if n_open >= MIN_PROJECT else 0


def smallest_project(n_drawn: int) -> int:
    """Return the least number of open sentences of a project with such a test sample."""
    return max(MIN_PROJECT, round(n_drawn / MAX_SHARE))


def size_to_draw(size: int, room: SampleRoom, n_new: int) -> int:
    """Return how many of ``n_new`` open sentences that are imported become test sentences.

    They complete the sample of the wanted ``size``, up to the largest share of the new ones. Where
    it is complete, they get the part of it that they have in the open sentences, so that the sample
    is one of the new text, too.
    """
    n_open = room.n_open + n_new
    most = min(size, largest_sample(n_open))
    # One of a few, or text that is imported in small pieces would have none.
    limit = max(int(MAX_SHARE * n_new), min(n_new, 1))
    missing = most - room.n_drawn
    return min(max(missing, round(most * n_new / max(n_open, 1))), limit)


def is_control(corpus: Corpus, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which sentences are test sentences."""
    return np.asarray(corpus.roles[sentence_indices] == Role.CONTROL)


def control_sentence_indices(corpus: Corpus, visible: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the test sentences among ``visible``, in the order in which they are queried."""
    sentence_indices = visible[is_control(corpus, visible)]
    return sentence_indices[np.argsort(_shuffled(corpus.ids[sentence_indices]), kind="stable")]


def anything_known(corpus: Corpus) -> NDArray[np.bool_]:
    """Return which sentences have a confirmed or narrowed token (N,)."""
    known = (corpus.states == TokenState.CONFIRMED) | (corpus.states == TokenState.NARROWED)
    return with_any(known, corpus.offsets)


def with_any(tokens: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which sentences, from their ``offsets`` (N + 1,), have one of the tokens (T,)."""
    result = np.zeros(len(offsets) - 1, np.bool_)
    # `reduceat` needs a token in each sentence.
    filled = np.flatnonzero(np.diff(offsets) > 0)
    if len(filled):
        result[filled] = np.logical_or.reduceat(tokens, offsets[filled])
    return result


def count_open_others(
    corpus: Corpus, visible: NDArray[np.int64], open_tokens: NDArray[np.int32]
) -> int:
    """Count the sentences that are not completely labelled and not in the test sample."""
    waiting = visible[open_tokens[visible] > 0]
    return int(np.count_nonzero(~is_control(corpus, waiting)))


def labelled_others(
    project: Project, visible: NDArray[np.int64], open_tokens: NDArray[np.int32]
) -> int:
    """Count the labelled or partly answered sentences outside the test sample.

    ``visible`` are the sentences of documents not removed, ``open_tokens`` (N,) the number of open
    tokens in each sentence.
    """
    others = visible[~is_control(project.corpus, visible)]
    labelled = open_tokens[others] == 0
    if project.flags:
        labelled |= project.with_flags(SentenceFlags.ANSWERED)[others]
    return int(np.count_nonzero(labelled))


def interleaved(
    corpus: Corpus,
    order: NDArray[np.int64],
    every: int,
    since: int,
    labelled: int,
    later: NDArray[np.bool_] | None = None,
) -> NDArray[np.int64]:
    """Make every ``every``-th sentence of an order a test sentence.

    Test sentences come in a random order, not that of the strategy, so that those labelled so far
    are a random sample, too. ``since`` is the number of others finished since the last one,
    ``labelled`` that of all others. Those postponed (``later``, (N,)) keep their positions.
    """
    control = is_control(corpus, order)
    if later is not None:
        control &= ~later[order]
    if not control.any():
        return order
    queried, others = control_sentence_indices(corpus, order[control]), order[~control]
    gap = max(every, MIN_EVERY) - 1
    at = max(gap - since, BEGINS_AFTER - labelled, 0) + gap * np.arange(len(queried))
    return np.insert(others, np.minimum(at, len(others)), queried)


def _shuffled(ids: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return pseudo-random numbers that depend on the ids only (SplitMix64)."""
    mixed = ids.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
