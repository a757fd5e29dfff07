"""Gradient tree boosting of the likelihood.

Each round grows a regression tree for every label on G_t(y) = P(y_t = y | known) − P(y_t = y), the
derivative of Σ log P(known labels) by the score of y at token t, with P(1 − P) as its negative
second derivative (J. H. Friedman, "Greedy function approximation", Annals of Statistics 29, 2001;
T. G. Dietterich, G. Hao and A. Ashenfelter, JMLR 9, 2008, section 4; R. Gupta, "Conditional Random
Fields", section 2.5). A leaf is Newton's step G/(H + λ), as if other scores did not change;
transitions move likewise, each pair of labels a leaf of its own. Second derivatives between tokens
are not zero, so steps are limited, and halved until the likelihood does not fall.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, counts_before
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.boosting.chains import Chains
from crfcore.training.boosting.rounds import BoostingSettings, Rounds
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.fitting import TrainingRecord
from crfcore.training.forbidden import check_possible
from crfcore.training.given_labels import with_weight
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingCancelled

MAX_PAIRS = 2**27
"""Limit of tokens × labels² where transitions differ by position: 1 GiB for each such array."""


def linear_start(
    n_labels: int, n_attributes: int, n_edge_attributes: int, *, transitions: bool
) -> LinearModel:
    """Return a linear model without weights of attributes, and with zeros for all label pairs."""
    n_pairs = n_labels * n_labels if transitions else 0
    index = FeatureIndex(
        n_labels,
        np.zeros(n_attributes + 1, np.int64),
        np.zeros(0, np.int32),
        np.arange(n_pairs, dtype=np.int32),
        np.zeros(n_edge_attributes + 1, np.int64),
        np.zeros(0, np.int32),
    )
    return LinearModel(index, np.zeros(n_pairs))


def with_all_pairs(linear: LinearModel) -> LinearModel:
    """Return the same model with a weight, maybe 0, for each transition that is not forbidden."""
    index, matrix = linear.index, linear.index.transition_matrix(linear.weights).ravel()
    pairs = np.flatnonzero(matrix > -np.inf).astype(np.int32)
    states, edges = index.state_part(linear.weights), index.edge_part(linear.weights)
    weights = np.concatenate([states, matrix[pairs], edges])
    forbidden = np.flatnonzero(matrix == -np.inf).astype(np.int32)
    return LinearModel(replace(index, transition_pairs=pairs, forbidden_pairs=forbidden), weights)


def fit_by_boosting(
    dataset: Dataset,
    targets: Targets,
    linear: LinearModel,
    settings: BoostingSettings,
    *,
    sentence_weights: FloatArray | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
) -> tuple[BoostedModel, TrainingRecord]:
    """Maximise the likelihood of the known labels by adding regression trees to a linear model.

    Parameters
    ----------
    dataset, targets
        Labels may be open or sets.
    linear : LinearModel
        The scores to begin with; only its transition weights change.
    settings : BoostingSettings
    sentence_weights : (N,) array, optional
        Factor of each sentence's log-likelihood; sentences of weight 0 are left out.
    monitor, cancelled
        A cancelled training returns the trees of its last round.
    dev : DevWatch, optional
        Scores every round on held-out sentences.

    Raises
    ------
    CrfError
        A sentence has no labelling, or the arrays would be too large.
    """
    started = time.perf_counter()
    given = dataset
    if sentence_weights is None:
        sentence_weights = np.ones(dataset.n_sentences)
    # Sentences of which nothing is known would only shorten steps.
    sentence_weights = np.where(_is_informative(dataset, targets), sentence_weights, 0.0)
    dataset, targets, sentence_weights = with_weight(dataset, targets, sentence_weights)
    check_possible(dataset.offsets, targets, linear.index)
    n_labels = targets.n_labels
    by_position = settings.pairs or linear.by_position
    if by_position and dataset.n_tokens * n_labels**2 > MAX_PAIRS:
        raise CrfError(
            f"{dataset.n_tokens:,} tokens and {n_labels} labels are too many for transitions that "
            f"differ by token (tokens · labels² may be up to {MAX_PAIRS:,}); leave out pairs=True "
            "and an initial model with attributes of label pairs, or take fewer sentences."
        )
    chains = Chains(dataset, targets, sentence_weights)
    rounds = Rounds(dataset, chains, linear, settings)
    seconds_features = time.perf_counter() - started
    watch = monitor if dev is None else dev.watching(rounds.model, monitor)
    reason = _run(rounds, watch, cancelled, dev)
    seconds = time.perf_counter() - started - seconds_features
    is_chosen = dev is not None and dev.restores and dev.best_iteration is not None
    model = rounds.best if is_chosen and rounds.best is not None else rounds.model()
    record = TrainingRecord(
        "boosting",
        rounds.point.value,
        rounds.n_rounds,
        chains.n_evaluations,
        seconds,
        seconds_features,
        reason == "no step",
        reason,
        given.n_sentences,
        given.n_tokens,
        given.n_attributes,
        model.n_leaves + len(linear.index.transition_pairs),
        n_labels,
        tuple(rounds.history),
    )
    return model, record.judged(dev)


def _is_informative(dataset: Dataset, targets: Targets) -> NDArray[np.bool_]:
    """Return which sentences have a token that is not open, (N,)."""
    n_known = counts_before(targets.label_sets != targets.n_labels)
    return np.diff(n_known[dataset.offsets]) > 0


def _run(
    rounds: Rounds,
    watch: Monitor | None,
    cancelled: Callable[[], bool] | None,
    dev: DevWatch | None,
) -> str:
    """Run all rounds; return why they ended."""
    started = time.perf_counter()
    limit = rounds.settings.n_estimators
    while True:
        progress = rounds.progress(time.perf_counter() - started)
        if watch is not None and watch(progress):
            return "monitor"
        if dev is not None and dev.restores and dev.best_iteration == rounds.n_rounds:
            rounds.best = rounds.model()
        if rounds.n_rounds >= limit:
            return "max_iterations"
        try:
            if not rounds.add(cancelled):
                return "no step"
        except TrainingCancelled:
            return "cancelled"
