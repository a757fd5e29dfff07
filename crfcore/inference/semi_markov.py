"""Sums over segmentations, and the best ones: chains whose segments have scores of their own.

The score of a segment of type c from token a to b − 1 is what a chain gives the tags of its tokens,
plus a score of the whole segment (G. Andrew, "A hybrid Markov/semi-Markov conditional random field
for sequence segmentation", EMNLP 2006; S. Sarawagi and W. W. Cohen, "Semi-Markov conditional random
fields for information extraction", NIPS 2004)::

    S(a, b, c) = Σ_t score_t(tag) + Σ transitions within the segment + v(a, b, c)
    ends_b(l) = log Σ over segments of last tag l that end at b: exp(begins_a(first) + S)
    begins_a(f) = log Σ_l exp(ends_a(l) + transition(l, f)),  begins_0(f) = 0
    Z = Σ_l exp ends_n(l)

The transition between segments is summed over once per border and not per segment, so that a pass
takes O(T · (L² + K · C)) for segments of up to K tokens and C types. Most segments have one of few
sets of attributes, so that scores of segments are given by set.

Sums are of products, relative to each token's total; of logarithms where these leave their bounds,
and for transitions by position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import AnyFloatArray, FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import lattice
from crfcore.inference.potentials import padded_width
from crfcore.inference.segment_steps import SegmentSteps, Wanted, relative
from crfcore.inference.semi_markov_kernels import (
    ScoredCandidates,
    SegmentTags,
    add_rows,
    add_token_scores,
    best_segmentations,
    find_segments,
    sum_by_logarithms,
)

MAX_ENTRIES = 2**27
"""Limit of the scores of candidates in memory at once: 1 GiB, and as much for their sums."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentForms:
    """The tags of segments.

    Attributes
    ----------
    tags : (C, 4) array
        Of each type: the tag of a segment of one token; of the first token, of those between, and
        of the last token of a longer one. −1 for a tag that the model lacks.
    outside : int
        The tag outside of segments, whose segments have one token; −1 if there is none.
    longest : int
        K, the greatest number of tokens of a segment.
    """

    tags: IdArray
    outside: int
    longest: int

    @property
    def n_types(self) -> int:
        """C."""
        return len(self.tags)

    @property
    def width(self) -> int:
        """W, the number of columns of arrays of candidates."""
        return padded_width(self.n_types)

    @property
    def firsts(self) -> IdArray:
        """The tags with which segments begin."""
        return self._distinct(self.tags[:, :2])

    @property
    def lasts(self) -> IdArray:
        """The tags with which segments end."""
        return self._distinct(self.tags[:, [0, 3]])

    @property
    def for_kernels(self) -> SegmentTags:
        """The same for kernels."""
        return SegmentTags(self.tags, self.firsts, self.lasts, self.outside, self.longest)

    def check_size(self, n_tokens: int) -> None:
        """Raise CrfError if the candidates of so many tokens take too much memory.

        Batches are small where sentences are, so that it is a long sentence that does.
        """
        if n_tokens * self.longest * self.width > MAX_ENTRIES:
            raise CrfError(
                f"{n_tokens:,} tokens, with segments of up to {self.longest:,} of them, take too "
                "much memory; split long sentences, give shorter segments (longest), or use "
                "LinearChainCRF."
            )

    def _distinct(self, tags: IdArray) -> IdArray:
        found = np.unique(np.append(tags, self.outside))
        return np.ascontiguousarray(found[found >= 0], dtype=np.int32)

    def segments(
        self, offsets: OffsetArray, labels: IdArray, n_labels: int
    ) -> tuple[IdArray, IdArray, int]:
        """Return the known segments of tagged sentences.

        Parameters
        ----------
        offsets : (N + 1,) array
        labels : (T,) array
            `n_labels` and greater numbers are unknown.
        n_labels : int

        Returns
        -------
        lengths, types : (T,) arrays
            At the first token of a known segment; 0 and −1 elsewhere.
        bad : int
            −1, or the first token whose tag breaks the scheme.
        """
        lengths = np.empty(len(labels), dtype=np.int32)
        types = np.empty(len(labels), dtype=np.int32)
        labels = np.ascontiguousarray(labels, dtype=np.int32)
        bad = find_segments(
            np.ascontiguousarray(offsets, dtype=np.int64),
            labels,
            n_labels,
            self.tags,
            self.outside,
            lengths,
            types,
        )
        return lengths, types, int(bad)


