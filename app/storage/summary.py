"""A summary of a closed project file, for lists of backups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.domain.project_contents import SavedState
from app.storage import identity, opening
from app.storage.errors import ExistsError, ForeignError, MissingError, ProjectFileError
from app.storage.schema import DISCARDED, NAMED
from app.storage.sqlite_errors import sqlite_errors_in_words
from crfcore.messages import message

# A sentence is confirmed if no token is unknown (0), narrowed (2) or suggested (3).
_SENTENCES = """
    SELECT count(*), coalesce(sum(
        instr(states, x'00') = 0 AND instr(states, x'02') = 0 AND instr(states, x'03') = 0
    ), 0)
    FROM sentences WHERE document_id NOT IN (
        SELECT id FROM documents WHERE importing = 1 OR removed = 1
        OR instr(layout, '["learning", "yes"]')
    )
"""
_STEPS = "SELECT coalesce(max(id), 0) FROM edits WHERE undone != ?"
_SINCE = "SELECT count(*) FROM edits WHERE id > ? AND undone NOT IN (?, ?)"


@dataclass(frozen=True, slots=True)
class Summary:
    """Numbers of sentences and of confirmed ones, and the id of the newest step."""

    n_sentences: int
    n_confirmed: int
    last_edit: int


def summary_of(path: Path) -> Summary:
    """Return the summary of a closed file; `ProjectFileError` if it cannot be read."""
    with _reading(path) as connection:
        n_sentences, n_confirmed = connection.execute(_SENTENCES).fetchone()
        (last_edit,) = connection.execute(_STEPS, (NAMED,)).fetchone()
        return Summary(n_sentences, n_confirmed, last_edit)


def identity_in(path: Path) -> str | None:
    """Return the identity of the project in a closed file; errors as `summary_of`."""
    with _reading(path) as connection:
        return identity.of(connection)


def check_replaceable(path: Path, own: SavedState | None) -> None:
    """Raise ExistsError if a copy of a project would replace another project, or later work."""
    try:
        is_other = path.exists() and (own is None or identity_in(path) != own.identity)
        is_newer = path.exists() and own is not None and steps_after(path, own.last_edit) > 0
    except (ForeignError, MissingError):
        return
    except ProjectFileError as error:
        text = message("this project cannot be read, and may be another one; choose another name")
        raise ExistsError(path, text) from error
    if is_other:
        raise ExistsError(path, message("this is another project; choose another name"))
    if is_newer:
        text = message("this copy has later changes than the open project; choose another name")
        raise ExistsError(path, text)


def steps_after(path: Path, edit: int) -> int:
    """Return the number of done or undone steps after one in a closed file."""
    with _reading(path) as connection:
        return int(connection.execute(_SINCE, (edit, DISCARDED, NAMED)).fetchone()[0])


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    opening.inspect_header(path)
    with sqlite_errors_in_words(path), closing(opening.connect_read_only(path)) as connection:
        yield connection
