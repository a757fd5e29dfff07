"""JSON lines: strict parsing, and rewriting of single members."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import regex

from app.formats.records import ImportedText
from crfcore.errors import DataError, fault_of_json
from crfcore.messages import changed, message
from crfcore.text.rows import BOM, Watch, is_blank, numbered_lines

LONGEST_LINE = 1 << 24
"""The longest line of JSON, in characters."""
DEEPEST = 100
"""The deepest nesting of lists and objects."""

_SPACE = re.compile(r"[ \t\r\n]*")
# Possessive quantifiers match wrongly in Python's own expressions before 3.11.5.
_NUMBER = regex.compile(
    r'"(?:[^"\\]++|\\.)*+"|(-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)', regex.DOTALL
)
_HALF = re.compile("[\ud800-\udfff]")
_FIRST_LINES = 3


class _DoubledKeyError(ValueError):
    """An object has a key twice."""


class _NumberError(ValueError):
    """A number that is not allowed in JSON."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DoubledKeyError(next(key for key, n in counts.items() if n > 1))
    return found


def _no_number(name: str) -> Any:
    raise _NumberError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(digits)
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A value, and its position in the line."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A parsed line; ``end`` is the index of its closing brace."""

    raw: str
    members: Mapping[str, Piece]
    end: int

    def get(self, name: str) -> Any:
        """Return the value of a member, None if there is none."""
        member = self.members.get(name)
        return None if member is None else member.value

    def elements(self, name: str) -> list[Piece]:
        """Return the elements of a list; none if the member is missing or no list."""
        found = self.get(name)
        if not isinstance(found, list) or not found:
            return []
        return list(_elements(self.raw, self.members[name].start))

    def with_members(self, texts: Mapping[str, str]) -> str:
        """Return the line with other values, given as JSON; new members come last."""
        raw, end = self.raw, self.end
        new = [name for name in texts if name not in self.members]
        added = ", ".join(f"{self.written(name)}: {texts[name]}" for name in new)
        if added:
            comma = ", " if self.members else ""
            head = raw[:end].rstrip(" \t\r")
            raw = head + comma + added + raw[len(head) :]
        known = sorted(texts.keys() - set(new), key=lambda name: -self.members[name].start)
        for name in known:
            member = self.members[name]
            raw = raw[: member.start] + texts[name] + raw[member.end :]
        return raw

    def written(self, value: Any) -> str:
        """Return a value as JSON, with non-ASCII letters escaped if the line is ASCII."""
        return json.dumps(value, ensure_ascii=self.raw.isascii())


def _elements(raw: str, start: int) -> Iterator[Piece]:
    at = _after_space(raw, start + 1)
    while raw[at] != "]":
        value, end = _DECODER.raw_decode(raw, at)
        yield Piece(value, at, end)
        at = _after_space(raw, end)
        if raw[at] == ",":
            at = _after_space(raw, at + 1)


def _after_space(raw: str, at: int) -> int:
    found = _SPACE.match(raw, at)
    return found.end() if found else at


def read_line(raw: str, path: Path | None = None, number: int | None = None) -> JsonLine:
    """Parse a line; DataError, with its number, if it is not one object of strict JSON."""
    column = None
    try:
        members, end = _members(raw, _after_space(raw, 0))
    except _DoubledKeyError as error:
        reason = message(
            "“{error}” is in one object twice; remove one of them.", error=_short(str(error))
        )
    except _NumberError as error:
        reason = message("{error} is no number in JSON; write null, or leave it out.", error=error)
    except json.JSONDecodeError as error:
        fault = changed(fault_of_json(error), _without_at)
        found = message("column {column:,}: {fault}", column=error.pos + 1, fault=fault)
        reason = message(
            "This line is not one object in JSON ({found}); one on each line is expected.",
            found=found,
        )
    except RecursionError:
        reason = _TOO_DEEP
    except ValueError:
        column = _position_of_number(raw)
        reason = message("A number here is larger than can be read; make it smaller.")
    else:
        strings = _strings(members)
        if strings is not None and not _HALF.search("".join(strings)):
            return JsonLine(raw, members, end)
        reason = _TOO_DEEP if strings is None else _HALVED
    raise DataError(reason, path=path, line=number, column=column)


