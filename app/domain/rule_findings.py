"""Results of checking the rules of a project against its sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True, eq=False)
class RuleFinding:
    """The effects of one rule.

    ``changed`` are open sentences whose best labelling would differ with only this rule off.
    ``broken`` are sentences whose confirmed labels violate it. ``trouble`` is why the rule cannot
    be satisfied at all, "" if it can. Without a model (``has_model`` False) ``changed`` is unknown.
    ``unknown`` are names in the rule that no label of the project has. ``broken_at`` are the first
    tokens that violate it in each of the sentences ``broken``.
    """

    changed: NDArray[np.int64] = field(default_factory=no_sentences)
    broken: NDArray[np.int64] = field(default_factory=no_sentences)
    trouble: str = ""
    has_model: bool = True
    unknown: tuple[str, ...] = ()
    broken_at: NDArray[np.int64] = field(default_factory=no_sentences)

    def tokens(self) -> dict[int, int]:
        """Return the first violating token of each sentence of ``broken``."""
        return dict(zip(self.broken.tolist(), self.broken_at.tolist(), strict=False))


@dataclass(frozen=True, slots=True)
class RuleStates:
    """The number of automaton states of rules, with which the time of decoding grows.

    ``each`` has the states of each single rule, by its id: 0 if a mask is enough, None if the
    integer program is needed. ``together`` is that of all rules that are on, for a sentence of
    average length; ``by_integers`` are ids of rules left to the integer program there.
    """

    each: dict[int, int | None] = field(default_factory=dict)
    together: int = 0
    by_integers: frozenset[int] = frozenset()
