"""Numbers as the window writes them: with the separators of its language.

Command line and files have those of English, which are the default.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class _Signs:
    """The separators in place of those of English, as for `str.translate`, and the sign for %."""

    separators: dict[int, str] = field(default_factory=dict)
    percent: str = "%"


_signs = _Signs()


def set_signs(group: str = ",", point: str = ".", percent: str = "%") -> None:
    """Set the separator of thousands, the decimal point and the sign for per cent, in this process.

    The last one includes the space before it, if there is one.
    """
    _signs.separators = {ord(","): group, ord("."): point}
    _signs.percent = percent


def in_signs(written: str) -> str:
    """Return a number that is written as in English: "1,234.5"."""
    return written.translate(_signs.separators)


def grouped(number: float) -> str:
    """Return a number with its thousands separated: "1,234"."""
    return in_signs(f"{number:,}")


def general(number: float, digits: int = 6) -> str:
    """Return a number with at most so many digits: "0.5"."""
    return in_signs(f"{number:.{digits}g}")


def decimal(number: float, places: int) -> str:
    """Return a number with so many decimal places: "12.5"."""
    return in_signs(f"{number:,.{places}f}")


def percentage(number: str | int) -> str:
    """Return a number with the sign for per cent: "12%"."""
    return f"{number}{_signs.percent}"
