"""Training with some hundred labels, compared to python-crfsuite with the same features.

Compared is the processor time of one evaluation of objective and gradient, on one thread. For
python-crfsuite it is the logged time of some iterations, divided by their evaluations; ours is one
call, at the weights after as many iterations. With ``--long`` the whole task is also trained, on
two threads and without a peer, until the objective is within 0.1 % of the best known one.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.peer import crfsuite, peer_trainer
from app.lab.benchmarks.training import attribute_strings
from app.lab.corpora.brown import brown_sentences, with_labels
from app.lab.corpora.files import TaggedSentence
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.targets import Targets
from crfcore.machine import peak_memory

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.training.monitor import TrainingProgress

C2 = 0.1
TEMPLATE = "pos"
SENTENCES = 1_000
LABELS = (120, 250)
ITERATIONS = 6
CALLS = 5

THREADS = 2
BEST_KNOWN = 34_096.1
"""The objective of the whole task after 504 evaluations, when ten more reduced it by 0.001 %."""

NEAR = 1.0009
"""Ratio to it at which a training ends: errors of single precision are up to 0.00003."""


@dataclass(frozen=True, slots=True)
class Material:
    """The training data of both: the same attributes of the same tokens."""

    extractor: TemplateExtractor
    dataset: Dataset
    tags: list[list[str]]
    labels: list[str]

    @classmethod
    def of(cls, sentences: list[TaggedSentence]) -> Material:
        """Extract the features of sentences."""
        extractor = TemplateExtractor(template_named(TEMPLATE))
        table = ColumnTable.from_words([s.words for s in sentences])
        dataset = Dataset.of(extractor.fit(table))
        tags = [sentence.tags for sentence in sentences]
        labels = list(dict.fromkeys(tag for sentence in tags for tag in sentence))
        return cls(extractor, dataset, tags, labels)


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Compare evaluations for two sizes of label sets, and train the whole task with ``long``."""
    crfsuite()  # an error before the work if it is missing
    options.report("Reading the Brown corpus")
    sentences = brown_sentences(options.corpora)
    figures: dict[str, Figure] = {}
    for n_labels in LABELS:
        chosen = with_labels(sentences, n_labels, SENTENCES)
        figures.update(_compare(Material.of(chosen), options))
    if options.long:
        figures.update(_train_all(Material.of(sentences), options))
    return figures


def _compare(material: Material, options: BenchmarkOptions) -> dict[str, Figure]:
    n_labels = len(material.labels)
    attributes = list(attribute_strings(material.extractor, material.dataset))
    ours: dict[str, list[float]] = {"single": [], "double": []}
    theirs: list[float] = []
    for run in range(1, options.runs + 1):
        options.report(f"{n_labels} labels, run {run} of {options.runs}: Tagwright evaluates")
        for precision, seconds in _seconds_of_ours(material).items():
            ours[precision].append(seconds)
        options.report(f"{n_labels} labels, run {run} of {options.runs}: python-crfsuite trains")
        theirs.append(_seconds_of_peer(attributes, material.tags))
    name = f"evaluation_{n_labels}_labels"
    return {
        name: Figure(median(ours["single"]), median(theirs), "s", options.runs),
        f"{name}_double": Figure(median(ours["double"]), median(theirs), "s", options.runs),
    }


def _seconds_of_ours(material: Material) -> dict[str, float]:
    """Return the seconds of one evaluation, for each precision."""
    from crfcore.training.feature_index import feature_index
    from crfcore.training.folding import folding_of
    from crfcore.training.objectives.objective import Objective, Precision
    from crfcore.training.optimisers.lbfgs import minimise
    from crfcore.training.optimisers.minimisation import Stopping

    targets = Targets.from_labels(material.tags, material.labels)
    index = feature_index(material.dataset, targets)
    folding = folding_of(material.dataset, index)
    seconds: dict[str, float] = {}
    precision: Precision
    with Objective(material.dataset, targets, index, c2=C2, folding=folding) as objective:
        variables = np.zeros(objective.n_weights)
        gradient = np.empty_like(variables)
        objective.precision = "single"
        minimise(objective, variables, stopping=Stopping(max_iterations=ITERATIONS))
        for precision in ("single", "double"):
            objective.precision = precision
            objective(variables, gradient)
            times = []
            for _ in range(CALLS):
                started = time.process_time()
                objective(variables, gradient)
                times.append(time.process_time() - started)
            seconds[precision] = float(median(times))
    return seconds


def _seconds_of_peer(attributes: list[list[list[str]]], tags: list[list[str]]) -> float:
    """Return the seconds of one evaluation, from the log of some iterations."""
    trainer = peer_trainer(attributes, tags, c1=0.0, c2=C2, max_iterations=ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(str(Path(folder) / "peer.crfsuite"))
    log: list[dict[str, Any]] = trainer.logparser.iterations
    # The start is evaluated too, within the time of the first iteration.
    n_evaluations = 1 + sum(int(iteration["linesearch_trials"]) for iteration in log)
    seconds = sum(float(iteration["time"]) for iteration in log)
    return seconds / n_evaluations


def _train_all(material: Material, options: BenchmarkOptions) -> dict[str, Figure]:
    from crfcore.crf import LinearChainCRF

    options.report(
        f"Tagwright trains {len(material.tags):,} sentences, {len(material.labels)} tags"
    )

    def is_near(progress: TrainingProgress) -> bool:
        done = f"{progress.evaluations} evaluations, {progress.seconds:.0f} s"
        options.report(f"{progress.objective:,.1f} after {done}")
        return progress.objective <= NEAR * BEST_KNOWN

    crf = LinearChainCRF(c2=C2, threads=THREADS)
    started = time.perf_counter()
    crf.fit(material.dataset, material.tags, extractor=material.extractor, monitor=is_near)
    seconds = time.perf_counter() - started
    peak = peak_memory()
    objective = _objective(crf, material)
    figures = {
        "brown_seconds": Figure(seconds, None, "s"),
        "brown_evaluations": Figure(crf.training_.evaluations, None, "evaluations"),
        "brown_objective": Figure(objective, None, "nats"),
        "brown_above_best_known": Figure(objective / BEST_KNOWN - 1.0, None, "fraction"),
    }
    if peak is not None:
        figures["brown_peak_rss"] = Figure(peak, None, "bytes")
    return figures


def _objective(crf: LinearChainCRF, material: Material) -> float:
    """Return the objective of a model in double precision."""
    weights = [*crf.state_features_.values(), *crf.transition_features_.values()]
    penalty = C2 * float(np.sum(np.square(weights)))
    return penalty - crf.log_likelihood(material.dataset, material.tags)
