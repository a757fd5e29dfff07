"""Animated PNG files as others read them, and the moving picture of the README."""

from __future__ import annotations

import importlib.util
import re
import struct
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

ROOT = Path(__file__).resolve().parents[2]
FIRST_PICTURE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")


def loaded(name):
    path = ROOT / "packaging" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def script():
    return loaded("animated_png")


def picture(*squares):
    image = QImage(41, 23, QImage.Format.Format_RGB888)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for x, y, colour in squares:
        painter.fillRect(x, y, 5, 4, QColor(colour))
    painter.end()
    return image


def controls_of(script, file):
    names = ("number", "width", "height", "x", "y", "delay", "parts")
    return [
        dict(zip(names, struct.unpack(">IIIIIHHBB", data), strict=False))
        for kind, data in script.chunks(file)
        if kind == b"fcTL"
    ]


def frames_of(script, file):
    """Compose the frames as a viewer does: each part drawn over what is there."""
    header = next(data for kind, data in script.chunks(file) if kind == b"IHDR")
    canvas, frames, part = None, [], b""
    for kind, data in [*script.chunks(file)]:
        if kind == b"fcTL":
            _, width, height, x, y, *_ = struct.unpack(">IIIIIHHBB", data)
        elif kind in (b"IDAT", b"fdAT"):
            part = data if kind == b"IDAT" else data[4:]
            own = struct.pack(">II", width, height) + header[8:]
            png = script.SIGNATURE + script.chunk(b"IHDR", own) + script.chunk(b"IDAT", part)
            drawn = QImage.fromData(png + script.chunk(b"IEND", b""))
            canvas = QImage(drawn) if canvas is None else QImage(canvas)
            painter = QPainter(canvas)
            painter.drawImage(x, y, drawn)
            painter.end()
            frames.append(canvas.convertToFormat(QImage.Format.Format_RGB888))
    return frames


def test_the_frames_are_the_pictures(script):
    images = [picture(), picture((3, 2, "red")), picture((3, 2, "red"), (30, 15, "#123456"))]
    file = script.animated_png([(image, 100) for image in images])
    assert frames_of(script, file) == images
    assert QImage.fromData(file).convertToFormat(QImage.Format.Format_RGB888) == images[0]


def test_a_frame_holds_only_the_part_that_changes(script):
    file = script.animated_png([(picture(), 700), (picture((30, 15, "red")), 250)])
    first, second = controls_of(script, file)
    assert (first["width"], first["height"], first["delay"]) == (41, 23, 700)
    assert [second[name] for name in ("x", "y", "width", "height", "delay")] == [30, 15, 5, 4, 250]


def test_the_same_picture_twice_is_one_frame_of_both_times(script):
    frames = [(picture(), 300), (picture(), 400), (picture((0, 0, "blue")), 100)]
    assert [one["delay"] for one in controls_of(script, script.animated_png(frames))] == [700, 100]


def test_frames_and_their_data_are_numbered_in_one_order(script):
    images = [picture(), picture((0, 0, "red")), picture()]
    file = script.animated_png([(image, 100) for image in images])
    numbers = [
        struct.unpack_from(">I", data)[0]
        for kind, data in script.chunks(file)
        if kind in (b"fcTL", b"fdAT")
    ]
    assert numbers == list(range(5))


def test_a_damaged_file_is_refused(script):
    file = bytearray(script.animated_png([(picture(), 100)]))
    file[40] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        list(script.chunks(bytes(file)))
    with pytest.raises(ValueError, match="no PNG"):
        list(script.chunks(b"GIF89a"))


def test_the_readme_has_a_picture_that_moves_for_eight_seconds(script):
    caption, path = FIRST_PICTURE.search((ROOT / "README.md").read_text(encoding="utf-8")).groups()
    assert "scripted session" in caption
    file = (ROOT / path).read_bytes()
    assert len(file) < 1_000_000
    n_frames, n_rounds = struct.unpack(
        ">II", next(data for kind, data in script.chunks(file) if kind == b"acTL")
    )
    controls = controls_of(script, file)
    assert (n_frames, n_rounds) == (len(controls), 0)
    assert n_frames > 3
    assert 7 <= sum(one["delay"] for one in controls) / 1000 <= 9
    first, *_, last = frames_of(script, file)
    assert np.any(script.pixels(first) != script.pixels(last))
