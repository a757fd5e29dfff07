"""Kinds of rules, as plain data with labels and types by name, and tokens by index.

A rule is about one sentence. A *unit* is a name: with a prefix (B-TITLE), or O, it is a label, and
each token with it is a unit; any other name (TITLE, NOUN) is a type, and its *segments* are the
units: the spans of conlleval (`crfcore.text.tag_schemes.spans`), also in sequences that violate the
scheme. A label without prefix is a segment of one token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from crfcore.constraints.kind_checks import (
    check_name,
    check_number,
    check_pair,
    check_span,
    check_token,
    check_type,
    keep_names,
)
from crfcore.errors import CrfError, shown
from crfcore.messages import message
from crfcore.text.tag_schemes import SCHEMES

MAX_STATES = 256
"""Default limit of the states of the automaton of a sentence's rules."""

EFFECTS = ("implies", "allows", "forbids")


# ---- about tokens and spans of one sentence


@dataclass(frozen=True, slots=True)
class Pin:
    """Token `token`, counted from 0, has the label `label`."""

    token: int
    label: str
    KIND: ClassVar[str] = "pin"

    def __post_init__(self) -> None:
        """Reject invalid tokens and names."""
        check_token(self, "token", self.token)
        check_name(self, "label", self.label)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The token has one of the labels; a type means all its labels."""

    token: int
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "one_of"

    def __post_init__(self) -> None:
        """Reject invalid tokens and labels."""
        check_token(self, "token", self.token)
        keep_names(self, "labels")


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The token has none of the labels; a type means all its labels."""

    token: int
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "none_of"

    def __post_init__(self) -> None:
        """Reject invalid tokens and labels."""
        check_token(self, "token", self.token)
        keep_names(self, "labels")


@dataclass(frozen=True, slots=True)
class FixedSpan:
    """Tokens `start` to `end` (exclusive) are one segment of the type, with its borders."""

    start: int
    end: int
    type: str
    KIND: ClassVar[str] = "fixed_span"

    def __post_init__(self) -> None:
        """Reject an empty span."""
        check_span(self, self.start, self.end)
        check_type(self, self.type)


@dataclass(frozen=True, slots=True)
class NotSpan:
    """Tokens `start` to `end` (exclusive) are not one segment of the type with these borders."""

    start: int
    end: int
    type: str
    KIND: ClassVar[str] = "not_span"

    def __post_init__(self) -> None:
        """Reject an empty span."""
        check_span(self, self.start, self.end)
        check_type(self, self.type)


# ---- about neighbours


@dataclass(frozen=True, slots=True)
class FollowedBy:
    """Right after each `a` begins a `b`; an `a` at the end of the sentence violates the rule."""

    a: str
    b: str
    KIND: ClassVar[str] = "followed_by"

    def __post_init__(self) -> None:
        """Reject empty names."""
        check_pair(self)


@dataclass(frozen=True, slots=True)
class NotFollowedBy:
    """Right after an `a` no `b` begins."""

    a: str
    b: str
    KIND: ClassVar[str] = "not_followed_by"

    def __post_init__(self) -> None:
        """Reject empty names."""
        check_pair(self)


@dataclass(frozen=True, slots=True)
class StartsWith:
    """The first token begins an `a`."""

    a: str
    KIND: ClassVar[str] = "starts_with"

    def __post_init__(self) -> None:
        """Reject an empty name."""
        check_name(self, "a", self.a)


@dataclass(frozen=True, slots=True)
class EndsWith:
    """The last token ends an `a`."""

    a: str
    KIND: ClassVar[str] = "ends_with"

    def __post_init__(self) -> None:
        """Reject an empty name."""
        check_name(self, "a", self.a)


@dataclass(frozen=True, slots=True)
class NeverAdjacent:
    """No `a` and `b` are adjacent, in either order."""

    a: str
    b: str
    KIND: ClassVar[str] = "never_adjacent"

    def __post_init__(self) -> None:
        """Reject empty names."""
        check_pair(self)


@dataclass(frozen=True, slots=True)
class ValidScheme:
    """The labels are as the scheme writes them (`crfcore.text.tag_schemes.encode`)."""

    scheme: str
    KIND: ClassVar[str] = "valid_scheme"

    def __post_init__(self) -> None:
        """Reject an unknown scheme."""
        if self.scheme not in SCHEMES:
            raise CrfError(
                message(
                    "There is no scheme {scheme} that labels could obey; choose one of {schemes}.",
                    scheme=shown(self.scheme),
                    schemes=", ".join(SCHEMES),
                )
            )


# ---- about the whole sentence


@dataclass(frozen=True, slots=True)
class Count:
    """The number of units is at least `at_least` and at most `at_most`."""

    unit: str
    at_least: int | None = None
    at_most: int | None = None
    KIND: ClassVar[str] = "count"

    def __post_init__(self) -> None:
        """Reject bounds that no number of units satisfies, or that all do."""
        check_name(self, "unit", self.unit)
        if self.at_least is None and self.at_most is None:
            raise CrfError(
                message("A count of {unit} needs at_least, at_most, or both.", unit=self.unit)
            )
        for name in ("at_least", "at_most"):
            check_number(self, name, getattr(self, name))
        least, most = self.at_least or 0, self.at_most
        if most is not None and least > most:
            raise CrfError(
                message(
                    "At least {least} and at most {most} {unit} contradict each other; let "
                    "at_least be no more than at_most.",
                    least=least,
                    most=most,
                    unit=self.unit,
                )
            )


