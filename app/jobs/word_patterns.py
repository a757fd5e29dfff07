"""Regular expressions of users over words, with a limit on their time.

Python's own expressions can take ages on a short word; those of the package `regex` stop when they
are told to, and let other threads run meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from app.jobs.expressions import compiled
from crfcore.constraints.kinds import Lexical, WordList, WordPattern
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.wording import wording
from crfcore.errors import CrfError

SECONDS = 2.0
"""How long an expression may take for all words of a text."""


def with_listed_words(
    rules: Iterable[Rule], words: Iterable[str], *, seconds: float = SECONDS
) -> Rules:
    """Return rules in which each pattern of words is the list of those words that it matches.

    CrfError for an expression that is none, or that takes too long; rules that are off are not
    looked at.
    """
    listed = Rules(rules)
    if not any(_has_pattern(rule) for rule in listed):
        return listed
    vocabulary = dict.fromkeys(words)
    return Rules(
        _with_list(rule, vocabulary, seconds) if _has_pattern(rule) else rule for rule in listed
    )


def _has_pattern(rule: Rule) -> bool:
    return rule.on and isinstance(rule.kind, Lexical) and isinstance(rule.kind.matcher, WordPattern)


def _with_list(rule: Rule, vocabulary: Iterable[str], seconds: float) -> Rule:
    if not isinstance(rule.kind, Lexical) or not isinstance(rule.kind.matcher, WordPattern):
        return rule
    found = matching_words(rule.kind.matcher, vocabulary, seconds=seconds, context=wording(rule))
    return replace(rule, kind=replace(rule.kind, matcher=WordList(tuple(found))))


def matching_words(
    pattern: WordPattern, words: Iterable[str], *, seconds: float = SECONDS, context: str = ""
) -> list[str]:
    """Return those words that a pattern matches as a whole.

    ``context`` says in errors which rule it belongs to.
    """
    where = f" of the rule that {context}" if context else ""
    ready = compiled(pattern.pattern, ignore_case=pattern.ignore_case, context=where)
    ends = time.monotonic() + seconds
    found = []
    for word in words:
        try:
            # A limit of nothing would be none.
            left = max(ends - time.monotonic(), 1e-6)
            if ready.fullmatch(word, timeout=left, concurrent=True):
                found.append(word)
        except TimeoutError:
            raise CrfError(
                f"The regular expression {pattern.pattern!r}{where} took more than {seconds:g} "
                f"seconds, in the end on {word[:40]!r}; write it more simply."
            ) from None
    return found
