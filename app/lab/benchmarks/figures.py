"""Options and results of benchmarks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crfcore.errors import CrfError
from crfcore.tasks import Client


class BenchmarkError(CrfError):
    """A benchmark lacks something; the message says what, and how to get it."""


def _report_nothing(_sentence: str) -> None:
    """Ignore a progress report."""


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """Options of a benchmark.

    ``corpora`` is the folder of public corpora; ``runs`` the number of measurements of ours and the
    peer in turn, for the median; ``keys`` the number of keys for the window; ``tokens`` the size of
    the project (None: default); ``long`` includes measurements of minutes; ``report`` gets progress
    messages; ``jobs`` is the number of processes where no time is measured, of which a ``client``
    takes the place.
    """

    corpora: Path | None = None
    runs: int = 1
    keys: int = 400
    tokens: int | None = None
    long: bool = False
    report: Callable[[str], None] = _report_nothing
    jobs: int = 1
    client: Client | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, and the peer's (None: no peer)."""

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


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latency_figures(name: str, latencies: Sequence[float]) -> dict[str, Figure]:
    """Return median, 95th percentile and maximum of some times, in seconds."""
    return {
        f"{name}_p50_seconds": Figure(percentile(latencies, 0.5), None, "s", len(latencies)),
        f"{name}_p95_seconds": Figure(percentile(latencies, 0.95), None, "s", len(latencies)),
        f"{name}_max_seconds": Figure(max(latencies), None, "s", len(latencies)),
    }
