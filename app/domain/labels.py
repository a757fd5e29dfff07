"""Labels, as the annotator sees them, and the tags that they become on tokens."""

from __future__ import annotations

from dataclasses import dataclass

OUTSIDE = "O"
"""The tag of a token that stands in no span."""

TOKENS = "tokens"
"""The scheme in which every token has a label of its own."""

LABEL_KEYS = (*"123456789", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The keys that give labels, in the order in which they are handed out."""

MAX_LABELS = 5000
"""A model has a weight for every pair of labels; a column of words in their place is a mistake."""


LONGEST_DESCRIPTION = 10_000
"""So many characters the description of a label has at most, in a file as in the window."""


@dataclass(frozen=True, slots=True)
class Label:
    """A kind of span, or of token where the scheme is ``tokens``.

    ``id`` never changes and is never given again; ``name`` is what files carry.
    ``colour`` is a place in the palette of `app.views.theme`; ``key`` is the key that gives the
    label ("1" … "9", then letters, or "" for none); ``position`` orders the palette.
    ``description`` says in the project's own words what is to be labelled so, and what not.
    """

    id: int
    name: str
    colour: int
    key: str
    position: int
    removed: bool = False
    description: str = ""
