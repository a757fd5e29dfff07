"""Background training: a quick model at once, then a full model."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes
from app.domain.gazetteers import Use, learn_alike
from app.domain.history import HistoryStep
from app.domain.training_choice import TrainingChoice
from app.edits.settings import pause_learning
from app.jobs.data.snapshot import LABEL_LACKS
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.latest_query import LatestQuery
from app.services.threads import UI_PRIORITY, threads_for_training
from app.services.training_job import ABANDONED_SECONDS, TrainingJob, count_new_labels, lacks_of
from app.services.training_status import NO_MODEL, TrainingProgress, TrainingStatus
from app.services.workers import LatestWorker, Workers
from app.session import Session
from app.translation import translated_message
from crfcore.errors import CrfError

GATHER_MILLISECONDS = 40
"""Edits within this time are learnt together."""

SOON_MILLISECONDS = 5
"""The delay of learning the first edit, so that the window is painted first."""

OUTDATED = 0.5
"""Quick models propose while the full model was trained on less than this share of the labels."""

REST_AFTER_COUNTING = 4.0
"""Pause after counting, in multiples of its time: every edit triggers it."""

HISTORY_POINTS = 2_000
"""The most points kept of the objective's curve."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberedModel:
    """A model with its number, and the size of its training data."""

    number: int
    model: Any
    kind: str
    sentences: int
    tokens: int
    made_at: float
    partly: int = 0
    """How many of the sentences have open tokens."""


_Counted = tuple[Any, tuple[int, int], int, str, bool]
"""A model, its sentences and tokens, the partly labelled, what labels lack, whether models go."""


