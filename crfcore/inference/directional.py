"""Directional derivatives of log Z and marginals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.inference.directional_kernels import chain_derivatives
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains


class Directional(NamedTuple):
    """Derivatives along a direction.

    Attributes
    ----------
    log_z : (N,) array
        Of log Z: the expected change of a labelling's score.
    marginals : (T, L) array
        Of P(y_t = y given x); each row sums to 0.
    pairs : (L, L) array, or (T, L, L) for transitions by position
        Of P(y_{t-1} = x, y_t = y given x), summed over tokens or by token.
    """

    log_z: FloatArray
    marginals: FloatArray
    pairs: FloatArray


def directional(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    d_scores: FloatArray,
    d_transitions: FloatArray,
    allowed: MaskArray | None = None,
) -> Directional:
    """Return the directional derivatives of log Z and the marginals.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    d_scores, d_transitions : arrays of the shapes of scores and transitions
        The direction, finite: d/dε of ``scores + ε·d_scores, transitions + ε·d_transitions``.

    Raises
    ------
    CrfError
        A shape is wrong, or a sentence has no labelling.

    Notes ----- This is a product with the Hessian of log Z; exact, at about three times the cost of
    the marginals.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    own_scores = np.ascontiguousarray(d_scores, dtype=np.float64)
    own_transitions = np.ascontiguousarray(d_transitions, dtype=np.float64)
    if own_scores.shape != checked.scores.shape:
        raise CrfError(
            f"d_scores must have the shape of scores, {checked.scores.shape}, not "
            f"{own_scores.shape}."
        )
    if own_transitions.ndim == 2:
        own_transitions = own_transitions[np.newaxis]
    if own_transitions.shape != checked.transitions.shape:
        raise CrfError(
            f"d_transitions must have the shape of transitions, {np.shape(transitions)}, not "
            f"{np.shape(d_transitions)}."
        )
    shape = checked.scores.shape
    result = Directional(
        np.empty(checked.n_sentences), np.empty(shape), np.zeros(own_transitions.shape)
    )
    by_position = len(own_transitions) > 1
    for first, chain in posterior_chains(checked):
        start = int(checked.offsets[first])
        tokens = slice(start, start + chain.n_tokens)
        positions = tokens if by_position else slice(0, 1)
        n_sentences = len(chain.log_z)
        chain_derivatives(
            chain.offsets,
            chain.arrays,
            own_scores[tokens],
            own_transitions[positions],
            np.ones(n_sentences),
            np.empty(chain.arrays.messages.shape),
            result.log_z[first : first + n_sentences],
            result.marginals[tokens],
            result.pairs[positions],
        )
    return result._replace(pairs=result.pairs if np.ndim(transitions) == 3 else result.pairs[0])
