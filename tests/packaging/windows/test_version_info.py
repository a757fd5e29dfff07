"""The version information of the programs for Windows, as PyInstaller reads it."""

from __future__ import annotations

import ast
import importlib
import re
import xml.etree.ElementTree as ET
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "packaging/windows"
SETTINGS = {
    "longPathAware": ("2016", "true"),
    "activeCodePage": ("2019", "UTF-8"),
}


@pytest.fixture
def script():
    spec = spec_from_file_location("version_info", FOLDER / "version_info.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.1.0", (0, 1, 0, 0)),
        ("2.10", (2, 10, 0, 0)),
        ("1.2.3.4.5", (1, 2, 3, 4)),
        ("1.0.dev2", (1, 0, 0, 0)),
    ],
)
def test_windows_compares_four_numbers(script, text, numbers):
    assert script.four_numbers(text) == numbers


@pytest.mark.parametrize("program", ["tagwright", "tagwrightw"])
def test_what_windows_shows(script, program):
    text = script.text_of(program, "1.2.3")
    ast.parse(text)
    strings = dict(re.findall(r"StringStruct\('(\w+)', '(.*)'\)", text))
    assert strings["OriginalFilename"] == f"{program}.exe"
    assert strings["ProductVersion"] == strings["FileVersion"] == "1.2.3"
    assert strings["FileDescription"].startswith("Tagwright")
    assert "filevers=(1, 2, 3, 0)" in text


def test_the_file_is_written(script, tmp_path):
    out = tmp_path / "new" / "version.txt"
    assert script.main(["--program", "tagwright", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == script.text_of("tagwright", script.version())


def test_pyinstaller_reads_it(script, tmp_path, monkeypatch):
    compat = pytest.importorskip("PyInstaller.compat")
    pytest.importorskip("pefile")
    monkeypatch.setattr(compat, "win32api", None, raising=False)  # it only writes into programs
    versions = importlib.import_module("PyInstaller.utils.win32.versioninfo")
    path = tmp_path / "version.txt"
    path.write_text(script.text_of("tagwrightw", "1.2.3"), encoding="utf-8")
    found = versions.load_version_info_from_text_file(str(path))
    assert len(found.toRaw()) > 500


def test_the_manifest_asks_for_long_paths_and_utf_8():
    root = ET.parse(FOLDER / "tagwright.manifest").getroot()
    for name, (year, value) in SETTINGS.items():
        tag = f"{{http://schemas.microsoft.com/SMI/{year}/WindowsSettings}}{name}"
        assert [found.text for found in root.iter(tag)] == [value]
    level = next(one for one in root.iter() if one.tag.endswith("requestedExecutionLevel"))
    assert level.get("level") == "asInvoker"
