r"""Regular expressions that match whole tokens, in time linear in the token.

``.`` is any character; ``\d``, ``\w``, ``\s`` digits, word characters and white space of Unicode,
``\D``, ``\W``, ``\S`` their complements, ``\u`` and ``\l`` upper- and lower-case letters;
``[a-z,]`` and ``[^a-z]`` sets; ``( )`` groups; ``|`` alternatives; ``?``, ``*``, ``+``, ``{m}``,
``{m,n}`` and ``{m,}`` repetitions. Other escaped characters are themselves.

The automaton of positions (V. M. Glushkov, 1961) is simulated with sets of positions as the bits of
numbers: there is no backtracking.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from crfcore.messages import message

LONGEST = 200
"""Limit of the characters of an expression."""

MAX_POSITIONS = 1_000
"""Limit of the characters and sets of an expression with its repetitions written out."""

DEEPEST = 20
"""Limit of nested groups."""

MAX_WORK = 50_000
"""Limit of the parts that are read, each as often as it is repeated, and of the pairs of positions
that follow one another: ``(a?){n}`` has n² / 2."""

MAX_STATES = 2_000
"""Sets of positions that are remembered, with what follows them."""

_Test = Callable[[str], bool]

_CLASSES: dict[str, _Test] = {
    "d": str.isdigit,
    "w": lambda sign: sign.isalnum() or sign == "_",
    "s": str.isspace,
    "u": str.isupper,
    "l": str.islower,
}
_SIGNS = ("?", "*", "+")
_TIMES = re.compile(r"\{([0-9]{1,4})(,?)([0-9]{0,4})\}")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an expression: first and last positions as bits, and whether it may be empty."""

    first: int
    last: int
    empty: bool


