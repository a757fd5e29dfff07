"""The tables of a project file: columns, types, ranges and references.

From these the tables of a new project are created, the schema of a file is checked, and its rows
are checked when they are read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache

from app.domain.edits import Origin
from app.domain.gazetteers import LONGEST_GRAMMAR, Effect
from app.domain.labels import LONGEST_DESCRIPTION
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from app.storage.errors import DamagedRowsError
from crfcore.messages import message

MAX_SMALL = 10**9
"""The largest 32-bit id and position."""

MAX_LARGE = 10**15
"""The largest id of a sentence or step."""

MAX_NAME = 10_000
"""The longest name of a label, document, person, rule or gazetteer, in characters."""

MAX_KEY = 20
"""The longest key of a label, in characters."""

LARGEST_COST = 1e300
"""The largest penalty in a file; that in use is limited by `crfcore.constraints.rules`."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its SQL type, and a test of its values as SQL with ``{}`` for the value.

    ``since`` is the schema version that added it, if later than the table's. ``expected`` names
    valid values, for errors.
    """

    name: str
    sql_type: str
    test: str
    null: bool = False
    since: int = 1
    expected: str = message("something else")

    @property
    def condition(self) -> str:
        """SQL that is true for a valid value, never null."""
        quoted = f'"{self.name}"'
        test = f"({self.test.replace('{}', quoted)})"
        return f"({quoted} IS NULL OR {test})" if self.null else f"coalesce({test}, 0)"


@dataclass(frozen=True, slots=True)
class Table:
    """A table, and the schema version that added it.

    ``indexed`` are the columns with an index; ``most_rows`` is the largest number of rows, None if
    it is limited only by the size of the file.
    """

    name: str
    since: int
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    indexed: tuple[str, ...] = ()
    most_rows: int | None = None

    @property
    def row_id(self) -> bool:
        """Whether the key is SQLite's rowid."""
        return [c.sql_type for c in self.columns if c.name in self.key] == ["INTEGER"]

    @property
    def required(self) -> set[str]:
        """The columns that are NOT NULL."""
        return {c.name for c in self.columns if not c.null and c.name not in self.key}


def whole(name: str, least: int = 0, most: int = MAX_SMALL) -> Column:
    """Return a column of whole numbers."""
    test = f"typeof({{}}) = 'integer' AND {{}} BETWEEN {least} AND {most}"
    expected = message("a whole number from {least:,} to {most:,}", least=least, most=most)
    return Column(name, "INTEGER", test, expected=expected)


def flag(name: str) -> Column:
    """Return a column of 0 and 1."""
    return whole(name, 0, 1)


def position(name: str = "position") -> Column:
    """Return a column by which rows are sorted."""
    return whole(name, -MAX_SMALL)


def text(name: str) -> Column:
    """Return a column of texts of any length."""
    return Column(name, "TEXT", "typeof({}) = 'text'")


def named(name: str, least: int = 0, most: int = MAX_NAME) -> Column:
    """Return a column of names: short texts without the character NUL."""
    return Column(
        name,
        "TEXT",
        f"typeof({{}}) = 'text' AND length({{}}) BETWEEN {least} AND {most}"
        " AND instr({}, char(0)) = 0",
        expected=message(
            "a text of {least:,} to {most:,} characters without a NUL", least=least, most=most
        ),
    )


def one_line(name: str, least: int = 0) -> Column:
    """Return a column of names without control characters, which would break rows of files."""
    controls = "char(1) || '-' || char(31) || char(127) || '-' || char(159)"
    plain = named(name, least).test
    test = f"{plain} AND {{}} NOT GLOB '*[' || {controls} || ']*'"
    expected = message(
        "a text of {least:,} to {max_name:,} characters without control characters",
        least=least,
        max_name=MAX_NAME,
    )
    return Column(name, "TEXT", test, expected=expected)


def phrase(name: str) -> Column:
    """Return a column of phrases: texts of any length without NUL, in one line."""
    plain = "typeof({}) = 'text' AND instr({}, char(0)) = 0 AND instr({}, char(10)) = 0"
    return Column(name, "TEXT", plain, expected=message("a line of text without a NUL"))


def among(name: str, *values: str) -> Column:
    """Return a column with one of these texts."""
    listed = ", ".join(f"'{value}'" for value in values)
    return Column(name, "TEXT", f"typeof({{}}) = 'text' AND {{}} IN ({listed})")


def blob(name: str) -> Column:
    """Return a column of bytes."""
    return Column(name, "BLOB", "typeof({}) = 'blob'")


def cost() -> Column:
    """Return the column of a rule's penalty: null for a hard rule."""
    return Column(
        "cost",
        "REAL",
        f"typeof({{}}) = 'real' AND {{}} BETWEEN 0 AND {LARGEST_COST}",
        null=True,
        expected=message("a number from 0 to {largest_cost:g}", largest_cost=LARGEST_COST),
    )


