"""Options of a reproduction, its saved outcomes, and progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias, TypeVar

from app.lab.reproduce.kept_outcomes import KeptOutcomes
from app.lab.reproduce.outcome import Outcome
from crfcore.training.monitor import Monitor, TrainingProgress

T = TypeVar("T")


Listener: TypeAlias = Callable[[float, str], None]
"""``listener(minutes, doing)`` gets the progress of a table, in its minutes, and the current
task."""


def _nobody(_minutes: float, _doing: str) -> None:
    """Ignore progress."""


@dataclass(slots=True)
class Context:
    """Options of a table, and its finished outcomes.

    ``limit`` is the maximum of sentences in each part of the data (None: all), ``seeds`` the number
    of draws of the data (None: the table's default). ``kept`` are outcomes of earlier runs;
    ``elapsed`` the seconds of all outcomes.
    """

    corpora: Path | None = None
    limit: int | None = None
    seeds: int | None = None
    threads: int = 1
    kept: KeptOutcomes = field(default_factory=KeptOutcomes)
    listener: Listener = _nobody
    elapsed: float = field(default=0.0, init=False)
    _minutes: float = field(default=0.0, init=False)

    def at_most(self, sentences: Sequence[T]) -> Sequence[T]:
        """Return the first sentences, up to the limit."""
        return sentences if self.limit is None else sentences[: self.limit]

    def n_seeds(self, usual: int) -> int:
        """Return the number of draws."""
        return usual if self.seeds is None else self.seeds

    def report(self, doing: str) -> None:
        """Report the current task."""
        self.listener(self._minutes, doing)

    def outcome(self, key: str, compute: Callable[[], Outcome], minutes: float = 0.0) -> Outcome:
        """Return the saved outcome of a key, or compute and save it.

        The key describes it ("CRF, seed 0"), also in the progress bar; ``minutes`` is its part of
        the table's minutes.
        """
        outcome = self.kept.get(key)
        if outcome is None:
            self.report(key)
            started = time.perf_counter()
            outcome = compute()
            outcome = replace(outcome, elapsed=time.perf_counter() - started)
            self.kept.add(key, outcome)
        self.elapsed += outcome.elapsed
        self._minutes += minutes
        self.report(key)
        return outcome

    def monitor(self, what: str) -> Monitor:
        """Return a monitor that reports the progress of a training."""

        def reporting(progress: TrainingProgress) -> None:
            self.report(f"{what}: {progress.evaluations} evaluations, {progress.objective:,.1f}")

        return reporting
