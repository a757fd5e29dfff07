"""Folding of attributes with exactly the same tokens into one variable.

The data does not distinguish such attributes, so at the optimum of a strictly convex penalty their
weights are equal. Let s be the sum of the m equal weights of a label: scores depend on s only, and
the penalty is c2 · m · (s/m)² = (c2/m) · s², and c1 · |s|. Optimising over s gives the same model
with fewer variables; with c1 alone the split among the m is arbitrary, and equal parts are an
optimum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.features.dataset import Dataset
from crfcore.training.feature_index import TOKENS_AT_ONCE, FeatureIndex
from crfcore.training.feature_index_kernels import accumulate
from crfcore.training.folding_kernels import (
    fold_weights,
    number_by_marks,
    sum_of_marks,
    unfold_weights,
)


@dataclass(frozen=True, slots=True)
class Folding:
    """The groups of attributes that share variables.

    Attributes
    ----------
    index : FeatureIndex
        Of all attributes.
    folded : FeatureIndex
        Of the groups: the variables of the optimiser.
    numbers : (A,) array
        The group of each attribute.
    leaders : (G,) array
        The first attribute of each group.
    sizes : (G,) array
        The number of attributes of each group.
    """

    index: FeatureIndex
    folded: FeatureIndex
    numbers: IdArray
    leaders: IdArray
    sizes: IdArray

    def fold(self, weights: FloatArray) -> FloatArray:
        """Return the variables (F',) of weights (F,)."""
        folded = np.zeros(self.folded.n_weights)
        fold_weights(
            self.numbers,
            self.index.state_indptr,
            self.folded.state_indptr,
            self.index.state_part(weights),
            self.folded.state_part(folded),
        )
        self.folded.transition_part(folded)[:] = self.index.transition_part(weights)
        self.folded.edge_part(folded)[:] = self.index.edge_part(weights)
        return folded

    def unfold(self, folded: FloatArray) -> FloatArray:
        """Return the weights (F,) of variables (F',)."""
        weights = np.zeros(self.index.n_weights)
        unfold_weights(
            self.numbers,
            self.sizes,
            self.index.state_indptr,
            self.folded.state_indptr,
            self.folded.state_part(folded),
            self.index.state_part(weights),
        )
        self.index.transition_part(weights)[:] = self.folded.transition_part(folded)
        self.index.edge_part(weights)[:] = self.folded.edge_part(folded)
        return weights

    def multiplicities(self) -> FloatArray:
        """Return the number of weights of each variable (F',)."""
        counts = np.ones(self.folded.n_weights)
        per_group = np.diff(self.folded.state_indptr)
        self.folded.state_part(counts)[:] = np.repeat(self.sizes, per_group)
        return counts


def folding_of(dataset: Dataset, index: FeatureIndex) -> Folding:
    """Group the attributes of a dataset that occur on the same tokens, under an index.

    Tokens get random 128-bit numbers, and attributes are compared by sums over their tokens: for a
    million attributes a collision has a probability below 1e-25. Attributes with values are not
    folded; if these are vectors, the others are.
    """
    n_attributes = index.n_attributes
    vectors = dataset.vector_rows
    if dataset.has_values and vectors is None:
        everyone = np.arange(n_attributes, dtype=np.int32)
        return Folding(index, index, everyone, everyone, np.ones(n_attributes, dtype=np.int32))
    marks = np.zeros((n_attributes, 2), dtype=np.uint64)
    for first in range(0, dataset.n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, dataset.n_tokens)
        sum_of_marks(first, last, dataset.indptr, dataset.attributes, marks)
    if vectors is not None:
        # Dimensions occur on the same tokens, with different values: each keeps to itself.
        marks[vectors.attributes] = np.arange(2 * len(vectors.attributes)).reshape(-1, 2)
    numbers = np.empty(n_attributes, dtype=np.int32)
    leaders = np.empty(n_attributes, dtype=np.int32)
    sizes = np.empty(n_attributes, dtype=np.int32)
    n_slots = 1 << (2 * n_attributes + 1).bit_length()
    table = np.full(n_slots, -1, dtype=np.int32)
    n_groups = number_by_marks(
        marks, index.state_indptr, index.state_labels, table, numbers, leaders, sizes
    )
    leaders = leaders[:n_groups].copy()
    return Folding(index, _index_of(index, leaders), numbers, leaders, sizes[:n_groups].copy())


def _index_of(index: FeatureIndex, leaders: IdArray) -> FeatureIndex:
    """Return the index of the leaders."""
    indptr = np.zeros(len(leaders) + 1, dtype=np.int64)
    indptr[1:] = index.state_indptr[leaders + 1] - index.state_indptr[leaders]
    accumulate(indptr)
    is_leader = np.zeros(index.n_attributes, dtype=bool)
    is_leader[leaders] = True
    labels = index.state_labels[np.repeat(is_leader, np.diff(index.state_indptr))]
    return FeatureIndex(
        index.n_labels,
        indptr,
        labels,
        index.transition_pairs,
        index.edge_indptr,
        index.edge_pairs,
        index.forbidden_pairs,
    )