class SegmentSums(NamedTuple):
    """log Z and expectations of N sentences with T tokens in all.

    Attributes
    ----------
    log_z : (N,) array
    posteriors : (T, L) array
        P(tag of t given x), in the precision of the scores.
    pairs : (1, L, L) array, or (T, L, L)
        Expected transitions, by position if transitions are.
    segments : (T · K, W) array
        Row t · K + d − 1: the probability of a segment of exactly the d tokens from t, by type; or
        their sums by group.
    """

    log_z: FloatArray
    posteriors: FloatArray
    pairs: FloatArray
    segments: FloatArray


class SetScores:
    """The scores of segments by their set of attributes.

    Parameters
    ----------
    scores : (D, W) array
        By type; columns from C on are not read.
    """

    def __init__(self, scores: FloatArray) -> None:
        self.scores = scores
        self._potentials: dict[Any, FloatArray] = {}

    def potentials(self, precision: np.dtype[Any]) -> FloatArray:
        """Return exp of the scores in a precision, computed once."""
        found = self._potentials.get(precision)
        if found is None:
            with np.errstate(over="ignore", under="ignore", invalid="ignore"):
                found = np.exp(self.scores).astype(precision)
            self._potentials[precision] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class SegmentLattice:
    """Scores of all segmentations of N sentences with T tokens in all; see `segment_lattice`.

    Attributes
    ----------
    forms : SegmentForms
    offsets : (N + 1,) array
    scores : (T, at least L) array
        Of tags; −inf for forbidden ones. Their precision is that of the sums of products.
    transitions : (1, L, L) array, or (T, L, L)
    by_position : bool
    of_sets : SetScores
    sets : int32 (T · K,)
        The set of each candidate: row t · K + d − 1 is the segment of d tokens from t.
    """

    forms: SegmentForms
    offsets: OffsetArray
    scores: AnyFloatArray
    transitions: FloatArray
    by_position: bool
    of_sets: SetScores
    sets: IdArray

    def log_z(self, *, or_nothing: bool = False) -> FloatArray:
        """Return log Σ exp(score) over all segmentations of each sentence, (N,).

        Raises
        ------
        NoLabellingError
            A sentence has none; names the sentence and the token. With `or_nothing` it has −inf.
        """
        bad, log_z = self._sum(None)
        if not or_nothing:
            self._check(bad)
        return log_z

    def sums(
        self,
        groups: IdArray | None = None,
        segments: FloatArray | None = None,
        check_cancelled: Callable[[], None] | None = None,
    ) -> SegmentSums:
        """Return log Z and expectations; raises as `log_z`.

        Parameters
        ----------
        groups : int32 (T · K,), optional
            Candidates whose probabilities are summed; by default each is by itself.
        segments : (G, W) array
            To which the probabilities are added, then; in the precision of the scores.
        check_cancelled : callable, optional
            Called before each batch of sentences; what it raises ends the sums.
        """
        n_rows = len(self.sets)
        if groups is None or segments is None:
            groups = np.arange(n_rows, dtype=np.int32)
            segments = np.zeros((n_rows, self.forms.width), self.scores.dtype)
        n_labels = self.transitions.shape[1]
        posteriors = np.zeros((len(self.scores), n_labels), self.scores.dtype)
        wanted = Wanted(posteriors, np.zeros(self.transitions.shape), groups, segments)
        bad, log_z = self._sum(wanted, check_cancelled)
        self._check(bad)
        return SegmentSums(log_z, posteriors, wanted.pairs, segments)

    def _sum(
        self, wanted: Wanted | None, check_cancelled: Callable[[], None] | None = None
    ) -> tuple[int, FloatArray]:
        """Return −1, or the first token that no segmentation reaches; and log Z."""
        log_z = np.zeros(len(self.offsets) - 1)
        left = np.flatnonzero(np.diff(self.offsets))
        if len(left) and not self.by_position:
            potentials = self.of_sets.potentials(self.scores.dtype)
            tags, shared = self.forms.for_kernels, self.transitions[0]
            steps = SegmentSteps(tags, self.offsets, self.scores, shared, potentials, self.sets)
            left = steps.sum(left, log_z, wanted, check_cancelled)
        if len(left) == 0:
            return -1, log_z
        return self._sum_by_logarithms(left, log_z, wanted), log_z

    def _sum_by_logarithms(
        self, sentences: OffsetArray, log_z: FloatArray, wanted: Wanted | None
    ) -> int:
        tokens = _tokens_of(self.offsets, sentences)
        offsets = np.append(0, np.cumsum(np.diff(self.offsets)[sentences])).astype(np.int64)
        given, rows = self._candidates(tokens, offsets)
        shape = given.scores.shape
        found, posteriors = np.zeros(len(sentences)), np.zeros(shape)
        segments = np.zeros(given.candidates.shape)
        pairs = np.zeros(self.transitions.shape) if wanted is None else wanted.pairs
        bad = sum_by_logarithms(
            offsets,
            self.forms.for_kernels,
            given,
            int(wanted is not None),
            found,
            segments,
            posteriors,
            pairs,
        )
        log_z[sentences] = found
        if wanted is not None:
            wanted.posteriors[tokens] = posteriors
            add_rows(wanted.groups[rows], segments, wanted.segments)
        return int(bad if bad < 0 else tokens[bad])

    def _candidates(
        self, tokens: OffsetArray, offsets: OffsetArray
    ) -> tuple[ScoredCandidates, OffsetArray]:
        """Return the scores of all candidates of some sentences, and their rows."""
        longest, n_labels = self.forms.longest, self.transitions.shape[1]
        rows = (tokens[:, np.newaxis] * longest + np.arange(longest)).ravel()
        candidates = np.take(self.of_sets.scores, self.sets[rows], axis=0)
        scores = np.ascontiguousarray(self.scores[tokens, :n_labels], np.float64)
        potentials, greatest = np.zeros((0, 0)), 0.0
        if not self.by_position:
            potentials, greatest = relative(self.transitions[0])
        by_position = int(self.by_position)
        add_token_scores(
            offsets, scores, self.transitions, by_position, self.forms.tags, longest, candidates
        )
        given = ScoredCandidates(
            scores, self.transitions, by_position, potentials, greatest, candidates
        )
        return given, rows

    def nbest(self, n: int) -> tuple[IdArray, FloatArray]:
        """Return the n best segmentations as tags (n, T), and their scores (N, n).

        −1 and −inf where a sentence has fewer; raises as `log_z`.
        """
        labels = np.empty((n, len(self.scores)), dtype=np.int32)
        path_scores = np.empty((len(self.offsets) - 1, n))
        given, _ = self._candidates(np.arange(len(self.scores)), self.offsets)
        tags = self.forms.for_kernels
        bad = best_segmentations(self.offsets, tags, given, n, labels, path_scores)
        self._check(bad)
        return labels, path_scores

    def best_labels(self) -> IdArray:
        """Return the best segmentations as tags, (T,); raises as `log_z`."""
        return np.asarray(self.nbest(1)[0][0])

    def _check(self, bad: int) -> None:
        if bad >= 0:
            sentence = int(np.searchsorted(self.offsets, bad, side="right")) - 1
            raise NoLabellingError(sentence, bad - int(self.offsets[sentence]))


