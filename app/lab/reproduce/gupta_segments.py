"""001's section 3: semi-Markov models beside chains, with lists of names and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.lab.corpora.conll2000 import TaggedText
from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_text import dutch_text
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.presets import template_named
from crfcore.metrics.spans import span_scores
from crfcore.semi_markov import SemiMarkovCRF
from crfcore.text.tag_schemes import spans

C2 = 0.1

SHARE = 0.5
"""Of the names of sentences that are never labelled, which are in the lists."""

CHAIN = "chain"
"""The column of the chain with the same lists."""


@dataclass(frozen=True, slots=True)
class Task:
    """How many sentences are drawn, None for all, and whether there are lists."""

    n: int | None
    with_lists: bool

    @property
    def name(self) -> str:
        """The name of its row."""
        of_sentences = "all" if self.n is None else f"{self.n}"
        return f"{of_sentences} sentences, {'with' if self.with_lists else 'without'} lists"

    def n_draws(self, n_seeds: int) -> int:
        """Return the number of draws: all sentences are drawn once."""
        return n_seeds if self.n is not None else 1


TASKS = tuple(Task(n, with_lists) for n in (100, 500, None) for with_lists in (True, False))

MINUTES = {100: 0.1, 500: 0.4, None: 2.0}
"""Of each task."""


@dataclass(frozen=True, slots=True)
class SegmentTable:
    """F1 of spans by semi-Markov models, and by chains with the same lists."""

    name: str = "gupta-3"
    about: str = (
        "Semi-Markov models with lengths and lists as attributes of segments, and chains with the "
        "same lists as attributes of tokens; Dutch named entities, F1 of spans (Gupta, section 3)."
    )
    minutes: float = sum(MINUTES[task.n] for task in TASKS)
    draws: int = 4

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield a row for each task, and the chain's beside it."""
        for task in TASKS:
            outcomes = []
            n_draws = task.n_draws(context.n_seeds(self.draws))
            for seed in range(n_draws):
                compute = partial(_trained, task, context, seed)
                what = f"{task.name}, draw {seed}"
                outcomes.append(context.outcome(what, compute, MINUTES[task.n] / n_draws))
            found = mean(outcomes)
            yield Row.of(task.name, None, found, "segments")
            yield Row.of(task.name, None, found, CHAIN, variant=CHAIN)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return what the document reports, and where the lists are from."""
        gains = {
            row.name: 100.0 * ((row.ours or 0.0) - (other.ours or 0.0))
            for row in rows
            for other in rows
            if other.variant == CHAIN and other.name == row.name and not row.variant
        }
        return [
            f"Template basic, c2 = {C2}. Lists have half of the names of sentences that are never "
            "labelled: of the other training sentences, and of the file testa beside all of them. "
            "Means of four draws; all sentences are one.",
            f"Gains in points: {', '.join(f'{name} {gain:+.1f}' for name, gain in gains.items())}.",
            "The document has no figures of its own; Sarawagi and Cohen (2004) report gains over "
            "chains on most of their tasks, above all with dictionaries. Here segments use lists "
            "better while few sentences are labelled; with many a chain is as good, and without "
            "lists better, in a fraction of the time.",
        ]


def _trained(task: Task, context: Context, seed: int) -> Outcome:
    """Train both models of a draw and tag the test file."""
    training, other, test = (
        dutch_text(context, name) for name in ("ned.train.gz", "ned.testa.gz", "ned.testb.gz")
    )
    rng = np.random.default_rng(seed)
    if task.n is not None:
        order = rng.permutation(len(training.tags)).tolist()
        # Of a limited corpus half is never labelled.
        n = min(task.n, max(len(order) // 2, 1))
        training, other = training.select(order[:n]), training.select(order[n:])
    lists = _lists(other, rng) if task.with_lists else []
    extractor = TemplateExtractor(template_named("basic"), phrase_lists=lists)
    dataset = Dataset.of(extractor.fit(training.table))
    figures: dict[str, float] = {}
    chain = LinearChainCRF(c2=C2, threads=context.threads)
    chain.fit(dataset, training.tags, extractor=extractor)
    figures[CHAIN] = span_scores(test.tags, chain.predict(test.table)).f1
    figures["seconds of the chain"] = chain.training_.seconds
    monitor = context.monitor(task.name)
    model = SemiMarkovCRF(c2=C2, threads=context.threads)
    model.fit(dataset, training.tags, extractor=extractor, monitor=monitor)
    figures["segments"] = span_scores(test.tags, model.predict(test.table)).f1
    figures["seconds"] = model.training_.seconds
    return Outcome(figures, model.training_.seconds, model.training_.evaluations)


def _lists(text: TaggedText, rng: np.random.Generator) -> list[PhraseList]:
    """Return lists of a part of the names of a text, one for each type."""
    (column,) = text.table.columns
    words = [column.values[i] for i in column.ids.tolist()]
    names: dict[tuple[str, str], None] = {}
    for start, tags in zip(text.table.offsets.tolist(), text.tags, strict=False):
        for span in spans(tags, "iob2"):
            phrase = " ".join(words[start + span.start : start + span.end])
            names[span.label, phrase] = None
    listed: dict[str, list[str]] = {}
    for label, phrase in sorted(names):
        if rng.random() < SHARE:
            listed.setdefault(label, []).append(phrase)
    return [PhraseList(label, listed[label]) for label in sorted(listed)]
