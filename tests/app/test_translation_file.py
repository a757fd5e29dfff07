"""Tests of the check of compiled translations: what passes it does not end the program."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from app import resource_files
from app.translation_file import MAGIC, MESSAGES, is_sound, sealed, sound_content

OWN = resource_files.folder() / "translations" / "tagwright_de.qm"

LOOKED_UP = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTranslator
application = QCoreApplication([])
texts = Path(sys.argv[1]).read_text(encoding="utf-8").split("\\0")
for file in sys.argv[2:]:
    translator = QTranslator()
    content = Path(file).read_bytes()
    if translator.load(content):
        for text in texts:
            translator.translate("QPlatformTheme", text, None, 2)
            translator.translate("Numbers", text)
"""


def qts() -> list[Path]:
    """Return the files of Qt for all languages but English, which has no texts in it."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return sorted(file for file in folder.glob("qtbase_*.qm") if file.stem != "qtbase_en")


def test_the_files_of_the_program_and_of_qt_are_sound() -> None:
    assert sound_content(OWN) == OWN.read_bytes()
    found = qts()
    assert len(found) > 10
    assert [file for file in found if not sound_content(file)] == []


def test_a_byte_that_changes_the_name_of_a_field_is_found() -> None:
    content = OWN.read_bytes()
    field, other = (name.encode("utf-16-be") for name in ("{enter}", "{dnter}"))
    changed = content.replace(field, other, 1)
    assert changed != content
    assert not is_sound(changed)
    assert is_sound(sealed(changed[:-9]))


def damaged(content: bytes, way: str) -> bytes:
    """Return the content of a file that was damaged in some way."""
    hashes = 28  # after the name of the language, and their own length
    messages = hashes + struct.unpack_from(">I", content, hashes - 4)[0]
    assert content[messages] == MESSAGES
    return {
        "none": b"",
        "half": content[: len(content) // 2],
        "one byte less": content[:-1],
        "zeros at the end": content[: len(content) // 2] + bytes(len(content) // 2),
        "zeros at the beginning": bytes(4096) + content[4096:],
        "another file": b"PK" + content[2:],
        "only the magic": MAGIC,
        "a large length": content[: messages + 6] + b"\xff" * 4 + content[messages + 10 :],
        "a place too far": content[: hashes + 4] + b"\x7f" * 4 + content[hashes + 8 :],
    }[way]


@pytest.mark.parametrize(
    "way",
    [
        "none", "half", "one byte less", "zeros at the end", "zeros at the beginning",
        "another file", "only the magic", "a large length", "a place too far",
    ],
)  # fmt: skip
def test_damaged_files_are_refused(way, tmp_path) -> None:
    file = tmp_path / "tagwright_de.qm"
    content = damaged(OWN.read_bytes(), way)
    file.write_bytes(content)
    assert not is_sound(content)
    assert sound_content(file) == b""


def test_missing_files_and_folders_are_refused(tmp_path) -> None:
    assert sound_content(tmp_path / "none.qm") == b""
    assert sound_content(tmp_path) == b""


def test_qt_survives_every_file_that_passes(tmp_path) -> None:
    generator = random.Random(5)
    content = OWN.read_bytes()[:-9]  # without the checksum
    passed = []
    for number in range(300):
        altered = bytearray(content)
        for _ in range(generator.choice([1, 1, 3])):
            # Half of them where the places of the messages are.
            end = 20_000 if number % 2 else len(altered)
            altered[generator.randrange(16, end)] = generator.choice([0, 1, 3, 127, 255])
        file = tmp_path / f"{number}.qm"
        file.write_bytes(altered)
        if is_sound(bytes(altered)):
            passed.append(str(file))
    assert 30 < len(passed) < 290
    texts = tmp_path / "texts.txt"
    texts.write_text("\0".join(["Cancel", "{n}%", "Open", "Save", "Close"]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOOKED_UP, str(texts), *passed],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
