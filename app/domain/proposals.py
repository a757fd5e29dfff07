"""Proposals of the model; they are kept in memory only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

NO_TAG = -1

LISTED_PROBABILITY = 0.5
"""The probability of a gazetteer's proposal in the queue: low, to be checked early.

Proposals of gazetteers and grammars with other probabilities are those of grammars.
"""

LISTED_UNTIL = 100
"""Beside models of at most so many labelled sentences, gazetteers and grammars propose, too.

F1 of the model alone and with them: Dutch names of CoNLL-2002 with a list of 3,148 names, with 5
labelled sentences 5.3 and 50.3, with 100 40.2 and 53.8, with 500 59.2 and 60.2; chunks of
CoNLL-2000 with a grammar for all of them, with 1 64.0 and 84.1, with 20 84.4 and 85.8, with 100
87.5 and 86.3. Means of two or three draws.
"""


def only_tags(members: Iterable[Sequence[int]]) -> NDArray[np.int64]:
    """Return the only tag of each interned set, `NO_TAG` if it has none or several."""
    return np.array([one[0] if len(one) == 1 else NO_TAG for one in members], np.int64)


@dataclass(slots=True, eq=False)
class Proposals:
    """The newest proposal for every token, in the same flat order as the corpus.

    Attributes
    ----------
    tags : int32 (T,)
        Tag id in the best labelling given the confirmed labels, `NO_TAG` if there is none yet.
    probabilities : float32 (T,)
        Marginal probability of that tag, 0 … 1.
    models : int32 (N,)
        Number of the model that proposed for the sentence, 0 for none, negative for gazetteers.
    listed : bool (T,)
        Whether a gazetteer or grammar proposed the tag where a model proposed no label. See
        `are_listed` for sentences in which nothing but these proposed.
    lowest : float32 (N,)
        Lowest marginal among the sentence's open tokens; 2 without any. Beside a model, that of a
        gazetteer or grammar counts as `LISTED_PROBABILITY` at most.
    expected_errors : float32 (N,)
        Σ (1 − marginal) over these tokens: the expected number of wrong labels.
    """

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    models: NDArray[np.int32]
    listed: NDArray[np.bool_]
    lowest: NDArray[np.float32]
    expected_errors: NDArray[np.float32]

    @classmethod
    def none(cls, n_sentences: int, n_tokens: int) -> Proposals:
        """Return empty proposals."""
        return cls(
            np.full(n_tokens, NO_TAG, np.int32),
            np.zeros(n_tokens, np.float32),
            np.zeros(n_sentences, np.int32),
            np.zeros(n_tokens, np.bool_),
            np.full(n_sentences, 2.0, np.float32),
            np.zeros(n_sentences, np.float32),
        )

    def snapshot(self) -> Proposals:
        """Return a copy; all arrays are copied, since all are written into."""
        return Proposals(
            self.tags.copy(),
            self.probabilities.copy(),
            self.models.copy(),
            self.listed.copy(),
            self.lowest.copy(),
            self.expected_errors.copy(),
        )

    def are_listed(self, sentence_index: int, tokens: slice) -> NDArray[np.bool_]:
        """Return which proposals for tokens of a sentence are those of gazetteers or grammars."""
        if self.models[sentence_index] < 0:
            return np.ones_like(self.listed[tokens])
        return self.listed[tokens]

    def chances(self, at: slice | NDArray[np.int64]) -> NDArray[np.float32]:
        """Return probabilities, at most `LISTED_PROBABILITY` where a gazetteer or grammar added."""
        probabilities, listed = self.probabilities[at], self.listed[at]
        if not listed.any():
            return probabilities
        low = np.minimum(probabilities, np.float32(LISTED_PROBABILITY))
        return np.where(listed, low, probabilities)

    def by_models(self) -> NDArray[np.int32]:
        """Return a copy of the tags without those that a gazetteer or grammar added, int32 (T,)."""
        return np.where(self.listed, np.int32(NO_TAG), self.tags)


@dataclass(frozen=True, slots=True, eq=False)
class ProposalSlice:
    """Proposals for some sentences.

    ``sentence_indices`` (int64) are the sentences; ``tags`` and ``probabilities`` those of their
    tokens, concatenated; ``revision`` is that of the session whose confirmed labels were fixed.
    """

    sentence_indices: NDArray[np.int64]
    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    model: int
    revision: int
    conflicts: dict[int, str] = field(default_factory=dict)
    """By sentence index, the conflict in a sentence and the rule that was left out there."""
    listed: NDArray[np.bool_] | None = None
    """Which tags a gazetteer or grammar has added to those of a model; None for none."""
