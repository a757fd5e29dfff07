"""Rules: kinds with a name, a switch and a cost, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Real

from crfcore.arrays import plain_number
from crfcore.constraints.kinds import KINDS, Kind
from crfcore.errors import CrfError, shown
from crfcore.messages import message

LARGEST_COST = 1e6
"""Limit of the cost of a soft rule: e^−cost is 0, and sums of thousands of them leave scores the
digits by which labellings differ."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule.

    Attributes
    ----------
    kind : one of `KINDS`
        The kind with its parameters.
    name : str
        Its name for the user; may be empty.
    on : bool
        Whether it applies; a rule that is off is ignored.
    cost : float, optional
        None for a hard rule, which no labelling may violate. Otherwise subtracted from the score of
        a labelling, from 0 to `LARGEST_COST`: once per violation for rules about tokens,
        neighbours, schemes and words, once per unit over or under for counts, once per sentence
        for all others.
    """

    kind: Kind
    name: str = ""
    on: bool = True
    cost: float | None = None

    def __post_init__(self) -> None:
        """Reject anything but a kind, and invalid costs."""
        if type(self.kind) not in KINDS.values():
            names = ", ".join(kind.__name__ for kind in KINDS.values())
            raise CrfError(
                message(
                    "{kind} is no kind of rule; use one of {names}.",
                    kind=shown(self.kind),
                    names=names,
                )
            )
        cost: float | None = plain_number(self.cost)
        if cost is not None and not (
            isinstance(cost, Real) and not isinstance(cost, bool) and 0 <= cost <= LARGEST_COST
        ):
            raise CrfError(
                message(
                    "The cost of a soft rule is a number from 0 to {largest_cost:,.0f}, not "
                    "{cost}; leave it out for a hard rule.",
                    largest_cost=LARGEST_COST,
                    cost=shown(cost),
                )
            )

    @property
    def hard(self) -> bool:
        """Whether no labelling may violate it."""
        return self.cost is None


class Rules(tuple[Rule, ...]):
    """Rules in their order; kinds alone become hard rules without a name.

    Parameters
    ----------
    rules : iterable of Rule or kinds
    """

    __slots__ = ()

    def __new__(cls, rules: Iterable[Rule | Kind] = ()) -> Rules:
        """Convert kinds to hard rules."""
        return super().__new__(cls, (r if isinstance(r, Rule) else Rule(r) for r in rules))

    def __add__(self, other: Iterable[Rule | Kind]) -> Rules:  # type: ignore[override]
        """Return these rules followed by the others."""
        return Rules([*self, *other])

    def in_force(self) -> Iterator[tuple[int, Rule]]:
        """Yield (index, rule) for those that are on."""
        return ((rule_index, rule) for rule_index, rule in enumerate(self) if rule.on)
