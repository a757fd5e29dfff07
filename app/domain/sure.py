"""Proposals that are sure enough to be accepted all at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True)
class SureChoice:
    """How sure proposals must be; ``whole`` sentences alone, or single spans and tokens as well."""

    threshold: float = 0.99
    whole: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SureProposals:
    """What would be accepted; M sentences, K tokens.

    Attributes
    ----------
    places : int64 (M,)
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
    """

    choice: SureChoice
    places: NDArray[np.int64] = field(default_factory=no_sentences)
    n_tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    expected: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    least: NDArray[np.int64] = field(default_factory=no_sentences)
    lowest: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)
    n_candidates: int = 0
    calibrated: bool = False

    @property
    def expected_errors(self) -> float:
        """How many of all tokens are expected to be wrong."""
        return float(self.expected.sum())
