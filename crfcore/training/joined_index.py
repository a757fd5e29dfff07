"""The union of the features of a model and of further sentences."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel


def joined_index(
    old: FeatureIndex,
    new: FeatureIndex,
    old_ids: IdArray,
    old_edge_ids: IdArray,
    new_labels: IdArray | None = None,
) -> FeatureIndex:
    """Return the weights of an old index and a new one; a pair that one forbids is forbidden.

    Parameters
    ----------
    old : FeatureIndex
    new : FeatureIndex
    old_ids, old_edge_ids : (A,), (E,) arrays
        The old id of each attribute of the new index, or −1.
    new_labels : (L,) array, optional
        The new id of each label of the old index; by default these come first in the new one.
    """
    n_labels = new.n_labels
    numbers = np.arange(old.n_labels, dtype=np.int32) if new_labels is None else new_labels
    states = _joined(
        old.state_indptr,
        numbers[old.state_labels],
        old_ids,
        new.state_indptr,
        new.state_labels,
        n_labels,
    )
    edges = _joined(
        old.edge_indptr,
        _renumbered(old.edge_pairs, numbers, n_labels),
        old_edge_ids,
        new.edge_indptr,
        new.edge_pairs,
        n_labels**2,
    )
    pairs = np.union1d(_renumbered(old.transition_pairs, numbers, n_labels), new.transition_pairs)
    forbidden = np.union1d(
        _renumbered(old.forbidden_pairs, numbers, n_labels), new.forbidden_pairs
    ).astype(np.int32)
    pairs = np.setdiff1d(pairs, forbidden).astype(np.int32)
    return FeatureIndex(n_labels, *states, pairs, *edges, forbidden)


def carried_over(
    old: FeatureIndex,
    vector: FloatArray,
    index: FeatureIndex,
    old_ids: IdArray,
    old_edge_ids: IdArray,
) -> FloatArray:
    """Return a vector over old weights as one over a joined index; 0 for new weights."""
    old_labels = np.full(index.n_labels, -1, np.int32)
    old_labels[: old.n_labels] = np.arange(old.n_labels, dtype=np.int32)
    return LinearModel(old, vector).translated(index, old_ids, old_edge_ids, old_labels)


def _renumbered(pairs: IdArray, numbers: IdArray, n_labels: int) -> IdArray:
    """Return pairs x·L + y of old labels with their new numbers, for another L."""
    before, after = np.divmod(pairs, max(len(numbers), 1))
    return (numbers[before] * n_labels + numbers[after]).astype(np.int32)


def _joined(
    old_starts: OffsetArray,
    old_members: IdArray,
    old_ids: IdArray,
    new_starts: OffsetArray,
    new_members: IdArray,
    n_members: int,
) -> tuple[OffsetArray, IdArray]:
    """Return offsets and members of each new attribute, including those of the old one."""
    n_attributes = len(new_starts) - 1
    own = np.repeat(np.arange(n_attributes, dtype=np.int64), np.diff(new_starts))
    known = np.flatnonzero(old_ids >= 0)
    sizes = np.diff(old_starts)[old_ids[known]]
    ends = np.cumsum(sizes)
    positions = np.arange(int(sizes.sum())) + np.repeat(
        old_starts[old_ids[known]] - (ends - sizes), sizes
    )
    owners = np.repeat(known.astype(np.int64), sizes)
    keys = np.union1d(own * n_members + new_members, owners * n_members + old_members[positions])
    counts = np.bincount(keys // n_members, minlength=n_attributes)
    starts = np.zeros(n_attributes + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts, (keys % n_members).astype(np.int32)
