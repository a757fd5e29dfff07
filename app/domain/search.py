"""Search queries as data, and their matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from crfcore.errors import CrfError
from crfcore.messages import message, without_stop

MAX_ALTERNATIVES = 64
"""The most alternatives of a query."""

ANY = "*"
"""The value that any label or name meets."""

NONE = "none"
"""The value that only tokens or sentences without one meet."""


class QueryError(CrfError):
    """A query that cannot be parsed; ``start`` and ``end`` are the position in its line."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        super().__init__(
            message(
                "{reason} (at character {start}).", reason=without_stop(reason), start=start + 1
            )
        )
        self.start = start
        self.end = end


class Field(StrEnum):
    """The field of a condition; the value is how it is written."""

    LABEL = "label"
    """The label shown on a token: confirmed, imported or proposed."""
    TOKEN = "token"
    """The state of a token."""
    CONFIDENCE = "p"
    """The probability of the label shown, in per cent."""
    BY = "by"
    """Who labelled a token."""
    FROM = "from"
    """The origin of a label: typed, accepted, a rule, an import."""
    HAS = "has"
    """A label shown anywhere in the sentence."""
    STATE = "state"
    """The state of the sentence."""
    DOCUMENT = "doc"
    """The name of the document."""
    FLAG = "flag"
    """A flag of the sentence."""
    CONTROL = "test"
    """Whether the sentence is a test sentence."""


TOKEN_FIELDS = frozenset({Field.LABEL, Field.TOKEN, Field.CONFIDENCE, Field.BY, Field.FROM})
"""Conditions on tokens; the others are on sentences."""

ANNOTATION_FIELDS = frozenset(Field) - {Field.DOCUMENT, Field.FLAG, Field.CONTROL}
"""Conditions that depend on labels and proposals."""

AUTHOR_FIELDS = frozenset({Field.BY, Field.FROM})
"""Conditions that depend on who made which edit."""

VALUES: dict[Field, tuple[str, ...]] = {
    Field.TOKEN: (
        *("confirmed", "open", "suggested", "imported", "rejected", "nothing"),
        *("foreign", "broken"),
    ),
    Field.FROM: ("typed", "accepted", "nothing", "rule", "import"),
    Field.STATE: ("todo", "partial", "done", "open"),
    Field.FLAG: ("flagged", "postponed", "skipped", "answered", "none"),
    Field.CONTROL: ("yes", "no"),
}
"""The values of the fields that have a fixed list of them."""

FORMER_FIELDS = {"control": "test", "mark": "flag"}
FORMER_VALUES = {
    "proposed": "suggested",
    "narrowed": "rejected",
    "partly": "partial",
    "later": "postponed",
}
"""Words of queries in earlier versions, which are still read."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Consecutive words; ``*`` matches any characters. Case is ignored unless ``exact``."""

    words: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression over the text of a sentence."""

    expression: str
    ignore_case: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One field and its value.

    For a confidence, ``lowest`` and ``highest`` are fractions, inclusive if ``lowest_met`` or
    ``highest_met``. A ``literal`` value was in quotes: it is a name, not a keyword.
    """

    field: Field
    value: str = ""
    literal: bool = False
    lowest: float = 0.0
    highest: float = 1.0
    lowest_met: bool = True
    highest_met: bool = True


Atom = Phrase | Pattern | Condition


@dataclass(frozen=True, slots=True)
class Not:
    """True where its part is not."""

    part: Query


