"""Calibration: the distance between probabilities and accuracy.

Everything here is about pairs of a confidence, the probability that a model gives a label that it
proposes, and whether that label is right. Which tokens these are, is the caller's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, OffsetArray

N_BINS = 10
"""Into how many bins tokens are put, unless said otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """What was right in each of B bins, which hold as many tokens as one another (± 1).

    Attributes
    ----------
    confidence : (B,) array
        The mean confidence of each bin, rising.
    accuracy : (B,) array
        The share of the bin's labels that is right.
    counts : (B,) array
        How many tokens it has, at least 1 each.
    """

    confidence: FloatArray
    accuracy: FloatArray
    counts: OffsetArray

    @property
    def expected_calibration_error(self) -> float:
        """Σ_b counts_b / T · |accuracy_b − confidence_b|; 0 where there is nothing."""
        total = max(int(self.counts.sum()), 1)
        return float(self.counts @ np.abs(self.accuracy - self.confidence)) / total


def reliability_curve(confidence: Any, correct: Any, n_bins: int = N_BINS) -> Reliability:
    """Return how often labels of about the same confidence are right, in bins of equal mass.

    The tokens are sorted by confidence and cut into bins of the same size; the first ones have one
    token more where that does not come out even. Tokens of exactly the same confidence count as
    right by the share of them that is, so that their order does not matter.

    Parameters
    ----------
    confidence : (T,) numbers
        From 0 to 1; in single precision they may exceed 1 by its rounding.
    correct : (T,) booleans
    n_bins : int
        At least 1. Where there are fewer tokens, there are fewer bins.

    Raises
    ------
    ValueError
        They are not as many, or of another kind.

    References
    ----------
    K. Nguyen and B. O'Connor, Posterior calibration and exploratory analysis for natural language
    processing models, EMNLP 2015, section 3 (bins of equal mass).
    """
    confidences, right = _checked(confidence, correct)
    if n_bins < 1:
        message = f"n_bins={n_bins} is not possible; there must be at least one."
        raise ValueError(message)
    order = np.argsort(confidences, kind="stable")
    confidences, right = confidences[order], _shared_among_equals(confidences[order], right[order])
    edges = _edges(len(confidences), n_bins)
    counts = np.diff(edges)
    if not len(counts):
        return Reliability(np.zeros(0), np.zeros(0), counts)
    return Reliability(
        np.add.reduceat(confidences, edges[:-1]) / counts,
        np.add.reduceat(right, edges[:-1]) / counts,
        counts,
    )


def expected_calibration_error(confidence: Any, correct: Any, n_bins: int = N_BINS) -> float:
    """Return the mean distance between confidence and accuracy over bins of equal mass.

    Even perfect confidences have an error above 0, of about 0.8·√(p(1 − p)·B / T).

    Parameters are those of `reliability_curve`.

    Returns
    -------
    float
        0 … 1; 0 where there is no token.
    """
    return reliability_curve(confidence, correct, n_bins).expected_calibration_error


def brier_score(confidence: Any, correct: Any) -> float:
    """Return the mean of (confidence − correct)²; 0 where there is no token.

    Parameters
    ----------
    confidence, correct
        As for `reliability_curve`.

    References
    ----------
    G. W. Brier, Verification of forecasts expressed in terms of probability, Monthly Weather
    Review 78, 1950; of the two classes right and wrong, one is counted.
    """
    confidences, right = _checked(confidence, correct)
    return float(np.mean((confidences - right) ** 2)) if len(confidences) else 0.0


def _edges(n_tokens: int, n_bins: int) -> OffsetArray:
    """Return where bins begin and end, (B + 1,), with B ≤ n_tokens."""
    n_bins = min(n_bins, n_tokens)
    sizes = np.full(n_bins, n_tokens // max(n_bins, 1), dtype=np.int64)
    sizes[: n_tokens - int(sizes.sum())] += 1
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def _shared_among_equals(ordered: FloatArray, right: FloatArray) -> FloatArray:
    """Return for each token the share of right ones among those of the same confidence."""
    _, inverse, counts = np.unique(ordered, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse, weights=right, minlength=len(counts))
    return np.asarray((sums / counts)[inverse])


def _checked(confidence: Any, correct: Any) -> tuple[FloatArray, FloatArray]:
    confidences: NDArray[np.float64] = np.asarray(confidence, dtype=np.float64)
    right = np.asarray(correct)
    if confidences.ndim != 1 or right.shape != confidences.shape:
        message = (
            f"confidence and correct must be as many: they have the shapes {confidences.shape} and "
            f"{right.shape}."
        )
        raise ValueError(message)
    if len(right) and right.dtype != np.bool_:
        message = f"correct must contain booleans, not {right.dtype}."
        raise ValueError(message)
    if not np.all((confidences >= 0.0) & (confidences <= 1.0 + 1e-6)):
        message = "confidence must be between 0 and 1."
        raise ValueError(message)
    return np.minimum(confidences, 1.0), right.astype(np.float64)
