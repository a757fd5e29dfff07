"""Speed of models of counts: a corpus, one changed sentence, and updates in the window.

*Training* is from integers (word and tag of each token, spelling classes of each distinct word) to
a model that can tag, in processor time of one thread. The task is the substitute for Brown in Zhu
et al.'s table 6, with an exponent chosen on held-out sentences before. *One change* replaces the
tags of a sentence in a model of all, for sentences of that task, and of CoNLL-2000 with a template
of many lines. *The window* has 5,000 labelled sentences, and a key labels one more token; the time
is until the visible sentences have suggestions of a model with that label, and are painted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.lab.benchmarks.figures import BenchmarkOptions, Figure, latency_figures
from app.lab.benchmarks.played_project import make_project, quiet_folder, run, sentences_of
from app.lab.corpora.brown import brown_sentences
from app.lab.corpora.conll2000 import read_part
from app.lab.corpora.files import TaggedSentence

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import Dataset
    from crfcore.features.targets import Targets
    from crfcore.training.empirical import EmpiricalModel

HELD_OUT = 1_000
"""Sentences for the choice of the exponent; as many following ones are the test."""

TRAININGS = 5
"""Repetitions of each training, for the median."""

CHANGES = 300
"""Sentences to change, one at a time."""

LABELLED = 5_000
"""Labelled sentences when the window opens."""

UNLABELLED = 500
"""Further sentences, unlabelled."""

KEYS = 60
"""Labels set in the window."""

EMPIRICAL = {"EP1": "mean", "EP2": "exponential"}


@dataclass(frozen=True, slots=True)
class Columns:
    """Words and tags as integers; rows of classes for distinct words.

    ``order`` are sentence indices, ``offsets`` those of sentences in the order of the file.
    """

    offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    tags: NDArray[np.int32]
    class_indptr: NDArray[np.int64]
    classes: NDArray[np.int32]
    n_classes: int
    n_tags: int

    @classmethod
    def of(cls, sentences: Sequence[TaggedSentence]) -> Columns:
        """Assign ids to words, tags and classes, in the order of appearance."""
        from crfcore.features.spelling import attributes_of

        words: dict[str, int] = {}
        tags: dict[str, int] = {}
        classes: dict[str, int] = {}
        offsets = np.cumsum([0, *(len(s.words) for s in sentences)])
        word_ids = [words.setdefault(word, len(words)) for s in sentences for word in s.words]
        tag_ids = [tags.setdefault(tag, len(tags)) for s in sentences for tag in s.tags]
        rows = [
            [classes.setdefault(name, len(classes)) for name in attributes_of(word)[1:]]
            for word in words
        ]
        return cls(
            offsets.astype(np.int64),
            np.array(word_ids, np.int32),
            np.array(tag_ids, np.int32),
            np.cumsum([0, *map(len, rows)]).astype(np.int64),
            np.array([name for row in rows for name in row], np.int32),
            len(classes),
            len(tags),
        )

    @property
    def is_key(self) -> NDArray[np.uint8]:
        """The mask of attributes that are words."""
        n_words = len(self.class_indptr) - 1
        return np.repeat(np.array([1, 0], np.uint8), [n_words, self.n_classes])

    def part(self, sentence_indices: NDArray[np.int64]) -> Columns:
        """Return some of the sentences."""
        lengths = self.offsets[sentence_indices + 1] - self.offsets[sentence_indices]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        at = np.repeat(self.offsets[sentence_indices] - offsets[:-1], lengths) + np.arange(
            offsets[-1]
        )
        return replace(self, offsets=offsets, words=self.words[at], tags=self.tags[at])

    def dataset(self) -> Dataset:
        """Return the attributes of all tokens."""
        from crfcore.features.word_classes import dataset_of_words

        return dataset_of_words(
            self.words, self.offsets, self.class_indptr, self.classes, self.n_classes
        )

    def targets(self) -> Targets:
        """Return the tags of all tokens."""
        from crfcore.features.targets import Targets

        return Targets(self.tags, np.zeros((0, self.n_tags), np.uint8), self.n_tags)


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train, change sentences, and play a session in the window."""
    from crfcore.warm import warm

    warm("labelling")  # compilation is not part of a training
    options.report("Reading the Brown corpus")
    sentences = brown_sentences(options.corpora)
    columns = Columns.of(sentences)
    order = np.random.default_rng(0).permutation(len(sentences))
    parts = np.split(order, [HELD_OUT, 2 * HELD_OUT])
    held_out, test, training = (columns.part(sentence_indices) for sentence_indices in parts)
    figures: dict[str, Figure] = {}
    for name, oov in EMPIRICAL.items():
        options.report(f"{name}: {len(parts[2]):,} sentences of Brown")
        figures.update(_training_figures(name, oov, training, held_out, test))
    options.report("Changing sentences one by one")
    figures.update(_change_figures("brown", _changes_of_words(training)))
    figures.update(_change_figures("conll2000", _changes_of_template(options)))
    options.report(f"Labelling in the window, {LABELLED:,} sentences being labelled")
    return {**figures, **_window_figures(options)}


