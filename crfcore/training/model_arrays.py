"""Conversion of models to named arrays, and back with checks."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import shown
from crfcore.training.array_checks import (
    Arrays,
    check_dtypes,
    check_finite,
    check_finite_or_forbidden,
    check_groups,
    check_members,
    check_shape,
)
from crfcore.training.boosted_model import BoostedModel, boosted_from_arrays
from crfcore.training.coded_model import CodedModel, coded_from_arrays, number_of_bits
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_arrays import (
    empirical_arrays,
    empirical_from_arrays,
    empirical_from_old_arrays,
)
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.local_model import LocalModel
from crfcore.training.voted_model import VotedModel

_DTYPES: dict[str, type] = {
    "state_indptr": np.int64,
    "state_labels": np.int32,
    "transition_pairs": np.int32,
    "edge_indptr": np.int64,
    "edge_pairs": np.int32,
    "forbidden_pairs": np.int32,
    "weights": np.float64,
    "start": np.float64,
    "first_vector": np.float64,
    "change_indptr": np.int64,
    "change_numbers": np.int64,
    "change_values": np.float64,
    "votes": np.float64,
}
"""The dtypes for which kernels are compiled."""

_OF_VOTES = ("first_vector", "change_indptr", "change_numbers", "change_values", "votes")

Model: TypeAlias = LinearModel | EmpiricalModel | LocalModel | BoostedModel | CodedModel


def kind_of(model: Model) -> str:
    """Return the name of this kind of model for `model_from_arrays`."""
    if isinstance(model, LocalModel):
        return "local"
    if isinstance(model, CodedModel):
        return "coded"
    if isinstance(model, BoostedModel):
        return "boosted"
    if isinstance(model, VotedModel):
        return "voted"
    return "counted" if isinstance(model, EmpiricalModel) else "linear"


def state_weights(model: Model) -> tuple[OffsetArray, IdArray, FloatArray]:
    """Return (indptr, labels, weights): the state weights grouped by attribute."""
    if isinstance(model, EmpiricalModel):
        return model.log_probabilities()
    if isinstance(model, CodedModel):
        return model.state_weights
    return (
        model.index.state_indptr,
        model.index.state_labels,
        model.index.state_part(model.weights),
    )


def model_arrays(model: Model) -> dict[str, NDArray[Any]]:
    """Return the arrays of a model, by name."""
    if isinstance(model, EmpiricalModel):
        return empirical_arrays(model)
    if isinstance(model, CodedModel):
        return model_arrays(model.bits) | model.arrays()
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
    if isinstance(model, VotedModel):
        arrays |= {name: getattr(model, name) for name in _OF_VOTES}
    if isinstance(model, BoostedModel):
        arrays |= model.arrays()
    return arrays


def model_from_arrays(
    kind: str, arrays: Arrays, n_labels: int, n_attributes: int, n_edge_attributes: int
) -> Model:
    """Return the model of named arrays.

    Parameters
    ----------
    kind : str
        ``kind_of(model)`` of the original model.
    arrays : mapping
        Of `model_arrays`; others are ignored. The weights may have single precision.
    n_labels, n_attributes, n_edge_attributes : int
        The sizes of the alphabets.

    Raises
    ------
    ValueError, KeyError
        Arrays are missing, of another type, or have indices out of range.
    """
    if kind == "counted":
        return empirical_from_arrays(arrays, n_labels, n_attributes)
    if kind == "empirical":
        return empirical_from_old_arrays(arrays, n_labels, n_attributes)
    if kind == "coded":
        n_bits = number_of_bits(arrays, n_labels)
        bits = model_from_arrays("linear", arrays, n_bits, n_attributes, n_edge_attributes)
        assert isinstance(bits, LinearModel)
        return coded_from_arrays(bits, arrays)
    if "weights" in arrays and arrays["weights"].dtype == np.float32:
        arrays = {**arrays, "weights": arrays["weights"].astype(np.float64)}
    check_dtypes(arrays, _DTYPES)
    check_finite_or_forbidden(arrays, ("weights", "start"))
    check_groups(arrays, "state_indptr", "state_labels", n_attributes, n_labels)
    if kind not in {"linear", "local", "voted", "boosted"}:
        raise ValueError(f"the kind {shown(kind)} is unknown")
    check_groups(arrays, "edge_indptr", "edge_pairs", n_edge_attributes, n_labels**2)
    check_shape(arrays, "transition_pairs", (len(arrays["transition_pairs"]),))
    check_members(arrays["transition_pairs"], n_labels**2, "transition_pairs")
    # Older files have none.
    forbidden = arrays.get("forbidden_pairs", np.zeros(0, dtype=np.int32))
    check_shape({"forbidden_pairs": forbidden}, "forbidden_pairs", (len(forbidden),))
    check_members(forbidden, n_labels**2, "forbidden_pairs")
    index = FeatureIndex(
        n_labels,
        arrays["state_indptr"],
        arrays["state_labels"],
        arrays["transition_pairs"],
        arrays["edge_indptr"],
        arrays["edge_pairs"],
        forbidden,
    )
    check_shape(arrays, "weights", (index.n_weights,))
    model = LinearModel(index, arrays["weights"])
    if kind == "linear":
        return model
    if kind == "voted":
        return _voted_from_arrays(model, arrays)
    if kind == "boosted":
        return boosted_from_arrays(model, arrays)
    check_shape(arrays, "start", (n_labels,))
    return LocalModel(model, arrays["start"])


def _voted_from_arrays(mean: LinearModel, arrays: Arrays) -> VotedModel:
    n_weights, n_changes = mean.index.n_weights, len(arrays["change_numbers"])
    check_shape(arrays, "first_vector", (n_weights,))
    check_shape(arrays, "change_values", (n_changes,))
    check_shape(arrays, "votes", (len(arrays["change_indptr"]),))
    check_groups(arrays, "change_indptr", "change_numbers", len(arrays["votes"]) - 1, n_weights)
    check_finite(arrays, ("first_vector", "change_values"))
    check_finite(arrays, ("votes",), 0.0)
    if not np.any(arrays["votes"]):
        raise ValueError("votes holds none")
    return VotedModel(mean.index, mean.weights, *(arrays[name] for name in _OF_VOTES))
