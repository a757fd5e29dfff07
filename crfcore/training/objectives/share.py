"""A lane's sentences, for objectives other than the likelihood."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.inference.potentials import padded_width
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.objective_kernels import (
    variances,
)
from crfcore.training.objectives.sentence_shares import Point, Run, Sums
from crfcore.training.objectives.softmax_margin import CostRows
from crfcore.training.objectives.terms import ScoredRun, Terms
from crfcore.training.token_features import TokenFeatures


class TermsShare:
    """Sentences whose `Terms` are summed; with the interface of `OpenShare`.

    Parameters
    ----------
    terms : Terms
    runs : list of Run
    dataset : Dataset
        In the order of the positions.
    features : TokenFeatures
    label_sets : (T,) array
        As in `Targets`.
    allowed_by_set : (S, L) array
    order : (N,) array
        Indices of the dataset's sentences among the given ones.
    costs : CostRows, optional
        Added to the scores.
    lane : int
        The number of the lane.
    """

    def __init__(
        self,
        terms: Terms,
        runs: list[Run],
        dataset: Dataset,
        features: TokenFeatures,
        label_sets: IdArray,
        allowed_by_set: MaskArray,
        order: OffsetArray,
        costs: CostRows | None = None,
        lane: int = 0,
    ) -> None:
        self._lane = lane
        self._terms = terms
        self._runs = runs
        self._dataset = dataset
        self._features = features
        self._indexed = IndexedDataset(dataset, features.index)
        self._label_sets = label_sets
        self._allowed_by_set = allowed_by_set
        self._order = order
        self._costs = costs
        self._by_position = len(features.index.edge_pairs) > 0
        offsets = dataset.offsets
        longest = max((int(offsets[run.last] - offsets[run.first]) for run in runs), default=0)
        self._shape = longest, padded_width(features.index.n_labels)
        self._scores: FloatArray = np.empty((0, 0))
        self._difference: FloatArray = np.empty((0, 0))

    def add(self, point: Point, sums: Sums, check_cancelled: Callable[[], None]) -> float:
        """Add the derivatives by the weights; return the value."""
        value = 0.0
        offsets, n_labels = self._dataset.offsets, self._features.index.n_labels
        precision = point.weights.dtype
        if self._scores.shape != self._shape or self._scores.dtype != precision:
            self._scores = np.empty(self._shape, precision)
            self._difference = np.zeros(self._shape, precision)
        for run in self._runs:
            check_cancelled()
            start, stop = int(offsets[run.first]), int(offsets[run.last])
            scored = self._scored(run, start, stop, point, check_cancelled)
            difference = self._difference[: stop - start]
            by_scores = difference[:, :n_labels]
            pairs = np.zeros(scored.transitions.shape)
            if point.with_curvature:
                self._terms.expect(scored, by_scores, pairs)
                variances(np.full(len(difference), run.weight), difference)
            else:
                value += run.weight * self._terms.add(scored, by_scores, pairs)
                difference *= run.weight
            pairs *= run.weight
            self._features.add(start, stop, difference, sums.expected, sums.row_gradient)
            self._add_pairs(start, stop, pairs, sums)
        return value

    def _scored(
        self, run: Run, start: int, stop: int, point: Point, check_cancelled: Callable[[], None]
    ) -> ScoredRun:
        scores = self._scores[: stop - start]
        self._features.score(start, stop, point.weights, point.row_weights, scores)
        if self._costs is not None:
            self._costs.add(self._label_sets[start:stop], scores)
        return ScoredRun(
            np.ascontiguousarray(scores[:, : self._features.index.n_labels]),
            self._transitions(start, stop, point),
            self._dataset.offsets[run.first : run.last + 1] - start,
            self._label_sets[start:stop],
            self._allowed_by_set,
            self._by_position,
            self._order[run.first : run.last],
            self._lane,
            check_cancelled,
        )

    def _transitions(self, start: int, stop: int, point: Point) -> FloatArray:
        if not self._by_position:
            return point.shared
        return self._indexed.transitions(start, stop, point.weights, point.shared[0])

    def _add_pairs(self, start: int, stop: int, pairs: FloatArray, sums: Sums) -> None:
        if self._by_position:
            self._indexed.add_pairs(start, stop, pairs, sums.expected, sums.pairs[0])
        else:
            n_labels = self._features.index.n_labels
            sums.pairs[0, :n_labels, :n_labels] += pairs[0]
