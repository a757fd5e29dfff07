"""Reading SQLite's write-ahead log without SQLite, to find damage that SQLite does not report.

A log has a header, and a frame for each page that was written: 24 bytes and the page. Its numbers
are (https://www.sqlite.org/fileformat2.html#walformat)::

    header  magic, version, page size, number of checkpoints, two salts, two checksums
    frame   page number, pages of the database after a commit or else 0, two salts, two checksums

A log is written again from its beginning with other salts, so that frames of the time before may
follow its own. The checksums of a frame are computed from those before it.

SQLite ignores all frames from the first one that does not fit, and later writes over them. That is
right for the last transaction, whose writing a power failure may have interrupted. All others were
synced before the next began (``synchronous=FULL``): one that does not fit was damaged.

Frames of a transaction that was killed or rolled back stay behind the end of a log, with its own
salts, and the next one is written over the first of them. So only a frame whose checksums were
added to those of a commit shows that a transaction came after it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from app.storage.files import regular_file

HEADER_BYTES = 32
FRAME_BYTES = 24
"""The bytes of a frame before its page."""

_MAGIC = 0x377F0682
"""The first number of a log whose checksums are of little-endian words; 1 more: big-endian."""

_VERSION = 3_007_000
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))
_AT_ONCE = 1 << 20

REMAINS_READ = 1 << 28
"""The most bytes without a frame of its own after which the rest of a log is not read: it is of an
earlier time, or somebody made the file long."""

_LARGEST_PAGE = 65536
"""SQLite writes each page by which a database grows, except the one with the bytes that it locks.

It brings no log into the file whose database would be larger than file, log and such a page are.
"""

_Words = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a log: the byte at which it begins, and how many bytes are sound before it.

    SQLite reads no more than those, unless the log ``misleads`` it: then it must not be opened.
    """

    at: int
    n_sound: int
    misleads: bool = False


@dataclass(frozen=True)
class Checksums:
    """The checksums of frames with pages of ``page_size`` bytes, for many frames at once.

    SQLite computes them by s += x + t, t += y + s for each pair of words x, y. So each word is
    multiplied by a Fibonacci number, modulo 2³²: the last by 0 for s and 1 for t, the word before
    by 1 and 1, the one before that by 1 and 2.
    """

    page_size: int

    @cached_property
    def _fibonacci(self) -> _Words:
        numbers = [0, 1]
        while len(numbers) < self.page_size // 4 + 4:
            numbers.append((numbers[-2] + numbers[-1]) & 0xFFFFFFFF)
        return np.array(numbers, np.uint32)

    @cached_property
    def _factors(self) -> _Words:
        n, numbers = self.page_size // 4, self._fibonacci
        of_page = np.column_stack((numbers[:n], numbers[1 : n + 1]))[::-1]
        # Salts and checksums are no part of what is summed.
        unused = np.zeros((4, 2), np.uint32)
        return np.concatenate((self._factors_of(1), self._factors_of(0), unused, of_page))

    def _factors_of(self, n_words_before_page: int) -> _Words:
        """Return the two factors of a word that many words before the last one before the page."""
        at = self.page_size // 4 + n_words_before_page
        return self._fibonacci[at : at + 2].reshape(1, 2)

    @cached_property
    def _of_before(self) -> _Words:
        """The factors of the checksums that others are added to."""
        return np.concatenate((self._factors_of(1), self._factors_of(2)))

    def of(self, frames: _Words, before: _Words) -> _Words:
        """Return the checksums of frames, a row each; ``before`` has those they are added to."""
        return np.asarray(frames @ self._factors + before @ self._of_before, np.uint32)

    def change(self, of_before: _Words) -> _Words:
        """Return by how much checksums change if those do that they are added to."""
        return np.asarray(of_before @ self._of_before, np.uint32)


def find_damage(log: Path, file_bytes: int) -> Damage | None:
    """Return where the log of a file of that size is damaged, None if it is sound or empty.

    A cut through frames, and damage of the last transaction, look like an interrupted write, which
    is no damage. OSError if the log cannot be read.
    """
    with regular_file(log) as file:
        header = file.read(HEADER_BYTES)
        if not header:
            return None
        # A header that was being written when the power failed looks like that, too. Then all steps
        # are in the project, and nothing is lost by a question.
        reader = reader_of(header)
        if reader is None:
            return Damage(0, 0)
        most_bytes = file_bytes + os.fstat(file.fileno()).st_size + _LARGEST_PAGE
        return _Search(reader, most_bytes).run(file)


def reader_of(header: bytes) -> FrameReader | None:
    """Return a reader for a log with that header, None if it is damaged or of another version."""
    if len(header) < HEADER_BYTES or not _is_sound(header):
        return None
    return FrameReader(np.frombuffer(header, ">u4"))


def _is_sound(header: bytes) -> bool:
    magic, version, page_size, *_, first, second = map(int, np.frombuffer(header, ">u4"))
    s = t = 0
    words = np.frombuffer(header[:-8], _words_of(magic)).tolist()
    for x, y in zip(words[::2], words[1::2], strict=True):
        s = (s + x + t) & 0xFFFFFFFF
        t = (t + y + s) & 0xFFFFFFFF
    known = magic | 1 == _MAGIC | 1 and version == _VERSION and page_size in _PAGE_SIZES
    return known and (s, t) == (first, second)


