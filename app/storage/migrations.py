"""Migrations from each schema to the next; released ones are never changed."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from app.storage.tables import index_statement, statement, tables_of

MIGRATIONS = Migrations("tagwright")


def _create_tables(db: Database, version: int) -> None:
    """Create the tables of a schema version."""
    for table in tables_of(version):
        if table.since == version:
            db.execute(statement(table))
            for column in table.indexed:
                db.execute(index_statement(table, column))


@MIGRATIONS()
def m0001_first_schema(db: Database) -> None:
    """Create the tables of a new project."""
    _create_tables(db, 1)


@MIGRATIONS()
def m0002_rules(db: Database) -> None:
    """Add rules."""
    _create_tables(db, 2)


@MIGRATIONS()
def m0003_gazetteers(db: Database) -> None:
    """Add gazetteers and their phrases."""
    _create_tables(db, 3)


@MIGRATIONS()
def m0004_marks(db: Database) -> None:
    """Add flags of sentences."""
    _create_tables(db, 4)


@MIGRATIONS()
def m0005_records(db: Database) -> None:
    """Add records: raw parts of files with several sentences."""
    _create_tables(db, 5)


@MIGRATIONS()
def m0006_label_descriptions(db: Database) -> None:
    """Add descriptions of labels."""
    db.execute('ALTER TABLE "labels" ADD COLUMN "description" TEXT')


@MIGRATIONS()
def m0007_expected_shares(db: Database) -> None:
    """Add the expected shares of gazetteers."""
    db.execute('ALTER TABLE "gazetteers" ADD COLUMN "share" REAL')


@MIGRATIONS()
def m0008_grammars(db: Database) -> None:
    """Add the texts of grammars, which are among the gazetteers."""
    db.execute('ALTER TABLE "gazetteers" ADD COLUMN "grammar" TEXT')
