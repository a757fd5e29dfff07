"""The project file: every read and write of a project, on one connection and one thread."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from app.domain.collector import collector_paused
from app.domain.documents import Document, SourceRecord
from app.domain.edits import Edit, Origin
from app.domain.history import KINDS, HistoryEntry, HistoryFilter, Sayer, StepGroup, StepState
from app.domain.holdings import Holdings
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.settings import ProjectSettings
from app.storage import opening, writing
from app.storage.errors import DamagedError, DeviceError, ExistsError, MissingError, ReadOnlyError
from app.storage.history import HEAD, edit_of, place_of
from app.storage.reading import Reached, check_through, look_through, read_project
from app.storage.schema import DONE, NAMED, UNDONE
from app.storage.sentence_rows import DamagedRowsError, source_of
from app.storage.sqlite_errors import DAMAGED, NOT_OPENED, READ_ONLY, refused, told_in_words

SENTENCES_PER_TRANSACTION = 200
"""So many rows are written well within 20 ms, which is how long a key press may have to wait."""

NOTHING_NEW = Additions()

EVERY_STEP = HistoryFilter()

NOT_MADE = "the project was not made"

_READ_AT_ONCE = 500
_CHECKED_AT_ONCE = 50
_BEFORE_ALL = 2**62

_EDITS = """
    SELECT e.id, made_at, coalesce(name, ''), kind, origin, summary, "before", "after", undone
    FROM edits e LEFT JOIN annotators a ON a.id = annotator_id
    WHERE undone IN (?, ?) AND e.id < ? ORDER BY e.id DESC LIMIT ?
"""
_AUTHORS = """
    SELECT e.id, coalesce(name, ''), origin
    FROM edits e LEFT JOIN annotators a ON a.id = annotator_id
    WHERE e.id > ? ORDER BY e.id LIMIT ?
"""
_SAYER = """
    SELECT coalesce(name, ''), made_at, origin
    FROM edits e LEFT JOIN annotators a ON a.id = annotator_id WHERE e.id = ?
"""
_ENTRIES = """
    SELECT e.id, made_at, coalesce(name, ''), kind, summary, undone, substr("before", 1, :head)
    FROM edits e LEFT JOIN annotators a ON a.id = annotator_id
    WHERE undone != :named AND e.id < :below
    AND (:person IS NULL OR coalesce(name, '') = :person)
    AND (:kinds = '' OR (instr(:kinds, ',' || kind || ',') > 0) = :among)
    ORDER BY e.id DESC LIMIT :limit
"""
_SOURCES = """
    SELECT s.id, "before", lines, tokens FROM sentences s JOIN sources ON sentence_id = s.id
    WHERE document_id = ? AND s.id > ? ORDER BY s.id LIMIT ?
"""
_RECORDS = """
    SELECT number, first_sentence, raw FROM records
    WHERE document_id = ? AND number > ? ORDER BY number LIMIT ?
