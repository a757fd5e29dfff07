"""Proposals above a confidence threshold, to be accepted together."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True)
class ConfidenceChoice:
    """The threshold, and whether only ``whole`` sentences are accepted or single spans as well."""

    threshold: float = 0.99
    whole: bool = True


MIN_CONFIDENCE = 0.5
"""Proposals that are more likely wrong than right are never accepted together."""


@dataclass(frozen=True, slots=True, eq=False)
class ConfidenceCurve:
    """The number of tokens accepted, and of expected errors, by threshold.

    G groups are accepted as a whole: sentences, or spans and single tokens.

    Attributes
    ----------
    error_chances : float32 (G,)
        One minus the lowest probability in each group, rising.
    tokens : int64 (G,)
        Number of tokens in the groups up to each.
    errors : float64 (G,)
        Expected number of errors among them.
    """

    error_chances: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    errors: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @property
    def highest_threshold(self) -> float | None:
        """The highest threshold that accepts anything, None if none does."""
        return 1.0 - float(self.error_chances[0]) if len(self.error_chances) else None

    def at(self, threshold: float) -> tuple[int, float]:
        """Return the number of tokens at or above a threshold, and of errors expected in them."""
        most = np.float32(1.0) - np.float32(threshold)
        n = int(np.searchsorted(self.error_chances, most, side="right"))
        return (int(self.tokens[n - 1]), float(self.errors[n - 1])) if n else (0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class ConfidentProposals:
    """What would be accepted; M sentences, K tokens.

    Attributes
    ----------
    sentence_indices : int64 (M,)
        The sentences, those with the most expected errors first.
    expected : float64 (M,)
        Expected number of errors in each: Σ (1 − marginal).
    least : int64 (M,)
        Index in the sentence of the least confident of these tokens.
    tokens : int64 (K,)
        All of these tokens, as indices into the flat arrays, rising.
    n_candidates : int
        Number of sentences examined.
    calibrated : bool
        Whether the probabilities are calibrated.
    curve : ConfidenceCurve
        The same by threshold.
    """

    choice: ConfidenceChoice
    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    expected: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    least: NDArray[np.int64] = field(default_factory=no_sentences)
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    n_candidates: int = 0
    calibrated: bool = False
    curve: ConfidenceCurve = field(default_factory=ConfidenceCurve)

    @property
    def expected_errors(self) -> float:
        """Expected number of errors in all sentences."""
        return float(self.expected.sum())
