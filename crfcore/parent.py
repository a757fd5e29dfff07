"""A child process that must not outlive the one that started it."""

from __future__ import annotations

import os
import threading
from typing import BinaryIO

WITH_PARENT = "--with-parent"
"""The argument by which a child process is told to do so."""

CHUNK = 4096
"""Bytes that are read at once of a pipe in which there is nothing to read."""


def end_with_parent(pipe: BinaryIO) -> threading.Thread:
    """End this process as soon as the other end of a pipe is closed.

    The system closes it when the parent ends, however it ends; nothing is cleaned up here, so this
    is for work that may be lost.

    Parameters
    ----------
    pipe : binary stream
        Standard input, where the parent has started this process with a pipe and writes nothing.

    Returns
    -------
    threading.Thread
        It waits for that.
    """
    # Not by the stream: whoever reads it holds its lock, and the interpreter, which closes it when
    # the work is done, would die of that.
    descriptor = pipe.fileno()

    def wait() -> None:
        while os.read(descriptor, CHUNK):
            pass
        os._exit(1)

    thread = threading.Thread(target=wait, name="end with parent", daemon=True)
    thread.start()
    return thread