def share() -> Column:
    """Return the column of an expected share: null for none."""
    test = "typeof({}) = 'real' AND {} BETWEEN 0 AND 1"
    return Column("share", "REAL", test, null=True, expected=message("a number from 0 to 1"))


def misfit(name: str, values: Sequence[object]) -> Column | None:
    """Return the first column of a table without references that a row's values do not fit."""
    columns = _BY_NAME[name].columns
    for column, value in zip(columns, values, strict=True):
        if isinstance(value, int) and abs(value) > MAX_LARGE:  # SQLite takes no larger one
            return column
    with closing(sqlite3.connect(":memory:")) as connection:
        found = connection.execute(_first_unfit(name), values).fetchone()
    return None if found is None else next(one for one in columns if one.name == found[1])


def of(table: str, name: str, key: str = "id", most: int = MAX_SMALL) -> Column:
    """Return a column that refers to a row of another table."""
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
            one_line("name", 1),
            whole("colour"),
            named("key", most=MAX_KEY),
            position(),
            flag("removed"),
            # Null in files of older versions.
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
    Table("tags", 1, ("id",), (whole("id"), one_line("name"))),
    Table("tag_sets", 1, ("id",), (whole("id"), text("members"))),
    # Rows are small because an edit rewrites its whole row: data for export are in `sources`. The
    # blobs of a sentence of n tokens and C columns are little-endian: starts, ends, tag_sets int32
    # (n); columns int32 (n, C); states uint8 (n); edits int64 (n).
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
            one_line("label"),
            flag("as_rule"),
            flag("as_proposals"),
            flag("as_features"),
            among("effect", *Effect),
            text("others"),
            cost(),
            position(),
            replace(share(), since=7),
            # Null in files of older versions.
            replace(named("grammar", most=LONGEST_GRAMMAR), null=True, since=8),
        ),
        most_rows=10_000,
    ),
    # Phrases are in the order of their rows.
    Table(
        "phrases",
        3,
        ("gazetteer_id", "phrase"),
        (of("gazetteers", "gazetteer_id"), phrase("phrase"), one_line("label")),
    ),
    # Flags of sentences; `mark` is the sum of `SentenceFlags`.
    Table(
        "marks",
        4,
        ("sentence_id",),
        (of("sentences", "sentence_id", most=MAX_LARGE), whole("mark", 1, sum(SentenceFlags))),
    ),
    # Raw parts of files with several sentences. `number` counts the records of a document from 0;
    # `first_sentence` is the id of the first sentence of the record, or of the next one.
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
    """Yield the tables of a schema version, in the order of creation."""
    for table in TABLES:
        if table.since <= version:
            columns = tuple(column for column in table.columns if column.since <= version)
            yield replace(table, columns=columns)


def statement(table: Table) -> str:
    """Return the SQL that creates a table."""
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
    """Return the SQL that creates an index on one column."""
    return f'CREATE INDEX "{index_name(table, column)}" ON "{table.name}" ("{column}")'


def check_rows(
    connection: sqlite3.Connection, name: str, first: int = -(2**63), last: int = 2**63 - 1
) -> None:
    """Raise DamagedRowsError if a value of a table has a wrong type, range or reference.

    Only rows with numbers from ``first`` to ``last`` are checked.
    """
    table = _BY_NAME[name]
    if table.most_rows is not None:
        (n,) = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()  # noqa: S608  (a name of this module)
        if n > table.most_rows:
            raise DamagedRowsError(
                message(
                    "it has {n:,} {name}; up to {most_rows:,} can be used",
                    n=n,
                    name=name,
                    most_rows=table.most_rows,
                )
            )
    found = connection.execute(_first_unsound(name), (first, last)).fetchone()
    if found is not None:
        row, column = found
        raise DamagedRowsError(
            message("{name}, row {row}: “{column}” is invalid", name=name, row=row, column=column)
        )


def check_values(connection: sqlite3.Connection, name: str, values: Sequence[object]) -> None:
    """Raise DamagedRowsError if the values of a row do not fit a table."""
    found = connection.execute(_first_unfit(name), values).fetchone()
    if found is not None:
        raise DamagedRowsError(
            message("“{found}” is invalid in the table {name}", found=found[1], name=name)
        )


@cache
def _first_unsound(name: str) -> str:
    return _unsound(_BY_NAME[name], f'"{name}"', "rowid") + " AND rowid BETWEEN ? AND ? LIMIT 1"


@cache
def _first_unfit(name: str) -> str:
    values = ", ".join(f'? AS "{column.name}"' for column in _BY_NAME[name].columns)
    return _unsound(_BY_NAME[name], f"(SELECT {values})", "0")


def _unsound(table: Table, source: str, number: str) -> str:
    """Return SQL that selects the number of an invalid row, and the wrong column."""
    cases = " ".join(f"WHEN NOT {c.condition} THEN '{c.name}'" for c in table.columns)
    sound = " AND ".join(c.condition for c in table.columns)
    found = f"SELECT {number}, CASE {cases} END FROM {source}"  # noqa: S608  (names of this module)
    return f"{found} WHERE NOT ({sound})"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
