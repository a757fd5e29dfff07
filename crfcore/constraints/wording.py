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
from crfcore.messages import joined, message

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
    if not isinstance(rule, Rule) or not rule.name:
        return rules_text
    return message("“{name}” ({rule})", name=rule.name, rule=rules_text)


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
    return message("an {name}", name=name) if name[:1] in vowels else message("a {name}", name=name)


def _token(token: int, words: Words) -> str:
    if words is None or token >= len(words):
        return message("token {number}", number=token + 1)
    return message("token {number} “{word}”", number=token + 1, word=words[token])


def _tokens(start: int, end: int, words: Words) -> str:
    """Name tokens, with the verb."""
    if end == start + 1:
        return message("{token} is", token=_token(start, words))
    text = "" if words is None else message(" “{words}”", words=" ".join(words[start:end]))
    return message("tokens {start} to {end}{text} are", start=start + 1, end=end, text=text)


def _listed(names: Sequence[str], n: int | None = None) -> str:
    """Name the first of n names (default: as many as given)."""
    shown = list(names[:LISTED])
    more = (len(names) if n is None else n) - len(shown)
    if more:
        shown.append(message("{n:,} more", n=more))
    if len(shown) == 1:
        return shown[0]
    return message("{names} or {last}", names=joined(", ", shown[:-1]), last=shown[-1])


def _count(kind: Count, _: Words) -> str:
    least, most, unit = kind.at_least, kind.at_most, kind.unit
    parts = []
    if least == most and most is not None:
        if not most:
            return message("there is no {unit}", unit=unit)
        parts.append(message("exactly {most:,}", most=most))
    else:
        if least is not None and (least or most is None):
            parts.append(message("at least {least:,}", least=least))
        if most is not None:
            parts.append(message("at most {most:,}", most=most))
    counts = joined(message(" and "), parts)
    if (least or most) == 1:
        return message("there is {counts} {unit}", counts=counts, unit=unit)
    return message("there are {counts} {unit}", counts=counts, unit=unit)


def _implies(kind: Implies, _: Words) -> str:
    other = _a(kind.b) if kind.present else message("no {name}", name=kind.b)
    return message("if there is {a}, there is {other}", a=_a(kind.a), other=other)


def _matcher(matcher: Matcher) -> str:
    case = message(" (ignoring case)") if matcher.ignore_case else ""
    if isinstance(matcher, WordPattern):
        pattern = cut(matcher.pattern, LONGEST_PATTERN)
        return message("a word matching “{pattern}”{case}", pattern=pattern, case=case)
    # Only the first of possibly 100,000 phrases are used.
    if isinstance(matcher, Phrases):
        n, first = len(matcher.phrases), [" ".join(one) for one in matcher.phrases[:LISTED]]
    else:
        n, first = len(matcher.words), list(matcher.words[:LISTED])
    if not first:
        return message("a word of an empty list")
    return joined("", [_listed(list(map(_quoted, first)), n), case])


def _quoted(word: str) -> str:
    return message("“{text}”", text=word)


def _is(subject: str, kind: OneOf | NoneOf | Lexical, *, negated: bool) -> str:
    """Return which of its labels something has, or has not."""
    labels = _listed(kind.labels)
    if negated:
        return message("{subject} is not {labels}", subject=subject, labels=labels)
    return message("{subject} is {labels}", subject=subject, labels=labels)


def _lexical(kind: Lexical, _: Words) -> str:
    return _is(_matcher(kind.matcher), kind, negated=kind.effect == "forbids")


def _same_word(kind: SameWordSameLabel, _: Words) -> str:
    what = message("type") if kind.by_type else message("label")
    case = message(" (ignoring case)") if kind.ignore_case else ""
    if not kind.words:
        return message(
            "tokens that are the same word{case} have the same {what}", case=case, what=what
        )
    words = [*map(_quoted, kind.words[:LISTED]), *kind.words[LISTED:]]
    return message(
        "all tokens {words}{case} have the same {what}", words=_listed(words), case=case, what=what
    )


_WORDINGS: dict[type, Callable[[Any, Words], str]] = {
    Pin: lambda kind, words: message(
        "{subject} is {labels}", subject=_token(kind.token, words), labels=kind.label
    ),
    OneOf: lambda kind, words: _is(_token(kind.token, words), kind, negated=False),
    NoneOf: lambda kind, words: _is(_token(kind.token, words), kind, negated=True),
    FixedSpan: lambda kind, words: message(
        "{tokens} one {type}", tokens=_tokens(kind.start, kind.end, words), type=kind.type
    ),
    NotSpan: lambda kind, words: message(
        "{tokens} not one {type}", tokens=_tokens(kind.start, kind.end, words), type=kind.type
    ),
    FollowedBy: lambda kind, _: message("{a} is followed by {b}", a=_a(kind.a), b=_a(kind.b)),
    NotFollowedBy: lambda kind, _: message(
        "{a} is not followed by {b}", a=_a(kind.a), b=_a(kind.b)
    ),
    StartsWith: lambda kind, _: message("the sentence starts with {a}", a=_a(kind.a)),
    EndsWith: lambda kind, _: message("the sentence ends with {a}", a=_a(kind.a)),
    NeverAdjacent: lambda kind, _: message(
        "{a} and {b} are never adjacent", a=_a(kind.a), b=_a(kind.b)
    ),
    ValidScheme: lambda kind, _: message("tags are valid {scheme}", scheme=kind.scheme.upper()),
    Count: _count,
    Implies: _implies,
    NotAfter: lambda kind, _: message("no {a} comes after {b}", a=kind.a, b=_a(kind.b)),
    Pattern: lambda kind, _: message("the labels of the sentence match {regex}", regex=kind.regex),
    Lexical: _lexical,
    SameWordSameLabel: _same_word,
}
