"""Conversion of models of counts to named arrays, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.training.array_checks import (
    Arrays,
    check_dtypes,
    check_finite,
    check_finite_or_forbidden,
    check_groups,
    check_members,
    check_shape,
    check_size,
)
from crfcore.training.count_table import CountTable
from crfcore.training.empirical import UNSEEN_RATE, EmpiricalModel
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.unseen_words import UnseenWords

_DTYPES: dict[str, type] = {
    "state_indptr": np.int64,
    "state_labels": np.int32,
    "state_counts": np.float64,
    "label_counts": np.float64,
    "neighbour_counts": np.float64,
    "is_key": np.uint8,
    "constants": np.float64,
    "pair_codes": np.int64,
    "pair_indptr": np.int64,
    "pair_members": np.int32,
    "pair_counts": np.float64,
    "unseen_indptr": np.int64,
    "unseen_labels": np.int32,
    "unseen_weights": np.float64,
}
_OLD_DTYPES: dict[str, type] = {
    "state_indptr": np.int64,
    "state_labels": np.int32,
    "probabilities": np.float64,
    "prior": np.float64,
    "rates": np.float64,
    "is_key": np.uint8,
    "exponent": np.float64,
}
_COUNTS = ("state_counts", "label_counts", "neighbour_counts", "constants", "pair_counts")
_LEAST_COUNT, _LARGEST_COUNT = 1e-80, 1e50
"""Limits of counts other than 0; the rates of labels, their quotients, are then finite."""
_OF_WHAT_WAS_SEEN = ("state_counts", "pair_counts", "probabilities")


def empirical_arrays(model: EmpiricalModel) -> dict[str, NDArray[Any]]:
    """Return the arrays of a model, by name."""
    counts = model.counts
    states = counts.states.merged(len(model.is_key))
    arrays: dict[str, NDArray[Any]] = {
        "state_indptr": states.indptr,
        "state_labels": states.members,
        "state_counts": states.counts,
        "label_counts": counts.labels,
        "neighbour_counts": counts.neighbours,
        "is_key": model.is_key,
        "constants": np.array([model.exponent, model.unseen_rate]),
    }
    if counts.pairs is not None:
        pairs = counts.pairs.merged()
        arrays |= {
            "pair_codes": pairs.codes,
            "pair_indptr": pairs.indptr,
            "pair_members": pairs.members,
            "pair_counts": pairs.counts,
        }
    if model.unseen is not None:
        index = model.unseen.model.index
        arrays |= {
            "unseen_indptr": index.state_indptr,
            "unseen_labels": index.state_labels,
            "unseen_weights": model.unseen.model.weights,
        }
    return arrays


def empirical_from_arrays(arrays: Arrays, n_labels: int, n_attributes: int) -> EmpiricalModel:
    """Return the model of named arrays.

    Parameters
    ----------
    arrays : mapping
        Of `empirical_arrays`; others are ignored.
    n_labels, n_attributes : int
        The sizes of the alphabets.

    Raises
    ------
    ValueError, KeyError
        Arrays are missing, of another type, or have indices out of range.
    """
    check_dtypes(arrays, _DTYPES)
    check_finite(arrays, _COUNTS, 0.0)
    check_size(arrays, _COUNTS, _LARGEST_COUNT)
    seen = {name: arrays[name] for name in _COUNTS if name in arrays and name != "constants"}
    check_finite({name: a[a > 0.0] for name, a in seen.items()}, _COUNTS, _LEAST_COUNT)
    check_finite_or_forbidden(arrays, ("unseen_weights",))
    _check_seen(arrays)
    check_groups(arrays, "state_indptr", "state_labels", n_attributes, n_labels)
    check_shape(arrays, "state_counts", (len(arrays["state_labels"]),))
    check_shape(arrays, "label_counts", (n_labels,))
    check_shape(arrays, "neighbour_counts", (n_labels, n_labels))
    neighbours = arrays["neighbour_counts"] > 0.0
    if np.any(arrays["label_counts"][neighbours.any(axis=0) | neighbours.any(axis=1)] == 0.0):
        raise ValueError("neighbour_counts holds labels that label_counts has never seen")
    check_shape(arrays, "is_key", (n_attributes,))
    check_shape(arrays, "constants", (2,))
    states = CountTable.of_rows(
        arrays["state_indptr"], arrays["state_labels"], arrays["state_counts"]
    )
    pairs = _pairs(arrays, n_labels) if "pair_codes" in arrays else None
    counts = EmpiricalCounts(states, arrays["label_counts"], arrays["neighbour_counts"], pairs)
    unseen = _unseen(arrays, n_labels) if "unseen_weights" in arrays else None
    exponent, unseen_rate = map(float, arrays["constants"])
    return EmpiricalModel(counts, arrays["is_key"], exponent, unseen_rate, unseen)


def empirical_from_old_arrays(arrays: Arrays, n_labels: int, n_attributes: int) -> EmpiricalModel:
    """Return the model of arrays of an old file, with probabilities instead of counts.

    Predictions are the same, but updates with further sentences are not meaningful.
    """
    check_dtypes(arrays, _OLD_DTYPES)
    check_finite(arrays, ("probabilities", "prior", "exponent"), 0.0)
    check_finite(arrays, ("rates",))
    _check_seen(arrays)
    check_groups(arrays, "state_indptr", "state_labels", n_attributes, n_labels)
    check_shape(arrays, "probabilities", (len(arrays["state_labels"]),))
    check_shape(arrays, "prior", (n_labels,))
    check_shape(arrays, "rates", (n_labels, n_labels))
    check_shape(arrays, "is_key", (n_attributes,))
    check_shape(arrays, "exponent", (1,))
    prior, rates = arrays["prior"], arrays["rates"]
    seen = rates != np.log(UNSEEN_RATE)
    neighbours = np.where(seen, np.exp(rates) * prior[:, np.newaxis] * prior, 0.0)
    states = CountTable.of_rows(
        arrays["state_indptr"], arrays["state_labels"], arrays["probabilities"]
    )
    counts = EmpiricalCounts(states, prior, neighbours)
    return EmpiricalModel(counts, arrays["is_key"], float(arrays["exponent"][0]))


def _check_seen(arrays: Arrays) -> None:
    for name in _OF_WHAT_WAS_SEEN:
        if name in arrays and np.any(arrays[name] == 0.0):
            raise ValueError(f"{name} holds zeros, and what was never seen has no place there")


def _pairs(arrays: Arrays, n_labels: int) -> CountTable:
    codes = arrays["pair_codes"]
    check_shape(arrays, "pair_codes", (len(codes),))
    if not len(codes) or np.any(codes[1:] <= codes[:-1]) or codes[0] < -1:
        raise ValueError("pair_codes are not rising from −1")
    check_groups(arrays, "pair_indptr", "pair_members", len(codes), n_labels**2)
    if codes[0] == -1 and arrays["pair_indptr"][1] != 0:
        raise ValueError("pair_members holds pairs of labels of no pair of words")
    check_shape(arrays, "pair_counts", (len(arrays["pair_members"]),))
    return CountTable.of_rows(
        arrays["pair_indptr"], arrays["pair_members"], arrays["pair_counts"], codes
    )


def _unseen(arrays: Arrays, n_labels: int) -> UnseenWords:
    indptr, labels = arrays["unseen_indptr"], arrays["unseen_labels"]
    # The bias attribute is always among them.
    check_groups(arrays, "unseen_indptr", "unseen_labels", max(len(indptr) - 1, 1), n_labels)
    check_members(labels, n_labels, "unseen_labels")
    check_shape(arrays, "unseen_weights", (len(labels),))
    nothing = np.zeros(0, np.int32)
    index = FeatureIndex(n_labels, indptr, labels, nothing, np.zeros(1, np.int64), nothing)
    return UnseenWords(LinearModel(index, arrays["unseen_weights"]))
