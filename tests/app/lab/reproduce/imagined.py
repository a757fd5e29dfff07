"""A table of an imaginary paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row


@dataclass
class ImaginedTable:
    """Three rows; computations are recorded."""

    name: str = "zhu-4"
    about: str = "An imagined table (000, table 0)."
    minutes: float = 4.0
    draws: int = 2
    computed: list[str] = field(default_factory=list)
    interrupted_at: str = ""

    def rows(self, context: Context) -> Iterator[Row]:
        for method in ("A", "B"):
            outcome = context.outcome(method, lambda method=method: self.train(method), 2.0)
            yield Row.of(f"{method} accuracy", 0.5, outcome, "accuracy")
        yield Row("C | accuracy", 0.25, None)

    def train(self, method: str) -> Outcome:
        if method == self.interrupted_at:
            raise KeyboardInterrupt
        self.computed.append(method)
        return Outcome({"accuracy": 0.75}, 1.5, 7)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        return [f"{len(rows)} rows were imagined."]
