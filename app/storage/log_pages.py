"""Comparing the pages of a write-ahead log with those of its project file.

A checkpoint copies the newest version of each page into the file, and leaves the log as it is. If
the program is killed then and the log is damaged, what is sound of it is older than the file, and
SQLite would apply it to the file all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from app.storage.files import logs_of, regular_file
from app.storage.log_frames import FRAME_BYTES, HEADER_BYTES, Frames, reader_of


@dataclass(slots=True)
class _Versions:
    """Where the newest version of each page begins in a log.

    ``read``: of those that SQLite reads; ``whole``: of those that were written whole. ``unknown``
    has the pages that other frames name.
    """

    read: dict[int, int] = field(default_factory=dict)
    whole: dict[int, int] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)


def is_behind(path: Path) -> bool:
    """Return whether a file has what its log has, and SQLite would take back a part of it.

    All pages are compared, except those of which the newest version cannot be read. OSError if file
    or log cannot be read.
    """
    log_path = logs_of(path)[0]
    with regular_file(log_path) as log:
        reader = reader_of(log.read(HEADER_BYTES))
        if reader is None:
            return False
        versions, size = _Versions(), reader.page_size
        frames = (frame for block in reader.blocks(log) for frame in _frames(block))
        _note(
            versions, ((reader.place(at) + FRAME_BYTES, *frame) for at, frame in enumerate(frames))
        )
        if versions.whole == versions.read:
            return False
        with regular_file(path) as file:

            def has(page: int, place: int) -> bool:
                return _read(file, (page - 1) * size, size) == _read(log, place, size)

            known = (one for one in versions.whole.items() if one[0] not in versions.unknown)
            return all(has(*one) for one in known) and not all(
                has(*one) for one in versions.read.items()
            )


def _frames(block: Frames) -> Iterator[tuple[int, int, bool, bool]]:
    """Yield page and size of each frame, and whether it is the log's own, and whole."""
    page, size = block.numbers[:, :2].T
    whole = block.own & block.fits & (page != 0)
    yield from zip(page.tolist(), size.tolist(), block.own.tolist(), whole.tolist(), strict=True)


def _note(versions: _Versions, frames: Iterator[tuple[int, int, int, bool, bool]]) -> None:
    """Find the newest versions, in frames that come with the places of their pages."""
    is_read, unfinished = True, dict[int, int]()
    for place, page, size, is_own, is_whole in frames:
        is_read = is_read and is_whole
        if is_whole:
            versions.whole[page] = place
            versions.unknown.discard(page)
        elif is_own:
            versions.unknown.add(page)
        if is_read:
            unfinished[page] = place
            if size:
                versions.read |= unfinished
                unfinished = {}


def _read(file: BinaryIO, place: int, n_bytes: int) -> bytes:
    file.seek(place)
    return file.read(n_bytes)
