"""The archive of kernels and the library's wheel, by commands that are only noted."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.packaging.scripts import script_module

build_kernels = script_module("build_kernels")


@pytest.mark.parametrize("fits", [True, False])
def test_kernels_are_compiled_unless_there_are_some_that_fit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fits: bool
) -> None:
    called = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        called.append(command[1:])
        return SimpleNamespace(returncode=int(command[1] == "-c" and not fits))

    monkeypatch.setattr(build_kernels.subprocess, "run", run)
    build_kernels.main(tmp_path)
    compiled = ["-m", "crfcore.kernel_archive", str(build_kernels.ARCHIVE)]
    assert (compiled in called) == (not fits)
    assert called[0][0] == "-c"
    assert called[-1][:3] == ["-m", "pip", "wheel"]
    assert called[-1][-3:] == ["-w", str(tmp_path), "./crfcore"]
