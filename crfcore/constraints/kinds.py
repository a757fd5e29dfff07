"""What a rule can say, as plain data: labels and types by their names, tokens by their places.

Everything is about one sentence. A *unit* is a name: one with a prefix (B-TITLE), and O, is a
label, and every token that bears it is a unit; any other name (TITLE, NOUN) is a type, and its
*segments* are the units, which are those that conlleval counts (`crfcore.text.tag_schemes.spans`),
also in sequences that break the scheme. A label without prefix is a segment of one token.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any, ClassVar, TypeAlias

from crfcore.errors import CrfError, shown
from crfcore.text.tag_schemes import OUTSIDE, SCHEMES, split_tag

MAX_STATES = 256
"""How many states the automaton of a sentence's rules may have, unless said otherwise."""

EFFECTS = ("implies", "allows", "forbids")


def is_label(unit: str) -> bool:
    """Whether a unit is a label of tokens, and not a type of segments."""
    return unit == OUTSIDE or split_tag(unit)[0] != ""


# ---- about tokens and spans of one sentence


@dataclass(frozen=True, slots=True)
class Pin:
    """Token `token`, counted from 0, has the label `label`."""

    token: int
    label: str
    KIND: ClassVar[str] = "pin"

    def __post_init__(self) -> None:
        """Refuse what is no token and no name."""
        _check_token(self, "token", self.token)
        _check_name(self, "label", self.label)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The token has one of the labels; a type stands for all labels of that type."""

    token: int
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "one_of"

    def __post_init__(self) -> None:
        """Refuse what is no token, and no labels."""
        _check_token(self, "token", self.token)
        _keep_names(self, "labels")


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The token has none of the labels; a type stands for all labels of that type."""

    token: int
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "none_of"

    def __post_init__(self) -> None:
        """Refuse what is no token, and no labels."""
        _check_token(self, "token", self.token)
        _keep_names(self, "labels")


@dataclass(frozen=True, slots=True)
class FixedSpan:
    """Tokens `start` to `end` (exclusive) are one segment of the type, with its borders."""

    start: int
    end: int
    type: str
    KIND: ClassVar[str] = "fixed_span"

    def __post_init__(self) -> None:
        """Refuse an empty span."""
        _check_span(self, self.start, self.end)
        _check_type(self, self.type)


@dataclass(frozen=True, slots=True)
class NotSpan:
    """Tokens `start` to `end` (exclusive) are not one segment of the type with these borders."""

    start: int
    end: int
    type: str
    KIND: ClassVar[str] = "not_span"

    def __post_init__(self) -> None:
        """Refuse an empty span."""
        _check_span(self, self.start, self.end)
        _check_type(self, self.type)


# ---- about neighbours


@dataclass(frozen=True, slots=True)
class FollowedBy:
    """Right after each `a` begins a `b`; an `a` at the end of the sentence breaks the rule."""

    a: str
    b: str
    KIND: ClassVar[str] = "followed_by"

    def __post_init__(self) -> None:
        """Refuse empty names."""
        _check_pair(self)


@dataclass(frozen=True, slots=True)
class NotFollowedBy:
    """Right after an `a` no `b` begins."""

    a: str
    b: str
    KIND: ClassVar[str] = "not_followed_by"

    def __post_init__(self) -> None:
        """Refuse empty names."""
        _check_pair(self)


@dataclass(frozen=True, slots=True)
class StartsWith:
    """The first token begins an `a`."""

    a: str
    KIND: ClassVar[str] = "starts_with"

    def __post_init__(self) -> None:
        """Refuse an empty name."""
        _check_name(self, "a", self.a)


@dataclass(frozen=True, slots=True)
class EndsWith:
    """The last token ends an `a`."""

    a: str
    KIND: ClassVar[str] = "ends_with"

    def __post_init__(self) -> None:
        """Refuse an empty name."""
        _check_name(self, "a", self.a)


@dataclass(frozen=True, slots=True)
class NeverAdjacent:
    """No `a` and `b` stand side by side, in either order."""

    a: str
    b: str
    KIND: ClassVar[str] = "never_adjacent"

    def __post_init__(self) -> None:
        """Refuse empty names."""
        _check_pair(self)


@dataclass(frozen=True, slots=True)
class ValidScheme:
    """The labels are as the scheme writes them (`crfcore.text.tag_schemes.encode`)."""

    scheme: str
    KIND: ClassVar[str] = "valid_scheme"

    def __post_init__(self) -> None:
        """Refuse an unknown scheme."""
        if self.scheme not in SCHEMES:
            raise CrfError(
                f"There is no scheme {shown(self.scheme)} that labels could obey; choose one of "
                f"{', '.join(SCHEMES)}."
            )


# ---- about the whole sentence


