"""Reading of untrusted text files: bounded, strict decoding, errors as one sentence.

All external texts are read here. A path may name a pipe or a device, which blocks or never ends,
and a small compressed file may contain gigabytes; reading is limited.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import select
import stat
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.encodings import PROBE, not_utf8, other_than_utf8
from crfcore.text.file_kinds import why_no_text
from crfcore.text.unreadable import packed_too_well, too_large, why_unreadable
from crfcore.whole_files import ON_WINDOWS

_T = TypeVar("_T")

LARGEST_TEXT = 256 << 20
"""Limit of the bytes of a text, decompressed; its sentences take many times as many."""
LARGEST_FILE = 1 << 30
"""The same for other files, such as models of other programs."""
PACKED_FREELY = 32 << 20
"""Bytes that any compressed file may expand to."""
MAX_TIMES_PACKED = 100
"""Limit of the compression ratio beyond that; texts have about 10."""

UTF_8, UTF_16, WINDOWS_1252 = "utf-8", "utf-16", "windows-1252"
ENCODINGS = {UTF_8: "UTF-8", UTF_16: "UTF-16", WINDOWS_1252: "Windows-1252"}
"""The encodings that a user can choose, and their names."""

OUT_OF_MEMORY = message("The file needs more memory than there is; split it into smaller ones.")

_GZIP_MAGIC = b"\x1f\x8b"
_CHUNK_BYTES = 1 << 20
WAIT_MILLISECONDS = 200
"""Ctrl+C acts after so long at the latest, while data are awaited."""
_WIDE_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}

WAIT_SECONDS = 5.0
"""Seconds without data from a pipe before `on_waiting` is called."""

Waiting = Callable[[Path], object]

# Commands may read pipes; the window must not wait for one.
_on_waiting: ContextVar[Waiting | None] = ContextVar("on_waiting", default=None)


@contextmanager
def reading_streams(on_waiting: Waiting | None = lambda _: None) -> Iterator[None]:
    """Allow reading of pipes and terminals in this thread, inside the block.

    ``on_waiting`` is called with the path, on its own thread, if a pipe or terminal has given no
    data for `WAIT_SECONDS`; None refuses pipes and terminals, for paths that nobody has named.
    """
    token = _on_waiting.set(on_waiting)
    try:
        yield
    finally:
        _on_waiting.reset(token)


@contextmanager
def _waiting_timer(path: Path) -> Iterator[Callable[[], None]]:
    """Call `on_waiting` if the block takes long; yields a function that cancels the timer."""
    on_waiting = _on_waiting.get()
    if on_waiting is None or path.is_file():
        yield lambda: None
        return
    # No `threading.Timer`: its `cancel` holds a lock for ever if Ctrl+C comes while it takes it.
    ended = threading.Lock()
    ended.acquire()

    def wait() -> None:
        if not ended.acquire(timeout=WAIT_SECONDS):
            on_waiting(path)

    def end() -> None:
        with suppress(RuntimeError):  # ended already
            ended.release()

    try:
        threading.Thread(target=wait, daemon=True).start()
        yield end
    finally:
        end()


def read_text(
    path: Path,
    watch: Callable[[], None] | None = None,
    encoding: str = UTF_8,
    *,
    may_choose: bool = False,
) -> str:
    """Read a text file, compressed by gzip or not.

    Parameters
    ----------
    path : Path
        Compression is detected from its first bytes, not from its name.
    watch : callable, optional
        Called without arguments every mebibyte; its exceptions end the reading.
    encoding : str
        One of `ENCODINGS`; it is not detected.
    may_choose : bool
        Whether the person can choose the encoding: then errors may advise another one.

    Returns
    -------
    str
        The unchanged text: a byte-order mark of UTF-8 and carriage returns are kept.

    Raises
    ------
    DataError
        The file cannot be read, is not a regular file, is empty, too large, or not in this encoding
        (with line and column).
    """
    try:
        return text_of(read_bytes(path, LARGEST_TEXT, watch), path, encoding, may_choose=may_choose)
    except MemoryError:
        raise DataError(OUT_OF_MEMORY, path=path) from None


def read_small_text(path: Path, what: str, limit: int) -> str:
    """Read a text file that must be small, such as a template.

    Parameters
    ----------
    path : Path
    what : str
        The kind of file, for errors: "a template".
    limit : int
        Limit of its bytes, decompressed.

    Returns
    -------
    str
        As from `read_text`.

    Raises
    ------
    DataError
        As for `read_text`, or the file is larger.
    """
    try:
        return text_of(read_bytes(path, limit), path)
    except _TooLargeError:
        reason = message(
            "The file has more than {limit:,} bytes, and {what} has fewer; choose one.",
            limit=limit,
            what=what,
        )
        raise DataError(reason, path=path) from None


def read_bytes(
    path: Path, limit: int = LARGEST_FILE, watch: Callable[[], None] | None = None
) -> bytes:
    """Read a file, compressed by gzip or not.

    Parameters
    ----------
    path : Path
        A pipe or a device is an error, unless `reading_streams` allows it.
    limit : int
        Limit of the bytes, decompressed.
    watch : callable, optional
        As for `read_text`.

    Raises
    ------
    DataError
        The file cannot be read, is not a regular file, is damaged or too large.
    """
    try:
        with (
            _waiting_timer(path) as end_waiting,
            open_file(path, streams=_on_waiting.get() is not None) as file,
        ):
            source = _Source(file, watch)
            packed = source.begins_with(_GZIP_MAGIC)
            end_waiting()
            return _content(source, limit, path, packed=packed)
    except OSError as error:
        raise DataError(why_unreadable(error), path=path) from error


class _TooLargeError(DataError):
    """A file exceeds the limit of bytes."""


def open_file(path: Path, *, streams: bool = False) -> BinaryIO:
    """Open a file for reading, without blocking.

    Parameters
    ----------
    path : Path
    streams : bool
        Accept a pipe or a device too, and wait for it.

    Returns
    -------
    binary file, unbuffered

    Raises
    ------
    OSError
        The file cannot be opened.
    DataError
        It is a pipe, a device, a socket or a disk, or its name is invalid.
    """
    if "\0" in str(path):
        raise DataError(message("The name of the file holds a NUL, which no name does."))
    if ON_WINDOWS and streams and path.as_posix() == "/dev/stdin":  # it has no such file
        return cast("BinaryIO", _NonBlockingFile(os.dup(0), "rb"))
    mode = path.stat().st_mode
    _check_kind(mode, path, streams=streams)
    # Some files of the system are regular, but block like a pipe.
    waiting = 0 if streams and not stat.S_ISREG(mode) else getattr(os, "O_NONBLOCK", 0)
    flags = os.O_RDONLY | waiting | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    file = _NonBlockingFile(os.open(path, flags), "rb")
    try:
        # The name may belong to another file meanwhile.
        mode = os.fstat(file.fileno()).st_mode
        _check_kind(mode, path, streams=streams)
        file.waits = not stat.S_ISREG(mode) and not waiting
    except BaseException:
        file.close()
        raise
    return cast("BinaryIO", file)


class _NonBlockingFile(io.FileIO):
    """A file that raises BlockingIOError where no data is available, instead of returning None.

    A pipe or a device (``waits``) waits for data instead.
    """

    waits = False

    def read(self, size: int | None = -1, /) -> bytes:
        """Return some bytes, b"" at the end."""
        if self.waits:
            _wait_for_data(self.fileno())
        found: bytes | None = super().read(size)
        return _checked(found)

    def readinto(self, buffer: Any, /) -> int:
        """Read into a buffer; return how many bytes."""
        if self.waits:
            _wait_for_data(self.fileno())
        found: int | None = super().readinto(buffer)
        return _checked(found)


def _wait_for_data(descriptor: int) -> None:
    """Wait until reading does not block, or has to fail.

    Python handles a signal that arrives just before a system call after that call only: Ctrl+C
    would be ignored until the other end of a pipe writes more.
    """
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        while not poll.poll(WAIT_MILLISECONDS):
            pass


def _checked(found: _T | None) -> _T:
    if found is None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return found


def _check_kind(mode: int, path: Path, *, streams: bool) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):
        if streams:
            return
        reason = message(
            "This is a pipe or a device, and a file was expected; save its content as a file."
        )
        raise DataError(reason, path=path)
    raise DataError(message("This is a socket or a disk, and a file was expected."), path=path)


class _Source:
    """The bytes of an open file, with regular calls of `watch`."""

    def __init__(self, file: BinaryIO, watch: Callable[[], None] | None) -> None:
        self._file = file
        self._watch = watch
        self._ahead = b""
        self.n_read = 0

    def begins_with(self, mark: bytes) -> bool:
        """Return whether the content begins with some bytes, without consuming them."""
        while len(self._ahead) < len(mark) and (more := self._file.read(len(mark))):
            self._ahead += more
        return self._ahead.startswith(mark)

    def read(self, size: int = -1) -> bytes:
        """Return up to `size` bytes, fewer only at the end."""
        if self._watch is not None:
            self._watch()
        data, self._ahead = self._ahead, b""
        data = data or self._file.read(size)
        self.n_read += len(data)
        return data


def _content(source: _Source, limit: int, path: Path, *, packed: bool) -> bytes:
    if packed:
        # Annotated for seekable files, which is not needed here.
        source_file = cast("BinaryIO", source)
        reader: gzip.GzipFile | _Source = gzip.GzipFile(fileobj=source_file, mode="rb")
    else:
        reader = source
    pieces, size = [], 0
    try:
        while piece := reader.read(_CHUNK_BYTES):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                raise _TooLargeError(too_large(limit), path=path)
            if packed and size > max(PACKED_FREELY, MAX_TIMES_PACKED * source.n_read):
                raise DataError(packed_too_well(size, source.n_read), path=path)
        return b"".join(pieces)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        reason = message("The file is packed by gzip, and damaged or cut short; get it again.")
        raise DataError(reason, path=path) from error
    except MemoryError:
        pieces.clear()
        raise DataError(OUT_OF_MEMORY, path=path) from None


def text_of(
    data: bytes,
    path: Path | str | None = None,
    encoding: str = UTF_8,
    *,
    may_choose: bool = False,
) -> str:
    """Decode the bytes of a text file.

    Parameters
    ----------
    data : bytes
        Content, not compressed.
    path : Path or str, optional
        Named in errors.
    encoding : str
        One of `ENCODINGS`.
    may_choose : bool
        As for `read_text`.

    Returns
    -------
    str
        The unchanged text: a byte-order mark of UTF-8 and carriage returns are kept.

    Raises
    ------
    DataError
        The text is empty, contains a NUL, or a byte that is invalid in this encoding; with line and
        column. No byte is replaced.
    """
    if not data:
        raise DataError(message("The file is empty; choose one with text."), path=path)
    if data.startswith(_GZIP_MAGIC):
        raise DataError(message("The file is packed by gzip twice; unpack it once."), path=path)
    why_not = why_no_text(data)
    if why_not:
        raise DataError(why_not, path=path)
    if encoding != UTF_8:
        return _decoded(data, path, encoding)
    name = _wide_encoding(data)
    if name:
        raise DataError(other_than_utf8(name, may_choose=may_choose), path=path)
    nul = data.find(b"\x00")
    if nul >= 0:
        reason = message(
            "Found a NUL byte, which no text holds; this looks like a binary file; choose a text."
        )
        line, column = _place(data, nul)
        raise DataError(reason, path=path, line=line, column=column)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        reason = not_utf8(error, may_choose=may_choose)
        raise DataError(reason, path=path, line=line, column=column) from error


def _wide_encoding(data: bytes) -> str:
    """Return the name of the UTF-16 or UTF-32 encoding that a file seems to have, or "".

    Without a byte-order mark, texts in most scripts have a NUL in every second byte.
    """
    for mark, name in _WIDE_MARKS.items():
        if data.startswith(mark):
            return name
    probe = data[:PROBE]
    nuls = [probe[side::2].count(0) for side in (0, 1)]
    return "UTF-16" if max(nuls) * 4 > len(probe) and min(nuls) * 50 < len(probe) else ""


def _decoded(data: bytes, path: Path | str | None, encoding: str) -> str:
    """Decode in an encoding chosen by the user."""
    name = ENCODINGS[encoding]
    codec = encoding
    if encoding == UTF_16 and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        probe = data[:PROBE]
        codec = "utf-16-be" if probe[0::2].count(0) > probe[1::2].count(0) else "utf-16-le"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(codec, errors="replace")
        raise DataError(
            message("This text is not {name}; choose another encoding.", name=name),
            path=path,
            line=before.count("\n") + 1,
            column=len(before) - before.rfind("\n"),
        ) from error
    nul = text.find("\x00")
    if nul >= 0:
        raise DataError(
            message(
                "Found a NUL, which no text holds; the file is not {name}: choose another "
                "encoding.",
                name=name,
            ),
            path=path,
            line=text.count("\n", 0, nul) + 1,
            column=nul - text.rfind("\n", 0, nul),
        )
    return text


def _place(data: bytes, at: int) -> tuple[int, int]:
    """Return line and column of a byte, both from 1, the column in characters."""
    line_start = data.rfind(b"\n", 0, at) + 1
    line = data.count(b"\n", 0, at) + 1
    before = data[line_start:at].decode("utf-8", errors="replace")
    return line, len(before.removeprefix("\ufeff")) + 1
