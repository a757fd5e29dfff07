r"""The parser of search queries.

    "5 mg" label:DOSE -state:done p<60 (rats OR mice) /carpro\w+/i doc:letters

All words and conditions have to be met, unless combined with OR, NOT (or ``-``) and brackets.
A phrase is in quotes, a regular expression between slashes.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from app.domain.search import (
    FORMER_FIELDS,
    FORMER_VALUES,
    VALUES,
    AllOf,
    AnyOf,
    Condition,
    Field,
    Not,
    Pattern,
    Phrase,
    Query,
    QueryError,
)
from crfcore.messages import message

_CONFIDENCE_FORMS = message("Write a confidence as p<60, p>=90 or p:40-60")

DEEPEST = 50
"""The deepest nesting of brackets and negations."""

EXACT = "case"
"""The field whose words are matched with their case."""

_NAME = re.compile(r"([A-Za-z]+):")
_CONFIDENCE = re.compile(r"p\s*(<=|>=|<|>)\s*(\d+(?:[.,]\d+)?)\s*%?(?=[\s()|]|$)")
_COMPARISON = re.compile(r"p\s*[<>]=?")
_RANGE = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:-|–|\.\.)\s*(\d+(?:[.,]\d+)?)%?")
_FLAGS = re.compile(r"[A-Za-z]*")


class _Kind(Enum):
    ATOM = "atom"
    OPEN = "("
    CLOSE = ")"
    OR = "OR"
    NOT = "NOT"
    END = "end"


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: _Kind
    start: int
    end: int
    query: Query | None = None


def read_query(line: str) -> Query | None:
    """Parse a line, None for an empty one; QueryError says what is wrong and where."""
    pieces = list(_pieces(line))
    if pieces[0].kind is _Kind.END:
        return None
    reader = _Reader(pieces)
    query = reader.any_of(0)
    left = reader.piece
    if left.kind is not _Kind.END:
        raise QueryError(message("Unmatched closing bracket."), left.start, left.end)
    return query


def quoted(name: str) -> str:
    """Return a name as it is written in a query: in quotes where it needs them."""
    if name and re.fullmatch(r"[\w.\-/&+]*\w", name) and name not in ("OR", "NOT", "AND", "none"):
        return name
    return in_quotes(name)


def in_quotes(name: str) -> str:
    """Return a name in quotes."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def with_term(line: str, term: str) -> str:
    """Return a line with one more term.

    A condition replaces one of the same field if the line is a plain list of conditions.
    """
    line = line.strip()
    try:
        pieces = [piece for piece in _pieces(line) if piece.kind is not _Kind.END]
        new = read_query(term)
    except QueryError:
        return f"{line} {term}".strip()
    own = _field_of(new)
    if own is not None and all(piece.kind in (_Kind.ATOM, _Kind.NOT) for piece in pieces):
        for at, piece in enumerate(pieces):
            if piece.query is not None and _field_of(piece.query) is own:
                negated = at > 0 and pieces[at - 1].kind is _Kind.NOT
                start = pieces[at - 1].start if negated else piece.start
                return f"{line[:start]}{term}{line[piece.end :]}"
    if any(piece.kind is _Kind.OR for piece in pieces):
        line = f"({line})"
    return f"{line} {term}".strip()


def _field_of(query: Query | None) -> Field | None:
    if isinstance(query, Not):
        query = query.part
    return query.field if isinstance(query, Condition) else None


# ---- pieces


def _pieces(line: str) -> Iterator[_Piece]:
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        piece = _piece(line, at)
        if piece is not None:
            yield piece
            at = piece.end
        else:
            at += len("AND")
    yield _Piece(_Kind.END, len(line), len(line))


_SIGNS = {"(": _Kind.OPEN, ")": _Kind.CLOSE, "|": _Kind.OR}
_WORDS = {"OR": _Kind.OR, "NOT": _Kind.NOT}


def _piece(line: str, at: int) -> _Piece | None:
    """Return the piece that begins at a character; None for AND, which is implicit."""
    sign = line[at]
    if sign in _SIGNS:
        return _Piece(_SIGNS[sign], at, at + 1)
    if sign == "-" and at + 1 < len(line) and not (line[at + 1].isspace() or line[at + 1] in ")|"):
        return _Piece(_Kind.NOT, at, at + 1)
    if sign == '"':
        return _quoted_phrase(line, at, at, exact=False)
    if sign == "/":
        return _pattern(line, at)
    if found := _CONFIDENCE.match(line, at):
        return _Piece(_Kind.ATOM, at, found.end(), _confidence(found))
    if found := _COMPARISON.match(line, at):
        text = message(
            "{confidence_forms}; to search for the text, use quotes",
            confidence_forms=_CONFIDENCE_FORMS,
        )
        raise QueryError(text, at, _bare_end(line, found.end()))
    if found := _NAME.match(line, at):
        return _condition(line, at, found)
    end = _bare_end(line, at)
    word = line[at:end]
    if word == "AND":
        return None
    if word in _WORDS:
        return _Piece(_WORDS[word], at, end)
    return _Piece(_Kind.ATOM, at, end, Phrase((word,)))


def _bare_end(line: str, at: int) -> int:
    end = at
    while end < len(line) and not line[end].isspace() and line[end] not in '()|"':
        end += 1
    return end


