"""Kernels that move the score of a vector between its own weights and those of its word."""

from __future__ import annotations

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def move_scores(
    positions: OffsetArray,
    rows: IdArray,
    labels: IdArray,
    factors: FloatArray,
    scores: FloatArray,
    first: int,
    weights: FloatArray,
) -> None:
    """Add parts of the scores of vectors to weights of words.

    Parameters
    ----------
    positions, rows, labels, factors : (n,) arrays
        Each weight gets a factor times the score of a vector (its row) for a label.
    scores : (at least first + D, at least L) array
        The score of each vector and label, from row ``first`` on.
    weights : (F,) array, changed
    """
    for i in range(len(positions)):
        weights[positions[i]] += factors[i] * scores[first + rows[i], labels[i]]


@kernel
def move_gradient(
    positions: OffsetArray,
    rows: IdArray,
    labels: IdArray,
    factors: FloatArray,
    lanes: FloatArray,
    penalties: FloatArray,
    weights: FloatArray,
    gradient: FloatArray,
) -> None:
    """Add the gradient by weights of words to that by the scores of their vectors.

    Parameters
    ----------
    positions, rows, labels, factors : (n,) arrays
        As of `move_scores`.
    lanes : (G, F) array
        The sums of each lane, without penalties.
    penalties : (n,) array
        The penalty of each w².
    weights : (F,) array
    gradient : (D, at least L) array, changed
    """
    for i in range(len(positions)):
        place = positions[i]
        slope = 2.0 * penalties[i] * weights[place]
        for g in range(lanes.shape[0]):
            slope += lanes[g, place]
        gradient[rows[i], labels[i]] += factors[i] * slope


@kernel
def correct_penalties(
    positions: OffsetArray,
    penalties: FloatArray,
    scale: FloatArray,
    weights: FloatArray,
    variables: FloatArray,
    gradient: FloatArray,
) -> float:
    """Replace the penalties of variables by those of the weights of words.

    Parameters
    ----------
    positions, penalties : (n,) arrays
        As of `move_gradient`.
    scale, weights, variables : (F,) arrays
    gradient : (F,) array, changed
        By the variables.

    Returns
    -------
    float
        What is to be added to Σ penalty · (scale · variable)².
    """
    total = 0.0
    for i in range(len(positions)):
        place = positions[i]
        weight, variable = weights[place], scale[place] * variables[place]
        total += penalties[i] * (weight * weight - variable * variable)
        gradient[place] += 2.0 * penalties[i] * scale[place] * (weight - variable)
    return total
