"""The folders that are handed on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.packaging.scripts import script_module

finished_folders = script_module("artefacts.finished_folders")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a program's folder with its documents."""
    folder = tmp_path / "made" / "tagwright"
    folder.mkdir(parents=True)
    (folder / "tagwright").symlink_to("_internal")
    for name in finished_folders.DOCUMENTS:
        (folder / name).write_text(name, encoding="utf-8")
    return folder


def test_a_second_build_replaces_the_folder_of_the_first(program: Path, tmp_path: Path) -> None:
    out = tmp_path / "dist"
    (out / "tagwright").mkdir(parents=True)
    (out / "tagwright" / "old.so").touch()
    finished_folders.hand_on(program, out)
    names = {"tagwright", *finished_folders.DOCUMENTS}
    assert {path.name for path in (out / "tagwright").iterdir()} == names
    assert (out / "tagwright" / "tagwright").is_symlink()
    assert not (out / finished_folders.BUNDLE).exists()


def test_the_bundle_has_the_documents_before_it_is_signed(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = program.with_name(finished_folders.BUNDLE)
    resources = bundle / "Contents" / "Resources"
    resources.mkdir(parents=True)
    signed = []

    def sign(command: list[str], *, check: bool) -> None:
        assert check
        assert Path(command[command.index("--entitlements") + 1]).is_file()
        documents = sorted(path.name for path in resources.iterdir())
        signed.append((command[0], command[command.index("--sign") + 1], command[-1], documents))

    monkeypatch.setattr(subprocess, "run", sign)
    monkeypatch.delenv("SIGN_AS", raising=False)
    finished_folders.hand_on(program, tmp_path / "dist")
    monkeypatch.setenv("SIGN_AS", "Developer ID")
    finished_folders.hand_on(program, tmp_path / "dist")
    documents = sorted(finished_folders.DOCUMENTS)
    assert signed == [("codesign", name, str(bundle), documents) for name in ("-", "Developer ID")]
    licence = tmp_path / "dist" / finished_folders.BUNDLE / "Contents" / "Resources" / "LICENSE"
    assert licence.read_text(encoding="utf-8") == "LICENSE"
