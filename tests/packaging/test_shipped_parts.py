"""The parts of a program, found in made-up distributions and in this environment."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.packaging.scripts import script_module

pytest.importorskip("packaging.requirements")


@pytest.fixture
def script(monkeypatch):
    return script_module("shipped_parts")


@pytest.fixture(scope="module")
def environment():
    """Return the parts of this environment."""
    return script_module("shipped_parts").shipped_parts()


@pytest.fixture
def install(monkeypatch, tmp_path):
    """Put a made-up distribution where Python finds it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def add(name: str, *, needs=(), files=(), fields=()) -> None:
        folder = tmp_path / f"{name.replace('-', '_')}-1.5.dist-info"
        folder.mkdir()
        lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.5", *fields]
        lines += [f"Requires-Dist: {need}" for need in needs]
        (folder / "METADATA").write_text("\n".join(lines) + "\n")
        for path, text in files:
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        listed = [f"{folder.name}/METADATA", *(path for path, _ in files)]
        (folder / "RECORD").write_text("".join(f"{path},,\n" for path in listed))

    return add


def test_every_distribution_that_is_shipped_has_a_licence_text(environment) -> None:
    parts = {part.name: part for part in environment}
    assert {"Python", "tagwright", "crfcore", "numpy", "scipy", "numba", "llvmlite"} <= set(parts)
    assert {"PySide6_Essentials", "shiboken6", "pyqtgraph", "regex", "sqlite-utils"} <= set(parts)
    assert not {"pytest", "ruff", "mypy", "hatchling", "dask"} & set(parts)
    for part in parts.values():
        assert all(len(text.text) > 200 for text in part.texts[:1]), part.name
        assert part.version


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("numpy", ["OpenBLAS", "libgfortran", "GCC RUNTIME LIBRARY EXCEPTION"]),
        ("scipy", ["OpenBLAS", "libgfortran"]),
        ("llvmlite", ["LLVM Exceptions"]),
        ("PySide6_Essentials", ["GNU LESSER GENERAL PUBLIC LICENSE", "HarfBuzz", "FreeType"]),
        ("shiboken6", ["GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE"]),
        ("Python", ["PYTHON SOFTWARE FOUNDATION LICENSE", "Expat"]),
    ],
)
def test_texts_name_libraries_that_parts_include(environment, name, words) -> None:
    part = next(part for part in environment if part.name == name)
    text = "\n".join(text.text for text in part.texts)
    assert [word for word in words if word.lower() not in text.lower()] == []


def test_requirements_are_followed_without_extras_and_other_systems(script, install) -> None:
    install("tw-one", needs=["tw-two>=1", "tw-three; extra == 'test'", "tw-four; os_name == 'x'"])
    install("tw-two", needs=["tw-one"])
    assert sorted(script.required("tw-one")) == ["tw-one", "tw-two"]


def test_what_is_not_installed_is_named(script, install) -> None:
    install("tw-one", needs=["tw-missing"])
    with pytest.raises(script.PartsError, match="The distribution tw-missing is not installed"):
        script.required("tw-one")


def test_a_distribution_without_licence_text_is_refused(script, install) -> None:
    install("tw-bare", files=[("bare/licenses.py", "x" * 999), ("bare/module.py", "y" * 999)])
    with pytest.raises(script.PartsError, match=r"tw-bare 1\.5 has no licence text"):
        script.distribution_part(distribution("tw-bare"), ())


def test_licences_are_found_beside_metadata_and_in_packages_once_each(script, install) -> None:
    files = [
        ("tw_full-1.5.dist-info/licenses/src/OTHER", "of a part"),
        ("tw_full-1.5.dist-info/LICENSE", "own"),
        ("full/inner/COPYING.txt", "of an inner package"),
        ("full/LICENSE", "own"),
        ("full/__pycache__/LICENSE.txt", "no"),
    ]
    install("tw_full", files=files, fields=["License-Expression: MIT"])
    part = script.distribution_part(distribution("tw_full"), ())
    assert (part.licence, part.is_expression) == ("MIT", True)
    found = [(text.title, text.text) for text in part.texts]
    assert ("full/inner/COPYING.txt", "of an inner package") in found
    assert ("src/OTHER", "of a part") in found
    assert sorted(text for _, text in found) == ["of a part", "of an inner package", "own"]


def test_the_name_of_a_licence_is_never_its_whole_text(script, install) -> None:
    text = "License: Copyright\n" + "        all of it\n" * 9
    install("tw-long", fields=[text.rstrip(), "Classifier: License :: OSI Approved :: BSD License"])
    assert script.licence_name(distribution("tw-long")) == "BSD License"


def test_kept_texts_have_an_origin(script) -> None:
    table = script.kept()
    names = [name for files in table["distributions"].values() for name in files]
    for name in [*names, *table["python"]]:
        assert len(script.kept_text(name).text) > 999
    kept = {path.name for path in script.KEPT.glob("*.txt")}
    assert kept == {name for name in table["texts"] if name.endswith(".txt")}


