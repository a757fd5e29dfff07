"""What is told of a training, and what of a step is new for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenChanges
from app.domain.tokens import TokenState

PROGRESS_SECONDS = 0.1
"""Progress is told this often at most: nobody sees more."""


@dataclass(frozen=True, slots=True)
class TrainingStatus:
    """What is shown of the model and of training.

    ``state`` is "idle", "preparing" (kernels are being compiled), "loading" (the model that
    was kept is being read), "training" or "paused".
    ``iteration``, ``max_iterations`` (0: no limit), ``objective`` and ``history`` (pairs of
    evaluation and objective) are of the training under way, or else of the last. ``model_kind`` is
    "none", "first" (from counts, not compiled), "empirical" or "full"; ``model_number`` counts
    models; ``model_made_at`` is seconds since the epoch, 0 for no model. ``trained_sentences`` and
    ``trained_tokens`` are what the model that proposes has learnt from, and ``partly_labelled`` of
    these sentences have open tokens. ``waiting`` says that a further training is queued.
    ``missing_labels`` are still to be given before the next training, 0 where none is held back for
    them; ``begins_at``, in seconds since the epoch, is when one begins that is held back for a
    while, else 0. ``error`` is a sentence, "" if the last training went well.
    """

    state: str = "idle"
    iteration: int = 0
    max_iterations: int = 0
    objective: float = float("nan")
    history: tuple[tuple[int, float], ...] = ()
    seconds: float = 0.0
    model_kind: str = "none"
    model_number: int = 0
    model_made_at: float = 0.0
    trained_sentences: int = 0
    trained_tokens: int = 0
    partly_labelled: int = 0
    waiting: bool = False
    missing_labels: int = 0
    begins_at: float = 0.0
    error: str = ""


class TrainingProgress:
    """The monitor of one training: gathers points, and tells them ten times a second.

    ``report`` gets the points gathered since the last time; ``is_dropped`` says that the training
    is to stop.
    """

    def __init__(
        self, report: Callable[[list[Any]], object], is_dropped: Callable[[], bool]
    ) -> None:
        self._report = report
        self._is_dropped = is_dropped
        self._points: list[Any] = []
        self._reported = 0.0

    def __call__(self, progress: Any) -> bool:
        """Take a point in; say whether the training is to stop."""
        self._points.append(progress)
        if time.monotonic() - self._reported >= PROGRESS_SECONDS:
            self.notify()
        return self._is_dropped()

    def notify(self) -> None:
        """Hand over the points gathered since the last time."""
        if self._points:
            self._reported = time.monotonic()
            self._report(self._points)
            self._points = []


def new_labels(changes: TokenChanges) -> NDArray[np.bool_]:
    """Return of which tokens something new is said, or something taken back (K,)."""
    before, after = changes.before, changes.after
    known = (before.states == TokenState.CONFIRMED) | (after.states == TokenState.CONFIRMED)
    other = (before.states != after.states) | (before.tag_sets != after.tag_sets)
    return np.asarray(known & other)
