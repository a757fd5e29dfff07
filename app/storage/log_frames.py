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
"""

from __future__ import annotations

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

_Words = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a log: the byte at which it begins, and how many bytes SQLite still reads."""

    at: int
    n_sound: int


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

    def of(self, frames: _Words, before: _Words) -> _Words:
        """Return the checksums of frames, a row each; ``before`` has those they are added to."""
        first = np.concatenate((self._factors_of(1), self._factors_of(2)))
        return np.asarray(frames @ self._factors + before @ first, np.uint32)

    def differ_by_size(self, computed: _Words, stored: _Words) -> bool:
        """Return whether two checksums differ as if the second number of the frame were wrong."""
        first, second = self._factors_of(0)[0, ::-1] * (stored - computed)
        return bool(first == second)


def find_damage(log: Path) -> Damage | None:
    """Return where a log is damaged, None if it is sound or empty.

    A cut through frames, and damage of the last transaction, look like an interrupted write, which
    is no damage. OSError if the log cannot be read.
    """
    with regular_file(log) as file:
        header = file.read(HEADER_BYTES)
        if not header:
            return None
        numbers = np.frombuffer(header, ">u4") if len(header) == HEADER_BYTES else None
        # A header that was being written when the power failed looks like that, too. Then all steps
        # are in the project, and nothing is lost by a question.
        if numbers is None or not _is_sound(header):
            return Damage(0, 0)
        # SQLite refuses a log of a later version.
        return _Search(numbers).run(file) if numbers[1] == _VERSION else None


def _is_sound(header: bytes) -> bool:
    magic, _, page_size, *_, first, second = map(int, np.frombuffer(header, ">u4"))
    s = t = 0
    words = np.frombuffer(header[:-8], _words_of(magic)).tolist()
    for x, y in zip(words[::2], words[1::2], strict=True):
        s = (s + x + t) & 0xFFFFFFFF
        t = (t + y + s) & 0xFFFFFFFF
    return magic | 1 == _MAGIC | 1 and page_size in _PAGE_SIZES and (s, t) == (first, second)


def _words_of(magic: int) -> str:
    """Return the type of the words that are summed."""
    return ">u4" if magic & 1 else "<u4"


@dataclass(frozen=True, slots=True)
class _Frames:
    """Some frames: their numbers and checksums, and for each what is right about it.

    ``own``: it has the salts of the log; ``fits``: its checksums follow from those that the frame
    before it has, right or wrong; ``commits``: it ends a transaction.
    """

    numbers: _Words
    checksums: _Words
    own: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    commits: NDArray[np.bool_]


class _Search:
    """A search for damage in the frames of a log, in blocks of them."""

    def __init__(self, header: NDArray[np.uint32]) -> None:
        page_size = int(header[2])
        self._words = _words_of(int(header[0]))
        self._salts = header[4:6]
        self._sums = Checksums(page_size)
        self._frame_bytes = FRAME_BYTES + page_size
        # Of the frame before the block.
        self._before = header[6:8].astype(np.uint32)
        self._n_seen = self._n_committed = 0
        # The number of the first frame that does not fit, and whether a transaction ended since.
        self._bad: int | None = None
        self._ended = False

    def run(self, file: BinaryIO) -> Damage | None:
        """Read the frames from the position of a file on."""
        n_at_once = max(1, _AT_ONCE // self._frame_bytes)
        while block := file.read(n_at_once * self._frame_bytes):
            frames = self._decoded(block)
            if self._is_damaged(frames):
                return Damage(self._place(self._bad or 0), self._place(self._n_committed))
            self._n_seen += len(frames.numbers)
        return None

    def _place(self, number: int) -> int:
        return HEADER_BYTES + number * self._frame_bytes

    def _decoded(self, block: bytes) -> _Frames:
        """Return the whole frames of a block; SQLite does not read a part of one, either."""
        whole = len(block) // self._frame_bytes
        frames = np.frombuffer(block, np.uint8, whole * self._frame_bytes)
        frames = frames.reshape(whole, self._frame_bytes)
        numbers = frames[:, :FRAME_BYTES].copy().view(">u4").astype(np.uint32)
        before = np.concatenate((self._before[None], numbers[:, 4:]))
        self._before = before[-1]
        words = frames.view(self._words).astype(np.uint32, copy=False)
        checksums = self._sums.of(words, before[:-1])
        return _Frames(
            numbers,
            checksums,
            own=(numbers[:, 2:4] == self._salts).all(axis=1),
            fits=(checksums == numbers[:, 4:]).all(axis=1),
            commits=numbers[:, 1] != 0,
        )

    def _is_damaged(self, frames: _Frames) -> bool:
        """Look at the next frames; return whether it is certain now that there is damage."""
        start = 0
        if self._bad is None:
            read = frames.own & frames.fits & (frames.numbers[:, 0] != 0)
            start = len(read) if read.all() else int(read.argmin())
            (committed,) = frames.commits[:start].nonzero()
            if committed.size:
                self._n_committed = self._n_seen + int(committed[-1]) + 1
            if start == len(read):
                return False
            self._bad = self._n_seen + start
            if self._is_changed(frames, start):
                return True
        return self._goes_on(frames.commits[start:][frames.own[start:]])

    def _is_changed(self, frames: _Frames, bad: int) -> bool:
        """Return whether a frame was written whole, and one of its numbers was changed since.

        It has the wrong salts or page number and still fits, or it would fit as the end of a
        transaction, which could not be told from the next transaction without that.
        """
        if frames.fits[bad]:
            return True
        if frames.commits[bad] or not frames.own[bad]:
            return False
        return self._sums.differ_by_size(frames.checksums[bad], frames.numbers[bad, 4:])

    def _goes_on(self, commits: NDArray[np.bool_]) -> bool:
        """Return whether a frame follows the end of a transaction that SQLite does not read.

        ``commits`` has the next frames of the log's own: whether each ends a transaction.
        """
        ended = self._ended
        self._ended = ended or bool(commits.any())
        return bool(commits.size if ended else commits[:-1].any())
