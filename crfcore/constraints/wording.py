"""Rules as English text, for errors and lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crfcore.constraints.kinds import (
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Kind,
    Lexical,
    Matcher,
    NeverAdjacent,
    NoneOf,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordPattern,
)
from crfcore.constraints.rules import Rule
from crfcore.errors import cut

Words = Sequence[str] | None

LISTED = 3
"""Number of words or labels of a list that are named."""

LONGEST_PATTERN = 200
"""Number of characters of a regular expression that are shown."""


def wording(rule: Rule | Kind, words: Words = None) -> str:
    """Return a rule as text, without a full stop.

    Parameters
    ----------
    rule : Rule or kind
    words : sequence of str, optional
        The sentence, whose tokens are then named.
    """
    kind = rule.kind if isinstance(rule, Rule) else rule
    rules_text = _WORDINGS[type(kind)](kind, words)
    return f"“{rule.name}” ({rules_text})" if isinstance(rule, Rule) and rule.name else rules_text


def tokens_of(rule: Rule | Kind) -> range:
    """Return the tokens that a rule about tokens or a span names, none for other rules."""
    kind = rule.kind if isinstance(rule, Rule) else rule
    if isinstance(kind, Pin | OneOf | NoneOf):
        return range(kind.token, kind.token + 1)
    if isinstance(kind, FixedSpan | NotSpan):
        return range(kind.start, kind.end)
    return range(0)


def _a(name: str) -> str:
    vowels = "AEFHILMNORSX" if len(name) == 1 else "AEIOaeio"
    return f"an {name}" if name[:1] in vowels else f"a {name}"


def _token(token: int, words: Words) -> str:
    word = f" “{words[token]}”" if words is not None and token < len(words) else ""
    return f"token {token + 1}{word}"


def _tokens(start: int, end: int, words: Words) -> str:
    """Name tokens, with the verb."""
    if end == start + 1:
        return f"{_token(start, words)} is"
    text = f" “{' '.join(words[start:end])}”" if words is not None else ""
    return f"tokens {start + 1} to {end}{text} are"


def _listed(names: Sequence[str], n: int | None = None) -> str:
    """Name the first of n names (default: as many as given)."""
    shown = list(names[:LISTED])
    more = (len(names) if n is None else n) - len(shown)
    if more:
        shown.append(f"{more:,} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _count(kind: Count, _: Words) -> str:
    least, most, unit = kind.at_least, kind.at_most, kind.unit
    if least == most:
        return f"there {_is(most)} exactly {most:,} {unit}" if most else f"there is no {unit}"
    parts = []
    if least is not None and (least or most is None):
        parts.append(f"at least {least:,}")
    if most is not None:
        parts.append(f"at most {most:,}")
    return f"there {_is(least or most)} {' and '.join(parts)} {unit}"


def _is(number: int | None) -> str:
    return "is" if number == 1 else "are"


def _implies(kind: Implies, _: Words) -> str:
    other = _a(kind.b) if kind.present else f"no {kind.b}"
    return f"if there is {_a(kind.a)}, there is {other}"


def _matcher(matcher: Matcher) -> str:
    case = " (ignoring case)" if matcher.ignore_case else ""
    if isinstance(matcher, WordPattern):
        return f"a word matching “{cut(matcher.pattern, LONGEST_PATTERN)}”{case}"
    # Only the first of possibly 100,000 phrases are used.
    if isinstance(matcher, Phrases):
        n, first = len(matcher.phrases), [" ".join(one) for one in matcher.phrases[:LISTED]]
    else:
        n, first = len(matcher.words), list(matcher.words[:LISTED])
    quoted = [f"“{one}”" for one in first]
    return f"{_listed(quoted, n)}{case}" if quoted else "a word of an empty list"


def _lexical(kind: Lexical, _: Words) -> str:
    is_not = "is not" if kind.effect == "forbids" else "is"
    return f"{_matcher(kind.matcher)} {is_not} {_listed(kind.labels)}"


def _same_word(kind: SameWordSameLabel, _: Words) -> str:
    what = "type" if kind.by_type else "label"
    case = " (ignoring case)" if kind.ignore_case else ""
    if not kind.words:
        return f"tokens that are the same word{case} have the same {what}"
    quoted = [f"“{word}”" for word in kind.words[:LISTED]] + list(kind.words[LISTED:])
    return f"all tokens {_listed(quoted)}{case} have the same {what}"


_WORDINGS: dict[type, Callable[[Any, Words], str]] = {
    Pin: lambda kind, words: f"{_token(kind.token, words)} is {kind.label}",
    OneOf: lambda kind, words: f"{_token(kind.token, words)} is {_listed(kind.labels)}",
    NoneOf: lambda kind, words: f"{_token(kind.token, words)} is not {_listed(kind.labels)}",
    FixedSpan: lambda kind, words: f"{_tokens(kind.start, kind.end, words)} one {kind.type}",
    NotSpan: lambda kind, words: f"{_tokens(kind.start, kind.end, words)} not one {kind.type}",
    FollowedBy: lambda kind, _: f"{_a(kind.a)} is followed by {_a(kind.b)}",
    NotFollowedBy: lambda kind, _: f"{_a(kind.a)} is not followed by {_a(kind.b)}",
    StartsWith: lambda kind, _: f"the sentence starts with {_a(kind.a)}",
    EndsWith: lambda kind, _: f"the sentence ends with {_a(kind.a)}",
    NeverAdjacent: lambda kind, _: f"{_a(kind.a)} and {_a(kind.b)} are never adjacent",
    ValidScheme: lambda kind, _: f"tags are valid {kind.scheme.upper()}",
    Count: _count,
    Implies: _implies,
    NotAfter: lambda kind, _: f"no {kind.a} comes after {_a(kind.b)}",
    Pattern: lambda kind, _: f"the labels of the sentence match {kind.regex}",
    Lexical: _lexical,
    SameWordSameLabel: _same_word,
}
