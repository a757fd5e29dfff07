"""The project file: what reads and writes a project, on one connection and one thread."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
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
from app.storage import files, identity, models, opening, sources, writing
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
from app.storage.imports import DocumentImports
from app.storage.logs import set_foreign_log_aside
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
from app.storage.steps import StoredHistory
from crfcore.whole_files import remove_unfinished, workplace

NOT_MADE = "the project was not made"
EXISTS = "this file exists already; choose another name"

_CHECKED_AT_ONCE = 50
_log = logging.getLogger(__name__)


class ProjectFile:
    """One open project file; used on the thread that opened it, and closed at the end.

    ``read_only`` says that the file could only be opened as a copy, for reading; ``backup_made``
    names the copy of an older file that was brought up to date; ``log_set_aside`` is a log that lay
    beside the project, was not its own, and now has this name. ``database`` is the connection,
    ``history`` reads the steps, ``imports`` writes documents that are imported.
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
        # The log may hold steps of a program that was killed.
        self.database = ProjectDatabase(path, connection, descriptor, log_holds_steps=not read_only)
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
        """Make a new project and open it; the file appears only when it is whole."""
        path = Path(path)
        if files.real(path).exists():
            raise ExistsError(path, EXISTS)
        if not path.parent.is_dir():
            raise MissingError(path.parent, "there is no such folder; make it first")
        try:
            with (
                opening.new_database(path, new=True) as part,
                sqlite_errors_in_words(path, NOT_MADE),
            ):
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
        with sqlite_errors_in_words(path, NOT_OPENED), ExitStack() as cleanup:
            if not files.is_writable(path):
                if for_reading:
                    return cls._open_copy(path, version, without_log=without_log)
                raise ReadOnlyError(path, READ_ONLY)
            lock_descriptor = cleanup.enter_context(opening.locked(path))
            remove_unfinished(path.parent)
            aside = set_foreign_log_aside(path, without_log=without_log)
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
                # What an import has left counts for nothing, and waits until there is room.
                file.imports.discard_unfinished()
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
            set_foreign_log_aside(copy, without_log=without_log, shown_path=path)
            connection, _ = opening.open_database(copy, path, version, copy_first=False)
            return cls(path, connection, read_only=True, kept=cleanup.pop_all())

    def close(self) -> None:
        """Close the file and leave it as one plain file; a second call does nothing.

        Where somebody else has written into it, it stays as that one has left it, with the log.
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
            opening.disconnect(self.database.connection, self.path, self.database.descriptor)

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

    def load(self) -> Project:
        """Return the whole project in memory; DamagedError where its rows contradict themselves."""
        with self.database.reading() as connection:
            return read_project(connection)

    def documents(self) -> list[Document]:
        """Return all documents, also those that are removed."""
        with self.database.reading() as connection:
            return list(read_documents(connection).values())

    def read_every_row(self) -> None:
        """Read every row as `load` does, and keep none; DamagedError where they are not sound."""
        with self.database.reading() as connection:
            check_readable(connection)

    def write_edit(self, edit: Edit, additions: Additions = NOTHING_NEW) -> None:
        """Apply an edit to the rows and put it into the history, in one transaction.

        Steps that had been undone can't come again after it.
        """
        with self.database.transaction() as connection:
            writing.write_edit(connection, edit, additions)

    def saved_state(self) -> SavedState:
        """Return which project this is, and how far it is."""
        with self.database.reading() as connection:
            return SavedState(identity.of(connection), self.history.last_edit_id())

    def add_names(self, additions: Additions) -> None:
        """Write new words, tags and tag sets; ids that are there already stay as they are."""
        with self.database.transaction() as connection:
            writing.add_names(connection, additions)

    def sentence_sources(self, document_id: int) -> Iterator[tuple[int, SentenceSource]]:
        """Give the id and source of each sentence of a document, in order, some rows at a time."""
        with self.database.reading() as connection:
            yield from sources.sentence_sources(connection, document_id)

    def records(self, document_id: int) -> Iterator[SourceRecord]:
        """Give the records of a document, in order, some rows at a time."""
        with self.database.reading() as connection:
            yield from sources.records(connection, document_id)

    def write_model(self, number: int, data: bytes, report: dict[str, Any]) -> None:
        """Keep a model in place of the one before."""
        with self.database.transaction() as connection:
            models.write(connection, number, data, report)

    def newest_model(self) -> StoredModel | None:
        """Return the model that was kept last."""
        with self.database.reading() as connection:
            return models.newest(connection)

    def probe(self) -> None:
        """Write something that changes nothing, and raise what stands in the way.

        A value that is replaced by the same would not be written at all.
        """
        with self.database.transaction() as connection:
            connection.execute("INSERT INTO settings VALUES ('probe', '')")
            connection.execute("DELETE FROM settings WHERE key = 'probe'")

    def check_in_place(self) -> None:
        """Raise DeviceError unless the file and its log lie where this program has left them."""
        self.database.watch.check()

    def annotators(self) -> list[str]:
        """Return the names of everybody who has worked on the project, in order of appearance."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT name FROM annotators ORDER BY id").fetchall()
        return [name for (name,) in rows]

    def backup_to(
        self, target: Path | str, add: Callable[[ProjectFile], object] = lambda _: None
    ) -> None:
        """Save a copy, which replaces ``target`` once ``add`` has written more and it is sound."""
        target = Path(target)
        if target.exists() and files.identity(target) == self.database.watch.identity:
            raise ExistsError(target, "this is the open project itself; choose another name")
        self.database.watch.check_content()
        opening.copy_to(
            self.database.connection, target, self.path, lambda *made: add(ProjectFile(*made))
        )

    def check(self) -> Project:
        """Do what `check_through` does, and return the whole project in memory."""
        self.check_through()
        return self.load()

    def check_through(self, reached: Reached = lambda _done, _total: None) -> ProjectContents:
        """Read every row and compare what can be compared; DamagedError if something is wrong.

        Nothing of it is kept, and ``reached`` is called after some rows, with how many sentences
        have been looked at, of how many: it may give other threads a chance, or raise to stop.
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
