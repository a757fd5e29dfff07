"""Turns of the processes that compile the same kernels, so that each is compiled once.

Two windows at a first start would each compile all of them. The second waits, and then finds what
it needs in the cache.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from crfcore.kernel_stamps import place_of

try:
    import fcntl
except ImportError:  # Windows: both compile
    fcntl = None  # type: ignore[assignment] # None: no such module

TURN_SECONDS = 300.0
"""The longest wait: the other process may have been stopped, or be on another machine."""

POLL_SECONDS = 0.1


@contextmanager
def turn(folder: Path | None, part: str, seconds: float = TURN_SECONDS) -> Iterator[bool]:
    """Wait until no other process compiles a part, and let others wait for the block.

    The system ends a turn with its process.

    Parameters
    ----------
    folder : Path or None
        The cache, in which an empty file stays; without it nobody waits.
    part : str
        A part of the kernels; see `crfcore.warm.PARTS`.
    seconds : float
        The longest wait.

    Yields
    ------
    bool
        Whether no other process compiles the part.
    """
    if folder is None or fcntl is None:
        yield False
        return
    descriptor = None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = place_of(folder, part).with_suffix(".lock")
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    if descriptor is None:
        yield False
        return
    try:
        yield _wait(descriptor, seconds)
    finally:
        os.close(descriptor)


def _wait(descriptor: int, seconds: float) -> bool:
    """Lock a file; return False if another process still has it after so many seconds."""
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(POLL_SECONDS)
        except OSError:  # a file system without locks
            return False
        else:
            return True