@dataclass(frozen=True, slots=True)
class Implies:
    """If there is an `a`, there is a `b`; with ``present=False``, there is none."""

    a: str
    b: str
    present: bool = True
    KIND: ClassVar[str] = "implies"

    def __post_init__(self) -> None:
        """Reject empty names."""
        check_pair(self)


@dataclass(frozen=True, slots=True)
class NotAfter:
    """No `a` begins after the beginning of a `b`."""

    a: str
    b: str
    KIND: ClassVar[str] = "not_after"

    def __post_init__(self) -> None:
        """Reject empty names."""
        check_pair(self)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The labels of the whole sentence match a regular expression over labels.

    See `crfcore.constraints.label_regex` for how it is written.
    """

    regex: str
    KIND: ClassVar[str] = "pattern"

    def __post_init__(self) -> None:
        """Reject anything but a text."""
        if not isinstance(self.regex, str):
            raise CrfError(
                message(
                    "A pattern over labels is a text such as 'O* (B-NP I-NP*)+', not {regex}.",
                    regex=shown(self.regex),
                )
            )


# ---- about words


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases of whole tokens; where several begin at a token, the longest one counts."""

    phrases: tuple[tuple[str, ...], ...]
    ignore_case: bool = False
    KIND: ClassVar[str] = "phrases"

    def __post_init__(self) -> None:
        """Reject a phrase without words."""
        given: Any = self.phrases
        if isinstance(given, str):
            raise CrfError(message("Phrases are a list of lists of words, not one text."))
        kept = tuple(tuple(one.split()) if isinstance(one, str) else tuple(one) for one in given)
        if not all(kept) or not all(isinstance(word, str) and word for p in kept for word in p):
            raise CrfError(message("A phrase of a lexical rule has no words; leave it out."))
        object.__setattr__(self, "phrases", kept)

    def __hash__(self) -> int:
        """Return a hash of the first and last phrase: hashing 100,000 takes milliseconds."""
        return hash((len(self.phrases), self.phrases[:1], self.phrases[-1:], self.ignore_case))


@dataclass(frozen=True, slots=True)
class WordPattern:
    """Tokens whose whole text matches a regular expression; the application matches it."""

    pattern: str
    ignore_case: bool = False
    KIND: ClassVar[str] = "word_pattern"

    def __post_init__(self) -> None:
        """Reject an empty pattern."""
        check_name(self, "pattern", self.pattern)


@dataclass(frozen=True, slots=True)
class WordList:
    """Tokens that are one of these words."""

    words: tuple[str, ...]
    ignore_case: bool = False
    KIND: ClassVar[str] = "word_list"

    def __post_init__(self) -> None:
        """Reject anything but a list of words."""
        keep_names(self, "words", empty=True)


Matcher: TypeAlias = Phrases | WordPattern | WordList


@dataclass(frozen=True, slots=True)
class Lexical:
    """The effect of a match in the text on its tokens.

    "implies" takes one name: with a type, the match is one segment of it, borders included; with
    a label, each token of the match has it. "allows": each token of a match has one of the labels
    ("CITY or O"); "forbids": none of them. For these two a type means all its labels.
    """

    matcher: Matcher
    effect: str
    labels: tuple[str, ...]
    KIND: ClassVar[str] = "lexical"

    def __post_init__(self) -> None:
        """Reject an unknown effect or matcher, and labels that do not suit the effect."""
        if not isinstance(self.matcher, (Phrases, WordPattern, WordList)):
            raise CrfError(
                message(
                    "A lexical rule matches Phrases, a WordPattern or a WordList, not {matcher}.",
                    matcher=shown(self.matcher),
                )
            )
        if self.effect not in EFFECTS:
            raise CrfError(
                message(
                    "A lexical rule has no effect {effect}; choose one of {effects}.",
                    effect=shown(self.effect),
                    effects=", ".join(EFFECTS),
                )
            )
        keep_names(self, "labels")
        if self.effect == "implies" and len(self.labels) > 1:
            raise CrfError(
                message(
                    "A match implies one label or type, not {labels}; use 'allows' for one of "
                    "several.",
                    labels=", ".join(self.labels),
                )
            )


@dataclass(frozen=True, slots=True)
class SameWordSameLabel:
    """Tokens of the sentence that are the same word have the same label.

    Parameters
    ----------
    words : tuple of str
        The words concerned; empty: all.
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
        """Reject anything but words."""
        keep_names(self, "words", empty=True)


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
"""Every kind by its name in files; its parameters are the fields of the class."""

MATCHERS: dict[str, type[Matcher]] = {
    matcher.KIND: matcher for matcher in (Phrases, WordPattern, WordList)
}
