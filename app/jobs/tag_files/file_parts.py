"""Parts of large column files, which are tagged as if they were files of their own."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from app.formats.output import disk_errors_in_words, new_file
from app.formats.records import ImportedText
from app.formats.table import HEAD, PACKED
from app.jobs.tag_files.collection_files import CollectionFile, check_inside
from crfcore.errors import CrfError
from crfcore.text.lines import text_of

PART_BYTES = 4 << 20
"""The least size of a part: some seconds of tagging."""

_LONGEST_LINE = 1 << 20
_BY_LINES = frozenset({"columns", "conllu"})
"""Formats in which an empty line ends a sentence, and a sentence is read by itself."""


def parts_of(path: Path, size: int, read: Callable[[str], ImportedText]) -> list[tuple[int, int]]:
    """Return the parts of a file as ranges of bytes, [] if it is not to be parted.

    ``read`` reads the beginning. A part ends with an empty line. Where something looks odd the file
    is not parted, so that errors name its lines.
    """
    if size < 2 * PART_BYTES or path.suffix == PACKED:
        return []
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
            if read(text_of(head[: head.rfind(b"\n") + 1], path)).layout.format not in _BY_LINES:
                return []
            ends = (_end_of_sentence(file, at) for at in range(PART_BYTES, size, PART_BYTES))
            inner = sorted({end for end in ends if 0 < end < size})
    except (OSError, CrfError):
        return []
    return list(pairwise([0, *inner, size]))


def _end_of_sentence(file: BinaryIO, at: int) -> int:
    """Return where the next sentence ends behind a position; 0 if none ends near."""
    file.seek(at)
    # The rest of a line, which may look empty.
    file.readline(_LONGEST_LINE)
    while (line := file.readline(_LONGEST_LINE)) and file.tell() < at + PART_BYTES:
        if line.endswith(b"\n") and not line.strip(b" \t\r\n"):
            end = file.tell()
            # What would be read as the mark at the beginning of a file belongs to a word here.
            if file.read(len(BOM_UTF8)) != BOM_UTF8:
                return end
            file.seek(end)
    return 0


def read_part(path: Path, start: int, end: int) -> str:
    """Return the text of a part; CrfError if it is no text."""
    with path.open("rb") as file:
        file.seek(start)
        return text_of(file.read(end - start), path)


class _GivenUpError(Exception):
    """The file is not to be made."""


class PartedFile:
    """A file that is put together of tagged parts, which may come in any order."""

    def __init__(self, file: CollectionFile, out: Path) -> None:
        self._planned = file
        self._out = out
        self._early: dict[int, tuple[int, bytes]] = {}
        self._form: Any = None
        self._stack = ExitStack()
        self._file: BinaryIO | None = None
        self.n_bytes = 0
        """Bytes of the parts that are written, which come first."""
        self.n_counted = self.n_tokens = 0
        """Bytes and tokens of all parts so far."""

    @property
    def is_complete(self) -> bool:
        """Whether all parts are written."""
        return self.n_bytes == self._planned.size

    def add(self, first: int, end: int, form: Any, data: bytes) -> bool:
        """Write a part as soon as those before it are; return False if it looks unlike them.

        DataError if it cannot be written.
        """
        self._form = self._form or form
        if form != self._form:
            return False
        self._early[first] = end, data
        with disk_errors_in_words(self._planned.target):
            while (part := self._early.pop(self.n_bytes, None)) is not None:
                self._open().write(part[1])
                self.n_bytes = part[0]
        return True

    def _open(self) -> BinaryIO:
        if self._file is None:
            check_inside(self._planned.target, self._out)
            made = new_file(self._planned.target, self._planned.source)
            self._file = self._stack.enter_context(made)
        return self._file

    def finish(self) -> None:
        """Give the file its name; DataError if that fails."""
        # Another run that has made the same file meanwhile was made for the same folder.
        with suppress(FileExistsError):
            self._stack.close()

    def give_up(self) -> None:
        """Remove what is written."""
        with suppress(_GivenUpError), self._stack:
            raise _GivenUpError
