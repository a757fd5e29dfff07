"""The open database of a project: transactions, reading, and its write-ahead log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.storage import opening, transaction_numbers
from app.storage.errors import DamagedError, ReadOnlyError
from app.storage.reading import UNREADABLE
from app.storage.sqlite_errors import DAMAGED, READ_ONLY, sqlite_errors_in_words
from app.storage.watch import Watch
from crfcore.errors import fault_of_content


class ProjectDatabase:
    """The connection to a project file, shared by the objects that read and write it.

    ``read_only``: the connection is to a copy that is thrown away, so nothing is written into it.
    ``log_holds_steps``: steps may be in the log only, and may be moved to the file.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        descriptor: int | None,
        *,
        read_only: bool,
    ) -> None:
        """Wrap a connection; ``descriptor`` as in `Watch`."""
        self.path = path
        self.connection = connection
        self.descriptor = descriptor
        self.watch = Watch(path, descriptor)
        self._read_only = read_only
        # The log may have steps of a killed program.
        self.log_holds_steps = not read_only
        self._frozen = False

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction; ReadOnlyError if the project can only be read."""
        if self._read_only:
            raise ReadOnlyError(self.path, READ_ONLY)
        with sqlite_errors_in_words(self.path):
            self.watch.check()
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                transaction_numbers.write_next(self.connection)
                self.connection.execute("COMMIT")
                self.watch.know_log()
                self.watch.note()
                self.log_holds_steps = not self._frozen
            except BaseException:
                # SQLite may have rolled back already because the disk is full.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.watch.note_log()
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Raise `ProjectFileError` for errors of SQLite and for invalid values."""
        with sqlite_errors_in_words(self.path):
            try:
                yield self.connection
            except UNREADABLE as error:
                detail = fault_of_content(error)
                raise DamagedError(self.path, DAMAGED.format(detail=detail)) from error

    def freeze(self) -> opening.FrozenFile:
        """Return the file to be copied; it does not change until `thaw`.

        Edits are saved meanwhile, in the log.
        """
        with self._changing_file():
            opening.freeze(self.connection, self.path)
        self._frozen, self.log_holds_steps = True, False
        return opening.FrozenFile(self.path, self.descriptor)

    def checkpoint_log(self) -> None:
        """Write the log into the file, which then has every step.

        A file that is frozen is not changed.
        """
        self.log_holds_steps = False
        if not self._frozen:
            with self._changing_file():
                opening.checkpoint_log(self.connection, self.path)

    def thaw(self) -> None:
        """Undo `freeze`."""
        self._frozen, self.log_holds_steps = False, True
        with sqlite_errors_in_words(self.path):
            opening.thaw(self.connection)

    @contextmanager
    def _changing_file(self) -> Iterator[None]:
        """Check the file before the block changes it, and record its state after."""
        self.watch.check()
        with sqlite_errors_in_words(self.path):
            try:
                yield
            finally:
                self.watch.note()


def sqlite_version() -> str:
    """Return the version of SQLite."""
    return sqlite3.sqlite_version
