"""The sender of keys at fixed times, in the key-to-paint benchmark.

Run as a script, with the standard library only. It writes the planned time of each key to standard
output at that time, whether or not the window has handled the previous ones.
"""

from __future__ import annotations

import struct
import sys
import time

RECORD = struct.Struct("<q")
"""One key: its planned time, in nanoseconds of `time.monotonic_ns`."""

LEAD_NANOSECONDS = 200_000_000
"""Delay of the first key after the start of this process."""


def send(keys: int, rate: float) -> None:
    """Write a number of records, at a rate per second."""
    start = time.monotonic_ns() + LEAD_NANOSECONDS
    for number in range(keys):
        planned = start + round(number * 1e9 / rate)
        while (left := planned - time.monotonic_ns()) > 0:
            time.sleep(left / 1e9)
        sys.stdout.buffer.write(RECORD.pack(planned))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    send(int(sys.argv[1]), float(sys.argv[2]))
