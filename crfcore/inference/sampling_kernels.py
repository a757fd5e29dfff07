"""Kernel that samples labellings from a chain's posterior."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays, first_row, row_after
from crfcore.jit import kernel


@kernel
def draw(row: FloatArray, uniform: float) -> int:
    """Return the index at which the cumulative row exceeds a number from [0, 1)."""
    total = 0.0
    last = 0
    for y in range(row.shape[0]):
        if row[y] > 0.0:
            last = y
            total += row[y]
            if total > uniform:
                break
    return last


@kernel
def draw_paths(
    offsets: OffsetArray,
    chain: ChainArrays,
    uniforms: FloatArray,
    labels: IdArray,
) -> None:
    """Draw labellings from front to back.

    Parameters
    ----------
    uniforms : (T, S) array
        Numbers from [0, 1), one for each token of each sample.
    labels : (S, T) array, written
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    n_samples = labels.shape[0]
    rows = np.empty((n_labels, n_labels))
    is_ready = np.empty(n_labels, dtype=np.uint8)
    current = np.zeros(n_samples, dtype=np.int32)
    for i in range(offsets.shape[0] - 1):
        for t in range(offsets[i], offsets[i + 1]):
            first = t == offsets[i]
            is_ready[:] = 0
            for s in range(n_samples):
                x = 0 if first else current[s]
                if is_ready[x] == 0:
                    # Samples with the same label share its row.
                    is_ready[x] = 1
                    if first:
                        first_row(t, chain.messages, rows[x])
                    elif chain.sums[t, x] > 0.0:
                        k = t if per_position else 0
                        inverse = 1.0 / chain.sums[t, x]
                        for y in range(n_labels):
                            rows[x, y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                    else:
                        row_after(t, x, chain, rows[x])
                y = draw(rows[x], uniforms[t, s])
                current[s] = y
                labels[s, t] = y
