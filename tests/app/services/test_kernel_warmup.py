from __future__ import annotations

import logging
import sys

import pytest

from app.services import kernel_warmup
from app.services.kernel_warmup import LATER, PARTS, KernelWarmup
from crfcore import kernel_stamps, shipped_kernels, warm
from crfcore.children import ROOT, python_module


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))


def child_process(monkeypatch, tmp_path, lines):
    child = tmp_path / "child"
    child.write_text(f"#!/bin/sh\n{lines}\n")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))


def test_an_empty_cache_is_to_be_filled(qtbot, tmp_path, compiled) -> None:
    assert not KernelWarmup(tmp_path).done
    kernel_stamps.stamp(tmp_path, PARTS[0])
    assert not KernelWarmup(tmp_path).done
    kernel_stamps.stamp(tmp_path, PARTS[1])
    assert KernelWarmup(tmp_path).done
    assert not KernelWarmup().done


def test_without_a_compiler_there_is_nothing_to_do(qtbot, tmp_path, compiled, monkeypatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert KernelWarmup(tmp_path).done


def called(part):
    return " ".join(python_module("crfcore.warm", "--with-parent", part)[1:])


def calls(tmp_path):
    written = tmp_path / "calls"
    return written.read_text().splitlines() if written.exists() else []


def test_it_is_finished_when_what_learning_needs_is_there(
    qtbot, tmp_path, compiled, monkeypatch
) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls')
    warmup = KernelWarmup(tmp_path)
    by_then = []
    warmup.finished.connect(lambda: by_then.append(calls(tmp_path)))
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
        warmup.start()
    assert warmup.done
    assert [sorted(one) for one in by_then] == [[called(part) for part in PARTS]]
    qtbot.waitUntil(lambda: len(calls(tmp_path)) == len(PARTS + LATER))
    assert sorted(calls(tmp_path)[len(PARTS) :]) == sorted(called(part) for part in LATER)
    qtbot.waitUntil(lambda: warmup.all_done)
    with qtbot.waitSignals([warmup.finished, warmup.all_finished]):
        warmup.start()
    assert len(calls(tmp_path)) == len(PARTS + LATER)
    warmup.close()


def test_children_run_neither_code_nor_settings_of_the_current_folder(
    qtbot, tmp_path, compiled, monkeypatch
) -> None:
    child_process(monkeypatch, tmp_path, f'pwd >> {tmp_path}/calls; echo "$*" >> {tmp_path}/calls')
    monkeypatch.chdir(tmp_path)
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    qtbot.waitUntil(lambda: len(calls(tmp_path)) == 2 * len(PARTS + LATER))
    assert calls(tmp_path).count(str(ROOT)) == len(PARTS + LATER)
    assert all(one == str(ROOT) or one.startswith("-I ") for one in calls(tmp_path))
    warmup.close()


def test_only_what_is_missing_is_compiled(qtbot, tmp_path, compiled, monkeypatch) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls')
    for part in (PARTS[0], *LATER):
        kernel_stamps.stamp(tmp_path, part)
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    assert calls(tmp_path) == [called(PARTS[1])]
    warmup.close()


def test_nobody_waits_for_what_may_come_later(qtbot, tmp_path, compiled, monkeypatch) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls\nexec sleep 600')
    for part in PARTS:
        kernel_stamps.stamp(tmp_path, part)
    warmup = KernelWarmup(tmp_path)
    assert warmup.done
    warmup.start()
    qtbot.waitUntil(lambda: len(calls(tmp_path)) == len(LATER))
    warmup.start()
    warmup.close()
    assert len(calls(tmp_path)) == len(LATER)


@pytest.fixture
def shipped(monkeypatch):
    monkeypatch.setattr(shipped_kernels, "has_part", lambda _: True)


def test_with_shipped_kernels_nobody_waits_and_the_machines_own_follow(
    qtbot, tmp_path, compiled, shipped, monkeypatch
) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls')
    monkeypatch.setattr(kernel_warmup, "OWN_MILLISECONDS", 1)
    kernel_stamps.stamp(tmp_path, LATER[-1])
    warmup = KernelWarmup(tmp_path)
    assert warmup.done
    assert warmup.all_done
    with qtbot.waitSignals([warmup.finished, warmup.all_finished]):
        warmup.start()
    # For the next project, while one is being compiled.
    with qtbot.waitSignals([warmup.finished, warmup.all_finished]):
        warmup.start()
    own = [called(part) for part in (*PARTS, *LATER[:-1])]
    # One after the other.
    qtbot.waitUntil(lambda: calls(tmp_path) == own)
    warmup.close()


def test_the_machines_own_kernels_wait_for_the_first_suggestions(
    qtbot, tmp_path, compiled, shipped, monkeypatch
) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls')
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.all_finished):
        warmup.start()
    assert warmup._own_due.remainingTime() > 5_000
    assert not warmup._running
    warmup.close()
    assert not warmup._own_due.isActive()


def test_what_could_not_be_kept_is_not_compiled(
    qtbot, tmp_path, compiled, shipped, monkeypatch
) -> None:
    child_process(monkeypatch, tmp_path, f'echo "$*" >> {tmp_path}/calls')
    (tmp_path / "file").write_text("")
    warmup = KernelWarmup(tmp_path / "file" / "kernels")
    with qtbot.waitSignal(warmup.all_finished):
        warmup.start()
    assert not warmup._running
    warmup.close()


def test_everything_that_can_be_asked_for_is_compiled() -> None:
    assert {*PARTS, *LATER} <= set(warm.PARTS)
    assert "asking" in LATER


@pytest.mark.parametrize("lines", ["echo no room\nexit 1", None])
def test_a_failure_costs_time_and_nothing_else(
    qtbot, tmp_path, compiled, monkeypatch, caplog, lines
) -> None:
    caplog.set_level(logging.INFO)
    if lines is None:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    else:
        child_process(monkeypatch, tmp_path, lines)
    warmup = KernelWarmup(tmp_path)
    with qtbot.waitSignal(warmup.finished):
        warmup.start()
    assert "ahead of time" in caplog.text
    warmup.close()


def test_closing_ends_the_children(qtbot, tmp_path, compiled, monkeypatch) -> None:
    child_process(monkeypatch, tmp_path, "exec sleep 600")
    warmup = KernelWarmup(tmp_path)
    received = []
    warmup.finished.connect(lambda: received.append(1))
    warmup.start()
    warmup.close()
    warmup.close()
    assert not received
