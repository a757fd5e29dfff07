"""Conversion of a fitted chain to JSON and named arrays for a file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, with_prefix
from crfcore.errors import CrfError, ModelFileError, shown
from crfcore.estimator.extractors import phrase_lists_of
from crfcore.estimator.fitted_chain import FittedChain, checked_label_bias, checked_temperature
from crfcore.estimator.fitted_segments import FittedSegments, Segments
from crfcore.estimator.parameters import MAX_LONGEST
from crfcore.estimator.segment_forms import scheme_of, types_of
from crfcore.features.reading import Extractor, extractor_from_state
from crfcore.features.segment_extraction import SegmentExtractor
from crfcore.messages import message
from crfcore.text.label_names import fault_of_model_labels
from crfcore.training.array_checks import check_finite, check_size
from crfcore.training.fitting import TrainingRecord, TrainingState
from crfcore.training.given_labels import LARGEST_WEIGHT, check_label_count
from crfcore.training.linear_model import LinearModel
from crfcore.training.model_arrays import Model, kind_of, model_arrays, model_from_arrays
from crfcore.training.online.trainer import VECTORS_OF_STATES, OnlineState
from crfcore.training.optimisers.curvature import OptimiserState

_EXTRACTOR = "extractor/"
"""Prefix of the extractor's arrays."""

_ONLINE = "online/"
"""Prefix of the vectors of an online method."""

_STATE = "state/"
"""Prefix of the arrays of a training state."""

SEGMENTS = "segments/"
"""Prefix of the arrays of segments."""

MAX_STEPS = 2**53
"""Limit of steps, which kernels count as 64-bit integers and use in floating point."""

LARGEST_IN_STATE = 1e100
"""Limit of the numbers in the vectors of a training state, whose products are then finite."""


