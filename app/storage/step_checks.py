"""Checks that steps of the history refer to existing rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit, TokenChange, TokenChanges, TokenValues
from app.domain.tokens import Role, TokenState
from app.storage import writing
from app.storage.errors import DamagedRowsError
from app.storage.tables import MAX_LARGE, check_rows, check_values
from crfcore.messages import message

_T_co = TypeVar("_T_co", covariant=True)
_T = TypeVar("_T")

SIDE_BYTES = 64 * 2**20
"""The longest side of a step, in addition to twice the file: a token takes 25 bytes in the table of
sentences, and at most 44 in a step."""

_ALL_LENGTHS_FROM = 500
"""From so many sentences on the lengths of all are read at once."""

_DOCUMENT = "SELECT 1 FROM documents WHERE id = ?"
_LENGTH = "SELECT id, length(states) FROM sentences WHERE id = ?"
_LENGTHS = "SELECT id, length(states) FROM sentences ORDER BY id"


def check_steps(connection: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Raise DamagedRowsError if rows of the history, by falling ids, are invalid."""
    if rows:
        check_rows(connection, "edits", rows[-1][0], rows[0][0])


def most_bytes(connection: sqlite3.Connection) -> int:
    """Return the longest side of a step in this file, in bytes."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    return SIDE_BYTES + 2 * int(pages) * int(size)


class _Change(Protocol[_T_co]):
    """A row before and after."""

    @property
    def before(self) -> _T_co | None: ...

    @property
    def after(self) -> _T_co | None: ...


class ExistingRows:
    """The rows of a project to which steps may refer."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._counts: dict[str, int] = {}
        self._lengths: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def check(self, edit: Edit) -> None:
        """Raise DamagedRowsError if a step refers to missing rows or has invalid values."""
        try:
            self._check_tokens(edit.tokens)
            for flag in edit.flags:
                self._lengths_of([flag.sentence])
            if edit.roles is not None:
                self._lengths_of(edit.roles.sentences.tolist())
                for roles in (edit.roles.before, edit.roles.after):
                    _within(roles, 0, len(Role))
            self._check_rows(edit)
        except (DamagedRowsError, OverflowError) as error:
            raise DamagedRowsError(
                message("step {id} of the history: {error}", id=edit.id, error=error)
            ) from error

    def _check_rows(self, edit: Edit) -> None:
        n_tags = self._count("tags")
        if not all(0 <= change.tag < n_tags for change in edit.tags):
            raise DamagedRowsError(message("it names tags that don't exist"))
        self._check_pairs("labels", writing.label_values, edit.labels)
        self._check_pairs("rules", writing.rule_values, edit.rules)
        self._check_pairs("gazetteers", writing.gazetteer_values, edit.gazetteers)
        self._check_pairs("documents", writing.document_row, edit.documents)
        for change in edit.documents:
            if self._connection.execute(_DOCUMENT, (change.after.id,)).fetchone() is None:
                raise DamagedRowsError(message("it names documents that don't exist"))

    def _check_pairs(
        self,
        table: str,
        values: Callable[[_T], writing.Row],
        changes: Sequence[_Change[_T]],
    ) -> None:
        for change in changes:
            sides = [values(one) for one in (change.before, change.after) if one is not None]
            if len({row[0] for row in sides}) != 1:
                raise DamagedRowsError(
                    message("its {table} before are others than after", table=table)
                )
            for row in sides:
                check_values(self._connection, table, row)

    def _check_tokens(self, tokens: Sequence[TokenChange]) -> None:
        if not tokens:
            return
        changes = TokenChanges.in_order(tokens)
        lengths = np.repeat(self._lengths_of(changes.sentences.tolist()), changes.sizes)
        if not (changes.sizes > 0).all():
            raise DamagedRowsError(message("it changes no token of a sentence"))
        rising = np.diff(changes.tokens.astype(np.int64)) > 0
        rising[changes.offsets[1:-1] - 1] = True
        if not rising.all() or (changes.tokens < 0).any() or (changes.tokens >= lengths).any():
            raise DamagedRowsError(message("it names tokens that don't exist"))
        for values in (changes.before, changes.after):
            self._check_values(values)

    def _check_values(self, values: TokenValues) -> None:
        _within(values.tag_sets, 0, self._count("tag_sets"))
        _within(values.states, 0, len(TokenState))
        _within(values.edits, 0, MAX_LARGE + 1)

    def _count(self, table: str) -> int:
        if table not in self._counts:
            query = {"tags": "SELECT count(*) FROM tags"}.get(
                table, "SELECT count(*) FROM tag_sets"
            )
            self._counts[table] = int(self._connection.execute(query).fetchone()[0])
        return self._counts[table]

    def _lengths_of(self, sentences: list[int]) -> NDArray[np.int64]:
        """Return the lengths of sentences, by their ids; DamagedRowsError for unknown ids."""
        if self._lengths is None and len(sentences) < _ALL_LENGTHS_FROM:
            found = [self._connection.execute(_LENGTH, (one,)).fetchone() for one in sentences]
            if None in found:
                raise DamagedRowsError(message("it names sentences that don't exist"))
            return np.array([length for _, length in found], np.int64)
        if self._lengths is None:
            rows = np.array(self._connection.execute(_LENGTHS).fetchall(), np.int64).reshape(-1, 2)
            self._lengths = rows[:, 0], rows[:, 1]
        ids, lengths = self._lengths
        at = np.searchsorted(ids, sentences)
        if (at == len(ids)).any() or (ids[at] != sentences).any():
            raise DamagedRowsError(message("it names sentences that don't exist"))
        return lengths[at]


def _within(values: NDArray[Any], least: int, end: int) -> None:
    if ((values < least) | (values >= end)).any():
        raise DamagedRowsError(message("it gives tokens or sentences values that cannot be"))
