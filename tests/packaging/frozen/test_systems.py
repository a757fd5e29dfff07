"""The executables of the frozen program on each system, and the bundle of macOS."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.scripts import script_module

# Icons are drawn: the application is made as later tests want it.
pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[3]
ICON = ROOT / "resources/icons/tagwright.svg"


@pytest.fixture
def systems():
    return script_module("frozen.systems")


def test_windows_has_a_program_with_a_console_and_one_without(systems, tmp_path):
    commands, window = systems.programs("win32", tmp_path)
    assert (commands["name"], commands["console"]) == ("tagwright", True)
    assert (window["name"], window["console"]) == ("tagwrightw", False)
    for program in (commands, window):
        assert Path(program["icon"]).read_bytes()[:4] == b"\0\0\1\0"
        text = Path(program["version"]).read_text(encoding="utf-8")
        assert f"'OriginalFilename', '{program['name']}.exe'" in text
        assert Path(program["manifest"]).is_file()


def test_the_installer_expects_these_programs(systems):
    text = (ROOT / "packaging/windows/installer.py").read_text(encoding="utf-8")
    for name in systems.WINDOWS_PROGRAMS:
        assert f'"{name}.exe"' in text


@pytest.mark.parametrize("identity", ["", "Developer ID Application: A"])
def test_the_bundle_of_macos_is_signed_as_the_environment_says(
    systems, tmp_path, monkeypatch, identity
):
    monkeypatch.setenv("SIGN_AS", identity)
    (program,) = systems.programs("darwin", tmp_path)
    assert program["codesign_identity"] == (identity or None)
    assert not program["console"]
    assert Path(program["entitlements_file"]).is_file()


def test_other_systems_have_one_program(systems, tmp_path):
    assert systems.programs("linux", tmp_path) == [{"name": "tagwright", "console": True}]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("document", [None, ICON])
def test_the_bundle(systems, tmp_path, document):
    more, arguments = systems.bundle(tmp_path, document)
    assert Path(arguments["icon"]).read_bytes()[:4] == b"icns"
    assert arguments["bundle_identifier"] == "io.github.tagwright.Tagwright"
    shown = arguments["info_plist"]["CFBundleDocumentTypes"][0].get("CFBundleTypeIconFile")
    assert [name for name, _, _ in more] == ([shown] if document else [])
    assert all(kind == "DATA" and Path(source).is_file() for _, source, kind in more)
