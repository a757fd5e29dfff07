"""What came out when the rules of a project were held against its sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True, eq=False)
class RuleFinding:
    """What one rule meets at present.

    ``changed`` are places of open sentences whose best labelling would be another one if this rule
    were off and all others as they are. ``broken`` are places of sentences whose confirmed labels
    break it. ``trouble`` says why the rule cannot be obeyed at all, "" if it can. ``has_model`` is
    False while there was no model to ask for proposals; then nothing is known of ``changed``.
    ``unknown`` are names in the rule that no label of the project has: they never occur.
    """

    changed: NDArray[np.int64] = field(default_factory=no_sentences)
    broken: NDArray[np.int64] = field(default_factory=no_sentences)
    trouble: str = ""
    has_model: bool = True
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleStates:
    """What rules cost: states of automata, by which the time of decoding grows.

    ``each`` has the states of each rule by itself, by its id: 0 where masks settle it, None where
    the integer program is needed. ``together`` are those of all rules that are on, in a sentence of
    middling length; ``by_integers`` are ids of rules that the integer program takes there.
    """

    each: dict[int, int | None] = field(default_factory=dict)
    together: int = 0
    by_integers: frozenset[int] = frozenset()
