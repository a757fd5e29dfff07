"""Small deterministic automata over labels, with costs."""

from __future__ import annotations

from dataclasses import dataclass

from crfcore.arrays import FloatArray, IdArray

DEAD = -1
"""The successor of a step that is not possible."""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """A deterministic automaton that reads the labels of a sentence from left to right.

    What a rule says of some places alone ("not this span") is told by *marks*: each token has one,
    and the step that a label makes may depend on it. An automaton that is the same everywhere has
    one mark, 0. Marks belong to a sentence and so stand beside the automaton, not in it.

    Attributes
    ----------
    next : (M, S, L) array of int32
        State after reading a label of a token with mark m in a state; `DEAD` where the labelling
        is forbidden. Reading starts in state 0.
    cost : (M, S, L) array
        What the score loses by that step; finite.
    final : (S,) array
        What the score loses by stopping in a state; inf where a sentence must not stop.
    """

    next: IdArray
    cost: FloatArray
    final: FloatArray

    @property
    def n_marks(self) -> int:
        """M."""
        return int(self.next.shape[0])

    @property
    def n_states(self) -> int:
        """S."""
        return int(self.next.shape[1])

    @property
    def n_labels(self) -> int:
        """L."""
        return int(self.next.shape[2])
