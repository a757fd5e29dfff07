"""Sums over all labellings: log Z and marginal probabilities.

By the number of labels, the pass is sentence by sentence (`crfcore.inference.sentence_pass`) or
batched (`crfcore.inference.batched`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.inference.batched import Worker, forward_backward_for
from crfcore.inference.lattice import Lattice, lattice
from crfcore.inference.potentials import (
    TransitionPotentials,
    padded_width,
    transition_potentials,
)
from crfcore.inference.sentence_pass import NOT_WANTED, ForwardBackward, NoLabellingError

__all__ = [
    "Expectations",
    "ForwardBackward",
    "NoLabellingError",
    "expectations",
    "log_z",
    "marginals",
    "shared_potentials",
]


class Expectations(NamedTuple):
    """log Z and expected labels and transitions of N sentences with T tokens in all.

    Attributes
    ----------
    log_z : (N,) array
    posteriors : (T, L) array
        P(y_t = y given x).
    pairs : (L, L) array, or (T, L, L)
        Σ_t P(y_{t−1}, y_t given x); by position if transitions are: entry t leads into token t.
    """

    log_z: FloatArray
    posteriors: FloatArray
    pairs: FloatArray


def log_z(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return log Σ exp(score) over all allowed labellings, by sentence.

    Parameters
    ----------
    scores : (T, L) array
        Score of label y at token t; −inf forbids it.
    transitions : (L, L) array, or (T, L, L)
        Score of label y' after y; by position, entry t leads into token t. −inf forbids.
    offsets : (N + 1,) array
        Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    allowed : (T, L) array of 0 and 1, optional

    Returns
    -------
    (N,) array
        0 for a sentence without tokens.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    result = np.zeros(checked.n_sentences)
    for first, run, worker, shared in _runs(checked):
        result[first : first + run.n_sentences] = _named(
            first, run, worker, shared, backwards=False
        )
    return result


def marginals(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return P(y_t = y given x) of every token and label; parameters as for `log_z`.

    Returns
    -------
    (T, L) array
        Each row sums to one.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    result = np.zeros(checked.scores.shape)
    for first, run, worker, shared in _runs(checked):
        _named(first, run, worker, shared, backwards=True)
        start = int(checked.offsets[first])
        result[start : start + len(run.scores)] = worker.posteriors[
            : len(run.scores), : checked.n_labels
        ]
    return result


def expectations(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> Expectations:
    """Return log Z, marginals and expected transitions, in one pass; parameters as for `log_z`.

    Raises
    ------
    CrfError
        As for `log_z`.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    n_labels = checked.n_labels
    n_kinds = len(checked.transitions)
    result = Expectations(
        np.zeros(checked.n_sentences),
        np.zeros(checked.scores.shape),
        np.zeros((n_kinds, n_labels, n_labels)),
    )
    width = padded_width(n_labels)
    for first, run, worker, shared in _runs(checked):
        start, n_tokens = int(checked.offsets[first]), len(run.scores)
        counts = np.zeros((n_tokens if n_kinds > 1 else 1, width, width))
        result.log_z[first : first + run.n_sentences] = _named(
            first, run, worker, shared, backwards=True, pair_counts=counts
        )
        result.posteriors[start : start + n_tokens] = worker.posteriors[:n_tokens, :n_labels]
        positions = slice(start, start + n_tokens) if n_kinds > 1 else slice(0, 1)
        result.pairs[positions] += counts[:, :n_labels, :n_labels]
    by_position = np.ndim(transitions) == 3
    return result if by_position else result._replace(pairs=result.pairs[0])


def _runs(
    checked: Lattice,
) -> list[tuple[int, Lattice, Worker, TransitionPotentials | None]]:
    runs = list(checked.slices())
    longest = max((len(run.scores) for _, run in runs), default=0)
    by_position = len(checked.transitions) > 1
    worker = forward_backward_for(
        longest,
        checked.n_labels,
        n_sentences=checked.n_sentences // max(len(runs), 1),
        by_position=by_position,
    )
    shared = shared_potentials(checked)
    return [(first, run, worker, shared) for first, run in runs]


def shared_potentials(checked: Lattice) -> TransitionPotentials | None:
    """Return the potentials of transitions that all tokens share, or None."""
    if len(checked.transitions) > 1:
        return None
    return transition_potentials(checked.transitions, checked.offsets)


def _named(
    first: int,
    run: Lattice,
    worker: Worker,
    shared: TransitionPotentials | None,
    *,
    backwards: bool,
    pair_counts: FloatArray = NOT_WANTED,
) -> FloatArray:
    """Run the pass; errors name the caller's sentence index."""
    transitions = shared or transition_potentials(run.transitions, run.offsets)
    try:
        return worker.run(
            run.scores,
            transitions,
            run.offsets,
            run.allowed,
            backwards=backwards,
            pair_counts=pair_counts,
        )
    except NoLabellingError as error:
        raise NoLabellingError(first + error.sentence, error.token) from None
