"""The identity of a project, shared by its copies and backups."""

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
    """Write a new identity."""
    connection.execute("INSERT INTO settings VALUES (?, ?)", (_KEY, json.dumps(uuid.uuid4().hex)))


def of(connection: sqlite3.Connection) -> str | None:
    """Return the identity of a project.

    Files of older versions have none: then it is the hash of the first step, which is the same in
    all backups, and None without steps.
    """
    row = connection.execute(_KEPT, (_KEY,)).fetchone()
    if row is not None:
        written = str(row[0])[1:-1]
        if _WRITTEN.fullmatch(written):
            return written
    step = connection.execute(_FIRST_STEP, (NAMED,)).fetchone()
    return None if step is None else hashlib.sha256(repr(step).encode()).hexdigest()
