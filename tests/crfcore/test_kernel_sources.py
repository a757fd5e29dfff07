from __future__ import annotations

from crfcore.kernel_sources import LIBRARY, sources_of


def test_a_kernel_depends_on_the_files_that_it_imports():
    kernel = LIBRARY / "training" / "token_features_kernels.py"
    found = sources_of([kernel])
    assert {kernel, LIBRARY / "arrays.py", LIBRARY / "jit.py"} <= set(found)
    assert found == sorted(found)


def test_a_kernel_depends_on_what_those_import():
    # By way of `crfcore.jit`.
    assert LIBRARY / "private_folders.py" in sources_of([LIBRARY / "arrays.py"])


def test_a_kernel_depends_on_the_types_of_its_arguments():
    # They are imported for annotations alone, and their fields are compiled in.
    kernel = LIBRARY / "training" / "online" / "gradient_kernels.py"
    assert kernel.is_file()
    assert kernel.with_name("kernel_data.py") in sources_of([kernel])


def test_missing_files_import_nothing(tmp_path):
    missing = tmp_path / "missing.py"
    assert set(sources_of([missing])) - set(sources_of([])) == {missing}
