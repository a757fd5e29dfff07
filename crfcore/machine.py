"""Memory, processors, priorities and disks, which each operating system has its own calls for.

What Linux and macOS have is in Python's ``os`` and ``resource``. Windows has functions in its
libraries, which `windows_library` loads.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

_BELOW_NORMAL_CLASS = 0x4000
"""The priority class of a process whose threads run when others wait (Windows)."""

_BELOW_NORMAL = -1
"""The priority of such a thread (Windows)."""

REMOVABLE_DRIVE, NETWORK_DRIVE = 2, 4
"""What `drive_kind` returns for removable and for network drives."""


_PROCESSORS = Path("/proc/cpuinfo")

_OF_MODEL = ("model name", "flags", "CPU implementer", "CPU part", "Features")
"""Beginnings of lines of Linux that tell processors apart, of Intel's kind and of ARM's."""


class _MemoryStatus(ctypes.Structure):
    """Windows' MEMORYSTATUSEX."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("physical", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 6),
    )


class _ProcessMemory(ctypes.Structure):
    """Windows' PROCESS_MEMORY_COUNTERS."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        ("peak", ctypes.c_size_t),
        ("others", ctypes.c_size_t * 7),
    )


def windows_library(name: str) -> Any:
    """Return a library of Windows, such as ``kernel32``."""
    windows: Any = ctypes  # it has WinDLL on Windows only
    return windows.WinDLL(name)


def physical_memory() -> int | None:
    """Return the bytes of memory of this machine, None if the system does not tell."""
    if sys.platform == "win32":
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        done = windows_library("kernel32").GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.physical) if done else None
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None


def processor() -> str:
    """Return the model and the instructions of the processor, "" if the system does not tell."""
    if sys.platform == "win32":
        return os.environ.get("PROCESSOR_IDENTIFIER", "")
    found: list[str] = []
    with suppress(OSError), _PROCESSORS.open(encoding="utf-8", errors="replace") as lines:
        # There is a paragraph for each core; those of frequencies change.
        found = [line for line in takewhile(str.strip, lines) if line.startswith(_OF_MODEL)]
    return "".join(found)


def peak_memory() -> int | None:
    """Return the most bytes that this process has had in memory, None if unknown."""
    if sys.platform == "win32":
        used = _ProcessMemory(length=ctypes.sizeof(_ProcessMemory))
        kernel = windows_library("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.K32GetProcessMemoryInfo.argtypes = (
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_uint32,
        )
        done = kernel.K32GetProcessMemoryInfo(
            kernel.GetCurrentProcess(), ctypes.byref(used), used.length
        )
        return int(used.peak) if done else None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)


def lower_priority_of_process(niceness: int) -> None:
    """Let this process give way to others, if the system allows it."""
    if sys.platform == "win32":
        kernel = windows_library("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.SetPriorityClass.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_CLASS)
        return
    with suppress(OSError):
        os.nice(niceness)


def lower_priority_of_thread(niceness: int) -> bool:
    """Let this thread give way to others; return False if the system does not allow it.

    macOS gives the threads of a window more time than others by itself.
    """
    if sys.platform == "win32":
        kernel = windows_library("kernel32")
        kernel.GetCurrentThread.restype = ctypes.c_void_p
        kernel.SetThreadPriority.argtypes = (ctypes.c_void_p, ctypes.c_int)
        return bool(kernel.SetThreadPriority(kernel.GetCurrentThread(), _BELOW_NORMAL))
    if sys.platform == "linux":
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        except OSError:  # a sandbox may forbid it
            return False
    return True


def drive_kind(drive: str) -> int:
    """Return Windows' number of the kind of a drive such as ``Z:``; 0 on other systems."""
    if sys.platform != "win32":
        return 0
    return int(windows_library("kernel32").GetDriveTypeW(f"{drive}\\"))
