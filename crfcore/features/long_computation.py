"""Long computations on text: in parts, by several threads, with progress, and cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

import numpy as np

from crfcore.errors import CrfError, TrainingCancelled, shown

StepMonitor: TypeAlias = Callable[[int, int], bool | None]
"""Called with (steps done, steps in all) after each step; returns True to stop."""

_Result = TypeVar("_Result")


class Steps:
    """Runs the parts of a long computation, tells how far it is, and stops it when asked to.

    Parameters
    ----------
    total : int
        The number of steps.
    monitor : StepMonitor, optional
    cancelled : callable, optional
        Called before each part; True stops.
    threads : int
    """

    def __init__(
        self,
        total: int,
        monitor: StepMonitor | None = None,
        cancelled: Callable[[], bool] | None = None,
        threads: int = 1,
    ) -> None:
        self._total, self._done = total, 0
        self._monitor, self._cancelled = monitor, cancelled
        self._threads = threads

    def check(self) -> None:
        """Raise TrainingCancelled if the computation was cancelled."""
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled

    def step(self) -> None:
        """Count a step as done."""
        self._done += 1
        if self._monitor is not None and self._monitor(self._done, self._total):
            raise TrainingCancelled
        self.check()

    def each(
        self, work: Callable[[int, int], _Result], blocks: Sequence[tuple[int, int]]
    ) -> Iterator[_Result]:
        """Give the result of each block of rows, in order."""

        def checked(block: tuple[int, int]) -> _Result:
            self.check()
            return work(*block)

        if self._threads < 2 or len(blocks) < 2:
            yield from map(checked, blocks)
            return
        with ThreadPoolExecutor(min(self._threads, len(blocks))) as executor:
            yield from executor.map(checked, blocks)


def check_counts(names: Iterable[tuple[str, Any, int, int]]) -> None:
    """Raise CrfError for a parameter that is no whole number from one to another."""
    for name, value, least, most in names:
        if type(value) is bool or not isinstance(value, int | np.integer):
            raise CrfError(f"{name}={shown(value)} is not possible; give a whole number.")
        if not least <= value <= most:
            raise CrfError(
                f"{name}={value} is not possible; give a whole number from {least:,} to {most:,}."
            )
