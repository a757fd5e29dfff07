"""A lattice over label and automaton state, as an ordinary lattice.

The automaton is deterministic: each labelling is one path through the composite lattice, with its
score minus its costs. So functions of `crfcore.inference` give best labellings, samples, entropies
and span probabilities. A composite label is a node under a mark.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.nodes import nodes_of
from crfcore.inference.lattice import Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Composite:
    """Arrays for inference, and the labels of their composite labels.

    Attributes
    ----------
    scores : (T, n) array
    transitions : (n, n) array, or (T, n, n)
    offsets : (N + 1,) array
    allowed : (T, n) array
    labels : (n,) array
        The label of each composite label.
    """

    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    allowed: MaskArray
    labels: IdArray

    @property
    def arguments(self) -> tuple[FloatArray, FloatArray, OffsetArray, MaskArray]:
        """Arguments for functions of `crfcore.inference`."""
        return self.scores, self.transitions, self.offsets, self.allowed


def composite(checked: Lattice, automaton: Automaton, marks: OffsetArray) -> Composite:
    """Join a lattice and an automaton.

    Parameters
    ----------
    checked : Lattice
        N sentences with T tokens in all.
    automaton : Automaton
    marks : (T,) array, or (0,) for zeros
    """
    nodes = nodes_of(automaton)
    n_marks = automaton.n_marks
    # A composite label is a node at a token of a mark: number mark · len(nodes) + node.
    labels = np.tile(nodes.labels, n_marks)
    transitions = _transitions(checked, automaton)
    n_tokens = len(checked.scores)
    mark_of = marks if len(marks) else np.zeros(n_tokens, dtype=np.int64)
    allowed = np.repeat(np.arange(n_marks), len(nodes)) == mark_of[:, np.newaxis]
    if len(checked.allowed):
        allowed &= checked.allowed[:, labels] != 0
    scores = np.ascontiguousarray(checked.scores[:, labels])
    filled = checked.offsets[:-1][np.diff(checked.offsets) > 0]
    for start in filled.tolist():
        mark = int(mark_of[start])
        reached = nodes.successors[mark, 0]
        possible = np.flatnonzero(reached >= 0)
        columns = mark * len(nodes) + reached[possible]
        is_first = np.zeros(len(labels), dtype=np.bool_)
        is_first[columns] = True
        allowed[start] &= is_first
        scores[start, columns] -= nodes.costs[mark, 0, possible]
    final = np.tile(nodes.final, n_marks)
    lasts = checked.offsets[1:][np.diff(checked.offsets) > 0] - 1
    allowed[lasts] &= np.isfinite(final)
    scores[lasts] -= np.where(np.isfinite(final), final, 0.0)
    return Composite(
        scores, transitions, checked.offsets, allowed.astype(np.uint8), labels.astype(np.int32)
    )


def _transitions(checked: Lattice, automaton: Automaton) -> FloatArray:
    nodes = nodes_of(automaton)
    n_nodes, n_marks = len(nodes), automaton.n_marks
    steps = np.full((n_nodes, n_marks * n_nodes), -np.inf)
    # From each node, by each mark and label.
    reached = nodes.successors[:, nodes.states]
    marks, origins, labels = np.nonzero(reached >= 0)
    columns = marks * n_nodes + reached[marks, origins, labels]
    steps[origins, columns] = -nodes.costs[marks, nodes.states[origins], labels]
    targets = np.tile(nodes.labels, n_marks)
    ways = checked.transitions[:, nodes.labels[:, np.newaxis], targets]
    joined = np.tile(ways + steps, (1, n_marks, 1))
    return joined if checked.by_position else joined[0]