# ---- training


def _training_figures(
    name: str, oov: str, training: Columns, held_out: Columns, test: Columns
) -> dict[str, Figure]:
    from crfcore.training.counting import tuned_exponent

    prefix = name.lower()
    model, _ = _trained(training, oov)
    judged = held_out.dataset()
    exponent = tuned_exponent(model, lambda one: _accuracy(one, judged, held_out.tags))
    seconds = []
    for _ in range(TRAININGS):
        model, taken = _trained(training, oov, exponent)
        seconds.append(taken)
    middle = median(seconds)
    accuracy = _accuracy(model, test.dataset(), test.tags)
    return {
        f"{prefix}_brown_seconds": Figure(middle, None, "s", TRAININGS),
        f"{prefix}_tokens_per_second": Figure(len(training.words) / middle, None, "tokens/s"),
        f"{prefix}_brown_accuracy": Figure(accuracy, None, "fraction"),
        f"{prefix}_exponent": Figure(exponent, None, "power"),
    }


def _trained(columns: Columns, oov: str, exponent: float = 1.0) -> tuple[EmpiricalModel, float]:
    """Return a model that can tag, and the seconds of its training."""
    from crfcore.training.counting import Counting, fit_by_counting
    from crfcore.training.optimisation import Optimisation

    counting = Counting(exponent=exponent, oov="mean" if oov == "mean" else "exponential")
    started = time.process_time()
    model, _ = fit_by_counting(
        columns.dataset(),
        columns.targets(),
        columns.is_key,
        counting,
        optimisation=Optimisation(c2=0.5),
    )
    len(model.rates)
    return model, time.process_time() - started


def _accuracy(model: EmpiricalModel, dataset: Dataset, tags: NDArray[np.int32]) -> float:
    from crfcore.inference.lattice import sentence_runs
    from crfcore.inference.viterbi import viterbi

    found = []
    for first, last in sentence_runs(dataset.offsets, 2_048):
        offsets = dataset.offsets[first : last + 1]
        start, stop = int(offsets[0]), int(offsets[-1])
        lattice = model.scores(dataset, start, stop), model.transitions(dataset, start, stop)
        found.append(viterbi(*lattice, offsets - start)[0])
    return float(np.mean(np.concatenate(found) == tags))


# ---- one changed sentence


def _change_figures(name: str, seconds: Iterator[float]) -> dict[str, Figure]:
    return latency_figures(f"change_{name}", list(seconds))


def _changes_of_words(columns: Columns) -> Iterator[float]:
    """Yield the seconds of each change, of counts only."""
    model, _ = _trained(columns, "mean")
    counts, dataset = model.counts, columns.dataset()
    rng = np.random.default_rng(1)
    n_sentences = len(columns.offsets) - 1
    for sentence_index in rng.choice(
        n_sentences, min(CHANGES, n_sentences), replace=False
    ).tolist():
        one = dataset.select([sentence_index])
        before = columns.tags[columns.offsets[sentence_index] : columns.offsets[sentence_index + 1]]
        after = rng.integers(columns.n_tags, size=len(before)).astype(np.int32)
        started = time.process_time()
        counts = counts.replaced(one, before, after)
        yield time.process_time() - started


def _changes_of_template(options: BenchmarkOptions) -> Iterator[float]:
    """Yield the seconds of `LinearChainCRF.correct` on datasets."""
    from crfcore.features.dataset import Dataset

    text = read_part(options.corpora, "train")
    dataset = Dataset.from_columns(text.table, "chunking")
    crf = _counted(dataset, text.tags)
    rng = np.random.default_rng(1)
    labels = crf.classes_
    chosen = rng.choice(len(text.tags), min(CHANGES, len(text.tags)), replace=False)
    for sentence_index in chosen.tolist():
        one, before = dataset.select([sentence_index]), text.tags[sentence_index]
        after = [labels[label] for label in rng.integers(len(labels), size=len(before))]
        started = time.process_time()
        crf.correct(one, [before], [after])
        yield time.process_time() - started


def _counted(dataset: Dataset, tags: list[list[str]]) -> LinearChainCRF:
    from crfcore.crf import LinearChainCRF

    return LinearChainCRF("empirical").fit(dataset, tags)


# ---- the window


def _window_figures(options: BenchmarkOptions) -> dict[str, Figure]:
    with quiet_folder() as (root, environment):
        project = root / "conll2000.tagwright"
        corpus = sentences_of(read_part(options.corpora, "train"))
        unlabelled = corpus[LABELLED : LABELLED + UNLABELLED]
        make_project(project, corpus[:LABELLED], unlabelled, environment)
        session = run(["app.lab.benchmarks.empirical_session", project, KEYS], environment)
    taken = json.loads(session)["seconds"]
    return latency_figures("key_to_proposals", taken)
