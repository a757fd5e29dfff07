"""The steps from each schema to the next, never changed once released, only added to."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from app.storage.schema import (
    create_gazetteers,
    create_marks,
    create_records,
    create_rules,
    create_tables,
)

MIGRATIONS = Migrations("tagwright")


@MIGRATIONS()
def m0001_first_schema(db: Database) -> None:
    """Make the tables of a new project."""
    create_tables(db)


@MIGRATIONS()
def m0002_rules(db: Database) -> None:
    """Make room for the rules of a project."""
    create_rules(db)


@MIGRATIONS()
def m0003_gazetteers(db: Database) -> None:
    """Make room for gazetteers and their phrases."""
    create_gazetteers(db)


@MIGRATIONS()
def m0004_marks(db: Database) -> None:
    """Make room for what is noted of whole sentences."""
    create_marks(db)


@MIGRATIONS()
def m0005_records(db: Database) -> None:
    """Make room for the pieces of files that hold several sentences, as they were."""
    create_records(db)
