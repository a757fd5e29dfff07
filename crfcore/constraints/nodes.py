"""The nodes of a lattice over label and automaton state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.constraints.automaton import Automaton


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Reachable pairs of a state and the label that led to it, sorted by state.

    Attributes
    ----------
    labels, states : (n,) array
        Of each node.
    first : (S + 1,) array
        Nodes of state s are first[s] to first[s + 1] - 1.
    successors : (M, S, L) array
        The node to which a label leads from a state at a token with a mark; −1 where forbidden.
    costs : (M, S, L) array
        Of these steps.
    final : (n,) array
        Cost of stopping at a node; inf where a sentence must not stop.
    """

    labels: IdArray
    states: IdArray
    first: IdArray
    successors: IdArray
    costs: FloatArray
    final: FloatArray

    def __len__(self) -> int:
        """Return n."""
        return len(self.labels)


def nodes_of(automaton: Automaton) -> Nodes:
    """Return the nodes of an automaton."""
    following = automaton.next
    _, n_states, n_labels = following.shape
    reached = np.zeros((n_states, n_labels), dtype=np.bool_)
    _, _, labels = np.nonzero(following >= 0)
    reached[following[following >= 0], labels] = True
    # Where no labelling is possible, one unreachable node keeps the arrays in shape.
    reached[0, 0] |= not reached.any()
    states, own_labels = np.nonzero(reached)
    numbers = np.full((n_states, n_labels), -1, dtype=np.int32)
    numbers[reached] = np.arange(len(states), dtype=np.int32)
    successors = np.where(following >= 0, numbers[following, np.arange(n_labels)], -1)
    return Nodes(
        own_labels.astype(np.int32),
        states.astype(np.int32),
        np.searchsorted(states, np.arange(n_states + 1)).astype(np.int32),
        np.ascontiguousarray(successors, dtype=np.int32),
        np.ascontiguousarray(automaton.cost),
        automaton.final[states],
    )
