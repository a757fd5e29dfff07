"""What the processes of a pool do where signals cannot be blocked, as on Windows."""

from __future__ import annotations

import pickle
import signal
import threading

import pytest

from crfcore import task_pool
from crfcore.tasks import Work


class Pipe:
    """A pipe that is read once."""

    def __init__(self, content=b""):
        self._content = content

    def recv_bytes(self):
        return self._content

    def close(self):
        pass


@pytest.fixture
def begin(monkeypatch):
    """Begin a process of a pool in this one, without the thread that would end it."""
    monkeypatch.setattr(task_pool, "_end_with", lambda _reader: None)
    monkeypatch.setattr(task_pool, "_here", {})
    before = signal.getsignal(signal.SIGINT)
    sent = pickle.dumps(Work(max, tuple, ((1, 2),)))
    yield lambda: task_pool._begin(Pipe(), (), Pipe(sent), threading.Lock())
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_left_to_the_parent_where_it_cannot_be_blocked(begin, monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    begin()
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    assert task_pool._here["context"] == (1, 2)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_elsewhere_it_is_blocked_already(begin):
    before = signal.getsignal(signal.SIGINT)
    begin()
    assert signal.getsignal(signal.SIGINT) == before
