"""The model that a project file keeps: the bytes of its file, and what it reports."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, NamedTuple

from app.storage.tables import check_rows
from app.storage.writing import now


class StoredModel(NamedTuple):
    """A model in the project file: its number, the bytes of its file, and what it reports."""

    number: int
    data: bytes
    report: dict[str, Any]


def write(connection: sqlite3.Connection, number: int, data: bytes, report: dict[str, Any]) -> None:
    """Keep a model in place of the one before."""
    connection.execute("DELETE FROM models")
    connection.execute(
        "INSERT INTO models VALUES (?, ?, ?, ?)", (number, now(), json.dumps(report), data)
    )


def newest(connection: sqlite3.Connection) -> StoredModel | None:
    """Return the model that was kept last; TypeError or ValueError where its row is not sound."""
    row = connection.execute(
        "SELECT number, data, report FROM models ORDER BY number DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    check_rows(connection, "models", row[0], row[0])
    report = json.loads(row[2])
    if not isinstance(report, dict):
        raise TypeError("the report of its model is none")
    return StoredModel(row[0], row[1], report)
