"""Files of named arrays and a JSON header, with a version and a checksum.

Models are such files, and word vectors, clusters and cases, which their content tells apart.

The layout, all numbers little-endian::

    0   8 bytes   magic
    8   uint32    version of the format
    12  uint32    reserved, 0
    16  uint64    length of the whole file
    24  32 bytes  SHA-256 of everything from byte 56 on
    56  uint64    length of the header
    64  header    JSON; {"content": …, "arrays": {name: [dtype, shape, offset]}}
        arrays    each at a multiple of 64 from the start of the file

Arrays are stored as in memory, so that a file can be mapped.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import struct
import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import DataError, ModelFileError, fault_in, fault_of_content, shown
from crfcore.machine import physical_memory
from crfcore.messages import message
from crfcore.text.lines import open_file
from crfcore.text.unreadable import why_unreadable
from crfcore.whole_files import RefusedError, writing

MODEL = message("model")
"""The default name of the content in error messages."""

MAGIC = b"\x8fCRFCORE"
VERSION = 1

_PREFIX = struct.Struct("<8sIIQ32sQ")
_CHECKED_FROM = 56
DIGEST = slice(24, 56)
"""Where a file has its checksum."""

_ALIGNMENT = 64
MAX_HEADER_BYTES = 16 << 20
"""Limit of the JSON, which takes thirty times as much memory."""

MAX_DIMENSIONS = 8
"""Limit of the dimensions of an array; those of models have at most four."""

_KINDS = {"float64", "float32", "int64", "int32", "uint16", "uint8", "bool"}

Arrays = Mapping[str, NDArray[Any]]


def dump(content: Mapping[str, Any], arrays: Arrays) -> bytes:
    """Return the bytes of a file.

    Parameters
    ----------
    content : mapping
        JSON.
    arrays : mapping
        Name to array.

    Raises
    ------
    ModelFileError
        The content is not JSON.
    """
    described: dict[str, list[Any]] = {}
    # Offsets are relative to the first array, because the header's length is not known yet.
    position = 0
    for name, array in arrays.items():
        described[name] = [array.dtype.name, list(array.shape), position]
        position = _aligned(position + array.nbytes)
    try:
        header = json.dumps(
            {"content": content, "arrays": described}, ensure_ascii=False, separators=(",", ":")
        ).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelFileError(
            message(
                "The model could not be saved: something that belongs to it is not JSON "
                "({error}); see its metadata_.",
                error=error,
            )
        ) from error
    if len(header) > MAX_HEADER_BYTES:
        raise ModelFileError(
            message(
                "The model could not be saved: what is JSON of it has {n_header:,} bytes, and "
                "{max_header_bytes:,} are possible; see its metadata_ and its labels.",
                n_header=len(header),
                max_header_bytes=MAX_HEADER_BYTES,
            )
        )
    start = _aligned(_PREFIX.size + len(header))
    file = bytearray(start + position)
    file[_PREFIX.size : _PREFIX.size + len(header)] = header
    for name, array in arrays.items():
        place = start + described[name][2]
        file[place : place + array.nbytes] = _little_endian(array).tobytes()
    _PREFIX.pack_into(file, 0, MAGIC, VERSION, 0, len(file), bytes(32), len(header))
    digest = hashlib.sha256(memoryview(file)[_CHECKED_FROM:]).digest()
    _PREFIX.pack_into(file, 0, MAGIC, VERSION, 0, len(file), digest, len(header))
    return bytes(file)


def _aligned(position: int) -> int:
    return -(-position // _ALIGNMENT) * _ALIGNMENT


def _little_endian(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(array.dtype.newbyteorder("<"), copy=False)


def parse(
    data: bytes | bytearray | mmap.mmap,
    *,
    name: str = "The model",
    noun: str = MODEL,
    checked: bool = True,
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read what `dump` has written.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        Arrays of writable data are views of it; bytes are copied once.
    name : str
        The file's path, for errors.
    noun : str
        The name of its content in error messages.
    checked : bool
        Whether to compute the checksum; not for data that this process has checked before.

    Returns
    -------
    content : dict
    arrays : dict

    Raises
    ------
    ModelFileError
        The data is empty, truncated, altered, of a newer format, or not a model.
    """
    try:
        view = memoryview(bytearray(data) if isinstance(data, bytes) else data)
    except TypeError:
        raise ModelFileError(
            f"{name}: the bytes of a {noun} were expected; found {shown(data)}."
        ) from None
    header_length = _check_prefix(view, name, noun, checked=checked)
    try:
        header = json.loads(
            bytes(view[_PREFIX.size : _PREFIX.size + header_length]).decode(
                "utf-8", "surrogatepass"
            )
        )
        start = _aligned(_PREFIX.size + header_length)
        _check_apart(header["arrays"].values(), len(view))
        arrays = {
            key: _array(view, start, *description) for key, description in header["arrays"].items()
        }
        return header["content"], arrays
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ModelFileError(
            message(
                "{name}: the description of this {noun} cannot be understood ({fault}); train "
                "and save it again.",
                name=name,
                noun=noun,
                fault=fault_of_content(error),
            )
        ) from error


