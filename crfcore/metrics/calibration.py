"""Calibration: the difference between confidence and accuracy.

Input are pairs of a confidence, the model's probability of its proposed label, and whether that
label is correct.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.errors import CrfError

N_BINS = 10
"""Default number of bins."""


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Confidence and accuracy in B bins of equal size (± 1 token).

    Attributes
    ----------
    confidence : (B,) array
        The mean confidence of each bin, in increasing order.
    accuracy : (B,) array
        The share of correct labels of each bin.
    counts : (B,) array
        The number of tokens of each bin, at least 1.
    """

    confidence: FloatArray
    accuracy: FloatArray
    counts: OffsetArray

    @property
    def expected_calibration_error(self) -> float:
        """Σ_b counts_b / T · |accuracy_b − confidence_b|; 0 without tokens."""
        total = max(int(self.counts.sum()), 1)
        return float(self.counts @ np.abs(self.accuracy - self.confidence)) / total


def reliability_curve(confidence: Any, correct: Any, n_bins: int = N_BINS) -> Reliability:
    """Return accuracy by confidence, in bins of equal mass.

    Tokens are sorted by confidence and divided into bins of equal size; if that is uneven, the
    first bins have one token more. Tokens of exactly the same confidence share their accuracy, so
    that their order does not matter.

    Parameters
    ----------
    confidence : (T,) numbers
        From 0 to 1; in single precision they may exceed 1 by its rounding.
    correct : (T,) booleans
    n_bins : int
        At least 1; at most the number of tokens is used.

    Raises
    ------
    CrfError
        The arrays differ in length, or have invalid types or values.

    References
    ----------
    K. Nguyen and B. O'Connor, Posterior calibration and exploratory analysis for natural language
    processing models, EMNLP 2015, section 3 (bins of equal mass).
    """
    confidences, right = _checked(confidence, correct)
    if n_bins < 1:
        raise CrfError(f"n_bins={n_bins} is not possible; there must be at least one.")
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
    """Return the mean difference between confidence and accuracy over bins of equal mass.

    Even perfect confidences have an error above 0, of about 0.8·√(p(1 − p)·B / T).

    Parameters are those of `reliability_curve`.

    Returns
    -------
    float
        0 … 1; 0 without tokens.
    """
    return reliability_curve(confidence, correct, n_bins).expected_calibration_error


def brier_score(confidence: Any, correct: Any) -> float:
    """Return the mean of (confidence − correct)²; 0 without tokens.

    Parameters
    ----------
    confidence, correct
        As for `reliability_curve`.

    References
    ----------
    G. W. Brier, Verification of forecasts expressed in terms of probability, Monthly Weather
    Review 78, 1950; of the two classes, only one is summed.
    """
    confidences, right = _checked(confidence, correct)
    return float(np.mean((confidences - right) ** 2)) if len(confidences) else 0.0


def _edges(n_tokens: int, n_bins: int) -> OffsetArray:
    """Return the edges of bins, (B + 1,), with B ≤ n_tokens."""
    n_bins = min(n_bins, n_tokens)
    sizes = np.full(n_bins, n_tokens // max(n_bins, 1), dtype=np.int64)
    sizes[: n_tokens - int(sizes.sum())] += 1
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def _shared_among_equals(ordered: FloatArray, right: FloatArray) -> FloatArray:
    """Return for each token the accuracy of tokens with the same confidence."""
    _, inverse, counts = np.unique(ordered, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse, weights=right, minlength=len(counts))
    return np.asarray((sums / counts)[inverse])


def _checked(confidence: Any, correct: Any) -> tuple[FloatArray, FloatArray]:
    confidences: NDArray[np.float64] = np.asarray(confidence, dtype=np.float64)
    right = np.asarray(correct)
    if confidences.ndim != 1 or right.shape != confidences.shape:
        raise CrfError(
            f"confidence and correct must be as many: they have the shapes {confidences.shape} and "
            f"{right.shape}."
        )
    if len(right) and right.dtype != np.bool_:
        raise CrfError(f"correct must contain booleans, not {right.dtype}.")
    if not np.all((confidences >= 0.0) & (confidences <= 1.0 + 1e-6)):
        raise CrfError("confidence must be between 0 and 1.")
    return np.minimum(confidences, 1.0), right.astype(np.float64)
