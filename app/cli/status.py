"""Exit statuses."""

from __future__ import annotations

DONE, BAD_INPUT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
