"""Every table of a project file, described once: its columns, their types, ranges, references.

From this the tables of a new project are made, a file's schema is compared with it, and its rows
are looked through when they are read and when they are checked.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from app.domain.edits import Origin
from app.domain.gazetteers import Effect
from app.domain.labels import LONGEST_DESCRIPTION
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from app.storage.errors import DamagedRowsError

MAX_SMALL = 10**9
"""No id that is kept in 32 bits, and no position, is larger."""

MAX_LARGE = 10**15
"""No id of a sentence or a step is larger; a billion more of them can still be counted on."""

MAX_NAME = 10_000
"""So many characters the name of a label, document, person, rule or gazetteer has at most."""

MAX_KEY = 20
"""So many characters the key of a label has at most."""

LARGEST_COST = 1e300


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its SQL type, and what is true of every value, as SQL with ``{}`` for the value.

    ``since`` is the schema that brought it, where that is later than the table's.
    """

    name: str
    sql_type: str
    test: str
    null: bool = False
    since: int = 1

    @property
    def condition(self) -> str:
        """SQL that is true of the value of a sound row, never null."""
        quoted = f'"{self.name}"'
        test = f"({self.test.replace('{}', quoted)})"
        return f"({quoted} IS NULL OR {test})" if self.null else f"coalesce({test}, 0)"


@dataclass(frozen=True, slots=True)
class Table:
    """A table, and the schema that brought it.

    ``indexed`` names the columns with an index of their own; ``most_rows`` is how many rows can be
    worked with, None where the size of the file is limit enough.
    """

    name: str
    since: int
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    indexed: tuple[str, ...] = ()
    most_rows: int | None = None

    @property
    def row_id(self) -> bool:
        """Whether the key is SQLite's own number of the row."""
        return [c.sql_type for c in self.columns if c.name in self.key] == ["INTEGER"]

    @property
    def required(self) -> set[str]:
        """The columns that are NOT NULL."""
        return {c.name for c in self.columns if not c.null and c.name not in self.key}


def whole(name: str, least: int = 0, most: int = MAX_SMALL) -> Column:
    """Describe a column of whole numbers."""
    return Column(name, "INTEGER", f"typeof({{}}) = 'integer' AND {{}} BETWEEN {least} AND {most}")


def flag(name: str) -> Column:
    """Describe a column of 0 and 1."""
    return whole(name, 0, 1)


def position(name: str = "position") -> Column:
    """Describe a column by which rows are put in order."""
    return whole(name, -MAX_SMALL)


def text(name: str) -> Column:
    """Describe a column of texts of any length."""
    return Column(name, "TEXT", "typeof({}) = 'text'")


def named(name: str, least: int = 0, most: int = MAX_NAME) -> Column:
    """Describe a column of names: short texts without the character NUL."""
    return Column(
        name,
        "TEXT",
        f"typeof({{}}) = 'text' AND length({{}}) BETWEEN {least} AND {most}"
        " AND instr({}, char(0)) = 0",
    )


def among(name: str, *values: str) -> Column:
    """Describe a column of texts of which there are few."""
    listed = ", ".join(f"'{value}'" for value in values)
    return Column(name, "TEXT", f"typeof({{}}) = 'text' AND {{}} IN ({listed})")


def blob(name: str) -> Column:
    """Describe a column of bytes."""
    return Column(name, "BLOB", "typeof({}) = 'blob'")


def cost() -> Column:
    """Describe the cost of breaking a rule: null where the rule must hold."""
    return Column(
        "cost",
        "REAL",
        f"typeof({{}}) = 'real' AND {{}} BETWEEN 0 AND {LARGEST_COST}",
        null=True,
    )


def of(table: str, name: str, key: str = "id", most: int = MAX_SMALL) -> Column:
    """Describe a column that names a row of another table."""
    within = whole(name, 0, most).test
    there = f'SELECT "{key}" FROM "{table}"'  # noqa: S608  (names of this module)
    return Column(name, "INTEGER", f"{within} AND {{}} IN ({there})")


