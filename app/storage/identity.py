"""Which project a file is a state of, whatever its name: itself, its copies and its backups."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import uuid

from app.storage.schema import NAMED

_KEY = "identity"
_WRITTEN = re.compile(r"[0-9a-f]{32}")
_KEPT = "SELECT value FROM settings WHERE key = ?"
_FIRST_STEP = """
    SELECT id, made_at, kind, origin, summary, length("after"), substr("after", 1, 4096)
    FROM edits WHERE undone != ? ORDER BY id LIMIT 1
"""


def write_new(connection: sqlite3.Connection) -> None:
    """Make a project one that no other file is a state of."""
    connection.execute("INSERT INTO settings VALUES (?, ?)", (_KEY, json.dumps(uuid.uuid4().hex)))


def of(connection: sqlite3.Connection) -> str | None:
    """Return what all states of a project have in common and no other project has.

    Older versions have written no identity: then it is made of the first step, which stays as it is
    in the history and in all backups. None for such a project as long as it has none.
    """
    row = connection.execute(_KEPT, (_KEY,)).fetchone()
    if row is not None:
        written = str(row[0])[1:-1]
        if _WRITTEN.fullmatch(written):
            return written
    step = connection.execute(_FIRST_STEP, (NAMED,)).fetchone()
    return None if step is None else hashlib.sha256(repr(step).encode()).hexdigest()
