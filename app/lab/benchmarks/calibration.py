"""Calibration of probabilities, and coverage of intervals, for models of little data.

From each corpus 100 or 500 random training sentences are drawn, with the c2 of the window. A test
sample of 200 is drawn from the rest, and the temperature is fitted on it. The calibration error is
the mean difference between confidence and accuracy in ten bins of equal mass, on the test file,
over all tokens and over those with a confidence below 0.9. The peer is the same model without a
temperature. Test files may be from another time than the pool, so the error is also measured on the
rest of the pool.

Then the test sample is drawn a hundred times, and each time its interval is compared with the score
of the same model on the rest of the pool: coverage over all models and of the worst and the best
one, and mean width. The peer is the percentile bootstrap over sentences. A run is a model with its
own sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from app.lab.corpora.conll2000 import TaggedText, read_part
from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.ewt import ewt_sentences
from crfcore.active_learning import (
    SentenceCounts,
    draw_control_sample,
    fit_temperature,
    score_interval,
    span_counts,
    token_counts,
)
from crfcore.crf import LinearChainCRF
from crfcore.metrics.calibration import expected_calibration_error
from crfcore.tasks import Tasks, Work
from crfcore.warm import warm

RUNS = 5
"""Default number of models of each kind."""

SIDE_BY_SIDE = True
"""Whether models may be made in several processes: no time is measured."""

C2 = 0.1
SIZES = (100, 500)
CONTROL = 200
DRAWS = 100
RESAMPLES = 1000
UNCERTAIN = 0.9

Counting: TypeAlias = Callable[[Sequence[Sequence[str]], Sequence[Sequence[str]]], SentenceCounts]


@dataclass(frozen=True, slots=True)
class Material:
    """A corpus: the pool, the test text, and the kind of score."""

    name: str
    template: str
    pool: TaggedText
    test: TaggedText
    counting: Counting


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of the interval, and mean widths of both kinds."""

    share: float
    bootstrap_share: float
    width: float
    bootstrap_width: float


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Measure confidences and intervals of small models on three corpora."""
    warm("labelling")
    materials = _materials(options.corpora)
    groups = [(number, size) for number in range(len(materials)) for size in SIZES]
    work = Work(_judge_one, _Materials, (materials,))
    figures: dict[str, Figure] = {}
    with Tasks(work, jobs=options.jobs, client=options.client) as tasks:
        for number, size in groups:
            for seed in range(options.runs):
                tasks.add((number, size, seed), (number, size, seed))
        found: dict[tuple[int, int, int], _Judgement] = {}
        for key, future in tasks.finished():
            found[key] = future.result()
            number, size, _ = key
            done = [found.get((number, size, seed)) for seed in range(options.runs)]
            if all(done):
                options.report(f"{materials[number].name}: {len(done)} models of {size} sentences")
    for number, size in groups:
        judged = [found[number, size, seed] for seed in range(options.runs)]
        name = f"{materials[number].name}_{size}"
        figures.update(_error_figures(name, [one.errors for one in judged]))
        figures.update(_interval_figures(name, [one.coverage for one in judged]))
    return figures


class _Judgement(NamedTuple):
    """The errors of one model, with a temperature and without, and its intervals."""

    errors: dict[str, tuple[float, float]]
    coverage: Coverage


class _Materials(NamedTuple):
    """What all models have in common."""

    materials: Sequence[Material]


def _judge_one(corpora: _Materials, task: tuple[int, int, int]) -> _Judgement:
    number, size, seed = task
    return _judge(corpora.materials[number], size, seed)


def _materials(corpora: Path | None) -> list[Material]:
    pool, test = (read_part(corpora, part) for part in ("train", "test"))
    materials = [Material("conll2000", "chunking", pool, test, span_counts)]
    pool, test = (
        TaggedText.of(dutch_sentences(corpora, f"ned.{part}.gz")) for part in ("train", "testb")
    )
    materials.append(Material("dutch", "ner", pool, test, span_counts))
    pool, test = (TaggedText.of(ewt_sentences(corpora, part)) for part in ("train", "test"))
    return [*materials, Material("ewt", "basic", pool, test, token_counts)]


def _judge(material: Material, size: int, seed: int) -> _Judgement:
    rng = np.random.default_rng(seed)
    text = material.pool
    order = rng.permutation(len(text.tags))
    known, pool = order[:size], order[size:]
    if len(pool) <= CONTROL:
        raise BenchmarkError(
            f"The corpus {material.name} has {len(text.tags):,} sentences; "
            f"{size + CONTROL + 1:,} are needed. Is it whole?"
        )
    crf = LinearChainCRF(template=material.template, c2=C2)
    own = text.select(known.tolist())
    crf.fit(own.table, own.tags)
    inside = np.zeros(len(pool), dtype=np.bool_)
    inside[draw_control_sample(len(pool), CONTROL, rng)] = True
    sample, rest = (text.select(chosen.tolist()) for chosen in (pool[inside], pool[~inside]))
    fit = fit_temperature(crf, sample.table, sample.tags)
    warmed = crf.with_temperature(fit.temperature)
    errors: dict[str, tuple[float, float]] = {}
    for name, judged in (("test", material.test), ("rest", rest)):
        after, before = _errors(warmed, judged), _errors(crf, judged)
        errors[f"{name}_error"] = after[0], before[0]
        errors[f"{name}_error_below_90"] = after[1], before[1]
    others = text.select(pool.tolist())
    counts = material.counting(others.tags, crf.predict(others.table))
    return _Judgement(errors, _coverage(counts, rng))


def _errors(crf: LinearChainCRF, text: TaggedText) -> tuple[float, float]:
    """Return the calibration error of suggestions: of all, and of uncertain ones."""
    decoding = crf.decode_dataset(crf.dataset(text.table))
    names = np.array(crf.classes_, dtype=object)
    right = np.array([tag for sentence in text.tags for tag in sentence], dtype=object)
    correct = (names[decoding.labels] == right).astype(np.bool_)
    confidence = decoding.probabilities.astype(np.float64)
    is_low = confidence < UNCERTAIN
    return (
        expected_calibration_error(confidence, correct),
        expected_calibration_error(confidence[is_low], correct[is_low]),
    )


def _coverage(counts: SentenceCounts, rng: np.random.Generator) -> Coverage:
    """Draw test samples, and check whether their intervals contain the score of the rest."""
    covered, widths = np.zeros((DRAWS, 2)), np.zeros((DRAWS, 2))
    for draw in range(DRAWS):
        inside = np.zeros(counts.n_sentences, dtype=np.bool_)
        inside[draw_control_sample(counts.n_sentences, CONTROL, rng)] = True
        sample, score = counts.select(inside), counts.select(~inside).score
        found = score_interval(sample, counts.n_sentences - CONTROL)
        for kind, (low, high) in enumerate(((found.low, found.high), _bootstrapped(sample, rng))):
            covered[draw, kind] = low <= score <= high
            widths[draw, kind] = high - low
    return Coverage(*covered.mean(axis=0).tolist(), *widths.mean(axis=0).tolist())


def _bootstrapped(sample: SentenceCounts, rng: np.random.Generator) -> tuple[float, float]:
    """Return the percentile bootstrap of 95 % over sentences."""
    sentence_indices = rng.integers(sample.n_sentences, size=(RESAMPLES, sample.n_sentences))
    correct = 2 * sample.correct[sentence_indices].sum(axis=1)
    both = (sample.gold + sample.predicted)[sentence_indices].sum(axis=1)
    low, high = np.quantile(correct / np.maximum(both, 1), [0.025, 0.975]).tolist()
    return low, high


def _error_figures(name: str, errors: list[dict[str, tuple[float, float]]]) -> dict[str, Figure]:
    return {
        f"{name}_{kind}": Figure(
            float(np.mean([one[kind][0] for one in errors])),
            float(np.mean([one[kind][1] for one in errors])),
            "fraction",
            len(errors),
        )
        for kind in errors[0]
    }


def _interval_figures(name: str, coverages: list[Coverage]) -> dict[str, Figure]:
    shares = [one.share for one in coverages]
    others = [one.bootstrap_share for one in coverages]
    n_runs = len(coverages)
    return {
        f"{name}_held": Figure(float(np.mean(shares)), float(np.mean(others)), "fraction", n_runs),
        f"{name}_held_least": Figure(min(shares), min(others), "fraction", n_runs),
        f"{name}_held_most": Figure(max(shares), max(others), "fraction", n_runs),
        f"{name}_width": Figure(
            float(np.mean([one.width for one in coverages])),
            float(np.mean([one.bootstrap_width for one in coverages])),
            "fraction",
            n_runs,
        ),
    }
