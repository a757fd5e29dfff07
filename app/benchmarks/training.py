"""How long training takes, beside python-crfsuite on the same features, in one run.

Both start from features in memory and end with a trained model: what the clock sees is the
numbering of features and the optimisation, on one thread each.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from app.benchmarks.conll2000 import TaggedText, corpus_file, read_tagged
from app.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.metrics.spans import span_scores

C2 = 1.0
TEMPLATE = "chunking"


@dataclass(frozen=True, slots=True)
class Material:
    """What both trainers get: the same attributes of the same tokens."""

    extractor: TemplateExtractor
    training: Dataset
    training_tags: list[list[str]]
    test: Dataset
    test_tags: list[list[str]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one training came to."""

    seconds: float
    objective: float
    iterations: float
    f1: float


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train both in turn, as often as asked, and compare them."""
    crfsuite = _peer()
    material = _material(options)
    ours: list[Outcome] = []
    peer: list[Outcome] = []
    sentences = list(attribute_strings(material.extractor, material.training))
    test = list(attribute_strings(material.extractor, material.test))
    for run in range(1, options.runs + 1):
        options.report(f"Run {run} of {options.runs}: Tagwright trains")
        ours.append(_train_ours(material))
        options.report(f"Run {run} of {options.runs}: python-crfsuite trains")
        peer.append(_train_peer(crfsuite, material, sentences, test))
    return {
        "training_seconds": _compared(ours, peer, "seconds", "s"),
        "objective": _compared(ours, peer, "objective", "nats"),
        "iterations": _compared(ours, peer, "iterations", "iterations"),
        "f1": _compared(ours, peer, "f1", "fraction"),
    }


def _compared(ours: list[Outcome], peer: list[Outcome], name: str, unit: str) -> Figure:
    def middle(outcomes: list[Outcome]) -> float:
        return float(median(getattr(outcome, name) for outcome in outcomes))

    return Figure(middle(ours), middle(peer), unit, len(ours))


def _peer() -> ModuleType:
    try:
        import pycrfsuite
    except ImportError as error:
        raise BenchmarkError(
            "This measurement runs beside python-crfsuite, which is not installed: "
            "pip install 'tagwright[bench]', or make bench."
        ) from error
    module: ModuleType = pycrfsuite
    return module


def _material(options: BenchmarkOptions) -> Material:
    options.report("Reading CoNLL-2000 and extracting its features")
    training = read_tagged(corpus_file(options.corpora, "train.txt.gz"))
    test = read_tagged(corpus_file(options.corpora, "test.txt.gz"))
    extractor = TemplateExtractor(template_named(TEMPLATE))
    return Material(
        extractor,
        extractor.fit(training.table),
        training.tags,
        extractor.transform(test.table),
        test.tags,
    )


def attribute_strings(extractor: TemplateExtractor, dataset: Dataset) -> Iterator[list[list[str]]]:
    """Yield each sentence as python-crfsuite takes it: a list of attribute names for each token."""
    names = extractor.attribute_names()
    attributes = [names[attribute] for attribute in dataset.attributes.tolist()]
    bounds = dataset.indptr.tolist()
    offsets = dataset.offsets.tolist()
    for start, end in pairwise(offsets):
        yield [attributes[bounds[token] : bounds[token + 1]] for token in range(start, end)]


def _train_ours(material: Material) -> Outcome:
    from crfcore.crf import LinearChainCRF
    from crfcore.warm import warm

    warm()  # compilation is paid once a machine, not once a training
    crf = LinearChainCRF(algorithm="lbfgs", c1=0.0, c2=C2, threads=1)
    start = time.perf_counter()
    crf.fit(material.training, material.training_tags, extractor=material.extractor)
    seconds = time.perf_counter() - start
    predicted = crf.predict(material.test)
    return Outcome(
        seconds,
        float(crf.training_.objective or 0.0),
        crf.training_.iterations,
        span_scores(material.test_tags, predicted).f1,
    )


def _train_peer(
    crfsuite: ModuleType,
    material: Material,
    sentences: list[list[list[str]]],
    test: list[list[list[str]]],
) -> Outcome:
    trainer: Any = crfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": 0.0, "c2": C2, "feature.possible_transitions": True})
    for attributes, tags in zip(sentences, material.training_tags, strict=True):
        trainer.append(attributes, tags)
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "peer.crfsuite")
        start = time.perf_counter()
        trainer.train(model)
        seconds = time.perf_counter() - start
        tagger: Any = crfsuite.Tagger()
        tagger.open(model)
        predicted = [tagger.tag(attributes) for attributes in test]
        tagger.close()
    last = trainer.logparser.last_iteration
    return Outcome(
        seconds,
        float(last["loss"]),
        float(last["num"]),
        span_scores(material.test_tags, predicted).f1,
    )


__all__ = ["TaggedText", "attribute_strings", "measure"]
