"""Learning curves: scores by amount of labels, and their extrapolation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError

MIN_POINTS = 4
"""A power law has three parameters; the fourth point shows the fit."""

LEVEL = 0.95

EXPONENTS: FloatArray = np.exp(np.linspace(np.log(0.05), np.log(3.0), 120))
"""Grid of exponents b, evenly spaced in the logarithm."""

NEEDED_LEVELS = (0.1, 0.5, 0.9)
"""Quantiles of the amount: low, median, high."""

MIN_NOISE = 1e-6
"""Lower bound of the noise."""


class LearningCurve:
    """Scores at increasing amounts of labelled sentences, tokens, actions or seconds.

    Parameters
    ----------
    amounts : (P,) numbers
        Rising.
    scores : (P,) numbers

    Raises
    ------
    CrfError
        There is no point, amounts do not increase, or there are not as many scores.
    """

    def __init__(self, amounts: Any, scores: Any) -> None:
        self.amounts: FloatArray = np.asarray(amounts, dtype=np.float64)
        self.scores: FloatArray = np.asarray(scores, dtype=np.float64)
        if self.amounts.ndim != 1 or self.amounts.shape != self.scores.shape:
            raise CrfError("A learning curve needs a score for each amount.")
        if not len(self.amounts):
            raise CrfError("A learning curve needs a point.")
        if not (np.all(np.isfinite(self.amounts)) and np.all(np.isfinite(self.scores))):
            raise CrfError("Amounts and scores of a learning curve are finite numbers.")
        if np.any(np.diff(self.amounts) <= 0.0):
            raise CrfError("The amounts of a learning curve rise from point to point.")

    @property
    def start(self) -> float:
        """The first amount."""
        return float(self.amounts[0])

    @property
    def stop(self) -> float:
        """The last amount."""
        return float(self.amounts[-1])

    def at(self, amounts: Any) -> FloatArray:
        """Return the scores at some amounts, interpolated linearly.

        Raises
        ------
        CrfError
            The amount is outside the curve.
        """
        wanted = np.asarray(amounts, dtype=np.float64)
        if not np.all((wanted >= self.start) & (wanted <= self.stop)):
            raise CrfError(f"This learning curve goes from {self.start:g} to {self.stop:g} only.")
        return np.interp(wanted, self.amounts, self.scores)

    def area(self, start: float | None = None, stop: float | None = None) -> float:
        """Return the mean height from one amount to another; by default of the whole curve.

        Raises
        ------
        CrfError
            The amount is outside the curve.
        """
        first = self.start if start is None else float(start)
        last = self.stop if stop is None else float(stop)
        if last < first:
            raise CrfError(f"There is no area from {first:g} to {last:g}.")
        inner = self.amounts[(self.amounts > first) & (self.amounts < last)]
        amounts_there = np.concatenate([[first], inner, [last]])
        heights = self.at(amounts_there)
        if first == last:
            return float(heights[0])
        return float(
            np.sum(np.diff(amounts_there) * (heights[1:] + heights[:-1]) / 2.0) / (last - first)
        )

    def first_crossing(self, score: float) -> float | None:
        """Return the amount at which the curve first reaches a score; None where it never does."""
        reached = np.flatnonzero(self.scores >= score)
        if not len(reached):
            return None
        index = int(reached[0])
        if index == 0:
            return self.start
        before, after = self.scores[index - 1 : index + 1].tolist()
        share = (score - before) / (after - before)
        left, right = self.amounts[index - 1 : index + 1].tolist()
        return float(left + share * (right - left))


def mean_curve(curves: Sequence[LearningCurve]) -> LearningCurve:
    """Return the mean of curves, such as of several seeds, over the amounts that all of them reach.

    It has the points of all curves, which are interpolated linearly.

    Raises
    ------
    CrfError
        There is no curve, or no common amount.
    """
    if not curves:
        raise CrfError("A mean of learning curves needs one.")
    first = max(curve.start for curve in curves)
    last = min(curve.stop for curve in curves)
    if last < first:
        raise CrfError("These learning curves have no amount in common.")
    amounts = np.unique(np.concatenate([curve.amounts for curve in curves]))
    amounts = amounts[(amounts >= first) & (amounts <= last)]
    return LearningCurve(amounts, np.mean([curve.at(amounts) for curve in curves], axis=0))


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """The curve c − a·n^(−b).

    Attributes
    ----------
    ceiling : float
        c, the limit of the score; at most 1.
    drop : float
        a, at least 0.
    exponent : float
        b, greater than 0.
    """

    ceiling: float
    drop: float
    exponent: float

    def at(self, amount: float) -> float:
        """Return the score at an amount greater than 0."""
        return self.ceiling - self.drop * float(np.power(amount, -self.exponent))


@dataclass(frozen=True, slots=True)
class Gain:
    """The expected increase of a score.

    Attributes
    ----------
    gain, low, high : float
        At least 0; low and high are the bounds of the 95% interval if the curve is a power law.
    """

    gain: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Needed:
    """The amount to label for a score; infinity where no amount is enough.

    Attributes
    ----------
    amount : float
        The median.
    low, high : float
        Bounds of the 80% interval if the curve is a power law.
    """

    amount: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class CurveFit:
    """Power laws fitted to the points of a learning curve.

    Attributes
    ----------
    law : PowerLaw
        The best one.
    noise : float
        Standard deviation of the points around it.
    laws : tuple of PowerLaw
        The best one for each exponent.
    weights : (B,) array
        Likelihood of each exponent, normalised.
    variances : (B,) array
        Of the drop for each exponent.
    freedom : int
        Degrees of freedom: points less three.
    """

    law: PowerLaw
    noise: float
    laws: tuple[PowerLaw, ...]
    weights: FloatArray
    variances: FloatArray
    freedom: int

    def gain(self, amount: float, more: float) -> Gain:
        """Return the expected gain of labelling more.

        Parameters
        ----------
        amount : float
            The amount labelled now, greater than 0.
        more : float
            At least 0.

        Raises
        ------
        CrfError
            An amount is out of range.
        """
        from scipy.special import stdtrit

        if not (amount > 0.0 and more >= 0.0):
            raise CrfError(f"There is no gain from {amount} with {more} more.")
        exponents = np.array([law.exponent for law in self.laws])
        drops = np.array([law.drop for law in self.laws])
        steps = amount**-exponents - (amount + more) ** -exponents
        gains = drops * steps
        mean = float(self.weights @ gains)
        variance = float(self.weights @ (self.variances * steps**2 + (gains - mean) ** 2))
        reach = float(stdtrit(self.freedom, 0.5 + LEVEL / 2.0)) * variance**0.5
        return Gain(mean, max(mean - reach, 0.0), mean + reach)

    def needed(self, score: float) -> Needed:
        """Return the amount at which a score is expected to be reached.

        The distribution has the amount of each exponent with its weight.
        """
        amounts = np.array([_reaching(law, score) for law in self.laws])
        order = np.argsort(amounts, kind="stable")
        believed = np.cumsum(self.weights[order])
        low, amount, high = (
            float(amounts[order[min(int(np.searchsorted(believed, level)), len(order) - 1)]])
            for level in NEEDED_LEVELS
        )
        return Needed(amount, low, high)


def _reaching(law: PowerLaw, score: float) -> float:
    """Return the amount at which a power law reaches a score; infinity also on overflow."""
    if law.ceiling <= score:
        return np.inf
    with np.errstate(over="ignore"):
        return float(np.power(law.drop / (law.ceiling - score), 1.0 / law.exponent))


def fit_power_law(curve: LearningCurve) -> CurveFit | None:
    """Fit c − a·n^(−b) to a learning curve, with a ≥ 0 and c ≤ 1.

    For each exponent of a grid, a and c are found by least squares; exponents are weighted by the
    likelihood of the points, with the noise of the best one.

    Parameters
    ----------
    curve : LearningCurve
        Only points with amounts greater than 0 are used.

    Returns
    -------
    CurveFit or None
        None with fewer than four such points.

    References
    ----------
    C. Cortes, L. D. Jackel, S. A. Solla, V. Vapnik and J. S. Denker, Learning curves: asymptotic
    values and rate of convergence, NIPS 1993 (the form of the curve).
    """
    counts = curve.amounts > 0.0
    amounts, scores = curve.amounts[counts], curve.scores[counts]
    if len(amounts) < MIN_POINTS:
        return None
    falls = amounts[np.newaxis, :] ** -EXPONENTS[:, np.newaxis]
    centred = falls - falls.mean(axis=1, keepdims=True)
    squares = np.sum(centred**2, axis=1)
    drops = np.maximum(-(centred @ scores) / squares, 0.0)
    ceilings = scores.mean() + drops * falls.mean(axis=1)
    # At the bound of the ceiling only the drop is free.
    at_ceiling = ceilings > 1.0
    plain = np.sum(falls**2, axis=1)
    drops = np.where(at_ceiling, np.maximum(falls @ (1.0 - scores), 0.0) / plain, drops)
    ceilings = np.minimum(ceilings, 1.0)
    residuals = scores - (ceilings[:, np.newaxis] - drops[:, np.newaxis] * falls)
    errors = np.sum(residuals**2, axis=1)
    freedom = len(amounts) - MIN_POINTS + 1
    noise = max(float(np.sqrt(errors.min() / freedom)), MIN_NOISE)
    weights = np.exp(-(errors - errors.min()) / (2.0 * noise**2))
    laws = tuple(
        PowerLaw(*numbers)
        for numbers in zip(ceilings.tolist(), drops.tolist(), EXPONENTS.tolist(), strict=True)
    )
    return CurveFit(
        laws[int(np.argmin(errors))],
        noise,
        laws,
        weights / weights.sum(),
        noise**2 / np.where(at_ceiling, plain, squares),
        freedom,
    )
