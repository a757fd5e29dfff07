"""The time that a person takes for each sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

REFIT_EVERY = 10
"""The number of sentences after which the time model is fitted again."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One sentence: its number of tokens and corrections, and the seconds it took."""

    tokens: int
    corrections: int
    seconds: float


@dataclass(slots=True)
class Timings:
    """Timings of sentences: the time since the last finished sentence."""

    kept: list[Timed] = field(default_factory=list)
    _since: float | None = None
    _corrections: int = 0

    def begin_with(self, earlier: Sequence[Timed]) -> None:
        """Insert the timings of earlier sessions at the beginning."""
        self.kept[:0] = earlier

    def correct(self) -> None:
        """Count a step that changes a sentence and does not finish it."""
        self._corrections += 1

    def finish(self, now: float, tokens: int) -> None:
        """Record a finished sentence, at a time in seconds."""
        if self._since is not None:
            self.kept.append(Timed(tokens, self._corrections, now - self._since))
        self._since, self._corrections = now, 0

    def to_fit(self) -> tuple[Timed, ...]:
        """Return the timings to fit; they change with every tenth sentence only."""
        return tuple(self.kept[: len(self.kept) // REFIT_EVERY * REFIT_EVERY])