def test_standard_licences_that_texts_refer_to_are_found(script) -> None:
    text = "see /usr/share/common-licenses/GPL-3. And `/usr/share/common-licenses/Apache-2.0'"
    part = script.Part("debian", "a", "1", "x", (script.LicenceText("copyright", text),))
    assert script.common_licences([part]) == ["Apache-2.0", "GPL-3"]
    assert "Apache License" in script.common_text("Apache-2.0")
    with pytest.raises(script.PartsError, match="The standard licence NONE"):
        script.common_text("NONE")


# ---- the folder of a program


def test_libraries_of_a_program_are_divided_among_their_owners(script, install, tmp_path) -> None:
    install("tw-lib", files=[("lib/fast.abi3.so", ""), ("lib.libs/libinner-1.so.5", "")])
    inner = tmp_path / "program" / "_internal"
    for name in (
        "lib/fast.abi3.so",
        "libinner-1.so.5",
        "libpython3.11.so.1.0",
        "python3.11/lib-dynload/_ssl.so",
        "libodd.so.2",
        "words.txt",
    ):
        file = inner / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    (inner / "link.so").symlink_to("libodd.so.2")
    libraries = script.libraries_in(inner.parent)
    owned, others = script.divided(libraries, [distribution("tw-lib")])
    assert owned == {"tw-lib": ["_internal/lib/fast.abi3.so", "_internal/libinner-1.so.5"]}
    assert others == ["_internal/libodd.so.2"]
    assert [one.name for one in script.seen_in(inner.parent)] == ["tw-lib"]


def test_elsewhere_libraries_come_with_python(script, monkeypatch, tmp_path) -> None:
    (tmp_path / "DLLs").mkdir()
    (tmp_path / "DLLs" / "libssl-3.dll").write_text("")
    (tmp_path / "VCRUNTIME140.DLL").write_text("")
    monkeypatch.setattr(script.sys, "base_prefix", str(tmp_path))
    monkeypatch.setattr(script.sys, "platform", "win32")
    script.python_libraries.cache_clear()
    libraries = ["_internal/libssl-3.dll", "_internal/vcruntime140.dll", "_internal/odd.dll"]
    assert [script.of_python(library) for library in libraries] == [True, True, False]
    script.python_libraries.cache_clear()
    monkeypatch.setattr(script.sys, "platform", "linux")
    assert not script.of_python(libraries[0]), "there it is the system's"


@pytest.fixture
def frozen(monkeypatch, tmp_path):
    """Return a folder as PyInstaller makes it, and the names of its modules, to be added to."""
    modules: list[str] = []
    archive = SimpleNamespace(toc=modules)
    reader = SimpleNamespace(open_embedded_archive=lambda name: {"PYZ.pyz": archive}[name])
    readers = SimpleNamespace(
        CArchiveReader=lambda path: {str(program / "tagwright"): reader}[path]
    )
    monkeypatch.setitem(sys.modules, "PyInstaller.archive.readers", readers)
    program = tmp_path / "program"
    (program / "_internal").mkdir(parents=True)
    (program / "tagwright").write_text("")
    return program, modules


def test_modules_inside_a_program_tell_what_is_shipped(script, install, frozen) -> None:
    program, modules = frozen
    install("tw-in", files=[("tw_in/__init__.py", ""), ("tw_in/LICENSE", "own")])
    install("tw-single", files=[("tw_single.py", ""), ("tw_single/LICENSE", "own")])
    install("tw-out", files=[("tw_out/__init__.py", ""), ("tw_out/LICENSE", "own")])
    install("pyinstaller", files=[("pyinstaller-1.5.dist-info/COPYING.txt", "GPL, exception")])
    modules += ["tw_in", "tw_single", "collections.abc"]
    parts = {part.name: part.kind for part in script.shipped_parts(program)}
    assert parts == {
        "Python": "python",
        "PyInstaller bootloader": "bootloader",
        **dict.fromkeys(("crfcore", "tagwright", "tw-in", "tw-single"), "distribution"),
    }


def test_a_folder_without_program_has_no_modules(monkeypatch, tmp_path) -> None:
    modules = script_module("frozen_modules")
    (tmp_path / "_internal").mkdir()
    assert not modules.is_frozen(tmp_path)
    assert modules.frozen_files(tmp_path) == set()


def test_a_library_of_unknown_origin_is_refused(script, tmp_path) -> None:
    (tmp_path / "libinvented.so.7").write_text("")
    with pytest.raises(script.PartsError, match=r"^libinvented\.so\.7 in .* is of no distribution"):
        script.shipped_parts(tmp_path)


def test_what_is_no_folder_is_refused(script, tmp_path) -> None:
    with pytest.raises(script.PartsError, match="is no folder; give the folder of a built program"):
        script.shipped_parts(tmp_path / "none")


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="this system has no dpkg")
def test_a_library_of_this_system_is_known_by_its_package(script, monkeypatch, tmp_path) -> None:
    system = script_module("system_libraries")
    name, origin = next(
        (name, path)
        for name, path in sorted(system.loader_cache().items())
        if name.startswith("libz.so")
    )
    shutil.copy(Path(origin).resolve(), tmp_path / name)
    part = script.shipped_parts(tmp_path)[-1]
    assert (part.kind, part.name, part.files) == ("debian", "zlib1g", (name,))
    assert "Gailly" in part.texts[0].text
