"""The steps from each schema to the next, never changed once released, only added to."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from app.storage.tables import index_statement, statement, tables_of

MIGRATIONS = Migrations("tagwright")


def _create_tables(db: Database, version: int) -> None:
    """Make the tables that a schema brought."""
    for table in tables_of(version):
        if table.since == version:
            db.execute(statement(table))
            for column in table.indexed:
                db.execute(index_statement(table, column))


@MIGRATIONS()
def m0001_first_schema(db: Database) -> None:
    """Make the tables of a new project."""
    _create_tables(db, 1)


@MIGRATIONS()
def m0002_rules(db: Database) -> None:
    """Make room for the rules of a project."""
    _create_tables(db, 2)


@MIGRATIONS()
def m0003_gazetteers(db: Database) -> None:
    """Make room for gazetteers and their phrases."""
    _create_tables(db, 3)


@MIGRATIONS()
def m0004_marks(db: Database) -> None:
    """Make room for what is noted of whole sentences."""
    _create_tables(db, 4)


@MIGRATIONS()
def m0005_records(db: Database) -> None:
    """Make room for the pieces of files that hold several sentences, as they were."""
    _create_tables(db, 5)


@MIGRATIONS()
def m0006_label_descriptions(db: Database) -> None:
    """Make room for what labels mean."""
    db.execute('ALTER TABLE "labels" ADD COLUMN "description" TEXT')