class Trainer(QObject):
    """Trains models whenever labels change.

    A quick model is made at once if it helps: before the first full model, and while the full one
    was trained on few of the labels. A full training follows, after as many new labels and as much
    time as the project's settings require; while it runs, at most one more waits, with the latest
    data. Results of cancelled trainings are dropped.

    Signals
    -------
    status_changed : TrainingStatus
        The status shown by the panel has changed.
    model_ready : NumberedModel
        A new model may propose.
    model_dropped : ()
        There is no model any more, because too few labels to learn from are left.
    """

    status_changed = Signal(object)
    model_ready = Signal(object)
    model_dropped = Signal()
    _begun = Signal(int)
    _progressed = Signal(int, object)
    _trained = Signal(int, object, object, int)
    _failed = Signal(int, str, int)
    _ended = Signal(int)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; does nothing before `start`."""
        super().__init__(parent)
        self.session = session
        self.status = TrainingStatus()
        self.model: NumberedModel | None = None
        """The model that proposes; None while that is an interpreted one."""
        self._n_models = 0
        self.full_model: NumberedModel | None = None
        """The newest full model, which is saved and exported."""
        self._learning = learning
        self._jobs = 0
        # Where the next training starts; used by the training thread only, which may be ahead of
        # the GUI thread.
        self._previous: Any | None = None
        self._running: TrainingJob | None = None
        self._waiting: TrainingJob | None = None
        self._dropped = 0
        self._lists = session.project.listed_for(Use.FEATURES)
        self._due = False
        self._rules_changed = False
        self._delayed: TrainingJob | None = None
        self._at_once = False
        self._new_labels = 0
        self._full_begun_at = self._running_since = -math.inf
        self._has_abandoned = False
        self._ready = False
        self._to_count: TrainingJob | None = None
        self._quick: LatestQuery[TrainingJob, _Counted] = LatestQuery(
            self._next_to_count,
            lambda job, _: self._count(job),
            lambda _, counted: self._note_counted(counted),
            failed=lambda reason: self.show_status(error=reason),
            rest=REST_AFTER_COUNTING,
            parent=self,
        )
        self._full = LatestWorker(self._train, workers=Workers("training", 1))
        self._timer = QTimer(self, singleShot=True)
        self._begun_at = 0.0
        self._timer.timeout.connect(self._begin)
        self._delay_timer = QTimer(self, singleShot=True)
        self._delay_timer.timeout.connect(self._release)
        session.recorded.connect(self._note_step)
        session.changed.connect(self._session_changed)
        self._begun.connect(self._note_begun)
        self._progressed.connect(self._note_progress)
        self._trained.connect(self._note_trained)
        self._failed.connect(self._note_failed)
        self._ended.connect(self._note_ended)

    # ---- commands

    def set_preparing(self) -> None:
        """Show that kernels are being compiled; learning begins later."""
        self.show_status(state="preparing")

    def show_compiling(self, *, compiling: bool) -> None:
        """Show whether kernels that expectations need are still being compiled."""
        self.show_status(compiling=compiling)

    def set_loading(self) -> None:
        """Show that the stored model is being loaded."""
        self.show_status(state="loading")

    def show_first(self, model: Any, trained_on: tuple[int, int]) -> NumberedModel | None:
        """Give an interpreted model a number and show it; None if there is another."""
        if self.model is not None:
            return None
        first = self._numbered(model, "first", trained_on)
        self._announce(first)
        return first

    def start(self) -> None:
        """Begin to learn; the kernels are compiled."""
        if self._ready:
            return
        self._ready = True
        self.show_status(state=self._resting_state())
        self.train_now()

    def train_now(self) -> None:
        """Train now, even without changes."""
        self._due = self._at_once = True
        self._timer.start(GATHER_MILLISECONDS)

    def cancel(self) -> None:
        """Cancel the training; the next change starts another."""
        self._stop_running()
        self.show_status(
            state=self._resting_state(), waiting=False, missing_labels=0, begins_at=0.0
        )

    def pause(self) -> None:
        """Stop learning until `resume`; a setting of the project."""
        self.session.apply(pause_learning(self.session.project, paused=True))

    def resume(self) -> None:
        """Learn again."""
        self.session.apply(pause_learning(self.session.project, paused=False))

    def show_cluster_progress(self, share: float) -> None:
        """Show the finished share of learning word clusters; 0 at the end."""
        self.show_status(cluster_progress=share)

    def show_choice(self, choice: TrainingChoice | None, *, choosing: bool) -> None:
        """Show the choice of training settings, None for none, and whether one is being made."""
        self.show_status(choice=choice, choosing=choosing)

    def take_over(
        self, model: Any, number: int, sentences: int, tokens: int, made_at: float
    ) -> None:
        """Propose with the stored model, until there is a new one."""
        if self.model is not None:
            return
        kept = NumberedModel(number, model, "full", sentences, tokens, made_at)
        self.full_model = kept
        self._previous = model
        self._publish(kept)

    def stop(self) -> None:
        """Begin nothing more and cancel the training, without waiting."""
        self._timer.stop()
        self._delay_timer.stop()
        self._ready = False
        self._stop_running()
        self._quick.stop()
        self._full.stop()

    def wait(self) -> None:
        """After `stop`, wait for running work; on any thread."""
        self._quick.wait()
        self._full.join()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self.stop()
        self.wait()

    # ---- on the GUI thread

    def _note_step(self, step: HistoryStep) -> None:
        """Count new labels, and follow changes of the schedule."""
        tokens, wanted = step.applied.tokens, self.session.project.settings.train_after
        self._new_labels += count_new_labels(self.session.corpus, tokens, wanted - self._new_labels)
        self._abandon_if_young(step)
        if step.applied.settings is not None:
            self._release()
            self.show_status()  # the panel shows the schedule

    def _abandon_if_young(self, step: HistoryStep) -> None:
        """Stop a training that learns what a step undoes, unless that would lose much.

        Not twice without a model in between: whoever undoes often gets models, too.
        """
        job, young = self._running, time.monotonic() - self._running_since < ABANDONED_SECONDS
        learns = job is not None and job.learns_undone(step, self.session.corpus)
        if learns and young and not self._has_abandoned:
            self._stop_running()
            self._has_abandoned = True

    def _session_changed(self, changes: Changes) -> None:
        if changes.settings:
            self._obey_settings()
        matters = changes.labels or changes.settings or changes.structure
        if changes.gazetteers:
            before, self._lists = self._lists, self.session.project.listed_for(Use.FEATURES)
            matters = matters or not learn_alike(before, self._lists)
        rules = changes.rules or changes.gazetteers
        if len(changes.sentences) or matters:
            self._due = True
        elif rules:
            self._rules_changed = True
        else:
            return
        # Other changes do not wait for new labels.
        self._at_once = self._at_once or matters or rules
        if not self._timer.isActive():
            rested = int(1000.0 * (time.monotonic() - self._begun_at))
            self._timer.start(max(SOON_MILLISECONDS, GATHER_MILLISECONDS - rested))

    def _obey_settings(self) -> None:
        paused = self.session.project.settings.learning_paused
        if paused:
            self._stop_running()
            self.show_status(missing_labels=0, begins_at=0.0)
        if self._ready and self._running is None:
            self.show_status(state=self._resting_state())

    def _resting_state(self) -> str:
        if not self._ready:
            return self.status.state
        return "paused" if self.session.project.settings.learning_paused else "idle"

    def _begin(self) -> None:
        is_due = self._due or self._rules_changed
        if not self._ready or not is_due or self.session.project.settings.learning_paused:
            return
        # This job replaces waiting ones.
        waiting = [job for job in (self._waiting, self._delayed) if job is not None]
        only_rules = not self._due and all(job.only_rules for job in waiting)
        self._due = self._rules_changed = False
        self._begun_at = time.monotonic()
        data = self._learning.snapshot(self.session.project)
        self._jobs += 1
        job = TrainingJob(self._jobs, data, self.session.history.next_edit, only_rules)
        if not only_rules:
            self._to_count = job
            self._quick.ask_next()
        self._delayed = job
        self._release()

    def _release(self) -> None:
        """Start the delayed training if it is due; else show what it waits for."""
        self._delay_timer.stop()
        held, settings = self._delayed, self.session.project.settings
        if held is None:
            return
        missing, seconds = 0, 0.0
        if not self._at_once:
            if settings.train_after > 1:
                missing = max(0, settings.train_after - self._new_labels)
            since = time.monotonic() - self._full_begun_at
            seconds = max(0.0, settings.train_every - since)
        if missing:
            self.show_status(missing_labels=missing, begins_at=0.0)
        elif seconds:
            self._delay_timer.start(math.ceil(1000.0 * seconds))
            self.show_status(missing_labels=0, begins_at=time.time() + seconds)
        else:
            self._delayed, self._at_once, self._new_labels = None, False, 0
            self._full_begun_at = time.monotonic()
            self._waiting = held
            self._full.post(held)
            self.show_status(waiting=self._running is not None, missing_labels=0, begins_at=0.0)

    def _stop_running(self) -> None:
        # The next change starts a cancelled training again.
        self._at_once = self._at_once or self._running is not None or self._waiting is not None
        self._delayed = None
        self._delay_timer.stop()
        # Workers check this number, so that a job stops even before `_begun` is received.
        self._dropped = self._jobs
        self._to_count = None
        self._quick.cancel()
        self._full.withdraw()
        self._running = self._waiting = None

    def _note_begun(self, number: int) -> None:
        if self.is_dropped(number):
            return
        if self._waiting is not None and self._waiting.number == number:
            self._running, self._waiting = self._waiting, None
            self._running_since = time.monotonic()
        self.show_status(
            state="training",
            iteration=0,
            objective=float("nan"),
            history=(),
            seconds=0.0,
            waiting=self._waiting is not None,
            error="",
        )

    def _note_progress(self, number: int, points: list[Any]) -> None:
        if self.is_dropped(number):
            return
        last = points[-1]
        news = tuple((int(p.evaluations), float(p.objective)) for p in points)
        self.show_status(
            iteration=int(last.iteration),
            max_iterations=int(last.max_iterations or 0),
            objective=float(last.objective),
            seconds=float(last.seconds),
            history=(self.status.history + news)[-HISTORY_POINTS:],
        )

    def _note_counted(self, counted: _Counted) -> None:
        model, trained_on, partly, lacks, drops = counted
        self.show_lacks(lacks, drops=drops)
        if not lacks and model is not None and self._counts_help(trained_on[1]):
            self._publish(self._numbered(model, "empirical", trained_on, partly))

    def _note_trained(self, number: int, model: Any, size: tuple[int, int], partly: int) -> None:
        if self.is_dropped(number):
            return
        self._has_abandoned = False
        self.full_model = self._numbered(model, "full", size, partly)
        self._publish(self.full_model)

    def _note_failed(self, number: int, reason: str, n_tokens: int) -> None:
        if not self.is_dropped(number):
            if not n_tokens:  # expectations alone make no model: one of labels that are gone goes
                self.show_lacks(LABEL_LACKS)
            self.show_status(error=reason)

    def _note_ended(self, number: int) -> None:
        if self._waiting is not None and self._waiting.number == number:
            # It had nothing to do.
            self._waiting = None
        elif self._running is not None and self._running.number == number:
            self._running = None
        else:
            return
        if self._running is None and self._waiting is None:
            self.show_status(state=self._resting_state(), waiting=False)

    def _next_to_count(self) -> TrainingJob | None:
        job, self._to_count = self._to_count, None
        return job

    def _counts_help(self, tokens: int) -> bool:
        return self.full_model is None or self.full_model.tokens < OUTDATED * tokens

    def _numbered(
        self, model: Any, kind: str, trained_on: tuple[int, int], partly: int = 0
    ) -> NumberedModel:
        newest = self.model.number if self.model is not None else 0
        self._n_models = max(self._n_models, newest) + 1
        return NumberedModel(self._n_models, model, kind, *trained_on, time.time(), partly)

    def _publish(self, model: NumberedModel) -> None:
        self.model = model
        self._announce(model)
        self.model_ready.emit(model)

    def show_lacks(self, lacks: str, *, drops: bool = True) -> None:
        """Show what labels lack; with ``drops`` models go, unless labels have changed meanwhile."""
        error = "" if lacks and drops else self.status.error
        if (lacks, error) != (self.status.lacks, self.status.error):
            self.show_status(lacks=lacks, error=error)
        has_changed = (self._ready and self._due) or self._to_count is not None
        if not (lacks and drops) or has_changed or not self.status.model_number:
            return
        self._stop_running()
        self._n_models = max(self._n_models, self.status.model_number)
        self.model = self.full_model = None
        self.show_status(state=self._resting_state(), **NO_MODEL)
        self.model_dropped.emit()

    def _announce(self, model: NumberedModel) -> None:
        self.show_status(
            model_kind=model.kind,
            model_number=model.number,
            model_made_at=model.made_at,
            trained_sentences=model.sentences,
            trained_tokens=model.tokens,
            partly_labelled=model.partly,
            cluster_tokens=model.model.cluster_tokens,
            segments=model.model.segments,
        )

    def show_status(self, **news: Any) -> None:
        """Replace fields of `status`."""
        # Always emitted: the objective may be NaN, which is not equal to itself.
        self.status = replace(self.status, **news)
        self.status_changed.emit(self.status)

    # ---- on the workers' threads

    def is_dropped(self, number: int) -> bool:
        """Return whether a job was cancelled."""
        return number <= self._dropped

    def _count(self, job: TrainingJob) -> _Counted | None:
        trained_on, (lacks, drops) = job.data.trained_on(), lacks_of(job.data)
        expects = job.data.uses_expectations()
        is_known = not self._counts_help(trained_on[1]) or (expects and self.full_model is not None)
        if lacks or is_known or not trained_on[1]:
            return None, trained_on, 0, lacks, drops  # a full model knows more than counts
        model = self._learning.empirical(job.data)
        return model, trained_on, job.data.n_partly_labelled(), "", False

    def _train(self, job: TrainingJob) -> None:
        if self.is_dropped(job.number):
            return
        trained_on = job.data.trained_on()
        has_nothing = bool(lacks_of(job.data)[0])
        # Rules decide between segments and tokens, too.
        alike = not job.data.has_partly_labelled() and not job.data.segments
        if has_nothing or (job.only_rules and alike):
            self._ended.emit(job.number)
            return
        self._begun.emit(job.number)

        def stops() -> bool:
            UI_PRIORITY.give()  # pause while a key is handled
            return self.is_dropped(job.number)

        progress = TrainingProgress(
            partial(self._progressed.emit, job.number), partial(self.is_dropped, job.number)
        )
        try:
            model = self._learning.train(
                job.data,
                self._previous,
                progress,
                stops,
                threads_for_training(),
            )
            progress.notify()
            if model is not None and not self.is_dropped(job.number):
                self._previous = model
                self._trained.emit(job.number, model, trained_on, job.data.n_partly_labelled())
            elif model is None and not trained_on[1]:
                self._failed.emit(job.number, "", 0)
        except CrfError as error:
            self._failed.emit(job.number, translated_message(error), trained_on[1])
        finally:
            self._ended.emit(job.number)