def _without_at(text: str) -> str:
    return text.removesuffix(" at")


_TOO_DEEP = message(
    "Lists and objects are nested too deeply here (more than {deepest}); a flat object was "
    "expected.",
    deepest=DEEPEST,
)
_HALVED = message("Unpaired surrogate (\\ud800–\\udfff); fix the escape sequence.")


def _position_of_number(raw: str) -> int | None:
    """Return the column of the first number that cannot be read."""
    for match in _NUMBER.finditer(raw):
        try:
            _DECODER.decode(match.group(1) or "0")
        except ValueError:
            return int(match.start()) + 1
    return None


def _members(raw: str, at: int) -> tuple[dict[str, Piece], int]:
    """Return the members of an object and the index of its closing brace."""
    _expect(raw, at, "{")
    members: dict[str, Piece] = {}
    at = _after_space(raw, at + 1)
    while raw[at : at + 1] != "}":
        _expect(raw, at, '"')
        name, at = _DECODER.raw_decode(raw, at)
        at = _after_space(raw, at)
        _expect(raw, at, ":")
        start = _after_space(raw, at + 1)
        value, end = _DECODER.raw_decode(raw, start)
        if name in members:
            raise _DoubledKeyError(name)
        members[name] = Piece(value, start, end)
        at = _after_space(raw, end)
        if raw[at : at + 1] != "}":
            _expect(raw, at, ",")
            at = _after_space(raw, at + 1)
            _expect(raw, at, '"')
    rest = _after_space(raw, at + 1)
    if rest < len(raw):
        raise json.JSONDecodeError(message("Unexpected text after the JSON object"), raw, rest)
    return members, at


def _expect(raw: str, at: int, character: str) -> None:
    if raw[at : at + 1] != character:
        raise json.JSONDecodeError(
            message("“{character}” was expected", character=character), raw, at
        )


def _strings(members: Mapping[str, Piece]) -> list[str] | None:
    """Return all strings of an object; None if it is nested too deeply."""
    found: list[str] = [*members]
    level: list[Any] = [member.value for member in members.values()]
    for _ in range(DEEPEST):
        inside: list[Any] = []
        for value in level:
            if isinstance(value, str):
                found.append(value)
            elif isinstance(value, dict):
                found += value
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        if not inside:
            return found
        level = inside
    return None


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def json_lines(
    text: str, watch: Watch | None = None, path: Path | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, including blank ones, without a BOM."""
    return numbered_lines(text.removeprefix(BOM), watch, path, LONGEST_LINE)


def first_objects(text: str) -> Sequence[JsonLine]:
    """Return the first objects of a file; none if it does not begin with lines of JSON.

    At most `LONGEST_LINE` characters are read.
    """
    lines = (line for _, line in json_lines(text[:LONGEST_LINE]) if not is_blank(line))
    found = []
    for line in islice(lines, _FIRST_LINES):
        try:
            found.append(read_line(line))
        except DataError:
            break
    return found


def check_record(raw: str) -> None:
    """Raise DataError for a kept line that is neither blank nor an object with a text."""
    if not is_blank(raw):
        text_of_line(read_line(raw))


def text_of_line(line: JsonLine, path: Path | None = None, number: int | None = None) -> str:
    """Return the text of a line; DataError if there is none."""
    text = line.get("text")
    if not isinstance(text, str):
        raise DataError(
            message(
                "There is no “text” here; each line has to be an object with a text and its spans."
            ),
            path=path,
            line=number,
        )
    if "\x00" in text:
        raise DataError(message("The text contains a NUL character."), path=path, line=number)
    return text


def check_not_empty(imported: ImportedText, path: Path | None) -> ImportedText:
    """Return an imported text; DataError if it has no sentence."""
    if not imported.sentences:
        raise DataError(message("The file contains no words."), path=path)
    return imported
