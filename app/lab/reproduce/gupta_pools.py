"""001's section 2.6: opinion pools in place of a penalty."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.lab.corpora.conll2000 import TaggedText, read_part
from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_text import dutch_text
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.metrics.spans import span_scores
from crfcore.pooling import experts, fit_pool, pool

WITHOUT = 1e-4
"""The penalty of what is called unpenalised: some weights would not be finite without any."""

PENALTY = 0.1

HELD_OUT = 1_000
"""Sentences of CoNLL-2000 beside the training ones, for the weights of the experts."""

FIGURES = {
    "full": "full model, no penalty",
    "pool": "pool with learned weights",
    "equal": "pool with equal weights",
    "penalised": f"full model, c2 = {PENALTY}",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A corpus, a template, and how many training sentences are drawn."""

    name: str
    template: str
    n: int

    def draw(self, context: Context, seed: int) -> tuple[TaggedText, TaggedText, TaggedText]:
        """Return drawn training sentences, held-out ones, and the test file."""
        if self.name == "Dutch":
            training, held_out, test = (
                dutch_text(context, f"ned.{part}.gz", least=2)
                for part in ("train", "testa", "testb")
            )
            places = _drawn(training, seed)
            return _part(training, places[: self.n]), held_out, test
        training, test = (
            read_part(context.corpora, part).first(context.limit) for part in ("train", "test")
        )
        places = _drawn(training, seed)
        # Of a limited corpus half is held out.
        n = min(self.n, max(len(places) // 2, 1))
        return _part(training, places[:n]), _part(training, places[n : n + HELD_OUT]), test


TASKS = (
    Task("Dutch", "basic", 100),
    Task("Dutch", "basic", 500),
    Task("CoNLL-2000", "chunking", 100),
    Task("CoNLL-2000", "chunking", 500),
)


@dataclass(frozen=True, slots=True)
class PoolTable:
    """F1 of spans by pools of experts, and by one model with a penalty and without."""

    name: str = "gupta-2.6"
    about: str = (
        "Opinion pools of the full model and of experts for the current word, those before it and "
        "those after it, F1 of spans (Gupta, section 2.6)."
    )
    minutes: float = 4.0
    draws: int = 4

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield four figures for each task."""
        n_seeds = context.n_seeds(self.draws)
        for task in TASKS:
            outcomes = []
            for seed in range(n_seeds):
                what = f"{task.name}, {task.n} sentences, draw {seed}"
                compute = partial(_trained, task, context, seed)
                share = self.minutes / len(TASKS) / n_seeds
                outcomes.append(context.outcome(what, compute, share))
            found = mean(outcomes)
            for figure, name in FIGURES.items():
                ours = found.figures[figure]
                seconds = found.figures[f"seconds of {figure}"]
                yield Row(f"{task.name}, {task.n} sentences: {name}", None, ours, seconds)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return what the document reports, and how weights are learned here."""
        del rows
        return [
            f"Without a penalty means c2 = {WITHOUT:g}. The document has no figures of its own; "
            "Smith, Cohn and Osborne (2005) report that pools of models without a penalty are "
            "better than one such model, and near the penalised one.",
            "The weights of a pool are learned from sentences that no expert has seen: of the "
            "Dutch file testa, and of 1,000 further training sentences of CoNLL-2000. With equal "
            "weights, or learned from the training sentences, pools are no better than the full "
            "model. A pool is no substitute for one model of all sentences.",
        ]


def _trained(task: Task, context: Context, seed: int) -> Outcome:
    """Train the experts of a draw and tag the test file."""
    training, held_out, test = task.draw(context, seed)
    dataset = Dataset.from_columns(training.table, task.template)
    figures: dict[str, float] = {}

    def add(figure: str, crf: LinearChainCRF, seconds: float) -> None:
        figures[figure] = span_scores(test.tags, crf.predict(test.table)).f1
        figures[f"seconds of {figure}"] = seconds

    def estimator(c2: float) -> LinearChainCRF:
        return LinearChainCRF(c2=c2, threads=context.threads)

    started = time.perf_counter()
    models = experts(estimator(WITHOUT), dataset, training.tags)
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    full = estimator(WITHOUT).fit(dataset, training.tags)
    add("full", full, time.perf_counter() - started)
    started = time.perf_counter()
    learned = fit_pool(list(models.values()), held_out.table, held_out.tags, negative=True).crf
    add("pool", learned, seconds + time.perf_counter() - started)
    add("equal", pool(list(models.values())), seconds)
    started = time.perf_counter()
    penalised = estimator(PENALTY).fit(dataset, training.tags)
    add("penalised", penalised, time.perf_counter() - started)
    return Outcome(figures, seconds)


def _drawn(text: TaggedText, seed: int) -> list[int]:
    drawn: list[int] = np.random.default_rng(seed).permutation(len(text.tags)).tolist()
    return drawn


def _part(text: TaggedText, places: Sequence[int]) -> TaggedText:
    return text.select(sorted(places))