def content_of_chain(fitted: FittedChain) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return a JSON object and named arrays for `chain_from`.

    Raises
    ------
    ModelFileError
        `chain_from` would reject the labels.
    """
    header, arrays = fitted.extractor.state()
    content: dict[str, Any] = {
        "kind": kind_of(fitted.model),
        "labels": list(fitted.labels),
        "extractor": header,
        "training": None if fitted.record is None else asdict(fitted.record),
    }
    if fitted.temperature is not None:
        content["temperature"] = fitted.temperature
    if fitted.label_bias is not None:
        content["label_bias"] = dict(zip(fitted.labels, fitted.label_bias.tolist(), strict=True))
    named = {f"{_EXTRACTOR}{name}": array for name, array in arrays.items()}
    named.update(model_arrays(fitted.model))
    if isinstance(fitted, FittedSegments):
        content["segments"], own = _content_of_segments(fitted.segments)
        named.update(own)
    if fitted.state is not None:
        content["state"], state = content_of_state(fitted.state)
        named.update(state)
    if fitted.online is not None:
        content["online"], vectors = _content_of_online(fitted.online)
        named.update(vectors)
    try:
        _check_labels(fitted.labels, named)
    except (CrfError, ValueError) as error:
        raise ModelFileError(
            message(
                "The model could not be saved, for no file of one could be opened again: "
                "{error}; train it with other labels.",
                error=error,
            )
        ) from error
    return content, named


def chain_from(content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> FittedChain:
    """Return the chain of a JSON object and arrays; the inverse of `content_of_chain`.

    Raises
    ------
    KeyError, TypeError, ValueError, LookupError, AttributeError, CrfError
        The parts are inconsistent.
    """
    labels = tuple(str(label) for label in content["labels"])
    _check_labels(labels, arrays)
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
    state = state_from(content["state"], arrays) if "state" in content else None
    online = _online_from(content["online"], arrays, model) if "online" in content else None
    temperature = content.get("temperature")
    if temperature is not None:
        temperature = checked_temperature(temperature)
    bias = checked_label_bias(content.get("label_bias"), labels)
    chain = FittedChain(labels, extractor, model, record, state, online, temperature, bias)
    return _with_segments(chain, content["segments"], arrays) if "segments" in content else chain


def _content_of_segments(
    segments: Segments,
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    header, arrays = segments.extractor.state()
    header = {**header, "scheme": segments.scheme, "longest": segments.longest}
    index = segments.model.index
    arrays |= {
        "state_indptr": index.state_indptr,
        "state_labels": index.state_labels,
        "weights": segments.model.weights,
    }
    return header, {f"{SEGMENTS}{name}": array for name, array in arrays.items()}


def _with_segments(
    chain: FittedChain, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> FittedSegments:
    """Return a chain with the segments of a file."""
    if not isinstance(chain.model, LinearModel) or chain.online is not None:
        raise ValueError(message("its kind of model has no segments"))
    longest = header["longest"]
    if type(longest) is not int or not 1 <= longest <= MAX_LONGEST:
        raise ValueError(
            message("its longest segment has {longest} tokens", longest=shown(longest))
        )
    scheme = scheme_of(str(header["scheme"]), chain.labels)
    own = with_prefix(arrays, SEGMENTS)
    extractor = SegmentExtractor.from_state(header, own, phrase_lists_of(chain.extractor))
    nothing = {name: np.zeros(0, np.int32) for name in ("transition_pairs", "edge_pairs")}
    own |= {**nothing, "edge_indptr": np.zeros(1, np.int64)}
    n_types = len(types_of(chain.labels))
    if not n_types:
        raise ValueError(message("none of its labels is a tag of a span"))
    model = model_from_arrays("linear", own, n_types, extractor.n_attributes, 0)
    assert isinstance(model, LinearModel)
    check_finite({"weights": model.weights}, ("weights",))
    given = {one.name: getattr(chain, one.name) for one in fields(chain)}
    return FittedSegments(**given, segments=Segments(scheme, longest, extractor, model))


def _check_labels(labels: tuple[str, ...], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Raise CrfError or ValueError unless a file may contain these labels with its arrays."""
    check_label_count(len(labels), sum(array.nbytes for array in arrays.values()))
    if len(set(labels)) < len(labels):
        raise ValueError(message("its labels are not distinct"))
    fault = fault_of_model_labels(labels)
    if fault:
        raise ValueError(fault)


def _extractor_of(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Extractor:
    own = with_prefix(arrays, _EXTRACTOR)
    return extractor_from_state(header, own)


def _record_from(training: Mapping[str, Any]) -> TrainingRecord:
    dev_scores = tuple(float(score) for score in training.get("dev_scores", ()))
    changed = {"history": _history_from(training), "dev_scores": dev_scores}
    # Later versions may write more.
    given = {
        one.name: training[one.name]
        for one in fields(TrainingRecord)
        if one.name in training or one.default is MISSING
    }
    return TrainingRecord(**{**given, **changed})


def _history_from(header: Mapping[str, Any]) -> tuple[tuple[int, float], ...]:
    return tuple((int(evaluation), float(value)) for evaluation, value in header["history"])


def _content_of_online(state: OnlineState) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    header = {
        "algorithm": state.algorithm,
        "n_steps": state.n_steps,
        "vectors": sorted(state.vectors),
        "numbers": dict(state.numbers),
    }
    return header, {f"{_ONLINE}{name}": vector for name, vector in state.vectors.items()}


def _online_from(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], model: Model
) -> OnlineState:
    algorithm, n_steps = str(header["algorithm"]), int(header["n_steps"])
    wanted = VECTORS_OF_STATES[algorithm]
    vectors = {name: np.array(arrays[f"{_ONLINE}{name}"]) for name in wanted}
    numbers = {str(name): float(number) for name, number in header["numbers"].items()}
    n_weights = model.index.n_weights if isinstance(model, LinearModel) else -1
    fits = all(vector.shape == (n_weights,) for vector in vectors.values())
    fits = fits and all(vector.dtype == np.float64 for vector in vectors.values())
    fits = fits and all(np.isfinite(number) and number > 0.0 for number in numbers.values())
    fits = fits and 0 <= n_steps <= MAX_STEPS
    if not fits or (algorithm == "l2sgd" and "first_rate" not in numbers):
        raise ValueError(message("the state of its online training does not fit the model"))
    check_finite(vectors, ("weights", "sums"))
    check_finite(vectors, ("variances",), 0.0)
    return OnlineState(algorithm, n_steps, vectors, numbers)


