"""Filters of the queue."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from app.domain.names import InconsistentNames


class QueueKind(StrEnum):
    """The condition for a sentence to be listed."""

    ALL = "all"
    UNCERTAIN = "unsure"
    """A proposal is below the project's threshold."""
    CONFIDENT = "sure"
    """No proposal is."""
    DISAGREE = "disagree"
    """A gazetteer contradicts the model."""
    CONTRADICTED = "contradicted"
    """A confident proposal contradicts a confirmed label."""
    INCONSISTENT = "inconsistent"
    """A name in them has different labels in its document."""
    FLAGGED = "flagged"
    LATER = "later"
    SKIPPED = "skipped"
    ANSWERED = "answered"
    """The queried tokens are confirmed, the rest is open."""
    FOUND = "found"
    """A search has a match in them."""


REVIEWS = frozenset(
    {QueueKind.CONTRADICTED, QueueKind.INCONSISTENT, QueueKind.FLAGGED, QueueKind.FOUND}
)
"""Kinds that list finished sentences as well."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundSentences:
    """The sentences that a search found when the filter was set.

    ``firsts`` are the first tokens of the matches, empty if the matches are whole sentences.
    """

    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    firsts: NDArray[np.int64] = field(default_factory=no_sentences)

    def token_in(self, sentence_index: int) -> int | None:
        """Return the first token of the first match in a sentence, None without one."""
        if not len(self.firsts):
            return None
        return min(self.firsts[self.sentence_indices == sentence_index].tolist(), default=None)


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """A kind of sentences, a label shown in them, and their document; None for any.

    ``found`` are the sentences of the kind `QueueKind.FOUND`.
    """

    kind: QueueKind = QueueKind.ALL
    label: int | None = None
    document: int | None = None
    found: FoundSentences | None = None

    @property
    def active(self) -> bool:
        """Whether the filter excludes anything."""
        return self != QueueFilter()

    @property
    def reviews(self) -> bool:
        """Whether finished sentences are listed as well."""
        return self.kind in REVIEWS


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A token with two different tags.

    ``current`` is the tag of a gazetteer, or the confirmed one; ``proposed`` is that of the model,
    with its probability.
    """

    token: int
    current: str
    proposed: str
    probability: float
    confirmed: bool


@dataclass(frozen=True, slots=True, eq=False)
class FilteredQueue:
    """The sentences that pass a filter, in the queue's order, and why they do.

    ``disagreements`` are by sentence; ``names`` are those with different labels.
    """

    filter: QueueFilter
    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    disagreements: dict[int, Disagreement] = field(default_factory=dict)
    names: InconsistentNames = field(default_factory=InconsistentNames)

    def token_in(self, sentence_index: int) -> int | None:
        """Return the token because of which a sentence is listed, None for a whole sentence."""
        if sentence_index in self.disagreements:
            return self.disagreements[sentence_index].token
        if sentence_index in self.names.by_sentence:
            return self.names.by_sentence[sentence_index].first_in(sentence_index)
        return None if self.filter.found is None else self.filter.found.token_in(sentence_index)
