"""Kernels that change one variable of a factor graph at a time."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.graphs.packed import Packed
from crfcore.jit import kernel


@kernel
def state_scores(graph: Packed, states: IdArray, variable: int, out: FloatArray) -> None:
    """Write for each state of a variable the score of the factors that it is in."""
    n_states = out.shape[0]
    out[:] = graph.unary[variable]
    for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
        member = graph.var_member[place]
        factor = graph.factor_of[member]
        start = graph.start[factor]
        first, last = graph.indptr[factor], graph.indptr[factor + 1]
        if start >= 0:
            entry = start
            stride = own = 1
            for other in range(last - 1, first - 1, -1):
                if other == member:
                    own = stride
                else:
                    entry += states[graph.scope[other]] * stride
                stride *= n_states
            for k in range(n_states):
                out[k] += graph.tables[entry + k * own]
            continue
        common = -1
        for other in range(first, last):
            if other == member:
                continue
            state = states[graph.scope[other]]
            if common >= 0 and state != common:
                common = -2
                break
            common = state
        if last - first == 1:
            for k in range(n_states):
                out[k] += graph.gain[-1 - start, k]
        elif common >= 0:
            out[common] += graph.gain[-1 - start, common]


@kernel
def ascend(graph: Packed, states: IdArray, max_sweeps: int) -> None:
    """Give each variable its best state, the others as they are, until none changes."""
    scores = np.empty(graph.unary.shape[1])
    for _ in range(max_sweeps):
        is_changed = False
        for variable in range(graph.unary.shape[0]):
            state_scores(graph, states, variable, scores)
            best = int(scores.argmax())
            # Rounding must not make it go round in circles.
            if scores[best] > scores[states[variable]] + 1e-12 * (1.0 + abs(scores[best])):
                states[variable] = best
                is_changed = True
        if not is_changed:
            return


@kernel
def gibbs_sweeps(
    graph: Packed,
    states: IdArray,
    uniforms: FloatArray,
    temperatures: FloatArray,
    counts: FloatArray,
    thin: int,
    best: IdArray,
    best_gain: FloatArray,
) -> None:
    """Draw each variable from its conditional distribution, sweep after sweep.

    Parameters
    ----------
    states : (V,) array, changed
    uniforms : (sweeps, V) array
        Numbers from [0, 1).
    temperatures : (sweeps,) array
        Scores are divided by these.
    counts : (V, K) array, added to
        How often each state was drawn, in every thin-th sweep.
    best : (V,) array, changed
        The states of the highest score so far; a copy.
    best_gain : (2,) array, changed
        The score of `states` and of `best`, relative to the first.
    """
    n_states = graph.unary.shape[1]
    scores = np.empty(n_states)
    weights = np.empty(n_states)
    for sweep in range(uniforms.shape[0]):
        for variable in range(states.shape[0]):
            state_scores(graph, states, variable, scores)
            top = scores.max()
            total = 0.0
            for k in range(n_states):
                weights[k] = np.exp((scores[k] - top) / temperatures[sweep])
                total += weights[k]
            left = uniforms[sweep, variable] * total
            state = states[variable]
            drawn = state
            for k in range(n_states):
                if weights[k] > 0.0:
                    drawn = k
                    left -= weights[k]
                    if left < 0.0:
                        break
            best_gain[0] += scores[drawn] - scores[state]
            states[variable] = drawn
        if best_gain[0] > best_gain[1]:
            best_gain[1] = best_gain[0]
            best[:] = states
        if (sweep + 1) % thin == 0:
            for variable in range(states.shape[0]):
                counts[variable, states[variable]] += 1.0


@kernel
def _expected_scores(
    graph: Packed, beliefs: FloatArray, factor: int, slot: int, out: FloatArray
) -> None:
    """Add the expected score of a factor for each state of its variable `slot`."""
    n_states = out.shape[0]
    first, last = graph.indptr[factor], graph.indptr[factor + 1]
    start = graph.start[factor]
    if start < 0:
        for k in range(n_states):
            chance = 1.0
            for other in range(first, last):
                if other != first + slot:
                    chance *= beliefs[graph.scope[other], k]
            out[k] += chance * graph.gain[-1 - start, k]
        return
    arity = last - first
    own_stride = n_states ** (arity - 1 - slot)
    for entry in range(n_states**arity):
        chance = 1.0
        rest = entry
        for j in range(arity - 1, -1, -1):
            if j != slot:
                chance *= beliefs[graph.scope[first + j], rest % n_states]
            rest //= n_states
        out[entry // own_stride % n_states] += chance * graph.tables[start + entry]


@kernel
def mean_field_sweep(graph: Packed, beliefs: FloatArray) -> float:
    """Set each variable's distribution to its best for the others'; return the greatest change."""
    n_states = graph.unary.shape[1]
    new = np.empty(n_states)
    change = 0.0
    for variable in range(graph.unary.shape[0]):
        new[:] = graph.unary[variable]
        for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
            member = graph.var_member[place]
            factor = graph.factor_of[member]
            _expected_scores(graph, beliefs, factor, member - graph.indptr[factor], new)
        top = new.max()
        new = np.exp(new - top)
        new /= new.sum()
        for k in range(n_states):
            change = max(change, abs(new[k] - beliefs[variable, k]))
            beliefs[variable, k] = new[k]
    return change


@kernel
def mean_field_bound(graph: Packed, beliefs: FloatArray) -> float:
    """Return Σ⟨q, θ⟩ + Σ H(q_i), with 0·(−inf) = 0."""
    total = 0.0
    n_states = graph.unary.shape[1]
    for variable in range(beliefs.shape[0]):
        for k in range(n_states):
            chance = beliefs[variable, k]
            if chance > 0.0:
                total += chance * (graph.unary[variable, k] - np.log(chance))
    row = np.empty(n_states)
    for factor in range(graph.start.shape[0]):
        row[:] = 0.0
        _expected_scores(graph, beliefs, factor, 0, row)
        variable = graph.scope[graph.indptr[factor]]
        for k in range(n_states):
            total += beliefs[variable, k] * row[k]
    return total
