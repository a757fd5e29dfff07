"""Models as named arrays, and back: arrays that do not fit together are refused, not followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.local.model import LocalModel

_DTYPES: dict[str, type] = {
    "state_indptr": np.int64,
    "state_labels": np.int32,
    "transition_pairs": np.int32,
    "edge_indptr": np.int64,
    "edge_pairs": np.int32,
    "forbidden_pairs": np.int32,
    "weights": np.float64,
    "probabilities": np.float64,
    "prior": np.float64,
    "rates": np.float64,
    "is_key": np.uint8,
    "exponent": np.float64,
    "start": np.float64,
}
"""For what each array's kernels are compiled."""

Model: TypeAlias = LinearModel | EmpiricalModel | LocalModel
Arrays: TypeAlias = Mapping[str, NDArray[Any]]


def kind_of(model: Model) -> str:
    """Return the name under which `model_from_arrays` knows this kind of model."""
    if isinstance(model, LocalModel):
        return "local"
    return "empirical" if isinstance(model, EmpiricalModel) else "linear"


def state_weights(model: Model) -> tuple[OffsetArray, IdArray, FloatArray]:
    """Return (indptr, labels, weights): the state weights grouped by attribute."""
    if isinstance(model, EmpiricalModel):
        return model.state_indptr, model.state_labels, np.log(model.probabilities)
    return (
        model.index.state_indptr,
        model.index.state_labels,
        model.index.state_part(model.weights),
    )


def model_arrays(model: Model) -> dict[str, NDArray[Any]]:
    """Return what a model consists of, by name."""
    if isinstance(model, EmpiricalModel):
        return {
            "state_indptr": model.state_indptr,
            "state_labels": model.state_labels,
            "probabilities": model.probabilities,
            "prior": model.prior,
            "rates": model.rates,
            "is_key": model.is_key,
            "exponent": np.array([model.exponent]),
        }
    index = model.index
    arrays: dict[str, NDArray[Any]] = {
        "state_indptr": index.state_indptr,
        "state_labels": index.state_labels,
        "transition_pairs": index.transition_pairs,
        "edge_indptr": index.edge_indptr,
        "edge_pairs": index.edge_pairs,
        "forbidden_pairs": index.forbidden_pairs,
        "weights": model.weights,
    }
    if isinstance(model, LocalModel):
        arrays["start"] = model.start
    return arrays


def model_from_arrays(
    kind: str, arrays: Arrays, n_labels: int, n_attributes: int, n_edge_attributes: int
) -> Model:
    """Make a model again.

    Parameters
    ----------
    kind : str
        ``kind_of(model)`` of the model that was taken apart.
    arrays : mapping
        Of `model_arrays`; others may be among them. The weights may have single precision.
    n_labels, n_attributes, n_edge_attributes : int
        What the alphabets say.

    Raises
    ------
    ValueError, KeyError
        When arrays are missing, of another type, or point outside each other.
    """
    if "weights" in arrays and arrays["weights"].dtype == np.float32:
        arrays = {**arrays, "weights": arrays["weights"].astype(np.float64)}
    _check_dtypes(arrays)
    _check_finite(arrays)
    _check_groups(arrays, "state_indptr", "state_labels", n_attributes, n_labels)
    if kind == "empirical":
        n_features = len(arrays["state_labels"])
        shapes = {
            "probabilities": (n_features,),
            "prior": (n_labels,),
            "rates": (n_labels, n_labels),
            "is_key": (n_attributes,),
            "exponent": (1,),
        }
        for name, shape in shapes.items():
            _check_shape(arrays, name, shape)
        return EmpiricalModel(
            arrays["state_indptr"],
            arrays["state_labels"],
            arrays["probabilities"],
            arrays["prior"],
            arrays["rates"],
            arrays["is_key"],
            float(arrays["exponent"][0]),
        )
    if kind not in {"linear", "local"}:
        message = f"the kind {kind!r} is unknown"
        raise ValueError(message)
    _check_groups(arrays, "edge_indptr", "edge_pairs", n_edge_attributes, n_labels**2)
    _check_shape(arrays, "transition_pairs", (len(arrays["transition_pairs"]),))
    _check_members(arrays["transition_pairs"], n_labels**2, "transition_pairs")
    # Older files have none.
    forbidden = arrays.get("forbidden_pairs", np.zeros(0, dtype=np.int32))
    _check_shape({"forbidden_pairs": forbidden}, "forbidden_pairs", (len(forbidden),))
    _check_members(forbidden, n_labels**2, "forbidden_pairs")
    index = FeatureIndex(
        n_labels,
        arrays["state_indptr"],
        arrays["state_labels"],
        arrays["transition_pairs"],
        arrays["edge_indptr"],
        arrays["edge_pairs"],
        forbidden,
    )
    _check_shape(arrays, "weights", (index.n_weights,))
    model = LinearModel(index, arrays["weights"])
    if kind == "linear":
        return model
    _check_shape(arrays, "start", (n_labels,))
    return LocalModel(model, arrays["start"])


_FINITE = ("probabilities", "prior", "rates", "exponent")

_FINITE_OR_FORBIDDEN = ("weights", "start")
"""Here −∞ stands for what is impossible."""


def _check_finite(arrays: Arrays) -> None:
    for name in (*_FINITE, *_FINITE_OR_FORBIDDEN):
        if name not in arrays:
            continue
        numbers = arrays[name]
        if name in _FINITE_OR_FORBIDDEN:
            numbers = numbers[numbers != -np.inf]
        if not np.all(np.isfinite(numbers)):
            message = f"{name} holds something that is not a finite number"
            raise ValueError(message)


def _check_dtypes(arrays: Arrays) -> None:
    for name, dtype in _DTYPES.items():
        if name in arrays and arrays[name].dtype != dtype:
            message = f"{name} holds {arrays[name].dtype}, not {np.dtype(dtype)}"
            raise ValueError(message)


def _check_shape(arrays: Arrays, name: str, shape: tuple[int, ...]) -> None:
    if arrays[name].shape != shape:
        message = f"{name} has the shape {arrays[name].shape}, not {shape}"
        raise ValueError(message)


def _check_groups(arrays: Arrays, indptr: str, members: str, n_groups: int, bound: int) -> None:
    _check_shape(arrays, members, (len(arrays[members]),))
    offsets = arrays[indptr]
    _check_shape(arrays, indptr, (n_groups + 1,))
    rising = bool(np.all(offsets[1:] >= offsets[:-1]))
    if offsets[0] != 0 or offsets[-1] != len(arrays[members]) or not rising:
        message = f"{indptr} does not fit {members}"
        raise ValueError(message)
    _check_members(arrays[members], bound, members)


def _check_members(members: NDArray[Any], bound: int, name: str) -> None:
    if len(members) and not (int(members.min()) >= 0 and int(members.max()) < bound):
        message = f"{name} holds numbers outside 0 to {bound - 1}"
        raise ValueError(message)
