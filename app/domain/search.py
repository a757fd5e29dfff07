"""What is looked for in a project: a query as data, and what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from crfcore.errors import CrfError

MAX_ALTERNATIVES = 64
"""So many ways to be true a query may have."""

ANY = "*"
"""The value of a condition that any label, and any name, meets."""

NONE = "none"
"""The value of a condition that only what has none meets."""


class QueryError(CrfError):
    """A query that cannot be understood; ``start`` and ``end`` say where in its line."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(f"{message} (at character {start + 1})")
        self.start = start
        self.end = end


class Field(StrEnum):
    """What a condition speaks of; the value is how it is written."""

    LABEL = "label"
    """The label shown on a token: said, imported or proposed."""
    TOKEN = "token"
    """On whose word the label of a token is shown."""
    CONFIDENCE = "p"
    """How probable the label shown is, in per cent."""
    BY = "by"
    """Who said it of a token."""
    FROM = "from"
    """From what it came: typed, accepted, a rule, an import."""
    HAS = "has"
    """A label shown anywhere in the sentence."""
    STATE = "state"
    """How far the sentence is."""
    DOCUMENT = "doc"
    """The name of the document."""
    FLAG = "mark"
    """What is noted of the sentence."""
    CONTROL = "control"
    """Whether the sentence is of the test sample."""


TOKEN_FIELDS = frozenset({Field.LABEL, Field.TOKEN, Field.CONFIDENCE, Field.BY, Field.FROM})
"""Conditions that are true of a token; the others are true of a sentence."""

ANNOTATION_FIELDS = frozenset(Field) - {Field.DOCUMENT, Field.FLAG, Field.CONTROL}
"""Conditions whose answer depends on labels and proposals."""

AUTHOR_FIELDS = frozenset({Field.BY, Field.FROM})
"""Conditions whose answer depends on who made which edit."""

VALUES: dict[Field, tuple[str, ...]] = {
    Field.TOKEN: (
        *("confirmed", "open", "proposed", "imported", "narrowed", "nothing"),
        *("foreign", "broken"),
    ),
    Field.FROM: ("typed", "accepted", "nothing", "rule", "import"),
    Field.STATE: ("todo", "partly", "done", "open"),
    Field.FLAG: ("flagged", "later", "skipped", "answered", "none"),
    Field.CONTROL: ("yes", "no"),
}
"""The values of those fields that have a fixed list of them."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow one another; ``*`` in one stands for any characters.

    Upper and lower case are the same unless ``exact``.
    """

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

    Of a confidence, ``lowest`` and ``highest`` are fractions, and say whether they are met
    themselves. ``literal`` is a value in quotes: a name, whatever else the word may mean.
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
    """One of the ways in which a query can be true: atoms that have to be met, or must not be."""

    met: tuple[Atom, ...] = ()
    unmet: tuple[Atom, ...] = ()


def alternatives(query: Query) -> tuple[Alternative, ...]:
    """Return all the ways in which a query can be true; CrfError for more than can be looked at."""
    return tuple(Alternative(*_sides(one)) for one in _ways(query, wanted=True))


def atoms(query: Query) -> Iterable[Atom]:
    """Return everything that a query asks for, in the order of its line."""
    if isinstance(query, Not):
        yield from atoms(query.part)
    elif isinstance(query, (AllOf, AnyOf)):
        for part in query.parts:
            yield from atoms(part)
    else:
        yield query


def unknown_labels(query: Query, known: Iterable[str]) -> Iterator[str]:
    """Return the labels that a query names and that are none of those known."""
    names = {name.casefold() for name in known}
    for atom in atoms(query):
        if isinstance(atom, Condition) and atom.field in (Field.LABEL, Field.HAS):
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
            f"The query can be true in more than {MAX_ALTERNATIVES} ways; write fewer "
            "alternatives, or look for them one after the other."
        )
    return ways or [tuple(one for way in chosen for one in way) for chosen in product(*parts)]


class Order(StrEnum):
    """In which order hits are listed."""

    TEXT = "text"
    LEFT = "left"
    """By the words before, the nearest first."""
    MIDDLE = "middle"
    RIGHT = "right"


def no_tokens() -> NDArray[np.int32]:
    """Return an empty array of tokens."""
    return np.zeros(0, np.int32)


def n_different(sentence_indices: NDArray[np.int64]) -> int:
    """Return how many sentences some places name."""
    there = np.zeros(int(sentence_indices.max(initial=-1)) + 1, np.bool_)
    there[sentence_indices] = True
    return int(np.count_nonzero(there))


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """The hits of a query (K of them), in the order asked for.

    Hit i is tokens ``firsts[i]`` … ``lasts[i]`` (int32) of the sentence at ``sentence_indices[i]``
    (int64). ``whole`` says that the query speaks of sentences only, and each hit is one from end to
    end. ``revision`` is the session's revision that was looked at.
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
        """Return some of the hits."""
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
    """What can be done with all hits at once."""

    LABEL = "label"
    NO_LABEL = "no_label"
    CLEAR = "clear"
    ACCEPT = "accept"
    FLAG = "flag"
    SKIP = "skip"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class BulkAction:
    """What is to be done, and with which label."""

    act: Act
    label: int = 0
