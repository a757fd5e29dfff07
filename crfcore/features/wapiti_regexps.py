r"""The regular expressions of Wapiti's patterns, with exactly its results.

They are a small language on the bytes of UTF-8: ``.`` is any byte; ``\a \d \l \p \s \u \w`` are
ASCII letters, digits, lower case, punctuation, white space, upper case, letters and digits, in
upper case their complements; any other byte, also after a backslash, is itself. ``x*`` is lazy,
``x?`` is greedy; ``^`` at the beginning and ``$`` at the end match the ends of the string. T.
Lavergne, O. Cappé, F. Yvon, "Practical very large scale CRFs" (ACL 2010), and the manual of Wapiti
1.5.

One bug is reproduced, because models depend on it: after ``x?`` has matched a byte and backtracked,
the length of the match still includes the bytes tried meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crfcore.messages import message

_ANY = frozenset(range(256))
_LOWER = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_UPPER = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGITS = frozenset(b"0123456789")
_CLASSES = {
    "a": _LOWER | _UPPER,
    "d": _DIGITS,
    "l": _LOWER,
    "p": frozenset(b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    "s": frozenset(b" \t\n\v\f\r"),
    "u": _UPPER,
    "w": _LOWER | _UPPER | _DIGITS,
}
_BYTES = {
    **{ord(letter): members for letter, members in _CLASSES.items()},
    **{ord(letter.upper()): _ANY - members for letter, members in _CLASSES.items()},
}
"""Meaning of escaped bytes, if not the byte itself."""

_OTHER_LANGUAGES = frozenset("[](){}|+")
"""Characters with a meaning in other languages of regular expressions."""

LONGEST = 200
"""Limit of the bytes of a regular expression."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A set of bytes with its repetition."""

    members: frozenset[int]
    repeat: Literal["once", "any", "optional"]


class RegexpError(ValueError):
    """An invalid regular expression; the message is part of a sentence."""


