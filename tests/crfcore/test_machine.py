"""Memory, priorities and drives: the calls of Linux, and those of Windows by substitution."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from crfcore import machine

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells")


class Call:
    """A function of Windows: keeps what it was called with, and what ctypes is told of it."""

    def __init__(self, function):
        self._function = function
        self.calls = []

    def __call__(self, *arguments):
        self.calls.append(arguments)
        return self._function(*arguments)


@pytest.fixture
def kernel(monkeypatch):
    """Let the module believe that it runs on Windows, with this library."""

    def memory(status):
        found = status._obj
        assert found.length == 64  # as in sysinfoapi.h
        found.physical = 16 * 2**30
        return 1

    def of_process(handle, counters, length):
        assert (handle, length) == (2**64 - 1, 72)  # as in psapi.h, for 64 bits
        counters._obj.peak = 123_456_789
        return 1

    library = SimpleNamespace(
        GlobalMemoryStatusEx=Call(memory),
        K32GetProcessMemoryInfo=Call(of_process),
        GetCurrentProcess=Call(lambda: 2**64 - 1),
        GetCurrentThread=Call(lambda: 2**64 - 2),
        SetPriorityClass=Call(lambda *_: 1),
        SetThreadPriority=Call(lambda *_: 1),
        GetDriveTypeW=Call({"Z:\\": 4, "E:\\": 2, "C:\\": 3}.get),
    )
    monkeypatch.setattr(machine, "windows_library", {"kernel32": library}.__getitem__)
    monkeypatch.setattr(machine.sys, "platform", "win32")
    return library


def test_the_memory_of_a_windows_machine(kernel):
    assert machine.physical_memory() == 16 * 2**30
    assert machine.peak_memory() == 123_456_789


def test_windows_may_tell_nothing(kernel):
    kernel.GlobalMemoryStatusEx = Call(lambda _: 0)
    kernel.K32GetProcessMemoryInfo = Call(lambda *_: 0)
    assert machine.physical_memory() is None
    assert machine.peak_memory() is None


def test_priorities_on_windows(kernel):
    machine.lower_priority_of_process(10)
    assert kernel.SetPriorityClass.calls == [(2**64 - 1, 0x4000)]
    assert machine.lower_priority_of_thread(10)
    assert kernel.SetThreadPriority.calls == [(2**64 - 2, -1)]
    # Handles are as wide as pointers; ctypes takes a number for an int otherwise.
    assert kernel.GetCurrentThread.restype is ctypes.c_void_p
    assert kernel.SetThreadPriority.argtypes[0] is ctypes.c_void_p


def test_windows_may_forbid_another_priority(kernel):
    kernel.SetThreadPriority = Call(lambda *_: 0)
    assert not machine.lower_priority_of_thread(10)


def test_kinds_of_drives(kernel):
    assert machine.drive_kind("Z:") == machine.NETWORK_DRIVE
    assert machine.drive_kind("E:") == machine.REMOVABLE_DRIVE
    assert machine.drive_kind("C:") == 3


@linux
def test_what_linux_tells():
    with Path("/proc/meminfo").open(encoding="ascii") as file:
        kilobytes = int(file.readline().split()[1])
    assert 0.9 < machine.physical_memory() / (kilobytes * 1024) <= 1.1
    with Path("/proc/self/status").open(encoding="ascii") as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    assert machine.peak_memory() == pytest.approx(peak * 1024, rel=0.1)
    assert machine.drive_kind("Z:") == 0


def test_macos_counts_its_peak_in_bytes(monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=4096))
    monkeypatch.setattr(machine.sys, "platform", "darwin")
    assert machine.peak_memory() == 4096
    monkeypatch.setattr(machine.sys, "platform", "linux")
    assert machine.peak_memory() == 4096 * 1024


def test_macos_decides_on_threads_itself(monkeypatch):
    monkeypatch.setattr(os, "setpriority", None, raising=False)  # calling it would fail
    monkeypatch.setattr(machine.sys, "platform", "darwin")
    assert machine.lower_priority_of_thread(10)


def test_a_system_may_not_know_its_memory(monkeypatch):
    def unknown(_name):
        raise ValueError

    monkeypatch.setattr(os, "sysconf", unknown, raising=False)
    assert machine.physical_memory() is None


@linux
def test_the_priority_of_a_process():
    code = (
        "import os; from crfcore.machine import lower_priority_of_process as lower; "
        "before = os.nice(0); lower(3); print(os.nice(0) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) in (3, 0) or os.nice(0) > 16


def test_processors_are_told_apart_by_model_and_instructions(monkeypatch, tmp_path):
    core = "processor\t: {}\nmodel name\t: EPYC\ncpu MHz\t: {}\nflags\t: fpu {}\n\n"
    listed = tmp_path / "cpuinfo"
    monkeypatch.setattr(machine, "_PROCESSORS", listed)
    monkeypatch.setattr(machine.sys, "platform", "linux")

    def processor(text):
        listed.write_text(text)
        return machine.processor()

    first = processor(core.format(0, 1500, "avx2") + core.format(1, 3000, "avx2"))
    assert first == processor(core.format(0, 2900, "avx2"))
    assert first != processor(core.format(0, 1500, "avx512"))
    listed.unlink()
    assert machine.processor() == ""
    monkeypatch.setattr(machine.sys, "platform", "win32")
    monkeypatch.setenv("PROCESSOR_IDENTIFIER", "Intel64 Family 6")
    assert machine.processor() == "Intel64 Family 6"
