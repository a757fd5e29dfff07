"""Icon files for Windows and macOS, read back as their systems read them."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.packaging.scripts import script_module

# Icons are drawn: the application is made as later tests want it.
pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[2]
SVG = ROOT / "resources/icons/tagwright.svg"


@pytest.fixture
def script():
    return script_module("icons")


@pytest.fixture
def corners(tmp_path):
    """Return an SVG with another colour in each corner, and nothing in one."""
    path = tmp_path / "corners.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2">'
        '<rect width="1" height="1" fill="#ff0000"/>'
        '<rect x="1" width="1" height="1" fill="#00ff00"/>'
        '<rect y="1" width="1" height="1" fill="#0000ff"/></svg>'
    )
    return path


def entries(file):
    """Yield side and content of the pictures in an icon file of Windows."""
    reserved, kind, n_pictures = struct.unpack_from("<HHH", file)
    assert (reserved, kind) == (0, 1)
    for number in range(n_pictures):
        width, height, colours, zero, planes, bits, size, at = struct.unpack_from(
            "<BBBBHHII", file, 6 + 16 * number
        )
        assert (width, colours, zero, planes, bits) == (height, 0, 0, 1, 32)
        yield width or 256, file[at : at + size]


def parts(file):
    """Yield type and content of the pictures in an icon file of macOS."""
    assert file[:4] == b"icns"
    assert struct.unpack_from(">I", file, 4)[0] == len(file)
    at = 8
    while at < len(file):
        (size,) = struct.unpack_from(">I", file, at + 4)
        yield file[at : at + 4], file[at + 8 : at + size]
        at += size


def test_an_icon_file_of_windows(script, corners, tmp_path):
    windows, _ = script.write_icons(corners, tmp_path)
    found = dict(entries(windows.read_bytes()))
    assert tuple(found) == script.WINDOWS_SIDES
    assert QImage.fromData(found.pop(256), "PNG").size().toTuple() == (256, 256)
    for side, content in found.items():
        size, width, height, planes, bits = struct.unpack_from("<IiiHH", content)
        assert (size, width, height, planes, bits) == (40, side, 2 * side, 1, 32)
        pixels = content[40 : 40 + 4 * side * side]
        # From the bottom up, each pixel blue, green, red, opacity.
        assert pixels[:4] == bytes((255, 0, 0, 255))
        assert pixels[4 * (side - 1) : 4 * side] == bytes(4)
        assert pixels[-4 * side : 4 - 4 * side or None] == bytes((0, 0, 255, 255))
        assert pixels[-4:] == bytes((0, 255, 0, 255))
        mask = content[40 + 4 * side * side :]
        assert mask == bytes(((side + 31) // 32) * 4 * side)


def test_an_icon_file_of_macos(script, corners, tmp_path):
    _, mac = script.write_icons(corners, tmp_path)
    found = dict(parts(mac.read_bytes()))
    assert found.keys() == script.MAC_TYPES.keys()
    for kind, side in script.MAC_TYPES.items():
        picture = QImage.fromData(found[kind], "PNG")
        assert picture.size().toTuple() == (side, side)
        assert picture.pixelColor(0, 0) == QColor("#ff0000")
        assert picture.pixelColor(side - 1, side - 1).alpha() == 0


def test_the_same_drawing_gives_the_same_bytes_whether_there_is_a_screen_or_not(script, tmp_path):
    here = [path.read_bytes() for path in script.write_icons(SVG, tmp_path / "a")]
    # This process has a screen; the script has none.
    command = [sys.executable, ROOT / "packaging/icons.py", "--out", tmp_path / "b"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert here == [(tmp_path / "b" / f"tagwright.{kind}").read_bytes() for kind in ("ico", "icns")]


def test_the_command_names_its_files(script, corners, tmp_path, capsys):
    assert script.main(["--svg", str(corners), "--out", str(tmp_path / "out")]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"corners.ico", "corners.icns"}
    assert "corners.icns: " in capsys.readouterr().out


@pytest.mark.qt_log_ignore("Cannot read file")
def test_what_is_no_drawing_is_refused(script, tmp_path):
    path = tmp_path / "no.svg"
    path.write_text("<p>")
    with pytest.raises(SystemExit, match="an SVG file was expected"):
        script.write_icons(path, tmp_path / "out")


@pytest.mark.skipif(shutil.which("icotool") is None, reason="icotool is not installed (icoutils)")
def test_another_program_reads_the_icon(script, tmp_path):
    windows, _ = script.write_icons(SVG, tmp_path)
    listed = subprocess.run(["icotool", "-l", windows], capture_output=True, text=True, check=True)
    assert [int(line.split("--width=")[1].split()[0]) for line in listed.stdout.splitlines()] == [
        *script.WINDOWS_SIDES
    ]