class Regexp:
    """One regular expression.

    Parameters
    ----------
    pattern : str
        The text between the quotes.

    Raises
    ------
    RegexpError
        A repetition has nothing to repeat, or a backslash nothing to escape.
    """

    def __init__(self, pattern: str) -> None:
        content = to_bytes(pattern)
        if len(content) > LONGEST:
            raise RegexpError(
                message("a regular expression may have {longest} bytes", longest=LONGEST)
            )
        self._at_start = content.startswith(b"^")
        content = content.removeprefix(b"^")
        self._atoms: list[_Atom] = []
        self._at_end = False
        position = 0
        while position < len(content):
            if content[position:] == b"$":
                self._at_end = True
                break
            position = self._read(content, position)

    def _read(self, content: bytes, position: int) -> int:
        """Read one atom; return the start of the next one."""
        byte = content[position]
        if byte in b"*?":
            reason = message(
                "there is nothing that {chr} could repeat; write \\{chr} for it", chr=chr(byte)
            )
            raise RegexpError(reason)
        members = _ANY if byte == ord(".") else frozenset([byte])
        if byte == ord("\\"):
            position += 1
            if position == len(content):
                raise RegexpError(
                    message("a backslash at the end escapes nothing; write \\\\ for it")
                )
            members = _BYTES.get(content[position], frozenset([content[position]]))
        following = content[position + 1 : position + 2]
        if following == b"*":
            self._atoms.append(_Atom(members, "any"))
        elif following == b"?":
            self._atoms.append(_Atom(members, "optional"))
        else:
            self._atoms.append(_Atom(members, "once"))
            return position + 1
        return position + 2

    def automaton(self) -> tuple[NDArray[np.int64], int, int, int]:
        """Return the automaton of strings that match as a whole, for `match_spans`.

        State s is the atom to be matched next, as bit s of a number; the last one accepts.

        Returns
        -------
        members : (256,) array
            For each byte the states that it can match.
        loops : int
            The states that a byte does not leave.
        skips : int
            The states whose atom may match nothing.
        n_atoms : int
        """
        bits = [(1 << state, atom) for state, atom in enumerate(self._atoms)]
        members = np.zeros(256, np.int64)
        for bit, atom in bits:
            members[list(atom.members)] |= bit
        loops = sum(bit for bit, atom in bits if atom.repeat == "any")
        skips = sum(bit for bit, atom in bits if atom.repeat != "once")
        return members, loops, skips, len(self._atoms)

    @property
    def may_count_too_much(self) -> bool:
        """Whether Wapiti's length may exceed that of the match."""
        repeats = [atom.repeat for atom in self._atoms]
        if "optional" not in repeats:
            return False
        return any(repeat != "optional" for repeat in repeats[repeats.index("optional") :])

    def search(self, string: bytes) -> tuple[int, int] | None:
        """Return the start of the first match and its length by Wapiti's count, or None."""
        found, lengths = self._table(string)
        for start in (0,) if self._at_start else range(len(string) + 1):
            if found[start]:
                return start, lengths[start]
        return None

    def _table(self, string: bytes) -> tuple[list[bool], list[int]]:
        """Return for each position whether a match begins there, and the bytes counted.

        Dynamic programming from the last atom and the end of the string: the time is proportional
        to the product of both lengths.
        """
        n = len(string)
        found = [not self._at_end or position == n for position in range(n + 1)]
        lengths = [0] * (n + 1)
        for atom in reversed(self._atoms):
            later, later_lengths = found, lengths
            found, lengths = [False] * (n + 1), [0] * (n + 1)
            for position in range(n, -1, -1):
                fits = position < n and string[position] in atom.members
                if atom.repeat == "once":
                    found[position] = fits and later[position + 1]
                    lengths[position] = 1 + (later_lengths[position + 1] if fits else 0)
                elif atom.repeat == "any":
                    if later[position]:
                        found[position], lengths[position] = True, later_lengths[position]
                    else:
                        found[position] = fits and found[position + 1]
                        lengths[position] = 1 + (lengths[position + 1] if fits else 0)
                elif fits and later[position + 1]:
                    found[position], lengths[position] = True, 1 + later_lengths[position + 1]
                else:
                    tried = later_lengths[position + 1] if fits else 0
                    found[position] = later[position]
                    lengths[position] = tried + later_lengths[position]
        return found, lengths


LANGUAGE = r". \a \d \l \p \s \u \w, * and ? after one of them, ^ at the beginning, $ at the end"
"""What a pattern may have besides characters that stand for themselves."""


def unknown_construct(pattern: str) -> tuple[int, str] | None:
    """Return the first construct of other languages and its position, None without one.

    Wapiti takes brackets, bars and ``+`` for themselves, and letters after a backslash, too.
    """
    position = 0
    while position < len(pattern):
        is_escaped = pattern[position] == "\\"
        one = pattern[position : position + 1 + is_escaped]
        known = ord(one[1:] or "x") in _BYTES or not one[1:].isalnum()
        if (is_escaped and not known) or one in _OTHER_LANGUAGES:
            return position, one
        position += len(one)
    return None


@lru_cache(maxsize=1024)
def regexp(pattern: str) -> Regexp:
    """Return a regular expression, from a cache."""
    return Regexp(pattern)


def to_bytes(string: str) -> bytes:
    """Return the bytes of a string; surrogates become the invalid bytes that they encode."""
    try:
        return string.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return string.encode("utf-8", "surrogatepass")


def from_bytes(data: bytes) -> str:
    """Return the string of bytes; invalid UTF-8 becomes lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def matches(string: str, pattern: str) -> str:
    """Return "true" or "false": the value of ``%t``."""
    return "false" if regexp(pattern).search(to_bytes(string)) is None else "true"


def matched_part(string: str, pattern: str) -> str:
    """Return the value of ``%m``: the first match, or ""."""
    data = to_bytes(string)
    found = regexp(pattern).search(data)
    if found is None:
        return ""
    start, length = found
    return from_bytes(data[start : start + length])


def lower_case(string: str) -> str:
    """Return a string with its ASCII letters in lower case, like Wapiti."""
    return from_bytes(to_bytes(string).lower())
