"""Training over shards by L-BFGS, or by OWL-QN where c1 is not 0."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.reading import Extractor
from crfcore.features.targets import Targets
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.fitting import (
    FeatureChoice,
    TrainingRecord,
    TrainingState,
    count_in,
    counted_from,
)
from crfcore.training.given_labels import sentence_weights_for, with_weight
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingCancelled
from crfcore.training.objectives.objective import is_large
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Minimisation, Minimum
from crfcore.training.optimisers.owlqn import minimise_with_l1
from crfcore.training.shards.counting import counted, counted_together, numbered
from crfcore.training.shards.engine import Engine, Source
from crfcore.training.shards.features import (
    Corpus,
    index_of,
    located,
    seen_in,
    seen_together,
    with_local_numbers,
)
from crfcore.training.shards.objective import ShardedObjective
from crfcore.training.shards.plan import SHARD_TOKENS, cut
from crfcore.training.shards.shard import (
    Facts,
    arranged,
    check_useful,
    facts_of,
    facts_together,
    precision_at_first,
)
from crfcore.training.starts import EarlierModel

CHECKPOINT_EACH = 10
"""Iterations between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Sharded:
    """A corpus in shards, ready for evaluations.

    Attributes
    ----------
    extractor : Extractor
    labels : tuple of str
    index : FeatureIndex
    handles : list
        Of the shards.
    facts : Facts
    n_sentences, n_tokens : int
    seconds : float
        That it took.
    note : dict
        Of the first file.
    """

    extractor: Extractor
    labels: tuple[str, ...]
    index: FeatureIndex
    handles: list[Any]
    facts: Facts
    n_sentences: int
    n_tokens: int
    seconds: float
    note: dict[str, Any]


def sharded_files(
    engine: Engine,
    source: Source,
    choice: Callable[[Extractor, tuple[str, ...]], FeatureChoice],
    *,
    min_count: int = 1,
    labels: Sequence[str] | None = None,
    sample_weight: Any = None,
) -> Sharded:
    """Return the sentences of files in shards.

    Parameters
    ----------
    engine : Engine
    source : Source
    choice : callable
        Returns the choice of weights for an extractor and labels.
    min_count : int
        Attributes seen fewer times are left out.
    labels : sequence of str, optional
        All labels in their order; by default those of the files, in order of appearance.
    sample_weight : (N,) numbers, optional
        Of all sentences, in the order of the files.

    Raises
    ------
    CrfError
        A file cannot be read, differs from the first one, or has another label.
    """
    started = time.perf_counter()
    raw = engine.raw(source)
    if not raw:
        raise CrfError("There is no sentence to learn from; give at least one with a token.")
    found = engine.total(counted, counted_together, raw)
    extractor = numbered(found, min_count)
    names = found.labels if labels is None else tuple(labels)
    given = sentence_weights_for(sample_weight, found.n_sentences)
    weights = np.zeros(0) if given is None else given
    shards = engine.each(located, raw, Corpus(extractor, names, weights))
    chosen = choice(extractor, names)
    seen = engine.total(seen_in, seen_together, shards, chosen)
    index = index_of(seen, extractor.n_attributes, extractor.n_edge_attributes, chosen)
    handles, facts = _arranged(engine, shards, index)
    size = found.n_sentences, found.n_tokens
    return Sharded(extractor, names, index, handles, facts, *size, _since(started), found.note)


def _since(started: float) -> float:
    return time.perf_counter() - started


def _arranged(engine: Engine, shards: Any, index: FeatureIndex) -> tuple[list[Any], Facts]:
    handles = engine.each(arranged, shards, index)
    facts = engine.total(facts_of, facts_together, handles)
    check_useful(facts)
    return handles, facts


def sharded_dataset(
    engine: Engine,
    dataset: Dataset,
    targets: Targets,
    extractor: Extractor,
    labels: tuple[str, ...],
    choice: FeatureChoice,
    *,
    sentence_weights: FloatArray | None = None,
    shard_tokens: int = SHARD_TOKENS,
) -> Sharded:
    """Return a dataset in shards, without its sentences of weight 0."""
    started = time.perf_counter()
    size = dataset.n_sentences, dataset.n_tokens
    weights = np.zeros(0)
    if sentence_weights is not None:
        dataset, targets, weights = with_weight(dataset, targets, sentence_weights)
    index = choice.index(dataset, targets)
    every: IdArray = np.arange(dataset.n_attributes, dtype=np.int32)
    edges: IdArray = np.arange(dataset.n_edge_attributes, dtype=np.int32)

    def records() -> Any:
        for first, last in cut(dataset.offsets, shard_tokens):
            chosen = np.arange(first, last)
            part, known = dataset.select(chosen), targets.select(dataset.offsets, chosen)
            yield with_local_numbers(part, known, every, edges, weights[first:last], first)

    handles, facts = _arranged(engine, engine.put(records()), index)
    return Sharded(extractor, labels, index, handles, facts, *size, _since(started), {})