@dataclass(frozen=True, slots=True)
class Count:
    """There are at least and at most so many units; both the same is exactly so many."""

    unit: str
    at_least: int | None = None
    at_most: int | None = None
    KIND: ClassVar[str] = "count"

    def __post_init__(self) -> None:
        """Refuse what no number of units can satisfy, or every number does."""
        _check_name(self, "unit", self.unit)
        if self.at_least is None and self.at_most is None:
            raise CrfError(f"A count of {self.unit} needs at_least, at_most, or both.")
        for name in ("at_least", "at_most"):
            _check_number(self, name, getattr(self, name))
        least, most = self.at_least or 0, self.at_most
        if most is not None and least > most:
            raise CrfError(
                f"At least {least} and at most {most} {self.unit} contradict each other; let "
                "at_least be no more than at_most."
            )


@dataclass(frozen=True, slots=True)
class Implies:
    """If there is an `a`, there is a `b`; with ``present=False``, there is none."""

    a: str
    b: str
    present: bool = True
    KIND: ClassVar[str] = "implies"

    def __post_init__(self) -> None:
        """Refuse empty names."""
        _check_pair(self)


@dataclass(frozen=True, slots=True)
class NotAfter:
    """No `a` begins after the beginning of a `b`."""

    a: str
    b: str
    KIND: ClassVar[str] = "not_after"

    def __post_init__(self) -> None:
        """Refuse empty names."""
        _check_pair(self)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The labels of the whole sentence match a regular expression over labels.

    See `crfcore.constraints.label_regex` for how it is written.
    """

    regex: str
    KIND: ClassVar[str] = "pattern"

    def __post_init__(self) -> None:
        """Refuse what is no text."""
        if not isinstance(self.regex, str):
            raise CrfError(
                f"A pattern over labels is a text such as 'O* (B-NP I-NP*)+', not "
                f"{shown(self.regex)}."
            )


# ---- about words


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases of whole tokens; where several begin at a token, the longest one counts."""

    phrases: tuple[tuple[str, ...], ...]
    ignore_case: bool = False
    KIND: ClassVar[str] = "phrases"

    def __post_init__(self) -> None:
        """Refuse a phrase without words."""
        given: Any = self.phrases
        if isinstance(given, str):
            raise CrfError("Phrases are a list of lists of words, not one text.")
        kept = tuple(tuple(one.split()) if isinstance(one, str) else tuple(one) for one in given)
        if not all(kept) or not all(isinstance(word, str) and word for p in kept for word in p):
            raise CrfError("A phrase of a lexical rule has no words; leave it out.")
        object.__setattr__(self, "phrases", kept)

    def __hash__(self) -> int:
        """Return a hash of the ends: that of a hundred thousand phrases takes milliseconds."""
        return hash((len(self.phrases), self.phrases[:1], self.phrases[-1:], self.ignore_case))


@dataclass(frozen=True, slots=True)
class WordPattern:
    """Tokens whose whole text matches a regular expression; the application matches it."""

    pattern: str
    ignore_case: bool = False
    KIND: ClassVar[str] = "word_pattern"

    def __post_init__(self) -> None:
        """Refuse an empty pattern."""
        _check_name(self, "pattern", self.pattern)


@dataclass(frozen=True, slots=True)
class WordList:
    """Tokens that are one of these words."""

    words: tuple[str, ...]
    ignore_case: bool = False
    KIND: ClassVar[str] = "word_list"

    def __post_init__(self) -> None:
        """Refuse what is no list of words."""
        _keep_names(self, "words", empty=True)


Matcher: TypeAlias = Phrases | WordPattern | WordList


@dataclass(frozen=True, slots=True)
class Lexical:
    """What a match in the text says of its tokens.

    "implies" takes one name: with a type, the match is one segment of it, borders included; with
    a label, each token of the match has it. "allows": each token of a match has one of the labels
    ("CITY or O"); "forbids": none of them. For these two a type stands for all its labels.
    """

    matcher: Matcher
    effect: str
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "lexical"

    def __post_init__(self) -> None:
        """Refuse an unknown effect or matcher, and labels that the effect cannot take."""
        if not isinstance(self.matcher, (Phrases, WordPattern, WordList)):
            raise CrfError(
                "A lexical rule matches Phrases, a WordPattern or a WordList, not "
                f"{shown(self.matcher)}."
            )
        if self.effect not in EFFECTS:
            raise CrfError(
                f"A lexical rule has no effect {shown(self.effect)}; choose one of "
                f"{', '.join(EFFECTS)}."
            )
        _keep_names(self, "labels")
        if self.effect == "implies" and len(self.labels) > 1:
            raise CrfError(
                f"A match implies one label or type, not {', '.join(self.labels)}; use 'allows' "
                "for one of several."
            )


@dataclass(frozen=True, slots=True)
class SameWordSameLabel:
    """Tokens of the sentence that are the same word have the same label.

    Parameters
    ----------
    words : tuple of str
        The words that are meant; none are all.
    ignore_case : bool
        Whether "The" and "the" are the same word.
    by_type : bool
        Whether the same type is enough (B-X and I-X).
    """

    words: tuple[str, ...] = ()
    ignore_case: bool = False
    by_type: bool = False
    KIND: ClassVar[str] = "same_word_same_label"

    def __post_init__(self) -> None:
        """Refuse what are no words."""
        _keep_names(self, "words", empty=True)


