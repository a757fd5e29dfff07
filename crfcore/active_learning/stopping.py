"""Figures that help an annotator to decide when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from crfcore.active_learning.control_sample import ScoreInterval, SentenceCounts, score_interval
from crfcore.active_learning.learning_curve import Gain, LearningCurve, fit_power_law
from crfcore.errors import CrfError

NEXT_SENTENCES = 100

PAIRS = 3
"""Number of pairs of trainings over which agreement is averaged."""


@dataclass(frozen=True, slots=True)
class Stability:
    """Agreement of successive models.

    Attributes
    ----------
    agreement : float
        The share of tokens with the same label, on average over the last pairs of models.
    kappa : float
        Cohen's kappa: (agreement − chance) / (1 − chance). Bloodgood and
        Vijay-Shanker stopped when it exceeded 0.99 for three trainings.
    n_pairs : int
        Number of pairs.
    """

    agreement: float
    kappa: float
    n_pairs: int


@dataclass(frozen=True, slots=True)
class Indicators:
    """Stopping criteria; None where there is no figure yet.

    Attributes
    ----------
    score : ScoreInterval or None
        Score on the unlabelled sentences, estimated from the control sample.
    gain : Gain or None
        Expected gain in score from the next sentences.
    stability : Stability or None
        Agreement of the last models.
    """

    score: ScoreInterval | None
    gain: Gain | None
    stability: Stability | None


def stability(labellings: Sequence[Any], n_pairs: int = PAIRS) -> Stability | None:
    """Return the agreement of successive models.

    Parameters
    ----------
    labellings : sequence of (T,) arrays
        Labels, or their ids, that each model proposes for the same tokens; the latest last.
    n_pairs : int
        How many of the last pairs are used, at least 1.

    Returns
    -------
    Stability or None
        None for fewer than two models, or without tokens.

    Raises
    ------
    CrfError
        They differ in length, or n_pairs is less than 1.

    References
    ----------
    M. Bloodgood and K. Vijay-Shanker, A method for stopping active learning based on stabilizing
    predictions and the need for user-adjustable stopping, CoNLL 2009.
    """
    if n_pairs < 1:
        raise CrfError(f"n_pairs={n_pairs} is not possible; it must be at least 1.")
    last = [np.asarray(one) for one in labellings[-(n_pairs + 1) :]]
    if len({one.shape for one in last}) > 1:
        raise CrfError("Labellings of different tokens cannot be compared.")
    if len(last) < 2 or not last[0].size:
        return None
    pairs = [_compared(a, b) for a, b in pairwise(last)]
    agreement, kappa = np.mean(pairs, axis=0).tolist()
    return Stability(agreement, kappa, len(pairs))


def indicators(
    *,
    control: SentenceCounts | None = None,
    n_rest: int | None = None,
    curve: LearningCurve | None = None,
    labellings: Sequence[Any] = (),
    more: float = NEXT_SENTENCES,
) -> Indicators:
    """Return the stopping criteria; each may be missing.

    Parameters
    ----------
    control : SentenceCounts, optional
        Of the control sample under the current model.
    n_rest : int, optional
        Number of sentences of the pool outside the control sample.
    curve : LearningCurve, optional
        Scores on the control sample by number of labelled sentences.
    labellings : sequence of (T,) arrays
        As for `stability`.
    more : float
        Number of further sentences for the gain.
    """
    fit = None if curve is None else fit_power_law(curve)
    return Indicators(
        None
        if control is None or not control.n_sentences
        else score_interval(control, n_rest if n_rest else None),
        None if curve is None or fit is None else fit.gain(curve.stop, more),
        stability(labellings),
    )


def _compared(one: Any, other: Any) -> tuple[float, float]:
    """Return agreement and Cohen's kappa of two labellings."""
    agreement = float(np.mean(one == other))
    names, numbers = np.unique(np.concatenate([one, other]), return_inverse=True)
    first, second = (
        np.bincount(half, minlength=len(names)) / len(one) for half in np.split(numbers, 2)
    )
    chance = float(first @ second)
    return agreement, 1.0 if chance == 1.0 else (agreement - chance) / (1.0 - chance)
