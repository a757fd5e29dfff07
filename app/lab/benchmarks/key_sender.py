"""The second process of the key-to-paint measurement: an even hand that never waits for anybody.

Run as a script with the standard library alone. It writes the planned time of each key to standard
output when that time has come, whether or not the window has dealt with the ones before.
"""

from __future__ import annotations

import struct
import sys
import time

RECORD = struct.Struct("<q")
"""One key: when it was planned, in nanoseconds of `time.monotonic_ns`."""

LEAD_NANOSECONDS = 200_000_000
"""So long after the start the first key comes, when this process has come to rest."""


def send(keys: int, rate: float) -> None:
    """Write so many records, so many a second."""
    start = time.monotonic_ns() + LEAD_NANOSECONDS
    for number in range(keys):
        planned = start + round(number * 1e9 / rate)
        while (left := planned - time.monotonic_ns()) > 0:
            time.sleep(left / 1e9)
        sys.stdout.buffer.write(RECORD.pack(planned))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    send(int(sys.argv[1]), float(sys.argv[2]))
