"""What a build leaves in the folder for files, without the build itself."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.scripts import script_module

build_programs = script_module("build_programs")


def test_wheels_have_checksums_where_no_program_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_programs, "why_not", lambda: "PyInstaller is not installed")
    out = tmp_path / "dist"
    assert build_programs.main(["--out", str(out)]) == 0
    assert (out / "SHA256SUMS").read_text(encoding="utf-8") == ""
    (out / "tagwright.whl").write_bytes(b"")
    assert build_programs.main(["--out", str(out)]) == 0
    assert "tagwright.whl" in (out / "SHA256SUMS").read_text(encoding="utf-8")
    assert "no programs, because PyInstaller is not installed" in capsys.readouterr().out


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_get_the_programs_folder_at_each_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    program = tmp_path / "made" / "tagwright"
    program.mkdir(parents=True)
    monkeypatch.setattr(build_programs, "why_not", lambda: "")
    monkeypatch.setattr(build_programs.sys, "platform", system)
    monkeypatch.setattr(build_programs.Build, "_program", lambda *_: (program, None))
    monkeypatch.setattr(build_programs.Build, "_list_of_parts", lambda *_: None)
    words = ["--out", str(tmp_path / "dist"), "--work", str(tmp_path)]
    for content in ("first", "second"):
        (program / "tagwright").write_text(content, encoding="utf-8")
        assert build_programs.main(words) == 0
        assert (tmp_path / "dist/tagwright/tagwright").read_text(encoding="utf-8") == content


def test_a_file_that_was_not_completed_is_not_handed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill_the_disk(_program: Path, archive: Path, *_: object) -> None:
        archive.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device", str(archive))

    program = tmp_path / "made" / "tagwright"
    program.mkdir(parents=True)
    monkeypatch.setattr(build_programs, "why_not", lambda: "")
    monkeypatch.setattr(build_programs.sys, "platform", "linux")
    monkeypatch.setattr(build_programs.Build, "_program", lambda *_: (program, None))
    monkeypatch.setattr(build_programs.Build, "_list_of_parts", lambda *_: None)
    monkeypatch.setattr(build_programs, "write_tar_xz", fill_the_disk)
    assert build_programs.main(["--out", str(tmp_path / "dist"), "--work", str(tmp_path)]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert not list((tmp_path / "dist").iterdir())
    assert {path.name for path in tmp_path.iterdir()} == {"made", "dist"}


@pytest.mark.parametrize("second", ["the same", "different"])
def test_a_second_build_gets_the_same_options_and_is_compared(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    second: str,
) -> None:
    given: list[list[str]] = []

    def run(_build: Any) -> None:
        (tmp_path / "dist").mkdir()
        (tmp_path / "dist" / "a.deb").write_text("the same", encoding="utf-8")

    def build_again(root: Path, place: Path, words: list[str], _seconds: int) -> Path:
        given.append([str(root), *words])
        (place / "dist").mkdir()
        (place / "dist" / "a.deb").write_text(second, encoding="utf-8")
        return place / "dist"

    monkeypatch.setattr(build_programs, "why_not", lambda: "")
    monkeypatch.setattr(build_programs.Build, "run", run)
    monkeypatch.setattr(build_programs, "build_again", build_again)
    monkeypatch.chdir(tmp_path)
    words = ["--out", "dist", "--work", str(tmp_path), "--level", "0", "--runtime", "runtime"]
    status = build_programs.main([*words, "--compare"])
    output = capsys.readouterr()
    assert status == int(second == "different")
    assert ("a.deb" in output.out) == (second == "the same")
    assert ("differ." in output.err) == (second == "different")
    [[root, level, number, work, place, option, runtime]] = given
    assert root == str(build_programs.ROOT)
    assert (level, number, work, option) == ("--level", "0", "--work", "--runtime")
    assert Path(place).parent.parent == tmp_path
    assert runtime == str(tmp_path / "runtime")