"""


class StoredModel(NamedTuple):
    """A model in the project file: its number, the bytes of its file, and what it reports."""

    number: int
    data: bytes
    report: dict[str, Any]


class ProjectFile:
    """One open project file; used on the thread that opened it, and closed at the end.

    ``read_only`` says that the file could only be opened as a copy, for reading; ``backup_made``
    names the copy of an older file that was brought up to date.
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
    ) -> None:
        """Take over a connection, and what is to be let go of after it is closed."""
        self.path = path
        self.read_only = read_only
        self.backup_made = backup_made
        self._connection = connection
        self._identity = opening.identity(path)
        self._kept = kept or ExitStack()
        self._descriptor = descriptor

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
        if path.exists():
            raise ExistsError(path, "this file exists already; choose another name")
        if not path.parent.is_dir():
            raise MissingError(path.parent, "there is no such folder; make it first")
        part = path.with_name(f".{path.name}.part")
        try:
            opening.remove(part)
            with told_in_words(path, NOT_MADE):
                _write_new(part, settings or ProjectSettings(), labels, annotator)
            opening.set_logs_aside(path)
            part.replace(path)
        except OSError as error:
            raise refused(error, path, NOT_MADE) from error
        finally:
            opening.remove(part)
        return cls.open(path)

    @classmethod
    def open(
        cls, path: Path | str, *, for_reading: bool = False, copy_first: bool = True
    ) -> ProjectFile:
        """Open a project; ``for_reading`` also opens one that can't be written, as a copy.

        An older one is brought up to date, and copied before that unless ``copy_first`` is False.
        Raises a `ProjectFileError` in words for anything that is not a sound project of this
        version or an older one, or that is open elsewhere.
        """
        path = opening.real(Path(path))
        version = opening.inspect_header(path)
        with told_in_words(path, NOT_OPENED), ExitStack() as cleanup:
            if not opening.is_writable(path):
                if for_reading:
                    return cls._open_copy(path, version)
                raise ReadOnlyError(path, READ_ONLY)
            held = cleanup.enter_context(opening.held(path))
            opening.remove(path.with_name(f".{path.name}.part"))
            connection, backup = opening.open_database(path, path, version, copy_first=copy_first)
            file = cls(
                path, connection, backup_made=backup, kept=cleanup.pop_all(), descriptor=held
            )
        try:
            file.discard_unfinished()
        except BaseException:
            file.close()
            raise
        return file

    @classmethod
    def _open_copy(cls, path: Path, version: int) -> ProjectFile:
        """Open a copy in the temporary folder, with what still lies in the write-ahead log."""
        with ExitStack() as cleanup:
            folder = Path(cleanup.enter_context(TemporaryDirectory(prefix="tagwright-")))
            try:
                for name in (path.name, path.name + "-wal"):
                    if path.with_name(name).exists():
                        shutil.copyfile(path.with_name(name), folder / name)
            except OSError as error:
                raise refused(error, folder, NOT_OPENED) from error
            connection, _ = opening.open_database(
                folder / path.name, path, version, copy_first=False
            )
            return cls(path, connection, read_only=True, kept=cleanup.pop_all())

    def close(self) -> None:
        """Close the file and leave it as one plain file; a second call does nothing."""
        with self._kept, told_in_words(self.path):
            try:
                opening.disconnect(self._connection)
            except sqlite3.ProgrammingError as error:
                if "closed" not in str(error):
                    raise

    def __enter__(self) -> ProjectFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Do everything in the block or nothing."""
        with told_in_words(self.path):
            self._check_still_there()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled the transaction back by itself.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _check_still_there(self) -> None:
        if opening.identity(self.path) != self._identity:
            raise DeviceError(
                self.path,
                "the project file was moved, replaced or deleted while it was open, so this step "
                "was not saved; save a copy of the project",
            )

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Tell in words what SQLite finds wrong, and what the values show to be wrong."""
        with told_in_words(self.path):
            try:
                yield self._connection
            except (KeyError, TypeError, ValueError, RecursionError) as error:
                raise DamagedError(self.path, DAMAGED.format(detail=error)) from error

    def load(self) -> Project:
        """Return the whole project in memory; DamagedError where its rows contradict themselves."""
        with self._reading() as connection:
            return read_project(connection)

    def look_through(self) -> None:
        """Read every row as `load` does, and keep none; DamagedError where they are not sound."""
        with self._reading() as connection:
            for _ in look_through(connection):
                pass

    def write_edit(self, edit: Edit, additions: Additions = NOTHING_NEW) -> None:
        """Apply an edit to the rows and put it into the history, in one transaction.

        Steps that had been undone can't come again after it.
        """
        with self.transaction() as connection:
            writing.write_edit(connection, edit, additions)

    def mark_undone(
        self,
        steps: Iterable[int],
        undone: bool,  # noqa: FBT001
        edit_to_apply: Edit,
    ) -> None:
        """Apply an edit to the rows and say whether the steps that it stands for are undone."""
        state = UNDONE if undone else DONE
        with self.transaction() as connection:
            writing.apply_edit(connection, edit_to_apply)
            connection.executemany(
                "UPDATE edits SET undone = ? WHERE id = ?", ((state, step) for step in steps)
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
            before_id = _BEFORE_ALL if before_id is None else before_id
            rows = connection.execute(_EDITS, (DONE, UNDONE, before_id, limit)).fetchall()
            return [(_edit(row), row[-1] == UNDONE) for row in rows]

    def edit_authors(self, after_id: int = 0, limit: int = 10_000) -> list[tuple[int, str, str]]:
        """Return who made each edit that a token may name, and from what it came, in their order.

        These are all edits ever made: one that was taken back for good may be in another's past.
        """
        with self._reading() as connection:
            rows = connection.execute(_AUTHORS, (after_id, limit)).fetchall()
        return [(int(number), str(name), str(origin)) for number, name, origin in rows]

    def history_entries(
        self,
        before_id: int | None = None,
        limit: int = 100,
        wanted: HistoryFilter = EVERY_STEP,
    ) -> list[HistoryEntry]:
        """Return steps as they are listed, newest first, also those that were given up.

        What a step changed is not decoded, so that a page costs the same whatever was done.
        """
        values = {
            "head": HEAD,
            "named": NAMED,
            "below": _BEFORE_ALL if before_id is None else before_id,
            "limit": limit,
            "person": wanted.annotator,
            **_wanted_kinds(wanted.group),
        }
        with self._reading() as connection:
            rows = connection.execute(_ENTRIES, values).fetchall()
            return [
                HistoryEntry(
                    number, made_at, name, kind, summary, StepState(undone), place_of(head)
                )
                for number, made_at, name, kind, summary, undone, head in rows
            ]

    def sayers(self, steps: Iterable[int]) -> dict[int, Sayer]:
        """Return who made some steps, when, and from what; without those that are not there."""
        found: dict[int, Sayer] = {}
        with self._reading() as connection:
            for step in steps:
                row = connection.execute(_SAYER, (step,)).fetchone()
                if row is not None:
                    found[step] = Sayer(row[0], row[1], Origin(row[2]))
        return found

    def last_edit_id(self) -> int:
        """Return the highest id that a step of the history ever had, 0 if there was none."""
        with self._reading() as connection:
            return int(connection.execute("SELECT max(id) FROM edits").fetchone()[0] or 0)

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
        found = self._connection.execute("SELECT 1 FROM documents WHERE importing = 1").fetchone()
        if found:
            with self.transaction() as connection:
                writing.delete_importing(connection)

    def add_names(self, additions: Additions) -> None:
        """Write new words, tags and tag sets; ids that are there already stay as they are."""
        with self.transaction() as connection:
            writing.add_names(connection, additions)

    def sentence_sources(self, document_id: int) -> Iterator[tuple[int, SentenceSource]]:
        """Give the id and source of each sentence of a document, in order, some rows at a time."""
        last = -1
        while True:
            with self._reading() as connection:
                rows = connection.execute(_SOURCES, (document_id, last, _READ_AT_ONCE)).fetchall()
                sources = [(number, source_of(*source)) for number, *source in rows]
            if not sources:
                return
            yield from sources
            last = sources[-1][0]

    def records(self, document_id: int) -> Iterator[SourceRecord]:
        """Give the records of a document, in order, some rows at a time."""
        last = -1
        while True:
            with self._reading() as connection:
                rows = connection.execute(_RECORDS, (document_id, last, _READ_AT_ONCE)).fetchall()
            if not rows:
                return
            yield from (SourceRecord(first, raw) for _, first, raw in rows)
            last = rows[-1][0]

    def write_model(self, number: int, data: bytes, report: dict[str, Any]) -> None:
        """Keep a model in place of the one before."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM models")
            connection.execute(
                "INSERT INTO models VALUES (?, ?, ?, ?)",
                (number, writing.now(), json.dumps(report), data),
            )

    def newest_model(self) -> StoredModel | None:
        """Return the model that was kept last."""
        with self._reading() as connection:
            row = connection.execute(
                "SELECT number, data, report FROM models ORDER BY number DESC LIMIT 1"
            ).fetchone()
            return None if row is None else StoredModel(row[0], row[1], json.loads(row[2]))

    def probe(self) -> None:
        """Write something that changes nothing, and raise what stands in the way."""
        with self.transaction() as connection:
            connection.execute("UPDATE settings SET value = value")

    def annotators(self) -> list[str]:
        """Return the names of everybody who has worked on the project, in order of appearance."""
        with self._reading() as connection:
            rows = connection.execute("SELECT name FROM annotators ORDER BY id").fetchall()
        return [name for (name,) in rows]

    def backup_to(self, target: Path | str) -> None:
        """Save a copy; it replaces ``target`` only when it is whole and checked."""
        target = Path(target)
        if target.exists() and opening.identity(target) == self._identity:
            raise ExistsError(target, "this is the open project itself; choose another name")
        opening.copy_to(self._connection, target)

    def freeze(self) -> opening.FrozenFile:
        """Return the file as it is now, to be copied elsewhere; it stays so until `thaw`.

        Edits are saved meanwhile as always.
        """
        with told_in_words(self.path):
            opening.freeze(self._connection, self.path)
        return opening.FrozenFile(self.path, self._descriptor)

    def thaw(self) -> None:
        """Undo `freeze`."""
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
            for number, _ in enumerate(self.sentence_sources(document)):
                if not number % _CHECKED_AT_ONCE:
                    reached(n, n)
            self._check_records(document)
        oldest: int | None = None
        with collector_paused():
            while steps := self.recent_edits(oldest, _CHECKED_AT_ONCE):
                oldest = steps[-1][0].id
                for _ in _let_go(steps):
                    reached(n, n)
        return held

    def _check_records(self, document_id: int) -> None:
        with self._reading() as connection:
            n, last = connection.execute(
                "SELECT count(*), max(number) FROM records WHERE document_id = ?", (document_id,)
            ).fetchone()
            firsts = [record.first_sentence for record in self.records(document_id)]
            if (n and last != n - 1) or firsts != sorted(firsts):
                raise DamagedRowsError("some records of an imported file are missing")


def _let_go(steps: list[tuple[Edit, bool]]) -> Iterator[None]:
    """Forget steps, some sentences at a time: other threads would wait for very many at once."""
    changes = [change for edit, _ in steps for change in edit.tokens]
    steps.clear()
    yield
    while changes:
        del changes[-_READ_AT_ONCE:]
        yield


def _wanted_kinds(group: StepGroup | None) -> dict[str, object]:
    """Return the kinds that steps must be among, or must not be among, in one text."""
    kinds = () if group is None else KINDS.get(group) or chain.from_iterable(KINDS.values())
    text = ",".join(kinds)
    return {"kinds": f",{text}," if text else "", "among": int(group in KINDS)}


def _edit(row: tuple[Any, ...]) -> Edit:
    number, made_at, annotator, kind, origin, summary, before, after, _ = row
    return edit_of(
        before,
        after,
        id=number,
        made_at=made_at,
        annotator=annotator,
        kind=kind,
        origin=origin,
        summary=summary,
    )


def _write_new(
    path: Path, settings: ProjectSettings, labels: Sequence[Label], annotator: str
) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        opening.apply_migrations(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO tag_sets VALUES (0, '[]')")
        writing.write_settings(connection, settings)
        for label in labels:
            writing.write_label(connection, label)
        writing.annotator_id(connection, annotator)
        connection.execute("COMMIT")
    finally:
        connection.close()
