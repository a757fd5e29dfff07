"""Attributes of tokens as bins, between which regression trees may split."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray, counts_before
from crfcore.features.dataset import Dataset
from crfcore.training.boosting.trees_kernels import Bins

MAX_BINS = 255
"""Greatest number of bins of an attribute, besides the value 0."""


def bins_of(dataset: Dataset, min_count: int, n_labels_before: int = 0) -> Bins:
    """Return the bins of a dataset's attributes.

    An attribute with one value has one bin. Others have a bin for each of their values, or the
    quantiles of these; the value 0 of all other tokens is between the negative and the positive
    ones.

    Parameters
    ----------
    dataset : Dataset
        The values of an attribute that a token repeats are added.
    min_count : int
        Attributes of fewer tokens get no bin.
    n_labels_before : int
        Append attributes that say which label is before the token, with a bin each.
    """
    tokens, attributes, values = _joined_entries(dataset)
    n_attributes = dataset.n_attributes
    is_frequent = np.bincount(attributes, minlength=n_attributes) >= min_count
    chosen = is_frequent[attributes]
    tokens, attributes, values = tokens[chosen], attributes[chosen], values[chosen]
    order = np.lexsort((values, attributes))
    bins_in_order, uppers, starts, zeros, thresholds = _binned(
        attributes[order], values[order], n_attributes
    )
    n_bins = len(uppers)
    bins = np.empty(len(order), np.int32)
    bins[order] = bins_in_order
    indptr = np.zeros(dataset.n_tokens + 1, np.int64)
    np.cumsum(np.bincount(tokens, minlength=dataset.n_tokens), out=indptr[1:])
    before = np.arange(1, n_labels_before + 1)
    bin_indptr = np.zeros(n_bins + 1, np.int64)
    np.cumsum(np.bincount(bins_in_order, minlength=n_bins), out=bin_indptr[1:])
    return Bins(
        indptr,
        bins,
        bin_indptr,
        tokens[order].astype(np.int32),
        np.concatenate([starts, n_bins + before]),
        np.concatenate([zeros, np.zeros(n_labels_before, np.int64)]),
        np.concatenate([thresholds, np.full(n_labels_before, 0.5)]),
        n_bins,
    )


def _joined_entries(dataset: Dataset) -> tuple[OffsetArray, IdArray, FloatArray]:
    """Return tokens, attributes and values of the entries, in order of tokens, without zeros."""
    tokens = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
    attributes = dataset.attributes[: len(tokens)]
    values = dataset.values if dataset.has_values else np.ones(len(tokens))
    order = np.lexsort((attributes, tokens))
    tokens, attributes, values = tokens[order], attributes[order], values[order]
    is_new = np.ones(len(tokens), np.bool_)
    is_new[1:] = (tokens[1:] != tokens[:-1]) | (attributes[1:] != attributes[:-1])
    firsts = np.flatnonzero(is_new)
    if len(firsts):
        values = np.add.reduceat(values, firsts)
    used = values != 0.0
    return tokens[firsts][used], attributes[firsts][used], values[used]


def _binned(
    attributes: IdArray, values: FloatArray, n_attributes: int
) -> tuple[IdArray, FloatArray, OffsetArray, OffsetArray, FloatArray]:
    """Bin entries that are sorted by attribute and value.

    Returns
    -------
    bins : (E,) array
    uppers : (B,) array
        The greatest value of each bin.
    starts, zeros, thresholds : arrays
        As in `Bins`.
    """
    is_edge = np.ones(len(values), np.bool_)
    is_edge[1:] = (attributes[1:] != attributes[:-1]) | (values[1:] != values[:-1])
    # Attributes with too many values get the first entries of quantiles as edges instead.
    n_values = np.bincount(attributes[is_edge], minlength=n_attributes)
    bounds = np.searchsorted(attributes, np.arange(n_attributes + 1))
    for attribute in np.flatnonzero(n_values > MAX_BINS).tolist():
        part = slice(int(bounds[attribute]), int(bounds[attribute + 1]))
        is_edge[part] &= _is_quantile(values[part], is_edge[part])
    bins = (counts_before(is_edge)[1:] - 1).astype(np.int32)
    firsts = np.flatnonzero(is_edge)
    lasts = np.append(firsts[1:], len(values))[: len(firsts)] - 1
    owners = attributes[firsts]
    starts = np.zeros(n_attributes + 1, np.int64)
    np.cumsum(np.bincount(owners, minlength=n_attributes), out=starts[1:])
    lowers, uppers = values[firsts], values[lasts]
    zeros = np.bincount(owners[uppers < 0.0], minlength=n_attributes)
    return bins, uppers, starts, zeros, _thresholds(lowers, uppers, owners, starts, zeros)


def _is_quantile(values: FloatArray, is_edge: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which entries of one attribute, sorted by value, begin a bin.

    Among the first entries of each value, those that are first at or after a quantile, and the
    first positive one, so that no bin joins positive and negative values.
    """
    quantiles = np.linspace(0.0, len(values), MAX_BINS - 1, endpoint=False).astype(np.int64)
    edges = np.flatnonzero(is_edge)
    begin = np.zeros(len(values), np.bool_)
    begin[edges[np.searchsorted(edges, quantiles[quantiles <= edges[-1]])]] = True
    n_negative = int(np.searchsorted(values, 0.0))
    if n_negative < len(values):
        begin[n_negative] = True
    return begin


def _thresholds(
    lowers: FloatArray,
    uppers: FloatArray,
    owners: IdArray,
    starts: OffsetArray,
    zeros: OffsetArray,
) -> FloatArray:
    """Return a value between each two successive bins of an attribute, where 0 is one of them."""
    positions = np.arange(len(uppers)) - starts[owners]
    z = zeros[owners]
    # The bin below boundary p is p itself below the zero, the zero, or bin p − 1 above it.
    numbers = np.arange(len(uppers))
    below = np.where(positions < z, uppers, np.where(positions == z, 0.0, uppers[numbers - 1]))
    above_number = np.minimum(numbers + 1, len(uppers) - 1)
    above = np.where(
        positions < z - 1, lowers[above_number], np.where(positions == z - 1, 0.0, lowers)
    )
    middle = below / 2.0 + above / 2.0
    return np.where((below <= middle) & (middle < above), middle, below)
