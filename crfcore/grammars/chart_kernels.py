"""Kernels of charts: inside, outside and best derivations of all cells of a sentence.

A cell (i, d) has the d tokens from i, 1 ≤ d ≤ W; arrays of cells are (n, W) or (n, W, N), and
hold it at [i, d − 1]. With ``logs`` all quantities are logarithms, and sums are log Σ exp; without,
they are plain numbers. J. K. Baker, "Trainable grammars for speech recognition" (1979); K. Lari and
S. J. Young (1990), equations 8 to 22.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel

NO_RULE = -1
"""The rule of a symbol that does not have the tokens of a cell."""


@kernel
def _plus(one: float, other: float, logs: bool) -> float:  # noqa: FBT001 - compiled
    if not logs:
        return one + other
    high, low = max(one, other), min(one, other)
    if low == -np.inf:
        return high
    return float(high + np.log1p(np.exp(low - high)))


@kernel
def inside(
    tokens: FloatArray,
    first: OffsetArray,
    parent: IdArray,
    right: IdArray,
    weight: FloatArray,
    closures: FloatArray,
    cell: IdArray,
    logs: bool,  # noqa: FBT001 - compiled
    out: FloatArray,
) -> None:
    """Fill the inside quantities e(i, d, A) = Σ P(A → B C) e(i, k, B) e(i + k, d − k, C).

    Parameters
    ----------
    tokens : float64 (n, N)
        Σ P(A → terminal) of the terminals of each token.
    first, parent, right, weight : arrays
        Binary rules, as in `NormalForm`.
    closures : float64 (C, N, N)
        What cells are multiplied by, for unit rules.
    cell : int32 (n, W)
        The closure of each cell; −1: no symbol may have its tokens.
    logs : bool
    out : float64 (n, W, N)
        Filled; cells beyond the end get the zero.
    """
    n, width, n_symbols = out.shape
    zero = -np.inf if logs else 0.0
    out[:] = zero
    raw = np.empty(n_symbols)
    for d in range(1, width + 1):
        for i in range(n - d + 1):
            which = cell[i, d - 1]
            if which < 0:
                continue
            raw[:] = zero
            if d == 1:
                raw[:] = tokens[i]
            for k in range(1, d):
                for b in range(n_symbols):
                    e_left = out[i, k - 1, b]
                    if e_left == zero:
                        continue
                    for r in range(first[b], first[b + 1]):
                        e_right = out[i + k, d - k - 1, right[r]]
                        if e_right == zero:
                            continue
                        a = parent[r]
                        if logs:
                            raw[a] = _plus(raw[a], weight[r] + e_left + e_right, logs)
                        else:
                            raw[a] += weight[r] * e_left * e_right
            for b in range(n_symbols):
                if raw[b] == zero:
                    continue
                for a in range(n_symbols):
                    factor = closures[which, a, b]
                    if factor == zero:
                        continue
                    if logs:
                        out[i, d - 1, a] = _plus(out[i, d - 1, a], factor + raw[b], logs)
                    else:
                        out[i, d - 1, a] += factor * raw[b]


@kernel
def outside(
    e: FloatArray,
    first: OffsetArray,
    parent: IdArray,
    right: IdArray,
    weight: FloatArray,
    unit: IdArray,
    unit_weight: FloatArray,
    closures: FloatArray,
    cell: IdArray,
    logs: bool,  # noqa: FBT001 - compiled
    out: FloatArray,
    binary_counts: FloatArray,
    unit_counts: FloatArray,
) -> None:
    """Fill the outside quantities, and add the expected counts of binary and unit rules.

    Parameters
    ----------
    e : float64 (n, W, N)
        Of `inside`.
    first, parent, right, weight, unit, unit_weight, closures, cell, logs
        As for `inside`, and unit rules as in `NormalForm`.
    out : float64 (n, W, N)
        At the beginning the derivative of log Z for symbols at the top of a derivation, such as 1/Z
        for the start; filled with that for all: ``out · e`` is the expected number of nodes.
    binary_counts : float64 (B,)
    unit_counts : float64 (U,)
    """
    n, width, n_symbols = out.shape
    zero = -np.inf if logs else 0.0
    closed = np.empty(n_symbols)
    for d in range(width, 0, -1):
        for i in range(n - d + 1):
            which = cell[i, d - 1]
            if which < 0:
                out[i, d - 1] = zero
                continue
            closed[:] = zero
            is_reached = False
            for a in range(n_symbols):
                f = out[i, d - 1, a]
                if f == zero:
                    continue
                is_reached = True
                for b in range(n_symbols):
                    factor = closures[which, a, b]
                    if factor == zero:
                        continue
                    if logs:
                        closed[b] = _plus(closed[b], f + factor, logs)
                    else:
                        closed[b] += f * factor
            out[i, d - 1] = closed
            if not is_reached:
                continue
            for u in range(len(unit)):
                above, below = closed[unit[u, 0]], e[i, d - 1, unit[u, 1]]
                if above != zero and below != zero:
                    if logs:
                        unit_counts[u] += np.exp(above + unit_weight[u] + below)
                    else:
                        unit_counts[u] += above * unit_weight[u] * below
            for k in range(1, d):
                for b in range(n_symbols):
                    e_left = e[i, k - 1, b]
                    if e_left == zero:
                        continue
                    for r in range(first[b], first[b + 1]):
                        g = closed[parent[r]]
                        c = right[r]
                        e_right = e[i + k, d - k - 1, c]
                        if g == zero or e_right == zero:
                            continue
                        if logs:
                            g += weight[r]
                            binary_counts[r] += np.exp(g + e_left + e_right)
                            out[i, k - 1, b] = _plus(out[i, k - 1, b], g + e_right, logs)
                            out[i + k, d - k - 1, c] = _plus(
                                out[i + k, d - k - 1, c], g + e_left, logs
                            )
                        else:
                            g *= weight[r]
                            binary_counts[r] += g * e_left * e_right
                            out[i, k - 1, b] += g * e_right
                            out[i + k, d - k - 1, c] += g * e_left


@kernel
def best(
    tokens: FloatArray,
    token_rules: IdArray,
    first: OffsetArray,
    parent: IdArray,
    right: IdArray,
    weight: FloatArray,
    rank: IdArray,
    unit: IdArray,
    unit_weight: FloatArray,
    cell: IdArray,
    allowed: MaskArray,
    out: FloatArray,
    rules: IdArray,
    splits: IdArray,
) -> None:
    """Fill the log-probability of the best derivation of each symbol in each cell.

    Of equal ones, the rule of the lowest rank counts, then the earliest split.

    Parameters
    ----------
    tokens : float64 (n, N)
        The greatest log P(A → terminal) of each token.
    token_rules : int32 (n, N)
        The rank of its rule.
    first, parent, right, weight, rank, unit, unit_weight
        Rules as in `NormalForm`, their weights as logarithms.
    cell : int32 (n, W)
        As for `inside`.
    allowed : uint8 (C, N)
        The symbols of each closure.
    out : float64 (n, W, N)
    rules, splits : int32 (n, W, N)
        The rank of the rule of each symbol, `NO_RULE` for none, and the tokens of its left child.
    """
    n, width, n_symbols = out.shape
    out[:] = -np.inf
    rules[:] = NO_RULE
    splits[:] = 0
    for d in range(1, width + 1):
        for i in range(n - d + 1):
            which = cell[i, d - 1]
            if which < 0:
                continue
            value, rule, split = out[i, d - 1], rules[i, d - 1], splits[i, d - 1]
            if d == 1:
                for a in range(n_symbols):
                    if allowed[which, a] and tokens[i, a] > -np.inf:
                        value[a] = tokens[i, a]
                        rule[a] = token_rules[i, a]
            for k in range(1, d):
                for b in range(n_symbols):
                    e_left = out[i, k - 1, b]
                    if e_left == -np.inf:
                        continue
                    for r in range(first[b], first[b + 1]):
                        a = parent[r]
                        found = weight[r] + e_left + out[i + k, d - k - 1, right[r]]
                        if found == -np.inf or not allowed[which, a]:
                            continue
                        if found > value[a] or (found == value[a] and rank[r] < rule[a]):
                            value[a] = found
                            rule[a] = rank[r]
                            split[a] = k
            changed = True
            while changed:
                changed = False
                for u in range(len(unit)):
                    a = unit[u, 0]
                    found = unit_weight[u] + value[unit[u, 1]]
                    if found == -np.inf or not allowed[which, a]:
                        continue
                    if found > value[a] or (found == value[a] and unit[u, 2] < rule[a]):
                        value[a] = found
                        rule[a] = unit[u, 2]
                        split[a] = 0
                        changed = True
