"""Training of semi-Markov models by L-BFGS or OWL-QN."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.features.dataset import Dataset
from crfcore.features.segment_extraction import SegmentExtractor
from crfcore.features.targets import Targets
from crfcore.inference.semi_markov import SegmentForms
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.fitting import (
    FeatureChoice,
    TrainingRecord,
    fit_by_likelihood,
    record_of,
)
from crfcore.training.folding import folding_of
from crfcore.training.given_labels import with_weight
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.objective import Objective, initial_precision
from crfcore.training.objectives.shares_plan import useful_sentences
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Minimum
from crfcore.training.optimisers.owlqn import minimise_with_l1
from crfcore.training.semi_markov.objective import SegmentObjective
from crfcore.training.semi_markov.terms import SegmentTerms
from crfcore.training.starts import EarlierModel

PERIOD_OF_CHAIN, DELTA_OF_CHAIN = 3, 1e-3
"""When the training of the chain, from whose weights this one starts, is near enough its end."""

MIN_TOKENS_OF_CHAIN = 512
"""With fewer tokens, a chain in advance saves no time."""


@dataclass(frozen=True, slots=True, eq=False)
class EarlierSegments:
    """The segments of a model to start from.

    Attributes
    ----------
    model : LinearModel
    extractor : SegmentExtractor
    old_types : (C,) array
        Its number of each type here, −1 for new ones.
    """

    model: LinearModel
    extractor: SegmentExtractor
    old_types: IdArray

    def translated(self, index: FeatureIndex, extractor: SegmentExtractor) -> FloatArray:
        """Return its weights in another index; zero for new ones."""
        ids = extractor.ids_in(self.extractor)
        return self.model.translated(index, ids, np.zeros(0, np.int32), self.old_types)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentWeights:
    """Both parts of a model, in training.

    Attributes
    ----------
    tokens : LinearModel
    segments : LinearModel
        Of types.
    """

    tokens: LinearModel
    segments: LinearModel

    @property
    def weights(self) -> FloatArray:
        """All weights, those of tokens first."""
        return np.concatenate([self.tokens.weights, self.segments.weights])

    def with_weights(self, weights: FloatArray) -> SegmentWeights:
        """Return the same model with other weights."""
        n_own = self.tokens.index.n_weights
        return SegmentWeights(
            LinearModel(self.tokens.index, weights[:n_own]),
            LinearModel(self.segments.index, weights[n_own:]),
        )


SegmentStart: TypeAlias = str | Callable[[], tuple[EarlierModel, EarlierSegments | None]]
"""“auto”, “zeros”, or a function that returns a model to start from."""


def fit_segments(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    optimisation: Optimisation,
    forms: SegmentForms,
    extractor: SegmentExtractor,
    *,
    sentence_weights: FloatArray | None = None,
    initial: SegmentStart = "auto",
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
) -> tuple[SegmentWeights, TrainingRecord]:
    """Maximise the penalised likelihood of segmentations.

    Parameters
    ----------
    dataset, targets, choice, optimisation, sentence_weights, monitor, cancelled, dev
        As for `fit_by_likelihood`; the labels agree with a segmentation.
    forms : SegmentForms
    extractor : SegmentExtractor
        Is fitted to the known segments.
    initial : name or function
        "auto" trains a chain first; or "zeros".
    """
    started = time.perf_counter()
    given = dataset
    if sentence_weights is not None:
        dataset, targets, sentence_weights = with_weight(dataset, targets, sentence_weights)
    index = choice.index(dataset, targets)
    useful = useful_sentences(dataset, targets, sentence_weights)
    known = useful.targets
    lengths, _, _ = forms.segments(useful.dataset.offsets, known.label_sets, known.n_labels)
    offsets, table = useful.dataset.offsets, useful.dataset.table
    candidates = extractor.fit(offsets, table, lengths, forms.longest)
    weights = useful.sentence_weights
    terms = SegmentTerms(candidates, useful.dataset, known, forms, weights)
    tokens = Objective(
        useful.dataset,
        known,
        index,
        c2=optimisation.c2,
        threads=optimisation.threads,
        cancelled=cancelled,
        sentence_weights=weights if len(weights) else None,
        folding=folding_of(dataset, index),
        terms=terms,
    )
    tokens.precision = initial_precision(dataset, index.n_labels)
    with tokens:
        objective = SegmentObjective(tokens, terms, optimisation.c2)
        seconds_features = time.perf_counter() - started
        start = _start(initial, dataset, targets, choice, optimisation, sentence_weights, cancelled)
        variables = objective.variables_of(*start.weights_in(index, terms.index, extractor))

        def model_now() -> SegmentWeights:
            own, segments = objective.weights_of(variables)
            return SegmentWeights(LinearModel(index, own), LinearModel(terms.index, segments))

        watch = monitor if dev is None else dev.watching(model_now, monitor)
        minimum = _minimised(objective, variables, optimisation, watch)
        model = model_now()
    minimum.evaluations += start.evaluations
    n_weights = index.n_weights + terms.index.n_weights
    record = record_of("lbfgs", minimum, seconds_features, given, targets, n_weights, started)
    if dev is not None:
        model = model.with_weights(dev.chosen(model.weights))
    return model, record.judged(dev)


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """What a training starts from; nothing for zeros.

    ``evaluations`` are those that it has cost.
    """

    earlier: EarlierModel | None = None
    segments: EarlierSegments | None = None
    weights: FloatArray | None = None
    evaluations: int = 0

    def weights_in(
        self, index: FeatureIndex, segment_index: FeatureIndex, extractor: SegmentExtractor
    ) -> tuple[FloatArray, FloatArray]:
        own = np.zeros(index.n_weights) if self.weights is None else self.weights
        if self.earlier is not None:
            earlier = self.earlier
            own = earlier.model.translated(
                index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
            )
        if self.segments is None:
            return own, np.zeros(segment_index.n_weights)
        return own, self.segments.translated(segment_index, extractor)


def _start(
    initial: SegmentStart,
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    optimisation: Optimisation,
    sentence_weights: FloatArray | None,
    cancelled: Callable[[], bool] | None,
) -> _Start:
    if callable(initial):
        return _Start(*initial())
    if initial == "zeros" or dataset.n_tokens < MIN_TOKENS_OF_CHAIN or optimisation.c1 > 0.0:
        return _Start()
    # An evaluation of the chain takes a fraction of the time.
    stopping = replace(optimisation.stopping, period=PERIOD_OF_CHAIN, delta=DELTA_OF_CHAIN)
    chain, record, _ = fit_by_likelihood(
        dataset,
        targets,
        choice,
        replace(optimisation, stopping=stopping),
        sentence_weights=sentence_weights,
        cancelled=cancelled,
    )
    return _Start(weights=chain.weights, evaluations=record.evaluations)


def _minimised(
    objective: SegmentObjective,
    variables: FloatArray,
    optimisation: Optimisation,
    monitor: Monitor | None,
) -> Minimum:
    if optimisation.c1 > 0.0:
        return minimise_with_l1(
            objective,
            variables,
            objective.absolute_penalties(optimisation.c1),
            memory=optimisation.memory,
            stopping=optimisation.stopping,
            monitor=monitor,
            refine=objective.refine,
        )
    return minimise(
        objective,
        variables,
        memory=optimisation.memory,
        stopping=optimisation.stopping,
        monitor=monitor,
        refine=objective.refine,
        norms=objective.norms,
    )
