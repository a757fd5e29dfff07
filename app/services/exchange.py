"""Imports, exports and copies of the open project, as background tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.documents import SourceRecord
from app.domain.gazetteers import Listed
from app.domain.notes import Note
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.sentences import SentenceSource
from app.formats.output import most_private, write_bytes, write_whole
from app.jobs.exporting.documents import ExportForm, Which, export, folder_to_make
from app.jobs.exporting.report import export_report
from app.jobs.exporting.unfinished import n_unfinished
from app.jobs.exporting.violations import (
    OnViolation,
    RuleViolation,
    rule_violations,
    unused_hard_rules,
)
from app.jobs.gazetteers.files import read_gazetteer_file, write_gazetteer_file
from app.jobs.gazetteers.grammars import LearnedGrammar, learn_weights, read_grammar_file
from app.jobs.importing.documents import (
    AS_DETECTED,
    ImportOptions,
    PreparedDocument,
    Use,
    each_once,
)
from app.jobs.importing.present import listed_sentences
from app.jobs.importing.report import ReadFiles, read_files, scheme_to_be
from app.jobs.importing.schemes import in_scheme
from app.jobs.labelled_files.combine_models import CombinedModel, combine_files, not_models
from app.jobs.progress import JobCancelledError
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rule_effects.counts import rule_question
from app.jobs.rule_effects.mining import mine_rules
from app.jobs.rules.files import read_rule_file, write_rule_file
from app.services.import_writer import ImportWriter
from app.services.read_texts import monitor_of, prepared_files
from app.services.storage_thread import StorageThread
from app.services.task import CancelledError, TaskState, sentence_of
from app.services.threads import UI_PRIORITY, threads_for_training
from app.services.trainer import Trainer
from app.services.unlabelled_texts import ReadTexts, digests_of, read_texts
from app.session import Session
from crfcore.errors import CrfError, DataError, as_text
from crfcore.whole_files import writing

SOURCES_AT_ONCE = 500


@dataclass(frozen=True, slots=True, eq=False)
class ExportOutcome:
    """The number of sentences written, and violations of rules.

    ``unused`` says which hard rules could not be checked. If ``refused`` because of violations or
    such rules, nothing was written. ``n_open`` sentences are not fully
    confirmed, and ``which`` determines whether they were written.
    """

    n_sentences: int
    violations: tuple[RuleViolation, ...] = ()
    refused: bool = False
    which: Which = Which.CONFIRMED
    n_open: int = 0
    unused: str = ""


class Exchange(QObject):
    """Imports and exports; each method returns its task.

    One task runs at a time; further ones wait. Edits are possible meanwhile.

    Signals
    -------
    started : TaskState
        A new task, to show its progress.
    """

    started = Signal(object)

    def __init__(
        self,
        session: Session,
        storage: StorageThread,
        trainer: Trainer,
        learning: ProjectLearning,
        parent: QObject | None = None,
    ) -> None:
        """Serve one open project."""
        super().__init__(parent)
        self._session = session
        self._storage = storage
        self._trainer = trainer
        self._learning = learning
        self._tasks: list[
            tuple[
                TaskState,
                Callable[[TaskState], Any] | None,
                Callable[[TaskState, Any], None] | None,
            ]
        ] = []
        self._pasted: dict[str, TemporaryDirectory[str]] = {}
        """Temporary folders of pasted texts, by their paths."""
        self._writer = ImportWriter(session, storage, self)

    # ---- commands

    def import_files(
        self, paths: Sequence[Path], options: ImportOptions = AS_DETECTED
    ) -> TaskState:
        """Import files as documents; the result is the number of documents."""
        return self._start(
            self.tr("Importing"),
            lambda task: prepared_files(task, paths, options),
            lambda task, prepared: self._writer.write(task, prepared, len(paths)),
        )

    def import_unlabelled(
        self, paths: Sequence[Path], options: ImportOptions = AS_DETECTED
    ) -> TaskState:
        """Import files to learn from, which are not to be labelled.

        Files that cannot be read, and texts that the project has already, are left out. The result
        is `AddedTexts`.
        """
        options = replace(options, use=Use.TEXT)

        def compare(task: TaskState, read: ReadTexts) -> None:
            project = self._session.project
            make = digests_of(project)
            task.start(
                partial(_cancellable, lambda task: make(monitor_of(task))),
                lambda digests: self._writer.write(task, *read.new_to(project, digests)),
            )

        return self._start(
            self.tr("Importing"),
            lambda task: read_texts(task, paths, options, partial(monitor_of, task)),
            compare,
            in_dialog=True,
        )

    def keep_text(self, name: str, text: str) -> TaskState:
        """Write a text to a private folder, to be imported from there; the result is its path."""

        def job(_: TaskState) -> Path:
            folder = TemporaryDirectory(prefix="tagwright-", ignore_cleanup_errors=True)
            self._pasted[folder.name] = folder
            path = Path(folder.name) / name
            with writing(path) as file:
                file.write(text.encode("utf-8", "replace"))
            return path

        return self._start(self.tr("Taking the text"), job)

    def drop_text(self, path: Path) -> TaskState:
        """Remove a file of `keep_text`."""

        def job(_: TaskState) -> None:
            self._pasted.pop(str(path.parent)).cleanup()

        return self._start(self.tr("Dropping the text"), job)

    def read_files(self, paths: Sequence[Path], options: ImportOptions = AS_DETECTED) -> TaskState:
        """Read files for an import, leaving out bad ones; the result is `ReadFiles`."""
        listed = listed_sentences(self._session.project)

        def job(task: TaskState) -> ReadFiles:
            errors: list[Exception] = []
            once, again = each_once(paths)
            prepared = prepared_files(task, once, options, errors)
            read = read_files(prepared, listed, lambda *_: task.is_cancelled)
            return replace(read, left_out=tuple(map(sentence_of, errors)), again=tuple(again))

        return self._start(self.tr("Reading the files"), job, in_dialog=True)

    def import_read(self, read: ReadFiles, scheme: str = "") -> TaskState:
        """Import files that were read; the result is the number of documents.

        Tags of another scheme are converted, unless ``scheme`` is "". Spans get the project's
        scheme.
        """
        own = scheme_to_be(self._session.project, read)
        converts = [report.converts(own, wanted=bool(scheme)) for report in read.reports]
        documents = list(zip(read.prepared, converts, strict=True))

        def job(_: TaskState) -> list[PreparedDocument]:
            return [in_scheme(one, own) if other else one for one, other in documents]

        return self._start(
            self.tr("Importing"),
            job if any(converts) else None,
            lambda task, prepared: self._writer.write(
                task,
                read.prepared if prepared is None else prepared,
                sum(report.n_documents for report in read.reports),
            ),
        )

    def export(
        self,
        out: Path,
        which: Which = Which.CONFIRMED,
        format_name: str = "",
        on_violation: OnViolation = OnViolation.REPORT,
        scheme: str = "",
    ) -> TaskState:
        """Write the documents to a file, or to a folder; the result is an `ExportOutcome`."""
        project, proposals = _copy(self._session.project, self._session.proposals)

        def job(task: TaskState) -> ExportOutcome:
            violations = rule_violations(project, which, proposals, monitor_of(task))
            unused = unused_hard_rules(project)
            if (violations or unused) and on_violation is OnViolation.REFUSE:
                return ExportOutcome(0, violations, refused=True, unused=unused)
            with folder_to_make(project, out):
                n_sentences = export(
                    project,
                    self._sources,
                    out,
                    which=which,
                    proposals=proposals,
                    format_name=format_name,
                    scheme=scheme,
                    records=self._records,
                    monitor=monitor_of(task),
                    origin=self._session.path,
                )
            n_open = n_unfinished(project)
            return ExportOutcome(n_sentences, violations, False, which, n_open, unused)

        return self._start(self.tr("Exporting"), job, out=out)

    def report_export(self, form: ExportForm, *, folder: bool) -> TaskState:
        """Find what an export would lose; the result is a tuple of `Note`."""
        project, proposals = _copy(self._session.project, self._session.proposals)

        def job(task: TaskState) -> tuple[Note, ...]:
            task.report(0)
            return export_report(
                project,
                self._sources,
                form,
                folder=folder,
                proposals=proposals,
                records=self._records,
                monitor=monitor_of(task),
            )

        return self._start(self.tr("Checking what the export would lose"), job, in_dialog=True)

    def export_model(self, out: Path, *, control: bool = False) -> TaskState:
        """Write the newest full model to a file; the result is why it scores tokens, or "".

        With ``control`` one is trained on the test sentences, too. See `app.domain.segments`.
        """
        model = self._trainer.full_model or self._trainer.model
        data = self._learning.snapshot(self._session.project) if control else None
        without = self.tr("There is no model yet: label a few sentences first.")

        def job(task: TaskState) -> str:
            if model is None:
                raise FileNotFoundError(0, without, str(out))
            kept = model.model
            if data is not None:
                kept = self._learning.train_on_all(
                    data, kept, lambda: task.is_cancelled, threads_for_training()
                )
            if kept is None:
                raise CancelledError
            write_bytes(out, kept.to_bytes(), self._session.path)
            return str(kept.segments.why_tokens)

        return self._start(self.tr("Exporting the model"), job, out=out)

    def find_unreadable_models(self, paths: Sequence[Path]) -> TaskState:
        """Find files that are no models, among some to be combined; the result is a tuple."""
        return self._start(self.tr("Reading models"), lambda _: not_models(paths), in_dialog=True)

    def combine_models(self, paths: Sequence[Path], out: Path, *, learn: bool) -> TaskState:
        """Write one model made of several files; the result is a `CombinedModel`.

        With ``learn`` their weights are those under which the confirmed labels are most probable.
        """
        data = self._learning.snapshot(self._session.project) if learn else None
        doing = self.tr("Combining")

        def job(task: TaskState) -> CombinedModel:
            def begin(number: int, path: Path | None) -> None:
                task.report(number, len(paths) + 1, as_text(path.name) if path else doing)

            combined = combine_files(paths, out, data, begin, lambda: task.is_cancelled)
            if combined is None:
                raise CancelledError
            begin(len(paths), None)
            write_bytes(out, combined.to_bytes(), most_private(*paths, self._session.path))
            return combined

        return self._start(self.tr("Combining models"), job, out=out)

    def read_rules(self, path: Path) -> TaskState:
        """Read a file of rules; the result is `ReadRules`."""
        return self._start(self.tr("Reading rules"), lambda _: read_rule_file(path))

    def write_rules(self, out: Path) -> TaskState:
        """Write the rules of the project to a file; the result is their number."""
        rules = self._session.project.ordered_rules()
        return self._start(
            self.tr("Writing rules"),
            lambda _: write_rule_file(out, rules, self._session.path),
            out=out,
        )

    def find_rules(self) -> TaskState:
        """Find rules that all confirmed labels satisfy; the result is a list of `MinedRule`."""
        question = rule_question(self._session.project, self._session.visible)
        return self._start(self.tr("Searching for rules"), lambda _: mine_rules(question))

    def learn_costs(self) -> TaskState:
        """Learn the penalties of soft rules; the result is a dict of id to penalty."""
        model = self._trainer.full_model
        data = self._learning.snapshot(self._session.project)
        without = self.tr("There is no trained model yet: label a few sentences first.")

        def job(_: TaskState) -> dict[int, float]:
            if model is None:
                raise CrfError(without)
            return self._learning.rule_costs(model.model, data)

        return self._start(self.tr("Learning rule penalties"), job)

    def read_gazetteer(self, path: Path) -> TaskState:
        """Read a file of phrases; the result is `ReadGazetteer`."""
        return self._start(
            self.tr("Reading a gazetteer"), lambda task: read_gazetteer_file(path, _watch(task))
        )

    def write_gazetteer(self, out: Path, listed: Listed) -> TaskState:
        """Write the phrases of a gazetteer to a file; the result is their number."""
        phrases = listed.phrases
        return self._start(
            self.tr("Writing a gazetteer"),
            lambda _: write_gazetteer_file(out, phrases, self._session.path),
            out=out,
        )

    def read_grammar(self, path: Path) -> TaskState:
        """Read a file of a grammar; the result is its text, which is not checked."""
        return self._start(
            self.tr("Reading a grammar"), lambda _: read_grammar_file(path), in_dialog=True
        )

    def write_grammar(self, out: Path, text: str) -> TaskState:
        """Write the text of a grammar to a file."""
        return self._start(
            self.tr("Writing a grammar"),
            lambda _: write_whole(out, [text], self._session.path),
            out=out,
        )

    def learn_grammar(self, listed: Listed) -> TaskState:
        """Learn the probabilities of rules from confirmed labels; a `LearnedGrammar`."""
        data = self._learning.snapshot(self._session.project)

        def job(task: TaskState) -> LearnedGrammar:
            watch = _watch(task)

            def stops() -> bool:
                UI_PRIORITY.give()
                watch()
                return False

            return learn_weights(listed, data, stops)

        return self._start(self.tr("Learning a grammar"), job, in_dialog=True)

    def save_copy(self, out: Path) -> TaskState:
        """Write another project file with every step, saved or not."""

        def job(_: TaskState) -> Path:
            n_left = self._storage.save_copy(out)
            if n_left:
                text = self.tr(
                    "{path} was saved without the last {n} changes, which have an error",
                    None,
                    n_left,
                )
                if n_left == 1:
                    text = self.tr("{path} was saved without the last change, which has an error")
                raise DataError(text.format(path=out, n=n_left))
            return out

        return self._start(self.tr("Saving a copy"), job, out=out)

    def unwritten(self) -> list[TaskState]:
        """Return the tasks whose files are wanted, and not written yet."""
        tasks = [task for task, *_ in self._tasks]
        return [task for task in tasks if task.out and not (task.over or task.is_cancelled)]

    def stop(self) -> list[TaskState]:
        """Cancel all tasks; return those to wait for."""
        waiting, self._tasks = [task for task, *_ in self._tasks], []
        for task in waiting:
            task.cancel()
        self._writer.close()
        while self._pasted:
            self._pasted.popitem()[1].cleanup()
        return waiting

    def close(self) -> None:
        """Cancel all tasks, and wait for them."""
        for task in self.stop():
            task.wait()

    # ---- tasks

    def _start(
        self,
        title: str,
        job: Callable[[TaskState], Any] | None,
        then: Callable[[TaskState, Any], None] | None = None,
        *,
        in_dialog: bool = False,
        out: Path | None = None,
    ) -> TaskState:
        """Queue a task: ``job`` on a thread, then ``then`` on this thread, which ends the task."""
        task = TaskState(title, self, in_dialog=in_dialog)
        task.out = out
        task.ended.connect(self._next)
        self._tasks.append((task, job, then))
        self.started.emit(task)
        if len(self._tasks) == 1:
            # Later, so that the caller can connect to the task first.
            QTimer.singleShot(0, self._next)
        return task

    def _next(self) -> None:
        self._tasks = [one for one in self._tasks if not one[0].over]
        if not self._tasks or self._tasks[0][0].begun:
            return
        task, job, then = self._tasks[0]
        here = None if then is None else partial(then, task)
        if job is not None:
            task.start(partial(_cancellable, job), here)
        elif here is not None:
            task.start_here(lambda: here(None))

    # ---- export

    def _sources(self, document: int) -> Iterator[tuple[int, SentenceSource]]:
        """Yield a document's sources, page by page from the storage thread."""
        rows = self._storage.call(lambda file: file.sentence_sources(document))
        while page := self._storage.call(lambda _: list(islice(rows, SOURCES_AT_ONCE))):
            yield from page

    def _records(self, document: int) -> Iterator[SourceRecord]:
        """Yield a document's records, page by page from the storage thread."""
        rows = self._storage.call(lambda file: file.records(document))
        while page := self._storage.call(lambda _: list(islice(rows, SOURCES_AT_ONCE))):
            yield from page


def _cancellable(job: Callable[[TaskState], Any], task: TaskState) -> Any:
    """Run a job that may be cancelled through its monitor."""
    try:
        return job(task)
    except JobCancelledError as error:
        raise CancelledError from error


def _watch(task: TaskState) -> Callable[[], None]:
    def watch() -> None:
        if task.is_cancelled:
            raise CancelledError

    return watch


def _copy(project: Project, proposals: Proposals) -> tuple[Project, Proposals]:
    """Return copies for an export, which edits do not change."""
    return project.snapshot(), proposals.snapshot()
