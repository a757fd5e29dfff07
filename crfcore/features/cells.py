"""What a template may make of the string in a cell: the string itself, its shape, its ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

CellFunction: TypeAlias = Callable[[str, int], str | None]
"""From a string and the macro's length to another string, or None if there is none."""

_LONGEST_RUN = 4


class _CharacterClasses(dict[int, str]):
    """Maps code points for `str.translate`: X upper case, x other letters, d digits."""

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        if character.isupper() or character.istitle():
            symbol = "X"
        elif character.isalpha():
            symbol = "x"
        elif character.isdigit():
            symbol = "d"
        else:
            symbol = character
        self[code_point] = symbol
        return symbol


_CLASSES = _CharacterClasses()


def shape(string: str, _length: int = 0) -> str:
    """Return the shape of a string: upper case X, other letters x, digits d, the rest as it is.

    Parameters
    ----------
    string : str
        A word.

    Returns
    -------
    str
        Runs of one symbol are cut after the fourth: "Xxxxx" of "Springer" is "Xxxxx".
    """
    symbols = string.translate(_CLASSES)
    kept: list[str] = []
    run = 0
    for place, symbol in enumerate(symbols):
        run = run + 1 if place and symbol == symbols[place - 1] else 1
        if run <= _LONGEST_RUN:
            kept.append(symbol)
    return "".join(kept)


def _itself(string: str, _length: int) -> str:
    return string


def _lower(string: str, _length: int) -> str:
    return string.lower()


def _prefix(string: str, length: int) -> str | None:
    return string[:length] if len(string) >= length else None


def _suffix(string: str, length: int) -> str | None:
    return string[-length:] if len(string) >= length else None


CELL_FUNCTIONS: dict[str, CellFunction] = {
    "x": _itself,
    "lower": _lower,
    "shape": shape,
    "prefix": _prefix,
    "suffix": _suffix,
}
"""The functions of the template language by name; those of a length need a third argument."""

FUNCTIONS_OF_LENGTH = frozenset({"prefix", "suffix"})