def _check_apart(descriptions: Iterable[Any], n_bytes: int) -> None:
    """Raise ValueError where arrays share bytes, so that memory is bounded by the file's size.

    Other errors of a description are found by `_array`.
    """
    ends = sorted(
        (offset, offset + n_items * np.dtype(kind).itemsize)
        for kind, shape, offset in descriptions
        if kind in _KINDS and (n_items := _n_items(shape, offset, n_bytes))
    )
    if any(following < end for (_, end), (following, _) in pairwise(ends)):
        raise ValueError("two arrays share a place")


def _n_items(shape: Any, offset: Any, n_bytes: int) -> int:
    """Return the number of items of an array in a file of this size.

    ValueError for what cannot be a shape and an offset. That is checked before anything is
    multiplied: a product of a text, or of thousands of huge numbers, takes any memory and time.
    """
    fits = isinstance(shape, list) and len(shape) <= MAX_DIMENSIONS
    if not fits or any(
        type(number) is not int or not 0 <= number <= n_bytes for number in [*shape, offset]
    ):
        raise ValueError(f"an array has the shape {shown(shape)} and the place {shown(offset)}")
    return math.prod(shape)


def _check_prefix(view: memoryview, name: str, noun: str, *, checked: bool = True) -> int:
    """Check everything before the header, and return the header's length."""
    digest, header_length = _check_start(bytes(view[: _PREFIX.size]), len(view), name, noun)
    if checked and hashlib.sha256(view[_CHECKED_FROM:]).digest() != digest:
        raise ModelFileError(_altered(name, noun))
    if header_length > min(len(view) - _PREFIX.size, MAX_HEADER_BYTES):
        raise ModelFileError(
            message(
                "{name}: the description of this {noun} is longer than one can be "
                "({header_length:,} bytes); train and save it again.",
                name=name,
                noun=noun,
                header_length=header_length,
            )
        )
    return header_length


def _check_start(start: bytes, n_bytes: int, name: str, noun: str) -> tuple[bytes, int]:
    """Check what the first bytes of a file of this size say.

    Returns
    -------
    digest : bytes
        The checksum.
    header_length : int
        Not checked.
    """
    if n_bytes == 0:
        raise ModelFileError(
            message("{name}: this file is empty; a {noun} was expected.", name=name, noun=noun)
        )
    known = min(n_bytes, len(MAGIC))
    if start[:known] != MAGIC[:known]:
        raise ModelFileError(
            message(
                "{name}: this is not a {noun} of crfcore; choose a file that crfcore or "
                "Tagwright has saved.",
                name=name,
                noun=noun,
            )
        )
    if n_bytes < _PREFIX.size:
        raise ModelFileError(_cut_short(name, n_bytes, None, noun))
    _, version, _, length, digest, header_length = _PREFIX.unpack(start)
    if version > VERSION:
        raise ModelFileError(
            message(
                "{name}: this {noun} has format {version}, and this program reads formats up to "
                "{newest}; update the program.",
                name=name,
                noun=noun,
                version=version,
                newest=VERSION,
            )
        )
    if n_bytes < length:
        raise ModelFileError(_cut_short(name, n_bytes, length, noun))
    if n_bytes > length or version == 0:
        raise ModelFileError(_altered(name, noun))
    return digest, int(header_length)


def _altered(name: str, noun: str) -> str:
    return message(
        "{name}: this {noun} was altered or damaged after it was saved (its checksum does not "
        "fit); {advice}.",
        name=name,
        noun=noun,
        advice=_advice(noun),
    )


def _advice(noun: str) -> str:
    """Return what to do about a damaged file."""
    verb = message("train") if noun == MODEL else message("make")
    return message("use a copy, or {verb} it again", verb=verb)


def _cut_short(name: str, found: int, expected: int | None, noun: str) -> str:
    return message(
        "{name}: this {noun} is cut short: {n_bytes} bytes are there; {advice}.",
        name=name,
        noun=noun,
        n_bytes=message("{found:,}", found=found)
        if expected is None
        else message("{found:,} of {expected:,}", found=found, expected=expected),
        advice=_advice(noun),
    )


def _array(view: memoryview, start: int, kind: str, shape: list[int], offset: int) -> NDArray[Any]:
    if kind not in _KINDS:
        raise ValueError(message("arrays of {kind} are unknown", kind=shown(kind)))
    n_items = _n_items(shape, offset, len(view))
    dtype = np.dtype(kind).newbyteorder("<")
    place = start + offset
    if place + n_items * dtype.itemsize > len(view):
        raise ValueError(message("an array is outside the file"))
    if offset % _ALIGNMENT:
        raise ValueError(message("an array is not aligned"))
    if n_items == 0:
        return np.zeros(shape, dtype=kind)
    array = np.frombuffer(view, dtype=dtype, count=n_items, offset=place).reshape(shape)
    return array if sys.byteorder == "little" else array.astype(kind)


