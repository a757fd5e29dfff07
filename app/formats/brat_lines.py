"""Lines of brat's standoff files: spans by character offsets, with their text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from app.formats.span_alignment import Misfit, TextSpan
from crfcore.text.rows import BOM, Watch, line_content, numbered_lines, watched

_TERM = re.compile(r"(T\S*)\t(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)\t(.*)")
_LONGEST_NUMBER = 18
_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
_WHITE_SPACE = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Term:
    """A span of a file; ``line`` is the index of its line, ``pieces`` are the file's offsets."""

    line: int
    name: str
    label: str
    pieces: tuple[tuple[int, int], ...]
    quote: str


@dataclass(frozen=True, slots=True)
class AnnFile:
    """The lines of a file with their ends, and its spans; ``bad`` is the number of invalid ones."""

    lines: tuple[str, ...]
    terms: tuple[Term, ...]
    bad: int

    @property
    def end(self) -> str:
        """The line end of the file."""
        return "\r\n" if self.lines and self.lines[0].endswith("\r\n") else "\n"

    def free_names(self) -> Iterator[str]:
        """Yield unused names of spans."""
        digits = (term.name[1:] for term in self.terms)
        numbers = [int(one) for one in digits if one.isdecimal() and len(one) <= _LONGEST_NUMBER]
        number = max(numbers, default=0)
        while True:
            number += 1
            yield f"T{number}"

    def naming(self, names: frozenset[str]) -> int:
        """Return the number of other lines that refer to some spans."""
        found = 0
        for line in self.lines:
            fields = line_content(line).split("\t")
            if len(fields) > 1 and not line.startswith("T"):
                named = {one.rpartition(":")[2] for one in fields[1].split(" ")}
                found += not names.isdisjoint(named)
        return found


def read_ann(ann: str, watch: Watch | None = None, path: Path | None = None) -> AnnFile:
    """Parse a file; lines that are not spans are kept unchanged."""
    # The text of a span may be long, so that the length of lines is not limited.
    lines = tuple(line for _, line in numbered_lines(ann, watch, path, len(ann)))
    terms, bad = [], 0
    for number, line in enumerate(watched(lines, watch)):
        found = _TERM.fullmatch(line_content(line.removeprefix(BOM)))
        if found:
            name, label, positions, quote = found.groups()
            pieces = (one.split(" ") for one in positions.split(";"))
            ends = tuple((int(start), int(end)) for start, end in pieces)
            terms.append(Term(number, name, label, ends, quote))
        else:
            bad += line.startswith("T")
    return AnnFile(lines, tuple(terms), bad)


class Counting:
    """How a file counts the characters of its text.

    By code points; but other programs count a line end of two characters as one, leave out the
    byte-order mark, or count in UTF-16. The way with which most quoted texts match is chosen.
    """

    def __init__(self, text: str, terms: Sequence[Term], watch: Watch | None = None) -> None:
        self._text = text
        self._positions: list[int] | None = None
        best = self._right(terms, watch)
        for units in _other_units(text):
            if best == len(terms):
                break
            other = Counting(text, ())
            other._positions = [0, *accumulate(units)]
            right = other._right(terms, watch)
            if right > best:
                best, self._positions = right, other._positions

    def _right(self, terms: Sequence[Term], watch: Watch | None) -> int:
        return sum(self.span(term) is not Misfit.OTHER_TEXT for term in watched(terms, watch))

    def span(self, term: Term) -> TextSpan | Misfit:
        """Return a span in code points; a discontinuous one only if the gaps are white space."""
        pieces = [(self._point(start), self._point(end)) for start, end in term.pieces]
        if any(not 0 <= start <= end <= len(self._text) for start, end in pieces):
            return Misfit.OTHER_TEXT
        # A short line may name the whole text many times.
        if sum(end - start + 1 for start, end in pieces) - 1 != len(term.quote):
            return Misfit.OTHER_TEXT
        quoted = " ".join(self._text[start:end] for start, end in pieces)
        if quoted != term.quote and not _same_but_for_space(quoted, term.quote):
            return Misfit.OTHER_TEXT
        gaps = (self._text[end:start] for (_, end), (start, _) in pairwise(pieces))
        rising = all(end <= start for (_, end), (start, _) in pairwise(pieces))
        if not rising or any(gap.strip() for gap in gaps):
            return Misfit.IN_PIECES
        return TextSpan(pieces[0][0], pieces[-1][1], term.label)

    def _point(self, position: int) -> int:
        if self._positions is None:
            return position
        found = bisect_left(self._positions, position)
        return found if found < len(self._positions) and self._positions[found] == position else -1

    def written(self, name: str, label: str, start: int, end: int) -> str:
        """Return the line of a span without its line end; each line of the text is a piece."""
        found = [match.span() for match in _LINE.finditer(self._text, start, end)]
        quote = " ".join(self._text[a:z] for a, z in found)
        count = self._positions
        positions = ";".join(
            f"{a} {z}" if count is None else f"{count[a]} {count[z]}" for a, z in found
        )
        return f"{name}\t{brat_label(label)} {positions}\t{quote}"


def _same_but_for_space(one: str, other: str) -> bool:
    return _WHITE_SPACE.sub(" ", one) == _WHITE_SPACE.sub(" ", other)


def brat_label(label: str) -> str:
    """Return a label without white space, which brat does not allow."""
    return _WHITE_SPACE.sub("_", label)


def _other_units(text: str) -> Iterator[Iterator[int]]:
    """Yield other ways to count, as the width of each character."""
    following = text[1:] + " "
    ends = {(False, True): text.startswith(BOM), (True, False): "\r\n" in text}
    ends[True, True] = all(ends.values())
    for (lines, mark), there in ends.items():
        if there:
            yield (
                0 if (lines and pair == ("\r", "\n")) or (mark and at == 0) else 1
                for at, pair in enumerate(zip(text, following, strict=True))
            )
    if not text.isascii():
        yield (1 + (character > "\uffff") for character in text)
