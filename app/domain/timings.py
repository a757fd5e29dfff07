"""How long a person has taken for each sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

REFIT_EVERY = 10
"""After so many more sentences what is expected of the person is computed anew."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One sentence: how many tokens it has, how many corrections it took, and how many seconds."""

    tokens: int
    corrections: int
    seconds: float


@dataclass(slots=True)
class Timings:
    """Watches steps go by: whatever lies between two finished sentences was spent on the second."""

    kept: list[Timed] = field(default_factory=list)
    _since: float | None = None
    _corrections: int = 0

    def begin_with(self, earlier: Sequence[Timed]) -> None:
        """Put what is known of earlier sittings ahead."""
        self.kept[:0] = earlier

    def correct(self) -> None:
        """Note a step that says something of a sentence, and does not finish it."""
        self._corrections += 1

    def finish(self, now: float, tokens: int) -> None:
        """Note the step that finishes a sentence, at a time in seconds."""
        if self._since is not None:
            self.kept.append(Timed(tokens, self._corrections, now - self._since))
        self._since, self._corrections = now, 0

    def to_fit(self) -> tuple[Timed, ...]:
        """Return what is to be learnt from: it changes with every tenth sentence only."""
        return tuple(self.kept[: len(self.kept) // REFIT_EVERY * REFIT_EVERY])
