"""The probability of a given labelling, whole or partial."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import NoLabellingError, log_z
from crfcore.inference.given_paths_kernels import given_path_scores
from crfcore.inference.lattice import lattice


def log_probability(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    labels: ArrayLike,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return log P(labels given x) of each sentence.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    labels : (T,) array of integers
        −1 for an unknown label.

    Returns
    -------
    (N,) array
        −inf where the labelling is forbidden or contains a −1; 0 for a sentence without tokens.

    Raises
    ------
    CrfError
        The labels do not match the lattice, or a sentence has no labelling.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    path = np.ascontiguousarray(labels, dtype=np.int32)
    n_tokens, n_labels = checked.scores.shape
    if path.shape != (n_tokens,):
        raise CrfError(f"labels must have the shape ({n_tokens},), not {path.shape}.")
    if n_tokens and not -1 <= int(path.min()) <= int(path.max()) < n_labels:
        raise CrfError(
            f"Labels are numbers from 0 to {n_labels - 1}, or −1 for one that the model does not "
            f"have; found {int(path.min())} to {int(path.max())}."
        )
    path_scores = np.empty(checked.n_sentences)
    given_path_scores(
        path, checked.offsets, checked.scores, checked.transitions, checked.allowed, path_scores
    )
    sums = log_z(checked.scores, transitions, checked.offsets, allowed)
    return np.minimum(path_scores - sums, 0.0)


def log_z_or_nothing(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return `log_z`, (N,), but −inf for a sentence without any labelling."""
    checked = lattice(scores, transitions, offsets, allowed)
    result = np.full(checked.n_sentences, -np.inf)
    first, last = 0, checked.n_sentences
    while first < checked.n_sentences:
        part = checked.sentences(first, last)
        mask = None if allowed is None else part.allowed
        ways = part.transitions if checked.by_position else part.transitions[0]
        try:
            result[first:last] = log_z(part.scores, ways, part.offsets, mask)
        except NoLabellingError as error:
            # Sentences before it have labellings: compute those, then continue after it.
            at = first + error.sentence
            first, last = (first, at) if at > first else (at + 1, checked.n_sentences)
        else:
            first, last = last + int(last < checked.n_sentences), checked.n_sentences
    return result