TABLES: tuple[Table, ...] = (
    Table("settings", 1, ("key",), (named("key"), text("value")), most_rows=1_000),
    Table("annotators", 1, ("id",), (whole("id"), named("name"))),
    Table(
        "labels",
        1,
        ("id",),
        (
            whole("id"),
            named("name", 1),
            whole("colour"),
            named("key", most=MAX_KEY),
            position(),
            flag("removed"),
            # Null in files that an older program made: there were no descriptions.
            replace(named("description", most=LONGEST_DESCRIPTION), null=True, since=6),
        ),
        most_rows=10_000,
    ),
    Table(
        "documents",
        1,
        ("id",),
        (
            whole("id"),
            named("name"),
            position(),
            text("layout"),
            flag("removed"),
            flag("importing"),
        ),
    ),
    Table("words", 1, ("id",), (whole("id"), text("word"))),
    Table("tags", 1, ("id",), (whole("id"), text("name"))),
    Table("tag_sets", 1, ("id",), (whole("id"), text("members"))),
    # Rows stay small because an edit rewrites its whole row: what only export needs lies in
    # `sources`. The blobs of a sentence of n tokens and C columns are little-endian: starts, ends,
    # tag_sets int32 (n); columns int32 (n, C); states uint8 (n); edits int64 (n).
    Table(
        "sentences",
        1,
        ("id",),
        (
            whole("id", 0, MAX_LARGE),
            of("documents", "document_id"),
            whole("role", 0, max(Role)),
            text("text"),
            blob("starts"),
            blob("ends"),
            blob("columns"),
            blob("tag_sets"),
            blob("states"),
            blob("edits"),
            whole("checksum", 0, 2**32 - 1),
        ),
        indexed=("document_id",),
    ),
    Table(
        "sources",
        1,
        ("sentence_id",),
        (
            of("sentences", "sentence_id", most=MAX_LARGE),
            text("before"),
            text("lines"),
            blob("tokens"),
        ),
    ),
    Table(
        "edits",
        1,
        ("id",),
        (
            whole("id", 1, MAX_LARGE),
            named("made_at", most=100),
            Column("annotator_id", "INTEGER", of("annotators", "").test, null=True),
            named("kind", most=100),
            among("origin", *Origin),
            text("summary"),
            blob("before"),
            blob("after"),
            whole("undone", 0, 3),
        ),
    ),
    Table(
        "models",
        1,
        ("number",),
        (whole("number"), named("made_at", most=100), text("report"), blob("data")),
    ),
    # `parameters` is a JSON object.
    Table(
        "rules",
        2,
        ("id",),
        (
            whole("id", 1),
            named("kind", 1, 100),
            text("parameters"),
            named("name"),
            flag("active"),
            cost(),
            position(),
        ),
        most_rows=100_000,
    ),
    # `others` is a JSON list.
    Table(
        "gazetteers",
        3,
        ("id",),
        (
            whole("id", 1),
            named("name"),
            flag("ignore_case"),
            named("label"),
            flag("as_rule"),
            flag("as_proposals"),
            flag("as_features"),
            among("effect", *Effect),
            text("others"),
            cost(),
            position(),
        ),
        most_rows=10_000,
    ),
    # Phrases keep the order in which they came: that of their rows.
    Table(
        "phrases",
        3,
        ("gazetteer_id", "phrase"),
        (of("gazetteers", "gazetteer_id"), text("phrase"), text("label")),
    ),
    # What is noted of whole sentences; `flag` is the sum of `SentenceFlags`.
    Table(
        "marks",
        4,
        ("sentence_id",),
        (of("sentences", "sentence_id", most=MAX_LARGE), whole("mark", 1, sum(SentenceFlags))),
    ),
    # What files hold around several sentences, piece by piece, as it was. `number` counts the
    # pieces of a document from 0; `first_sentence` is the id of the sentence at which the piece
    # begins, or would begin if it had one.
    Table(
        "records",
        5,
        ("document_id", "number"),
        (
            of("documents", "document_id"),
            whole("number"),
            whole("first_sentence", 0, MAX_LARGE),
            text("raw"),
        ),
    ),
)


_BY_NAME = {table.name: table for table in TABLES}


def tables_of(version: int) -> Iterator[Table]:
    """Give the tables of a schema, in the order in which they were made."""
    for table in TABLES:
        if table.since <= version:
            columns = tuple(column for column in table.columns if column.since <= version)
            yield replace(table, columns=columns)


def statement(table: Table) -> str:
    """Return the SQL that makes a table."""
    single = len(table.key) == 1
    lines = [
        f'"{column.name}" {column.sql_type}'
        + (" PRIMARY KEY" if single and column.name in table.key else "")
        + (" NOT NULL" if column.name in table.required else "")
        for column in table.columns
    ]
    if not single:
        lines.append(f"PRIMARY KEY ({_listed(table.key)})")
    return f'CREATE TABLE "{table.name}" ({", ".join(lines)})'


def index_name(table: Table, column: str) -> str:
    """Return the name of an index on one column."""
    return f"idx_{table.name}_{column}"


def index_statement(table: Table, column: str) -> str:
    """Return the SQL that makes an index on one column."""
    return f'CREATE INDEX "{index_name(table, column)}" ON "{table.name}" ("{column}")'


def check_rows(
    connection: sqlite3.Connection, name: str, first: int = -(2**63), last: int = 2**63 - 1
) -> None:
    """Raise DamagedRowsError where a value of a table is of a wrong type, range or reference.

    ``first`` and ``last`` are the numbers of the rows that are looked at.
    """
    table = _BY_NAME[name]
    if table.most_rows is not None:
        (n,) = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()  # noqa: S608  (a name of this module)
        if n > table.most_rows:
            raise DamagedRowsError(f"it has {n:,} {name}; up to {table.most_rows:,} can be used")
    found = connection.execute(_first_unsound(name), (first, last)).fetchone()
    if found is not None:
        row, column = found
        raise DamagedRowsError(f"{name}, row {row}: “{column}” is invalid")


def check_values(connection: sqlite3.Connection, name: str, values: Sequence[object]) -> None:
    """Raise DamagedRowsError where the values of a row could not stand in a table."""
    found = connection.execute(_first_unfit(name), values).fetchone()
    if found is not None:
        raise DamagedRowsError(f"“{found[1]}” is invalid in the table {name}")


@cache
def _first_unsound(name: str) -> str:
    return _unsound(_BY_NAME[name], f'"{name}"', "rowid") + " AND rowid BETWEEN ? AND ? LIMIT 1"


@cache
def _first_unfit(name: str) -> str:
    values = ", ".join(f'? AS "{column.name}"' for column in _BY_NAME[name].columns)
    return _unsound(_BY_NAME[name], f"(SELECT {values})", "0")


def _unsound(table: Table, source: str, number: str) -> str:
    """Return SQL that gives the number of a row that can't be, and the column that is wrong."""
    cases = " ".join(f"WHEN NOT {c.condition} THEN '{c.name}'" for c in table.columns)
    sound = " AND ".join(c.condition for c in table.columns)
    found = f"SELECT {number}, CASE {cases} END FROM {source}"  # noqa: S608  (names of this module)
    return f"{found} WHERE NOT ({sound})"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
