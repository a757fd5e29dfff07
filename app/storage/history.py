"""The history in a project file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from app.domain.edits import Edit, Origin
from app.domain.gc_pause import gc_paused
from app.domain.history import KINDS, Author, HistoryEntry, HistoryFilter, StepGroup, StepState
from app.storage import writing
from app.storage.database import ProjectDatabase
from app.storage.edit_encoding import HEAD, edit_of, target_of
from app.storage.schema import DONE, NAMED, UNDONE
from app.storage.step_checks import ExistingRows, check_steps, most_bytes
from app.storage.tables import check_rows

EVERY_STEP = HistoryFilter()

_BEFORE_ALL = 2**62
_LOWEST = -(2**63)
_LET_GO_AT_ONCE = 500
_CHECKED_AT_ONCE = 50

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
_AUTHOR = """
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


class StoredHistory:
    """Reads the history of a project file, and marks steps as undone."""

    def __init__(self, database: ProjectDatabase) -> None:
        self._database = database

    def recent_edits(
        self, before_id: int | None = None, limit: int = 100
    ) -> list[tuple[Edit, bool]]:
        """Return steps of the history, newest first, each with whether it is undone.

        Discarded steps are left out. DamagedError for an invalid one.
        """
        before_id = _BEFORE_ALL if before_id is None else before_id
        with self._database.reading() as connection:
            rows = connection.execute(_EDITS, (DONE, UNDONE, before_id, limit)).fetchall()
            # Rows with an invalid state between these steps would be left out.
            lowest = rows[-1][0] if len(rows) == limit else _LOWEST
            check_rows(connection, "edits", lowest, before_id - 1)
            most, existing = most_bytes(connection), ExistingRows(connection)
            steps = [(_edit(row, most), row[-1] == UNDONE) for row in rows]
            for edit, _ in steps:
                existing.check(edit)
            return steps

    def edit_authors(self, after_id: int = 0, limit: int = 10_000) -> list[tuple[int, str, str]]:
        """Return the annotator and origin of all edits, in their order.

        Including discarded ones: other edits may have their ids in values before.
        """
        with self._database.reading() as connection:
            rows = connection.execute(_AUTHORS, (after_id, limit)).fetchall()
            return [(int(number), str(name), str(origin)) for number, name, origin in rows]

    def entries(
        self,
        before_id: int | None = None,
        limit: int = 100,
        wanted: HistoryFilter = EVERY_STEP,
    ) -> list[HistoryEntry]:
        """Return entries of the history, newest first, including discarded steps.

        The changes of a step are not decoded, so that all pages are equally fast.
        """
        values = {
            "head": HEAD,
            "named": NAMED,
            "below": _BEFORE_ALL if before_id is None else before_id,
            "limit": limit,
            "person": wanted.annotator,
            **_wanted_kinds(wanted.group),
        }
        with self._database.reading() as connection:
            rows = connection.execute(_ENTRIES, values).fetchall()
            check_steps(connection, rows)
            return [
                HistoryEntry(
                    number, made_at, name, kind, summary, StepState(undone), target_of(head)
                )
                for number, made_at, name, kind, summary, undone, head in rows
            ]

    def authors(self, steps: Iterable[int]) -> dict[int, Author]:
        """Return the authors of those of some steps that exist."""
        found: dict[int, Author] = {}
        with self._database.reading() as connection:
            for step in steps:
                check_rows(connection, "edits", step, step)
                row = connection.execute(_AUTHOR, (step,)).fetchone()
                if row is not None:
                    found[step] = Author(row[0], row[1], Origin(row[2]))
        return found

    def last_edit_id(self) -> int:
        """Return the highest id of a step, 0 without any."""
        with self._database.reading() as connection:
            return int(connection.execute("SELECT max(id) FROM edits").fetchone()[0] or 0)

    def mark_undone(
        self,
        numbers: Iterable[int],
        undone: bool,  # noqa: FBT001
        edit_to_apply: Edit,
    ) -> None:
        """Apply an edit, and mark the steps of which it is composed as undone or done."""
        state = UNDONE if undone else DONE
        with self._database.transaction() as connection:
            writing.apply_edit(connection, edit_to_apply)
            connection.executemany(
                "UPDATE edits SET undone = ? WHERE id = ?", ((state, step) for step in numbers)
            )

    def decode_all(self) -> Iterator[None]:
        """Decode every step and keep none; yield after some sentences.

        DamagedError for an invalid step.
        """
        oldest: int | None = None
        with gc_paused():
            while steps := self.recent_edits(oldest, _CHECKED_AT_ONCE):
                oldest = steps[-1][0].id
                yield from _release(steps)
        oldest = None
        while entries := self.entries(oldest, _CHECKED_AT_ONCE):
            oldest = entries[-1].id
            yield


def _release(steps: list[tuple[Edit, bool]]) -> Iterator[None]:
    """Free steps, some sentences at a time: freeing many at once would block other threads."""
    changes = [change for edit, _ in steps for change in edit.tokens]
    steps.clear()
    yield
    while changes:
        del changes[-_LET_GO_AT_ONCE:]
        yield


def _wanted_kinds(group: StepGroup | None) -> dict[str, object]:
    """Return SQL parameters for the kinds that steps must, or must not, have."""
    kinds = () if group is None else KINDS.get(group) or chain.from_iterable(KINDS.values())
    text = ",".join(kinds)
    return {"kinds": f",{text}," if text else "", "among": int(group in KINDS)}


def _edit(row: tuple[Any, ...], most: int) -> Edit:
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
        most_bytes=most,
    )
