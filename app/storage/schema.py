"""The header of project files, and the check of their schema."""

from __future__ import annotations

import re
import sqlite3

from app.storage.errors import DamagedRowsError
from app.storage.tables import index_name, index_statement, statement, tables_of
from crfcore.messages import message

SCHEMA_VERSION = 8
"""The number of migrations; a file's header has the number applied."""

LAST_VERSION = 1000
"""A header that names a later format than this is damaged."""

APPLICATION_ID = 0x54575254
"""«TWRT», in the header of every project file."""

SQLITE_MAGIC = b"SQLite format 3\x00"
HEADER_LENGTH = 100
PAGE_SIZE_AT = slice(16, 18)
FORMAT_AT = slice(18, 20)
CLOSED, OPEN = b"\x01\x01", b"\x02\x02"
"""The format bytes in the header of a closed project, and of one with a log."""

PAGE_COUNT_AT = slice(28, 32)
ENCODING_AT = slice(56, 60)
VERSION_AT = slice(60, 64)
APPLICATION_AT = slice(68, 72)

DONE, UNDONE, DISCARDED, NAMED = 0, 1, 2, 3
"""Values of `edits.undone`: done; undone; discarded; no step, but the id in the tokens of an import
that got another id because other steps were made meanwhile."""

_MIGRATIONS = "_sqlite_migrations"
"""The table of sqlite-utils with the applied migrations."""

_MAX_OBJECTS = 200

_TOKEN = re.compile(r'"(?:[^"]|"")*"|\w+|\S')

_Object = tuple[str, str, str, tuple[str, ...]]


def check_schema(connection: sqlite3.Connection, version: int | None = None) -> None:
    """Raise DamagedRowsError unless the file has exactly the tables and indexes of its schema.

    Views, triggers, virtual tables, generated columns, constraints, defaults and indexes of
    expressions run the file's own SQL: no table may be used before this check.
    """
    if version is None:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    found = rows.fetchmany(_MAX_OBJECTS)
    if not all(isinstance(value, str | None) for row in found for value in row):
        raise DamagedRowsError(message("its list of tables is not readable"))
    wanted = set(_objects(version))
    there = {(kind, name, table, _tokens(sql or "")) for kind, name, table, sql in found}
    if strange := there - wanted:
        kind, name, *_ = min(strange)
        raise DamagedRowsError(
            message(
                "its {kind} “{name}” is none that this program makes", kind=kind, name=name[:60]
            )
        )
    if len(there) < len(wanted) or len(found) > len(wanted):
        raise DamagedRowsError(message("tables or indexes are missing"))


def _objects(version: int) -> list[_Object]:
    """Return the rows of `sqlite_master` in a file of some schema."""
    migrations = "idx__sqlite_migrations_migration_set_name"
    objects = [
        ("table", _MIGRATIONS, _MIGRATIONS, _tokens(_MIGRATIONS_TABLE)),
        ("index", migrations, _MIGRATIONS, _tokens(_MIGRATIONS_INDEX)),
    ]
    for table in tables_of(version):
        name = table.name
        objects.append(("table", name, name, _tokens(statement(table))))
        if not table.row_id:
            objects.append(("index", f"sqlite_autoindex_{name}_1", name, ()))
        objects += [
            ("index", index_name(table, column), name, _tokens(index_statement(table, column)))
            for column in table.indexed
        ]
    return objects


_MIGRATIONS_TABLE = f"""
    CREATE TABLE "{_MIGRATIONS}" (
        "id" INTEGER PRIMARY KEY, "migration_set" TEXT, "name" TEXT, "applied_at" TEXT
    )
"""
_MIGRATIONS_INDEX = f"""
    CREATE UNIQUE INDEX "idx_{_MIGRATIONS}_migration_set_name"
    ON "{_MIGRATIONS}" ("migration_set", "name")
"""


def _tokens(sql: str) -> tuple[str, ...]:
    """Return the tokens of SQL, without white space."""
    return tuple(_TOKEN.findall(sql))
