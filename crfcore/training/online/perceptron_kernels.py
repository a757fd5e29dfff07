"""Kernels of the averaged perceptron."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.path_kernels import (
    add_to_weight,
    collect_difference,
    keep_distinct,
    truth_and_path,
)

if TYPE_CHECKING:
    from crfcore.training.online.working import Layout, Sentences, Weights, Workspace


@kernel
def perceptron_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    n_steps: int,
    sums: FloatArray,
    changes: FloatArray,
    touched: OffsetArray,
    values: FloatArray,
) -> float:
    """Visit sentences order[first], …, order[last - 1]; mistakes change the weights.

    Parameters
    ----------
    n_steps : int
        Visits before this call.
    sums : (F,) array, added to
        Σ change · (visits before it); the mean of the weights after each of n visits is
        weights − sums / n.
    changes : (F,) array of zeros
    touched, values : arrays, workspace

    Returns
    -------
    float
        Sum over sentences of the fraction of labels that were wrong.
    """
    loss = 0.0
    for place in range(first, last):
        i = order[place]
        n_wrong, _ = truth_and_path(sentences, layout, weights, work, i)
        if n_wrong > 0:
            before = float(n_steps + place - first)
            n = collect_difference(sentences, layout, work, i, changes, touched)
            n = keep_distinct(touched, n, changes, values)
            for k in range(n):
                add_to_weight(layout, weights, touched[k], values[k])
                sums[touched[k]] += before * values[k]
            loss += n_wrong / (sentences.offsets[i + 1] - sentences.offsets[i])
    return loss
