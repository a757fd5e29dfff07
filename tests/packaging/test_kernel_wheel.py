"""The library's wheel for one platform."""

from __future__ import annotations

import importlib.util
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

pytest.importorskip("hatchling", reason="the build tool is not installed")
tags = pytest.importorskip("packaging.tags")

FILE = Path(__file__).resolve().parents[2] / "packaging" / "kernel_wheel.py"


@pytest.fixture(scope="module")
def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kernel_wheel", FILE)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def initialized(module: ModuleType, root: Path, version: str, target: str = "wheel") -> dict:
    build_data: dict = {"force_include": {}}
    hook = SimpleNamespace(root=str(root), target_name=target)
    module.PlatformHook.initialize(hook, version, build_data)
    return build_data


def test_it_can_be_installed_where_numba_was(module: ModuleType) -> None:
    assert distribution("numba").read_text("WHEEL")
    tag = tags.parse_tag(module.platform_tag())
    assert tag & set(tags.sys_tags())
    assert not any(str(one).endswith("-any") for one in tag)


def test_the_archive_is_in_it(module: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "kernels.zip").write_bytes(b"")
    assert initialized(module, tmp_path, "standard") == {
        "force_include": {str(tmp_path / "kernels.zip"): "kernels.zip"},
        "pure_python": False,
        "tag": module.platform_tag(),
    }


@pytest.mark.parametrize(("version", "target"), [("editable", "wheel"), ("standard", "sdist")])
def test_others_stay_as_they_are(
    module: ModuleType, tmp_path: Path, version: str, target: str
) -> None:
    assert initialized(module, tmp_path, version, target) == {"force_include": {}}


def test_without_an_archive_there_is_a_sentence(module: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"kernels\.zip is missing: make it with"):
        initialized(module, tmp_path, "standard")
