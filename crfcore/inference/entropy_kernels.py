"""Kernel of the entropy of a chain's labellings."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays
from crfcore.jit import kernel


@kernel
def chain_entropies(
    offsets: OffsetArray,
    chain: ChainArrays,
    entropies: FloatArray,
) -> None:
    """Write the entropy of each sentence's labellings, in nats.

    From the back, H(x) = Σ_y P(y given x) · (H(y) − log P(y given x)) is the entropy of everything
    after label x. No term is negative, so that nothing cancels.
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    behind = np.empty(n_labels)
    here = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        entropies[i] = 0.0
        if start == stop:
            continue
        for y in range(n_labels):
            behind[y] = 0.0
        for t in range(stop - 1, start, -1):
            k = t if per_position else 0
            for x in range(n_labels):
                total = 0.0
                shift = chain.greatest[k, x] + chain.log_sums[t, x]
                if chain.sums[t, x] > 0.0:
                    inverse = 1.0 / chain.sums[t, x]
                    for y in range(n_labels):
                        p = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                        log_p = min(
                            chain.transitions[k, x, y] + chain.log_messages[t, y] - shift, 0.0
                        )
                        total += p * (behind[y] - log_p) if p > 0.0 else 0.0
                elif chain.log_sums[t, x] > -np.inf:
                    for y in range(n_labels):
                        log_p = min(
                            chain.transitions[k, x, y] + chain.log_messages[t, y] - shift, 0.0
                        )
                        p = np.exp(log_p)
                        total += p * (behind[y] - log_p) if p > 0.0 else 0.0
                here[x] = total
            behind[:] = here
        mass = 0.0
        for y in range(n_labels):
            mass += chain.messages[start, y]
        log_mass = np.log(mass)
        total = 0.0
        for y in range(n_labels):
            p = chain.messages[start, y] / mass
            log_p = min(chain.log_messages[start, y] - log_mass, 0.0)
            total += p * (behind[y] - log_p) if p > 0.0 else 0.0
        entropies[i] = total
