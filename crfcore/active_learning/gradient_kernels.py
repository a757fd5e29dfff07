"""Kernels for the features of a sentence: their expectations and variances.

Weights are in the order of `FeatureIndex`; ``pair_numbers`` (L·L,) has the index of the weight of
each pair of neighbouring labels, −1 if there is none. A *mark* for each attribute is its last
sentence, so that nothing has to be cleared between sentences.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.inference.posterior_chain_kernels import ChainArrays, row_after
from crfcore.jit import kernel


class Features(NamedTuple):
    """Attributes of tokens (or of edges), and the labels (or pairs) of their weights.

    Attributes
    ----------
    indptr, attributes, values : arrays
        Attributes of token t are ``attributes[indptr[t]:indptr[t + 1]]``; empty values are all 1.
    starts, members : arrays
        The labels (or pairs) for which attribute a has weights are
        ``members[starts[a]:starts[a + 1]]``.
    shift : int
        The index of the first of these weights.
    """

    indptr: OffsetArray
    attributes: IdArray
    values: FloatArray
    starts: OffsetArray
    members: IdArray
    shift: int


class Met(NamedTuple):
    """The attributes of a sentence.

    Attributes
    ----------
    marks : (A,) array
        The last sentence with each attribute.
    attributes : array
        Those of the current sentence, with room for the longest.
    """

    marks: IdArray
    attributes: IdArray


class Expectations(NamedTuple):
    """Expectations of a model about N sentences with T tokens in all.

    Attributes
    ----------
    posteriors : (T, L) array
    pairs : (N, L·L) array
        The expected number of each pair of neighbouring labels.
    variances : (N, L·L) array
        Σ_t p·(1 − p) over their probabilities.
    by_token : (T, L, L) array, or (0, 0, 0)
        These probabilities, if requested.
    """

    posteriors: FloatArray
    pairs: FloatArray
    variances: FloatArray
    by_token: FloatArray


@kernel
def pairs_in_sentences(
    offsets: OffsetArray,
    chain: ChainArrays,
    marginals: FloatArray,
    expected: FloatArray,
    variances: FloatArray,
) -> None:
    """Sum expectations of neighbouring labels by sentence.

    Parameters
    ----------
    marginals : (T, L) array
    expected, variances : (N, L·L) arrays, written
        Σ_t p and Σ_t p·(1 − p) of p = P(y_{t−1} = x, y_t = y given x), at x·L + y.
    """
    n_labels = chain.transitions.shape[1]
    per_position = chain.transitions.shape[0] > 1
    row = np.empty(n_labels)
    for i in range(offsets.shape[0] - 1):
        for q in range(n_labels * n_labels):
            expected[i, q] = 0.0
            variances[i, q] = 0.0
        for t in range(offsets[i] + 1, offsets[i + 1]):
            k = t if per_position else 0
            for x in range(n_labels):
                before = marginals[t - 1, x]
                if before == 0.0:
                    continue
                if chain.sums[t, x] > 0.0:
                    inverse = before / chain.sums[t, x]
                    for y in range(n_labels):
                        p = chain.potentials[k, x, y] * chain.messages[t, y] * inverse
                        expected[i, x * n_labels + y] += p
                        variances[i, x * n_labels + y] += p * (1.0 - p)
                    continue
                row_after(t, x, chain, row)
                for y in range(n_labels):
                    p = before * row[y]
                    expected[i, x * n_labels + y] += p
                    variances[i, x * n_labels + y] += p * (1.0 - p)


@kernel
def add_amounts(
    token: int,
    features: Features,
    amounts: FloatArray,
    squared: int,
    mark: int,
    met: Met,
    n_met: int,
    totals: FloatArray,
) -> int:
    """Add the contributions of a token's attributes to their features.

    Parameters
    ----------
    amounts : (L,) or (L·L,) array
        What is added for each label (or pair), times the attribute's value.
    squared : int
        1 where it is times the square of the value.
    mark : int
        Of the sentence; the totals of an attribute that is new in it are reset to 0.
    totals : (F,) array

    Returns
    -------
    int
        The number of attributes met so far.
    """
    valued = features.values.shape[0] > 0
    for j in range(features.indptr[token], features.indptr[token + 1]):
        a = features.attributes[j]
        first = features.starts[a]
        stop = features.starts[a + 1]
        if first == stop:
            continue
        value = features.values[j] if valued else 1.0
        if squared == 1:
            value *= value
        if met.marks[a] != mark:
            met.marks[a] = mark
            met.attributes[n_met] = a
            n_met += 1
            for m in range(first, stop):
                totals[features.shift + m] = value * amounts[features.members[m]]
        else:
            for m in range(first, stop):
                totals[features.shift + m] += value * amounts[features.members[m]]
    return n_met


@kernel
def squares_of(met: Met, n_met: int, features: Features, totals: FloatArray) -> float:
    """Return the sum of the squares of the totals of some attributes."""
    result = 0.0
    for n in range(n_met):
        a = met.attributes[n]
        for k in range(
            features.shift + features.starts[a], features.shift + features.starts[a + 1]
        ):
            result += totals[k] * totals[k]
    return result


@kernel
def move(token: int, features: Features, member: int, sign: float, totals: FloatArray) -> float:
    """Add ±value to the totals of a token's attributes with one label (or pair).

    Returns
    -------
    float
        The increase of the sum of squares.
    """
    valued = features.values.shape[0] > 0
    gained = 0.0
    for j in range(features.indptr[token], features.indptr[token + 1]):
        a = features.attributes[j]
        low = features.starts[a]
        high = features.starts[a + 1]
        while low < high:
            middle = (low + high) // 2
            if features.members[middle] < member:
                low = middle + 1
            else:
                high = middle
        if low < features.starts[a + 1] and features.members[low] == member:
            amount = sign * (features.values[j] if valued else 1.0)
            k = features.shift + low
            gained += amount * (2.0 * totals[k] + amount)
            totals[k] += amount
    return gained


@kernel
def move_labelling(
    start: int,
    stop: int,
    first: int,
    labels: IdArray,
    other: IdArray,
    sign: float,
    n_labels: int,
    states: Features,
    edges: Features,
    pair_numbers: IdArray,
    totals: FloatArray,
) -> float:
    """Add ±F(x, labels) ∓ F(x, other) to the totals; return the increase of the sum of squares.

    Only tokens where the two labellings differ are visited.
    """
    gained = 0.0
    for t in range(start, stop):
        here = labels[t] != other[t]
        if here:
            gained += move(first + t, states, labels[t], sign, totals)
            gained += move(first + t, states, other[t], -sign, totals)
        if t == start or not (here or labels[t - 1] != other[t - 1]):
            continue
        for way in range(2):
            path = labels if way == 0 else other
            amount = sign if way == 0 else -sign
            pair = path[t - 1] * n_labels + path[t]
            k = pair_numbers[pair]
            if k >= 0:
                gained += amount * (2.0 * totals[k] + amount)
                totals[k] += amount
            if edges.attributes.shape[0] > 0:
                gained += move(first + t, edges, pair, amount, totals)
    return gained


@kernel
def gradient_lengths(
    offsets: OffsetArray,
    first: int,
    expected: Expectations,
    labels: IdArray,
    probabilities: FloatArray,
    states: Features,
    edges: Features,
    pair_numbers: IdArray,
    met: Met,
    edges_met: Met,
    totals: FloatArray,
    lengths: FloatArray,
) -> None:
    """Write Σ_r P(y_r|x)·‖F(x, y_r) − E F(x, ·)‖ of each sentence over its best labellings.

    The totals are E F − F(x, y_0), summed from differences, so that nothing cancels where the model
    is confident; for each other labelling only the differences to the best are added.

    Parameters
    ----------
    offsets : (N + 1,) array
        From 0.
    first : int
        The place of the first token in the dataset.
    expected : Expectations
        With probabilities by token if there are attributes of edges.
    labels : (n, T) array
        The best labellings; −1 if a sentence has fewer.
    probabilities : (N, n) array
        0 if a sentence has fewer.
    met, edges_met : Met
        With marks other than ``first`` and its successors.
    """
    n_labels = expected.posteriors.shape[1]
    amounts = np.empty(n_labels)
    pair_amounts = np.empty(n_labels * n_labels)
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        lengths[i] = 0.0
        if start == stop:
            continue
        best = labels[0]
        n_met = 0
        n_edges_met = 0
        mark = first + start
        for q in range(n_labels * n_labels):
            if pair_numbers[q] >= 0:
                totals[pair_numbers[q]] = expected.pairs[i, q]
        for t in range(start, stop):
            for y in range(n_labels):
                amounts[y] = expected.posteriors[t, y]
            amounts[best[t]] -= 1.0
            n_met = add_amounts(first + t, states, amounts, 0, mark, met, n_met, totals)
            if t == start:
                continue
            best_pair = best[t - 1] * n_labels + best[t]
            if pair_numbers[best_pair] >= 0:
                totals[pair_numbers[best_pair]] -= 1.0
            if edges.attributes.shape[0] > 0:
                for x in range(n_labels):
                    for y in range(n_labels):
                        pair_amounts[x * n_labels + y] = expected.by_token[t, x, y]
                pair_amounts[best_pair] -= 1.0
                n_edges_met = add_amounts(
                    first + t, edges, pair_amounts, 0, mark, edges_met, n_edges_met, totals
                )
        squares = squares_of(met, n_met, states, totals)
        squares += squares_of(edges_met, n_edges_met, edges, totals)
        for q in range(n_labels * n_labels):
            if pair_numbers[q] >= 0:
                squares += totals[pair_numbers[q]] ** 2
        result = probabilities[i, 0] * np.sqrt(squares)
        for r in range(1, labels.shape[0]):
            if probabilities[i, r] == 0.0:
                break
            # E F − F(y_r), by temporarily adding F(y_0) − F(y_r).
            for way in range(2):
                gained = move_labelling(
                    start,
                    stop,
                    first,
                    best,
                    labels[r],
                    1.0 if way == 0 else -1.0,
                    n_labels,
                    states,
                    edges,
                    pair_numbers,
                    totals,
                )
                if way == 0:
                    result += probabilities[i, r] * np.sqrt(max(squares + gained, 0.0))
        lengths[i] = result


@kernel
def add_informations(
    expected: Expectations, first: int, states: Features, edges: Features, totals: FloatArray
) -> None:
    """Add the Fisher information of tokens by weight: p·(1 − p) times the squared value.

    Parameters
    ----------
    expected : Expectations
    first : int
        The place of the first token in the dataset.
    totals : (F,) array
    """
    posteriors, pairs = expected.posteriors, expected.by_token
    n_labels = posteriors.shape[1]
    valued = states.values.shape[0] > 0
    amounts = np.empty(n_labels)
    for t in range(posteriors.shape[0]):
        for y in range(n_labels):
            p = min(posteriors[t, y], 1.0)
            amounts[y] = p * (1.0 - p)
        for j in range(states.indptr[first + t], states.indptr[first + t + 1]):
            value = states.values[j] * states.values[j] if valued else 1.0
            a = states.attributes[j]
            for k in range(states.starts[a], states.starts[a + 1]):
                totals[k] += value * amounts[states.members[k]]
        if edges.attributes.shape[0] == 0:
            continue
        for j in range(edges.indptr[first + t], edges.indptr[first + t + 1]):
            e = edges.attributes[j]
            for m in range(edges.starts[e], edges.starts[e + 1]):
                p = min(pairs[t, edges.members[m] // n_labels, edges.members[m] % n_labels], 1.0)
                totals[edges.shift + m] += p * (1.0 - p)


@kernel
def gains_of(
    met: Met,
    n_met: int,
    features: Features,
    totals: FloatArray,
    information: FloatArray,
    damping: float,
) -> float:
    """Return Σ I_pool,k · I_x,k / (I_x,k + δ) over the weights of some attributes."""
    result = 0.0
    for n in range(n_met):
        a = met.attributes[n]
        for k in range(
            features.shift + features.starts[a], features.shift + features.starts[a + 1]
        ):
            result += information[k] * totals[k] / (totals[k] + damping)
    return result


@kernel
def information_gains(
    offsets: OffsetArray,
    first: int,
    expected: Expectations,
    information: FloatArray,
    damping: float,
    states: Features,
    edges: Features,
    pair_numbers: IdArray,
    met: Met,
    edges_met: Met,
    totals: FloatArray,
    gains: FloatArray,
) -> None:
    """Write Σ_k I_pool,k · (1/δ − 1/(I_x,k + δ)) of each sentence x.

    I_x,k is the sum of the variances of feature k at the sentence's tokens: p·(1 − p) times the
    squared value.

    Parameters
    ----------
    information : (F,) array
        I_pool.
    damping : float
        δ.
    """
    n_labels = expected.posteriors.shape[1]
    variances = expected.variances
    amounts = np.empty(n_labels)
    pair_amounts = np.empty(n_labels * n_labels)
    for i in range(offsets.shape[0] - 1):
        n_met = 0
        n_edges_met = 0
        mark = first + offsets[i]
        for t in range(offsets[i], offsets[i + 1]):
            for y in range(n_labels):
                p = min(expected.posteriors[t, y], 1.0)
                amounts[y] = p * (1.0 - p)
            n_met = add_amounts(first + t, states, amounts, 1, mark, met, n_met, totals)
            if t > offsets[i] and edges.attributes.shape[0] > 0:
                for x in range(n_labels):
                    for y in range(n_labels):
                        p = min(expected.by_token[t, x, y], 1.0)
                        pair_amounts[x * n_labels + y] = p * (1.0 - p)
                n_edges_met = add_amounts(
                    first + t, edges, pair_amounts, 1, mark, edges_met, n_edges_met, totals
                )
        gain = gains_of(met, n_met, states, totals, information, damping)
        gain += gains_of(edges_met, n_edges_met, edges, totals, information, damping)
        for q in range(n_labels * n_labels):
            k = pair_numbers[q]
            if k >= 0:
                gain += information[k] * variances[i, q] / (variances[i, q] + damping)
        gains[i] = gain / damping
