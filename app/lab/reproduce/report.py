"""Reports of computed tables, as text and JSON."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from app import __version__
from app.lab.reproduce.context import Context
from app.lab.reproduce.grid import grid_of
from app.lab.reproduce.kept_outcomes import KeptOutcomes
from app.lab.reproduce.machine import kind_of_machine
from app.lab.reproduce.table import Row, Table
from crfcore.messages import counted

LONG = 20.0
"""Minutes from which on a table warns about its time."""

LIMITED = "With so few sentences the figures are not to be compared with the paper's."


@dataclass(frozen=True, slots=True)
class Report:
    """The rows of a table with remarks, and the circumstances of the run."""

    name: str
    about: str
    rows: tuple[Row, ...]
    remarks: tuple[str, ...]
    command: str
    limit: int | None
    seeds: int | None
    threads: int
    seconds: float
    day: date
    machine: str

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON for `--json`."""
        return {
            "table": self.name,
            "limited": self.limit is not None,
            "rows": [row.as_json() for row in self.rows],
        }

    def as_text(self) -> str:
        """Return it as text for a terminal."""
        cells = grid_of(self.rows)
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(
                [line[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            ).rstrip()
            for line in cells
        ]
        title = f"{self.name}{self._part}: {self.about}"
        return "\n".join([title, *lines, self.circumstances, *self.remarks])

    @property
    def _part(self) -> str:
        """What is not as in the whole table, which ``about`` is about."""
        limits = [] if self.limit is None else [f"{self.limit:,} sentences a part"]
        limits += [] if self.seeds is None else [counted(self.seeds, "draw")]
        return f", here with {' and '.join(limits)}; the whole table is" if limits else ""

    @property
    def circumstances(self) -> str:
        """Return a sentence with the command, date and machine."""
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        limited = "" if self.limit is None else f" limited to {self.limit:,} sentences a part,"
        day = f"{self.day.day} {self.day:%B %Y}"
        return (
            f"Made with `{self.command}`,{limited} {day}, in "
            f"{_duration(self.seconds)} on {threads}: {self.machine}."
        )


def command_of(table: Table, context: Context) -> str:
    """Return the command that gives the same table."""
    words = ["tagwright", "reproduce", table.name]
    for option, value in (("--limit", context.limit), ("--seeds", context.seeds)):
        if value is not None:
            words += [option, str(value)]
    return " ".join(words)


def kept_outcomes(path: Path | None, table: Table, context: Context) -> KeptOutcomes:
    """Return saved outcomes of earlier runs of a table under the same circumstances."""
    if path is None:
        return KeptOutcomes()
    run = {
        "table": table.name,
        "limit": context.limit,
        "threads": context.threads,
        "machine": kind_of_machine(),
        "version": __version__,
    }
    return KeptOutcomes.open(path, run)


def compute(table: Table, context: Context) -> Report:
    """Compute a table."""
    rows = tuple(table.rows(context))
    return Report(
        table.name,
        table.about,
        rows,
        tuple(table.remarks(rows)) if context.limit is None else (LIMITED,),
        command_of(table, context),
        context.limit,
        context.seeds,
        context.threads,
        context.elapsed,
        date.today(),
        kind_of_machine(),
    )


def warning(table: Table, context: Context) -> str | None:
    """Return a sentence about the time of a table, if that is long."""
    if table.minutes <= LONG or context.limit is not None:
        return None
    return (
        f"{table.name} takes about {table.minutes:.0f} minutes on two cores. --limit N takes N "
        "sentences of each part of the data instead; --resume FILE keeps what is finished, and "
        "goes on from there."
    )


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100.0 else f"{seconds / 60.0:.0f} min"
