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


_NOT_FOR_TERMINALS = {
    character: f"\\u{character:04x}"
    for character in (
        *set(range(0x20)) - {ord("\t"), ord("\n")},
        *range(0x7F, 0xA0),
        *range(0x2028, 0x202F),
        *range(0x2066, 0x206A),
        *range(0xD800, 0xE000),
    )
}
"""What a terminal obeys, reorders or cannot show: control characters, separators of lines, marks
that turn or embed text, and halves of characters, which stand for bytes that are not UTF-8."""


def escaped(text: str) -> str:
    """Return a text for a terminal or a log: characters that would be obeyed as JSON escapes.

    Line ends and tabs stay.
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return text.translate(_NOT_FOR_TERMINALS)


def escaped_line(text: str) -> str:
    """Return one line for a terminal: `escaped`, and so are line ends, which would forge others."""
    return escaped(text).replace("\n", "\\n")


LONGEST_NAME = 1_000
"""Characters of the name of a label, a document, a rule, a list of phrases, a person."""

_CONTROL = dict.fromkeys((*range(32), 127, *range(128, 160)))
_CONTROL |= dict.fromkeys(range(55296, 57344))


def as_name(text: str) -> str:
    """Return what a person has written or pasted as a name: no control characters, and an end.

    Halves of surrogate pairs go, too: no file can hold them.
    """
    return text.translate(_CONTROL)[:LONGEST_NAME]


_UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, INVISIBLE))
_UNSEEN |= dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")


def on_one_line(text: str) -> str:
    """Return a text on one line, without characters that nobody sees."""
    return " ".join(text.translate(_UNSEEN).split())


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
