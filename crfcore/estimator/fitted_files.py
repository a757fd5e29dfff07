"""A trained chain as JSON and named arrays, for a file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from numpy.typing import NDArray

from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.reading import Extractor, extractor_from_state
from crfcore.training.fitting import TrainingRecord
from crfcore.training.model_arrays import kind_of, model_arrays, model_from_arrays

_EXTRACTOR = "extractor/"
"""What the names of an extractor's arrays begin with."""


def taken_apart(fitted: FittedChain) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return everything that `put_together` needs: a JSON object and named arrays."""
    header, arrays = fitted.extractor.state()
    content = {
        "kind": kind_of(fitted.model),
        "labels": list(fitted.labels),
        "extractor": header,
        "training": None if fitted.record is None else asdict(fitted.record),
    }
    named = {f"{_EXTRACTOR}{name}": array for name, array in arrays.items()}
    return content, {**named, **model_arrays(fitted.model)}


def put_together(content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> FittedChain:
    """Return the chain that `taken_apart` has taken apart.

    Raises
    ------
    KeyError, TypeError, ValueError, LookupError, AttributeError
        When the parts do not fit together.
    """
    labels = tuple(str(label) for label in content["labels"])
    if not labels or len(set(labels)) < len(labels):
        message = "its labels are not distinct"
        raise ValueError(message)
    extractor = _extractor_of(content["extractor"], arrays)
    model = model_from_arrays(
        content["kind"],
        arrays,
        len(labels),
        extractor.n_attributes,
        getattr(extractor, "n_edge_attributes", 0),
    )
    training = content["training"]
    record = None if training is None else _record_from(training)
    return FittedChain(labels, extractor, model, record)


def _extractor_of(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Extractor:
    own = {
        name.removeprefix(_EXTRACTOR): array
        for name, array in arrays.items()
        if name.startswith(_EXTRACTOR)
    }
    return extractor_from_state(header, own)


def _record_from(training: Mapping[str, Any]) -> TrainingRecord:
    history = tuple((int(evaluation), float(value)) for evaluation, value in training["history"])
    return TrainingRecord(**{**training, "history": history})
