"""Kernels for the spans that a model expects, and for those that a labelling has."""

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
    """Write how many spans each sentence is expected to have, (N,).

    A span begins wherever a token is inside one and does not go on with the span of the token
    ahead of it.

    Parameters
    ----------
    kinds : (L,) array
        The kind of span in which a token with this label stands, −1 for none.
    before, after : (P,) arrays
        The pairs of labels of which the second goes on with the span of the first.
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
    """Take the probabilities of some spans from the totals of their sentences (N,).

    Parameters
    ----------
    owners, starts, ends, kinds : (S,) arrays
        Sentence, tokens (the end exclusive) and kind of each span.
    members : (K, L) array
        Which labels each kind of span has.
    goes_on : (L, L) array
        1 where the second label goes on with the span of the first.
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
