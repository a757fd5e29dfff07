"""What a person notes of a whole sentence while following the queue."""

from __future__ import annotations

from enum import IntFlag


class SentenceFlags(IntFlag):
    """Notes on a sentence; they leave its tokens as they are."""

    NONE = 0
    SKIPPED = 1
    """Not to be asked for: it has left the queue."""
    LATER = 2
    """To be asked for when everything else is done."""
    FLAGGED = 4
    """To be looked at again, or to be talked about."""
    ANSWERED = 8
    """What was asked of it is answered; it waits no more, though some of its tokens are open."""


PUT_OFF = SentenceFlags.SKIPPED | SentenceFlags.LATER
"""What an answer takes away: somebody who labels a sentence has not put it off."""
