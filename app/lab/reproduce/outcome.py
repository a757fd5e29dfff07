"""Outcomes: figures by name, which can be saved in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Outcome:
    """Figures by name, and costs of a training; None if not applicable.

    ``elapsed`` is the whole time, with reading and tagging, set by `Context.outcome`.
    """

    figures: Mapping[str, float]
    seconds: float | None = None
    evaluations: float | None = None
    elapsed: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON for a file."""
        return {
            "figures": dict(self.figures),
            "seconds": self.seconds,
            "evaluations": self.evaluations,
            "elapsed": self.elapsed,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return the outcome of JSON; KeyError, TypeError or ValueError if it is invalid."""

        def number(value: Any) -> float | None:
            return None if value is None else float(value)

        figures = {str(name): float(value) for name, value in kept["figures"].items()}
        seconds, evaluations = number(kept["seconds"]), number(kept["evaluations"])
        return cls(figures, seconds, evaluations, float(kept["elapsed"]))


def mean(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the means of the figures that all outcomes have."""
    names = [
        name for name in outcomes[0].figures if all(name in outcome.figures for outcome in outcomes)
    ]
    figures = {name: _mean(outcome.figures[name] for outcome in outcomes) or 0.0 for name in names}
    return Outcome(
        figures,
        _mean(outcome.seconds for outcome in outcomes),
        _mean(outcome.evaluations for outcome in outcomes),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    listed = list(values)
    known = [value for value in listed if value is not None]
    return sum(known) / len(known) if known and len(known) == len(listed) else None
