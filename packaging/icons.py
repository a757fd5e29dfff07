"""Writer of icon files for Windows (.ico) and macOS (.icns), from an SVG file.

    python packaging/icons.py --svg resources/icons/tagwright.svg --out build/icons

writes `tagwright.ico` and `tagwright.icns`; an icon of another name, such as that of project files,
is written in the same way. The same SVG gives the same bytes.
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parent.parent

WINDOWS_SIDES = (16, 20, 24, 32, 40, 48, 64, 256)
"""Sides in pixels of what Windows shows at 100 to 250 %, small to very large."""

AS_PNG = 256
"""From this side on, an icon file of Windows has a PNG file; smaller pictures are bitmaps, which
every reader of icon files knows."""

MAC_TYPES = {
    b"ic11": 32,
    b"ic12": 64,
    b"ic07": 128,
    b"ic13": 256,
    b"ic08": 256,
    b"ic14": 512,
    b"ic09": 512,
    b"ic10": 1024,
}
"""Types of pictures in an icon file of macOS, and their sides in pixels; each is a PNG file.

`ic11` to `ic14` and `ic10` are those for screens of two pixels a point: 16, 32, 128, 256, 512.
"""


DOTS_PER_METRE = 3780
"""96 per inch."""


def main(arguments: list[str]) -> int:
    """Write the icon files of an SVG file into a folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--svg", type=Path, default=ROOT / "resources/icons/tagwright.svg")
    parser.add_argument("--out", type=Path, default=ROOT / "build/icons")
    options = parser.parse_args(arguments)
    for path in write_icons(options.svg, options.out):
        print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def write_icons(svg: Path, folder: Path) -> list[Path]:
    """Write the icon files for both systems; return their paths."""
    content = svg.read_bytes()
    pictures = {side: drawing(content, side, svg) for side in {*WINDOWS_SIDES, *MAC_TYPES.values()}}
    folder.mkdir(parents=True, exist_ok=True)
    windows, mac = folder / f"{svg.stem}.ico", folder / f"{svg.stem}.icns"
    windows.write_bytes(ico({side: pictures[side] for side in WINDOWS_SIDES}))
    mac.write_bytes(icns({kind: png(pictures[side]) for kind, side in MAC_TYPES.items()}))
    return [windows, mac]


def drawing(svg: bytes, side: int, name: Path) -> QImage:
    """Return an SVG file as a square picture; it needs no screen. ``name`` is for the message."""
    from PySide6.QtCore import QByteArray, QRectF, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg))
    if not renderer.isValid():
        raise SystemExit(f"{name}: an SVG file was expected; check the name and the content.")
    picture = QImage(side, side, QImage.Format.Format_ARGB32)
    # A PNG file has the resolution, which would be that of the screen, if there is one.
    picture.setDotsPerMeterX(DOTS_PER_METRE)
    picture.setDotsPerMeterY(DOTS_PER_METRE)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, side, side))
    return picture


def png(picture: QImage) -> bytes:
    """Return a picture as a PNG file."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImageWriter

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(picture):
        raise SystemExit("A picture could not be written as PNG; install PySide6-Essentials anew.")
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, QImage]) -> bytes:
    """Return an icon file of Windows with pictures by their sides."""
    contents = {
        side: png(picture) if side >= AS_PNG else bitmap(picture)
        for side, picture in pictures.items()
    }
    at = 6 + 16 * len(contents)
    header, entries = struct.pack("<HHH", 0, 1, len(contents)), b""
    for side, content in contents.items():
        # 0 stands for 256; no palette, one plane, 32 bits a pixel.
        entries += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return header + entries + b"".join(contents.values())


def bitmap(picture: QImage) -> bytes:
    """Return a picture as a bitmap of an icon file: from the bottom up, with an empty mask.

    The mask has a bit for each pixel, in rows of whole four bytes; the pixels have their own
    transparency.
    """
    side = picture.width()
    flipped = picture.flipped()
    mask = bytes((side + 31) // 32 * 4 * side)
    header = struct.pack("<IiiHHIIiiII", 40, side, 2 * side, 1, 32, 0, 4 * side**2, 0, 0, 0, 0)
    return header + bytes(flipped.constBits()) + mask


def icns(files: Mapping[bytes, bytes]) -> bytes:
    """Return an icon file of macOS with PNG files by their types."""
    parts = [kind + struct.pack(">I", 8 + len(file)) + file for kind, file in files.items()]
    content = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(content)) + content


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
