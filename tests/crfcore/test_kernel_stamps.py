from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from crfcore import kernel_stamps, shipped_kernels


@pytest.mark.parametrize(
    ("disabled", "named", "expected"),
    [("0", "/place", Path("/place")), ("1", "/place", None), ("0", "", Path("/kernels"))],
)
def test_the_folder_is_what_the_environment_names_or_the_users(
    monkeypatch, disabled, named, expected
):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
    monkeypatch.setenv("NUMBA_CACHE_DIR", named)
    monkeypatch.setattr(kernel_stamps, "kernel_folder", lambda: Path("/kernels"))
    assert kernel_stamps.cache_folder() == expected


def test_a_part_is_stamped_by_itself(tmp_path):
    folder = tmp_path / "cache"
    assert not kernel_stamps.is_stamped(folder, "passes")
    kernel_stamps.stamp(folder, "passes")
    assert kernel_stamps.is_stamped(folder, "passes")
    assert not kernel_stamps.is_stamped(folder, "online")


def test_a_stamp_of_other_sources_is_none(tmp_path):
    kernel_stamps.stamp(tmp_path, "passes")
    place = next(tmp_path.iterdir())
    place.write_text(place.read_text().replace("numba", "another"))
    assert not kernel_stamps.is_stamped(tmp_path, "passes")
    place.write_bytes(b"\xff\xfe")
    assert not kernel_stamps.is_stamped(tmp_path, "passes")


def test_a_stamp_of_another_processor_is_none(tmp_path, monkeypatch):
    kernel_stamps.stamp(tmp_path, "passes")
    kernel_stamps._dependencies.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(kernel_stamps, "processor", lambda: "another")
        assert not kernel_stamps.is_stamped(tmp_path, "passes")
    kernel_stamps._dependencies.cache_clear()
    assert kernel_stamps.is_stamped(tmp_path, "passes")


@pytest.fixture
def shipped(monkeypatch):
    """Let the library have shipped kernels of all parts but one."""
    monkeypatch.setattr(shipped_kernels, "has_part", lambda part: part != "graphs")


def test_the_machines_own_kernels_are_missing_until_they_are_stamped(tmp_path, shipped):
    folder = tmp_path / "not" / "made"
    assert kernel_stamps.shipped_only(folder, ["passes", "graphs"]) == ["passes"]
    assert kernel_stamps.is_ready(folder, "passes")
    assert not kernel_stamps.is_ready(folder, "graphs")
    kernel_stamps.stamp(folder, "passes")
    assert kernel_stamps.shipped_only(folder, ["passes", "graphs"]) == []


def test_nothing_is_missing_where_it_could_not_be_kept(tmp_path, shipped, monkeypatch):
    (tmp_path / "file").touch()
    assert kernel_stamps.shipped_only(tmp_path / "file" / "kernels", ["passes"]) == []
    assert kernel_stamps.shipped_only(None, ["passes"]) == []
    assert kernel_stamps.shipped_only(Path("/proc/1/kernels"), ["passes"]) == []
    free = SimpleNamespace(free=kernel_stamps.ROOM)
    monkeypatch.setattr(kernel_stamps.shutil, "disk_usage", lambda _: free)
    assert kernel_stamps.shipped_only(tmp_path / "kernels", ["passes"]) == []
    free.free += 1
    assert kernel_stamps.shipped_only(tmp_path / "kernels", ["passes"]) == ["passes"]


def test_an_app_image_keeps_no_kernels_of_its_own(tmp_path, shipped, monkeypatch):
    monkeypatch.setenv("APPDIR", str(kernel_stamps.LIBRARY.parent))
    assert kernel_stamps.shipped_only(tmp_path, ["passes"]) == []
    monkeypatch.setenv("APPDIR", str(tmp_path))  # of another program, which has started this one
    assert kernel_stamps.shipped_only(tmp_path, ["passes"]) == ["passes"]


def test_each_installation_has_its_own_stamps(tmp_path, monkeypatch):
    kernel_stamps.stamp(tmp_path, "passes")
    for name in ("_installation", "_dependencies"):
        monkeypatch.setattr(kernel_stamps, name, lambda: "another")
    assert not kernel_stamps.is_stamped(tmp_path, "passes")
    kernel_stamps.stamp(tmp_path, "passes")
    monkeypatch.undo()
    assert kernel_stamps.is_stamped(tmp_path, "passes")


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path):
    place = tmp_path / "file"
    place.touch()
    kernel_stamps.stamp(place, "passes")
    assert not kernel_stamps.is_stamped(place, "passes")


@pytest.mark.parametrize(
    "name", ["inference/forward_backward_kernels.py", "arrays.py", "jit.py", "inference/tiles.py"]
)
def test_a_stamp_depends_on_each_file_that_kernels_are_made_from(name):
    path = str(kernel_stamps.LIBRARY / name)
    assert any(line.startswith(f"{path} ") for line in kernel_stamps._dependencies().splitlines())


def test_a_program_without_sources_is_stamped(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_stamps, "sources_of", lambda _files: [tmp_path / "missing.py"])
    kernel_stamps._dependencies.cache_clear()
    try:
        kernel_stamps.stamp(tmp_path, "labelling")
        assert kernel_stamps.is_stamped(tmp_path, "labelling")
    finally:
        kernel_stamps._dependencies.cache_clear()
