"""Conversion of another program's weights to a fitted chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.reading import Extractor
from crfcore.features.segments import offsets_of
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.given_labels import check_label_count
from crfcore.training.linear_model import LinearModel

BYTES_OF_A_WEIGHT = 12
"""Bytes of a weight with its label in a model file."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupedWeights:
    """Weights of pairs, in any order.

    Attributes
    ----------
    owners : int64 (F,)
        The attribute of each.
    members : int64 (F,)
        Its label; for edges, label·L + next label.
    weights : float64 (F,)
    """

    owners: OffsetArray
    members: OffsetArray
    weights: FloatArray

    @classmethod
    def of_rows(cls, rows: FloatArray) -> GroupedWeights:
        """Return the non-zero weights of rows (attributes, members)."""
        owners, members = np.nonzero(rows)
        return cls(owners, members, rows[owners, members])

    @classmethod
    def of_list(cls, found: Sequence[tuple[int, int, float]]) -> GroupedWeights:
        """Return weights given as (owner, member, weight)."""
        return cls(
            np.array([owner for owner, _, _ in found], np.int64),
            np.array([member for _, member, _ in found], np.int64),
            np.array([weight for _, _, weight in found], np.float64),
        )

    @classmethod
    def none(cls) -> GroupedWeights:
        """Return no weights."""
        return cls(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))

    def grouped(self, n_owners: int, n_members: int) -> tuple[OffsetArray, IdArray, FloatArray]:
        """Return (indptr, members, weights) by attribute; weights of the same pair are summed."""
        pairs = self.owners * n_members + self.members
        distinct, inverse = np.unique(pairs, return_inverse=True)
        weights = np.zeros(len(distinct))
        np.add.at(weights, inverse, self.weights)
        counts = np.bincount(distinct // n_members, minlength=n_owners)
        return offsets_of(counts), (distinct % n_members).astype(np.int32), weights


def chain_of(
    labels: tuple[str, ...],
    extractor: Extractor,
    states: GroupedWeights,
    transitions: GroupedWeights,
    edges: GroupedWeights,
) -> FittedChain:
    """Return a chain with these weights.

    Parameters
    ----------
    labels : tuple of L str
    extractor : extractor
        Of the attributes whose ids are the owners of weights.
    states : GroupedWeights
        Of attributes and labels.
    transitions : GroupedWeights
        Of pairs of labels, all of the owner 0.
    edges : GroupedWeights
        Of edge attributes and pairs of labels.
    """
    n_labels = len(labels)
    n_weights = sum(len(some.weights) for some in (states, transitions, edges))
    check_label_count(n_labels, BYTES_OF_A_WEIGHT * n_weights)
    indptr, members, state_weights = states.grouped(extractor.n_attributes, n_labels)
    edge_indptr, pairs, edge_weights = edges.grouped(extractor.n_edge_attributes, n_labels**2)
    _, transition_pairs, transition_weights = transitions.grouped(1, n_labels**2)
    weights = [state_weights, transition_weights, edge_weights]
    index = FeatureIndex(n_labels, indptr, members, transition_pairs, edge_indptr, pairs)
    return FittedChain(labels, extractor, LinearModel(index, np.concatenate(weights)), None)
