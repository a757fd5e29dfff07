"""The parts of a program by their size."""

from __future__ import annotations

from tests.packaging.scripts import script_module

sizes = script_module("artefacts.sizes")


def test_a_package_counts_with_its_libraries_and_links_as_nothing(tmp_path):
    contents = {
        "_internal/numpy/core.so": 5,
        "_internal/numpy.libs/blas.so": 7,
        "_internal/libc.so": 3,
        "tagwright": 2,
    }
    for name, size in contents.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * size)
    (tmp_path / "_internal" / "link.so").symlink_to("numpy.libs/blas.so")
    assert sizes.size_of(tmp_path) == 17
    assert sizes.largest_parts(tmp_path) == [("numpy", 12), ("libc.so", 3), ("tagwright", 2)]
