"""Time of training, compared to python-crfsuite with the same features.

Three times are measured. *An evaluation* of objective and gradient: ours is one call, on one
thread; the peer's is its training time divided by the trials of its line searches. *Training from
features* is from features in memory to a model, with the numbering of features, on two threads of
ours, until our objective is at or below the peer's. *Training from columns* is from words and parts
of speech as Python lists. Times on one thread are processor times, on two threads wall times.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from app.lab.benchmarks import few_labels, time_to_f1
from app.lab.benchmarks.copies import scaling_figures
from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.peer import attribute_strings, crfsuite, peer_tagger, peer_trainer
from app.lab.benchmarks.tagging import Sentences, Text, features_of
from app.lab.benchmarks.training_memory import memory_figures
from app.lab.corpora.conll2000 import TaggedText, corpus_file, read_part
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.metrics.spans import span_scores

C2 = 1.0
TEMPLATE = "chunking"
THREADS = 2

EVALUATIONS = 9
"""Evaluations of the objective in each run, for the median."""


@dataclass(frozen=True, slots=True)
class Material:
    """The training data of both: the same attributes of the same tokens."""

    extractor: TemplateExtractor
    training: Dataset
    training_tags: list[list[str]]
    test: Dataset
    test_tags: list[list[str]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one training.

    ``seconds`` is the time of the training from features, ``column_seconds`` that of extraction
    from columns, ``evaluations`` the number of evaluations of the objective.
    """

    seconds: float
    column_seconds: float
    evaluation_seconds: float
    objective: float
    iterations: float
    evaluations: float
    f1: float


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train both in turn, and compare them."""
    crfsuite()  # an error before the work if it is missing
    material = _material(options)
    columns = Text.read(corpus_file(options.corpora, "train.txt.gz")).columns()
    ours: list[Outcome] = []
    peer: list[Outcome] = []
    test = list(attribute_strings(material.extractor, material.test))
    for run in range(1, options.runs + 1):
        options.report(f"Run {run} of {options.runs}: Tagwright trains")
        ours.append(_train_ours(material, columns))
        options.report(f"Run {run} of {options.runs}: python-crfsuite trains")
        peer.append(_train_peer(material, columns, test))
    figures = {
        "evaluation_seconds": _compared(ours, peer, "evaluation_seconds", "s"),
        "training_seconds": _compared(ours, peer, "seconds", "s"),
        "training_seconds_from_columns": _compared(ours, peer, "column_seconds", "s"),
        "objective": _compared(ours, peer, "objective", "nats"),
        "iterations": _compared(ours, peer, "iterations", "iterations"),
        "evaluations": _compared(ours, peer, "evaluations", "evaluations"),
        "f1": _compared(ours, peer, "f1", "fraction"),
    }
    figures |= time_to_f1.measure(options)
    figures |= few_labels.measure(options)
    options.report("Memory of both trainings, each in a process of its own")
    figures |= memory_figures(corpus_file(options.corpora, "train.txt.gz"))
    options.report("Time on several copies of the corpus")
    return figures | scaling_figures(corpus_file(options.corpora, "train.txt.gz"))


def _compared(ours: list[Outcome], peer: list[Outcome], name: str, unit: str) -> Figure:
    def middle(outcomes: list[Outcome]) -> float:
        return float(median(getattr(outcome, name) for outcome in outcomes))

    return Figure(middle(ours), middle(peer), unit, len(ours))


def _material(options: BenchmarkOptions) -> Material:
    options.report("Reading CoNLL-2000 and extracting its features")
    training = read_part(options.corpora, "train")
    test = read_part(options.corpora, "test")
    extractor = TemplateExtractor(template_named(TEMPLATE))
    return Material(
        extractor,
        Dataset.of(extractor.fit(training.table)),
        training.tags,
        Dataset.of(extractor.transform(test.table)),
        test.tags,
    )


def _train_ours(material: Material, columns: Sentences) -> Outcome:
    from crfcore.crf import LinearChainCRF
    from crfcore.warm import warm

    warm()  # compilation is not part of a training
    crf = LinearChainCRF(algorithm="lbfgs", c1=0.0, c2=C2, threads=THREADS)
    start = time.perf_counter()
    crf.fit(material.training, material.training_tags, extractor=material.extractor)
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    extractor = TemplateExtractor(template_named(TEMPLATE))
    extractor.fit(ColumnTable.from_sentences(columns))
    feature_seconds = time.perf_counter() - start
    predicted = crf.predict(material.test)
    return Outcome(
        seconds,
        seconds + feature_seconds,
        _evaluation_seconds(material),
        float(crf.training_.objective or 0.0),
        crf.training_.iterations,
        crf.training_.evaluations,
        span_scores(material.test_tags, predicted).f1,
    )


def _evaluation_seconds(material: Material) -> float:
    """Return the processor time of one evaluation as in a training."""
    from crfcore.training.feature_index import feature_index
    from crfcore.training.folding import folding_of
    from crfcore.training.given_labels import targets_for
    from crfcore.training.objectives.objective import Objective

    targets, _ = targets_for(material.training_tags, None, material.training)
    index = feature_index(material.training, targets)
    folding = folding_of(material.training, index)
    with Objective(material.training, targets, index, c2=C2, folding=folding) as objective:
        objective.precision = "single"
        weights = 0.1 * np.random.default_rng(0).normal(size=objective.n_weights)
        gradient = np.empty_like(weights)
        objective(weights, gradient)
        times = []
        for _ in range(EVALUATIONS):
            start = time.process_time()
            objective(weights, gradient)
            times.append(time.process_time() - start)
    return float(median(times))


def _train_peer(material: Material, columns: Sentences, test: Sequence[list[list[str]]]) -> Outcome:
    start = time.perf_counter()
    trainer = peer_trainer(map(features_of, columns), material.training_tags, c1=0.0, c2=C2)
    feature_seconds = time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "peer.crfsuite")
        start, cpu = time.perf_counter(), time.process_time()
        trainer.train(model)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        tagger = peer_tagger(model)
        predicted = [tagger.tag(attributes) for attributes in test]
        tagger.close()
    iterations = trainer.logparser.iterations
    trials = sum(int(iteration.get("linesearch_trials", 1)) for iteration in iterations)
    last = trainer.logparser.last_iteration
    return Outcome(
        seconds,
        seconds + feature_seconds,
        cpu / max(trials, 1),
        float(last["loss"]),
        float(last["num"]),
        float(trials),
        span_scores(material.test_tags, predicted).f1,
    )


__all__ = ["TaggedText", "attribute_strings", "measure"]
