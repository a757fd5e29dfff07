"""The open database of a project: transactions, reading, and its log; errors are in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.storage import opening
from app.storage.errors import DamagedError
from app.storage.reading import UNREADABLE
from app.storage.sqlite_errors import DAMAGED, sqlite_errors_in_words
from app.storage.watch import Watch


class ProjectDatabase:
    """The connection to a project file, shared by the objects that read and write its subjects.

    ``log_holds_steps`` says whether steps may lie in the log alone, and may be brought in.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        descriptor: int | None,
        *,
        log_holds_steps: bool,
    ) -> None:
        """Take over a connection; ``descriptor`` as in `Watch`."""
        self.path = path
        self.connection = connection
        self.descriptor = descriptor
        self.watch = Watch(path, descriptor)
        self.log_holds_steps = log_holds_steps
        self._frozen = False

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Do everything in the block or nothing."""
        with sqlite_errors_in_words(self.path):
            self.watch.check()
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
                self.watch.know_log()
                self.watch.note()
                self.log_holds_steps = not self._frozen
            except BaseException:
                # A full disk may have rolled the transaction back by itself.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.watch.note_log()
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Tell in words what SQLite finds wrong, and what the values show to be wrong."""
        with sqlite_errors_in_words(self.path):
            try:
                yield self.connection
            except UNREADABLE as error:
                raise DamagedError(self.path, DAMAGED.format(detail=error)) from error

    def freeze(self) -> opening.FrozenFile:
        """Return the file as it is now, to be copied elsewhere; it stays so until `thaw`.

        Edits are saved meanwhile as always.
        """
        with self._changing_file():
            opening.freeze(self.connection, self.path)
        self._frozen, self.log_holds_steps = True, False
        return opening.FrozenFile(self.path, self.descriptor)

    def checkpoint_log(self) -> None:
        """Write what lies in the log into the file itself, which then has every step.

        A file that is frozen, or has lost its name, stays as it is.
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
        """Let the log be brought into the file, if that is still what it was."""
        self.watch.check()
        with sqlite_errors_in_words(self.path):
            try:
                yield
            finally:
                self.watch.note()
