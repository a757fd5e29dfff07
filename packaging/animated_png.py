"""Writer of animated PNG files, which store only the changed part of each picture.

Programs without support for animated PNG show the first picture.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
DialogWithHelp = tuple["QImage", int]
"""A picture, and its duration in milliseconds."""


def animated_png(frames: Sequence[DialogWithHelp]) -> bytes:
    """Return the bytes of a file that shows the pictures in a loop."""
    from PySide6.QtGui import QImage

    shown = joined([(image.convertToFormat(QImage.Format.Format_RGB888), n) for image, n in frames])
    header, _ = encoded(shown[0][0])
    parts = [SIGNATURE, header, chunk(b"acTL", struct.pack(">II", len(shown), 0))]
    number = 0
    before: QImage | None = None
    for image, milliseconds in shown:
        part = image.rect() if before is None else changed_part(before, image)
        size = (part.width(), part.height(), part.x(), part.y())
        control = struct.pack(">IIIIIHHBB", number, *size, milliseconds, 1000, 0, 0)
        parts.append(chunk(b"fcTL", control))
        number += 1
        data = encoded(image.copy(part))[1]
        if before is None:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
        before = image
    return b"".join([*parts, chunk(b"IEND", b"")])


def joined(frames: Sequence[DialogWithHelp]) -> list[DialogWithHelp]:
    """Return the frames, with equal successive pictures merged."""
    shown: list[DialogWithHelp] = []
    for image, milliseconds in frames:
        if shown and shown[-1][0] == image:
            shown[-1] = (shown[-1][0], shown[-1][1] + milliseconds)
        else:
            shown.append((image, milliseconds))
    return shown


def changed_part(before: QImage, after: QImage) -> QRect:
    """Return the smallest rectangle that contains all differences of two pictures."""
    from PySide6.QtCore import QPoint, QRect

    rows, columns = np.nonzero((pixels(before) != pixels(after)).any(axis=2))
    first = QPoint(int(columns.min()), int(rows.min()))
    return QRect(first, QPoint(int(columns.max()), int(rows.max())))


def pixels(image: QImage) -> NDArray[np.uint8]:
    """Return the colours of a picture, uint8 (height, width, 3)."""
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)


def encoded(image: QImage) -> tuple[bytes, bytes]:
    """Return the header chunk of a picture as PNG, and its compressed data."""
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]
    found = list(chunks(bytes(buffer.data().data())))
    header = next(chunk(kind, data) for kind, data in found if kind == b"IHDR")
    return header, b"".join(data for kind, data in found if kind == b"IDAT")


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and data of the chunks of a PNG file."""
    if not file.startswith(SIGNATURE):
        raise ValueError("The file is no PNG.")
    at = len(SIGNATURE)
    while at < len(file):
        (length,) = struct.unpack_from(">I", file, at)
        kind, data = file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        if chunk(kind, data) != file[at : at + 12 + length]:
            raise ValueError(f"The chunk {kind!r} is damaged.")
        yield kind, data
        at += 12 + length
