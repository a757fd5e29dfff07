"""Violations of rules in a labelling, counted directly: the reference for inference."""

from __future__ import annotations

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
    return [len(tokens) for tokens in violated_at(rules, labels, words, matches)]


def violated_at(
    rules: Rules,
    labels: Sequence[str],
    words: Sequence[str] | None = None,
    matches: Matches | None = None,
) -> list[list[int]]:
    """Return for each rule the token of each of its violations, in order.

    The parameters are those of `violations`. The token is that of a label that breaks the rule, or
    the first of a unit; 0 where something is missing anywhere in the sentence.

    Returns
    -------
    list of list of int
    """
    result: list[list[int]] = [[] for _ in range(len(rules))]
    for rule_index, rule in rules.in_force():
        result[rule_index] = _FINDERS[type(rule.kind)](rule.kind, _Sentence(labels, words, matches))
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


def _pin(kind: Pin, sentence: _Sentence) -> list[int]:
    return [kind.token] * (sentence.labels[kind.token] != kind.label)


def _one_of(kind: OneOf, sentence: _Sentence) -> list[int]:
    return [kind.token] * (not sentence.has(kind.token, kind.labels))


def _none_of(kind: NoneOf, sentence: _Sentence) -> list[int]:
    return [kind.token] * sentence.has(kind.token, kind.labels)


def _fixed_span(kind: FixedSpan, sentence: _Sentence) -> list[int]:
    return [kind.start] * ((kind.start, kind.end, kind.type) not in sentence.spans)


def _not_span(kind: NotSpan, sentence: _Sentence) -> list[int]:
    return [kind.start] * ((kind.start, kind.end, kind.type) in sentence.spans)


def _followed_by(kind: FollowedBy, sentence: _Sentence) -> list[int]:
    starts = {start for start, _ in sentence.occurrences(kind.b)}
    return [start for start, end in sentence.occurrences(kind.a) if end not in starts]


def _not_followed_by(kind: NotFollowedBy | NeverAdjacent, sentence: _Sentence) -> list[int]:
    return sorted(_contacts(sentence, kind.a, kind.b))


def _never_adjacent(kind: NeverAdjacent, sentence: _Sentence) -> list[int]:
    return sorted(_contacts(sentence, kind.a, kind.b) | _contacts(sentence, kind.b, kind.a))


def _contacts(sentence: _Sentence, one: str, other: str) -> set[int]:
    ends = {end for _, end in sentence.occurrences(one)}
    return ends & {start for start, _ in sentence.occurrences(other)}


def _starts_with(kind: StartsWith, sentence: _Sentence) -> list[int]:
    return [0] * (not any(start == 0 for start, _ in sentence.occurrences(kind.a)))


def _ends_with(kind: EndsWith, sentence: _Sentence) -> list[int]:
    last = len(sentence.labels)
    broken = not any(end == last for _, end in sentence.occurrences(kind.a))
    return [max(0, last - 1)] * broken


def _valid_scheme(kind: ValidScheme, sentence: _Sentence) -> list[int]:
    names = tuple(dict.fromkeys(sentence.labels))
    broken = broken_pairs(names, kind.scheme)
    numbers = [len(names), *(names.index(label) for label in sentence.labels), len(names)]
    last = max(0, len(sentence.labels) - 1)
    return [min(token, last) for token, pair in enumerate(pairwise(numbers)) if broken[pair]]


def _count(kind: Count, sentence: _Sentence) -> list[int]:
    starts = [start for start, _ in sentence.occurrences(kind.unit)]
    over = [] if kind.at_most is None else starts[kind.at_most :]
    return over + [0] * max((kind.at_least or 0) - len(starts), 0)


def _implies(kind: Implies, sentence: _Sentence) -> list[int]:
    has_other = bool(sentence.occurrences(kind.b))
    first = [start for start, _ in sentence.occurrences(kind.a)][:1]
    return first * (has_other != kind.present)


def _not_after(kind: NotAfter, sentence: _Sentence) -> list[int]:
    begun = [start for start, _ in sentence.occurrences(kind.b)]
    later = (start for start, _ in sentence.occurrences(kind.a) if start > min(begun))
    return list(later)[:1] if begun else []


def _pattern(kind: Pattern, sentence: _Sentence) -> list[int]:
    return [0] * (not label_regex.matches(kind.regex, sentence.labels))


def _lexical(kind: Lexical, sentence: _Sentence) -> list[int]:
    found = matched(kind.matcher, sentence.words, sentence.matches)
    if kind.effect == "implies" and not is_label(kind.labels[0]):
        return [match[0] for match in found if (*match, kind.labels[0]) not in sentence.spans]
    broken = kind.effect == "forbids"
    return [
        t
        for start, end in found
        for t in range(start, end)
        if sentence.has(t, kind.labels) == broken
    ]


def _same_word(kind: SameWordSameLabel, sentence: _Sentence) -> list[int]:
    labels: dict[str, str] = {}
    meant = {word.casefold() if kind.ignore_case else word for word in kind.words}
    pairs = zip(sentence.words or [], sentence.labels, strict=True)
    for token, (word, label) in enumerate(pairs):
        key = word.casefold() if kind.ignore_case else word
        if not meant or key in meant:
            own = split_tag(label)[1] or label if kind.by_type else label
            if labels.setdefault(key, own) != own:
                return [token]
    return []


_FINDERS: dict[type[Kind], Callable[[Any, _Sentence], list[int]]] = {
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
