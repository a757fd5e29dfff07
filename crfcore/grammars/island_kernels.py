"""Kernels of sentences as chains of fillers and spans of a grammar.

States are kinds of segments: 0 before the first one, 1 a filler of one token, 2 + k a span of the
kind k, S in all; row S of ``steps`` is unused, its last column is the end. All is in logarithms.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.jit import kernel


@kernel
def _log_sum(values: FloatArray) -> float:
    high = values.max()
    if high == -np.inf:
        return -np.inf
    return float(high + np.log(np.exp(values - high).sum()))


@kernel
def segment_pass(
    spans: FloatArray,
    fillers: FloatArray,
    steps: FloatArray,
    forward: FloatArray,
    before: FloatArray,
    after: FloatArray,
    step_counts: FloatArray,
) -> float:
    """Return log Z of a sentence, and fill the scores around its segments.

    Parameters
    ----------
    spans : float64 (n, W, K)
        The score of the tokens of each cell as a span of each kind, −inf for none.
    fillers : float64 (n,)
        That of each token as a filler.
    steps : float64 (S, S + 1)
        log P(kind | kind of the segment before), in the last column of the end.
    forward : float64 (n + 1, S)
        Filled: of the tokens before a place, by the kind of the segment that ends there.
    before : float64 (n, S)
        Filled: of the tokens before a place, and that a segment of each kind begins there.
    after : float64 (n + 1, S)
        Filled: of the tokens from a place on, after a segment of each kind.
    step_counts : float64 (S, S + 1)
        The expected number of each pair of kinds is added.
    """
    n, width, n_kinds = spans.shape
    n_states = n_kinds + 2
    forward[:] = -np.inf
    before[:] = -np.inf
    after[:] = -np.inf
    forward[0, 0] = 0.0
    terms = np.empty(max(width, n_states + 1))
    for j in range(n + 1):
        if j:
            forward[j, 1] = before[j - 1, 1] + fillers[j - 1]
            for s in range(2, n_states):
                m = min(width, j)
                for d in range(1, m + 1):
                    terms[d - 1] = before[j - d, s] + spans[j - d, d - 1, s - 2]
                forward[j, s] = _log_sum(terms[:m])
        if j < n:
            for s in range(1, n_states):
                for p in range(n_states):
                    terms[p] = forward[j, p] + steps[p, s]
                before[j, s] = _log_sum(terms[:n_states])
    for p in range(n_states):
        after[n, p] = steps[p, n_states]
        terms[p] = forward[n, p] + after[n, p]
    log_z = _log_sum(terms[:n_states])
    if not (-np.inf < log_z < np.inf):
        return log_z
    starting = np.empty(n_states)
    for p in range(n_states):
        step_counts[p, n_states] += np.exp(forward[n, p] + after[n, p] - log_z)
    for i in range(n - 1, -1, -1):
        starting[0] = -np.inf
        starting[1] = fillers[i] + after[i + 1, 1]
        m = min(width, n - i)
        for s in range(2, n_states):
            for d in range(1, m + 1):
                terms[d - 1] = spans[i, d - 1, s - 2] + after[i + d, s]
            starting[s] = _log_sum(terms[:m])
        for p in range(n_states):
            for s in range(n_states):
                terms[s] = steps[p, s] + starting[s] if s else -np.inf
                if s and terms[s] > -np.inf and forward[i, p] > -np.inf:
                    step_counts[p, s] += np.exp(forward[i, p] + terms[s] - log_z)
            after[i, p] = _log_sum(terms[:n_states])
    return log_z


@kernel
def best_segments(
    spans: FloatArray,
    fillers: FloatArray,
    steps: FloatArray,
    kinds: IdArray,
    lengths: IdArray,
) -> float:
    """Find the best chain of segments, and return its score.

    Of equal ones, the shorter last segment counts, then the kind with the lower number.

    Parameters
    ----------
    spans, fillers, steps
        As for `segment_pass`.
    kinds, lengths : int32 (n,)
        Filled at the first token of each segment with its kind (0: a filler) and its number of
        tokens; other tokens get the length 0.
    """
    n, width, n_kinds = spans.shape
    n_states = n_kinds + 2
    value = np.full((n + 1, n_states), -np.inf)
    length = np.zeros((n + 1, n_states), np.int32)
    value[0, 0] = 0.0
    start = np.full((n + 1, n_states), -np.inf)
    source = np.zeros((n + 1, n_states), np.int32)
    for j in range(n + 1):
        if j:
            value[j, 1] = start[j - 1, 1] + fillers[j - 1]
            length[j, 1] = 1
            for s in range(2, n_states):
                for d in range(1, min(width, j) + 1):
                    found = start[j - d, s] + spans[j - d, d - 1, s - 2]
                    if found > value[j, s]:
                        value[j, s] = found
                        length[j, s] = d
        if j < n:
            for s in range(1, n_states):
                for p in range(n_states):
                    found = value[j, p] + steps[p, s]
                    if found > start[j, s]:
                        start[j, s] = found
                        source[j, s] = p
    kinds[:] = 0
    lengths[:] = 0
    highest, state = -np.inf, 0
    for p in range(n_states):
        found = value[n, p] + steps[p, n_states]
        if found > highest:
            highest, state = found, p
    j = n
    while j > 0 and highest > -np.inf:
        d = length[j, state]
        lengths[j - d] = d
        kinds[j - d] = state - 1
        j -= d
        state = source[j, state]
    return highest
