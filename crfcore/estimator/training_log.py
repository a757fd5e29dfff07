"""The log of a training, in the form of sklearn_crfsuite."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from crfcore.errors import CrfError, shown
from crfcore.training.fitting import TrainingRecord
from crfcore.training.monitor import Monitor, TrainingProgress


@dataclass(slots=True)
class TrainingLog:
    """The iterations of a training, under the names of python-crfsuite's log.

    Attributes
    ----------
    iterations : list of dict
        One for each: ``num`` (from 1), ``loss`` (the objective), ``feature_norm`` (Euclidean norm
        of the weights, if available), ``error_norm`` (of the gradient), ``time``
        (seconds of this iteration), ``evaluations`` (of the objective so far).
    featgen_num_features : int or None
        The number of weights.
    featgen_seconds, training_seconds : float or None
        Of choosing the weights, and of the optimiser.
    """

    iterations: list[dict[str, Any]] = field(default_factory=list)
    featgen_num_features: int | None = None
    featgen_seconds: float | None = None
    training_seconds: float | None = None
    _seconds: float = 0.0

    @property
    def last_iteration(self) -> dict[str, Any] | None:
        """The last of the iterations; None where there was none."""
        return self.iterations[-1] if self.iterations else None

    @property
    def log(self) -> list[str]:
        """A line for each iteration."""
        return [line_of(iteration) for iteration in self.iterations]

    def note(self, progress: TrainingProgress) -> dict[str, Any] | None:
        """Add the progress of an iteration; return its entry, None if there was no iteration."""
        seconds, self._seconds = progress.seconds - self._seconds, progress.seconds
        if progress.iteration == 0:
            return None
        entries = {
            "num": progress.iteration,
            "loss": progress.objective,
            "feature_norm": progress.weight_norm,
            "error_norm": progress.gradient_norm,
            "time": seconds,
            "evaluations": progress.evaluations,
            "dev_score": progress.dev_score,
        }
        self.iterations.append({name: one for name, one in entries.items() if one is not None})
        return self.iterations[-1]

    def close(self, record: TrainingRecord) -> None:
        """Add the record of the finished training."""
        self.featgen_num_features = record.n_features
        self.featgen_seconds = record.seconds_features
        self.training_seconds = record.seconds

    def watching(self, monitor: Monitor | None, report: Callable[[str], None] | None) -> Monitor:
        """Return a monitor that logs each iteration, writes a line, and calls another one.

        Raises
        ------
        CrfError
            The other one cannot be called.
        """
        if monitor is not None and not callable(monitor):
            raise CrfError(
                f"monitor={shown(monitor)} is not possible; it must be a function, which gets the "
                "progress after each iteration."
            )

        def watch(progress: TrainingProgress) -> bool | None:
            noted = self.note(progress)
            if report is not None and noted is not None:
                report(line_of(noted))
            return None if monitor is None else monitor(progress)

        return watch


def line_of(iteration: dict[str, Any]) -> str:
    """Return an iteration as one line of text."""
    parts = [
        f"Iter {iteration['num']:<3}",
        f"time={iteration['time']:<5.2f}",
        f"loss={iteration['loss']:<8.2f}",
    ]
    if "feature_norm" in iteration:
        parts.append(f"feature_norm={iteration['feature_norm']:<8.2f}")
    return "  ".join(parts).rstrip()


def write_line(line: str) -> None:
    """Write a line to standard output; only with `verbose`."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
