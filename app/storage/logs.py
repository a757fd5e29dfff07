"""Checks of the write-ahead log beside a project file.

While a project is open, bytes 18 and 19 of its header are 2, and its last steps are in the log
``NAME-wal`` beside it. A closed project has a 1 there and no log.

SQLite applies any log of that name, even one of another file, and of a damaged one what is before
the damage. So the log is read, and the two together, before anything is opened for writing.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from app.storage import identity, log_frames, log_pages, transaction_numbers
from app.storage.errors import DamagedError, DamagedRowsError, LogUnusableError, ProjectFileError
from app.storage.files import cut_log, keep_copy_of_log, logs_of, read_header, set_logs_aside
from app.storage.opening import check_integrity, connect_read_only
from app.storage.reading import check_steps_exist, read_every_row, steps_of
from app.storage.schema import CLOSED, FORMAT_AT, OPEN, SCHEMA_VERSION
from app.storage.sqlite_errors import DAMAGED, NOT_OPENED, refused, sqlite_errors_in_words
from app.storage.transaction_numbers import TransactionNumber
from crfcore.errors import fault_of_content
from crfcore.messages import MessageTemplate, message

_MISSING = MessageTemplate(
    "this project was not closed properly, and its log {log}, which may hold the last changes, is "
    "not beside it; if the project was moved, copied or renamed, bring its log along under this "
    "name and open it again{hint}, or continue without them (on the command line: {without})"
)
_FOREIGN = MessageTemplate(
    "this project was not closed properly, and {log} belongs to another project, or to an older "
    "state of this one: put the right log, which may hold the last changes, beside the project, "
    "and open the project again, or continue without them (on the command line: {without})"
)
_LATER = MessageTemplate(
    "this project was not closed properly, and {log} belongs to a later state of it, probably "
    "because the project was copied while it was open: close the project and copy it again, or "
    "continue without the log, from what the file itself has (on the command line: {without})"
)
_DAMAGED_LOG = MessageTemplate(
    "this project was not closed properly, and {log}, which holds the last changes, is damaged at "
    "byte {at:,}: put a sound copy of it, if you have one, beside the project, and open the "
    "project again, or continue without the changes that cannot be read (on the command line: "
    "{without}); the damaged log is kept"
)
_UNSOUND_LOG = MessageTemplate(
    "this project was not closed properly, and {log}, which may hold the last changes, is damaged: "
    "put a sound copy of it, if you have one, beside the project, and open the project again, or "
    "continue without these changes (on the command line: {without}); the damaged log is kept"
)
WITHOUT = "tagwright check --without-log"
_HINT = MessageTemplate(" (this folder has {names}, which belongs to none of its projects)")
_HINTS = 3


_STEPS = "SELECT id, made_at, kind, origin, summary FROM edits ORDER BY id"


class _FileHistory(NamedTuple):
    """The identity of a project, a hash of each step of its history, and its last transaction."""

    project: str | None
    steps: set[int]
    last: TransactionNumber | None


class LogSetAside(NamedTuple):
    """The new name of a log that is kept, and why.

    ``is_damaged``: it is the project's own, and damaged. ``is_behind``: so it is, and the project
    has all its changes.
    """

    path: Path
    is_damaged: bool
    is_behind: bool = False


def set_log_aside(
    path: Path, *, without_log: bool = False, shown_path: Path | None = None
) -> LogSetAside | None:
    """Set a log aside that is not the project's own, or cannot be read to its end.

    One that is not the project's own is renamed, unless it is empty. A damaged one is copied and
    ends before the damage then, so that its first steps are read; or it is empty, if the file has
    the steps that follow the damage, and no question is asked.

    Raises LogUnusableError, unless ``without_log``, if the log is damaged, or should exist and does
    not, and DamagedError if the header is invalid, or the file and its log together are not sound.
    ``shown_path`` is the name in errors, if the project is a copy.
    """
    shown_path = shown_path or path
    log = logs_of(path)[0]
    is_open = _is_open(path, shown_path)
    try:
        if is_open and _is_behind(path):
            return LogSetAside(keep_copy_of_log(log, 0), is_damaged=True, is_behind=True)
        damage = _damage_of(path) if is_open else None
        if damage is not None:
            return _set_damaged_aside(path, damage, shown_path, without_log=without_log)
        is_damaged = False
        try:
            own = is_open and _has_own_log(path, shown_path, without_log=without_log)
        except ProjectFileError as error:
            if not without_log:
                _name_log(error, path, shown_path)
                raise
            own, is_damaged = False, isinstance(error, DamagedError)
        if own or not log.exists() or not log.stat().st_size:
            return None
        return LogSetAside(set_logs_aside(path)[0], is_damaged=is_damaged)
    except OSError as error:
        raise refused(error, shown_path, NOT_OPENED) from error


def _set_damaged_aside(
    path: Path, damage: log_frames.Damage, shown_path: Path, *, without_log: bool
) -> LogSetAside:
    """Keep a copy of a damaged log, which ends before the damage then.

    Nothing of it stays if that is not the project's own, or not sound together with the file.
    Errors as in `set_log_aside`.
    """
    log = logs_of(path)[0]
    if not without_log:
        if not damage.misleads:
            with suppress(DamagedError):
                _check_belongs(path, log, shown_path)
        reason = _DAMAGED_LOG.format(log=log.name, at=damage.at, without=WITHOUT)
        raise LogUnusableError(shown_path, reason)
    kept = keep_copy_of_log(log, damage.n_sound)
    try:
        _check_belongs(path, log, shown_path)
    except ProjectFileError:
        cut_log(log, 0)
    return LogSetAside(kept, is_damaged=True)


def _name_log(error: ProjectFileError, path: Path, shown_path: Path) -> None:
    """Raise LogUnusableError for damage of file and log, if the file is sound without its log."""
    if isinstance(error, DamagedError) and _history_without_log(path) is not None:
        reason = _UNSOUND_LOG.format(log=logs_of(path)[0].name, without=WITHOUT)
        raise LogUnusableError(shown_path, reason) from error


def _is_open(path: Path, shown_path: Path) -> bool:
    """Return whether the header says that the project was not closed."""
    state = read_header(path)[FORMAT_AT]
    if state not in (CLOSED, OPEN):
        raise DamagedError(
            shown_path, DAMAGED.format(detail=message("its header says no known format"))
        )
    return state == OPEN


def _damage_of(path: Path) -> log_frames.Damage | None:
    """Return the damage of the log of a file, None if there is no log or it cannot be read.

    If the disk fails, SQLite reports it.
    """
    log = logs_of(path)[0]
    with suppress(OSError):
        damage = log_frames.find_damage(log, path.stat().st_size)
        last = None if damage is not None else _last_transaction(path)
        return damage if last is None else transaction_numbers.find_hidden(log, last)
    return None


def _is_behind(path: Path) -> bool:
    """Return whether the log of a file is damaged, and the file has what follows the damage.

    The file must be sound without it.
    """
    with suppress(OSError):
        return log_pages.is_behind(path) and _history_without_log(path) is not None
    return False


def _has_own_log(path: Path, shown_path: Path, *, without_log: bool) -> bool:
    """Return whether the log beside a project that was not closed is the project's own.

    If there is a journal, the program was killed while it opened or closed the project, when the
    log is empty. Errors as in `set_log_aside`.
    """
    log, _, journal = logs_of(path)
    if log.exists():
        _check_belongs(path, log, shown_path)
    elif not journal.exists() and not without_log:
        reason = _MISSING.format(
            log=f"{shown_path.name}-wal", hint=_hint(shown_path), without=WITHOUT
        )
        raise LogUnusableError(shown_path, reason)
    return log.exists() or not without_log


def _check_belongs(path: Path, log: Path, shown_path: Path) -> None:
    """Raise LogUnusableError if a log belongs to another project or another state.

    DamagedError if the two are not sound together. Nothing is written.
    """
    if log.stat().st_size:
        if _is_of_later_state(path, log):
            raise LogUnusableError(shown_path, _LATER.format(log=log.name, without=WITHOUT))
        together = _history_with_log(path, shown_path)
        alone = _history_without_log(path)
        if together is not None and alone is not None and not _follows(together, alone):
            raise LogUnusableError(shown_path, _FOREIGN.format(log=log.name, without=WITHOUT))


def _is_of_later_state(path: Path, log: Path) -> bool:
    """Return whether transactions between the last one of a file and its log are missing."""
    last = _last_transaction(path)
    first = last and transaction_numbers.first_in_log(log, last.series)
    return bool(last and first and first > last.number + 1)


def _last_transaction(path: Path) -> TransactionNumber | None:
    """Return the number of the last transaction of a file without its log, None if unknown."""
    try:
        with closing(connect_read_only(path)) as connection:
            return transaction_numbers.of(connection)
    except (sqlite3.Error, ProjectFileError, OSError):
        return None  # file and log are read together next


def _history_with_log(path: Path, shown_path: Path) -> _FileHistory | None:
    """Return the history of a file with its log, None if other errors prevent reading."""
    index = logs_of(path)[1]
    was_there = index.exists()
    try:
        with (
            sqlite_errors_in_words(shown_path),
            closing(connect_read_only(path, with_log=True)) as connection,
        ):
            check_integrity(connection, shown_path)
            _check_every_row(connection)
            return _history_of(connection)
    except DamagedError:
        raise
    except ProjectFileError:
        # A full disk or another program: opening the file raises the same error.
        return None
    finally:
        if not was_there:
            with suppress(OSError):
                index.unlink()


def _check_every_row(connection: sqlite3.Connection) -> None:
    """Read every row of the project, if it has the current schema."""
    unfinished = "SELECT 1 FROM documents WHERE importing = 1"
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA_VERSION and not connection.execute(unfinished).fetchall():
        try:
            steps = steps_of(connection)
            for _, corpus in read_every_row(connection):
                check_steps_exist(corpus, steps)
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise DamagedRowsError(fault_of_content(error)) from error


def _history_without_log(path: Path) -> _FileHistory | None:
    """Return the history of a file without its log, None if it is not sound.

    If the program was killed during a checkpoint, its pages are partly old and partly new.
    """
    try:
        with closing(connect_read_only(path)) as connection:
            check_integrity(connection, path)
            _check_every_row(connection)
            return _history_of(connection)
    except (sqlite3.Error, ProjectFileError, ValueError, OverflowError):
        return None


def _history_of(connection: sqlite3.Connection) -> _FileHistory:
    steps = {hash(step) for step in connection.execute(_STEPS)}
    return _FileHistory(identity.of(connection), steps, transaction_numbers.of(connection))


def _follows(later: _FileHistory, earlier: _FileHistory) -> bool:
    """Return whether a state may be later than another: no step ever leaves the history."""
    if earlier.last and later.last and earlier.last.is_after(later.last):
        return False
    return earlier.project in (None, later.project) and earlier.steps <= later.steps


def _hint(path: Path) -> str:
    """Return a hint at logs in the same folder without a project."""
    try:
        logs = sorted(path.parent.glob(f"*{path.suffix}-wal"))
        lost = [log.name for log in logs if not log.with_name(log.name[: -len("-wal")]).exists()]
    except OSError:
        return ""
    return _HINT.format(names=", ".join(lost[:_HINTS])) if lost else ""
