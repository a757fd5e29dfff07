"""The likelihood of segmentations as `Terms` of tags, with the gradient of segments' weights."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.features.dataset import Dataset
from crfcore.features.segment_extraction import Candidates
from crfcore.features.targets import Targets
from crfcore.inference.semi_markov import SegmentForms, SegmentLattice, SegmentSums, SetScores
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.objective_kernels import (
    count_transitions,
    path_score_sum,
    subtract_at_labels,
)
from crfcore.training.objectives.terms import ScoredRun, masked
from crfcore.training.token_features import TokenFeatures, token_features

_UNWEIGHTED: FloatArray = np.zeros(0)


def segment_index(n_attributes: int, n_types: int) -> FeatureIndex:
    """Return the weights of segments: one for each attribute and type."""
    return FeatureIndex(
        n_types,
        np.arange(n_attributes + 1, dtype=np.int64) * n_types,
        np.tile(np.arange(n_types, dtype=np.int32), n_attributes),
        np.zeros(0, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros(0, dtype=np.int32),
    )


class SegmentTerms:
    """Σ_i log Z_i(all) − log Z_i(allowed) over segmentations.

    Parameters
    ----------
    candidates : Candidates
        The attributes of segments.
    dataset : Dataset
        The sentences, fully labelled ones first: the "given" ones of `ScoredRun`.
    targets : Targets
    forms : SegmentForms
    sentence_weights : (N,) array, or (0,)
        Empty if all are one.

    Attributes
    ----------
    index : FeatureIndex
        The weights of segments.
    """

    takes_single = True
    only_open = False

    def __init__(
        self,
        candidates: Candidates,
        dataset: Dataset,
        targets: Targets,
        forms: SegmentForms,
        sentence_weights: FloatArray,
    ) -> None:
        sets = candidates.attributes
        self.index = segment_index(sets.n_attributes, forms.n_types)
        self._features: TokenFeatures = token_features(
            sets, self.index, np.arange(sets.n_tokens, dtype=np.int64)
        )
        self._set_of = candidates.rows
        self._of_sets = SetScores(np.zeros((sets.n_tokens, forms.width)))
        self._offsets = dataset.offsets
        self._forms = forms
        self._sentence_weights = sentence_weights
        lengths, types, _ = forms.segments(dataset.offsets, targets.label_sets, targets.n_labels)
        # Of the known segments: first tokens, sets and types.
        self._begins = np.flatnonzero(lengths)
        rows = self._begins * forms.longest + lengths[self._begins] - 1
        self._known_sets, self._known_types = self._set_of[rows], types[self._begins]
        self._row_weights = self._features.empty_rows()
        self._lanes: dict[int, FloatArray] = {}

    def load(self, weights: FloatArray) -> None:
        """Set the weights of segments, (F_v,), and the gradient to zeros."""
        scores: FloatArray = np.zeros_like(self._of_sets.scores)
        self._features.load(weights, self._row_weights)
        self._features.score(0, len(scores), weights, self._row_weights, scores)
        self._of_sets = SetScores(scores)
        for precision in (np.float32, np.float64):
            # Before several threads need them.
            self._of_sets.potentials(np.dtype(precision))
        self._lanes.clear()

    def gradient(self) -> FloatArray:
        """Return the gradient: the sums of all lanes, in their order."""
        amounts = np.zeros_like(self._of_sets.scores)
        for lane in sorted(self._lanes):
            amounts += self._lanes[lane]
        total: FloatArray = np.zeros(self.index.n_weights)
        rows = self._features.empty_rows()
        self._features.add(0, len(amounts), amounts, total, rows)
        self._features.store(rows, total)
        return total

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return the value of some sentences; write its derivatives."""
        lane = self._lane_of(run)
        weight = self._weight_of(run)
        sums = self._summed(self._lattice(run), run, lane, weight)
        by_scores[:] = sums.posteriors
        by_transitions += sums.pairs
        value = float(np.sum(sums.log_z))
        if np.any(run.label_sets >= run.n_labels):
            agreeing = self._summed(self._lattice(run, constrained=True), run, lane, -weight)
            by_scores -= agreeing.posteriors
            by_transitions -= agreeing.pairs
            return value - float(np.sum(agreeing.log_z))
        labels = run.label_sets
        path_scores = np.empty(len(run.offsets) - 1)
        path_score_sum(run.offsets, labels, run.scores, run.transitions, path_scores)
        subtract_at_labels(labels, _UNWEIGHTED, by_scores)
        count_transitions(run.offsets, labels, -1.0, int(run.by_position), by_transitions)
        start = int(self._offsets[run.sentences[0]])
        first, last = np.searchsorted(self._begins, [start, start + len(labels)])
        known = self._known_sets[first:last], self._known_types[first:last]
        np.subtract.at(lane, known, weight)
        return value - float(np.sum(path_scores) + np.sum(self._of_sets.scores[known]))

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the probabilities of tags and transitions."""
        sums = self._lattice(run).sums(check_cancelled=run.check_cancelled)
        by_scores[:] = sums.posteriors
        by_transitions += sums.pairs

    def _summed(
        self, lattice: SegmentLattice, run: ScoredRun, lane: FloatArray, weight: float
    ) -> SegmentSums:
        """Return the sums of a lattice; those of segments are added to the lane's."""
        segments: FloatArray = np.zeros(lane.shape, run.scores.dtype)
        sums = lattice.sums(self._sets(run), segments, run.check_cancelled)
        lane += weight * segments
        return sums

    def _sets(self, run: ScoredRun) -> IdArray:
        """Return the set of each candidate of some sentences, (n · K,)."""
        start = int(self._offsets[run.sentences[0]])
        longest = self._forms.longest
        return self._set_of[start * longest : (start + len(run.scores)) * longest]

    def _lattice(self, run: ScoredRun, *, constrained: bool = False) -> SegmentLattice:
        scores = masked(run.scores, run.allowed()) if constrained else run.scores
        return SegmentLattice(
            self._forms,
            run.offsets,
            scores,
            run.transitions,
            run.by_position,
            self._of_sets,
            self._sets(run),
        )

    def _lane_of(self, run: ScoredRun) -> FloatArray:
        """Return the sums of a lane over the candidates of each set of attributes, (D, W)."""
        lane = self._lanes.get(run.lane)
        if lane is None:
            lane = self._lanes[run.lane] = np.zeros_like(self._of_sets.scores)
        return lane

    def _weight_of(self, run: ScoredRun) -> float:
        weights = self._sentence_weights
        return float(weights[run.sentences[0]]) if len(weights) else 1.0
