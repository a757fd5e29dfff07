"""Which sentences of the queue are listed, and why one is that has no doubtful token."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


class QueueKind(StrEnum):
    """What a sentence must be like to be listed."""

    ALL = "all"
    UNCERTAIN = "unsure"
    """A proposal is less probable than the project's threshold."""
    CONFIDENT = "sure"
    """No proposal is."""
    DISAGREE = "disagree"
    """A gazetteer says something else than the model."""
    CONTRADICTED = "contradicted"
    """A person has confirmed what the model is sure is something else."""
    FLAGGED = "flagged"
    LATER = "later"
    SKIPPED = "skipped"
    ANSWERED = "answered"
    """What was asked of them is answered; the rest is open."""
    FOUND = "found"
    """A search has found something in them."""


REVIEWS = frozenset({QueueKind.CONTRADICTED, QueueKind.FLAGGED, QueueKind.FOUND})
"""Kinds that list finished sentences as well."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundSentences:
    """The sentences of one search: those that it found when the queue was asked for them.

    ``firsts`` are the first tokens of what was found in them, empty where that is the whole.
    """

    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    firsts: NDArray[np.int64] = field(default_factory=no_sentences)

    def token_in(self, sentence_index: int) -> int | None:
        """Return the first token that was found in a sentence, None where none was."""
        if not len(self.firsts):
            return None
        return min(self.firsts[self.sentence_indices == sentence_index].tolist(), default=None)


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """A kind of sentences, a label that is shown in them, and their document; None for any.

    ``found`` are the sentences of the kind `QueueKind.FOUND`.
    """

    kind: QueueKind = QueueKind.ALL
    label: int | None = None
    document: int | None = None
    found: FoundSentences | None = None

    @property
    def active(self) -> bool:
        """Whether anything is left out."""
        return self != QueueFilter()

    @property
    def reviews(self) -> bool:
        """Whether finished sentences are listed, too."""
        return self.kind in REVIEWS


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A token of which two say different things.

    ``current`` is the tag of a gazetteer, or the one a person has confirmed; ``proposed`` is that
    of the model, with its probability.
    """

    token: int
    current: str
    proposed: str
    probability: float
    confirmed: bool


@dataclass(frozen=True, slots=True, eq=False)
class FilteredQueue:
    """What passes a filter: places in the order of the queue, and what disagrees, by place."""

    filter: QueueFilter
    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    disagreements: dict[int, Disagreement] = field(default_factory=dict)

    def token_in(self, sentence_index: int) -> int | None:
        """Return the token for whose sake a sentence is listed, None where that is the whole."""
        if sentence_index in self.disagreements:
            return self.disagreements[sentence_index].token
        return None if self.filter.found is None else self.filter.found.token_in(sentence_index)
