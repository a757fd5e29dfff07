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
takes O(T · (L² + K · C)) for segments of up to K tokens and C types.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import lattice
from crfcore.inference.potentials import padded_width
from crfcore.inference.semi_markov_kernels import (
    add_token_scores,
    best_segmentations,
    find_segments,
    lower_candidates,
    sum_references,
    sum_segmentations,
)

MAX_ENTRIES = 2**27
"""Limit of the scores of candidates in memory at once: 1 GiB, and as much for their sums."""

_NO_POTENTIALS: FloatArray = np.zeros((0, 0))


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
        P(tag of t given x).
    pairs : (1, L, L) array, or (T, L, L)
        Expected transitions, by position if transitions are.
    segments : (T · K, W) array
        Row t · K + d − 1: the probability of a segment of exactly the d tokens from t, by type.
    """

    log_z: FloatArray
    posteriors: FloatArray
    pairs: FloatArray
    segments: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class SegmentLattice:
    """Scores of all segmentations of N sentences with T tokens in all; see `segment_lattice`.

    Attributes
    ----------
    forms : SegmentForms
    offsets : (N + 1,) array
    scores : (T, L) array
        Of tags; −inf for forbidden ones.
    transitions : (1, L, L) array, or (T, L, L)
    by_position : bool
    candidates : (T · K, W) array
        Scores of segments with those of their tokens and inner transitions.
    """

    forms: SegmentForms
    offsets: OffsetArray
    scores: FloatArray
    transitions: FloatArray
    by_position: bool
    candidates: FloatArray

    def log_z(self, *, or_nothing: bool = False) -> FloatArray:
        """Return log Σ exp(score) over all segmentations of each sentence, (N,).

        Raises
        ------
        NoLabellingError
            A sentence has none; names the sentence and the token. With `or_nothing` it has −inf.
        """
        bad, sums = self._sums(backwards=False)
        if not or_nothing:
            self._check(bad)
        return sums.log_z

    def sums(self) -> SegmentSums:
        """Return log Z and expectations; raises as `log_z`."""
        bad, sums = self._sums(backwards=True)
        self._check(bad)
        return sums

    def _sums(self, *, backwards: bool) -> tuple[int, SegmentSums]:
        forms, shared = self.forms, self.transitions[0]
        n_tokens, n_sentences = len(self.scores), len(self.offsets) - 1
        highest: FloatArray = np.zeros(n_sentences)
        potentials, greatest = _NO_POTENTIALS, 0.0
        references, of_outside = np.zeros(n_tokens), np.zeros(n_tokens)
        is_shared = not self.by_position and n_tokens > 0
        segments: FloatArray = (np.empty if is_shared else np.zeros)(self.candidates.shape)
        if is_shared:
            finite = shared[shared > -np.inf]
            greatest = float(np.max(finite)) if len(finite) else 0.0
            sum_references(self.offsets, self.scores, shared, references)
            lower_candidates(
                self.offsets,
                self.candidates,
                references,
                greatest,
                forms.n_types,
                forms.longest,
                segments,
                highest,
            )
            with np.errstate(under="ignore", over="ignore", invalid="ignore"):
                potentials = np.exp(shared - greatest)
                np.exp(segments, out=segments)
                if forms.outside >= 0:
                    of_outside = np.exp(self._lowered_outside(references, greatest))
        log_z = np.zeros(n_sentences)
        posteriors = np.empty(self.scores.shape if backwards else (0, 0))
        pairs = np.zeros(self.transitions.shape if backwards else (1, 0, 0))
        bad = sum_segmentations(
            self.offsets,
            self.scores,
            self.transitions,
            potentials,
            greatest,
            int(self.by_position),
            forms.tags,
            forms.firsts,
            forms.lasts,
            forms.outside,
            forms.longest,
            self.candidates,
            references,
            highest,
            of_outside,
            segments,
            log_z,
            int(backwards),
            posteriors,
            pairs,
        )
        return int(bad), SegmentSums(log_z, posteriors, pairs, segments)

    def _lowered_outside(self, references: FloatArray, greatest: float) -> FloatArray:
        """Return the scores of the tag outside of segments, lowered as those of candidates."""
        before = np.append(0.0, references[:-1] + greatest)
        starts = self.offsets[:-1]
        before[starts[starts < self.offsets[1:]]] = 0.0
        return np.asarray(self.scores[:, self.forms.outside] + before - references)

    def nbest(self, n: int) -> tuple[IdArray, FloatArray]:
        """Return the n best segmentations as tags (n, T), and their scores (N, n).

        −1 and −inf where a sentence has fewer; raises as `log_z`.
        """
        labels = np.empty((n, len(self.scores)), dtype=np.int32)
        path_scores = np.empty((len(self.offsets) - 1, n))
        forms = self.forms
        bad = best_segmentations(
            self.offsets,
            self.scores,
            self.transitions,
            int(self.by_position),
            forms.tags,
            forms.firsts,
            forms.lasts,
            forms.outside,
            forms.longest,
            self.candidates,
            n,
            labels,
            path_scores,
        )
        self._check(bad)
        return labels, path_scores

    def best_labels(self) -> IdArray:
        """Return the best segmentations as tags, (T,); raises as `log_z`."""
        return np.asarray(self.nbest(1)[0][0])

    def _check(self, bad: int) -> None:
        if bad >= 0:
            sentence = int(np.searchsorted(self.offsets, bad, side="right")) - 1
            raise NoLabellingError(sentence, bad - int(self.offsets[sentence]))


def segment_lattice(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None,
    segment_scores: FloatArray,
    forms: SegmentForms,
) -> SegmentLattice:
    """Check the scores of segmentations, and add those of tokens to those of segments.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`; labels are tags.
    segment_scores : (T · K, W) array, changed
        Row t · K + d − 1 has the scores of the segment of d tokens from t, by type; columns from C
        on, and rows past the end of a sentence, are not read.
    forms : SegmentForms

    Raises
    ------
    CrfError
        Shapes do not match.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    wanted = len(checked.scores) * forms.longest, forms.width
    if segment_scores.shape != wanted:
        raise CrfError(f"segment_scores must have the shape {wanted}, not {segment_scores.shape}.")
    own = checked.scores
    if len(checked.allowed):
        own = np.where(checked.allowed != 0, own, -np.inf)
    by_position = np.ndim(transitions) == 3 and len(transitions) != 1
    add_token_scores(
        checked.offsets,
        own,
        checked.transitions,
        int(by_position),
        forms.tags,
        forms.longest,
        segment_scores,
    )
    return SegmentLattice(
        forms, checked.offsets, own, checked.transitions, by_position, segment_scores
    )
