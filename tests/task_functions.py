"""Functions that processes are given in tests; nothing that takes time to import."""

from __future__ import annotations

import os
import signal
import time


class OddError(Exception):
    """An error that can be sent, but not read."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


def prepare(word):
    return [word]


def do(context, task):
    """Do what the task says; the context remembers what it was given in this process."""
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "raise":
        raise ValueError("a task")
    if task == "odd":
        raise OddError(1, 2)
    if task == "wait":
        time.sleep(600)
    return context[0], task


def held(_context, _task):
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
