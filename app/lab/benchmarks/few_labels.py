"""Time of training with few labels, compared to python-crfsuite with the same features.

Dutch names have 9 labels (preset ``ner``), parts of speech of EWT 17 (preset ``pos``). Both sides
train by L-BFGS on one thread: to convergence with c2 = 1, and 100 iterations with c1 = c2 = 0.1.
Seconds are processor times from features in memory to a model; the objectives are the last ones.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.peer import attribute_strings, crfsuite, peer_trainer
from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.ewt import ewt_sentences
from app.lab.corpora.files import TaggedSentence
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named

PENALTIES: dict[str, dict[str, Any]] = {
    "l2": {"c1": 0.0, "c2": 1.0},
    "l1_l2": {"c1": 0.1, "c2": 0.1, "max_iterations": 100},
}


@dataclass(frozen=True, slots=True)
class Material:
    """The training data of both: the same attributes of the same tokens."""

    name: str
    extractor: TemplateExtractor
    dataset: Dataset
    tags: list[list[str]]

    @classmethod
    def of(cls, name: str, sentences: list[TaggedSentence], template: str) -> Material:
        """Return a corpus with the features of a preset."""
        table = ColumnTable.from_words([sentence.words for sentence in sentences])
        extractor = TemplateExtractor(template_named(template))
        dataset = Dataset.of(extractor.fit(table))
        return cls(name, extractor, dataset, [sentence.tags for sentence in sentences])


class Outcome(NamedTuple):
    """The result of one training."""

    seconds: float
    objective: float


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train both in turn on each corpus, with each penalty."""
    from crfcore.warm import warm

    warm()  # compilation is not part of a training
    crfsuite()  # an error before the work if it is missing
    figures: dict[str, Figure] = {}
    for material in _materials(options):
        for penalty, parameters in PENALTIES.items():
            pairs = []
            for run in range(1, options.runs + 1):
                options.report(f"{material.name}, {penalty}: run {run} of {options.runs}")
                outcome = _train_ours(material, parameters)
                pairs.append((outcome, _train_peer(material, parameters)))
            for field, unit in (("seconds", "s"), ("objective", "nats")):
                middle = [
                    float(median(getattr(pair[side], field) for pair in pairs)) for side in (0, 1)
                ]
                figure = Figure(middle[0], middle[1], unit, options.runs)
                figures[f"{material.name}_{penalty}_{field}"] = figure
    return figures


def _materials(options: BenchmarkOptions) -> Iterator[Material]:
    options.report("Reading Dutch CoNLL-2002")
    yield Material.of("dutch", dutch_sentences(options.corpora, "ned.train.gz"), "ner")
    options.report("Reading EWT")
    yield Material.of("ewt", ewt_sentences(options.corpora, "train"), "pos")


def _train_ours(material: Material, parameters: dict[str, Any]) -> Outcome:
    crf = LinearChainCRF(algorithm="lbfgs", threads=1, **parameters)
    start = time.process_time()
    crf.fit(material.dataset, material.tags, extractor=material.extractor)
    return Outcome(time.process_time() - start, float(crf.training_.objective or 0.0))


def _train_peer(material: Material, parameters: dict[str, Any]) -> Outcome:
    strings = attribute_strings(material.extractor, material.dataset)
    trainer = peer_trainer(strings, material.tags, **parameters)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        trainer.train(str(Path(folder) / "peer.crfsuite"))
        seconds = time.process_time() - start
    return Outcome(seconds, float(trainer.logparser.last_iteration["loss"]))
