"""Tables: rows of a published figure and ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome

Kind = Literal["fraction", "seconds", "nats", "count"]
"""The kind of a row's figures: fractions (shown times 100), times, objectives, or numbers."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    ``paper`` is None if the document has no figure, ``ours`` if we have none. ``seconds`` and
    ``evaluations`` are the cost of ours; an evaluation is any pass over the training sentences that
    computes scores, an objective or a gradient. A ``variant`` of a row is the same figure under
    another condition ("file order"), shown in a further column. ``saved`` is the fraction of work
    that is saved.
    """

    name: str
    paper: float | None
    ours: float | None
    seconds: float | None = None
    evaluations: float | None = None
    kind: Kind = "fraction"
    variant: str = ""
    saved: float | None = None

    @classmethod
    def of(
        cls,
        name: str,
        paper: float | None,
        outcome: Outcome,
        figure: str,
        kind: Kind = "fraction",
        variant: str = "",
    ) -> Row:
        """Return the row of one figure of an outcome."""
        ours = outcome.figures.get(figure)
        return cls(name, paper, ours, outcome.seconds, outcome.evaluations, kind, variant)

    @property
    def gain(self) -> float | None:
        """The difference of ours and the paper's; None if one is missing."""
        return None if self.paper is None or self.ours is None else self.ours - self.paper

    def as_json(self) -> dict[str, Any]:
        """Return the row as `--json` prints it."""
        row = {
            "name": f"{self.name}, {self.variant}" if self.variant else self.name,
            "paper": self.paper,
            "ours": self.ours,
            "seconds": self.seconds,
            "evaluations": _whole(self.evaluations),
        }
        return row if self.saved is None else row | {"saved": self.saved}


def _whole(value: float | None) -> float | None:
    return int(value) if value is not None and value == int(value) else value


class Table(Protocol):
    """A published table that can be reproduced."""

    @property
    def name(self) -> str:
        """Its name on the command line: ``zhu-2``."""

    @property
    def about(self) -> str:
        """One line: its content and source."""

    @property
    def minutes(self) -> float:
        """Approximate time on two cores, with default seeds."""

    @property
    def draws(self) -> int:
        """Default number of draws of random data; 0 if nothing is drawn."""

    def rows(self, context: Context) -> Iterator[Row]:
        """Compute it, row by row."""

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return sentences about where the paper's figures and ours differ, and about the data.

        Not called for a limited table.
        """
