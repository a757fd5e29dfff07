"""The best allowed labelling (A. J. Viterbi, 1967)."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.inference.lattice import Lattice, lattice
from crfcore.inference.potentials import LANES, padded_width
from crfcore.inference.viterbi_kernels import viterbi_paths


def viterbi(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> tuple[IdArray, FloatArray]:
    """Return the labelling of highest score of every sentence.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.

    Returns
    -------
    labels : (T,) array
    path_scores : (N,) array
        Its score; exp(path_score − log Z) is its probability.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.
    """
    return best_paths(lattice(scores, transitions, offsets, allowed))


def best_paths(checked: Lattice) -> tuple[IdArray, FloatArray]:
    """Return the result of `viterbi` for checked arrays."""
    labels = np.empty(len(checked.scores), dtype=np.int32)
    path_scores = np.empty(checked.n_sentences)
    longest = int(np.max(np.diff(checked.offsets), initial=0))
    transitions = _in_whole_vectors(checked.transitions)
    bad = viterbi_paths(
        checked.offsets,
        checked.scores,
        transitions,
        checked.allowed,
        checked.n_labels,
        np.empty((longest, transitions.shape[2])),
        labels,
        path_scores,
    )
    if bad >= 0:
        sentence = int(np.searchsorted(checked.offsets, bad, side="right")) - 1
        raise NoLabellingError(sentence, bad - int(checked.offsets[sentence]))
    return labels, path_scores


def _in_whole_vectors(transitions: FloatArray) -> FloatArray:
    """Return shared transitions padded by columns of −inf to a whole number of vectors."""
    n_labels = transitions.shape[2]
    if len(transitions) != 1 or n_labels % LANES == 0:
        return transitions
    padded = np.full((1, n_labels, padded_width(n_labels)), -np.inf)
    padded[:, :, :n_labels] = transitions
    return padded
