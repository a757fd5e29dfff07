"""The peak memory of this process."""

from __future__ import annotations

import sys


def peak_rss_bytes() -> int | None:
    """Return the peak memory of this process, None if the system does not report it."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)
