"""Results to standard output, remarks to standard error."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any, TextIO

import click

from app.domain.invisible import escaped, escaped_line
from crfcore.errors import DataError
from crfcore.whole_files import is_stream


def check_output(path: Path, *inputs: Path | None) -> None:
    """Find out before a long work whether its result could be written, and not over an input."""
    from app.formats.output import check_target

    check_target(path)
    for one in inputs:
        if one is not None and path.is_file() and one.exists() and path.samefile(one):
            raise DataError(
                "The result would take the place of this file, which it is made from; choose "
                "another name.",
                path=path,
            )


@contextmanager
def printing_beside(*outputs: Path | None, as_json: bool = False) -> Iterator[None]:
    """Send what is told inside the block to standard error if a command's data go into a stream.

    With ``as_json`` what is told is data as well: it keeps standard output unless the other data
    go there.
    """
    streams = [path for path in outputs if path is not None and is_stream(path)]
    if as_json:
        streams = list(filter(_is_standard_output, streams))
    with redirect_stdout(sys.stderr) if streams else nullcontext():
        yield


def _is_standard_output(path: Path) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def print_line(text: str = "", *, err: bool = False) -> None:
    """Print a line for a person; no name in it ends it, or makes the terminal do anything."""
    _print(escaped_line(text), err=err)


def print_lines(text: str, *, err: bool = False) -> None:
    """Print a text of several lines, as `print_line` prints one."""
    _print(escaped(text), err=err)


def _print(text: str, *, err: bool) -> None:
    # Named, for click writes UTF-8 to a terminal of ASCII otherwise.
    click.echo(text, file=sys.stderr if err else sys.stdout)


def print_remark(sentence: str) -> None:
    """Print a remark, where it does not mix with results."""
    print_line(sentence, err=True)


def show_unencodable() -> None:
    """Let a terminal that knows fewer characters get escapes for the others, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def data_output() -> Iterator[TextIO]:
    """Give standard output for data, which are UTF-8 whatever the terminal takes, and unchanged."""
    stream = sys.stdout
    if not isinstance(stream, io.TextIOWrapper):
        yield stream
        return
    before = stream.encoding, stream.errors
    stream.reconfigure(encoding="utf-8", errors="strict")
    try:
        yield stream
        stream.flush()
    finally:
        stream.reconfigure(encoding=before[0], errors=before[1])


def print_json(value: dict[str, Any]) -> None:
    """Print a result for other programs, on one line."""
    print_line(json.dumps(value, ensure_ascii=False, allow_nan=False))
