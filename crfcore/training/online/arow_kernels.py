"""Kernels of adaptive regularisation of weights."""

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
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


@kernel
def arow_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    variances: FloatArray,
    changes: FloatArray,
    touched: OffsetArray,
    values: FloatArray,
    gamma: float,
) -> float:
    """Visit sentences like `perceptron_steps`; weights change by their variance.

    Parameters
    ----------
    variances : (F,) array, changed
        Of each weight; never increases.
    gamma : float
        Greater values give shorter steps.

    Returns
    -------
    float
        Σ hinge losses.
    """
    total = 0.0
    for place in range(first, last):
        i = order[place]
        n_wrong, difference = truth_and_path(sentences, layout, weights, work, i)
        if n_wrong == 0:
            continue
        loss = difference + float(n_wrong)
        total += loss
        n = collect_difference(sentences, layout, work, i, changes, touched)
        n = keep_distinct(touched, n, changes, values)
        uncertainty = gamma
        for k in range(n):
            uncertainty += values[k] * values[k] * variances[touched[k]]
        step = loss / uncertainty
        for k in range(n):
            number = touched[k]
            variance = variances[number]
            add_to_weight(layout, weights, number, step * variance * values[k])
            variances[number] = 1.0 / (1.0 / variance + values[k] * values[k] / gamma)
    return total
