"""Disks that are full and folders that cannot be written, also for tests that run as root."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*arguments: str) -> bool:
    try:
        result = subprocess.run(["mount", *arguments], capture_output=True, check=False)
    except OSError:
        return False
    return result.returncode == 0


@contextmanager
def small_disk(folder: Path, size: str = "400k") -> Iterator[Path]:
    """Give a folder on a disk of a given size; skip the test where none can be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    if not _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)):
        pytest.skip("a disk of a given size can be mounted by root only")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True, check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let a folder be unwritable for a while; skip the test where that cannot be had."""
    if os.geteuid() != 0:
        modes = {path: path.stat().st_mode for path in [folder, *folder.iterdir()]}
        for path, mode in modes.items():
            path.chmod(mode & ~0o222)
        try:
            yield
        finally:
            for path, mode in modes.items():
                path.chmod(mode)
        return
    # Root may write whatever the mode says, so the folder is mounted onto itself, read-only.
    if not _mount("--bind", str(folder), str(folder)):
        pytest.skip("root cannot be kept from writing here")
    try:
        if not _mount("-o", "remount,ro,bind", str(folder)):
            pytest.skip("root cannot be kept from writing here")
        yield
    finally:
        subprocess.run(["umount", str(folder)], capture_output=True, check=True)