def _tokens_of(offsets: OffsetArray, sentences: OffsetArray) -> OffsetArray:
    """Return the tokens of sentences, which are in order."""
    if len(sentences) == len(offsets) - 1:
        return np.arange(offsets[-1])
    return np.concatenate([np.arange(offsets[i], offsets[i + 1]) for i in sentences.tolist()])


def segment_lattice(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None,
    of_sets: SetScores | FloatArray,
    forms: SegmentForms,
    sets: IdArray | None = None,
) -> SegmentLattice:
    """Check the scores of segmentations.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`; labels are tags.
    of_sets : SetScores, or (D, W) array
    forms : SegmentForms
    sets : int32 (T · K,), optional
        The set of each candidate: row t · K + d − 1 is the segment of d tokens from t; rows past
        the end of a sentence are not read. By default each candidate has its own, in order.

    Raises
    ------
    CrfError
        Shapes do not match.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    n_rows = len(checked.scores) * forms.longest
    if not isinstance(of_sets, SetScores):
        of_sets = SetScores(of_sets)
    if sets is None:
        sets = np.arange(n_rows, dtype=np.int32)
    n_sets = len(of_sets.scores)
    if len(sets) != n_rows or of_sets.scores.shape[1] != forms.width:
        raise CrfError(
            f"Scores of segments must have {forms.width} columns and be given for {n_rows} "
            f"candidates, not {of_sets.scores.shape[1]} and {len(sets)}."
        )
    if len(sets) and not 0 <= int(np.min(sets)) <= int(np.max(sets)) < n_sets:
        raise CrfError(f"sets must be rows of {n_sets} scores.")
    own = checked.scores
    if len(checked.allowed):
        own = np.where(checked.allowed != 0, own, -np.inf)
    by_position = np.ndim(transitions) == 3 and len(transitions) != 1
    return SegmentLattice(
        forms, checked.offsets, own, checked.transitions, by_position, of_sets, sets
    )
