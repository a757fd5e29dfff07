"""The end of a child process with its parent."""

from __future__ import annotations

import os
import threading
from typing import BinaryIO

WITH_PARENT = "--with-parent"
"""The argument of a child process that enables it."""

CHUNK = 4096
"""Bytes per read of a pipe, which is expected to be empty."""


def end_with_parent(pipe: BinaryIO) -> threading.Thread:
    """End this process, without clean-up, when the other end of a pipe is closed.

    The system closes it when the parent ends in any way.

    Parameters
    ----------
    pipe : binary stream
        Standard input: the parent passes a pipe and writes nothing.

    Returns
    -------
    threading.Thread
        The waiting thread.
    """
    # Not by the stream: a blocked reader holds its lock, and the interpreter would crash on closing
    # it.
    descriptor = pipe.fileno()

    def wait() -> None:
        while os.read(descriptor, CHUNK):
            pass
        os._exit(1)

    thread = threading.Thread(target=wait, name="end with parent", daemon=True)
    thread.start()
    return thread
