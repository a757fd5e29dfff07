"""Summaries of simulated learning curves: areas, and amounts for shares of the best score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crfcore.active_learning.checkpoints import Point, Scores
from crfcore.active_learning.learning_curve import LearningCurve, mean_curve

AMOUNTS = (
    "sentences",
    "tokens",
    "tokens_read",
    "corrections",
    "actions",
    "seconds",
    "seconds_fast_reading",
)
"""Possible x axes of curves: fields of `Point`."""

SHARES = (0.90, 0.95, 0.99)
"""Of the full-data score."""

Seeds = Mapping[int, Sequence[Point]]
"""The points of a simulated setting by seed."""


def curve_of(points: Sequence[Point], amount: str, score: str) -> LearningCurve:
    """Return the curve of a run; of points with the same amount the last one counts."""
    amounts = np.array([getattr(point, amount) for point in points], dtype=np.float64)
    scores = np.array([getattr(point, score) for point in points], dtype=np.float64)
    kept = np.append(np.diff(amounts) > 0.0, True)
    return LearningCurve(amounts[kept], scores[kept])


@dataclass(frozen=True, slots=True)
class Crossing:
    """The amount needed for a score.

    Attributes
    ----------
    amount : float or None
        Where the mean curve of the seeds first reaches it; None where it does not.
    spread : float or None
        Standard deviation over the seeds' own curves; None if fewer than two reach it.
    """

    amount: float | None
    spread: float | None


def crossing(seeds: Seeds, amount: str, score: str, wanted: float) -> Crossing:
    """Return the amount that the seeds of a setting needed for a score."""
    curves = [curve_of(points, amount, score) for points in seeds.values()]
    own = [found for curve in curves if (found := curve.first_crossing(wanted)) is not None]
    spread = float(np.std(own, ddof=1)) if len(own) > 1 else None
    if max(curve.start for curve in curves) > min(curve.stop for curve in curves):
        return Crossing(None, spread)
    return Crossing(mean_curve(curves).first_crossing(wanted), spread)


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a setting.

    Attributes
    ----------
    area : float or None
        Mean height of the mean curve over tokens, from the start to the end that all settings
        share; None where the curve ends before.
    crossings : mapping of (str, float) to Crossing
        By amount (one of `AMOUNTS`) and share of the full-data score.
    """

    area: float | None
    crossings: Mapping[tuple[str, float], Crossing]


def summaries(
    ways: Mapping[str, Seeds],
    full: Scores,
    score: str,
    *,
    shares: Sequence[float] = SHARES,
    reference: str | None = None,
) -> dict[str, Summary]:
    """Return the result of each setting.

    Parameters
    ----------
    ways : mapping of str to the points by seed
    full : Scores
        Of a model of the whole pool.
    score : {"f1", "token_accuracy"}
    shares : sequence of float
    reference : str, optional
        The setting whose amount of tokens for the greatest share that it reached is the end of all
        areas. By default the end is the least last amount of all settings.
    """
    best = getattr(full, score)
    crossings = {
        name: {
            (amount, share): crossing(seeds, amount, score, share * best)
            for amount in AMOUNTS
            for share in shares
        }
        for name, seeds in ways.items()
    }
    means = {name: _mean_over_tokens(seeds, score) for name, seeds in ways.items()}
    ends = [mean.stop for mean in means.values() if mean is not None]
    if reference in crossings:
        own = [crossings[reference]["tokens", share].amount for share in sorted(shares)]
        ends = [amount for amount in own if amount is not None][-1:] or ends
    stop = min(ends, default=0.0)
    return {name: Summary(_area(means[name], stop), crossings[name]) for name in ways}


def _mean_over_tokens(seeds: Seeds, score: str) -> LearningCurve | None:
    curves = [curve_of(points, "tokens", score) for points in seeds.values()]
    if max(curve.start for curve in curves) > min(curve.stop for curve in curves):
        return None
    return mean_curve(curves)


def _area(mean: LearningCurve | None, stop: float) -> float | None:
    if mean is None or not mean.start <= stop <= mean.stop:
        return None
    return mean.area(stop=stop)
