"""Numbers as the window writes them: with the separators of its language.

Command line and files have those of English, which are the default.
"""

from __future__ import annotations

_ENGLISH = (",", ".")

_separators: dict[int, str] = {}
"""The separators in place of those of English, as for `str.translate`."""


def set_separators(group: str = _ENGLISH[0], point: str = _ENGLISH[1]) -> None:
    """Set the separator of thousands and the decimal point of this process."""
    _separators.clear()
    if (group, point) != _ENGLISH:
        _separators.update(str.maketrans(dict(zip(_ENGLISH, (group, point), strict=True))))


def grouped(number: float) -> str:
    """Return a number with its thousands separated: "1,234"."""
    return f"{number:,}".translate(_separators)


def general(number: float, digits: int = 6) -> str:
    """Return a number with at most so many digits: "0.5"."""
    return f"{number:.{digits}g}".translate(_separators)


def decimal(number: float, places: int) -> str:
    """Return a number with so many decimal places: "12.5"."""
    return f"{number:,.{places}f}".translate(_separators)
