"""Tagging of a collection of files, in several processes, which can be resumed.

Every file is written under a temporary name in its folder, synced, and then named: a file that is
there is whole. A file that exists is never replaced.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from app.formats.output import write_new
from app.jobs.labelled_files.evaluate import template_extractor
from app.jobs.labelled_files.labelled_data import of_text
from app.jobs.labelled_files.labelled_data import read as read_file
from app.jobs.labelled_files.model_checks import check_metadata
from app.jobs.tag_files.collection_files import CollectionFile, check_inside, common_folder
from app.jobs.tag_files.collection_runs import begin, circumstances
from app.jobs.tag_files.file_parts import PartedFile, parts_of, read_part
from app.jobs.tag_files.rules import holds_rules
from app.jobs.tag_files.tag import AnyModel, TagNotes, TagOptions, tag_imported
from crfcore.constraints.json_files import parse_rules
from crfcore.dask_client import check_file
from crfcore.errors import CrfError, DataError, fault_in
from crfcore.tasks import Client, LostWorkerError, Tasks, Work
from crfcore.text.lines import OUT_OF_MEMORY, read_text
from crfcore.text.unreadable import why_unreadable
from crfcore.whole_files import remove_unfinished

if TYPE_CHECKING:
    from app.formats.records import ImportedText

_CHANGED = "The file was changed while it was read; run the same command with --resume."

SECONDS_TO_APPEAR = 10.0
"""How long a file that a worker has made may take to appear on a network disk."""

Watch: TypeAlias = Callable[[int, int, int], object]
"""``watch(done, total, tokens)``: bytes of the inputs, and tokens tagged so far."""


@dataclass(frozen=True, slots=True)
class Collection:
    """What is to be tagged: the bytes of a model, the files, and how."""

    model: bytes
    name: str
    files: Sequence[CollectionFile]
    out: Path
    options: TagOptions
    threads: int = 1
    jobs: int = 1


@dataclass(slots=True)
class CollectionReport:
    """What has been done; ``failures`` are files with the reason, a sentence."""

    n_tagged: int = 0
    n_there: int = 0
    n_tokens: int = 0
    seconds: float = 0.0
    failures: list[tuple[Path, str]] = field(default_factory=list)
    notes: TagNotes = field(default_factory=TagNotes)

    @property
    def tokens_per_second(self) -> float:
        """The speed, start of the processes included."""
        return self.n_tokens / max(self.seconds, 1e-9)


class _Part(NamedTuple):
    """A task: a file, or a range of its bytes."""

    file: CollectionFile
    first: int = 0
    end: int = -1


class _Done(NamedTuple):
    """The result of a task; with ``reason`` it failed.

    ``form`` is the layout of a part, and ``data`` its tagged text.
    """

    n_tokens: int = 0
    notes: TagNotes | None = None
    reason: str = ""
    form: Any = None
    data: bytes = b""


def with_rules(options: TagOptions) -> TagOptions:
    """Return options with the rules of their file, which is read once: it may be a pipe.

    DataError for constraints on the tokens of a single text.
    """
    path = options.constraints
    if path is None or options.rules is not None:
        return options
    content = read_text(path)
    if not holds_rules(content, path):
        raise DataError(
            "These are constraints on the tokens of one text; many texts can have the rules of a "
            "JSON file alone.",
            path=path,
        )
    return replace(options, rules=parse_rules(content, path))


# ---- one task, in any process


@dataclass(frozen=True, slots=True)
class _Tagger:
    """The model of a process, and how it tags."""

    crf: AnyModel
    options: TagOptions
    out: Path

    def read(self, text: str, path: Path) -> ImportedText:
        return of_text(text, path, self.options.columns, like=self._like)

    @property
    def _like(self) -> tuple[str, ...]:
        return tuple(self.crf.metadata_.get("columns", ()))

    def whole(self, file: CollectionFile) -> _Done:
        """Tag a file, and write the result."""
        check_inside(file.target, self.out)
        check_file(file.source)
        imported = read_file(file.source, self.options.columns, like=self._like)
        n_tokens, notes = _n_tokens(imported), TagNotes()
        pieces = tag_imported(self.crf, imported, file.source, self.options, notes=notes)
        # Another run that has made the same file meanwhile was made for the same folder.
        with suppress(FileExistsError):
            write_new(file.target, pieces, file.source)
        return _Done(n_tokens, notes)

    def part(self, part: _Part) -> _Done:
        """Tag a part of a file."""
        source = part.file.source
        check_file(source)
        imported = self.read(read_part(source, part.first, part.end), source)
        form = replace(imported.layout, tail="", bom=False)
        n_tokens, notes = _n_tokens(imported), TagNotes()
        pieces = tag_imported(self.crf, imported, source, self.options, notes=notes)
        data = "".join(pieces).encode()
        if source.stat().st_size != part.file.size:
            raise DataError(_CHANGED, path=source)
        return _Done(n_tokens, notes, form=form, data=data)


def _n_tokens(imported: ImportedText) -> int:
    return sum(len(sentence.starts) for sentence in imported.sentences)


def _tagger(model: bytes, name: str, options: TagOptions, out: Path, threads: int) -> _Tagger:
    from crfcore.document_crf import DocumentCRF, model_from_bytes

    crf = model_from_bytes(model, name=name)
    if not isinstance(crf, DocumentCRF):
        crf.set_params(threads=threads)
    check_metadata(crf)
    return _Tagger(crf, options, out)


def _tag(tagger: _Tagger, part: _Part) -> _Done:
    """Do a task; what is wrong with a file is returned as a sentence."""
    try:
        return tagger.whole(part.file) if part.end < 0 else tagger.part(part)
    except CrfError as error:
        return _Done(reason=str(error))
    except OSError as error:
        return _Done(reason=f"{part.file.source}: {why_unreadable(error)}")
    except MemoryError:
        return _Done(reason=f"{part.file.source}: {OUT_OF_MEMORY}")
    except Exception as error:  # noqa: BLE001 - the other files are unharmed
        fault = f"{type(error).__name__}: {fault_in(error)}"
        return _Done(reason=f"{part.file.source}: An error of the program, {fault}")


# ---- the whole collection


def tag_collection(
    collection: Collection,
    *,
    resume: bool = False,
    watch: Watch | None = None,
    client: Client | None = None,
) -> CollectionReport:
    """Tag all files; with ``resume`` those that have a result already are left out.

    A ``client`` takes the place of processes of this machine; its workers read and write the files.

    Raises
    ------
    DataError
        The folder has results of something else, or that are not to be resumed.
    """
    one = collection = replace(collection, options=with_rules(collection.options))
    made_with = circumstances(one.model, one.options, common_folder(one.files[0], one.out))
    waiting = begin(one.files, one.out, made_with, resume=resume)
    report = CollectionReport(n_there=len(collection.files) - len(waiting))
    start = time.perf_counter()
    run = _Run(collection, report, sum(file.size for file in waiting), watch, client)
    try:
        run.do(waiting)
    finally:
        report.seconds = time.perf_counter() - start
    return report


class _Run:
    """The tasks of a collection, and the files that are put together of parts."""

    def __init__(
        self,
        collection: Collection,
        report: CollectionReport,
        total: int,
        watch: Watch | None,
        client: Client | None,
    ) -> None:
        self._collection = collection
        self._client = client
        self._report = report
        self._watch = watch or (lambda _done, _total, _tokens: None)
        self._done, self._total = 0, total
        self._parted: dict[Path, PartedFile] = {}
        self._made_elsewhere: dict[CollectionFile, int] = {}
        self._shared = (
            collection.model,
            collection.name,
            collection.options,
            collection.out,
            collection.threads,
        )

    def do(self, files: Sequence[CollectionFile]) -> None:
        """Do all tasks."""
        work = Work(_tag, _tagger, self._shared)
        tagger = _tagger(*self._shared)
        at_work: list[Any] = []
        try:
            with Tasks(
                work,
                jobs=self._collection.jobs,
                client=self._client,
                advice="run the same command with --resume",
            ) as tasks:
                for part in self._tasks_of(files, tagger):
                    tasks.add(part, part)
                del tagger
                try:
                    for part, future in tasks.finished():
                        self._take(tasks, part, _result(part, future))
                except BaseException:
                    at_work = tasks.running()
                    raise
        finally:
            for one in self._parted.values():
                one.give_up()
            for part in at_work:
                remove_unfinished(part.file.target.parent)
        self._check_made_elsewhere()

    def _check_made_elsewhere(self) -> None:
        """Count files as failed that workers have made where this process does not see them."""
        for file in self._made_out_of_sight():
            self._report.n_tagged -= 1
            self._report.n_tokens -= self._made_elsewhere[file]
            self._finish(file, _out_of_sight(file))

    def _made_out_of_sight(self) -> list[CollectionFile]:
        """Return the files that workers have made and that do not appear within some seconds."""
        missing = _missing(list(self._made_elsewhere))
        end = time.monotonic() + SECONDS_TO_APPEAR
        while missing and time.monotonic() < end:
            time.sleep(SECONDS_TO_APPEAR / 20)
            missing = _missing(missing)
        return missing

    def _tasks_of(self, files: Sequence[CollectionFile], tagger: _Tagger) -> Iterator[_Part]:
        """Yield whole files before parts: a run that is ended keeps what is whole alone."""
        may_part = _reads_sentences_alone(tagger.crf, self._collection.options)
        cut = []
        for file in files:
            read = partial(tagger.read, path=file.source)
            ranges = parts_of(file.source, file.size, read) if may_part else []
            if len(ranges) < 2:
                yield _Part(file)
            else:
                cut.append((file, ranges))
        for file, ranges in cut:
            self._parted[file.target] = PartedFile(file, self._collection.out)
            yield from (_Part(file, first, end) for first, end in ranges)

    def _take(self, tasks: Tasks, part: _Part, done: _Done) -> None:
        if part.end < 0:
            if self._client is not None and not done.reason:
                self._made_elsewhere[part.file] = done.n_tokens
                if len(self._made_elsewhere) == 1 and (missing := self._made_out_of_sight()):
                    # Before hours of work that nobody finds.
                    raise CrfError(_out_of_sight(missing[0]))
            self._count(part.file.size, done)
            self._finish(part.file, done.reason)
            return
        parted = self._parted.get(part.file.target)
        if parted is None:
            return
        try:
            is_alike = not done.reason and parted.add(part.first, part.end, done.form, done.data)
            if is_alike and parted.is_complete:
                self._parted.pop(part.file.target).finish()
        except DataError as error:
            self._give_up(part.file, parted)
            self._count(part.file.size, _Done())
            self._finish(part.file, str(error))
            return
        if is_alike:
            parted.n_tokens += done.n_tokens
            parted.n_counted += part.end - part.first
            self._count(part.end - part.first, done)
            if parted.is_complete:
                self._finish(part.file, "")
            return
        # As a whole the file says what is wrong, and where.
        self._give_up(part.file, parted)
        tasks.add(_Part(part.file), _Part(part.file))

    def _give_up(self, file: CollectionFile, parted: PartedFile) -> None:
        """Remove the parts of a file that are written, and no longer count them."""
        self._parted.pop(file.target, parted).give_up()
        self._done -= parted.n_counted
        self._report.n_tokens -= parted.n_tokens

    def _count(self, n_bytes: int, done: _Done) -> None:
        self._done += n_bytes
        self._report.n_tokens += done.n_tokens
        notes, own = self._report.notes, done.notes
        if own is not None:
            notes.by_integers += own.by_integers
            notes.unranked += own.unranked
            notes.with_probabilities, notes.temperature = own.with_probabilities, own.temperature
        self._watch(self._done, self._total, self._report.n_tokens)

    def _finish(self, file: CollectionFile, reason: str) -> None:
        if reason:
            self._report.failures.append((file.source, reason))
        else:
            self._report.n_tagged += 1


def _out_of_sight(file: CollectionFile) -> str:
    return (
        f"{file.source}: A worker has made {file.target}, which is not there on this computer; "
        "give all computers the same folder of results."
    )


def _missing(files: Sequence[CollectionFile]) -> list[CollectionFile]:
    """Return the files whose results are not there.

    A network disk may remember for half a minute that a name was not there, but not a listing.
    """
    names: dict[Path, set[str]] = {}
    for folder in {file.target.parent for file in files}:
        try:
            names[folder] = set(os.listdir(folder))  # noqa: PTH208
        except OSError:
            names[folder] = set()
    return [file for file in files if file.target.name not in names[file.target.parent]]


def _result(part: _Part, future: Any) -> _Done:
    try:
        done: _Done = future.result()
    except LostWorkerError as error:
        remove_unfinished(part.file.target.parent)
        return _Done(reason=f"{part.file.source}: {error}")
    return done


def _reads_sentences_alone(crf: AnyModel, options: TagOptions) -> bool:
    """Return whether labels depend on nothing but the sentence."""
    from crfcore.estimator.extractors import reads_whole_texts

    if crf.KIND == "DocumentCRF" or options.constraints is not None:
        return False
    # Unknown words get vectors and cases from all their occurrences in the file.
    return not reads_whole_texts(template_extractor(crf))
