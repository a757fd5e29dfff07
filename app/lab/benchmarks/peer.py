"""The peer of benchmarks, python-crfsuite, imported on demand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

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


def attribute_strings(extractor: TemplateExtractor, dataset: Dataset) -> Iterator[list[list[str]]]:
    """Yield each sentence for python-crfsuite: a list of attribute names for each token."""
    names = extractor.attribute_names()
    attributes = [names[attribute] for attribute in dataset.attributes.tolist()]
    bounds = dataset.indptr.tolist()
    offsets = dataset.offsets.tolist()
    for start, end in pairwise(offsets):
        yield [attributes[bounds[token] : bounds[token + 1]] for token in range(start, end)]