class Expression:
    """A regular expression.

    Parameters
    ----------
    text : str

    Raises
    ------
    ValueError
        It is invalid or too large; the message is part of a sentence.
    """

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ValueError(message("at most {longest} characters", longest=LONGEST))
        self._text = text
        self._at = 0
        self._depth = 0
        self.work = 0
        """What reading it took; limited by `MAX_WORK`."""
        self._tests: list[_Test] = []
        self._follow: list[int] = []
        whole = self._alternatives()
        if self._at < len(text):
            raise ValueError(message("nothing is closed by {text}", text=text[self._at]))
        self._first = whole.first
        self._last = whole.last
        self._empty = whole.empty
        self._next: dict[tuple[int, str], int] = {}
        self._after: dict[int, int] = {}

    def matches(self, token: str) -> bool:
        """Return whether the whole token matches."""
        if not token:
            return self._empty
        state = self._step(self._first, token[0])
        for sign in token[1:]:
            if not state:
                return False
            state = self._step(self._followed(state), sign)
        return bool(state & self._last)

    # ---- matching

    def _step(self, positions: int, sign: str) -> int:
        """Return the positions that a character can be, of some."""
        key = positions, sign
        known = self._next.get(key)
        if known is None:
            known = 0
            rest = positions
            while rest:
                bit = rest & -rest
                if self._tests[bit.bit_length() - 1](sign):
                    known |= bit
                rest ^= bit
            if len(self._next) >= MAX_STATES:
                self._next.clear()
            self._next[key] = known
        return known

    def _followed(self, positions: int) -> int:
        found = self._after.get(positions)
        if found is None:
            found, rest = 0, positions
            while rest:
                bit = rest & -rest
                found |= self._follow[bit.bit_length() - 1]
                rest ^= bit
            if len(self._after) >= MAX_STATES:
                self._after.clear()
            self._after[positions] = found
        return found

    # ---- reading

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _alternatives(self) -> _Part:
        part = self._sequence()
        while self._peek() == "|":
            self._at += 1
            other = self._sequence()
            part = _Part(
                part.first | other.first, part.last | other.last, part.empty or other.empty
            )
        return part

    def _sequence(self) -> _Part:
        part = _Part(0, 0, empty=True)
        while self._peek() not in ("", "|", ")"):
            part = self._joined(part, self._repeated())
        return part

    def _count(self, steps: int) -> None:
        self.work += steps
        if self.work > MAX_WORK:
            raise ValueError(message("fewer repetitions"))

    def _joined(self, one: _Part, other: _Part) -> _Part:
        rest = one.last
        self._count(rest.bit_count())
        while rest:
            bit = rest & -rest
            self._follow[bit.bit_length() - 1] |= other.first
            rest ^= bit
        return _Part(
            one.first | (other.first if one.empty else 0),
            other.last | (one.last if other.empty else 0),
            one.empty and other.empty,
        )

    def _repeated(self) -> _Part:
        start = self._at
        part = self._atom()
        end = self._at
        sign = self._peek()
        times = _TIMES.match(self._text, self._at)
        if sign in _SIGNS:
            self._at += 1
            part = self._with_sign(part, sign)
        elif sign == "{":
            if times is None:
                raise ValueError(
                    message("{{ is followed by numbers, as in {{2,3}}; write \\{{ for itself")
                )
            self._at = times.end()
            part = self._with_times(part, times, start, end)
        if self._peek() in (*_SIGNS, "{"):
            raise ValueError(
                message("there is nothing that {peek} could repeat", peek=self._peek())
            )
        return part

    def _with_sign(self, part: _Part, sign: str) -> _Part:
        if sign != "?":
            self._joined(part, part)
        return _Part(part.first, part.last, empty=part.empty or sign != "+")

    def _with_times(self, part: _Part, times: re.Match[str], start: int, end: int) -> _Part:
        """Return a part that is repeated a number of times: it is read again for each of them."""
        fewest = int(times[1])
        most = int(times[3]) if times[3] else (fewest if not times[2] else -1)
        if most == 0 or (0 < most < fewest):
            raise ValueError(message("{times} is no number of times", times=times[0]))
        after = self._at
        copies = [part]
        while len(copies) < max(fewest, most, 1):
            self._at = start
            copies.append(self._atom())
        assert self._at in (end, after)
        self._at = after
        if most < 0:
            copies[-1] = self._with_sign(copies[-1], "+")
        whole = _Part(0, 0, empty=True)
        for number, copied in enumerate(copies):
            one = copied if number < fewest else self._with_sign(copied, "?")
            whole = self._joined(whole, one)
        return whole

    def _atom(self) -> _Part:
        sign = self._peek()
        self._count(1)
        if sign in (*_SIGNS, "{"):
            raise ValueError(message("there is nothing that {sign} could repeat", sign=sign))
        self._at += 1
        if sign == "(":
            return self._group()
        if sign == ".":
            return self._position(lambda _: True)
        if sign == "[":
            return self._position(self._set())
        if sign == "\\":
            return self._position(self._escaped())
        return self._position(sign.__eq__)

    def _group(self) -> _Part:
        self._depth += 1
        if self._depth > DEEPEST:
            raise ValueError(message("at most {deepest} brackets in one another", deepest=DEEPEST))
        if self._text.startswith("?:", self._at):
            self._at += 2
        part = self._alternatives()
        if self._peek() != ")":
            raise ValueError(message("a bracket is never closed"))
        self._at += 1
        self._depth -= 1
        return part

    def _position(self, test: _Test) -> _Part:
        if len(self._tests) >= MAX_POSITIONS:
            raise ValueError(
                message(
                    "at most {max_positions:,} characters with repetitions written out",
                    max_positions=MAX_POSITIONS,
                )
            )
        bit = 1 << len(self._tests)
        self._tests.append(test)
        self._follow.append(0)
        return _Part(bit, bit, empty=False)

    def _escaped(self) -> _Test:
        sign = self._peek()
        if not sign:
            raise ValueError(message("a backslash at the end escapes nothing"))
        self._at += 1
        if sign in _CLASSES:
            return _CLASSES[sign]
        if sign.lower() in _CLASSES and sign != sign.lower():
            inner = _CLASSES[sign.lower()]
            return lambda other: not inner(other)
        if sign.isalnum():
            raise ValueError(message("there is no \\{sign}", sign=sign))
        return sign.__eq__

    def _set(self) -> _Test:
        negated = self._peek() == "^"
        self._at += negated
        tests: list[_Test] = []
        ranges: list[tuple[str, str]] = []
        while (sign := self._peek()) != "]":
            if not sign:
                raise ValueError(message("a set [ is never closed"))
            self._at += 1
            if sign == "\\":
                tests.append(self._escaped())
                continue
            last = sign
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("", "]"):
                last = self._text[self._at + 1]
                self._at += 2
                if last < sign:
                    raise ValueError(message("{sign}-{last} is no range", sign=sign, last=last))
            ranges.append((sign, last))
        self._at += 1

        def test(other: str) -> bool:
            inside = any(low <= other <= high for low, high in ranges)
            return (inside or any(one(other) for one in tests)) != negated

        return test


@lru_cache(maxsize=4_096)
def work_of(text: str) -> int:
    """Return the work of reading an expression; ValueError as for `Expression`."""
    return Expression(text).work
