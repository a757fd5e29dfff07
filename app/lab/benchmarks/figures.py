"""What a benchmark is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crfcore.errors import CrfError


class BenchmarkError(CrfError):
    """A benchmark lacks something; the message says what, and where to get it."""


def _report_nothing(_sentence: str) -> None:
    """Stand in for a progress report that nobody reads."""


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """What the command line says about a measurement.

    ``corpora`` is the folder of public corpora; ``runs`` says how often ours and the peer are
    measured in turn (the median counts). ``keys`` says how many keys are sent to the
    window, ``tokens`` how large the project is (None: what is usual). ``long`` asks for
    what takes minutes rather than seconds. ``report`` is told what is being done.
    """

    corpora: Path | None = None
    runs: int = 1
    keys: int = 400
    tokens: int | None = None
    long: bool = False
    report: Callable[[str], None] = _report_nothing


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number beside the peer's (None: there is no peer)."""

    ours: float
    peer: float | None
    unit: str
    runs: int = 1

    @property
    def ratio(self) -> float | None:
        """Ours as a multiple of the peer's."""
        return self.ours / self.peer if self.peer else None

    def as_json(self) -> dict[str, Any]:
        """Return the figure as `--json` prints it."""
        return {
            "ours": self.ours,
            "peer": self.peer,
            "ratio": self.ratio,
            "unit": self.unit,
            "runs": self.runs,
        }
