"""A chain whose scores are sums of regression trees.

s_t(y) = f⁰_t(y) + Σ_m h_my(x_t): one tree for each label and round of boosting, above the scores of
a linear model, which also has the transitions (T. G. Dietterich, G. Hao and A. Ashenfelter,
"Gradient tree boosting for training conditional random fields", JMLR 9, 2008; R. Gupta,
"Conditional Random Fields", section 2.5). Trees may also ask for the label before; these then add
to the transition into each token, as in Dietterich's models.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, counts_before
from crfcore.features.dataset import Dataset
from crfcore.training.array_checks import (
    Arrays,
    check_dtypes,
    check_finite,
    check_groups,
    check_members,
    check_shape,
)
from crfcore.training.boosted_model_kernels import (
    Trees,
    add_to_scores,
    add_to_transitions,
    trees_that_ask,
)
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.local_model import first_tokens

_DTYPES: dict[str, type] = {
    "tree_indptr": np.int64,
    "tree_labels": np.int32,
    "node_attributes": np.int32,
    "node_thresholds": np.float64,
    "node_children": np.int32,
    "node_values": np.float64,
    "node_gains": np.float64,
}
"""The arrays of the trees in a file, in the order of `Trees`."""


@dataclass(frozen=True, slots=True, eq=False)
class BoostedModel:
    """Regression trees above a linear model.

    Attributes
    ----------
    linear : LinearModel
        The scores f⁰, and the transitions.
    trees : Trees
    """

    linear: LinearModel
    trees: Trees
    _plain: IdArray = field(init=False, repr=False)
    _by_label_before: IdArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        asks = np.zeros(len(self.trees.labels), np.uint8)
        trees_that_ask(self.trees, self.linear.index.n_attributes, asks)
        object.__setattr__(self, "_plain", np.flatnonzero(asks == 0).astype(np.int32))
        object.__setattr__(self, "_by_label_before", np.flatnonzero(asks).astype(np.int32))

    @property
    def index(self) -> FeatureIndex:
        """The layout of the weights of the linear part."""
        return self.linear.index

    @property
    def weights(self) -> FloatArray:
        """The weights of the linear part."""
        return self.linear.weights

    @property
    def n_leaves(self) -> int:
        """The number of leaves of all trees."""
        return int(np.count_nonzero(self.trees.children == 0))

    @property
    def by_position(self) -> bool:
        """Whether transitions differ by position."""
        return self.linear.by_position or len(self._by_label_before) > 0

    def scores(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the scores of tokens first..last-1, (last − first, L)."""
        scores = np.ascontiguousarray(self.linear.scores(dataset, first, last))
        every = np.arange(len(self.trees.labels), dtype=np.int32)
        add_to_scores(
            first,
            last,
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            self.trees,
            self._plain,
            every,
            _is_first(dataset, first, last),
            self._marks(),
            scores,
        )
        return scores

    def transitions(self, dataset: Dataset, first: int, last: int) -> FloatArray:
        """Return the transition scores: (L, L), or (last − first, L, L) by position."""
        shared = self.linear.transitions(dataset, first, last)
        if len(self._by_label_before) == 0:
            return shared
        n_labels = self.index.n_labels
        transitions = np.empty((last - first, n_labels, n_labels))
        transitions[:] = shared
        add_to_transitions(
            first,
            last,
            dataset.indptr,
            dataset.attributes,
            dataset.values,
            self.trees,
            self._by_label_before,
            _is_first(dataset, first, last),
            self._marks(),
            transitions,
        )
        return transitions

    def _marks(self) -> FloatArray:
        return np.zeros(self.index.n_attributes + self.index.n_labels)

    def useful_attributes(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the masks of token and edge attributes that have a weight, or that trees ask for.

        The former is (A,), the latter (E,).
        """
        useful, edges = self.linear.useful_attributes()
        asked = self.trees.attributes[self.trees.children > 0]
        useful[asked[asked < len(useful)]] = True
        return useful, edges

    def kept(self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_]) -> BoostedModel:
        """Return the model with some of its attributes, renumbered."""
        numbers = counts_before(keep)[:-1]
        n_kept = int(np.count_nonzero(keep))
        attributes = self.trees.attributes.astype(np.int64)
        asks = self.trees.children > 0
        is_own = asks & (attributes < len(keep))
        attributes[is_own] = numbers[attributes[is_own]]
        attributes[asks & ~is_own] += n_kept - len(keep)
        trees = self.trees._replace(attributes=attributes.astype(np.int32))
        return BoostedModel(self.linear.kept(keep, keep_edges), trees)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays of the trees for a file."""
        return dict(zip(_DTYPES, self.trees, strict=True))


def _is_first(dataset: Dataset, first: int, last: int) -> MaskArray:
    mask = np.zeros(last - first, np.uint8)
    mask[first_tokens(dataset.offsets, first, last)] = 1
    return mask


def boosted_from_arrays(linear: LinearModel, arrays: Arrays) -> BoostedModel:
    """Return the model of named arrays.

    Raises
    ------
    ValueError, KeyError
        Arrays are missing, of another type, or have indices out of range; or a node's children do
        not come after it in its tree, so that a walk might never end.
    """
    check_dtypes(arrays, _DTYPES)
    trees = Trees(*(arrays[name] for name in _DTYPES))
    n_trees, n_nodes = len(trees.labels), len(trees.children)
    check_groups(arrays, "tree_indptr", "node_children", n_trees, max(n_nodes, 1))
    check_shape(arrays, "tree_labels", (n_trees,))
    check_members(trees.labels, linear.index.n_labels, "tree_labels")
    for name in ("node_attributes", "node_thresholds", "node_values", "node_gains"):
        check_shape(arrays, name, (n_nodes,))
    n_questions = linear.index.n_attributes + linear.index.n_labels
    check_members(trees.attributes, n_questions, "node_attributes")
    check_finite(arrays, ("node_thresholds", "node_values"))
    check_finite(arrays, ("node_gains",), 0.0)
    sizes = np.diff(trees.indptr)
    ends = np.repeat(trees.indptr[1:], sizes)
    is_leaf = trees.children == 0
    comes_later = (trees.children > np.arange(n_nodes)) & (trees.children < ends - 1)
    if not np.all(sizes > 0) or not np.all(is_leaf | comes_later):
        raise ValueError("node_children does not describe trees")
    return BoostedModel(linear, trees)
