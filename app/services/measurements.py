"""Measurements of models on the test sample, and of the person's pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.control_sample import count_open_others, is_control, labelled_others
from app.domain.edits import Edit
from app.domain.measurement import CurvePoint, Forecast, Measurement, Pace, Saving
from app.domain.tagging import TOKENS
from app.edits.settings import change_goal
from app.jobs.measuring.measure import ControlQuestion, control_question
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.finished import Finished
from app.jobs.queue.pace import pace_of
from app.jobs.queue.savings import saving_of
from app.services.latest_query import LatestQuery
from app.services.trainer import NumberedModel
from app.session import Session
from crfcore.errors import CrfError

WAIT_MILLISECONDS = 700
"""Edits within this time are measured together."""

MODELS_COMPARED = 4
POINTS_KEPT = 500
_MOST = 2**31
"""No stored point has more sentences or tokens."""

NO_FORECAST, NO_PACE = Forecast(), Pace()


@dataclass(frozen=True, slots=True)
class Progress:
    """The data of the progress panel; None for what is not known yet.

    ``loading``: the stored model is still to be loaded and measured; ``saved`` is its last score.
    ``is_f1`` as in `Measurement`.
    """

    measurement: Measurement | None = None
    forecast: Forecast = NO_FORECAST
    pace: Pace = NO_PACE
    points: tuple[CurvePoint, ...] = ()
    saving: Saving | None = None
    loading: bool = False
    saved: CurvePoint | None = None
    is_f1: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """Data for a measurement."""

    model: NumberedModel | None
    question: ControlQuestion | None
    points: tuple[CurvePoint, ...]
    target: float
    n_open: int
    detailed: bool
    edits: tuple[Edit, ...] | None
    finished: Finished | None
    control: frozenset[int]
    annotator: str


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """The last model that was measured, with its question and result."""

    model: int
    question: ControlQuestion
    measurement: Measurement


class Measurements(QObject):
    """Measures every full model on the test sample, and keeps the learning curve.

    Signals
    -------
    progressed : Progress
        New data for the panel.
    """

    progressed = Signal(object)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; does nothing before there is a model."""
        super().__init__(parent)
        self._session = session
        self.progress = self._progress()
        self._learning = learning
        self._model: NumberedModel | None = None
        self._watched = False
        self._query = LatestQuery(
            self._request,
            lambda request, _: self._measured(request),
            self._take,
            milliseconds=WAIT_MILLISECONDS,
            lengthy=True,
            parent=self,
        )
        # Used by the worker only.
        self._judged: _Judged | None = None
        self._models: list[NDArray[np.int32]] = []
        self._control: frozenset[int] = frozenset()
        self._points: tuple[CurvePoint, ...] = ()
        session.changed.connect(self._session_changed)

    @property
    def target(self) -> float:
        """The goal: a score."""
        return self._session.project.settings.goal

    # ---- commands

    def set_model(self, model: NumberedModel) -> None:
        """Measure a new model, if it is a full model."""
        if model.kind == "full":
            self._model = model
            self._query.ask_next()

    def set_target(self, target: float) -> None:
        """Change the goal of the project."""
        self._session.apply(change_goal(self._session.project, target))

    def watch(self, *, wanted: bool) -> None:
        """Set whether the panel is visible: then calibration and pace are computed, too."""
        if wanted and not self._watched:
            self._query.ask_when_quiet(0)
        self._watched = wanted

    def restore(self, report: Mapping[str, Any]) -> None:
        """Restore the learning curve from the report of the stored model, ignoring invalid points.

        The model is measured again after loading.
        """
        points = report.get("curve")
        found = map(_point_of, points[-POINTS_KEPT:] if isinstance(points, list) else [])
        kept = tuple(point for point in found if point is not None)
        saved = next((point for point in kept if point.made_at == report.get("made_at")), None)
        loading = self.sample()[1] > 0
        self.progress = self._progress(points=kept, loading=loading, saved=saved)

    def give_up_saved(self) -> None:
        """Stop waiting for the stored model, which cannot be loaded."""
        if self.progress.loading:
            self.progress = replace(self.progress, loading=False, saved=None)
            self.progressed.emit(self.progress)

    def kept_points(self) -> list[dict[str, float]]:
        """Return the learning curve for the project file."""
        return [asdict(point) for point in self.progress.points[-POINTS_KEPT:]]

    def labelled_others(self) -> int:
        """Return the number of labelled sentences outside the test sample."""
        session = self._session
        return labelled_others(session.project, session.visible, session.open_tokens)

    def sample(self) -> tuple[int, int]:
        """Return the number of test sentences, and of those that are done."""
        session = self._session
        control = session.visible[is_control(session.corpus, session.visible)]
        return len(control), int(np.count_nonzero(session.open_tokens[control] == 0))

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    # ---- on the GUI thread

    def _session_changed(self, changes: Changes) -> None:
        known = changes.sentences[changes.sentences < self._session.corpus.n_sentences]
        in_sample = bool(is_control(self._session.corpus, known).any())
        matters = changes.structure or changes.goal or in_sample
        if matters or self._watched:
            self._query.ask_when_quiet()

    def _request(self) -> _Request | None:
        has_sample = self._model is not None and self.sample()[0] > 0
        if not (self._watched or has_sample):
            return None
        session = self._session
        corpus, question = session.corpus, None
        if has_sample:
            question = control_question(session.project, session.visible, session.open_tokens)
        control = corpus.ids[is_control(corpus, np.arange(corpus.n_sentences))]
        return _Request(
            self._model,
            question,
            self.progress.points,
            self.target,
            count_open_others(corpus, session.visible, session.open_tokens),
            self._watched,
            session.history.steps() if self._watched else None,
            Finished.of(session.project, session.open_tokens) if self._watched else None,
            frozenset(control.tolist()),
            session.annotator,
        )

    def _take(self, request: _Request, progress: Progress) -> None:
        before = self.progress
        if before.loading and request.model is None:
            progress = replace(progress, loading=True, saved=before.saved)
        self.progress = replace(progress, is_f1=before.is_f1)
        self.progressed.emit(self.progress)

    def _progress(self, **known: Any) -> Progress:
        return Progress(is_f1=self._session.project.settings.scheme != TOKENS, **known)

    # ---- on a worker

    def _measured(self, request: _Request) -> Progress:
        try:
            measurement = self._judge(request)
        except CrfError:
            # This model cannot read the sentences; the next one may.
            measurement = None
        # With points made since the request.
        points = with_point(_joined(request.points, self._points), measurement)
        self._points = points
        return Progress(
            measurement,
            # Without a measurement of this model the curve is of what may have been undone.
            self._learning.forecast(points, self._models, request.target, request.n_open)
            if measurement is not None or (request.model is None and points)
            else NO_FORECAST,
            NO_PACE
            if request.edits is None or request.finished is None
            else pace_of(request.edits, request.control, request.finished, _first_model(request)),
            points,
            _saving(request),
        )

    def _judge(self, request: _Request) -> Measurement | None:
        model, question = request.model, request.question
        if model is None or question is None:
            return None
        last = self._judged
        same = last is not None and last.model == model.number
        if last is not None and same and last.question.same_as(question):
            enough = last.measurement.calibration is not None or last.measurement.point is None
            if enough or not request.detailed:
                return last.measurement
        measurement = self._learning.measure(
            model.model,
            question,
            (model.sentences, model.tokens),
            model.made_at,
            detailed=request.detailed,
        )
        if request.control != self._control:
            self._models, self._control = [], request.control
        self._remember(measurement.found, again=same)
        self._judged = _Judged(model.number, question, measurement)
        return measurement

    def _remember(self, found: NDArray[np.int32], *, again: bool) -> None:
        """Keep the proposals of the last models for the sample, while it is the same."""
        if self._models and len(self._models[-1]) != len(found):
            self._models = []
        if again and self._models:
            self._models.pop()
        self._models = [*self._models, found][-MODELS_COMPARED:]


