"""Children that end when their parent does."""

import io
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


def test_it_ends_where_nobody_holds_the_pipe(monkeypatch):
    codes = []
    monkeypatch.setattr(os, "_exit", codes.append)
    end_with_parent(io.BytesIO()).join()
    assert codes == [1]


def test_a_child_that_sleeps_is_ended():
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout.readline() == "ready\n"
        assert child.poll() is None
        child.stdin.close()
        assert child.wait(timeout=60) == 1