Kind: TypeAlias = (
    Pin
    | OneOf
    | NoneOf
    | FixedSpan
    | NotSpan
    | FollowedBy
    | NotFollowedBy
    | StartsWith
    | EndsWith
    | NeverAdjacent
    | ValidScheme
    | Count
    | Implies
    | NotAfter
    | Pattern
    | Lexical
    | SameWordSameLabel
)

KINDS: dict[str, type[Kind]] = {
    kind.KIND: kind
    for kind in (
        Pin,
        OneOf,
        NoneOf,
        FixedSpan,
        NotSpan,
        FollowedBy,
        NotFollowedBy,
        StartsWith,
        EndsWith,
        NeverAdjacent,
        ValidScheme,
        Count,
        Implies,
        NotAfter,
        Pattern,
        Lexical,
        SameWordSameLabel,
    )
}
"""Every kind by the name that files give it; its parameters are the fields of the class."""

MATCHERS: dict[str, type[Matcher]] = {
    matcher.KIND: matcher for matcher in (Phrases, WordPattern, WordList)
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes
    ----------
    kind : one of `KINDS`
        What it says.
    name : str
        What the user calls it; may be empty.
    on : bool
        Whether it counts; a rule that is off is kept and not looked at.
    cost : float, optional
        None for a hard rule, which no labelling may break. Otherwise what the score of a labelling
        loses, at least 0: once per violation for rules about tokens, neighbours, schemes and words,
        once per unit over or under for counts, once per sentence for all others.
    """

    kind: Kind
    name: str = ""
    on: bool = True
    cost: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no kind, and costs that are no numbers from 0 on."""
        if type(self.kind) not in KINDS.values():
            names = ", ".join(kind.__name__ for kind in KINDS.values())
            raise CrfError(f"{shown(self.kind)} is no kind of rule; use one of {names}.")
        cost = self.cost
        if cost is not None and not (
            isinstance(cost, Real) and not isinstance(cost, bool) and 0 <= cost < math.inf
        ):
            raise CrfError(
                f"The cost of a soft rule is a number of at least 0, not {shown(cost)}; leave it "
                "out for a rule that must hold."
            )

    @property
    def hard(self) -> bool:
        """Whether no labelling may break it."""
        return self.cost is None


class Rules(tuple[Rule, ...]):
    """Rules in their order; kinds alone become hard rules without a name.

    Parameters
    ----------
    rules : iterable of Rule or kinds
    """

    __slots__ = ()

    def __new__(cls, rules: Iterable[Rule | Kind] = ()) -> Rules:
        """Make rules of what is given."""
        return super().__new__(cls, (r if isinstance(r, Rule) else Rule(r) for r in rules))

    def __add__(self, other: Iterable[Rule | Kind]) -> Rules:  # type: ignore[override]
        """Return these rules and then the others."""
        return Rules([*self, *other])

    def in_force(self) -> Iterator[tuple[int, Rule]]:
        """Yield (place, rule) for those that are on."""
        return ((place, rule) for place, rule in enumerate(self) if rule.on)


# ---- checks


def _kind_name(kind: Any) -> str:
    return str(type(kind).__name__)


def _check_token(kind: Any, name: str, token: object) -> None:
    if isinstance(token, bool) or not isinstance(token, Integral) or token < 0:
        raise CrfError(
            f"{_kind_name(kind)}: {name} is the place of a token, counted from 0, not "
            f"{shown(token)}."
        )
    object.__setattr__(kind, name, int(token))


def _check_number(kind: Any, name: str, number: object) -> None:
    if number is None:
        return
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
        raise CrfError(f"{_kind_name(kind)}: {name} is a number from 0 on, not {shown(number)}.")
    object.__setattr__(kind, name, int(number))


def _check_name(kind: Any, field: str, name: object) -> None:
    if not isinstance(name, str) or not name:
        raise CrfError(f"{_kind_name(kind)}: {field} is a name, not {shown(name)}.")


def _check_pair(kind: Any) -> None:
    for field in fields(kind)[:2]:
        _check_name(kind, field.name, getattr(kind, field.name))


def _check_span(kind: Any, start: object, end: object) -> None:
    _check_token(kind, "start", start)
    _check_token(kind, "end", end)
    if not kind.start < kind.end:
        raise CrfError(
            f"{_kind_name(kind)}: a span of the tokens {start} to {end} (exclusive) is empty; let "
            "end be greater than start."
        )


def _check_type(kind: Any, name: object) -> None:
    _check_name(kind, "type", name)
    if is_label(str(name)):
        raise CrfError(
            f"{_kind_name(kind)}: a span has a type such as PERSON, and {shown(name)} is a label "
            "of tokens; leave its prefix out."
        )


def _keep_names(kind: Any, field: str, *, empty: bool = False) -> None:
    names = getattr(kind, field)
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise CrfError(f"{_kind_name(kind)}: {field} is a list of names, not {shown(names)}.")
    kept = tuple(dict.fromkeys(sorted(names) if isinstance(names, (set, frozenset)) else names))
    if not empty and not kept:
        raise CrfError(f"{_kind_name(kind)}: {field} is empty; name at least one.")
    for name in kept:
        _check_name(kind, f"each of {field}", name)
    object.__setattr__(kind, field, kept)