def with_point(
    points: Sequence[CurvePoint], measurement: Measurement | None
) -> tuple[CurvePoint, ...]:
    """Return a curve with the last measurement, which replaces one of as many sentences.

    Points of more sentences, whose labels were undone since, are removed.
    """
    if measurement is None or measurement.point is None:
        return tuple(points)
    new = measurement.point
    kept = [point for point in points if point.sentences <= new.sentences or not new.sentences]
    return _joined(kept, [new])


def _joined(points: Sequence[CurvePoint], later: Sequence[CurvePoint]) -> tuple[CurvePoint, ...]:
    """Return one curve of two: of points with equal sentences the later one is kept."""
    newest = {point.sentences: point for point in (*points, *later)}
    return tuple(sorted(newest.values(), key=lambda point: point.sentences))


def _saving(request: _Request) -> Saving | None:
    """Return the time that proposals have saved the annotator."""
    if request.edits is None or request.finished is None:
        return None
    return saving_of(
        request.edits,
        request.annotator,
        request.finished,
        request.control,
        _first_model(request),
    )


def _first_model(request: _Request) -> float:
    """Return the time of the first model, from the curve and the present model."""
    made = [point.made_at for point in request.points]
    if request.model is not None:
        made.append(request.model.made_at)
    return min(made, default=inf)


def _point_of(values: Any) -> CurvePoint | None:
    """Return a stored point, None if it is invalid."""
    try:
        point = CurvePoint(
            sentences=int(values["sentences"]),
            tokens=int(values["tokens"]),
            score=float(values["score"]),
            low=float(values["low"]),
            high=float(values["high"]),
            n_control=int(values["n_control"]),
            made_at=float(values["made_at"]),
        )
        sizes = point.sentences, point.tokens, point.n_control
        fits = all(0 <= size <= _MOST for size in sizes) and isfinite(point.made_at)
        shares = point.score, point.low, point.high
        return point if fits and all(0.0 <= share <= 1.0 for share in shares) else None
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