def _check_name(path: object, noun: str) -> None:
    if not isinstance(path, str | os.PathLike):
        raise ModelFileError(
            message(
                "{path} is no file's name; give the name of a {noun}'s file.",
                path=shown(path),
                noun=noun,
            )
        )


def write(
    path: Path | str, content: Mapping[str, Any], arrays: Arrays, *, noun: str = MODEL
) -> None:
    """Write a file atomically; devices and pipes get the bytes (`whole_files`).

    Parameters
    ----------
    path : Path or str
    content, arrays
        As for `dump`.
    noun : str
        The name of its content in error messages.

    Raises
    ------
    ModelFileError
        The file cannot be written; an existing one is unchanged.
    """
    _check_name(path, noun)
    data = dump(content, arrays)
    try:
        with writing(Path(path)) as file:
            file.write(data)
    except RefusedError as error:
        raise ModelFileError(
            message("{path}: the {noun} was not saved: {error}.", path=path, noun=noun, error=error)
        ) from error
    except OSError as error:
        raise ModelFileError(
            message(
                "{path}: the {noun} could not be saved ({error}); nothing was written. Make room "
                "or choose another folder.",
                path=path,
                noun=noun,
                error=error.strerror or error,
            )
        ) from error
    except ValueError as error:  # a NUL in the name
        raise ModelFileError(
            message(
                "{path}: the {noun} cannot be saved ({fault}); choose another name.",
                path=path,
                noun=noun,
                fault=fault_in(error),
            )
        ) from error


def read(
    path: Path | str, *, mapped: bool | None = None, noun: str = MODEL, checked: bool = True
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read a file made by `write`.

    Parameters
    ----------
    path : Path or str
    mapped : bool, optional
        Map the file into memory (copy on write) instead of reading it: arrays are not copied, and
        processes share them. Only for files that no other user can write: truncating a mapped file
        ends the process, and later changes are not checked. By default, or if mapping is
        impossible, the file is read, which takes a quarter longer (0.05 s for 100 MB). The checksum
        takes 0.6 s for a gigabyte in both cases.
    noun, checked
        As for `parse`.

    Raises
    ------
    ModelFileError
        As for `parse`; or the file cannot be read, is no plain file, or exceeds this machine's
        memory.
    """
    _check_name(path, noun)
    data: bytearray | mmap.mmap | None = None
    try:
        with open_file(Path(path)) as file:
            size = os.fstat(file.fileno()).st_size
            start = bytes(_filled(file, bytearray(min(size, _PREFIX.size))))
            # Before the rest is read, which may be all of a disk; `parse` does not trust it.
            _check_start(start, size if len(start) == _PREFIX.size else len(start), str(path), noun)
            _check_size(size, path, noun)
            data = _mapped(file.fileno()) if mapped else None
            if data is None:
                file.seek(0)
                data = _copied(file, size)
    except DataError as error:
        raise ModelFileError(str(error)) from error
    except ModelFileError:
        raise  # also an OSError
    except OSError as error:
        reason = message("{path}: {reason}", path=path, reason=why_unreadable(error))
        raise ModelFileError(reason) from error
    except ValueError as error:
        raise ModelFileError(
            message(
                "{path}: the {noun} cannot be read ({fault}).",
                path=path,
                noun=noun,
                fault=fault_in(error),
            )
        ) from error
    except MemoryError as error:
        raise ModelFileError(_too_large(path, noun)) from error
    return parse(data, name=str(path), noun=noun, checked=checked)


def _check_size(size: int, path: Path | str, noun: str) -> None:
    """Raise ModelFileError for a file that does not fit into memory."""
    if size > (physical_memory() or size):
        raise ModelFileError(_too_large(path, noun))


def _too_large(path: Path | str, noun: str) -> str:
    return message(
        "{path}: this file has more bytes than there is memory for a {noun}; choose another, or "
        "a machine with more memory.",
        path=path,
        noun=noun,
    )


def _mapped(descriptor: int) -> mmap.mmap | None:
    """Return a file mapped copy-on-write; None where that is impossible."""
    try:
        return mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY)
    except (OSError, ValueError):
        # Empty files, and file systems without mapping.
        return None


def _copied(file: BinaryIO, size: int) -> bytearray | mmap.mmap:
    """Return the bytes of a file in private memory, fewer if it was truncated meanwhile."""
    return _filled(file, mmap.mmap(-1, size))


Buffer = TypeVar("Buffer", bytearray, mmap.mmap)


def _filled(file: BinaryIO, data: Buffer) -> Buffer | bytearray:
    """Return data filled with what comes next in a file, cut at the end of the file."""
    n_read, size = 0, len(data)
    with memoryview(data) as view:
        while n_read < size and (more := file.readinto(view[n_read:])):  # type: ignore[attr-defined]
            n_read += more
    return data if n_read == size else bytearray(data[:n_read])
