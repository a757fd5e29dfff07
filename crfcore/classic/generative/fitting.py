"""Training of a hidden Markov model from symbols and known labels."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.classic.generative.baum_welch import Corpus, expectation_maximisation, random_chain
from crfcore.classic.generative.chain import Chain, symbols_of
from crfcore.classic.generative.counts import Counts, count
from crfcore.classic.generative.smoothing import Hierarchy, backed_off, laplace, shrunk
from crfcore.features.dataset import Dataset
from crfcore.features.symbol_extraction import BORDERS
from crfcore.features.targets import Targets
from crfcore.training.fitting import TrainingRecord, record_of
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Minimum, Stopping

ALGORITHMS = ("counts", "baum-welch")
"""Training methods: from confirmed tokens only, or from all sentences."""

MIN_AMOUNT_AT_START = 0.1
"""Least Laplace smoothing of the counts from which Baum–Welch starts."""

SMOOTHINGS = ("none", "laplace", "back-off", "shrinkage")
"""Smoothing methods."""


@dataclass(frozen=True, slots=True)
class GenerativeSettings:
    """Settings of the training of a hidden Markov model.

    Attributes
    ----------
    algorithm : {"counts", "baum-welch"}
    smoothing : {"none", "laplace", "back-off", "shrinkage"}
    amount : float
        Of Laplace smoothing.
    hierarchy : Hierarchy
        Of shrinkage.
    held_out : float
        Share of the sentences held out to tune back-off and shrinkage.
    ends : bool
        Whether ends of sentences are modelled.
    stopping : Stopping
        Of Baum–Welch.
    seed : int
        Of the held-out sentences, and of a random start of Baum–Welch.
    """

    algorithm: str = "counts"
    smoothing: str = "laplace"
    amount: float = 1.0
    hierarchy: Hierarchy = field(default_factory=lambda: Hierarchy(()))
    held_out: float = 0.1
    ends: bool = False
    stopping: Stopping = field(default_factory=Stopping)
    seed: int = 0


def fit_generatively(
    dataset: Dataset,
    targets: Targets,
    settings: GenerativeSettings,
    *,
    initial: Callable[[int], Chain] | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[LinearModel, TrainingRecord]:
    """Train by counts, or by expectation maximisation from counts.

    Parameters
    ----------
    dataset : Dataset
        Of a `SymbolExtractor`.
    targets : Targets
    settings : GenerativeSettings
    initial : callable, optional
        Returns the start of Baum–Welch for a number of symbols; by default the smoothed counts of
        confirmed tokens, or random numbers where there are none.
    monitor, cancelled
        Of Baum–Welch.
    """
    started = time.perf_counter()
    symbols = symbols_of(dataset)
    n_symbols = dataset.n_attributes - len(BORDERS)
    if settings.algorithm == "counts":
        chain = _counted(symbols, targets, dataset.offsets, n_symbols, settings)
        minimum = Minimum(float("nan"), 0.0, 0, 0, 0.0, "counted")
    else:
        start = _start(symbols, targets, dataset.offsets, n_symbols, settings, initial)
        chain, minimum = expectation_maximisation(
            Corpus(dataset, symbols, targets),
            start,
            settings.amount if settings.smoothing == "laplace" else 0.0,
            stopping=settings.stopping,
            monitor=monitor,
            cancelled=cancelled,
        )
    model = chain.linear()
    n_weights = model.index.n_weights
    record = record_of(settings.algorithm, minimum, 0.0, dataset, targets, n_weights, started)
    if settings.algorithm == "counts":
        record = replace(record, converged=True)
    return model, record


def _counted(
    symbols: IdArray,
    targets: Targets,
    offsets: OffsetArray,
    n_symbols: int,
    settings: GenerativeSettings,
) -> Chain:
    """Return smoothed relative frequencies of confirmed tokens."""
    ends = settings.ends

    def counts_of(label_sets: IdArray) -> Counts:
        return count(symbols, label_sets, offsets, n_symbols, targets.n_labels, ends=ends)

    whole = counts_of(targets.label_sets)
    if settings.smoothing in {"none", "laplace"}:
        amount = settings.amount if settings.smoothing == "laplace" else 0.0
        return laplace(whole, amount, ends=ends)
    divided = None
    if settings.held_out > 0.0:
        is_held_out = _held_out_tokens(offsets, settings)
        unknown = np.int32(targets.n_labels)
        divided = (
            counts_of(np.where(is_held_out, unknown, targets.label_sets)),
            counts_of(np.where(is_held_out, targets.label_sets, unknown)),
        )
    if settings.smoothing == "back-off" and divided is not None:
        return backed_off(whole, *divided, ends=ends)
    return shrunk(whole, settings.hierarchy, divided, ends=ends)


def _held_out_tokens(offsets: OffsetArray, settings: GenerativeSettings) -> NDArray[np.bool_]:
    """Return the mask of tokens (T,) in held-out sentences, at least one if there are two."""
    n_sentences = len(offsets) - 1
    n_held_out = min(max(round(settings.held_out * n_sentences), 1), n_sentences - 1)
    positions = np.random.default_rng(settings.seed).permutation(n_sentences)[:n_held_out]
    is_held_out = np.zeros(n_sentences, dtype=bool)
    is_held_out[positions] = True
    return np.repeat(is_held_out, np.diff(offsets))


def _start(
    symbols: IdArray,
    targets: Targets,
    offsets: OffsetArray,
    n_symbols: int,
    settings: GenerativeSettings,
    initial: Callable[[int], Chain] | None,
) -> Chain:
    if initial is not None:
        return initial(n_symbols)
    n_labels = targets.n_labels
    if bool(np.any(targets.label_sets < n_labels)):
        counts = count(
            symbols, targets.label_sets, offsets, n_symbols, n_labels, ends=settings.ends
        )
        # Probabilities of 0 would stay 0.
        return laplace(counts, max(settings.amount, MIN_AMOUNT_AT_START), ends=settings.ends)
    frequencies = np.bincount(symbols, minlength=n_symbols + 1).astype(np.float64)
    return random_chain(frequencies, n_labels, settings.seed, ends=settings.ends)
