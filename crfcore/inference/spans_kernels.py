"""Kernels for the probabilities of spans and of labels of neighbouring tokens."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays, row_after
from crfcore.jit import kernel


@kernel
def labelled_spans(
    starts: OffsetArray,
    pieces: OffsetArray,
    labels: IdArray,
    marginals: FloatArray,
    chain: ChainArrays,
    probabilities: FloatArray,
) -> None:
    """Write the probability of each labelled piece of a sentence.

    Parameters
    ----------
    starts : (S,) array
        The first token of each piece.
    pieces : (S + 1,) array
        The labels of piece s are ``labels[pieces[s]:pieces[s + 1]]``.
    probabilities : (S,) array, written
    """
    row = np.empty(chain.transitions.shape[1])
    for s in range(starts.shape[0]):
        probability = 1.0
        for j in range(pieces[s], pieces[s + 1]):
            t = starts[s] + j - pieces[s]
            if j == pieces[s]:
                probability = marginals[t, labels[j]]
                continue
            row_after(t, labels[j - 1], chain, row)
            probability *= row[labels[j]]
        probabilities[s] = probability


@kernel
def spans_from(
    start: int,
    first: int,
    stop: int,
    longest: int,
    members: MaskArray,
    goes_on: MaskArray,
    marginals: FloatArray,
    chain: ChainArrays,
    probabilities: FloatArray,
) -> None:
    """Write the probabilities of the spans that begin at one token.

    Parameters
    ----------
    start : int
        The token.
    first, stop : int
        The sentence is tokens first..stop-1.
    longest : int
        The greatest length.
    members : (L,) array
        1 for the labels of tokens inside such a span.
    goes_on : (L, L) array
        1 where label y after label x continues the span of x.
    probabilities : (longest,) array, written
        [n - 1]: P(a span of exactly n tokens begins at `start`); 0 beyond the sentence.
    """
    n_labels = members.shape[0]
    per_position = chain.transitions.shape[0] > 1
    inside = np.zeros(n_labels)
    following = np.empty(n_labels)
    row = np.empty(n_labels)
    for y in range(n_labels):
        if start == first and members[y] == 1:
            inside[y] = marginals[start, y]
    if start > first:
        k = start if per_position else 0
        for x in range(n_labels):
            if chain.sums[start, x] > 0.0:
                inverse = 1.0 / chain.sums[start, x]
                for y in range(n_labels):
                    row[y] = chain.potentials[k, x, y] * chain.messages[start, y] * inverse
            else:
                row_after(start, x, chain, row)
            for y in range(n_labels):
                if members[y] == 1 and goes_on[x, y] == 0:
                    inside[y] += marginals[start - 1, x] * row[y]
    for length in range(1, longest + 1):
        t = start + length
        probabilities[length - 1] = 0.0
        if t > stop:
            continue
        following[:] = 0.0
        total = 0.0
        for x in range(n_labels):
            if inside[x] == 0.0:
                continue
            if t == stop:
                total += inside[x]
                continue
            if chain.sums[t, x] > 0.0:
                k = t if per_position else 0
                inverse = 1.0 / chain.sums[t, x]
                for y in range(n_labels):
                    row[y] = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
            else:
                row_after(t, x, chain, row)
            for y in range(n_labels):
                if goes_on[x, y] == 0:
                    total += inside[x] * row[y]
                else:
                    following[y] += inside[x] * row[y]
        probabilities[length - 1] = total
        inside[:] = following


@kernel
def all_spans(
    offsets: OffsetArray,
    longest: int,
    members: MaskArray,
    goes_on: MaskArray,
    marginals: FloatArray,
    chain: ChainArrays,
    probabilities: FloatArray,
) -> None:
    """Write `spans_from` for every token, (T, longest)."""
    for i in range(offsets.shape[0] - 1):
        for t in range(offsets[i], offsets[i + 1]):
            spans_from(
                t,
                offsets[i],
                offsets[i + 1],
                longest,
                members,
                goes_on,
                marginals,
                chain,
                probabilities[t],
            )


@kernel
def chosen_spans(
    starts: OffsetArray,
    ends: OffsetArray,
    firsts: OffsetArray,
    stops: OffsetArray,
    members: MaskArray,
    goes_on: MaskArray,
    marginals: FloatArray,
    chain: ChainArrays,
    workspace: FloatArray,
    probabilities: FloatArray,
) -> None:
    """Write the probabilities of some spans, (S,).

    Parameters
    ----------
    starts, ends : (S,) arrays
        The tokens of each span, the end exclusive; none is empty.
    firsts, stops : (S,) arrays
        The tokens of the sentence of each.
    workspace : (longest span,) array
    """
    for s in range(starts.shape[0]):
        spans_from(
            starts[s],
            firsts[s],
            stops[s],
            ends[s] - starts[s],
            members,
            goes_on,
            marginals,
            chain,
            workspace,
        )
        probabilities[s] = workspace[ends[s] - starts[s] - 1]
