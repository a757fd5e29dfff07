"""Online training of a model on further sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from crfcore.arrays import IdArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from crfcore.training.fitting import FeatureChoice, TrainingRecord
from crfcore.training.joined_index import carried_over, joined_index
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.online.gradient import GradientDescent
from crfcore.training.online.trainer import OnlineState
from crfcore.training.online.working import working_set
from crfcore.training.online_fitting import OnlineSettings, Passes

PASSES_OF_A_TRAINED_MODEL = 10
"""Number of passes assumed for a model of another algorithm, so that the learning rate is small
enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Learner:
    """A model to continue.

    Attributes
    ----------
    model : LinearModel
        Its labels are a prefix of the present ones.
    old_ids, old_edge_ids : (A,), (E,) arrays
        Its id of each present attribute, or −1.
    state : OnlineState or None
        Of the same algorithm; None for a model of another one.
    n_sentences : int
        Number of its training sentences.
    """

    model: LinearModel
    old_ids: IdArray
    old_edge_ids: IdArray
    state: OnlineState | None
    n_sentences: int


def continue_online(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    settings: OnlineSettings,
    learner: Learner,
    *,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[LinearModel, TrainingRecord, OnlineState | None]:
    """Make passes over further sentences only.

    The penalty of l2sgd is for all sentences that the model has seen: a step shrinks the weights by
    rate · 2·c2 / (number of all sentences).

    Parameters
    ----------
    dataset, targets, choice, monitor, cancelled
        As for `fit_online`.
    settings : OnlineSettings
        ``max_iterations`` passes.
    learner : Learner

    Returns
    -------
    model, record, state
        The record is of these passes.
    """
    started = time.perf_counter()
    old = learner.model.index
    fresh = feature_index(
        dataset,
        targets,
        all_possible_states=choice.all_possible_states,
        all_possible_transitions=choice.all_possible_transitions,
        min_freq=choice.min_freq,
        transitions=choice.transitions,
    )
    ids = learner.old_ids, learner.old_edge_ids
    index = joined_index(old, fresh, *ids)
    weights = carried_over(old, learner.model.weights, index, *ids)
    working = working_set(dataset, targets, index, settings.dtype, settings.costs)
    trainer = settings.trainer(working, weights)
    n_sentences = learner.n_sentences + len(trainer.working.order)
    if learner.state is not None:
        vectors = {
            name: carried_over(old, vector, index, *ids)
            for name, vector in learner.state.vectors.items()
        }
        trainer.resume(replace(learner.state, vectors=vectors))
    elif isinstance(trainer, GradientDescent):
        trainer.n_steps = PASSES_OF_A_TRAINED_MODEL * learner.n_sentences
    if isinstance(trainer, GradientDescent):
        trainer.share_penalty(n_sentences)
    seconds_features = time.perf_counter() - started
    # Passes differ in their orders, but results are reproducible.
    rng = np.random.default_rng([settings.seed, trainer.n_steps])
    passes = Passes(trainer, settings, rng, monitor, cancelled)
    passes.run(weights, keep_best=False)
    record = replace(passes.record(dataset, targets), seconds_features=seconds_features)
    state = trainer.state()
    if state is not None:
        numbers = {**state.numbers, "n_sentences": float(n_sentences)}
        state = replace(state, numbers=numbers)
    return LinearModel(index, weights), record, state
