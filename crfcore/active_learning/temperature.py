"""The temperature of the probabilities of a model, fitted on a test sample.

A model trained on little data is over- or underconfident; dividing all scores by one number
corrects most of that, and does not change the best labelling (C. Guo, G. Pleiss, Y. Sun and K. Q.
Weinberger, On calibration of modern neural networks, ICML 2017, section 4.2, for a chain).
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
"""Number of control sentences from which on a temperature is useful."""

FOLDS = 5

GRID: FloatArray = np.linspace(-np.log(5.0), np.log(5.0), 33)
"""Grid of log temperatures, interpolated by a parabola."""

SPREAD = 0.5
"""Standard deviation of the prior of log temperature. A hundred tokens outweigh it; it limits the
temperature of a sample without errors."""

MIN_PROBABILITY = 1e-300
"""Replaces probabilities of 0, which a model of counts may give."""


class TemperatureFit(NamedTuple):
    """The temperature under which the labels of a control sample are most probable.

    Attributes
    ----------
    temperature : float
        For `with_temperature`; above 1 for an overconfident model.
    log_likelihood : float
        Σ_t log P(y_t given x) under it.
    log_likelihood_before : float
        The same with temperature 1.
    n_sentences, n_tokens : int
        Numbers used: tokens whose label is given and known to the model.
    """

    temperature: float
    log_likelihood: float
    log_likelihood_before: float
    n_sentences: int
    n_tokens: int

    @property
    def enough(self) -> bool:
        """Whether there were enough sentences."""
        return self.n_sentences >= ENOUGH_SENTENCES


@dataclass(frozen=True, slots=True, eq=False)
class CrossFitted:
    """Confidences of labels under cross-fitted temperatures.

    Attributes
    ----------
    confidence : (T,) array
        The probability of each proposed label, at the temperature of the other folds.
    confidence_before : (T,) array
        The same with temperature 1.
    correct : (T,) array of bool
        Whether the proposed label is correct; not where the gold label is unknown to the model.
    temperatures : tuple of float
        Of each fold.
    """

    confidence: FloatArray
    confidence_before: FloatArray
    correct: NDArray[np.bool_]
    temperatures: tuple[float, ...]

    def reliability(self, n_bins: int = N_BINS) -> Reliability:
        """Return accuracy by confidence."""
        return reliability_curve(self.confidence, self.correct, n_bins)

    def reliability_before(self, n_bins: int = N_BINS) -> Reliability:
        """Return the same with temperature 1."""
        return reliability_curve(self.confidence_before, self.correct, n_bins)


def fit_temperature(model: Learned, X: Any, y: Any) -> TemperatureFit:  # noqa: N803
    """Find the temperature that maximises the token-wise likelihood of known labels.

    The objective is Σ_t log P(y_t given x; temperature) with a weak prior around 1. The model's
    current temperature is ignored.

    Parameters
    ----------
    model : fitted estimator
    X, y
        Sentences that the model was not trained on, and their labels; as for `fit`. Tokens whose
        label is unknown, or unknown to the model, are ignored; for a set of labels, probabilities
        are summed.

    Raises
    ------
    CrfError
        Sentences and labels do not match.
    """
    judged = _LabelledSentences.of(model, X, y)
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
    """Return confidences under temperatures fitted on other sentences.

    Parameters
    ----------
    model, X, y
        As for `fit_temperature`.
    folds : int
        Number of random parts, at least 2; at most the number of sentences.
    rng : numpy.random.Generator or int
        A generator, or the seed of a new one.

    Raises
    ------
    CrfError
        folds is less than 2, or as for `fit_temperature`.
    """
    if folds < 2:
        raise CrfError(f"folds={folds} is not possible; there must be at least 2.")
    judged = _LabelledSentences.of(model, X, y)
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
class _LabelledSentences:
    """A model, and sentences with known labels.

    ``right`` (T, L) is the mask of right labels, ``counted`` (T,) that of tokens with one.
    """

    chain: FittedChain
    dataset: Dataset
    right: MaskArray
    counted: NDArray[np.bool_]
    threads: int

    @classmethod
    def of(cls, model: Learned, X: Any, y: Any) -> _LabelledSentences:  # noqa: N803
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
        """The sentence index of each token, (T,)."""
        return np.repeat(np.arange(self.dataset.n_sentences), np.diff(self.dataset.offsets))

    @cached_property
    def labels(self) -> IdArray:
        """The proposed labels, (T,)."""
        return self.chain.best_labels(self.dataset, threads=self.threads)

    @cached_property
    def correct(self) -> NDArray[np.bool_]:
        """Whether they are right, (T,)."""
        return np.asarray(self.right[np.arange(len(self.labels)), self.labels] != 0)

    @cached_property
    def is_judged(self) -> NDArray[np.bool_]:
        """Whether a token has a label that the model knows, (T,)."""
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
        """Return the probability of the proposed label, (T,)."""
        return self.rows(temperature)[np.arange(len(self.labels)), self.labels]

    def log_likelihoods(self, temperature: float) -> FloatArray:
        """Return Σ_t log P(y_t) of each sentence, (N,)."""
        chosen = np.sum(self.rows(temperature), axis=1, where=self.right != 0)
        logs = np.where(self.is_judged, np.log(np.clip(chosen, MIN_PROBABILITY, 1.0)), 0.0)
        sums = np.bincount(self.sentence_of, weights=logs, minlength=self.dataset.n_sentences)
        return sums.astype(np.float64)

    def best_temperature(self, inside: NDArray[np.bool_] | None = None) -> float:
        """Return the temperature for all sentences, or for some of them."""
        values = self.on_grid.sum(axis=1, where=True if inside is None else inside)
        return float(np.exp(_highest(values - 0.5 * (GRID / SPREAD) ** 2)))


def _highest(values: FloatArray) -> float:
    """Return the position of the maximum, by a parabola through three grid points."""
    best = int(np.argmax(values))
    if best in (0, len(values) - 1):
        return float(GRID[best])
    before, here, after = values[best - 1 : best + 2].tolist()
    step = float(GRID[1] - GRID[0])
    bend = before - 2.0 * here + after
    return float(GRID[best] + 0.5 * step * (before - after) / bend)
