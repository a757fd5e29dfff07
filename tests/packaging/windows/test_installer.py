"""The installer for Windows: what is in it, and, where Wine is there, what it does."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.packaging.scripts import script_module

# Icons are drawn: the application is made as later tests want it.
pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "packaging/windows/tagwright.nsi"
KEYS = (
    r"HKCU\Software\Classes\.tagwright",
    r"HKCU\Software\Classes\Tagwright.Project",
    r"HKCU\Software\Classes\Applications\tagwrightw.exe",
    r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\io.github.tagwright.Tagwright",
)
"""All that the installer writes into the registry."""

needs_makensis = pytest.mark.skipif(
    shutil.which("makensis") is None, reason="makensis is not installed (Debian: nsis)"
)
needs_wine = pytest.mark.skipif(
    shutil.which("wine") is None or sys.platform != "linux",
    reason="wine is not installed (Debian: wine64)",
)


@pytest.fixture
def installer():
    return script_module("windows.installer")


@pytest.fixture
def folder(tmp_path):
    """Return a folder like that of PyInstaller, with programs that do nothing."""
    folder = tmp_path / "tagwright"
    (folder / "_internal" / "crfcore").mkdir(parents=True)
    (folder / "_internal" / "crfcore" / "jit.py").write_text("pass\n")
    (folder / "licences" / "more $ of them").mkdir(parents=True)
    for name in ("tagwright.exe", "tagwrightw.exe", "NOTICES.html", "licences/more $ of them/LGPL"):
        (folder / name).write_text(name)
    return folder


def test_project_files_have_their_own_icon(installer, folder, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(installer, "make_installer", lambda *words: made.append(words))
    installer.main(["--folder", str(folder), "--out", str(tmp_path)])
    ((_, _, document, signer),) = made
    assert b"<svg" in document.read_bytes()
    assert signer == ""


def test_files_are_removed_by_their_names(installer, folder):
    lines = installer.removals(folder).splitlines()
    assert lines == [
        r'Delete "$INSTDIR\licences\more $$ of them\LGPL"',
        r'RMDir "$INSTDIR\licences\more $$ of them"',
        r'RMDir "$INSTDIR\licences"',
        r'Delete "$INSTDIR\NOTICES.html"',
    ]


def test_another_folder_is_refused(installer, folder, tmp_path):
    (folder / "tagwrightw.exe").unlink()
    with pytest.raises(
        SystemExit, match=r"there is no tagwrightw\.exe; name the folder that PyInst"
    ):
        installer.make_installer(folder, tmp_path / "out")


def test_without_makensis_it_says_so(installer, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(installer.shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="makensis was not found; install NSIS"):
        installer.make_installer(folder, tmp_path / "out")


def test_each_text_has_both_languages():
    lines = [line.split() for line in SCRIPT.read_text().splitlines() if line.startswith("LangStr")]
    english, german = (
        {words[1] for words in lines if words[2] == f"${{LANG_{language}}}"}
        for language in ("ENGLISH", "GERMAN")
    )
    assert english == german != set()
    assert {name for name in english if f"$({name})" in SCRIPT.read_text()} == english


def test_no_administrator_is_asked_for():
    text = SCRIPT.read_text()
    assert "RequestExecutionLevel user" in text
    assert "HKLM" not in text
    assert "SetShellVarContext all" not in text


@needs_makensis
def test_the_installer_has_every_file(installer, folder, tmp_path):
    signed = tmp_path / "signed"
    code = f"import sys; open({str(signed)!r}, 'a').write(sys.argv[1] + chr(10))"
    signer = shlex.join([sys.executable, "-c", code])
    made = installer.make_installer(folder, tmp_path / "out", signer=signer)
    content = made.read_bytes()
    assert content.startswith(b"MZ")
    for setting in (
        b'level="asInvoker"',
        b"<longPathAware",
        b"true</longPathAware>",
        b"<dpiAware",
        b"{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}",
    ):
        assert setting in content
    for text in ("Installer of Tagwright", "The Tagwright developers", "FileVersion"):
        assert text.encode("utf-16-le") in content
    names = [Path(line).name for line in signed.read_text().splitlines()]
    assert names == ["tagwright.exe", "tagwrightw.exe", made.name]
    if shutil.which("7z"):
        listed = subprocess.run(
            ["7z", "l", "-ba", "-slt", made], capture_output=True, text=True, check=True
        ).stdout
        found = {line[7:] for line in listed.splitlines() if line.startswith("Path = ")}
        assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} | {
            "tagwright-project.ico",
            "uninstall.exe",
        } <= found


class Windows:
    """A Windows of Wine's, with an empty home."""

    def __init__(self, home):
        self.home = home
        self._environment = {
            **os.environ,
            "WINEPREFIX": str(home),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
            "DISPLAY": "",
        }
        self.run("wineboot", "-i")

    def start(self, *words):
        return subprocess.Popen(
            ["wine", *map(str, words)],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, *words):
        """Run a program; return its exit status."""
        with self.start(*words) as process:
            process.communicate(timeout=300)
        return process.returncode

    def registry(self):
        """Return which keys of the installer's there are."""
        return {key for key in KEYS if not self.run("reg", "query", key)}

    def value(self, key):
        with self.start("reg", "query", key, "/ve") as process:
            return process.communicate(timeout=300)[0]

    @property
    def local(self):
        users = (self.home / "drive_c/users").iterdir()
        return next(path for path in users if path.name != "Public") / "AppData"

    @property
    def programs(self):
        return self.local / "Local/Programs/Tagwright"

    @property
    def menu_entry(self):
        menu = self.local / "Roaming/Microsoft/Windows/Start Menu/Programs"
        return menu / "Tagwright.lnk"

    def close(self):
        self.run("wineboot", "-k")


@pytest.fixture
def windows(tmp_path):
    found = Windows(tmp_path / "wine")
    try:
        yield found
    finally:
        found.close()


def wait_until(holds):
    """Wait for what a process does that outlives the one that was called."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen")


@pytest.mark.slow
@needs_makensis
@needs_wine
def test_install_update_and_uninstall(installer, folder, tmp_path, windows):
    # The program of 64 bits, because Wine has no 32 bits here.
    made = installer.make_installer(folder, tmp_path / "out", target="amd64-unicode")
    windows.run("winecfg", "-v", "win7")
    assert windows.run(made, "/S") == 2
    assert not windows.programs.exists()
    windows.run("winecfg", "-v", "win10")

    assert windows.run(made, "/S") == 0
    program = windows.programs
    for path in folder.rglob("*"):
        if path.is_file():
            assert (program / path.relative_to(folder)).read_bytes() == path.read_bytes()
    assert windows.menu_entry.exists()
    assert windows.registry() == set(KEYS)
    command = windows.value(rf"{KEYS[1]}\shell\open\command")
    assert r'AppData\Local\Programs\Tagwright\tagwrightw.exe" "%1"' in command

    # Again, as for an update: what an older version had is gone, and what the person has stays.
    (program / "_internal" / "old.dll").touch()
    (program / "mine.tagwright").write_text("mine")
    assert windows.run(made, "/S") == 0
    assert not (program / "_internal" / "old.dll").exists()

    windows.run(program / "uninstall.exe", "/S")
    wait_until(lambda: not (program / "uninstall.exe").exists() and not windows.registry())
    assert [path.name for path in program.iterdir()] == ["mine.tagwright"]
    assert not windows.menu_entry.exists()

    # The folder of another program of PyInstaller's.
    (program / "_internal").mkdir()
    assert windows.run(made, "/S") == 2
    assert not (program / "tagwrightw.exe").exists()
