"""Kernels of message passing between variables and factors.

A message is stored for each membership: from the factor to the variable, as log probabilities (for
maxima: with the maximum 0). Messages the other way are computed where they are read.
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.graphs.packed import Packed
from crfcore.jit import kernel


@kernel
def log_sum(row: FloatArray) -> float:
    """Return log Σ exp of a row."""
    top = row.max()
    if top == -np.inf:
        return -np.inf
    return float(top + np.log(np.exp(row - top).sum()))


@kernel
def incoming(
    graph: Packed, rho: FloatArray, messages: FloatArray, member: int, out: FloatArray
) -> float:
    """Write the log message of a membership's variable to its factor; return log Σ exp of it.

    Factors count with the power rho; the factor's own message with rho − 1. The written message is
    normalised.
    """
    variable = graph.scope[member]
    out[:] = graph.unary[variable]
    for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
        other = graph.var_member[place]
        power = rho[graph.factor_of[other]]
        if other == member:
            if power == 1.0:
                continue
            for k in range(out.shape[0]):
                if messages[other, k] > -np.inf:
                    out[k] += (power - 1.0) * messages[other, k]
                else:
                    # No state of the neighbours is possible with this one.
                    out[k] = -np.inf
        else:
            for k in range(out.shape[0]):
                out[k] += power * messages[other, k]
    total = log_sum(out)
    if total > -np.inf:
        out -= total
    return total


@kernel
def _table_message(
    graph: Packed,
    factor: int,
    slot: int,
    scale: float,
    arriving: FloatArray,
    maximise: bool,
    out: FloatArray,
) -> None:
    """Write the message of a factor with a table to its variable `slot`."""
    n_states = out.shape[0]
    arity = graph.indptr[factor + 1] - graph.indptr[factor]
    start = graph.start[factor]
    n_entries = n_states**arity
    own_stride = n_states ** (arity - 1 - slot)
    out[:] = -np.inf
    sums = np.zeros(n_states)
    for step in range(1 if maximise else 2):
        for entry in range(n_entries):
            value = graph.tables[start + entry] * scale
            rest = entry
            for j in range(arity - 1, -1, -1):
                if j != slot:
                    value += arriving[j, rest % n_states]
                rest //= n_states
            own = entry // own_stride % n_states
            if step == 0:
                out[own] = max(out[own], value)
            elif value > -np.inf:
                sums[own] += np.exp(value - out[own])
    if maximise:
        return
    for k in range(n_states):
        if out[k] > -np.inf:
            out[k] += np.log(sums[k])


@kernel
def _agreement_message(
    gain: FloatArray, n_members: int, slot: int, arriving: FloatArray, out: FloatArray
) -> None:
    """Write log(1 + (exp(gain_k) − 1)·Π_j m_j(k)) for messages that sum to 1.

    In the form log((1 − p) + exp(gain)·p), which neither overflows nor cancels.
    """
    for k in range(out.shape[0]):
        together = 0.0
        for j in range(n_members):
            if j != slot:
                together += arriving[j, k]
        apart = -np.expm1(min(together, 0.0))
        out[k] = np.logaddexp(np.log(apart) if apart > 0.0 else -np.inf, together + gain[k])


@kernel
def _agreement_maximum(
    gain: FloatArray, n_members: int, slot: int, arriving: FloatArray, out: FloatArray
) -> None:
    """Write the maximum over the other members' states, which all are k or are not."""
    n_states = out.shape[0]
    free = 0.0
    for j in range(n_members):
        if j != slot:
            free += arriving[j].max()
    for k in range(n_states):
        together = 0.0
        least_loss = np.inf
        for j in range(n_members):
            if j == slot:
                continue
            together += arriving[j, k]
            second = -np.inf
            for state in range(n_states):
                if state != k:
                    second = max(second, arriving[j, state])
            # What it costs that this member alone is not k.
            least_loss = min(least_loss, max(arriving[j].max() - second, 0.0))
        apart = free - least_loss if n_members > 1 else -np.inf
        out[k] = max(together + gain[k], apart)


