"""The n best labellings, and the margin of the best over the second."""

from __future__ import annotations

from numbers import Integral
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.inference.forward_backward import NoLabellingError, log_z
from crfcore.inference.lattice import Lattice, lattice
from crfcore.inference.nbest_kernels import best_labellings

MAX_LABELLINGS = 5_000
"""Limit of n. The time grows with its square: to seconds for a sentence of some hundred tokens,
during which nothing can be interrupted."""

MAX_ENTRIES = 1 << 28
"""Limit of tokens × labellings in one call: one gibibyte of labels."""


class NBest(NamedTuple):
    """The n best labellings of N sentences with T tokens in all.

    Attributes
    ----------
    labels : (n, T) array
        Row r has the r-th labelling of each sentence, −1 if a sentence has fewer.
    path_scores : (N, n) array
        Their scores, in descending order; −inf for missing labellings.
    log_z : (N,) array
        log Σ exp(score) over all allowed labellings.
    """

    labels: IdArray
    path_scores: FloatArray
    log_z: FloatArray

    @property
    def log_probabilities(self) -> FloatArray:
        """Log P(labelling given x), (N, n), of the labellings; −inf for missing ones."""
        return np.minimum(self.path_scores - self.log_z[:, np.newaxis], 0.0)

    @property
    def counts(self) -> OffsetArray:
        """The number of labellings of each sentence here, (N,)."""
        return np.asarray(np.count_nonzero(self.path_scores > -np.inf, axis=1), dtype=np.int64)


def nbest(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    n: int,
    allowed: MaskArray | None = None,
) -> NBest:
    """Return the n labellings of highest score of every sentence, the best first.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    n : int
        From 1 to `MAX_LABELLINGS`.

    Returns
    -------
    NBest
        A sentence with fewer labellings (of a score above −inf) has them all.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token. Or n is not possible.

    Notes ----- Exact. Of labellings with equal scores (as computed, after rounding), the one with
    the lower label at the last token where they differ comes first; so the first is that of
    `viterbi`.
    """
    check_number(n)
    checked = lattice(scores, transitions, offsets, allowed)
    labels, best_scores, losses = ranked(checked, n)
    sums = log_z(checked.scores, transitions, checked.offsets, allowed)
    return NBest(labels, best_scores[:, np.newaxis] - losses, sums)


def check_number(n: object) -> None:
    """Raise CrfError for an invalid number of labellings."""
    if isinstance(n, bool) or not (isinstance(n, Integral) and int(n) >= 1):
        raise CrfError(f"n={shown(n)} best labellings are not possible; ask for 1 or more.")
    if int(n) > MAX_LABELLINGS:
        raise CrfError(
            f"n={shown(n)} best labellings are too many; ask for at most {MAX_LABELLINGS:,}."
        )


def ranked(checked: Lattice, n: int) -> tuple[IdArray, FloatArray, FloatArray]:
    """Return labels (n, T), the best scores (N,), and the deficit of each labelling (N, n)."""
    if n * max(len(checked.scores), checked.n_sentences) > MAX_ENTRIES:
        raise CrfError(
            f"n={n:,} best labellings of {len(checked.scores):,} tokens are too many at once; ask "
            "for fewer, or for those of fewer sentences."
        )
    labels = np.full((n, len(checked.scores)), -1, dtype=np.int32)
    best_scores = np.empty(checked.n_sentences)
    losses = np.empty((checked.n_sentences, n))
    longest = int(np.max(np.diff(checked.offsets), initial=0))
    bad = best_labellings(
        checked.offsets,
        checked.scores,
        checked.transitions,
        checked.allowed,
        n,
        np.empty((longest, checked.n_labels)),
        np.empty((longest, checked.n_labels), dtype=np.int32),
        labels,
        best_scores,
        losses,
    )
    if bad >= 0:
        sentence = int(np.searchsorted(checked.offsets, bad, side="right")) - 1
        raise NoLabellingError(sentence, bad - int(checked.offsets[sentence]))
    return labels, best_scores, losses


def margins(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return the difference of scores of the two best labellings of each sentence.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.

    Returns
    -------
    (N,) array
        At least 0; exp(margin) is the ratio of their probabilities. +inf if there is only one
        labelling.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    return ranked(checked, 2)[2][:, 1]