@dataclass(frozen=True, slots=True)
class Watch:
    """What is called during a training.

    Attributes
    ----------
    monitor : Monitor or None
    dev : DevWatch or None
    checkpoint : callable or None
        Called with a `TrainingState` every `CHECKPOINT_EACH` iterations.
    """

    monitor: Monitor | None = None
    dev: DevWatch | None = None
    checkpoint: Callable[[TrainingState], object] | None = None


def fit_sharded(
    engine: Engine,
    corpus: Sharded,
    wanted: Optimisation,
    watch: Watch,
    *,
    initial: EarlierModel | None = None,
    state: TrainingState | None = None,
    keep_state: bool = False,
) -> tuple[LinearModel, TrainingRecord, TrainingState | None]:
    """Maximise the penalised likelihood of a corpus in shards.

    Parameters
    ----------
    engine : Engine
    corpus : Sharded
    wanted : Optimisation
        Its threads are those of the engine.
    watch : Watch
    initial : EarlierModel, optional
        By default the weights start at 0.
    state : TrainingState, optional
        Resume from this state, on the same shards.
    keep_state : bool
        Whether to return the state; otherwise None is returned.
    """
    started = time.perf_counter()
    problem = corpus.facts.digest
    if state is not None:
        state.check(problem, wanted.c1, wanted.c2)
    precision = precision_at_first(corpus.facts, corpus.index.n_labels)
    n_weights = corpus.index.n_weights
    objective = ShardedObjective(engine, corpus.handles, n_weights, wanted.c2, precision)
    variables, n_before = _start(corpus, objective, wanted, initial, state)

    def state_of(found: Minimisation) -> TrainingState:
        optimiser = counted_from(found.state(), n_before)
        return TrainingState(problem, wanted.c1, wanted.c2, objective.scale, optimiser)

    def keep(found: Minimisation) -> None:
        iterations = found.iterations
        if watch.checkpoint is not None and iterations % CHECKPOINT_EACH == 0 and iterations:
            watch.checkpoint(state_of(found))

    def model_now() -> LinearModel:
        return LinearModel(corpus.index, objective.weights_of(variables))

    monitor = watch.monitor
    if watch.dev is not None:
        monitor = watch.dev.watching(model_now, monitor)
    given: dict[str, Any] = {
        "memory": wanted.memory,
        "stopping": wanted.stopping,
        "monitor": monitor,
        "state": None if state is None else state.optimiser,
        "keep_state": keep_state,
        "refine": objective.refine,
        "keep": keep,
    }
    if wanted.c1 > 0.0:
        penalties = objective.absolute_penalties(wanted.c1)
        minimum = minimise_with_l1(objective, variables, penalties, **given)
    else:
        minimum = minimise(objective, variables, norms=objective.norms, **given)
    count_in(minimum, n_before)
    weights = objective.weights_of(variables)
    record = _record(corpus, minimum, started)
    kept = None
    if minimum.state is not None:
        kept = TrainingState(problem, wanted.c1, wanted.c2, objective.scale, minimum.state)
    if watch.dev is not None:
        weights, record = watch.dev.chosen(weights), record.judged(watch.dev)
    return LinearModel(corpus.index, weights), record, kept


def _start(
    corpus: Sharded,
    objective: ShardedObjective,
    wanted: Optimisation,
    initial: EarlierModel | None,
    state: TrainingState | None,
) -> tuple[FloatArray, int]:
    """Return the initial variables, and the evaluations that they took."""
    weights = np.zeros(objective.n_weights)
    if state is not None:
        objective.rescale(state.scale)
        return weights, 0
    if initial is not None:
        weights = initial.model.translated(
            corpus.index, initial.old_ids, initial.old_edge_ids, initial.old_labels
        )
    if wanted.c1 > 0.0 or not is_large(corpus.facts.n_tokens, corpus.index.n_labels):
        return weights, 0
    try:
        objective.rescale(objective.curvature_scale(weights))
    except TrainingCancelled:
        return weights, 0
    return objective.variables_of(weights), 1


def _record(corpus: Sharded, minimum: Minimum, started: float) -> TrainingRecord:
    return TrainingRecord(
        "lbfgs",
        None if np.isnan(minimum.value) else minimum.value,
        minimum.iterations,
        minimum.evaluations,
        _since(started),
        corpus.seconds,
        minimum.converged,
        minimum.reason,
        corpus.n_sentences,
        corpus.n_tokens,
        corpus.index.n_attributes,
        corpus.index.n_weights,
        len(corpus.labels),
        tuple(minimum.history),
    )