@kernel
def message_to(
    graph: Packed,
    rho: FloatArray,
    messages: FloatArray,
    member: int,
    maximise: bool,
    arriving: FloatArray,
    out: FloatArray,
) -> int:
    """Write the new message of a membership; return a variable that has no state, or −1."""
    factor = graph.factor_of[member]
    first, last = graph.indptr[factor], graph.indptr[factor + 1]
    slot = member - first
    for j in range(last - first):
        if j != slot:
            total = incoming(graph, rho, messages, first + j, arriving[j])
            if total == -np.inf:
                return int(graph.scope[first + j])
    start = graph.start[factor]
    if start >= 0:
        _table_message(graph, factor, slot, 1.0 / rho[factor], arriving, maximise, out)
    elif maximise:
        _agreement_maximum(graph.gain[-1 - start], last - first, slot, arriving, out)
    else:
        _agreement_message(graph.gain[-1 - start], last - first, slot, arriving, out)
    total = out.max() if maximise else log_sum(out)
    if total == -np.inf:
        return int(graph.scope[member])
    out -= total
    return -1


@kernel
def _change(old: FloatArray, new: FloatArray) -> float:
    change = 0.0
    for k in range(new.shape[0]):
        change = max(change, abs(np.exp(new[k]) - np.exp(old[k])))
    return change


@kernel
def _store(messages: FloatArray, member: int, new: FloatArray, damping: float) -> None:
    """Replace a message, or move it a part of the way."""
    if damping == 0.0:
        messages[member] = new
        return
    for k in range(new.shape[0]):
        mixed = (1.0 - damping) * np.exp(new[k]) + damping * np.exp(messages[member, k])
        messages[member, k] = np.log(mixed) if mixed > 0.0 else -np.inf


@kernel
def pass_messages(
    graph: Packed,
    rho: FloatArray,
    messages: FloatArray,
    updates: IdArray,
    maximise: bool,
    damping: float,
) -> tuple[float, int]:
    """Recompute the messages of memberships one after the other.

    Returns
    -------
    change : float
        The greatest change of a message, as a probability.
    bad : int
        A variable without any possible state; −1 if there is none.
    """
    n_states = messages.shape[1]
    arriving = np.empty((_most_members(graph), n_states))
    new = np.empty(n_states)
    change = 0.0
    for member in updates:
        bad = message_to(graph, rho, messages, member, maximise, arriving, new)
        if bad >= 0:
            return np.inf, bad
        change = max(change, _change(messages[member], new))
        _store(messages, member, new, damping)
    return change, -1


@kernel
def pass_residual(
    graph: Packed,
    rho: FloatArray,
    messages: FloatArray,
    residuals: FloatArray,
    n_updates: int,
    tolerance: float,
    maximise: bool,
    damping: float,
) -> tuple[float, int]:
    """Recompute messages, always the one that would change most.

    Parameters
    ----------
    residuals : (E,) array, changed
        What each message would change by; negative: unknown.
    """
    n_states = messages.shape[1]
    arriving = np.empty((_most_members(graph), n_states))
    new = np.empty(n_states)
    for member in range(residuals.shape[0]):
        if residuals[member] < 0.0:
            bad = message_to(graph, rho, messages, member, maximise, arriving, new)
            if bad >= 0:
                return np.inf, bad
            residuals[member] = _change(messages[member], new)
    for _ in range(n_updates):
        member = int(residuals.argmax())
        if residuals[member] <= tolerance:
            break
        message_to(graph, rho, messages, member, maximise, arriving, new)
        _store(messages, member, new, damping)
        residuals[member] = _change(messages[member], new)
        variable = graph.scope[member]
        for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
            near = graph.var_member[place]
            factor = graph.factor_of[near]
            for other in range(graph.indptr[factor], graph.indptr[factor + 1]):
                if other == near:
                    continue
                bad = message_to(graph, rho, messages, other, maximise, arriving, new)
                if bad >= 0:
                    return np.inf, bad
                residuals[other] = _change(messages[other], new)
    return float(residuals.max()), -1


@kernel
def _most_members(graph: Packed) -> int:
    most = 1
    for factor in range(graph.indptr.shape[0] - 1):
        most = max(most, graph.indptr[factor + 1] - graph.indptr[factor])
    return most


