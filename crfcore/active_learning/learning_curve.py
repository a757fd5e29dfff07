"""Learning curves: scores by amount of labels, amounts on them, and their extrapolation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError

MIN_POINTS = 4
"""Three numbers make a power law; the fourth point says how well it fits."""

LEVEL = 0.95

EXPONENTS: FloatArray = np.exp(np.linspace(np.log(0.05), np.log(3.0), 120))
"""What b may be; logarithms evenly spread."""

NEEDED_LEVELS = (0.1, 0.5, 0.9)
"""Which of all credible amounts are told."""

MIN_NOISE = 1e-6
"""No score is known more exactly."""


class LearningCurve:
    """Scores at rising amounts of labelled sentences, tokens, actions or seconds.

    Parameters
    ----------
    amounts : (P,) numbers
        Rising.
    scores : (P,) numbers

    Raises
    ------
    CrfError
        There is no point, amounts do not rise, or not as many scores.
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
        """Return the scores at some amounts, linear between the points.

        Raises
        ------
        CrfError
            The curve does not reach there.
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
            The curve does not reach there.
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

    Its points are those of all of them; between its points each curve is linear.

    Raises
    ------
    CrfError
        There is none, or no amount that all reach.
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
        c, what the score would come to in the end; at most 1.
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
    """What a score is expected to grow by.

    Attributes
    ----------
    gain, low, high : float
        At least 0; low and high hold it in 95 of 100 cases if the curve is a power law.
    """

    gain: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Needed:
    """How much has to be labelled for a score; infinity where no amount is enough.

    Attributes
    ----------
    amount : float
        As likely too small as too great.
    low, high : float
        They hold it in 80 of 100 cases if the curve is a power law.
    """

    amount: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class CurveFit:
    """Power laws that go with the points of a learning curve, and how well.

    Attributes
    ----------
    law : PowerLaw
        The best one.
    noise : float
        Standard deviation of the points around it.
    laws : tuple of PowerLaw
        The best one for each exponent.
    weights : (B,) array
        How credible each exponent is; they sum to 1.
    variances : (B,) array
        Of the drop of each.
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
        """Return what so much more is expected to bring.

        Parameters
        ----------
        amount : float
            What is labelled now, greater than 0.
        more : float
            At least 0.

        Raises
        ------
        CrfError
            An amount is impossible.
        """
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
        """Return at which amount a score is expected to be reached.

        Each exponent says an amount, and is believed as much as the points make it credible.
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
    """Return where a power law reaches a score; infinity, too, for more than numbers can say."""
    if law.ceiling <= score:
        return np.inf
    with np.errstate(over="ignore"):
        return float(np.power(law.drop / (law.ceiling - score), 1.0 / law.exponent))


def fit_power_law(curve: LearningCurve) -> CurveFit | None:
    """Fit c − a·n^(−b) to a learning curve, with a ≥ 0 and c ≤ 1.

    For each exponent of a grid a and c follow by least squares; exponents are weighed by the
    likelihood of the points, with noise estimated from the best one.

    Parameters
    ----------
    curve : LearningCurve
        Points with amounts greater than 0 count.

    Returns
    -------
    CurveFit or None
        None where fewer than four points count.

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
    # Where the ceiling is met, the drop alone is free.
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
