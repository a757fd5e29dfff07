"""What a table is: rows of a printed figure and of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome

Kind = Literal["fraction", "seconds", "nats", "count"]
"""What a row's figures are: shares of one (shown times 100), times, objectives, or numbers."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table.

    ``paper`` is None where the document prints nothing, ``ours`` where we have nothing to set
    against it. ``seconds`` and ``evaluations`` are what ours took; an evaluation is any pass over
    the training sentences that computes scores, an objective or a gradient. A ``variant`` of a row
    is the same figure under another condition ("file order"): a column of its own beside ours,
    where people read the table. ``saved`` is the fraction of work that ours saves, where a table
    is about that.
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
        """How much more ours is, None where one of the two is missing."""
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
    """A table of a document that can be computed again."""

    @property
    def name(self) -> str:
        """What the command line calls it: ``zhu-2``."""

    @property
    def about(self) -> str:
        """One line: what it shows, and where it is printed."""

    @property
    def minutes(self) -> float:
        """About how long all of it takes on two cores, with the seeds it has by default."""

    @property
    def draws(self) -> int:
        """How many draws of random data it has by default; 0 where nothing is drawn."""

    def rows(self, context: Context) -> Iterator[Row]:
        """Compute it, row by row."""

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return sentences about where the paper's figures and ours differ, and about the data.

        They are not asked of a table that was limited.
        """
