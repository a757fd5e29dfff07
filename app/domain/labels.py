"""Labels."""

from __future__ import annotations

from dataclasses import dataclass

from crfcore.messages import MessageTemplate

OUTSIDE = "O"
"""The tag of a token outside of spans."""

TOKENS = "tokens"
"""The scheme in which each token has its own label."""

LABEL_KEYS = (*"123456789", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The keys of labels, in the order in which they are assigned."""

MAX_LABELS = 5000
"""A model has a weight for each pair of labels; more labels mean a wrong column."""


NAMED_TWICE = MessageTemplate("The label “{name}” is named twice; name each label once.")
"""The error in a list of the labels of a new project."""

LONGEST_DESCRIPTION = 10_000
"""The longest description of a label, in characters."""


@dataclass(frozen=True, slots=True)
class Label:
    """A kind of span, or of token where the scheme is ``tokens``.

    ``id`` never changes and is never reused; ``name`` is the name in files. ``colour`` is an index
    in the palette of `app.views.theme`; ``key`` sets the label ("1" … "9", then letters, or "" for
    none); ``position`` orders the palette. ``description`` is the entry in the label guide.
    """

    id: int
    name: str
    colour: int
    key: str
    position: int
    removed: bool = False
    description: str = ""
