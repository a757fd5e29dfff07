"""Savings by initial weights from a model or from counts, compared to zeros.

An evaluation is any pass over the training sentences that computes scores, an objective or a
gradient, including those of line searches, scales, preconditioners, and stochastic passes. The
optimum is the lowest objective of all starts. Figures are means of five draws of sentences from the
training files of CoNLL-2000, Dutch named entities and EWT; the peer is the start from zeros:

- ``500+10_last``: evaluations to 0.1 % above the optimum after 10 new sentences on 500, from the
  model of the 500; ``500+10_counted``: from counts of all 510.
- ``500_f1_at_3``: F1 (EWT: accuracy) on 1,000 other sentences after three evaluations on 500,
  from counts; ``500_least_lead`` is the smallest difference to zeros after one to twenty
  evaluations.
- ``500_…``: evaluations to 0.1 % on 500 sentences from counts whose scale is fitted (`scaled`), the
  same with variables scaled by their curvature (`preconditioned`), stochastic passes from zeros
  (`passes`), and passes from counts (`counted`), the default of a training.

Seconds are processor times until then, without the arrangement of features.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.corpora.conll2000 import corpus_file, read_tagged
from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.ewt import ewt_sentences
from app.lab.corpora.files import TaggedSentence
from crfcore.arrays import FloatArray
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.targets import Targets
from crfcore.training.counted_weights import empirical_weights, fitted_scale
from crfcore.training.empirical_counts import count
from crfcore.training.feature_index import FeatureIndex, feature_index
from crfcore.training.folding import folding_of
from crfcore.training.monitor import Monitor, TrainingProgress
from crfcore.training.objectives.objective import Objective
from crfcore.training.online.dual_ascent import stochastic_passes
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping
from crfcore.training.starts import MAX_PASSES, MIN_GAIN_OF_PASS

RUNS = 5
"""Default number of draws."""

C2 = 1.0
DELTA = 1e-6
"""Trainings stop when ten iterations gain less than this fraction, far below `NEAR`."""

NEAR = 1.001
SIZES = (50, 500, 2000)
BASES = (500, 2000)
ADDED = (1, 10, 100)
SIZES_OF_BUDGETS = (50, 500)
BUDGETS = (1, 2, 3, 4, 5)
LONGEST_BUDGET = 20
HELD_OUT = 1000
TRIALS_OF_SCALE = 4


@dataclass(frozen=True, slots=True)
class Text:
    """A corpus: its sentences, template and score."""

    name: str
    table: ColumnTable
    tags: list[list[str]]
    template: str
    score: str

    @classmethod
    def of(cls, name: str, sentences: list[TaggedSentence], template: str, score: str) -> Text:
        """Return a corpus of sentences of words."""
        table = ColumnTable.from_words([sentence.words for sentence in sentences])
        return cls(name, table, [sentence.tags for sentence in sentences], template, score)


class Point(NamedTuple):
    """A point of a training curve."""

    evaluations: int
    objective: float
    seconds: float
    score: float | None


@dataclass(slots=True)
class Curve:
    """The points of a training."""

    points: list[Point] = field(default_factory=list)

    @property
    def lowest(self) -> float:
        """The lowest objective."""
        return min(point.objective for point in self.points)

    def first_below(self, value: float) -> Point:
        """Return the first point at or below an objective, or the last one."""
        return next((point for point in self.points if point.objective <= value), self.points[-1])

    def score_at(self, budget: int) -> float:
        """Return the last score up to a number of evaluations."""
        known = [p.score for p in self.points if p.evaluations <= budget and p.score is not None]
        return known[-1]


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train from every start on every draw."""
    sums = _Means(options.runs)
    for text in _texts(options):
        labels = list(dict.fromkeys(tag for tags in text.tags for tag in tags))
        for draw in range(options.runs):
            order = np.random.default_rng(draw).permutation(len(text.tags))
            for size in BASES:
                options.report(f"{text.name}: draw {draw + 1}, new sentences on {size:,}")
                _measure_added(_Draw(text, labels, order), size, sums)
            for size in SIZES_OF_BUDGETS:
                options.report(f"{text.name}: draw {draw + 1}, budgets on {size:,}")
                _measure_budgets(_Draw(text, labels, order), size, sums)
            for size in SIZES:
                options.report(f"{text.name}: draw {draw + 1}, starts on {size:,}")
                _measure_starts(_Draw(text, labels, order), size, sums)
    return sums.figures()


