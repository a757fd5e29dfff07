"""Transitions by position of a dataset, and sums of its features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.features.dataset import Dataset
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.hessian_kernels import add_to_weights
from crfcore.training.objective_kernels import add_edge_expectations, edge_transitions


@dataclass(frozen=True, slots=True)
class IndexedDataset:
    """A dataset with the weights of its attributes; methods are for tokens start to stop - 1."""

    dataset: Dataset
    index: FeatureIndex

    def transitions(
        self,
        start: int,
        stop: int,
        weights: FloatArray,
        shared: FloatArray,
        out: FloatArray | None = None,
    ) -> FloatArray:
        """Return the transitions by position, (stop - start, L, L): shared ones, and edges'."""
        transitions = np.empty((stop - start, *shared.shape)) if out is None else out
        edge_transitions(
            start,
            stop,
            self.dataset.edge_indptr,
            self.dataset.edge_attributes,
            self.index.edge_indptr,
            self.index.edge_pairs,
            self.index.edge_part(weights),
            shared,
            transitions,
        )
        return transitions

    def add_pairs(
        self, start: int, stop: int, pairs: FloatArray, counts: FloatArray, shared: FloatArray
    ) -> None:
        """Add pairs by position to the counts of edges, (F,), and their sum to the shared ones."""
        add_edge_expectations(
            start,
            stop,
            self.index.n_labels,
            self.dataset.edge_indptr,
            self.dataset.edge_attributes,
            self.index.edge_indptr,
            self.index.edge_pairs,
            pairs,
            self.index.edge_part(counts),
            shared,
        )

    def add(
        self, start: int, stop: int, labels: FloatArray, pairs: FloatArray, counts: FloatArray
    ) -> FloatArray:
        """Add labels (T, L) and pairs (1 or T, L, L) to counts (F,); return the pairs' sum."""
        add_to_weights(
            start,
            stop,
            self.dataset.indptr,
            self.dataset.attributes,
            self.dataset.values,
            self.index.state_indptr,
            self.index.state_labels,
            labels,
            self.index.state_part(counts),
        )
        sums: FloatArray = pairs.sum(axis=0)
        if len(self.index.edge_pairs):
            self.add_pairs(start, stop, pairs, counts, np.zeros_like(sums))
        self.index.transition_part(counts)[:] += sums.ravel()[self.index.transition_pairs]
        return sums