@kernel
def variable_beliefs(
    graph: Packed, rho: FloatArray, messages: FloatArray, out: FloatArray
) -> tuple[float, int]:
    """Write normalised log beliefs of variables, (V, K); return Σ log Σ exp, and a bad variable."""
    total = 0.0
    for variable in range(graph.unary.shape[0]):
        out[variable] = graph.unary[variable]
        for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
            member = graph.var_member[place]
            power = rho[graph.factor_of[member]]
            for k in range(out.shape[1]):
                out[variable, k] += power * messages[member, k]
        log_weight = log_sum(out[variable])
        if log_weight == -np.inf:
            return -np.inf, variable
        out[variable] -= log_weight
        total += log_weight
    return total, -1


@kernel
def bethe_log_z(graph: Packed, rho: FloatArray, messages: FloatArray, of_variables: float) -> float:
    """Return Σ_i log Z_i + Σ_f log Z_f − Σ log Z of each membership, the Bethe value of log Z.

    At a fixed point it equals Σ_f [⟨b_f, θ_f⟩ + H(b_f)] + Σ_i [⟨b_i, θ_i⟩ + (1 − d_i)·H(b_i)].
    """
    n_states = messages.shape[1]
    arriving = np.empty((_most_members(graph), n_states))
    unnormalised = np.empty(n_states)
    total = of_variables
    for factor in range(graph.indptr.shape[0] - 1):
        first, last = graph.indptr[factor], graph.indptr[factor + 1]
        start = graph.start[factor]
        # The messages of the variables to the factor, and the last one's message from it.
        for j in range(last - first):
            incoming(graph, rho, messages, first + j, arriving[j])
        if start >= 0:
            _table_message(graph, factor, last - first - 1, 1.0, arriving, False, unnormalised)
        else:
            gain = graph.gain[-1 - start]
            _agreement_message(gain, last - first, last - first - 1, arriving, unnormalised)
        total += log_sum(unnormalised + arriving[last - first - 1])
        for j in range(last - first):
            total -= log_sum(messages[first + j] + arriving[j])
    return total


@kernel
def pair_log_weights(
    graph: Packed, rho: FloatArray, messages: FloatArray, factor: int, out: FloatArray
) -> None:
    """Write θ_f/ρ_f plus the messages of the variables, for each entry of a table."""
    n_states = messages.shape[1]
    first, last = graph.indptr[factor], graph.indptr[factor + 1]
    arriving = np.empty((last - first, n_states))
    for j in range(last - first):
        incoming(graph, rho, messages, first + j, arriving[j])
    start = graph.start[factor]
    for entry in range(out.shape[0]):
        out[entry] = graph.tables[start + entry] / rho[factor]
        rest = entry
        for j in range(last - first - 1, -1, -1):
            out[entry] += arriving[j, rest % n_states]
            rest //= n_states


@kernel
def reweighted_bound(
    graph: Packed, rho: FloatArray, messages: FloatArray, of_variables: float
) -> float:
    """Return an upper bound of log Z from any messages; pairs only.

    With a_i = log Σ exp of a variable's reparametrised scores, each spanning tree's log Z is at
    most Σ a_i + Σ_f d_f over its edges, where d_f is the greatest residual of the factor's message
    in either direction, less a. At a fixed point it is exact for every tree.
    """
    n_states = messages.shape[1]
    arriving = np.empty((2, n_states))
    new = np.empty(n_states)
    weights = np.empty(graph.unary.shape[0])
    row = np.empty(n_states)
    for variable in range(weights.shape[0]):
        row[:] = graph.unary[variable]
        for place in range(graph.var_indptr[variable], graph.var_indptr[variable + 1]):
            member = graph.var_member[place]
            row += rho[graph.factor_of[member]] * messages[member]
        weights[variable] = log_sum(row)
    total = of_variables
    for factor in range(graph.indptr.shape[0] - 1):
        first = graph.indptr[factor]
        worst = -np.inf
        n_members = graph.indptr[factor + 1] - first
        for slot in range(n_members):
            base = 0.0
            if n_members == 2:
                other = first + 1 - slot
                base = incoming(graph, rho, messages, other, arriving[1 - slot])
                base -= weights[graph.scope[other]]
            _table_message(graph, factor, slot, 1.0 / rho[factor], arriving, False, new)
            for k in range(n_states):
                if messages[first + slot, k] > -np.inf:
                    worst = max(worst, new[k] - messages[first + slot, k] + base)
        total += rho[factor] * worst
    return total
