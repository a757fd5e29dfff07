"""Regular expressions of users over words, with a time limit.

Python's `re` can take very long on a short word; the package `regex` has timeouts, and lets other
threads run meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from app.jobs.patterns.expressions import compiled
from crfcore.constraints.kinds import Lexical, WordList, WordPattern
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.wording import wording
from crfcore.errors import CrfError, shown
from crfcore.messages import message

SECONDS = 2.0
"""The time limit of an expression for all words of a text."""


def with_listed_words(
    rules: Iterable[Rule], words: Iterable[str], *, seconds: float = SECONDS
) -> Rules:
    """Return rules with each pattern of words replaced by the list of matching words.

    CrfError for an expression that is invalid or too slow; rules that are off are not changed.
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
    """Return the words that a pattern matches as a whole.

    ``context`` describes its rule in errors.
    """
    where = message(" of the rule that {context}", context=context) if context else ""
    ready = compiled(pattern.pattern, ignore_case=pattern.ignore_case, context=where)
    ends = time.monotonic() + seconds
    found = []
    for word in words:
        try:
            # A timeout of 0 would be no timeout.
            left = max(ends - time.monotonic(), 1e-6)
            if ready.fullmatch(word, timeout=left, concurrent=True):
                found.append(word)
        except TimeoutError:
            raise CrfError(
                message(
                    "The regular expression {pattern}{where} took more than {seconds:g} seconds, "
                    "in the end on {word}; write it more simply.",
                    pattern=shown(pattern.pattern),
                    where=where,
                    seconds=seconds,
                    word=repr(word[:40]),
                )
            ) from None
    return found