def _texts(options: BenchmarkOptions) -> Iterator[Text]:
    options.report("Reading CoNLL-2000")
    chunks = read_tagged(corpus_file(options.corpora, "train.txt.gz"))
    yield Text("conll2000", chunks.table, chunks.tags, "chunking", "span_f1")
    options.report("Reading Dutch CoNLL-2002")
    dutch = dutch_sentences(options.corpora, "ned.train.gz")
    yield Text.of("dutch", dutch, "ner", "span_f1")
    options.report("Reading EWT")
    yield Text.of("ewt", ewt_sentences(options.corpora, "train"), "pos", "token_accuracy")


class _Means:
    """Sums over draws, by figure: ours and the peer's."""

    def __init__(self, runs: int) -> None:
        self._runs = runs
        self._ours: dict[str, list[float]] = {}
        self._peers: dict[str, list[float]] = {}
        self._units: dict[str, str] = {}

    def add(self, name: str, ours: float, peer: float, unit: str) -> None:
        self._ours.setdefault(name, []).append(ours)
        self._peers.setdefault(name, []).append(peer)
        self._units[name] = unit

    def add_ways(self, name: str, curves: dict[str, Curve]) -> None:
        """Compare the evaluations to 0.1 % of several starts with those from zeros."""
        goal = NEAR * min(curve.lowest for curve in curves.values())
        zeros = curves["zeros"].first_below(goal)
        for start, curve in curves.items():
            if start != "zeros":
                point = curve.first_below(goal)
                named = f"{name}_{start}"
                self.add(
                    f"{named}_evaluations", point.evaluations, zeros.evaluations, "evaluations"
                )
                self.add(f"{named}_seconds", point.seconds, zeros.seconds, "s")

    def figures(self) -> dict[str, Figure]:
        """Return the means, and the smallest difference of mean scores over budgets."""
        found = {
            name: Figure(_mean(ours), _mean(self._peers[name]), self._units[name], self._runs)
            for name, ours in self._ours.items()
        }
        leads: dict[str, float] = {}
        shown = {}
        for name, figure in found.items():
            prefix, is_score, budget = name.rpartition("_f1_at_")
            if is_score and figure.peer is not None:
                lead = figure.ours - figure.peer
                leads[prefix] = min(leads.get(prefix, lead), lead)
                if int(budget) not in BUDGETS:
                    continue
            shown[name] = figure
        for prefix, lead in leads.items():
            shown[f"{prefix}_least_lead"] = Figure(lead, None, "fraction", self._runs)
        return shown


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


@dataclass(frozen=True, slots=True)
class _Draw:
    """A corpus in random order, whose first sentences are for training."""

    text: Text
    labels: list[str]
    order: Any

    def material(self, size: int) -> _Material:
        sentence_indices = self.order[:size]
        extractor = TemplateExtractor(template_named(self.text.template))
        dataset = Dataset.of(extractor.fit(self.text.table.select(sentence_indices)))
        tags = [self.text.tags[sentence_index] for sentence_index in sentence_indices]
        return _Material(self, extractor, dataset, Targets.from_labels(tags, self.labels))

    def held_out(self) -> tuple[ColumnTable, list[list[str]]]:
        sentence_indices = self.order[-HELD_OUT:]
        return self.text.table.select(sentence_indices), [
            self.text.tags[sentence_index] for sentence_index in sentence_indices
        ]


@dataclass(frozen=True, slots=True)
class _Material:
    """Training sentences with their features."""

    draw: _Draw
    extractor: TemplateExtractor
    dataset: Dataset
    targets: Targets

    def fit(self, initial: str | LinearChainCRF, **fit_arguments: Any) -> LinearChainCRF:
        crf = LinearChainCRF(c2=C2, delta=DELTA, initial=initial, dev_score=self.draw.text.score)
        return crf.fit(
            self.dataset,
            self.targets,
            labels=self.draw.labels,
            extractor=self.extractor,
            **fit_arguments,
        )

    def curve(
        self, initial: str | LinearChainCRF, budget: float = np.inf, **fit_arguments: Any
    ) -> Curve:
        """Train with default settings, for at least a number of evaluations."""
        curve = Curve()
        self.fit(initial, monitor=_watching(curve, budget=budget), **fit_arguments)
        return curve

    def index(self) -> FeatureIndex:
        return feature_index(self.dataset, self.targets)


def _watching(curve: Curve, spent: int = 0, budget: float = np.inf) -> Monitor:
    """Return a monitor that records the points of a curve, after ``spent`` evaluations."""
    started = time.process_time()

    def watch(progress: TrainingProgress) -> bool:
        # The running objective of a stochastic pass belongs to no single weights.
        if np.isfinite(progress.gradient_norm):
            seconds = time.process_time() - started
            evaluations = progress.evaluations + spent
            curve.points.append(Point(evaluations, progress.objective, seconds, progress.dev_score))
        return progress.evaluations >= budget

    return watch


