"""Results to standard output, remarks to standard error."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from crfcore.errors import DataError


def check_output(path: Path) -> None:
    """Find out before a long work whether its result could be written."""
    from app.formats.output import keep_project

    keep_project(path)
    if path.is_dir():
        raise DataError("This is a folder; name a file in it.", path=path)
    if not path.parent.is_dir():
        raise DataError("There is no such folder; make it first.", path=path.parent)
    if not os.access(path.parent, os.W_OK):
        raise DataError("This folder can't be written; choose one of your own.", path=path.parent)


def say(sentence: str) -> None:
    """Print a remark, where it does not mix with results."""
    click.echo(sentence, err=True)


def print_json(value: dict[str, Any]) -> None:
    """Print a result for other programs, on one line."""
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))
