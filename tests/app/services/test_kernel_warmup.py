from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import pytest

import crfcore
from app.services.kernel_warmup import KernelWarmup


@pytest.fixture
def compiled(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")


def fill(cache: Path) -> None:
    for source in Path(crfcore.__file__).parent.rglob("*_kernels.py"):
        (cache / f"{source.stem}.sums-12.py311.nbi").touch()


def test_an_empty_cache_is_to_be_filled(qtbot, tmp_path, compiled) -> None:
    assert not KernelWarmup(tmp_path).done
    fill(tmp_path)
    assert KernelWarmup(tmp_path).done


def test_a_kernel_that_changed_is_to_be_compiled_again(qtbot, tmp_path, compiled) -> None:
    fill(tmp_path)
    oldest = next(tmp_path.glob("*.nbi"))
    os.utime(oldest, (0, 0))
    assert not KernelWarmup(tmp_path).done


def test_without_cache_or_compiler_there_is_nothing_to_do(
    qtbot, tmp_path, compiled, monkeypatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert KernelWarmup().done
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert KernelWarmup(tmp_path).done


def test_it_is_finished_when_the_child_is(qtbot, tmp_path, compiled, monkeypatch) -> None:
    child = tmp_path / "child"
    child.write_text("#!/bin/sh\nexit 0\n")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    assert warmup.done
    # Numba need not write anything anew for a source that was only copied.
    assert KernelWarmup(tmp_path).done
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    warmup.close()


@pytest.mark.parametrize("program", ["#!/bin/sh\necho no room\nexit 1\n", None])
def test_a_failure_costs_time_and_nothing_else(
    qtbot, tmp_path, compiled, monkeypatch, caplog, program
) -> None:
    caplog.set_level(logging.INFO)
    child = tmp_path / "child"
    if program is not None:
        child.write_text(program)
        child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    assert "ahead of time" in caplog.text
    warmup.close()


def test_closing_ends_the_child(qtbot, tmp_path, compiled, monkeypatch) -> None:
    child = tmp_path / "child"
    child.write_text("#!/bin/sh\nexec sleep 600\n")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    warmup = KernelWarmup(tmp_path)
    told = []
    warmup.finished.connect(lambda: told.append(1))
    warmup.start()
    warmup.close()
    warmup.close()
    assert not told
