"""Kernels of the passive–aggressive method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
def passive_aggressive_steps(
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
    kind: int,
    aggressiveness: float,
    error_sensitive: bool,  # noqa: FBT001 - kernels take no keywords
) -> float:
    """Visit sentences like `perceptron_steps`; steps depend on the loss.

    Parameters
    ----------
    kind : int
        0, 1 or 2: PA, PA-I, PA-II.
    aggressiveness : float
        C.
    error_sensitive : bool
        Whether the margin is √(wrong labels) instead of 1.

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
        loss = difference + (np.sqrt(float(n_wrong)) if error_sensitive else 1.0)
        total += loss
        before = float(n_steps + place - first)
        n = collect_difference(sentences, layout, work, i, changes, touched)
        n = keep_distinct(touched, n, changes, values)
        square = 0.0
        for k in range(n):
            square += values[k] * values[k]
        if kind == 2:
            square += 0.5 / aggressiveness
        if square == 0.0:
            continue
        length = loss / square
        if kind == 1:
            length = min(length, aggressiveness)
        for k in range(n):
            change = length * values[k]
            add_to_weight(layout, weights, touched[k], change)
            sums[touched[k]] += before * change
    return total
