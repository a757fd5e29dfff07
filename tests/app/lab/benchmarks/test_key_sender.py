"""The sender of keys: each at its planned time, even for a slow reader."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

from app.lab.benchmarks import key_sender


def test_each_key_carries_its_planned_time() -> None:
    done = subprocess.run(
        [sys.executable, "-S", key_sender.__file__, "5", "200"], capture_output=True, check=True
    )
    planned = [time for (time,) in key_sender.RECORD.iter_unpack(done.stdout)]
    assert [later - sooner for sooner, later in pairwise(planned)] == [5_000_000] * 4
