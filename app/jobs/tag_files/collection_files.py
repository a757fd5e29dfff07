"""The files of a collection: patterns expanded, and the file that is made of each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.formats.output import disk_errors_in_words
from crfcore.errors import DataError
from crfcore.portable_paths import path_key
from crfcore.text.unreadable import why_unreadable
from crfcore.whole_files import is_stream

_WILD = "*?["
_STANDARD_INPUT = Path("/dev/stdin")


@dataclass(frozen=True, slots=True)
class CollectionFile:
    """A file of a collection, the file that is made of it, and its size in bytes."""

    source: Path
    target: Path
    size: int


@dataclass(frozen=True, slots=True)
class _Found:
    """A file that a pattern matches or that is named, and the folder that the structure is of."""

    path: Path
    base: str
    is_named: bool


def files_of(inputs: Sequence[str], out: Path) -> list[CollectionFile]:
    """Return the files that names and patterns stand for, in order, each once.

    In a pattern, ``**`` stands for any folders, which links are not followed to; hidden files and
    those in ``out`` are left out. Below ``out`` a file has the place that it has below the common
    folder of all names and patterns, up to the first wildcard of each.

    Raises
    ------
    DataError
        Nothing is found, a file cannot be read, or would be in ``out``.
    """
    if is_stream(out) or (out.exists() and not out.is_dir()):
        raise DataError("The results go into a folder, and this is none; name one.", path=out)
    found = [one for given in inputs for one in _expanded(given)]
    real_out = os.path.realpath(out)
    common = _common_folder([one.base for one in found])
    files: dict[str, CollectionFile] = {}
    for one in found:
        real = os.path.realpath(one.path)
        if is_inside(real, real_out):
            if one.is_named:
                raise DataError(
                    f"This is in {out}, the folder of the results; choose another folder.",
                    path=one.path,
                )
            continue
        if real not in files:
            relative = os.path.relpath(_absolute(one.path), common)
            files[real] = CollectionFile(one.path, out / relative, _size_of(one.path))
    if not files:
        raise DataError(
            f"All files that were found are in {out}, the folder of the results; choose another "
            "folder."
        )
    targets = {path_key(file.target) for file in files.values()}
    if len(targets) < len(files):
        raise DataError("Two inputs would give the same file; give them other names.", path=out)
    return list(files.values())


def common_folder(file: CollectionFile, out: Path) -> str:
    """Return the folder that a text's place in the folder of results is counted from."""
    depth = len(file.target.relative_to(out).parts)
    return str(Path(_absolute(file.source)).parents[depth - 1])


def is_inside(real: str, folder: str) -> bool:
    """Return whether a path is a folder or inside of it; both without links."""
    return real == folder or real.startswith(folder.rstrip(os.sep) + os.sep)


def check_inside(target: Path, out: Path) -> None:
    """Raise DataError if a link leads a file that is to be made out of the folder of results."""
    if not is_inside(os.path.realpath(target.parent), os.path.realpath(out)):
        raise DataError(
            f"A link leads from here out of {out}; remove it, or choose another folder.",
            path=target.parent,
        )


def _expanded(given: str) -> Iterator[_Found]:
    """Yield the files of a name or pattern; a name that exists is no pattern."""
    path = Path(given)
    parts = path.parts
    wild = [number for number, part in enumerate(parts) if any(sign in part for sign in _WILD)]
    if os.path.lexists(path) or not wild:
        _check_file(path)
        yield _Found(path, _absolute(path.parent), is_named=True)
        return
    base = Path(*parts[: wild[0]])
    rest = parts[wild[0] :]
    pattern = "/".join((*rest, "*") if rest[-1] == "**" else rest)
    try:
        matches = sorted(one for one in base.glob(pattern) if _is_shown(one, base))
    except ValueError:
        raise DataError(
            f"The pattern {given} cannot be understood; put “**” alone between two “/”."
        ) from None
    found = [one for one in matches if one.is_file()]
    files = [one for one in found if not _is_behind_link(one, base)]
    if not files:
        advice = "check it, and the folder"
        if found:
            advice = "links to folders are not followed, name those that they lead to"
        raise DataError(f"No file matches the pattern {given}; {advice}.")
    folder = _absolute(base)
    yield from (_Found(one, folder, is_named=False) for one in files)


def _is_shown(path: Path, base: Path) -> bool:
    return not any(part.startswith(".") for part in path.relative_to(base).parts)


def _is_behind_link(path: Path, base: Path) -> bool:
    """Return whether a folder below the base is a link; “*” follows it, “**” does not."""
    return any(
        (base / folder).is_symlink() for folder in path.relative_to(base).parents if folder.name
    )


def _check_file(path: Path) -> None:
    """Raise DataError unless a path is that of a file that can be read again."""
    if path.is_dir():
        raise DataError(
            f"This is a folder; name its files, for example by the pattern '{path}/**/*.txt'.",
            path=path,
        )
    if path == _STANDARD_INPUT:
        raise DataError("--out is for files, and this is standard input; use -o.", path=path)
    if is_stream(path) or (path.exists() and not path.is_file()):
        raise DataError("A collection has files, and this is a pipe or a device.", path=path)
    if not path.exists():
        raise DataError(why_unreadable(FileNotFoundError()), path=path)


def _absolute(path: Path) -> str:
    # Not by `resolve`: a link keeps its own place in the structure.
    return os.path.abspath(path)  # noqa: PTH100


def _common_folder(folders: Sequence[str]) -> str:
    try:
        return os.path.commonpath(folders)
    except ValueError:
        raise DataError(
            "These files are on several disks; tag those of each disk on their own."
        ) from None


def _size_of(path: Path) -> int:
    with disk_errors_in_words(path):
        return path.stat().st_size
