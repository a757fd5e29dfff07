"""Labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from crfcore.messages import MessageTemplate, message

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


def free_keys(labels: Iterable[Label]) -> Iterator[str]:
    """Yield the keys that none of some labels has, in the order in which they are assigned."""
    taken = {label.key.upper() for label in labels}
    return (key for key in LABEL_KEYS if key not in taken)


def free_colours(labels: Iterable[Label]) -> Iterator[int]:
    """Yield the colours that none of some labels has, without an end."""
    taken = {label.colour for label in labels}
    return (colour for colour in count() if colour not in taken)


def note_on_case(names: Sequence[str], known: Iterable[str] = ()) -> str:
    """Return as sentences which of several labels new names differ from by case alone, "" if none.

    Imported files may have both, but who types such a name has mostly mistyped it.
    """
    before: dict[str, list[str]] = {}
    for name in known:
        before.setdefault(name.casefold(), []).append(name)
    similar: list[str] = []
    for name in names:
        alike = before.setdefault(name.casefold(), [])
        similar += [other for other in alike if other != name]
        alike.append(name)
    if not similar:
        return ""
    listed = ", ".join(dict.fromkeys(similar))
    return message("There is {name} already. Labels differ by case.", name=listed)
