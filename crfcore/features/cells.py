"""Functions of templates on the strings of cells: identity, shape, letters, affixes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from crfcore.features import wapiti_regexps

CellFunction: TypeAlias = Callable[[str, int], str]
"""From a string and the macro's length to another string."""

_RUN = re.compile(r"(.)\1+", re.DOTALL)


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
    """Return the shape of a string: X for upper case, x for other letters, d for digits.

    Parameters
    ----------
    string : str
        A word.

    Returns
    -------
    str
        Repeated symbols are written once: "Xx" for "Springer", "d.d" for "12.50", "X.X." for
        "U.S.". With little training data, longer shapes are too rare to help.
    """
    return _RUN.sub(r"\1", string.translate(_CLASSES))


def letters(string: str, _length: int = 0) -> str:
    """Return what letters and digits a string has, coarser than its shape.

    Parameters
    ----------
    string : str
        A word.

    Returns
    -------
    str
        "digits" for digits alone; "upper" for two or more characters whose letters are all upper
        case; "title" if the first is; "lower" if all letters are lower case; "mixed" for others
        with a digit; "other".
    """
    if string.isdigit():
        return "digits"
    if string.isupper() and len(string) > 1:
        return "upper"
    if string[:1].istitle():  # also of letters such as ǅ, which are no upper case
        return "title"
    if string.islower():
        return "lower"
    return "mixed" if any(map(str.isdigit, string)) else "other"


def _identity(string: str, _length: int) -> str:
    return string


def _lower(string: str, _length: int) -> str:
    return string.lower()


def _prefix(string: str, length: int) -> str:
    return string[:length]


def _suffix(string: str, length: int) -> str:
    return string[-length:]


CELL_FUNCTIONS: dict[str, CellFunction] = {
    "x": _identity,
    "lower": _lower,
    "shape": shape,
    "letters": letters,
    "prefix": _prefix,
    "suffix": _suffix,
}
"""The functions of the template language by name."""

FUNCTIONS_OF_LENGTH = frozenset({"prefix", "suffix"})

WAPITI_FUNCTIONS: dict[str, Callable[[str, str], str]] = {
    "X": lambda string, _regexp: wapiti_regexps.lower_case(string),
    "t": wapiti_regexps.matches,
    "m": wapiti_regexps.matched_part,
    "M": lambda string, regexp: wapiti_regexps.lower_case(
        wapiti_regexps.matched_part(string, regexp)
    ),
}
"""Further functions of Wapiti's patterns, of a string and a regexp."""


def cell_function(name: str, length: int, regexp: str) -> Callable[[str], str]:
    """Return the function of a macro.

    Parameters
    ----------
    name : str
        A key of `CELL_FUNCTIONS` or of `WAPITI_FUNCTIONS`.
    length : int
        For functions with a length.
    regexp : str
        For functions with a regular expression.
    """
    if name in WAPITI_FUNCTIONS:
        return partial(_of_regexp, WAPITI_FUNCTIONS[name], regexp)
    if name == "x":
        return str  # the identity for strings, without a Python call
    return partial(_of_length, CELL_FUNCTIONS[name], length)


def _of_regexp(function: Callable[[str, str], str], regexp: str, string: str) -> str:
    return function(string, regexp)


def _of_length(function: CellFunction, length: int, string: str) -> str:
    return function(string, length)
