"""Invisible characters that change how a text is read, broken or compared."""

from __future__ import annotations

from unicodedata import name

OVERRIDES = frozenset("\u202d\u202e")
"""Characters that override the order in which letters are shown."""

INVISIBLE = OVERRIDES | frozenset(
    "\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff"
)
"""Directional marks, and invisible breaks and joins.

Joiners of letters (U+200C, U+200D) are not among them: they are part of the spelling.
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
} | {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}
"""What a terminal interprets, reorders or cannot show: control characters, line separators,
directional marks, and surrogates, of which some represent bytes that are not UTF-8."""


def escaped(text: str) -> str:
    r"""Return a text for a terminal or a log, with control characters as JSON escapes.

    Bytes that are not UTF-8 are shown as \xff. Line ends and tabs stay.
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return text.translate(_NOT_FOR_TERMINALS)


def escaped_line(text: str) -> str:
    """Return one line for a terminal: `escaped`, with line ends escaped as well."""
    return escaped(text).replace("\n", "\\n")


LONGEST_NAME = 1_000
"""The longest name of a label, document, rule, gazetteer or person, in characters."""

_CONTROL = dict.fromkeys((*range(32), 127, *range(128, 160)))
_CONTROL |= dict.fromkeys(range(55296, 57344))


def as_name(text: str) -> str:
    """Return a text as a name: without control characters or surrogates, and cut."""
    return text.translate(_CONTROL)[:LONGEST_NAME]


_UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, INVISIBLE))
_UNSEEN |= dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")


def on_one_line(text: str) -> str:
    """Return a text on one line, without invisible characters."""
    return " ".join(text.translate(_UNSEEN).split())


def names_of_invisible(text: str) -> list[str]:
    """Return the names of a text's invisible characters: "right-to-left mark (U+200F)"."""
    if text.isascii():
        return []
    found = dict.fromkeys(character for character in text if character in INVISIBLE)
    return [f"{name(one).lower()} (U+{ord(one):04X})" for one in found]


def listed_text(text: str) -> str:
    """Return a text for a list, with a thin bar before each invisible character.

    An override is replaced by a box. The text may get longer.
    """
    return text if text.isascii() else text.translate(_LISTED)
