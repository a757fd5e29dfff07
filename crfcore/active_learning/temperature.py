"""The temperature of the probabilities of a model, fitted on a test sample.

A model that has seen little is too sure of itself, or not sure enough; dividing all its scores by
one number mends most of that, and leaves what it proposes as it is (C. Guo, G. Pleiss, Y. Sun and
K. Q. Weinberger, On calibration of modern neural networks, ICML 2017, section 4.2, for a chain).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.errors import CrfError
from crfcore.estimator.dev_scores import right_labels
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.metrics.calibration import N_BINS, Reliability, reliability_curve
from crfcore.training.given_labels import aligned_labels, targets_for

ENOUGH_SENTENCES = 50
"""From how many control sentences on a temperature is worth having."""

FOLDS = 5

GRID: FloatArray = np.linspace(-np.log(5.0), np.log(5.0), 33)
"""Logarithms of the temperatures that are looked at; between them a parabola decides."""

SPREAD = 0.5
"""Standard deviation of log temperature before anything was seen: it hardly counts beside a hundred
tokens, and keeps a sample without an error from making the model sure of everything."""

LEAST = 1e-300
"""Stands for probabilities of 0, which a model made by counting may give."""


class TemperatureFit(NamedTuple):
    """The temperature under which the labels of a control sample are most probable.

    Attributes
    ----------
    temperature : float
        For `with_temperature`; above 1 where the model was too sure.
    log_likelihood : float
        Σ_t log P(y_t given x) under it.
    log_likelihood_before : float
        The same with scores as they are.
    n_sentences, n_tokens : int
        How many said something: tokens whose label is known to us and to the model.
    """

    temperature: float
    log_likelihood: float
    log_likelihood_before: float
    n_sentences: int
    n_tokens: int

    @property
    def enough(self) -> bool:
        """Whether there were enough sentences for it to be worth having."""
        return self.n_sentences >= ENOUGH_SENTENCES


@dataclass(frozen=True, slots=True, eq=False)
class CrossFitted:
    """Confidences of labels under temperatures that were fitted without their sentences.

    Attributes
    ----------
    confidence : (T,) array
        The probability of each proposed label, by the temperature of the other folds.
    confidence_before : (T,) array
        The same with scores as they are.
    correct : (T,) array of bool
        Whether the label is right. A label that the model has never seen makes it wrong.
    temperatures : tuple of float
        Of each fold.
    """

    confidence: FloatArray
    confidence_before: FloatArray
    correct: NDArray[np.bool_]
    temperatures: tuple[float, ...]

    def reliability(self, n_bins: int = N_BINS) -> Reliability:
        """Return how often labels of about the same confidence are right."""
        return reliability_curve(self.confidence, self.correct, n_bins)

    def reliability_before(self, n_bins: int = N_BINS) -> Reliability:
        """Return the same for scores as they are."""
        return reliability_curve(self.confidence_before, self.correct, n_bins)


def fit_temperature(model: Learned, X: Any, y: Any) -> TemperatureFit:  # noqa: N803
    """Find the temperature under which known labels are most probable, token by token.

    What is made great is Σ_t log P(y_t given x; temperature) less a weak preference for 1. The
    temperature that the model has already is not looked at.

    Parameters
    ----------
    model : fitted estimator
    X, y
        Sentences that the model was not trained on, and their labels; as for `fit`. Tokens whose
        label is unknown, or unknown to the model, say nothing; of a set of labels, the sum counts.

    Raises
    ------
    CrfError
        From sentences and labels that do not belong together.
    """
    judged = _Judged.of(model, X, y)
    temperature = judged.best_temperature()
    return TemperatureFit(
        temperature,
        float(judged.log_likelihoods(temperature).sum()),
        float(judged.log_likelihoods(1.0).sum()),
        len(np.unique(judged.sentence_of[judged.is_judged])),
        int(np.count_nonzero(judged.is_judged)),
    )


def cross_fitted(
    model: Learned,
    X: Any,  # noqa: N803
    y: Any,
    *,
    folds: int = FOLDS,
    rng: np.random.Generator | int = 0,
) -> CrossFitted:
    """Return confidences under temperatures fitted on other sentences: what may be shown.

    Parameters
    ----------
    model, X, y
        As for `fit_temperature`.
    folds : int
        Into how many parts the sentences are divided at random, at least 2; fewer where there are
        fewer sentences.
    rng : numpy.random.Generator or int
        A generator, or the seed of a new one.

    Raises
    ------
    CrfError
        folds is less than 2, or as for `fit_temperature`.
    """
    if folds < 2:
        raise CrfError(f"folds={folds} is not possible; there must be at least 2.")
    judged = _Judged.of(model, X, y)
    n_sentences = judged.dataset.n_sentences
    order = np.random.default_rng(rng).permutation(n_sentences)
    parts = np.array_split(order, max(min(folds, n_sentences), 1))
    confidence = np.zeros(judged.dataset.n_tokens)
    temperatures = []
    for part in parts:
        inside = np.zeros(n_sentences, dtype=np.bool_)
        inside[part] = True
        temperatures.append(judged.best_temperature(~inside))
        tokens = inside[judged.sentence_of]
        confidence[tokens] = judged.confidence(temperatures[-1])[tokens]
    counted = judged.counted
    return CrossFitted(
        confidence[counted],
        judged.confidence(1.0)[counted],
        judged.correct[counted],
        tuple(temperatures),
    )


@dataclass(frozen=True, eq=False)
class _Judged:
    """A model beside sentences of which something is known.

    ``right`` (T, L) says which labels are right, ``counted`` (T,) where something is known.
    """

    chain: FittedChain
    dataset: Dataset
    right: MaskArray
    counted: NDArray[np.bool_]
    threads: int

    @classmethod
    def of(cls, model: Learned, X: Any, y: Any) -> _Judged:  # noqa: N803
        fitted = model.fitted_
        dataset = model.dataset(X)
        if isinstance(y, Targets):
            targets, _ = targets_for(y, fitted.labels, dataset)
            right = targets.allowed_by_set()[targets.label_sets]
            counted = targets.label_sets != targets.n_labels
        else:
            right, counted = right_labels(aligned_labels(y, dataset), fitted.labels)
        return cls(fitted, dataset, right, counted, model.threads)

    @cached_property
    def sentence_of(self) -> NDArray[np.int64]:
        """The number of each token's sentence, (T,)."""
        return np.repeat(np.arange(self.dataset.n_sentences), np.diff(self.dataset.offsets))

    @cached_property
    def labels(self) -> IdArray:
        """What is proposed, (T,)."""
        return self.chain.best_labels(self.dataset, threads=self.threads)

    @cached_property
    def correct(self) -> NDArray[np.bool_]:
        """Whether that is right, (T,)."""
        return np.asarray(self.right[np.arange(len(self.labels)), self.labels] != 0)

    @cached_property
    def is_judged(self) -> NDArray[np.bool_]:
        """Whether a token has a label that is known to us and to the model, (T,)."""
        return self.counted & self.right.any(axis=1)

    @cached_property
    def on_grid(self) -> FloatArray:
        """Σ_t log P(y_t) of each sentence at each temperature of the grid, (G, N)."""
        return np.stack(
            [self.log_likelihoods(float(np.exp(log_temperature))) for log_temperature in GRID]
        )

    def rows(self, temperature: float) -> FloatArray:
        """Return the probability of each label of each token, (T, L)."""
        chain = replace(self.chain, temperature=temperature)
        return chain.label_probabilities(self.dataset, threads=self.threads)

    def confidence(self, temperature: float) -> FloatArray:
        """Return the probability of what is proposed, (T,)."""
        return self.rows(temperature)[np.arange(len(self.labels)), self.labels]

    def log_likelihoods(self, temperature: float) -> FloatArray:
        """Return Σ_t log P(y_t) of each sentence, (N,)."""
        chosen = np.sum(self.rows(temperature), axis=1, where=self.right != 0)
        logs = np.where(self.is_judged, np.log(np.clip(chosen, LEAST, 1.0)), 0.0)
        sums = np.bincount(self.sentence_of, weights=logs, minlength=self.dataset.n_sentences)
        return sums.astype(np.float64)

    def best_temperature(self, inside: NDArray[np.bool_] | None = None) -> float:
        """Return the temperature for all sentences, or for some of them."""
        values = self.on_grid.sum(axis=1, where=True if inside is None else inside)
        return float(np.exp(_highest(values - 0.5 * (GRID / SPREAD) ** 2)))


def _highest(values: FloatArray) -> float:
    """Return where on the grid the values are greatest, by a parabola through three of them."""
    best = int(np.argmax(values))
    if best in (0, len(values) - 1):
        return float(GRID[best])
    before, here, after = values[best - 1 : best + 2].tolist()
    step = float(GRID[1] - GRID[0])
    bend = before - 2.0 * here + after
    return float(GRID[best] + 0.5 * step * (before - after) / bend)
