"""States of tokens and roles of sentences."""

from __future__ import annotations

from enum import IntEnum

UNKNOWN_SET = 0
"""The id of the tag set for which every tag is possible."""


class TokenState(IntEnum):
    """The state of a token; one byte per token."""

    UNKNOWN = 0
    """Open: the model may propose."""
    CONFIRMED = 1
    """Labelled or accepted by a person, or imported as confirmed."""
    NARROWED = 2
    """A person has rejected tags: one of the set is right."""
    SUGGESTED = 3
    """An imported suggestion: shown like a proposal, not counted as done."""


class Role(IntEnum):
    """The role of a sentence; one byte per sentence."""

    POOL = 0
    """Labelled with suggestions, and trained on."""
    CONTROL = 1
    """A test sentence: drawn at random, labelled without suggestions, never trained on."""
