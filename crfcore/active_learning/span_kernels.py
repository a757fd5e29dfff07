"""Kernels for expected spans, and for the spans of a labelling."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays, row_after
from crfcore.inference.spans_kernels import spans_from
from crfcore.jit import kernel


@kernel
def expected_spans(
    offsets: OffsetArray,
    kinds: IdArray,
    before: IdArray,
    after: IdArray,
    marginals: FloatArray,
    chain: ChainArrays,
    totals: FloatArray,
) -> None:
    """Write the expected number of spans of each sentence, (N,).

    A span begins where a token is inside one and does not continue that of the previous token.

    Parameters
    ----------
    kinds : (L,) array
        The kind of span of each label, −1 for none.
    before, after : (P,) arrays
        The pairs of labels of which the second continues the span of the first.
    """
    n_labels = kinds.shape[0]
    per_position = chain.transitions.shape[0] > 1
    row = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            for y in range(n_labels):
                if kinds[y] >= 0:
                    total += marginals[t, y]
            if t == offsets[i]:
                continue
            k = t if per_position else 0
            for j in range(before.shape[0]):
                x = before[j]
                y = after[j]
                if chain.sums[t, x] > 0.0:
                    p = chain.potentials[k, x, y] * chain.messages[t, y] / chain.sums[t, x]
                else:
                    row_after(t, x, chain, row)
                    p = row[y]
                total -= marginals[t - 1, x] * p
        totals[i] = total


@kernel
def mass_of_spans(
    offsets: OffsetArray,
    owners: OffsetArray,
    starts: OffsetArray,
    ends: OffsetArray,
    kinds: IdArray,
    members: MaskArray,
    goes_on: MaskArray,
    marginals: FloatArray,
    chain: ChainArrays,
    workspace: FloatArray,
    totals: FloatArray,
) -> None:
    """Subtract the probabilities of some spans from the totals of their sentences (N,).

    Parameters
    ----------
    owners, starts, ends, kinds : (S,) arrays
        Sentence, tokens (the end exclusive) and kind of each span.
    members : (K, L) array
        The labels of each kind of span.
    goes_on : (L, L) array
        1 where the second label continues the span of the first.
    workspace : (longest span,) array
    """
    for s in range(starts.shape[0]):
        i = owners[s]
        spans_from(
            starts[s],
            offsets[i],
            offsets[i + 1],
            ends[s] - starts[s],
            members[kinds[s]],
            goes_on,
            marginals,
            chain,
            workspace,
        )
        totals[i] -= workspace[ends[s] - starts[s] - 1]