def content_of_state(state: TrainingState) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return a JSON object and named arrays for `state_from`."""
    optimiser = state.optimiser
    header = {
        "problem": state.problem,
        "c1": state.c1,
        "c2": state.c2,
        "iterations": optimiser.iterations,
        "evaluations": optimiser.evaluations,
        "seconds": optimiser.seconds,
        "history": optimiser.history,
        "refined": optimiser.refined,
        "comparable_from": optimiser.comparable_from,
    }
    arrays = {name: getattr(optimiser, name) for name in ("x", "steps", "changes")}
    arrays["scale"] = state.scale
    return header, {f"{_STATE}{name}": array for name, array in arrays.items()}


def state_from(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> TrainingState:
    """Return the state of a training; ValueError and others if it is none."""
    names = ("x", "steps", "changes", "scale")
    x, steps, changes, scale = (arrays[f"{_STATE}{name}"] for name in names)
    if any(array.dtype != np.float64 for array in (x, steps, changes, scale)):
        raise ValueError(message("the state of its training does not hold float64"))
    if (
        x.ndim != 1
        or scale.shape != x.shape
        or steps.shape != (len(steps), len(x))
        or changes.shape != steps.shape
    ):
        raise ValueError(message("the vectors of the state of its training differ in length"))
    _check_vectors(x, steps, changes, scale)
    optimiser = OptimiserState(
        x,
        steps,
        changes,
        int(header["iterations"]),
        int(header["evaluations"]),
        float(header["seconds"]),
        _history_from(header),
        bool(header["refined"]),
        int(header["comparable_from"]),
    )
    state = TrainingState(
        str(header["problem"]), float(header["c1"]), float(header["c2"]), scale, optimiser
    )
    _check_numbers(state)
    return state


def _check_vectors(
    x: FloatArray, steps: FloatArray, changes: FloatArray, scale: FloatArray
) -> None:
    """Raise ValueError if vectors of a training state are none that a training leaves."""
    vectors = {"x": x, "steps": steps, "changes": changes, "scale": scale}
    check_size(vectors, tuple(vectors), LARGEST_IN_STATE)
    check_finite(vectors, ("scale",), 1.0 / LARGEST_IN_STATE)
    check_size({"weights": x * scale}, ("weights",), LARGEST_WEIGHT)
    # An optimiser keeps only steps along which the gradient rises, and divides by these products.
    products = {"curvature": np.einsum("mf,mf->m", steps, changes)}
    check_finite(products, ("curvature",), 1.0 / LARGEST_IN_STATE)


def _check_numbers(state: TrainingState) -> None:
    """Raise ValueError if numbers of a training state are invalid."""
    optimiser = state.optimiser
    amounts = np.array([state.c1, state.c2, optimiser.seconds])
    fits = bool(np.all(np.isfinite(amounts) & (amounts >= 0.0)))
    fits = fits and all(np.isfinite(value) and n >= 0 for n, value in optimiser.history)
    fits = fits and 0 <= optimiser.iterations <= MAX_STEPS
    fits = fits and 0 <= optimiser.evaluations <= MAX_STEPS
    # The value before each of the comparable iterations is needed.
    n_comparable = optimiser.iterations - optimiser.comparable_from
    fits = fits and 0 <= n_comparable < len(optimiser.history) and optimiser.comparable_from >= 0
    if not fits:
        raise ValueError(
            message("the numbers of the state of its training are none that a training leaves")
        )