def _quoted(line: str, start: int) -> tuple[str, int]:
    """Return the text in the quotes that open at ``start``, and the index after them."""
    text: list[str] = []
    at = start + 1
    while at < len(line):
        if line[at] == "\\" and line[at + 1 : at + 2] in ('"', "\\"):
            at += 1
        elif line[at] == '"':
            return "".join(text), at + 1
        text.append(line[at])
        at += 1
    raise QueryError(message("Missing closing quotation mark."), start, len(line))


def _quoted_phrase(line: str, start: int, quotes: int, *, exact: bool) -> _Piece:
    text, end = _quoted(line, quotes)
    if not text.split():
        raise QueryError(message("There is no word between these quotes"), start, end)
    return _Piece(_Kind.ATOM, start, end, Phrase(tuple(text.split()), exact))


def _pattern(line: str, start: int) -> _Piece:
    at = start + 1
    while at < len(line) and line[at] != "/":
        at += 2 if line[at] == "\\" else 1
    if at >= len(line):
        raise QueryError(
            message("Missing closing “/”. To search for a slash, use quotes."),
            start,
            len(line),
        )
    expression = line[start + 1 : at].replace("\\/", "/")
    flags = _FLAGS.match(line, at + 1)
    end = at + 1 if flags is None else flags.end()
    if not expression:
        raise QueryError(message("Empty regular expression."), start, end)
    if line[at + 1 : end] not in ("", "i"):
        raise QueryError(message("Only the flag “i” (ignore case) is supported."), at + 1, end)
    pattern = Pattern(expression, ignore_case=end > at + 1)
    return _Piece(_Kind.ATOM, start, end, pattern)


def _confidence(found: re.Match[str]) -> Condition:
    sign, bound = found[1], _fraction(found[2], *found.span(2))
    if sign.startswith("<"):
        return Condition(Field.CONFIDENCE, highest=bound, highest_met=sign == "<=")
    return Condition(Field.CONFIDENCE, lowest=bound, lowest_met=sign == ">=")


def _fraction(text: str, start: int, end: int) -> float:
    value = float(text.replace(",", "."))
    if value > 100:
        raise QueryError(message("Confidence must be 0–100 (per cent)."), start, end)
    return value / 100


def _condition(line: str, start: int, found: re.Match[str]) -> _Piece:
    name, at = FORMER_FIELDS.get(found[1].lower(), found[1].lower()), found.end()
    fields = {one.value: one for one in Field}
    if name not in fields and name != EXACT:
        close = difflib.get_close_matches(name, [*fields, EXACT], 1)
        hint = (
            message("did you mean “{close}:”?", close=close[0])
            if close
            else message("put a word with a colon in quotes")
        )
        raise QueryError(
            message("Unknown condition “{found}”: {hint}", found=found[0], hint=hint), start, at
        )
    if line[at : at + 1] == '"':
        if name == EXACT:
            return _quoted_phrase(line, start, at, exact=True)
        value, end = _quoted(line, at)
        literal = True
    else:
        end = _bare_end(line, at)
        value, literal = line[at:end], False
    if not value:
        raise QueryError(message("“{found}” needs a value", found=found[0]), start, max(end, at))
    if name == EXACT:
        return _Piece(_Kind.ATOM, start, end, Phrase((value,), exact=True))
    made = _condition_of(fields[name], value, literal=literal, where=(at, end))
    return _Piece(_Kind.ATOM, start, end, made)


def _condition_of(field: Field, value: str, *, literal: bool, where: tuple[int, int]) -> Condition:
    if field is Field.CONFIDENCE:
        bounds = _RANGE.fullmatch(value)
        if bounds is None:
            raise QueryError(_CONFIDENCE_FORMS, *where)
        lowest, highest = (_fraction(bounds[at], *where) for at in (1, 2))
        if lowest > highest:
            raise QueryError(message("The lower confidence comes first"), *where)
        return Condition(field, lowest=lowest, highest=highest)
    known = VALUES.get(field)
    if known is not None:
        value = FORMER_VALUES.get(value.lower(), value.lower())
        if value not in known:
            raise QueryError(
                message(
                    "“{field}:” is followed by one of {known}", field=field, known=", ".join(known)
                ),
                *where,
            )
    return Condition(field, value, literal=literal)


# ---- the syntax


class _Reader:
    """A recursive descent parser; ``piece`` is the next one."""

    def __init__(self, pieces: list[_Piece]) -> None:
        self._pieces = pieces
        self._at = 0

    @property
    def piece(self) -> _Piece:
        return self._pieces[self._at]

    def any_of(self, depth: int) -> Query:
        parts = [self._all_of(depth)]
        while self.piece.kind is _Kind.OR:
            self._at += 1
            parts.append(self._all_of(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all_of(self, depth: int) -> Query:
        parts = [self._one(depth)]
        while self.piece.kind in (_Kind.ATOM, _Kind.NOT, _Kind.OPEN):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _one(self, depth: int) -> Query:
        piece = self.piece
        if depth > DEEPEST:
            raise QueryError(message("Too many nested brackets."), piece.start, piece.end)
        if piece.kind is _Kind.NOT:
            self._at += 1
            return Not(self._one(depth + 1))
        if piece.kind is _Kind.OPEN:
            self._at += 1
            inner = self.any_of(depth + 1)
            if self.piece.kind is not _Kind.CLOSE:
                raise QueryError(message("Missing closing bracket."), piece.start, piece.end)
            self._at += 1
            return inner
        if piece.query is None:
            raise QueryError(
                message("A word or condition is missing here."), max(piece.start - 1, 0), piece.end
            )
        self._at += 1
        return piece.query
