"""The test sample: sentences drawn at random and labelled without help, for honest numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus, Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState

MIN_EVERY = 2
"""Between two test sentences there is at least one that is learnt from."""

BEGINS_AFTER = 10
"""So many others are labelled before the first: there is no model to be tested before."""


MIN_PROJECT = 50
"""Of fewer sentences no test sample is drawn: it would measure little, and little would be left."""

MAX_SHARE = 0.2
"""At most this share of a project's sentences is in the test sample: the rest is learnt from."""


def largest_sample(n_sentences: int) -> int:
    """Return how many of a project's sentences may be test sentences at the most."""
    return int(MAX_SHARE * n_sentences) if n_sentences >= MIN_PROJECT else 0


def is_control(corpus: Corpus, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say which of some sentences are test sentences."""
    return np.asarray(corpus.roles[sentence_indices] == Role.CONTROL)


def control_sentence_indices(corpus: Corpus, visible: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the test sentences among some places, in the order in which they are asked for."""
    sentence_indices = visible[is_control(corpus, visible)]
    return sentence_indices[np.argsort(_shuffled(corpus.ids[sentence_indices]), kind="stable")]


def anything_known(corpus: Corpus) -> NDArray[np.bool_]:
    """Say of which sentences something is known: labelled, or a label ruled out; (N,)."""
    known = (corpus.states == TokenState.CONFIRMED) | (corpus.states == TokenState.NARROWED)
    result = np.zeros(corpus.n_sentences, np.bool_)
    # What is reduced from one start to the next skips over sentences without tokens.
    filled = np.flatnonzero(np.diff(corpus.offsets) > 0)
    if len(filled):
        result[filled] = np.logical_or.reduceat(known, corpus.offsets[filled])
    return result


def labelled_others(
    project: Project, visible: NDArray[np.int64], open_tokens: NDArray[np.int32]
) -> int:
    """Count the labelled sentences from which a model learns: those that are not of the sample.

    ``visible`` are the places that the project shows, ``open_tokens`` (N,) how many tokens of each
    sentence are not confirmed. A sentence counts whose doubtful tokens have been answered, too.
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
    """Let every so-many-th sentence of an order be one of the test sample.

    Test sentences come in an order of their own that chance has made, not the strategy, so that
    those labelled so far are a random sample, too. ``since`` is how many others have been finished
    since the last one, ``labelled`` how many others there are altogether. Those put off for
    ``later`` (N,) keep their place among the others.
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
    """Return numbers that look random and depend on nothing but the ids (SplitMix64)."""
    mixed = ids.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
