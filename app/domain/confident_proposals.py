"""Proposals that are sure enough to be accepted all at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True)
class ConfidenceChoice:
    """How sure proposals must be; ``whole`` sentences alone, or single spans and tokens as well."""

    threshold: float = 0.99
    whole: bool = True


MIN_CONFIDENCE = 0.5
"""A proposal that is rather wrong than right is never accepted with others."""


@dataclass(frozen=True, slots=True, eq=False)
class ConfidenceCurve:
    """What every threshold would accept, and the errors in it, without another search.

    Pieces that are accepted as a whole (sentences, or spans and tokens), G of them.

    Attributes
    ----------
    error_chances : float32 (G,)
        One minus the least probability of each piece, rising.
    tokens : int64 (G,)
        How many tokens the pieces up to each have together.
    errors : float64 (G,)
        How many of these are expected to be wrong.
    """

    error_chances: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    errors: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @property
    def highest_threshold(self) -> float | None:
        """The threshold from which on downwards there is something, None if for none."""
        return 1.0 - float(self.error_chances[0]) if len(self.error_chances) else None

    def at(self, threshold: float) -> tuple[int, float]:
        """Return how many tokens are at least so sure, and how many of them will be wrong."""
        most = np.float32(1.0) - np.float32(threshold)
        n = int(np.searchsorted(self.error_chances, most, side="right"))
        return (int(self.tokens[n - 1]), float(self.errors[n - 1])) if n else (0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class ConfidentProposals:
    """What would be accepted; M sentences, K tokens.

    Attributes
    ----------
    sentence_indices : int64 (M,)
        The sentences, those with the most errors to be expected first.
    n_tokens : int64 (M,)
        How many tokens of each would be accepted.
    expected : float64 (M,)
        How many of them are expected to be wrong: Σ (1 − marginal).
    least : int64 (M,)
        The least sure one of them, as its place in the sentence.
    lowest : float64 (M,)
        Its probability.
    tokens : int64 (K,)
        All of them, as places in the flat arrays, rising.
    n_candidates : int
        How many sentences were looked at.
    calibrated : bool
        Whether the probabilities are known to say how often proposals are right.
    curve : ConfidenceCurve
        What other thresholds would accept.
    """

    choice: ConfidenceChoice
    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    n_tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    expected: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    least: NDArray[np.int64] = field(default_factory=no_sentences)
    lowest: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    n_candidates: int = 0
    calibrated: bool = False
    curve: ConfidenceCurve = field(default_factory=ConfidenceCurve)

    @property
    def expected_errors(self) -> float:
        """How many of all tokens are expected to be wrong."""
        return float(self.expected.sum())
