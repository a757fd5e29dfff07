"""The peer of benchmarks, python-crfsuite, imported on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from app.lab.benchmarks.figures import BenchmarkError
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor


def crfsuite() -> ModuleType:
    """Return python-crfsuite; BenchmarkError says how to install it."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise BenchmarkError(
            "This measurement runs beside python-crfsuite, which is not installed: "
            "pip install 'tagwright[lab]', or make bench."
        ) from error
    module: ModuleType = pycrfsuite
    return module


def peer_trainer(
    sentences: Iterable[list[list[str]]],
    tags: Iterable[list[str]],
    algorithm: str = "lbfgs",
    **parameters: float,
) -> Any:
    """Return a trainer of python-crfsuite with sentences, for weights of all transitions."""
    trainer: Any = crfsuite().Trainer(algorithm=algorithm, verbose=False)
    trainer.set_params({"feature.possible_transitions": True, **parameters})
    for attributes, labels in zip(sentences, tags, strict=True):
        trainer.append(attributes, labels)
    return trainer


def peer_tagger(path: Path | str) -> Any:
    """Return a tagger of python-crfsuite with a model."""
    tagger: Any = crfsuite().Tagger()
    tagger.open(str(path))
    return tagger


def attribute_strings(extractor: TemplateExtractor, dataset: Dataset) -> Iterator[list[list[str]]]:
    """Yield each sentence for python-crfsuite: a list of attribute names for each token."""
    names = extractor.attribute_names()
    attributes = [names[attribute] for attribute in dataset.attributes.tolist()]
    bounds = dataset.indptr.tolist()
    offsets = dataset.offsets.tolist()
    for start, end in pairwise(offsets):
        yield [attributes[bounds[token] : bounds[token + 1]] for token in range(start, end)]
