"""Creation of the tables and first rows of a project."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.storage import identity, opening, transaction_numbers, writing


def write_new(
    path: Path, settings: ProjectSettings, labels: Sequence[Label], annotator: str
) -> None:
    """Create the tables of a project in a new file, and write its first rows."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        opening.apply_migrations(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO tag_sets VALUES (0, '[]')")
        identity.write_new(connection)
        transaction_numbers.write_next(connection)
        writing.write_settings(connection, settings)
        for label in labels:
            writing.write_label(connection, label)
        writing.annotator_id(connection, annotator)
        connection.execute("COMMIT")
    finally:
        connection.close()
