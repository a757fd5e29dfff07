"""What a project file holds, read at a glance: for a list of backups, also of a damaged project."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.storage import identity, opening
from app.storage.schema import ABANDONED, NAMED
from app.storage.sqlite_errors import sqlite_errors_in_words

# A sentence is confirmed where no token is unknown (0), narrowed (2) or only suggested (3).
_SENTENCES = """
    SELECT count(*), coalesce(sum(
        instr(states, x'00') = 0 AND instr(states, x'02') = 0 AND instr(states, x'03') = 0
    ), 0)
    FROM sentences WHERE document_id NOT IN (
        SELECT id FROM documents WHERE importing = 1 OR removed = 1
    )
"""
_STEPS = "SELECT coalesce(max(id), 0) FROM edits WHERE undone != ?"
_SINCE = "SELECT count(*) FROM edits WHERE id > ? AND undone NOT IN (?, ?)"


@dataclass(frozen=True, slots=True)
class Summary:
    """Sentences, how many of them are confirmed, and the id of the newest step."""

    n_sentences: int
    n_confirmed: int
    last_edit: int


def summary_of(path: Path) -> Summary:
    """Read a file that nobody has open; a `ProjectFileError` in words where that cannot be."""
    opening.inspect_header(path)
    with sqlite_errors_in_words(path), closing(opening.connect_read_only(path)) as connection:
        n_sentences, n_confirmed = connection.execute(_SENTENCES).fetchone()
        (last_edit,) = connection.execute(_STEPS, (NAMED,)).fetchone()
        return Summary(n_sentences, n_confirmed, last_edit)


def identity_in(path: Path) -> str | None:
    """Return which project a file is a state of that nobody has open; errors as `summary_of`."""
    opening.inspect_header(path)
    with sqlite_errors_in_words(path), closing(opening.connect_read_only(path)) as connection:
        return identity.of(connection)


def steps_after(path: Path, edit: int) -> int:
    """Return how many steps of a file that nobody has open came after one, and count."""
    opening.inspect_header(path)
    with sqlite_errors_in_words(path), closing(opening.connect_read_only(path)) as connection:
        return int(connection.execute(_SINCE, (edit, ABANDONED, NAMED)).fetchone()[0])
