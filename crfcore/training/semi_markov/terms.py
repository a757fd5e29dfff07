"""The likelihood of segmentations as `Terms` of tags, with the gradient of segments' weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.segment_extraction import Candidates
from crfcore.features.targets import Targets
from crfcore.inference.semi_markov import SegmentForms, SegmentLattice, segment_lattice
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.objectives.terms import ScoredRun
from crfcore.training.semi_markov.terms_kernels import add_rows
from crfcore.training.token_features import TokenFeatures, token_features


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


@dataclass(slots=True)
class _LaneSums:
    """What a lane adds to the gradient: sums over the candidates of each set of attributes."""

    amounts: FloatArray


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

    takes_single = False
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
        self._scores: FloatArray = np.zeros((sets.n_tokens, forms.width))
        self._offsets = dataset.offsets
        self._forms = forms
        self._sentence_weights = sentence_weights
        lengths, self._types, _ = forms.segments(
            dataset.offsets, targets.label_sets, targets.n_labels
        )
        self._rows = np.arange(len(lengths)) * forms.longest + lengths - 1
        self._row_weights = self._features.empty_rows()
        self._lanes: dict[int, _LaneSums] = {}

    def load(self, weights: FloatArray) -> None:
        """Set the weights of segments, (F_v,), and the gradient to zeros."""
        self._features.load(weights, self._row_weights)
        self._features.score(0, len(self._scores), weights, self._row_weights, self._scores)
        self._lanes.clear()

    def gradient(self) -> FloatArray:
        """Return the gradient: the sums of all lanes, in their order."""
        amounts = np.zeros_like(self._scores)
        for lane in sorted(self._lanes):
            amounts += self._lanes[lane].amounts
        total: FloatArray = np.zeros(self.index.n_weights)
        rows = self._features.empty_rows()
        self._features.add(0, len(amounts), amounts, total, rows)
        self._features.store(rows, total)
        return total

    def add(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> float:
        """Return the value of some sentences; write its derivatives."""
        candidates = self._candidates(run)
        is_known = bool(np.all(run.label_sets < run.n_labels))
        value, known = 0.0, None
        if is_known:
            value = -self._score_of_labels(run, candidates)
        else:
            agreeing = self._lattice(run, candidates.copy(), constrained=True)
            known = agreeing.sums()
            value = -float(np.sum(known.log_z))
        sums = self._lattice(run, candidates).sums()
        value += float(np.sum(sums.log_z))
        by_scores[:] = sums.posteriors
        by_transitions += sums.pairs
        segments = sums.segments
        if known is not None:
            by_scores -= known.posteriors
            by_transitions -= known.pairs
            segments -= known.segments
        else:
            self._subtract_labels(run, by_scores, by_transitions, segments)
        self._add_segments(run, segments)
        return value

    def expect(self, run: ScoredRun, by_scores: FloatArray, by_transitions: FloatArray) -> None:
        """Write the probabilities of tags and transitions; add the variances of segments."""
        sums = self._lattice(run, self._candidates(run)).sums()
        by_scores[:] = sums.posteriors
        by_transitions += sums.pairs
        self._add_segments(run, sums.segments * (1.0 - sums.segments))

    def _tokens(self, run: ScoredRun) -> slice:
        start = int(self._offsets[run.sentences[0]])
        return slice(start, start + len(run.scores))

    def _rows_of(self, run: ScoredRun) -> tuple[int, int]:
        tokens = self._tokens(run)
        return tokens.start * self._forms.longest, tokens.stop * self._forms.longest

    def _candidates(self, run: ScoredRun) -> FloatArray:
        """Return the scores of all candidates of some sentences, (n · K, W)."""
        first, last = self._rows_of(run)
        return np.take(self._scores, self._set_of[first:last], axis=0)

    def _lattice(
        self, run: ScoredRun, candidates: FloatArray, *, constrained: bool = False
    ) -> SegmentLattice:
        transitions = run.transitions if run.by_position else run.transitions[0]
        allowed = run.allowed() if constrained else None
        return segment_lattice(
            run.scores, transitions, run.offsets, allowed, candidates, self._forms
        )

    def _known_segments(self, run: ScoredRun) -> tuple[OffsetArray, OffsetArray]:
        """Return the candidates of fully labelled sentences that are segments, and their types."""
        tokens = self._tokens(run)
        types = self._types[tokens]
        begins = np.flatnonzero(types >= 0)
        rows = self._rows[tokens][begins] - tokens.start * self._forms.longest
        return rows, types[begins].astype(np.int64)

    def _score_of_labels(self, run: ScoredRun, candidates: FloatArray) -> float:
        places, before, behind = _pairs(run)
        rows, types = self._known_segments(run)
        return float(
            np.sum(run.scores[np.arange(len(run.scores)), run.label_sets])
            + np.sum(run.transitions[places, before, behind])
            + np.sum(candidates[rows, types])
        )

    def _subtract_labels(
        self,
        run: ScoredRun,
        by_scores: FloatArray,
        by_transitions: FloatArray,
        segments: FloatArray,
    ) -> None:
        by_scores[np.arange(len(run.scores)), run.label_sets] -= 1.0
        np.subtract.at(by_transitions, _pairs(run), 1.0)
        # Each candidate has one type at most.
        segments[self._known_segments(run)] -= 1.0

    def _add_segments(self, run: ScoredRun, amounts: FloatArray) -> None:
        if len(self._sentence_weights):
            amounts *= self._sentence_weights[run.sentences[0]]
        lane = self._lanes.get(run.lane)
        if lane is None:
            lane = self._lanes[run.lane] = _LaneSums(np.zeros_like(self._scores))
        first, last = self._rows_of(run)
        add_rows(self._set_of[first:last], amounts, lane.amounts)


def _pairs(run: ScoredRun) -> tuple[OffsetArray, OffsetArray, OffsetArray]:
    """Return (place in the transitions, label before, label) of all transitions between tokens."""
    tokens = np.flatnonzero(run.is_first() == 0)
    labels = run.label_sets.astype(np.int64)
    places = tokens if run.by_position else np.zeros_like(tokens)
    return places, labels[tokens - 1], labels[tokens]
