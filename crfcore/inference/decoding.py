"""Best labellings with their marginal probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from crfcore.arrays import Float32Array, FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.batched import forward_backward_for
from crfcore.inference.forward_backward import NoLabellingError, shared_potentials
from crfcore.inference.lattice import lattice
from crfcore.inference.potentials import transition_potentials
from crfcore.inference.viterbi import best_paths


class Decoding(NamedTuple):
    """The best labellings of N sentences with their probabilities.

    Attributes
    ----------
    labels : (T,) array
        y*, the labelling of highest score.
    probabilities : (T,) array of single precision
        P(y_t = y*_t given x), the marginal probability of each of its labels.
    log_z : (N,) array
        log Σ exp(score / temperature) over all allowed labellings.
    path_scores : (N,) array
        score(y*) / temperature; exp(path_score − log_z) is the probability of the whole labelling.
    """

    labels: IdArray
    probabilities: Float32Array
    log_z: FloatArray
    path_scores: FloatArray

    @classmethod
    def joined(cls, parts: Sequence[Decoding]) -> Decoding:
        """Return the decodings of successive sentences as one."""
        return cls(
            np.concatenate([np.zeros(0, np.int32), *(part.labels for part in parts)]),
            np.concatenate([np.zeros(0, np.float32), *(part.probabilities for part in parts)]),
            np.concatenate([np.zeros(0), *(part.log_z for part in parts)]),
            np.concatenate([np.zeros(0), *(part.path_scores for part in parts)]),
        )


def decode(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
    *,
    temperature: float = 1.0,
) -> Decoding:
    """Find the best labellings and the marginal probabilities of their labels.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    temperature : float
        The divisor of scores and transitions for probabilities; the best labelling does not depend
        on it.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    tempered = checked
    if temperature != 1.0:
        tempered = lattice(scores / temperature, transitions / temperature, offsets, allowed)
    n_tokens = len(checked.scores)
    result = Decoding(
        np.empty(n_tokens, dtype=np.int32),
        np.empty(n_tokens, dtype=np.float32),
        np.empty(checked.n_sentences),
        np.empty(checked.n_sentences),
    )
    runs = list(tempered.slices())
    worker = forward_backward_for(
        max((len(run.scores) for _, run in runs), default=0),
        checked.n_labels,
        n_sentences=checked.n_sentences // max(len(runs), 1),
        by_position=len(checked.transitions) > 1,
    )
    shared = shared_potentials(tempered)
    for first, run in runs:
        start, stop = int(checked.offsets[first]), int(checked.offsets[first + run.n_sentences])
        sentences = slice(first, first + run.n_sentences)
        try:
            ranked = checked.sentences(first, first + run.n_sentences)
            labels, path_scores = best_paths(ranked)
            result.path_scores[sentences] = path_scores / temperature
            result.log_z[sentences] = worker.run(
                run.scores,
                shared or transition_potentials(run.transitions, run.offsets),
                run.offsets,
                run.allowed,
            )
        except NoLabellingError as error:
            raise NoLabellingError(first + error.sentence, error.token) from None
        result.labels[start:stop] = labels
        result.probabilities[start:stop] = np.take_along_axis(
            worker.posteriors[: stop - start], labels[:, np.newaxis].astype(np.int64), axis=1
        )[:, 0]
    return result
