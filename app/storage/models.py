"""The model stored in a project file."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, NamedTuple

from app.storage.errors import WrongKindError
from app.storage.json_values import as_json, from_json
from app.storage.tables import check_rows
from app.storage.writing import now
from crfcore.messages import message

_LARGEST = {"sentences": 2**31, "tokens": 2**31, "made_at": 1e11}
"""The numbers in a report that are used, each with the greatest that it can be."""

_NEWEST = """
    SELECT number, CASE WHEN length(data) <= ? THEN data END, report FROM models
    ORDER BY number DESC LIMIT 1
"""


LARGEST_MODEL = 1 << 28
"""Limit of a stored model's bytes; a larger one is neither stored nor read, but trained again."""


class StoredModel(NamedTuple):
    """A model in the project file: its number, the bytes of its file, and its report."""

    number: int
    data: bytes
    report: dict[str, Any]


def write(connection: sqlite3.Connection, number: int, data: bytes, report: dict[str, Any]) -> None:
    """Store a model instead of the one before, unless it is too large."""
    if len(data) > LARGEST_MODEL:
        return
    connection.execute("DELETE FROM models")
    connection.execute(
        "INSERT INTO models VALUES (?, ?, ?, ?)", (number, now(), json.dumps(report), data)
    )


def newest(connection: sqlite3.Connection) -> StoredModel | None:
    """Return the stored model, None if it is too large; TypeError or ValueError if invalid."""
    row = connection.execute(_NEWEST, (LARGEST_MODEL,)).fetchone()
    if row is None:
        return None
    check_rows(connection, "models", row[0], row[0])
    report = from_json(row[2])
    if not isinstance(report, dict):
        raise WrongKindError(message("the report of its model is none"))
    for name, most in _LARGEST.items():
        _check_number(report, name, most)
    return None if row[1] is None else StoredModel(row[0], row[1], report)


def is_too_large(connection: sqlite3.Connection) -> bool:
    """Return whether the stored model is too large to be read."""
    row = connection.execute(
        "SELECT length(data) > ? FROM models ORDER BY number DESC LIMIT 1", (LARGEST_MODEL,)
    ).fetchone()
    return row is not None and bool(row[0])


def _check_number(report: dict[str, Any], name: str, most: float) -> None:
    """Raise ValueError for a number of a report that is none, or out of range."""
    value = report.get(name, 0)
    is_number = type(value) is int or (type(value) is float and isinstance(most, float))
    # NaN is in no range.
    if not is_number or not 0 <= value <= most:
        raise ValueError(
            message(
                "“{name}” in the report of its model is {value}, and a number from 0 to "
                "{most:,.0f} is expected",
                name=name,
                value=as_json(value),
                most=most,
            )
        )
