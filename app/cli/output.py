"""Output of results to standard output, and of remarks to standard error."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any, TextIO

import click

from app.domain.invisible import escaped, escaped_line
from crfcore.errors import DataError
from crfcore.portable_paths import path_key
from crfcore.whole_files import is_standard_output, is_stream


def check_output(path: Path, *inputs: Path | None) -> None:
    """Check before a long task that its result can be written, and not over an input."""
    from app.formats.output import check_target

    check_target(path)
    refuse_input(path, *inputs)


def refuse_input(path: Path, *inputs: Path | None) -> None:
    """Refuse a result that would take the place of a file which it is made from."""
    for one in inputs:
        if one is not None and path.is_file() and one.exists() and path.samefile(one):
            raise DataError(
                "The result would take the place of this file, which it is made from; choose "
                "another name.",
                path=path,
            )


def check_apart(outputs: Mapping[str, Path | None]) -> None:
    """Check that no two outputs, by the names of their options, are one file."""
    found: dict[str, str] = {}
    for name, path in outputs.items():
        if path is None or is_stream(path):
            continue
        other = found.setdefault(path_key(os.path.realpath(path)), name)
        if other != name:
            raise DataError(
                f"{other} and {name} name the same file; choose another name for one.", path=path
            )


class ClosedOutput(io.TextIOBase):
    """Replaces a closed standard output; writing fails."""

    def write(self, _: str) -> int:  # noqa: D102 (of the base)
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class UnprintedError(OSError):
    """What a command says about its files cannot be printed; these are ``written``."""

    def __init__(self, error: OSError, written: Sequence[Path]) -> None:
        super().__init__(error.errno, error.strerror)
        self.written = written


@contextmanager
def printing_beside(*outputs: Path | None, as_json: bool = False) -> Iterator[None]:
    """Print to standard error in the block if a command's data go to a stream.

    With ``as_json`` the printed text is data as well: it goes to standard output unless other data
    go there. `UnprintedError` names the outputs, which are written before the block. Who closes
    standard output does not want to be told that; only data are missed there.
    """
    written = [path for path in outputs if path is not None and not is_stream(path)]
    streams = [path for path in outputs if path is not None and is_stream(path)]
    if as_json:
        streams = list(filter(is_standard_output, streams))
    instead: TextIO | None = sys.stderr if streams else None
    if written and not as_json and isinstance(sys.stdout, ClosedOutput):
        instead = io.StringIO()
    with nullcontext() if instead is None else redirect_stdout(instead):
        try:
            yield
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UnprintedError(error, written) from error


def print_line(text: str = "", *, err: bool = False) -> None:
    """Print a line with control characters escaped."""
    _print(escaped_line(text), err=err)


def print_lines(text: str, *, err: bool = False) -> None:
    """Print a text of several lines, with control characters escaped."""
    _print(escaped(text), err=err)


def _print(text: str, *, err: bool) -> None:
    # With the file, because click writes UTF-8 to an ASCII terminal otherwise.
    click.echo(text, file=sys.stderr if err else sys.stdout)


def print_remark(sentence: str) -> None:
    """Print a remark to standard error."""
    print_line(sentence, err=True)


def show_unencodable() -> None:
    """Escape characters that the terminal cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def data_output() -> Iterator[TextIO]:
    """Yield standard output for data, as UTF-8 without escapes."""
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
