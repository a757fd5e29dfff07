"""Children that end when their parent does."""

import os
import subprocess
import sys

from crfcore.parent import end_with_parent

CHILD = """
import sys, time
from crfcore.parent import end_with_parent
end_with_parent(sys.stdin.buffer)
print("ready", flush=True)
time.sleep(600)
"""

DONE = """
import sys, threading
from crfcore.parent import end_with_parent
thread = end_with_parent(sys.stdin.buffer)
# What holds a lock at the end holds it for good.
thread.join(0.2)
"""


def test_it_ends_where_nobody_holds_the_pipe(monkeypatch):
    codes = []
    monkeypatch.setattr(os, "_exit", codes.append)
    reading, writing = os.pipe()
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        end_with_parent(pipe).join()
    assert codes == [1]


def test_a_child_that_is_done_ends_well_while_the_pipe_is_open():
    child = subprocess.Popen(
        [sys.executable, "-c", DONE],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stderr.read() == ""
        assert child.wait(timeout=60) == 0


def test_a_child_that_sleeps_is_ended():
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout.readline() == "ready\n"
        assert child.poll() is None
        child.stdin.close()
        assert child.wait(timeout=60) == 1
