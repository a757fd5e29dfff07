"""The folder of an AppImage."""

from __future__ import annotations

import shutil

import pytest

from tests.packaging.scripts import script_module

app_image = script_module("artefacts.app_image")
BuildError = script_module("artefacts.program_folder").BuildError


@pytest.fixture
def program(tmp_path):
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "tagwright").write_text("program")
    return tmp_path / "program"


@pytest.fixture
def share(tmp_path):
    for name in (app_image.DESKTOP, app_image.ICON):
        (tmp_path / "share" / name).parent.mkdir(parents=True)
        (tmp_path / "share" / name).write_text(name.name)
    return tmp_path / "share"


def test_the_runtime_finds_program_entry_and_icon(program, share, tmp_path):
    folder = tmp_path / "a.AppDir"
    app_image.write_folder(program, share, folder)
    assert (folder / "AppRun").read_text() == "program"
    assert (folder / "usr" / "bin" / "tagwright").read_text() == "program"
    assert (folder / f"{app_image.ID}.desktop").read_text() == f"{app_image.ID}.desktop"
    assert (folder / ".DirIcon").read_text() == f"{app_image.ID}.png"


def test_a_missing_icon_is_named(program, share, tmp_path):
    (share / app_image.ICON).unlink()
    with pytest.raises(BuildError, match=r"needs icons/hicolor/256x256/apps/"):
        app_image.write_folder(program, share, tmp_path / "a.AppDir")


def test_a_file_that_is_no_runtime_is_refused(program, tmp_path):
    runtime = tmp_path / "page.html"
    runtime.write_text("<html>not found</html>")
    with pytest.raises(BuildError, match=r"page\.html is no program, but --runtime"):
        app_image.write_image(program, runtime, tmp_path / "a.AppImage", 0)
    assert not (tmp_path / "a.AppImage").exists()


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="it needs mksquashfs")
def test_the_image_is_the_runtime_and_a_file_system_behind(program, share, tmp_path):
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF and so on ")
    images = []
    for name in ("one", "another"):
        folder = tmp_path / name / "a.AppDir"
        folder.parent.mkdir()
        app_image.write_folder(program, share, folder)
        images.append(tmp_path / f"{name}.AppImage")
        app_image.write_image(folder, runtime, images[-1], 1700000000)
    content = images[0].read_bytes()
    assert content[:19] == b"\x7fELF and so on hsqs"
    assert content == images[1].read_bytes()
    assert images[0].stat().st_mode & 0o111
    # What is beside it would be handed on with it.
    assert not list(tmp_path.glob("*.squashfs"))
