"""What a table is given: where the corpora are, how much is wanted, and who listens."""

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
"""``listener(minutes, doing)`` hears how far a table is, in its minutes, and what is being done."""


def _nobody(_minutes: float, _doing: str) -> None:
    """Stand in for a listener."""


@dataclass(slots=True)
class Context:
    """What the command line says about a table, and what is finished of it.

    ``limit`` is the greatest number of sentences in each part of the data (None: all of them),
    ``seeds`` how many draws of the data are made (None: as many as the table has by default).
    ``kept`` holds what earlier runs have finished; ``elapsed`` are the seconds of all that is
    finished, then and now.
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
        """Return the first sentences, as many as are wanted."""
        return sentences if self.limit is None else sentences[: self.limit]

    def n_seeds(self, usual: int) -> int:
        """Return how many draws to make."""
        return usual if self.seeds is None else self.seeds

    def report(self, doing: str) -> None:
        """Say what is being done now."""
        self.listener(self._minutes, doing)

    def outcome(self, key: str, compute: Callable[[], Outcome], minutes: float = 0.0) -> Outcome:
        """Return what is kept under a key, or compute and keep it.

        The key says what is computed ("CRF, seed 0"), for the bar too; ``minutes`` is the part
        of the table's minutes that it takes.
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
        """Return a monitor for a training that says how far it is."""

        def reporting(progress: TrainingProgress) -> None:
            self.report(f"{what}: {progress.evaluations} evaluations, {progress.objective:,.1f}")

        return reporting