@dataclass(frozen=True, slots=True)
class AllOf:
    """True where all parts are."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """True where one of the parts is."""

    parts: tuple[Query, ...]


Query = Phrase | Pattern | Condition | Not | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Alternative:
    """One conjunction of a query: atoms that have to be met, and those that must not be."""

    met: tuple[Atom, ...] = ()
    unmet: tuple[Atom, ...] = ()


def alternatives(query: Query) -> tuple[Alternative, ...]:
    """Return a query in disjunctive normal form; CrfError for more than `MAX_ALTERNATIVES`."""
    return tuple(Alternative(*_sides(one)) for one in _ways(query, wanted=True))


def atoms(query: Query) -> Iterable[Atom]:
    """Return the atoms of a query, in the order of its line."""
    if isinstance(query, Not):
        yield from atoms(query.part)
    elif isinstance(query, (AllOf, AnyOf)):
        for part in query.parts:
            yield from atoms(part)
    else:
        yield query


def unknown_labels(query: Query, known: Iterable[str]) -> Iterator[str]:
    """Return the labels in a query that are not among ``known``."""
    names = {name.casefold() for name in known}
    for atom in atoms(query):
        if isinstance(atom, Condition) and atom.field in (Field.LABEL, Field.HAS):
            special = not atom.literal and (ANY in atom.value or atom.value.casefold() == NONE)
            if not special and atom.value.casefold() not in names:
                yield atom.value


def unknown_people(query: Query, known: Iterable[str]) -> Iterator[str]:
    """Return the annotators in a query that are not among ``known``."""
    names = {name.casefold() for name in known}
    for atom in atoms(query):
        if isinstance(atom, Condition) and atom.field is Field.BY:
            special = not atom.literal and (ANY in atom.value or atom.value.casefold() == NONE)
            if not special and atom.value.casefold() not in names:
                yield atom.value


Signed = tuple[Atom, bool]


def _sides(way: tuple[Signed, ...]) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    unique = dict.fromkeys(way)
    return (
        tuple(atom for atom, wanted in unique if wanted),
        tuple(atom for atom, wanted in unique if not wanted),
    )


def _ways(query: Query, *, wanted: bool) -> list[tuple[Signed, ...]]:
    if isinstance(query, Not):
        return _ways(query.part, wanted=not wanted)
    if not isinstance(query, (AllOf, AnyOf)):
        return [((query, wanted),)]
    parts = [_ways(part, wanted=wanted) for part in query.parts]
    if isinstance(query, AllOf) is not wanted:
        ways = [way for part in parts for way in part]
        n_ways = len(ways)
    else:
        n_ways = int(np.prod([len(part) for part in parts], dtype=np.float64))
        ways = []
    if n_ways > MAX_ALTERNATIVES:
        raise CrfError(
            message(
                "The query can be true in more than {max_alternatives} ways; write fewer "
                "alternatives, or look for them one after the other.",
                max_alternatives=MAX_ALTERNATIVES,
            )
        )
    return ways or [tuple(one for way in chosen for one in way) for chosen in product(*parts)]


class Order(StrEnum):
    """The order in which matches are listed."""

    TEXT = "text"
    LEFT = "left"
    """By the words before, the nearest first."""
    MIDDLE = "middle"
    RIGHT = "right"


def no_tokens() -> NDArray[np.int32]:
    """Return an empty array of tokens."""
    return np.zeros(0, np.int32)


def n_different(sentence_indices: NDArray[np.int64]) -> int:
    """Return the number of different sentences."""
    there = np.zeros(int(sentence_indices.max(initial=-1)) + 1, np.bool_)
    there[sentence_indices] = True
    return int(np.count_nonzero(there))


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """The matches of a query (K of them), sorted.

    Match i is tokens ``firsts[i]`` … ``lasts[i]`` (int32) of the sentence at
    ``sentence_indices[i]`` (int64). ``whole``: the query has conditions on sentences only, and each
    match is a whole sentence. ``revision`` is the session's revision that was searched.
    """

    sentence_indices: NDArray[np.int64] = field(default_factory=no_sentences)
    firsts: NDArray[np.int32] = field(default_factory=no_tokens)
    lasts: NDArray[np.int32] = field(default_factory=no_tokens)
    n_sentences: int = 0
    whole: bool = False
    revision: int = 0

    def __len__(self) -> int:
        return len(self.sentence_indices)

    def rows(self, wanted: NDArray[np.int64]) -> Findings:
        """Return some of the matches."""
        sentence_indices = self.sentence_indices[wanted]
        return Findings(
            sentence_indices,
            self.firsts[wanted],
            self.lasts[wanted],
            n_different(sentence_indices),
            self.whole,
            self.revision,
        )


class Act(StrEnum):
    """The actions on all matches."""

    LABEL = "label"
    NO_LABEL = "no_label"
    CLEAR = "clear"
    ACCEPT = "accept"
    FLAG = "flag"
    SKIP = "skip"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class BulkAction:
    """An action, and its label."""

    act: Act
    label: int = 0
