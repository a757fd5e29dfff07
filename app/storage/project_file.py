"""The project file: every read and write of a project, on one connection and one thread."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from app.domain.documents import Document, SourceRecord
from app.domain.edits import Edit
from app.domain.history import HistoryEntry, HistoryFilter, Sayer
from app.domain.holdings import Holdings, Standing
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.settings import ProjectSettings
from app.storage import files, identity, models, opening, sources, steps, writing
from app.storage.errors import (
    DamagedError,
    DeviceError,
    DiskFullError,
    ExistsError,
    MissingError,
    OverwrittenError,
    ProjectFileError,
    ReadOnlyError,
)
from app.storage.logs import settle_logs
from app.storage.models import StoredModel
from app.storage.new_projects import write_new
from app.storage.reading import (
    UNREADABLE,
    Reached,
    check_readable,
    check_through,
    read_documents,
    read_project,
)
from app.storage.schema import DONE, UNDONE
from app.storage.sqlite_errors import DAMAGED, NOT_OPENED, READ_ONLY, refused, told_in_words
from app.storage.steps import EVERY_STEP
from app.storage.watch import Watch
from crfcore.whole_files import remove_unfinished, workplace

SENTENCES_PER_TRANSACTION = 200
"""So many rows are written well within 20 ms, which is how long a key press may have to wait."""

NOTHING_NEW = Additions()

NOT_MADE = "the project was not made"
EXISTS = "this file exists already; choose another name"

_CHECKED_AT_ONCE = 50
_log = logging.getLogger(__name__)


class ProjectFile:
    """One open project file; used on the thread that opened it, and closed at the end.

    ``read_only`` says that the file could only be opened as a copy, for reading; ``backup_made``
    names the copy of an older file that was brought up to date; ``log_set_aside`` is a log that lay
    beside the project, was not its own, and now has this name.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        backup_made: Path | None = None,
        read_only: bool = False,
        kept: ExitStack | None = None,
        descriptor: int | None = None,
        log_set_aside: Path | None = None,
    ) -> None:
        """Take over a connection, and what is to be let go of after it is closed."""
        self.path = path
        self.read_only = read_only
        self.backup_made = backup_made
        self.log_set_aside = log_set_aside
        self.log_holds_steps = not read_only  # those of one that was killed, until it is known
        self._frozen = False
        self._connection = connection
        self._kept = kept or ExitStack()
        self._closed = False
        self._descriptor = descriptor
        self._watch = Watch(path, descriptor)

    @classmethod
    def create(
        cls,
        path: Path | str,
        settings: ProjectSettings | None = None,
        labels: Sequence[Label] = (),
        annotator: str = "",
    ) -> ProjectFile:
        """Make a new project and open it; the file appears only when it is whole."""
        path = Path(path)
        if files.real(path).exists():
            raise ExistsError(path, EXISTS)
        if not path.parent.is_dir():
            raise MissingError(path.parent, "there is no such folder; make it first")
        try:
            with opening.new_database(path, new=True) as part, told_in_words(path, NOT_MADE):
                write_new(part, settings or ProjectSettings(), labels, annotator)
        except FileExistsError as error:
            raise ExistsError(path, EXISTS) from error
        except OSError as error:
            raise refused(error, path, NOT_MADE) from error
        return cls.open(path)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        for_reading: bool = False,
        copy_first: bool = True,
        without_log: bool = False,
    ) -> ProjectFile:
        """Open a project; ``for_reading`` also opens one that can't be written, as a copy.

        An older one is brought up to date, and copied before that unless ``copy_first`` is False.
        One that was not closed is opened without its log only if ``without_log`` says so.
        Raises a `ProjectFileError` in words for anything that is not a sound project of this
        version or an older one, or that is open elsewhere.
        """
        path = files.real(Path(path))
        version = opening.inspect_header(path)
        with told_in_words(path, NOT_OPENED), ExitStack() as cleanup:
            if not files.is_writable(path):
                if for_reading:
                    return cls._open_copy(path, version, without_log=without_log)
                raise ReadOnlyError(path, READ_ONLY)
            held = cleanup.enter_context(opening.held(path))
            remove_unfinished(path.parent)
            aside = settle_logs(path, without_log=without_log)
            connection, backup = opening.open_database(
                path, path, version, copy_first=copy_first, descriptor=held
            )
            file = cls(
                path,
                connection,
                backup_made=backup,
                kept=cleanup.pop_all(),
                descriptor=held,
                log_set_aside=aside,
            )
        try:
            with suppress(DiskFullError, DeviceError):
                # What an import has left counts for nothing, and waits until there is room.
                file.discard_unfinished()
        except BaseException as error:
            file.__exit__(type(error), error, None)
            raise
        return file

    @classmethod
    def _open_copy(cls, path: Path, version: int, *, without_log: bool) -> ProjectFile:
        """Open a copy in the temporary folder, with what still lies in the write-ahead log."""
        with ExitStack() as cleanup:
            # The next one takes away what a program that was killed has left there.
            folder = cleanup.enter_context(workplace(Path(gettempdir())))
            copy = folder / path.name
            try:
                shutil.copyfile(path, copy)
                for log in files.logs_of(path)[::2]:  # the index is of no use elsewhere
                    if log.exists():
                        shutil.copyfile(log, folder / log.name)
            except OSError as error:
                raise refused(error, folder, NOT_OPENED) from error
            settle_logs(copy, without_log=without_log, told=path)
            connection, _ = opening.open_database(copy, path, version, copy_first=False)
            return cls(path, connection, read_only=True, kept=cleanup.pop_all())

    def close(self) -> None:
        """Close the file and leave it as one plain file; a second call does nothing.

        Where somebody else has written into it, it stays as that one has left it, with the log.
        """
        if self._closed:
            return
        self._closed = True
        with self._kept, told_in_words(self.path):
            try:
                self._watch.check_content()
            except OverwrittenError:
                opening.leave(self._connection)
                raise
            opening.disconnect(self._connection, self.path, self._descriptor)

    def __enter__(self) -> ProjectFile:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            self.close()
        except ProjectFileError as second:
            if error is None:
                raise
            # What went wrong first says what is the matter.
            _log.info("%s", second)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Do everything in the block or nothing."""
        with told_in_words(self.path):
            self._watch.check()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
                self._watch.know_log()
                self._watch.note()
                self.log_holds_steps = not self._frozen
            except BaseException:
                # A full disk may have rolled the transaction back by itself.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                self._watch.note_log()
                raise

    @contextmanager
    def _changing_file(self) -> Iterator[None]:
        """Let the log be brought into the file, if that is still what it was."""
        self._watch.check()
        with told_in_words(self.path):
            try:
                yield
            finally:
                self._watch.note()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Tell in words what SQLite finds wrong, and what the values show to be wrong."""
        with told_in_words(self.path):
            try:
                yield self._connection
            except UNREADABLE as error:
                raise DamagedError(self.path, DAMAGED.format(detail=error)) from error

    def load(self) -> Project:
        """Return the whole project in memory; DamagedError where its rows contradict themselves."""
        with self._reading() as connection:
            return read_project(connection)

    def documents(self) -> list[Document]:
        """Return all documents, also those that are removed."""
        with self._reading() as connection:
            return list(read_documents(connection).values())

    def look_through(self) -> None:
        """Read every row as `load` does, and keep none; DamagedError where they are not sound."""
        with self._reading() as connection:
            check_readable(connection)

    def write_edit(self, edit: Edit, additions: Additions = NOTHING_NEW) -> None:
        """Apply an edit to the rows and put it into the history, in one transaction.

        Steps that had been undone can't come again after it.
        """
        with self.transaction() as connection:
            writing.write_edit(connection, edit, additions)

    def mark_undone(
        self,
        numbers: Iterable[int],
        undone: bool,  # noqa: FBT001
        edit_to_apply: Edit,
    ) -> None:
        """Apply an edit to the rows and say whether the steps that it stands for are undone."""
        state = UNDONE if undone else DONE
        with self.transaction() as connection:
            writing.apply_edit(connection, edit_to_apply)
            connection.executemany(
                "UPDATE edits SET undone = ? WHERE id = ?", ((state, step) for step in numbers)
            )

    def record_undo(self, edit: Edit) -> None:
        """Take a step of the history back."""
        self.mark_undone([edit.id], undone=True, edit_to_apply=edit.inverse())

    def record_redo(self, edit: Edit) -> None:
        """Do a step again that was taken back."""
        self.mark_undone([edit.id], undone=False, edit_to_apply=edit)

    def recent_edits(
        self, before_id: int | None = None, limit: int = 100
    ) -> list[tuple[Edit, bool]]:
        """Return steps of the history, newest first, each with whether it is undone.

        Steps that were undone and then given up for a new one are left out.
        """
        with self._reading() as connection:
            return steps.recent_edits(connection, before_id, limit)

    def edit_authors(self, after_id: int = 0, limit: int = 10_000) -> list[tuple[int, str, str]]:
        """Return who made each edit that a token may name, and from what it came, in their order.

        These are all edits ever made: one that was taken back for good may be in another's past.
        """
        with self._reading() as connection:
            return steps.edit_authors(connection, after_id, limit)

    def history_entries(
        self,
        before_id: int | None = None,
        limit: int = 100,
        wanted: HistoryFilter = EVERY_STEP,
    ) -> list[HistoryEntry]:
        """Return steps as they are listed, newest first, also those that were given up.

        What a step changed is not decoded, so that a page costs the same whatever was done.
        """
        with self._reading() as connection:
            return steps.history_entries(connection, before_id, limit, wanted)

    def sayers(self, numbers: Iterable[int]) -> dict[int, Sayer]:
        """Return who made some steps, when, and from what; without those that are not there."""
        with self._reading() as connection:
            return steps.sayers(connection, numbers)

    def last_edit_id(self) -> int:
        """Return the highest id that a step of the history ever had, 0 if there was none."""
        with self._reading() as connection:
            return int(connection.execute("SELECT max(id) FROM edits").fetchone()[0] or 0)

    def standing(self) -> Standing:
        """Return which project this is, and how far it is."""
        with self._reading() as connection:
            return Standing(identity.of(connection), self.last_edit_id())

    def begin_document(self, document: Document) -> None:
        """Start an import; until `finish_document` nothing of it counts."""
        with self.transaction() as connection:
            writing.write_importing_document(connection, document)

    def add_sentences(self, rows: Iterable[SentenceRow]) -> None:
        """Write sentences of a document being imported, in short transactions."""
        pending = list(rows)
        for first in range(0, len(pending), SENTENCES_PER_TRANSACTION):
            with self.transaction() as connection:
                writing.write_sentences(
                    connection, pending[first : first + SENTENCES_PER_TRANSACTION]
                )

    def add_records(
        self, document_id: int, records: Sequence[SourceRecord], first: int = 0
    ) -> None:
        """Write records of a document being imported, in short transactions.

        ``first`` is how many were written before.
        """
        for start in range(0, len(records), SENTENCES_PER_TRANSACTION):
            part = records[start : start + SENTENCES_PER_TRANSACTION]
            with self.transaction() as connection:
                writing.write_records(connection, document_id, first + start, part)

    def finish_document(
        self,
        document_id: int,
        edit: Edit,
        additions: Additions = NOTHING_NEW,
        *,
        tokens_name: int = 0,
    ) -> None:
        """End an import: its rows count from now on, and the edit stands in the history.

        Other documents that the edit shows count from now on, too.
        ``tokens_name`` is the id that its tokens name where that is not the edit's: who imported
        them, and when, is found under it, too.
        """
        with self.transaction() as connection:
            for number in {document_id, *(change.after.id for change in edit.documents)}:
                connection.execute("UPDATE documents SET importing = 0 WHERE id = ?", (number,))
            writing.write_edit(connection, edit, additions)
            if tokens_name:
                writing.write_named(connection, edit, tokens_name)

    def discard_unfinished(self) -> None:
        """Remove what imports that will not be finished have written."""
        with self._reading() as connection:
            found = connection.execute("SELECT 1 FROM documents WHERE importing = 1").fetchone()
        if found:
            with self.transaction() as connection:
                writing.delete_importing(connection)

    def add_names(self, additions: Additions) -> None:
        """Write new words, tags and tag sets; ids that are there already stay as they are."""
        with self.transaction() as connection:
            writing.add_names(connection, additions)

    def sentence_sources(self, document_id: int) -> Iterator[tuple[int, SentenceSource]]:
        """Give the id and source of each sentence of a document, in order, some rows at a time."""
        with self._reading() as connection:
            yield from sources.sentence_sources(connection, document_id)

    def records(self, document_id: int) -> Iterator[SourceRecord]:
        """Give the records of a document, in order, some rows at a time."""
        with self._reading() as connection:
            yield from sources.records(connection, document_id)

    def write_model(self, number: int, data: bytes, report: dict[str, Any]) -> None:
        """Keep a model in place of the one before."""
        with self.transaction() as connection:
            models.write(connection, number, data, report)

    def newest_model(self) -> StoredModel | None:
        """Return the model that was kept last."""
        with self._reading() as connection:
            return models.newest(connection)

    def probe(self) -> None:
        """Write something that changes nothing, and raise what stands in the way.

        A value that is replaced by the same would not be written at all.
        """
        with self.transaction() as connection:
            connection.execute("INSERT INTO settings VALUES ('probe', '')")
            connection.execute("DELETE FROM settings WHERE key = 'probe'")

    def check_in_place(self) -> None:
        """Raise DeviceError unless the file and its log lie where this program has left them."""
        self._watch.check()

    def annotators(self) -> list[str]:
        """Return the names of everybody who has worked on the project, in order of appearance."""
        with self._reading() as connection:
            rows = connection.execute("SELECT name FROM annotators ORDER BY id").fetchall()
        return [name for (name,) in rows]

    def backup_to(
        self, target: Path | str, add: Callable[[ProjectFile], object] = lambda _: None
    ) -> None:
        """Save a copy, which replaces ``target`` once ``add`` has written more and it is sound."""
        target = Path(target)
        if target.exists() and files.identity(target) == self._watch.identity:
            raise ExistsError(target, "this is the open project itself; choose another name")
        self._watch.check_content()
        opening.copy_to(self._connection, target, self.path, lambda *made: add(ProjectFile(*made)))

    def freeze(self) -> opening.FrozenFile:
        """Return the file as it is now, to be copied elsewhere; it stays so until `thaw`.

        Edits are saved meanwhile as always.
        """
        with self._changing_file():
            opening.freeze(self._connection, self.path)
        self._frozen, self.log_holds_steps = True, False
        return opening.FrozenFile(self.path, self._descriptor)

    def bring_log_in(self) -> None:
        """Write what lies in the log into the file itself, which then has every step.

        A file that is frozen, or has lost its name, stays as it is.
        """
        self.log_holds_steps = False
        if not self._frozen:
            with self._changing_file():
                opening.bring_log_in(self._connection, self.path)

    def thaw(self) -> None:
        """Undo `freeze`."""
        self._frozen, self.log_holds_steps = False, True
        with told_in_words(self.path):
            opening.thaw(self._connection)

    def check(self) -> Project:
        """Do what `check_through` does, and return the whole project in memory."""
        self.check_through()
        return self.load()

    def check_through(self, reached: Reached = lambda _done, _total: None) -> Holdings:
        """Read every row and compare what can be compared; DamagedError if something is wrong.

        Nothing of it is kept, and ``reached`` is called after some rows, with how many sentences
        have been looked at, of how many: it may give other threads a chance, or raise to stop.
        """
        with told_in_words(self.path):
            opening.check_integrity(self._connection, self.path, whole=True)
        with self._reading() as connection:
            held = check_through(connection, reached)
            documents = connection.execute("SELECT id FROM documents ORDER BY id").fetchall()
            n = held.n_sentences
            for (document,) in documents:
                for number, _ in enumerate(sources.sentence_sources(connection, document)):
                    if not number % _CHECKED_AT_ONCE:
                        reached(n, n)
                for _ in sources.records(connection, document):
                    pass
            for _ in steps.decode_all(connection):
                reached(n, n)
            self.newest_model()
        return held
