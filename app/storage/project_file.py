"""The project file: reading and writing a project, on one thread."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from app.domain.documents import Document, SourceRecord
from app.domain.edits import Edit
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.project_contents import ProjectContents, SavedState
from app.domain.sentences import NOTHING_NEW, Additions, SentenceSource
from app.domain.settings import ProjectSettings
from app.storage import file_lock, files, identity, models, opening, sources, writing
from app.storage.database import ProjectDatabase
from app.storage.errors import (
    DeviceError,
    DiskFullError,
    ExistsError,
    MissingError,
    OverwrittenError,
    ProjectFileError,
    ReadOnlyError,
)
from app.storage.history import StoredHistory
from app.storage.imports import DocumentImports
from app.storage.logs import LogSetAside, set_log_aside
from app.storage.models import StoredModel
from app.storage.new_projects import write_new
from app.storage.reading import (
    Reached,
    check_readable,
    check_through,
    read_documents,
    read_project,
)
from app.storage.sqlite_errors import NOT_OPENED, READ_ONLY, refused, sqlite_errors_in_words
from app.storage.summary import check_replaceable
from crfcore.errors import as_text
from crfcore.messages import message
from crfcore.whole_files import remove_unfinished, workplace

NOT_MADE = message("the project was not made")
_EXISTS = message("this file already exists; choose another name")
_IS_FOLDER = message("this is a folder; name a file in it")

_CHECKED_AT_ONCE = 50
_log = logging.getLogger(__name__)


def exists_error(path: Path) -> ExistsError:
    """Return the error for a new project whose name is taken."""
    return ExistsError(path, _IS_FOLDER if path.is_dir() else _EXISTS)


class ProjectFile:
    """One open project file; used on the thread that opened it.

    ``read_only``: the file was opened as a copy, for reading; ``backup_made`` is the copy of an
    older file that was migrated; ``log_set_aside`` is a log that was not its own, or damaged;
    beside a file that was opened as a copy, a damaged one stays as it is. ``database`` is the
    connection, ``history`` reads the steps, ``imports`` writes imported documents.
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
        log_set_aside: LogSetAside | None = None,
    ) -> None:
        """Wrap a connection; ``kept`` is closed after it."""
        self.path = path
        self.read_only = read_only
        self.backup_made = backup_made
        self.log_set_aside = log_set_aside
        self.database = ProjectDatabase(path, connection, descriptor, read_only=read_only)
        self._kept = kept or ExitStack()
        self._closed = False
        self.history = StoredHistory(self.database)
        self.imports = DocumentImports(self.database)

    @classmethod
    def create(
        cls,
        path: Path | str,
        settings: ProjectSettings | None = None,
        labels: Sequence[Label] = (),
        annotator: str = "",
    ) -> ProjectFile:
        """Create a new project and open it; the file appears only when it is complete."""
        path = Path(path)
        if files.real(path).exists():
            raise exists_error(path)
        if not path.parent.is_dir():
            raise MissingError(path.parent, message("there is no such folder; make it first"))
        try:
            with (
                opening.new_database(path, new=True) as part,
                sqlite_errors_in_words(path, NOT_MADE),
            ):
                write_new(part, settings or ProjectSettings(), labels, annotator)
        except FileExistsError as error:
            raise exists_error(path) from error
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
        """Open a project; ``for_reading`` also opens one that cannot be written, as a copy.

        It cannot be written on a full disk, either. An older one is migrated, and copied before
        that if ``copy_first``. One that was not closed is opened without its log, or with what can
        be read of a damaged one, only with ``without_log``. Raises `ProjectFileError` for anything
        that is not a sound project of this version or an older one, or is open elsewhere.
        """
        path = files.real(Path(path))
        version = opening.inspect_header(path)
        with sqlite_errors_in_words(path, NOT_OPENED):
            try:
                return cls._open_in_place(
                    path, version, copy_first=copy_first, without_log=without_log
                )
            except (ReadOnlyError, DiskFullError):
                if not for_reading:
                    raise
                return cls._open_copy(path, version, without_log=without_log)

    @classmethod
    def _open_in_place(
        cls, path: Path, version: int, *, copy_first: bool, without_log: bool
    ) -> ProjectFile:
        """Open the file itself, and lock it."""
        if not files.is_writable(path):
            raise ReadOnlyError(path, READ_ONLY)
        with sqlite_errors_in_words(path, NOT_OPENED), ExitStack() as cleanup:
            lock_descriptor = cleanup.enter_context(file_lock.locked(path))
            remove_unfinished(path.parent)
            aside = set_log_aside(path, without_log=without_log)
            connection, backup = opening.open_database(
                path, path, version, copy_first=copy_first, descriptor=lock_descriptor
            )
            file = cls(
                path,
                connection,
                backup_made=backup,
                kept=cleanup.pop_all(),
                descriptor=lock_descriptor,
                log_set_aside=aside,
            )
        try:
            with suppress(DiskFullError, DeviceError):
                # Rows of unfinished imports are ignored, and can stay until there is room.
                file.imports.discard_unfinished()
        except BaseException as error:
            file.__exit__(type(error), error, None)
            raise
        return file

    @classmethod
    def _open_copy(cls, path: Path, version: int, *, without_log: bool) -> ProjectFile:
        """Open a copy in the temporary folder, with its write-ahead log."""
        with ExitStack() as cleanup:
            # Folders left by killed programs are removed by the next one.
            folder = cleanup.enter_context(workplace(Path(gettempdir())))
            copy = folder / path.name
            try:
                shutil.copyfile(path, copy)
                for log in files.logs_of(path)[::2]:  # the index is rebuilt
                    if log.exists():
                        shutil.copyfile(log, folder / log.name)
            except OSError as error:
                raise refused(error, folder, NOT_OPENED) from error
            aside = set_log_aside(copy, without_log=without_log, shown_path=path)
            damaged = None
            if aside is not None and aside.is_damaged:
                damaged = aside._replace(path=files.logs_of(path)[0])
            connection, _ = opening.open_database(copy, path, version, copy_first=False)
            return cls(
                path, connection, read_only=True, kept=cleanup.pop_all(), log_set_aside=damaged
            )

    def close(self) -> None:
        """Close the file and remove its log; a second call does nothing.

        If another program has written into it, neither file nor log is changed.
        """
        if self._closed:
            return
        self._closed = True
        with self._kept, sqlite_errors_in_words(self.path):
            try:
                self.database.watch.check_content()
            except OverwrittenError:
                opening.leave(self.database.connection)
                raise
            database = self.database
            has_log = opening.disconnect(database.connection, self.path, database.descriptor)
            # An error that ends the work tells of a full disk itself.
            if has_log and sys.exception() is None:
                _log.warning(
                    "%s: The disk is full, so the newest steps are in %s-wal beside the project; "
                    "copy or move both files together, and open the project again when there is "
                    "room.",
                    self.path,
                    as_text(self.path.name),
                )

    def __enter__(self) -> ProjectFile:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            self.close()
        except ProjectFileError as second:
            if error is None:
                raise
            # The first error is the cause.
            _log.info("%s", second)

    def load(self) -> Project:
        """Return the whole project; DamagedError if its rows are inconsistent."""
        with self.database.reading() as connection:
            return read_project(connection)

    def documents(self) -> list[Document]:
        """Return all documents, including removed ones."""
        with self.database.reading() as connection:
            return list(read_documents(connection).values())

    def read_every_row(self) -> None:
        """Read every row as `load` does, and keep none; DamagedError if one is invalid."""
        with self.database.reading() as connection:
            check_readable(connection)

    def write_edit(self, edit: Edit, additions: Additions = NOTHING_NEW) -> None:
        """Apply an edit and add it to the history, in one transaction.

        Undone steps are discarded.
        """
        with self.database.transaction() as connection:
            writing.write_edit(connection, edit, additions)

    def saved_state(self) -> SavedState:
        """Return the identity of the project, and its newest step."""
        with self.database.reading() as connection:
            return SavedState(identity.of(connection), self.history.last_edit_id())

    def add_names(self, additions: Additions) -> None:
        """Write new words, tags and tag sets; existing ids are skipped."""
        with self.database.transaction() as connection:
            writing.add_names(connection, additions)

    def sentence_sources(self, document_id: int) -> Iterator[tuple[int, SentenceSource]]:
        """Yield the id and source of each sentence of a document, in order."""
        with self.database.reading() as connection:
            yield from sources.sentence_sources(connection, document_id)

    def records(self, document_id: int) -> Iterator[SourceRecord]:
        """Yield the records of a document, in order."""
        with self.database.reading() as connection:
            yield from sources.records(connection, document_id)

    def write_model(self, number: int, data: bytes, report: dict[str, Any]) -> None:
        """Store a model instead of the one before."""
        with self.database.transaction() as connection:
            models.write(connection, number, data, report)

    def newest_model(self) -> StoredModel | None:
        """Return the stored model."""
        with self.database.reading() as connection:
            return models.newest(connection)

    def has_unread_model(self) -> bool:
        """Return whether the stored model is larger than what is read."""
        with self.database.reading() as connection:
            return models.is_too_large(connection)

    def probe(self) -> None:
        """Write and delete a row; raises the error if the file cannot be written.

        Replacing a value by the same would write nothing.
        """
        with self.database.transaction() as connection:
            connection.execute("INSERT INTO settings VALUES ('probe', '')")
            connection.execute("DELETE FROM settings WHERE key = 'probe'")

    def check_in_place(self) -> None:
        """Raise DeviceError if the file or its log was moved or changed."""
        self.database.watch.check()

    def annotators(self) -> list[str]:
        """Return the names of all annotators, in order of appearance."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT name FROM annotators ORDER BY id").fetchall()
        return [name for (name,) in rows]

    def backup_to(
        self,
        target: Path | str,
        add: Callable[[ProjectFile], object] = lambda _: None,
        last_added: int = 0,
    ) -> None:
        """Save a checked copy as ``target``; ``add`` may write more into it.

        ``last_added`` is the id of the last step that it adds. ExistsError if the copy would
        replace another project, or one with later steps; an older copy may go.
        """
        target = Path(target)
        if target.exists():
            if files.identity(target) == self.database.watch.identity:
                raise ExistsError(
                    target, message("this is the open project itself; choose another name")
                )
            own = None
            with suppress(ProjectFileError):  # of a damaged project, any other name will do
                state = self.saved_state()
                own = replace(state, last_edit=max(state.last_edit, last_added))
            check_replaceable(target, own)
        self.database.watch.check_content()
        opening.copy_to(
            self.database.connection, target, self.path, lambda *made: add(ProjectFile(*made))
        )

    def check(self) -> Project:
        """Do what `check_through` does, and return the whole project."""
        self.check_through()
        return self.load()

    def check_through(self, reached: Reached = lambda _done, _total: None) -> ProjectContents:
        """Check every row for consistency; DamagedError if something is wrong.

        ``reached`` is called after some rows with the number of sentences checked, and of all: it
        may let other threads run, or raise to stop.
        """
        with sqlite_errors_in_words(self.path):
            opening.check_integrity(self.database.connection, self.path, whole=True)
        with self.database.reading() as connection:
            contents = check_through(connection, reached)
            documents = connection.execute("SELECT id FROM documents ORDER BY id").fetchall()
            n = contents.n_sentences
            for (document,) in documents:
                for number, _ in enumerate(sources.sentence_sources(connection, document)):
                    if not number % _CHECKED_AT_ONCE:
                        reached(n, n)
                for _ in sources.records(connection, document):
                    pass
            for _ in self.history.decode_all():
                reached(n, n)
            self.newest_model()
        return contents
