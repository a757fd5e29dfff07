"""Flags of sentences."""

from __future__ import annotations

from enum import IntFlag


class SentenceFlags(IntFlag):
    """Flags of a sentence; they do not change its tokens."""

    NONE = 0
    SKIPPED = 1
    """Removed from the queue."""
    LATER = 2
    """Postponed to the end of the queue."""
    FLAGGED = 4
    """Marked for review."""
    ANSWERED = 8
    """Partly answered: its queried tokens are confirmed, so that it has left the queue."""


PUT_OFF = SentenceFlags.SKIPPED | SentenceFlags.LATER
"""The flags that labelling a sentence removes."""
