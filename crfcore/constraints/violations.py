"""Violations of rules in a labelling, counted directly: the reference for inference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from crfcore.constraints import label_regex
from crfcore.constraints.kinds import (
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Kind,
    Lexical,
    NeverAdjacent,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
)
from crfcore.constraints.matching import Matches, matched
from crfcore.constraints.rules import Rules
from crfcore.constraints.schemes import broken_pairs
from crfcore.constraints.units import is_label
from crfcore.text.tag_schemes import OUTSIDE, spans, split_tag

Occurrence: TypeAlias = tuple[int, int]


def violations(
    rules: Rules,
    labels: Sequence[str],
    words: Sequence[str] | None = None,
    matches: Matches | None = None,
) -> list[int]:
    """Return the number of violations of each rule in a labelled sentence; 0 if it is off.

    Parameters
    ----------
    rules : Rules
    labels : sequence of str
        One for each token.
    words : sequence of str, optional
        The tokens' texts; rules about words need them.
    matches : mapping, optional
        Known matches of matchers; see `crfcore.constraints.matching`.

    Returns
    -------
    list of int
        For rules about tokens, neighbours, schemes and words, the number of occurrences; for
        counts, units over or under; otherwise 1 for a violated rule.
    """
    result = [0] * len(rules)
    for rule_index, rule in rules.in_force():
        result[rule_index] = _COUNTERS[type(rule.kind)](
            rule.kind, _Sentence(labels, words, matches)
        )
    return result


class _Sentence:
    def __init__(
        self, labels: Sequence[str], words: Sequence[str] | None, matches: Matches | None
    ) -> None:
        self.labels = list(labels)
        self.words = words
        self.matches = matches
        self.spans = [(one.start, one.end, one.label) for one in spans(self.labels)]

    def occurrences(self, unit: str) -> list[Occurrence]:
        """Return (start, end) of each unit."""
        if is_label(unit):
            return [(t, t + 1) for t, label in enumerate(self.labels) if label == unit]
        return [(start, end) for start, end, label in self.spans if label == unit]

    def has(self, token: int, names: Iterable[str]) -> bool:
        """Whether a token's label has one of the names, or is of one of the types."""
        label = self.labels[token]
        type_ = label if label == OUTSIDE else split_tag(label)[1]
        return any(label == name if is_label(name) else type_ == name for name in names)


def _pin(kind: Pin, sentence: _Sentence) -> int:
    return int(sentence.labels[kind.token] != kind.label)


def _one_of(kind: OneOf, sentence: _Sentence) -> int:
    return int(not sentence.has(kind.token, kind.labels))


def _none_of(kind: NoneOf, sentence: _Sentence) -> int:
    return int(sentence.has(kind.token, kind.labels))


def _fixed_span(kind: FixedSpan, sentence: _Sentence) -> int:
    return int((kind.start, kind.end, kind.type) not in sentence.spans)


def _not_span(kind: NotSpan, sentence: _Sentence) -> int:
    return int((kind.start, kind.end, kind.type) in sentence.spans)


def _followed_by(kind: FollowedBy, sentence: _Sentence) -> int:
    starts = {start for start, _ in sentence.occurrences(kind.b)}
    return sum(end not in starts for _, end in sentence.occurrences(kind.a))


def _not_followed_by(kind: NotFollowedBy | NeverAdjacent, sentence: _Sentence) -> int:
    return len(_contacts(sentence, kind.a, kind.b))


def _never_adjacent(kind: NeverAdjacent, sentence: _Sentence) -> int:
    return len(_contacts(sentence, kind.a, kind.b) | _contacts(sentence, kind.b, kind.a))


def _contacts(sentence: _Sentence, one: str, other: str) -> set[int]:
    ends = {end for _, end in sentence.occurrences(one)}
    return ends & {start for start, _ in sentence.occurrences(other)}


def _starts_with(kind: StartsWith, sentence: _Sentence) -> int:
    return int(not any(start == 0 for start, _ in sentence.occurrences(kind.a)))


def _ends_with(kind: EndsWith, sentence: _Sentence) -> int:
    last = len(sentence.labels)
    return int(not any(end == last for _, end in sentence.occurrences(kind.a)))


def _valid_scheme(kind: ValidScheme, sentence: _Sentence) -> int:
    names = tuple(dict.fromkeys(sentence.labels))
    broken = broken_pairs(names, kind.scheme)
    numbers = [len(names), *(names.index(label) for label in sentence.labels), len(names)]
    return sum(bool(broken[pair]) for pair in pairwise(numbers))


def _count(kind: Count, sentence: _Sentence) -> int:
    found = len(sentence.occurrences(kind.unit))
    over = 0 if kind.at_most is None else max(found - kind.at_most, 0)
    return over + max((kind.at_least or 0) - found, 0)


def _implies(kind: Implies, sentence: _Sentence) -> int:
    has_other = bool(sentence.occurrences(kind.b))
    return int(bool(sentence.occurrences(kind.a)) and has_other != kind.present)


def _not_after(kind: NotAfter, sentence: _Sentence) -> int:
    begun = [start for start, _ in sentence.occurrences(kind.b)]
    return int(any(start > min(begun) for start, _ in sentence.occurrences(kind.a)) if begun else 0)


def _pattern(kind: Pattern, sentence: _Sentence) -> int:
    return int(not label_regex.matches(kind.regex, sentence.labels))


def _lexical(kind: Lexical, sentence: _Sentence) -> int:
    found = matched(kind.matcher, sentence.words, sentence.matches)
    if kind.effect == "implies" and not is_label(kind.labels[0]):
        return sum((*match, kind.labels[0]) not in sentence.spans for match in found)
    broken = kind.effect == "forbids"
    return sum(
        sentence.has(t, kind.labels) == broken for start, end in found for t in range(start, end)
    )


def _same_word(kind: SameWordSameLabel, sentence: _Sentence) -> int:
    labels: defaultdict[str, set[str]] = defaultdict(set)
    meant = {word.casefold() if kind.ignore_case else word for word in kind.words}
    for word, label in zip(sentence.words or [], sentence.labels, strict=True):
        key = word.casefold() if kind.ignore_case else word
        if not meant or key in meant:
            labels[key].add(split_tag(label)[1] or label if kind.by_type else label)
    return int(any(len(found) > 1 for found in labels.values()))


_COUNTERS: dict[type[Kind], Callable[[Any, _Sentence], int]] = {
    Pin: _pin,
    OneOf: _one_of,
    NoneOf: _none_of,
    FixedSpan: _fixed_span,
    NotSpan: _not_span,
    FollowedBy: _followed_by,
    NotFollowedBy: _not_followed_by,
    NeverAdjacent: _never_adjacent,
    StartsWith: _starts_with,
    EndsWith: _ends_with,
    ValidScheme: _valid_scheme,
    Count: _count,
    Implies: _implies,
    NotAfter: _not_after,
    Pattern: _pattern,
    Lexical: _lexical,
    SameWordSameLabel: _same_word,
}
