"""Checking of compiled translations, as Qt reads them without looking at their lengths.

A file that was copied in part, or has a damaged byte, could otherwise end the program. The layout:
16 bytes of `MAGIC`, then sections of a byte, a length and so many bytes. The section of hashes has
a pair of numbers for each message, the second its place in the section of messages. A message is
fields of a byte, a length and so many bytes, up to the byte `_END`. Numbers have four bytes, the
highest first. Our own files end with a section that Qt skips, the CRC-32 of all before it: where a
damaged byte is in a text, its fields could not be filled.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")

LANGUAGE, HASHES, MESSAGES, PLURALS = 0xA7, 0x42, 0x69, 0x88
"""Sections. Others name further files, or are no longer written."""

CHECKSUM = 0xCC

_END = 1

_SECTIONS = frozenset({LANGUAGE, HASHES, MESSAGES, PLURALS, CHECKSUM})

_TRANSLATION, _OBSOLETE_HASH = 3, 5

_FIELDS = frozenset({_TRANSLATION, 6, 7, 8})
"""Fields with a length: a translation of 16-bit units, its text, context and comment."""

_NONE = 0xFFFFFFFF
"""The length of a translation that is missing."""

_LENGTH = struct.Struct(">BI")


def sealed(content: bytes) -> bytes:
    """Return a compiled translation with its checksum."""
    return content + _LENGTH.pack(CHECKSUM, 4) + zlib.crc32(content).to_bytes(4)


def sound_content(path: Path) -> bytes:
    """Return the content of a file, or b"" if Qt could not look for any text in it without harm.

    Qt is to load this: it maps a file into memory, where the next version of it may be written.
    """
    with suppress(OSError):
        content = path.read_bytes()
        if is_sound(content):
            return content
    return b""


def is_sound(content: bytes) -> bool:
    """Return whether Qt can look for any text in a translation without harm."""
    if not content.startswith(MAGIC):
        return False
    try:
        sections = dict(_sections(content))
        if CHECKSUM in sections and content != sealed(content[: -_LENGTH.size - 4]):
            return False
        hashes, messages = sections[HASHES], sections[MESSAGES]
        places = {place for _, place in struct.iter_unpack(">II", hashes)}
        return places <= set(_starts(messages))
    except (ValueError, LookupError, struct.error):
        return False


def _sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of a file; ValueError if they are not all there, or unknown."""
    at = len(MAGIC)
    while at < len(content):
        kind, length = _LENGTH.unpack_from(content, at)
        start, at = at + _LENGTH.size, at + _LENGTH.size + length
        if kind not in _SECTIONS or not length or at > len(content):
            raise ValueError(kind)
        yield kind, content[start:at]


def _starts(messages: bytes) -> Iterator[int]:
    """Yield where messages begin; ValueError if one does not end, or has unknown fields."""
    unpack, start, at = _LENGTH.unpack_from, 0, 0
    while at < len(messages):
        kind = messages[at]
        if kind == _END:
            yield start
            start = at = at + 1
        elif kind in _FIELDS:
            length = unpack(messages, at)[1]
            if kind == _TRANSLATION and length == _NONE:
                length = 0
            elif kind == _TRANSLATION and length % 2:
                raise ValueError(length)
            at += _LENGTH.size + length
        elif kind == _OBSOLETE_HASH:
            at += _LENGTH.size
        else:
            raise ValueError(kind)
    if start != at:
        raise ValueError(start)
