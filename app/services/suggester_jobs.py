"""The questions that a suggester gives to a worker, and what it makes of the answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Corpus
from app.domain.proposals import ProposalSlice
from app.domain.query_choices import QueryChoice
from app.domain.timings import Timed
from app.jobs.queue.order import QueueOrder
from app.jobs.suggestions.propose import ProposedTags, Sentences
from app.jobs.training.train import TrainedModel
from app.services.queue_ordering import Ordering
from app.services.trainer import NumberedModel


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """Sentences to be decoded; ``corrected`` are the tokens that a person has just edited.

    ``following``: after a correction in another sentence of their document.
    """

    model: NumberedModel
    sentence_indices: NDArray[np.int64]
    sentences: Sentences
    revision: int
    corrected: frozenset[int] | None
    following: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rating:
    """Sentences to be rated by the query strategy."""

    model: NumberedModel
    sentence_indices: NDArray[np.int64]
    sentences: Sentences
    revision: int
    query_choice: QueryChoice
    timed: tuple[Timed, ...]


Job = Slice | Rating | Ordering
Answer = ProposedTags | NDArray[np.float64] | QueueOrder


def labels_of(model: NumberedModel) -> tuple[str, ...]:
    """Return the labels of a trained model, () of another."""
    return tuple(model.model.crf.classes_) if isinstance(model.model, TrainedModel) else ()


def first_of(
    sentence_indices: NDArray[np.int64], corpus: Corpus, n_tokens: int
) -> NDArray[np.int64]:
    """Return the first of some sentences with up to ``n_tokens`` tokens together, at least one."""
    ends = np.cumsum(corpus.lengths(sentence_indices))
    return sentence_indices[: max(1, int(np.searchsorted(ends, n_tokens, side="right")))]


def news_of(job: Slice, tags: ProposedTags) -> ProposalSlice:
    """Return the proposals of a slice for the session."""
    return ProposalSlice(
        job.sentence_indices,
        tags.tags,
        tags.probabilities,
        job.model.number,
        job.revision,
        tags.conflicts,
        tags.listed,
    )