def _words_of(magic: int) -> str:
    """Return the type of the words that are summed."""
    return ">u4" if magic & 1 else "<u4"


@dataclass(frozen=True, slots=True)
class Frames:
    """Some frames: their numbers, and for each what is right about it.

    ``own``: it has the salts of the log; ``gaps``: by how much its checksums differ from those that
    follow from the frame before it, right or wrong.
    """

    numbers: _Words
    own: NDArray[np.bool_]
    gaps: _Words

    @property
    def fits(self) -> NDArray[np.bool_]:
        """Whether each frame's checksums follow from those of the frame before it."""
        return np.asarray((self.gaps == 0).all(axis=1))


class FrameReader:
    """Reads the frames of a log with a sound header, in blocks of them."""

    def __init__(self, header: NDArray[np.uint32]) -> None:
        self.page_size = int(header[2])
        self._words = _words_of(int(header[0]))
        self._salts = header[4:6]
        self._sums = Checksums(self.page_size)
        self._frame_bytes = FRAME_BYTES + self.page_size
        # Of the frame before the block.
        self._before = header[6:8].astype(np.uint32)

    def blocks(self, file: BinaryIO) -> Iterator[Frames]:
        """Yield the frames from the position of a file on, without long remains."""
        n_at_once = max(1, _AT_ONCE // self._frame_bytes)
        n_bytes_foreign = 0
        while n_bytes_foreign < REMAINS_READ and (
            block := file.read(n_at_once * self._frame_bytes)
        ):
            frames = self._decoded(block)
            n_bytes_foreign = 0 if frames.own.any() else n_bytes_foreign + len(block)
            yield frames

    def place(self, number: int) -> int:
        """Return the byte at which a frame begins."""
        return HEADER_BYTES + number * self._frame_bytes

    def change(self, of_before: _Words) -> _Words:
        """Return by how much the checksums of frames change if those before them do."""
        return self._sums.change(of_before)

    def _decoded(self, block: bytes) -> Frames:
        """Return the whole frames of a block; SQLite does not read a part of one, either."""
        whole = len(block) // self._frame_bytes
        frames = np.frombuffer(block, np.uint8, whole * self._frame_bytes)
        frames = frames.reshape(whole, self._frame_bytes)
        numbers = frames[:, :FRAME_BYTES].copy().view(">u4").astype(np.uint32)
        before = np.concatenate((self._before[None], numbers[:, 4:]))
        self._before = before[-1]
        words = frames.view(self._words).astype(np.uint32, copy=False)
        return Frames(
            numbers,
            own=(numbers[:, 2:4] == self._salts).all(axis=1),
            gaps=numbers[:, 4:] - self._sums.of(words, before[:-1]),
        )


class _Search:
    """A search for damage in the frames of a log."""

    def __init__(self, reader: FrameReader, most_bytes: int) -> None:
        self._reader = reader
        self._most_pages = most_bytes // reader.page_size
        # Of the frame before the block.
        self._last_commits, self._last_gaps = np.zeros(1, np.bool_), np.zeros((1, 2), np.uint32)
        self._n_seen = self._n_committed = 0
        # The number of the first frame that does not fit.
        self._bad: int | None = None

    def run(self, file: BinaryIO) -> Damage | None:
        """Read the frames from the position of a file on."""
        place = self._reader.place
        for frames in self._reader.blocks(file):
            misleads = self._bad is None and self._misleads(frames)
            if misleads or self._goes_on(frames):
                return Damage(place(self._bad or 0), place(self._n_committed), misleads)
            self._n_seen += len(frames.numbers)
        return None

    def _misleads(self, frames: Frames) -> bool:
        """Look for the first frame that does not fit; return whether SQLite would read it.

        No program writes one that fits, and has a page that the database cannot have.
        """
        fits, (page, size) = frames.own & frames.fits, frames.numbers[:, :2].T
        read = fits & (page != 0) & (np.maximum(page, size) <= self._most_pages)
        bad = len(read) if read.all() else int(read.argmin())
        (committed,) = size[:bad].nonzero()
        if committed.size:
            self._n_committed = self._n_seen + int(committed[-1]) + 1
        if bad == len(read):
            return False
        self._bad = self._n_seen + bad
        return bool(fits[bad])

    def _goes_on(self, frames: Frames) -> bool:
        """Return whether a frame was added to a commit that SQLite does not read.

        Its checksums follow from those that the frame before it has, or from those that it should
        have. Frames that stayed behind never follow from one that was written over another.
        """
        commits = np.concatenate((self._last_commits, frames.numbers[:, 1] != 0))
        gaps = np.concatenate((self._last_gaps, frames.gaps))
        self._last_commits, self._last_gaps = commits[-1:], gaps[-1:]
        if self._bad is None:
            return False
        follows = frames.fits | (frames.gaps == -self._reader.change(gaps[:-1])).all(axis=1)
        added = frames.own & commits[:-1] & follows
        return bool(added[max(0, self._bad + 1 - self._n_seen) :].any())