def _measure_added(draw: _Draw, size: int, sums: _Means) -> None:
    """Compare starts after new sentences: from the previous model, and from counts."""
    earlier = draw.material(size).fit("auto")
    for added in ADDED:
        material = draw.material(size + added)
        curves = {
            "zeros": material.curve("zeros"),
            "last": material.curve(earlier),
            "counted": material.curve("empirical"),
        }
        sums.add_ways(f"{draw.text.name}_{size}+{added}", curves)


def _measure_budgets(draw: _Draw, size: int, sums: _Means) -> None:
    """Compare scores after few evaluations."""
    material = draw.material(size)
    held_out = draw.held_out()
    curves = {
        initial: material.curve(initial, LONGEST_BUDGET, X_dev=held_out[0], y_dev=held_out[1])
        for initial in ("zeros", "empirical")
    }
    nothing = LinearChainCRF(c2=C2, max_iterations=0, initial="zeros").fit(
        material.dataset,
        material.targets,
        labels=draw.labels,
        extractor=material.extractor,
    )
    curves["zeros"].points.insert(0, Point(0, np.inf, 0.0, _score(nothing, draw, held_out)))
    curves["empirical"].points[:0] = _scores_of_passes(material, nothing, held_out)
    for budget in range(1, LONGEST_BUDGET + 1):
        ours, peer = (curves[initial].score_at(budget) for initial in ("empirical", "zeros"))
        sums.add(f"{draw.text.name}_{size}_f1_at_{budget}", ours, peer, "fraction")


def _score(
    crf: LinearChainCRF, draw: _Draw, held_out: tuple[ColumnTable, list[list[str]]]
) -> float:
    table, tags = held_out
    if draw.text.score == "span_f1":
        from crfcore.metrics.spans import span_scores

        return span_scores(tags, crf.predict(table)).f1
    return float(crf.score(table, tags))


def _scores_of_passes(
    material: _Material,
    template: LinearChainCRF,
    held_out: tuple[ColumnTable, list[list[str]]],
) -> list[Point]:
    """Return the scores after each pass at the beginning of a training from counts."""
    function = template.objective(
        material.dataset,
        material.targets,
        labels=material.draw.labels,
        extractor=material.extractor,
    )
    weights = function.zeros()
    points: list[Point] = []

    def judge(values: list[float]) -> None:
        score = _score(function.estimator(weights), material.draw, held_out)
        points.append(Point(len(values), np.inf, 0.0, score))

    with function:
        stochastic_passes(
            material.dataset,
            material.targets,
            function.index,
            weights,
            C2,
            MAX_PASSES,
            np.random.default_rng(template.seed),
            least_gain=MIN_GAIN_OF_PASS,
            after_pass=judge,
            from_counts=True,
        )
    return points


def _measure_starts(draw: _Draw, size: int, sums: _Means) -> None:
    """Compare all kinds of starts."""
    material = draw.material(size)
    curves = {
        "zeros": material.curve("zeros"),
        "scaled": _from_scaled_counts(material, preconditioned=False),
        "preconditioned": _from_scaled_counts(material, preconditioned=True),
        "passes": material.curve("passes"),
        "counted": material.curve("empirical"),
    }
    sums.add_ways(f"{draw.text.name}_{size}", curves)


def _from_scaled_counts(material: _Material, *, preconditioned: bool) -> Curve:
    """Train from logarithms of smoothed counts at the scale that fits best."""
    curve = Curve()
    spent = TRIALS_OF_SCALE + int(preconditioned)
    watch = _watching(curve, spent)
    index, dataset = material.index(), material.dataset
    counts = count(dataset, material.targets)
    weights: FloatArray = empirical_weights(
        counts, index, len(dataset.attributes) / max(dataset.n_tokens, 1)
    )
    folding = folding_of(dataset, index)
    with Objective(dataset, material.targets, index, c2=C2, folding=folding) as objective:
        start = objective.variables_of(weights)
        weights *= fitted_scale(objective, start, n_trials=TRIALS_OF_SCALE)
        if preconditioned:
            objective.even_out(objective.variables_of(weights), joint=False)
        minimise(
            objective,
            objective.variables_of(weights),
            stopping=Stopping(delta=DELTA),
            monitor=watch,
            norms=objective.norms,
        )
    return curve
