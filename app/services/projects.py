"""Opening, creating and closing of projects, off the window's thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.backups import restore
from app.services.backups import Backups
from app.services.cluster_learner import ClusterLearner
from app.services.confident_proposals import ConfidentFinder
from app.services.confirmed_names import ConfirmedNamesFinder
from app.services.document_evidence import DocumentEvidenceKeeper
from app.services.earlier_timings import EarlierTimings
from app.services.exchange import Exchange
from app.services.finder import Finder
from app.services.first_models import FirstModels
from app.services.gazetteers import Gazetteers
from app.services.grammar_trials import GrammarTrials
from app.services.history import History
from app.services.kernel_warmup import KernelWarmup
from app.services.label_curves import LabelCurvesSearch
from app.services.loaded_project import LoadedProject, load
from app.services.measurements import Measurements
from app.services.model_keeper import ModelKeeper
from app.services.names import Names
from app.services.occurrences import OccurrenceFinder
from app.services.plot_library import PlotLibrary
from app.services.queue_filter import QueueFilterer
from app.services.rule_counts import RuleCounts
from app.services.show_requests import ShowRequests
from app.services.similar_words import SimilarWordsSearch
from app.services.storage_thread import (
    CLOSE_SECONDS,
    StorageThread,
    open_project_file,
)
from app.services.suggested_lines import SuggestedLinesSearch
from app.services.suggester import Suggester
from app.services.task import TaskState
from app.services.text_finder import TextFinder
from app.services.threads import Limit, start_thread
from app.services.trainer import Trainer
from app.services.training_chooser import TrainingChooser
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from app.storage.project_file import ProjectFile


class OpenProject(QObject):
    """The services of one open project.

    Attributes: ``path``, ``session``, ``storage``, ``trainer``, ``suggester``, ``evidence``,
    ``rule_counts``, ``queue_filter``, ``confident``, ``occurrences``, ``names``, ``finder``,
    ``texts``, ``similar_words``, ``label_curves``, ``suggested_lines``, ``uncertain_words``,
    ``gazetteers``, ``grammar_trials``, ``measurements``, ``plots``, ``history``, ``exchange``,
    ``backups``, ``show_requests``, and ``annotators``, the names of all annotators; ``location`` is
    set for a risky location.

    Signals
    -------
    left : bool
        The file is closed; False if steps could not be saved in time.
    gone : ()
        All threads have ended, after `left`.
    """

    left = Signal(bool)
    gone = Signal()

    _keeper: ModelKeeper | None
    _warmup: KernelWarmup | None
    _load: TaskState | None
    _first: FirstModels | None
    _leaving: threading.Thread | None

    def __init__(
        self,
        loaded: LoadedProject,
        storage: StorageThread,
        learning: ProjectLearning,
        annotator: str = "",
        parent: QObject | None = None,
    ) -> None:
        """Make the services of a project that has been read; on the GUI thread."""
        super().__init__(parent)
        self.path, self.annotators = loaded.path, list(loaded.annotators)
        self.backup_made, self.log_set_aside = loaded.backup_made, loaded.log_set_aside
        self.location, self.storage = loaded.location, storage
        self.session = self._new_session(loaded, annotator)
        # Before the storage, so that a backup is requested before the step is written.
        self.backups = Backups(self.session, storage, loaded.path, self)
        storage.attach(self.session)
        self.trainer = Trainer(self.session, learning, self)
        self.suggester = Suggester(self.session, learning, self)
        self.trainer.model_ready.connect(self.suggester.set_model)
        self._clusters, self.chooser, self.evidence = (
            ClusterLearner(self.trainer, learning, self),
            TrainingChooser(self.trainer, learning, self),
            DocumentEvidenceKeeper(self.trainer, self.suggester, learning, self),
        )
        self.similar_words, self.label_curves, self.suggested_lines, self.uncertain_words = (
            SimilarWordsSearch(self.session, learning, self),
            LabelCurvesSearch(self.session, learning, self),
            SuggestedLinesSearch(self.session, learning, self),
            UncertainWordsSearch(self.session, self),
        )
        self.rule_counts = RuleCounts(self.session, learning, self)
        self.trainer.model_ready.connect(self.rule_counts.set_model)
        self.queue_filter = QueueFilterer(self.session, learning, self)
        self.confident = ConfidentFinder(self.trainer, self)
        self.occurrences = OccurrenceFinder(self.session, self)
        self.names = Names(self.session, self)
        self.grammar_trials = GrammarTrials(self.session, self)
        # Of the current sentence, and of another one that the pointer rests on.
        self.confirmed_names, self.pointed_names = (
            ConfirmedNamesFinder(self.evidence, learning, self) for _ in range(2)
        )
        self.finder = Finder(self.session, storage, self)
        self.texts = TextFinder(self.session, self)
        self.gazetteers = Gazetteers(self.trainer, learning, self)
        self.gazetteers.model_ready.connect(self.suggester.set_model)
        self.exchange = Exchange(self.session, storage, self.trainer, learning, self)
        self.measurements = Measurements(self.session, learning, self)
        self.trainer.model_ready.connect(self.measurements.set_model)
        if loaded.model is not None:
            self.measurements.restore(loaded.model.report)
        self.plots, self.history = PlotLibrary(self), History(self.session, storage, self)
        self.show_requests = ShowRequests(self)
        self._timings = EarlierTimings(self.session, storage, loaded.next_edit, self)
        self._timings.found.connect(self.suggester.restore_timings)
        self.session.suggestions.loading = loaded.model is not None
        self.suggester.caught_up.connect(self._note_caught_up)
        self._learning, self._stored = learning, loaded.model
        self._keeper, self._warmup, self._load, self._first, self._leaving = (None,) * 5
        self._closed = self._saved = self._compiles = False
        self._left_emitted = threading.Event()

    def _new_session(self, loaded: LoadedProject, annotator: str) -> Session:
        return Session(
            loaded.project,
            annotator=annotator,
            path=loaded.path,
            read_only=loaded.read_only,
            history=loaded.history,
            next_edit=loaded.next_edit,
            parent=self,
        )

    def begin_learning(self, warmup: KernelWarmup) -> None:
        """Load kernels and learn; called after the window has been painted."""
        self._timings.start()
        self.show_requests.start(self.path)
        self.trainer.model_dropped.connect(lambda: self.rule_counts.set_model(None))
        self._warmup = warmup
        if not warmup.done:
            self.trainer.set_preparing()
            propose = self.suggester.set_model
            self._first = FirstModels(self.trainer, self._learning, propose, self)
        self._compiles = not warmup.all_done
        self.trainer.show_compiling(compiling=self._compiles)
        warmup.finished.connect(self._kernels_ready)
        warmup.all_finished.connect(self._start_clusters)
        warmup.start()

    def close(self) -> bool:
        """Stop every thread and close the file; False if steps could not be saved in time.

        Then threads may still wait for the disk, until `ended`.
        """
        self.leave()
        self._left_emitted.wait()
        if self._leaving is not None:
            self.storage.limit.join(self._leaving)
        return self._saved or (self.storage.ended and self.storage.close())

    @property
    def ended(self) -> bool:
        """Whether the project was closed, and all its threads have ended."""
        return self._leaving is not None and not self._leaving.is_alive()

    def leave(self) -> None:
        """Stop every thread, make a last backup and close the file, in the background.

        `left` and `gone` are emitted at the end; `close` may still be called, and waits.
        """
        if self._closed:
            return
        self._closed = True
        if self._warmup is not None:
            self._warmup.finished.disconnect(self._kernels_ready)
            self._warmup.all_finished.disconnect(self._start_clusters)
        self.storage.limit.moved()
        # Tasks that may wait for the disk are waited for on a thread: it may never answer.
        waiting = [*self.exchange.stop(), *self.finder.stop(), *self.history.stop()]
        waiting += [*self._timings.stop(), *self.show_requests.stop()]
        if self._load is not None:
            waiting.append(self._load)
        if self._first is not None:
            self._first.close()
        self.trainer.stop()
        self._clusters.close()
        self.chooser.close()
        self.confirmed_names.close()
        self.pointed_names.close()
        self.evidence.close()
        self.similar_words.close()
        self.label_curves.close()
        self.suggested_lines.close()
        self.suggester.close()
        self.rule_counts.close()
        self.queue_filter.close()
        self.confident.close()
        self.occurrences.close()
        self.names.close()
        self.uncertain_words.close()
        self.texts.close()
        self.gazetteers.close()
        self.grammar_trials.close()
        self.measurements.close()
        self.plots.close()
        if self._keeper is not None:
            self._keeper.close()
        self.backups.stop()
        self._leaving = start_thread("leaving", lambda: self._finish(waiting))

    def _finish(self, waiting: Sequence[TaskState]) -> None:
        try:
            if all(task.wait_within(self.storage.limit) for task in waiting):
                self.backups.finish()
        finally:
            self._saved = self.storage.close()
            self._left_emitted.set()
            self.left.emit(self._saved)
            # These may wait for long computations, a compiler, or a disk that does not answer.
            if self._first is not None:
                self._first.wait()
            self.trainer.wait()
            self._clusters.wait()
            self.chooser.wait()
            self.evidence.wait()
            self.similar_words.wait()
            self.label_curves.wait()
            self.suggested_lines.wait()
            for task in waiting:
                task.wait()
            self.backups.wait()
            self.storage.wait()
            self.gone.emit()

    def _kernels_ready(self) -> None:
        if self._closed:
            return
        if self._stored is None:
            self._start()
            return
        if self._warmup is None or self._load is not None or not self._warmup.all_done:
            return  # the model may read vectors, whose kernels are compiled last
        data = self._stored.data
        self.trainer.set_loading()
        self._load = TaskState("loading the model", self)
        self._load.finished.connect(self._take_over)
        self._load.ended.connect(self._start)
        self._load.start(lambda _: self._learning.from_bytes(data))

    def _take_over(self, model: Any) -> None:
        if self._stored is not None and not self._closed:
            report = self._stored.report
            self.trainer.take_over(
                model,
                self._stored.number,
                int(report.get("sentences", 0)),
                int(report.get("tokens", 0)),
                float(report.get("made_at", time.time())),
            )

    def _note_caught_up(self) -> None:
        if self.trainer.full_model is not None:
            self.session.suggestions.loading = False

    def _start(self) -> None:
        if not self._closed:
            if self.trainer.full_model is None:
                self.session.suggestions.loading = False  # it could not be read
                self.measurements.give_up_saved()
            self._keeper = ModelKeeper(self.trainer, self.storage, self.measurements, self)
            self.trainer.start()
            self.gazetteers.start()
            self.label_curves.start()
            self.suggested_lines.start()
            self._start_clusters()

    def _start_clusters(self) -> None:
        if self._closed or self._warmup is None:
            return
        self.trainer.show_compiling(compiling=not self._warmup.all_done)
        # After the stored model, which has clusters already.
        if self._keeper is None:
            if self._stored is not None:
                self._kernels_ready()
            return
        if self._warmup.all_done:
            self._clusters.start()
            self.chooser.start()
            self.evidence.start()
            self.similar_words.start()
            self.gazetteers.begin_grammars()
            self.grammar_trials.try_again()
            if self._compiles and self._expects():
                self.trainer.train_now()  # these need kernels that were compiled last

    def _expects(self) -> bool:
        """Return whether models learn expectations or segments, or read grammars."""
        project = self.session.project
        expects = any(one.share is not None or one.grammar for one in project.gazetteers.values())
        return expects or project.settings.segments


class Projects(QObject):
    """Opens and creates projects; each method returns its task.

    Signals
    -------
    opened : OpenProject
        A project is open; the receiver closes it.
    failed : object, str
        The path, and the error message.
    log_unusable : object, str
        The same for a project that was not closed and whose log is lost or damaged; see `open`.
    restored : Path, Path
        A backup was restored as the first path; the project was renamed to the second, or None.
    shown_elsewhere : Path
        Another process of the user has the project open, and was asked to show its window.
    """

    opened = Signal(object)
    failed = Signal(object, str)
    log_unusable = Signal(object, str)
    restored = Signal(object, object)
    shown_elsewhere = Signal(object)

    def __init__(
        self,
        learning: Callable[[], ProjectLearning],
        annotator: Callable[[], str],
        make_sample: Callable[[Path], None],
        parent: QObject | None = None,
    ) -> None:
        """Open projects for the annotator whose name ``annotator`` returns.

        ``learning`` makes the `ProjectLearning` of a project; ``make_sample`` writes the sample.
        """
        super().__init__(parent)
        self._learning = learning
        self._annotator = annotator
        self._make_sample = make_sample
        self._tasks: list[TaskState] = []
        self._unreported: list[TaskState] = []

    @property
    def busy(self) -> bool:
        """Whether a project is being opened or created, and its result was not emitted yet."""
        return bool(self._unreported)

    def open(self, path: Path, *, without_log: bool = False) -> TaskState:
        """Open a project file; one whose log is lost or damaged only with ``without_log``."""
        opener = open_project_file(path, without_log=without_log)
        return self._open(path, opener, self.tr("Opening the project"))

    def create(
        self, path: Path, settings: ProjectSettings, labels: Sequence[Label] = ()
    ) -> TaskState:
        """Create a new project and open it."""
        annotator = self._annotator()

        def opener() -> ProjectFile:
            return ProjectFile.create(path, settings, labels, annotator)

        return self._open(path, opener, self.tr("Creating the project"))

    def create_sample(self, path: Path) -> TaskState:
        """Create the sample project and open it."""

        def opener() -> ProjectFile:
            self._make_sample(path)
            return ProjectFile.open(path)

        return self._open(path, opener, self.tr("Creating the sample project"))

    def restore(self, path: Path, backup: Path, target: Path) -> TaskState:
        """Restore a backup of ``path`` as ``target`` and open it.

        A project that is replaced must be closed, and is renamed.
        """

        def opener() -> ProjectFile:
            aside = restore(path, backup, target)
            self.restored.emit(target, aside)
            return ProjectFile.open(target)

        return self._open(target, opener, self.tr("Restoring a backup"))

    def close(self) -> bool:
        """Wait for all tasks; False if a disk does not answer."""
        limit = Limit(CLOSE_SECONDS)
        return all(task.wait_within(limit) for task in self._tasks)

    def _open(self, path: Path, opener: Callable[[], ProjectFile], title: str) -> TaskState:
        storage = StorageThread(opener, self)
        task = TaskState(title, self)
        self._tasks.append(task)
        self._unreported.append(task)
        # Connected first: a listener may try again before the thread has ended.
        task.listen(
            finished=lambda _: self._unreported.remove(task),
            failed=lambda _: self._unreported.remove(task),
        )
        task.listen(
            finished=lambda loaded: self._compose(path, loaded, storage),
            failed=lambda reason: self._report_failed(path, reason, storage),
            ended=lambda: self._forget(task),
        )
        # Later, so that the caller can connect to the task first.
        QTimer.singleShot(0, lambda: task.start(lambda _: load(path, storage)))
        return task

    def _report_failed(self, path: Path, reason: str, storage: StorageThread) -> None:
        signal = self.log_unusable if storage.log_is_unusable else self.failed
        signal.emit(path, reason)

    def _forget(self, task: TaskState) -> None:
        self._tasks.remove(task)
        if task in self._unreported:  # ended by a bug, which is in the log
            self._unreported.remove(task)

    def _compose(self, path: Path, loaded: LoadedProject | None, storage: StorageThread) -> None:
        if loaded is None:
            self.shown_elsewhere.emit(path)
            return
        self.opened.emit(OpenProject(loaded, storage, self._learning(), self._annotator(), self))
