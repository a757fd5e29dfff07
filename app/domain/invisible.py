"""Characters that nobody sees, although they change how a text is read, broken or compared."""

from __future__ import annotations

from unicodedata import name

OVERRIDES = frozenset("\u202d\u202e")
"""These show letters in an order that they do not have."""

INVISIBLE = OVERRIDES | frozenset(
    "\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff"
)
"""Marks of direction, and what breaks or joins without being seen.

Joiners of letters (U+200C, U+200D) are not among them: they belong to how words are spelt.
"""

OVERRIDE_SHOWN = "▯"
BAR = "¦"

_LISTED = str.maketrans(
    {
        character: OVERRIDE_SHOWN if character in OVERRIDES else f"{BAR}{character}"
        for character in INVISIBLE
    }
)


def names_of_invisible(text: str) -> list[str]:
    """Return what stands in a text unseen, each once: "right-to-left mark (U+200F)"."""
    if text.isascii():
        return []
    found = dict.fromkeys(character for character in text if character in INVISIBLE)
    return [f"{name(one).lower()} (U+{ord(one):04X})" for one in found]


def listed_text(text: str) -> str:
    """Return a text for a list, where what nobody sees is told by a thin bar ahead of it.

    An override is taken out, for it would fool the eye: a box stands in its place. The text may
    have more characters than before.
    """
    return text if text.isascii() else text.translate(_LISTED)
