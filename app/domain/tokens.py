"""What is known about a token."""

from __future__ import annotations

from enum import IntEnum

UNKNOWN_SET = 0
"""The tag-set id that says nothing: every tag is possible."""


class TokenState(IntEnum):
    """How a token's tags are known; kept as one byte a token."""

    UNKNOWN = 0
    """Nobody has said anything: the model may propose."""
    CONFIRMED = 1
    """A person (or an imported gold file) says: this tag."""
    NARROWED = 2
    """A person has ruled tags out: one of the set is right."""
    SUGGESTED = 3
    """An imported suggestion: shown like a proposal, never counted as done."""


class Role(IntEnum):
    """What a sentence serves for; kept as one byte a sentence."""

    POOL = 0
    """Labelled with help, and trained on."""
    CONTROL = 1
    """Drawn at random, labelled without help, never trained on: honest numbers come from it."""
