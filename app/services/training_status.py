"""The status of training."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.domain.consistency import OFF, ConsistencyChoice
from app.domain.segments import SegmentNote
from app.domain.training_choice import TrainingChoice

PROGRESS_SECONDS = 0.1
"""The least interval between progress reports."""


@dataclass(frozen=True, slots=True)
class TrainingStatus:
    """The status of the model and of training.

    ``state`` is "idle", "preparing" (kernels are being compiled), "loading" (the stored model is
    being loaded), "training" or "paused". ``iteration``, ``max_iterations`` (0: no limit),
    ``objective`` and ``history`` (pairs of evaluation and objective) are those of the running
    training, or else of the last. ``model_kind`` is "none", "first" (a quick model with interpreted
    kernels), "empirical" or "full"; ``model_number`` counts models; ``model_made_at`` is seconds
    since the epoch, 0 for no model. ``trained_sentences`` and ``trained_tokens`` are the size of
    the proposing model's training data, and ``partly_labelled`` of these sentences have open
    tokens. ``waiting``: another training is queued. ``missing_labels`` is the number of new labels
    required before the next training, 0 for none; ``begins_at``, in seconds since the epoch, is the
    start of a delayed training, else 0. ``error`` is a sentence, "" if the last training went well.
    ``cluster_tokens`` is the size of the text of the proposing model's word clusters, 0 for none;
    ``cluster_progress`` is the finished share while clusters are learned, else 0. ``choice`` is
    that of training settings, None for none. ``choosing``: settings are being compared.
    ``compiling``: kernels that expectations need are still being compiled. ``segments`` says
    whether the proposing model scores segments. ``consistent`` is how names are made consistent
    (one of `app.domain.consistency.WAYS`), ``consistency`` what held-out documents prefer.
    ``lacks`` is what labels lack for a model, "" for nothing (see `TrainingData.lacks`).
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
    cluster_tokens: int = 0
    cluster_progress: float = 0.0
    choice: TrainingChoice | None = None
    choosing: bool = False
    consistent: str = OFF
    consistency: ConsistencyChoice | None = None
    compiling: bool = False
    segments: SegmentNote = field(default_factory=SegmentNote)
    lacks: str = ""


NO_MODEL: dict[str, Any] = {
    "model_kind": "none",
    "model_number": 0,
    "model_made_at": 0.0,
    "trained_sentences": 0,
    "trained_tokens": 0,
    "partly_labelled": 0,
    "cluster_tokens": 0,
    "segments": SegmentNote(),
    "waiting": False,
    "missing_labels": 0,
    "begins_at": 0.0,
}
"""The fields of a status without a model and without a training that is queued."""


class TrainingProgress:
    """The monitor of one training: collects points, and reports them ten times a second.

    ``report`` is called with the points since the last time; ``is_dropped`` returns whether to
    stop.
    """

    def __init__(
        self, report: Callable[[list[Any]], object], is_dropped: Callable[[], bool]
    ) -> None:
        self._report = report
        self._is_dropped = is_dropped
        self._points: list[Any] = []
        self._reported = 0.0

    def __call__(self, progress: Any) -> bool:
        """Add a point; return whether the training is to stop."""
        self._points.append(progress)
        if time.monotonic() - self._reported >= PROGRESS_SECONDS:
            self.notify()
        return self._is_dropped()

    def notify(self) -> None:
        """Report the points since the last time."""
        if self._points:
            self._reported = time.monotonic()
            self._report(self._points)
            self._points = []
