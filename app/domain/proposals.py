"""Proposals of the model; they are kept in memory only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

NO_TAG = -1

LISTED_PROBABILITY = 0.5
"""The probability of a gazetteer's proposal in the queue: low, to be checked early.

While there is no model, proposals with other probabilities are those of grammars.
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
    lowest : float32 (N,)
        Lowest marginal among the sentence's open tokens; 2 without any.
    expected_errors : float32 (N,)
        Σ (1 − marginal) over these tokens: the expected number of wrong labels.
    """

    tags: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    models: NDArray[np.int32]
    lowest: NDArray[np.float32]
    expected_errors: NDArray[np.float32]

    @classmethod
    def none(cls, n_sentences: int, n_tokens: int) -> Proposals:
        """Return empty proposals."""
        return cls(
            np.full(n_tokens, NO_TAG, np.int32),
            np.zeros(n_tokens, np.float32),
            np.zeros(n_sentences, np.int32),
            np.full(n_sentences, 2.0, np.float32),
            np.zeros(n_sentences, np.float32),
        )

    def snapshot(self) -> Proposals:
        """Return a copy; all arrays are copied, since all are written into."""
        return Proposals(
            self.tags.copy(),
            self.probabilities.copy(),
            self.models.copy(),
            self.lowest.copy(),
            self.expected_errors.copy(),
        )


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
