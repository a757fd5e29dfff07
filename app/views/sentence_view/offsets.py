"""Conversion between code points (of the project) and UTF-16 units (of Qt).

Also replacements for characters that would break the layout.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from unicodedata import bidirectional

from PySide6.QtCore import QTextBoundaryFinder

_LAST_OF_BASIC_PLANE = "\uffff"
_RIGHT_TO_LEFT = {"R", "AL", "AN", "RLE", "RLO", "RLI"}

_STAND_INS = {
    **{code: 0x2400 + code for code in range(0x20)},  # control pictures
    0x7F: 0x2421,
    **dict.fromkeys((0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029), 0x20),
    **dict.fromkeys(range(0x80, 0x85), 0x25AF),
    **dict.fromkeys(range(0x86, 0xA0), 0x25AF),
    # An override would show the letters in another order.
    **dict.fromkeys((0x202D, 0x202E), 0x25AF),
}


def shown_text(text: str) -> str:
    """Return the text as it is drawn, with the same number of characters.

    Line breaks and tabs become spaces; control characters and direction overrides become visible.
    """
    return text.translate(_STAND_INS)


def runs_both_ways(text: str) -> bool:
    """Return whether some of the text is right-to-left."""
    return not text.isascii() and any(bidirectional(c) in _RIGHT_TO_LEFT for c in set(text))


def begins_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction is right-to-left."""
    if text.isascii():
        return False
    kinds = (bidirectional(character) for character in text)
    return next((kind != "L" for kind in kinds if kind in {"L", "R", "AL"}), False)


class OffsetMap:
    """Converts positions in a text between code points and UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._n_code_points = len(text)
        astral = not text.isascii() and max(text) > _LAST_OF_BASIC_PLANE
        self._units: list[int] | None = None
        if astral:
            sizes = (2 if character > _LAST_OF_BASIC_PLANE else 1 for character in text)
            self._units = [0, *accumulate(sizes)]

    @property
    def n_units(self) -> int:
        """Length of the text in UTF-16 units."""
        return self._n_code_points if self._units is None else self._units[-1]

    def unit(self, code_point: int) -> int:
        """Return the first UTF-16 unit of a code point."""
        return code_point if self._units is None else self._units[code_point]

    def code_point(self, unit: int) -> int:
        """Return the code point of a UTF-16 unit."""
        return unit if self._units is None else bisect_right(self._units, unit) - 1


class Graphemes:
    """What a reader takes for one character, such as a flag of two letters; in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._finder: QTextBoundaryFinder | None = None
        if not text.isascii():
            kind = QTextBoundaryFinder.BoundaryType.Grapheme
            self._finder = QTextBoundaryFinder(kind, text)

    def begins(self, unit: int) -> bool:
        """Return whether one begins at a unit."""
        if self._finder is None:
            return True
        self._finder.setPosition(unit)
        return bool(self._finder.isAtBoundary())

    def around(self, unit: int) -> tuple[int, int]:
        """Return the first unit of the one that contains a unit, and the first after it."""
        if self._finder is None:
            return unit, unit + 1
        self._finder.setPosition(unit + 1)
        stop = unit + 1 if self._finder.isAtBoundary() else self._finder.toNextBoundary()
        self._finder.setPosition(stop)
        return self._finder.toPreviousBoundary(), stop
