"""Kernels of the lattice over label and state of an automaton.

A *node* is a state after a token together with that token's label. Nodes are sorted by state, so
one step is, for each state, a vector–matrix product over the labels of its nodes; each entry is
then added to the successor node. Unreached states are skipped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


class NodeArrays(NamedTuple):
    """The nodes of an automaton; n nodes, M marks, S states, L labels.

    Attributes
    ----------
    successors : (M, S, L) array
        The node to which a label leads from a state, or no node where it is forbidden: −1, but n
        for `best_state_paths`.
    weights : (M, S, L) array
        exp(−cost) of these steps, but the cost for `best_state_paths`.
    labels : (n,) array
    first : (S + 1,) array
        Nodes of state s are first[s] to first[s + 1] - 1.
    endings : (n,) array
        exp(−cost) of stopping at a node, but the cost for `best_state_paths`.
    """

    successors: IdArray
    weights: FloatArray
    labels: IdArray
    first: IdArray
    endings: FloatArray


# A scaled message below this may have lost mass that a later token needs (see potentials.py).
SMALLEST_MESSAGE = 1e-200


@kernel
def best_of_state(
    before: FloatArray,
    first: int,
    last: int,
    node_labels: IdArray,
    transitions: FloatArray,
    row: FloatArray,
) -> bool:
    """Write max over nodes n of a state of before[n] + transitions[label of n, y] for all y.

    Parameters
    ----------
    before : (at least last,) array
    first, last : int
        The nodes of the state, the last exclusive.
    transitions : (L, W) array
    row : (W,) array, written

    Returns
    -------
    bool
        Whether the state is reached; otherwise `row` is not written.
    """
    is_alive = False
    for n in range(first, last):
        is_alive = is_alive or before[n] > -np.inf
    if not is_alive:
        return False
    width = transitions.shape[1]
    for y in range(width):
        row[y] = -np.inf
    whole = first + (last - first) // 4 * 4
    for n in range(first, whole, 4):
        b0 = before[n]
        b1 = before[n + 1]
        b2 = before[n + 2]
        b3 = before[n + 3]
        x0 = node_labels[n]
        x1 = node_labels[n + 1]
        x2 = node_labels[n + 2]
        x3 = node_labels[n + 3]
        for y in range(width):
            s0 = b0 + transitions[x0, y]
            s1 = b1 + transitions[x1, y]
            s2 = b2 + transitions[x2, y]
            s3 = b3 + transitions[x3, y]
            s0 = max(s1, s0)
            s2 = max(s3, s2)
            s0 = max(s2, s0)
            row[y] = max(s0, row[y])
    for n in range(whole, last):
        b0 = before[n]
        x0 = node_labels[n]
        for y in range(width):
            row[y] = max(b0 + transitions[x0, y], row[y])
    return True


@kernel
def best_state_paths(
    offsets: OffsetArray,
    scores: FloatArray,
    transitions: FloatArray,
    marks: OffsetArray,
    nodes: NodeArrays,
    best: FloatArray,
    row: FloatArray,
    labels: IdArray,
    path_scores: FloatArray,
) -> int:
    """Find the labelling of highest score of every sentence.

    Parameters
    ----------
    scores : (T, L) array
        Finite, or −inf if forbidden.
    transitions : (1 or T, L, W) array
        Entry t leads into token t; W is at least L.
    marks : (T,) array, or (0,) for zeros
    nodes : NodeArrays
    best : (longest sentence, n + 1) array, workspace
    row : (W,) array, workspace
    labels : (T,) array, written
    path_scores : (N,) array, written

    Returns
    -------
    int
        A token of the first sentence without a labelling, the first that none reaches or the
        last; or −1.
    """
    targets, costs, node_labels, first_nodes, final = nodes
    n_states = first_nodes.shape[0] - 1
    n_nodes = node_labels.shape[0]
    n_labels = scores.shape[1]
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        path_scores[i] = 0.0
        if start == stop:
            continue
        for t in range(start, stop):
            mark = marks[t] if marks.shape[0] > 0 else 0
            here = t - start
            for n in range(n_nodes + 1):
                best[here, n] = -np.inf
            if t == start:
                for y in range(n_labels):
                    best[here, targets[mark, 0, y]] = -costs[mark, 0, y]
            else:
                k = t if transitions.shape[0] > 1 else 0
                for s in range(n_states):
                    first = first_nodes[s]
                    last = first_nodes[s + 1]
                    if best_of_state(best[here - 1], first, last, node_labels, transitions[k], row):
                        for y in range(n_labels):
                            n = targets[mark, s, y]
                            best[here, n] = max(row[y] - costs[mark, s, y], best[here, n])
            greatest = -np.inf
            for n in range(n_nodes):
                best[here, n] += scores[t, node_labels[n]]
                greatest = max(best[here, n], greatest)
            if not greatest > -np.inf:
                return int(t)
        last_row = stop - 1 - start
        node = -1
        greatest = -np.inf
        for n in range(n_nodes):
            value = best[last_row, n] - final[n]
            if value > greatest:
                greatest = value
                node = n
        if node < 0:
            return int(stop - 1)
        path_scores[i] = greatest
        labels[stop - 1] = node_labels[node]
        for t in range(stop - 1, start, -1):
            mark = marks[t] if marks.shape[0] > 0 else 0
            k = t if transitions.shape[0] > 1 else 0
            y = node_labels[node]
            greatest = -np.inf
            origin = 0
            for s in range(n_states):
                if targets[mark, s, y] != node:
                    continue
                for n in range(first_nodes[s], first_nodes[s + 1]):
                    value = best[t - 1 - start, n] + transitions[k, node_labels[n], y]
                    value -= costs[mark, s, y]
                    if value > greatest:
                        greatest = value
                        origin = n
            node = origin
            labels[t - 1] = node_labels[node]
    return -1


@kernel
def state_forward(
    potentials: FloatArray,
    transitions: FloatArray,
    marks: OffsetArray,
    nodes: NodeArrays,
    row: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
) -> float:
    """Run the scaled forward pass over one sentence.

    Parameters
    ----------
    potentials : (T, L) array
        exp(scores − maximum of each token); 0 where forbidden.
    transitions : (1 or T, L, W) array
        exp(transitions − maximum).
    nodes : NodeArrays
    alpha : (T, n) array, written
        Each row sums to one.
    scales : (T,) array, written
        The divisors of the rows.

    Returns
    -------
    float
        Σ_n alpha[T − 1, n] endings[n]; −1 if mass vanished or is so small that the log domain is
        needed.
    """
    successors, weights, node_labels, first_nodes, endings = nodes
    n_states = first_nodes.shape[0] - 1
    n_nodes = node_labels.shape[0]
    n_tokens, n_labels = potentials.shape
    width = transitions.shape[2]
    for t in range(n_tokens):
        mark = marks[t] if marks.shape[0] > 0 else 0
        for n in range(n_nodes):
            alpha[t, n] = 0.0
        for s in range(n_states if t > 0 else 1):
            is_alive = t == 0
            for y in range(width):
                row[y] = 1.0 if t == 0 else 0.0
            if t > 0:
                k = t if transitions.shape[0] > 1 else 0
                for n in range(first_nodes[s], first_nodes[s + 1]):
                    value = alpha[t - 1, n]
                    if value > 0.0:
                        is_alive = True
                        x = node_labels[n]
                        for y in range(width):
                            row[y] += value * transitions[k, x, y]
            if is_alive:
                for y in range(n_labels):
                    n = successors[mark, s, y]
                    if n >= 0:
                        alpha[t, n] += row[y] * weights[mark, s, y] * potentials[t, y]
        total = 0.0
        for n in range(n_nodes):
            total += alpha[t, n]
        if not total > SMALLEST_MESSAGE:
            return -1.0
        scales[t] = total
        for n in range(n_nodes):
            scaled = alpha[t, n] / total
            alpha[t, n] = scaled
            if scaled > 0.0 and scaled < SMALLEST_MESSAGE:
                return -1.0
    mass = 0.0
    for n in range(n_nodes):
        mass += alpha[n_tokens - 1, n] * endings[n]
    return mass if mass > SMALLEST_MESSAGE else -1.0


@kernel
def state_backward(
    mass: float,
    potentials: FloatArray,
    transitions: FloatArray,
    marks: OffsetArray,
    nodes: NodeArrays,
    alpha: FloatArray,
    scales: FloatArray,
    beta: FloatArray,
    message: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
) -> None:
    """Run the scaled backward pass over one sentence, after `state_forward`.

    Parameters
    ----------
    mass : float
        The result of `state_forward`.
    beta : (2, n) array, workspace
    message : (W,) array, workspace
    posteriors : (T, L) array, written
        P(y_t = y given x).
    pairs : (T, L, L) array, written; or (0, 0, 0)
        Entry t: P(y_{t−1}, y_t given x); zeros at the first token.
    """
    successors, weights, node_labels, first_nodes, endings = nodes
    n_states = first_nodes.shape[0] - 1
    n_nodes = node_labels.shape[0]
    n_tokens, n_labels = potentials.shape
    for t in range(n_tokens):
        for y in range(n_labels):
            posteriors[t, y] = 0.0
    last = n_tokens - 1
    for n in range(n_nodes):
        beta[last % 2, n] = endings[n] / mass
        posteriors[last, node_labels[n]] += alpha[last, n] * beta[last % 2, n]
    for t in range(last, 0, -1):
        after = t % 2
        here = 1 - after
        mark = marks[t] if marks.shape[0] > 0 else 0
        k = t if transitions.shape[0] > 1 else 0
        inverse = 1.0 / scales[t]
        for s in range(n_states):
            is_alive = False
            for n in range(first_nodes[s], first_nodes[s + 1]):
                is_alive = is_alive or alpha[t - 1, n] > 0.0
            if not is_alive:
                continue
            for y in range(n_labels):
                n = successors[mark, s, y]
                # An unreachable node may have infinite backward mass.
                if n >= 0 and alpha[t, n] > 0.0:
                    message[y] = weights[mark, s, y] * potentials[t, y] * beta[after, n] * inverse
                else:
                    message[y] = 0.0
            for n in range(first_nodes[s], first_nodes[s + 1]):
                value = alpha[t - 1, n]
                if not value > 0.0:
                    continue
                x = node_labels[n]
                total = 0.0
                for y in range(n_labels):
                    total += transitions[k, x, y] * message[y]
                beta[here, n] = total
                posteriors[t - 1, x] += value * total
                if pairs.shape[0] > 0:
                    for y in range(n_labels):
                        pairs[t, x, y] += value * transitions[k, x, y] * message[y]


@kernel
def state_sums(
    offsets: OffsetArray,
    reliable: MaskArray,
    potentials: FloatArray,
    transitions: FloatArray,
    marks: OffsetArray,
    nodes: NodeArrays,
    row: FloatArray,
    alpha: FloatArray,
    scales: FloatArray,
    beta: FloatArray,
    posteriors: FloatArray,
    pairs: FloatArray,
    log_masses: FloatArray,
    backwards: bool,  # noqa: FBT001 - a kernel's argument
) -> int:
    """Run the passes over all sentences; parameters as for `state_forward` and `state_backward`.

    Parameters
    ----------
    reliable : (N,) array of 0 and 1, changed
        Sentences for which the scaled pass is reliable; 0 is written where it was not.
    alpha : (longest sentence, n) array, workspace
    log_masses : (N,) array, written
        log Z, relative to the maxima of scores and transitions.

    Returns
    -------
    int
        The number of unreliable sentences.
    """
    n_failed = 0
    for i in range(offsets.shape[0] - 1):
        start = offsets[i]
        stop = offsets[i + 1]
        log_masses[i] = 0.0
        if start == stop:
            continue
        if reliable[i] == 0:
            n_failed += 1
            continue
        own_marks = marks[start:stop] if marks.shape[0] > 0 else marks
        by_position = transitions.shape[0] > 1
        own_transitions = transitions[start:stop] if by_position else transitions
        # A single token has no transition, so its entry is unused.
        mass = state_forward(
            potentials[start:stop],
            own_transitions,
            own_marks,
            nodes,
            row,
            alpha,
            scales,
        )
        if mass < 0.0:
            reliable[i] = 0
            n_failed += 1
            continue
        total = np.log(mass)
        for t in range(stop - start):
            total += np.log(scales[t])
        log_masses[i] = total
        if backwards:
            state_backward(
                mass,
                potentials[start:stop],
                own_transitions,
                own_marks,
                nodes,
                alpha,
                scales,
                beta,
                row,
                posteriors[start:stop],
                pairs[start:stop] if pairs.shape[0] > 0 else pairs,
            )
    return n_failed


@kernel
def refused_paths(
    offsets: OffsetArray,
    labels: IdArray,
    marks: OffsetArray,
    following: IdArray,
    final: FloatArray,
    refused: MaskArray,
) -> None:
    """Write whether an automaton forbids the labelling of each sentence.

    Parameters
    ----------
    labels : (T,) array
    marks : (T,) array, or (0,) for zeros
    following : (M, S, L) array
        The next state, or −1.
    final : (S,) array
        inf where a sentence must not stop.
    refused : (N,) array, written
    """
    for i in range(offsets.shape[0] - 1):
        state = 0
        for t in range(offsets[i], offsets[i + 1]):
            if state >= 0:
                mark = marks[t] if marks.shape[0] > 0 else 0
                state = following[mark, state, labels[t]]
        is_empty = offsets[i] == offsets[i + 1]
        refused[i] = 0 if is_empty or (state >= 0 and final[state] < np.inf) else 1
