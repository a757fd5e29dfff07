"""A user's regular expression over texts, with a limit on its time for all of them together."""

from __future__ import annotations

import time

import regex

from app.domain.search import Pattern
from app.jobs.word_patterns import LONGEST
from crfcore.errors import CrfError

SECONDS = 2.0
"""How long the expressions of a search may take for all texts."""


class Budget:
    """The time that is left to all expressions of a search, in seconds."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.whole = self.left = seconds


class TextPattern:
    """One expression, made ready once; it shares its time with the others of the search.

    CrfError where it is none, or is too long.
    """

    def __init__(self, pattern: Pattern, budget: Budget) -> None:
        self.pattern = pattern
        self._budget = budget
        if len(pattern.expression) > LONGEST:
            raise CrfError(
                f"The regular expression has {len(pattern.expression):,} characters; write one of "
                f"at most {LONGEST:,}."
            )
        try:
            self._compiled = regex.compile(
                pattern.expression, regex.IGNORECASE if pattern.ignore_case else 0
            )
        except (regex.error, OverflowError, RecursionError, MemoryError) as error:
            raise CrfError(
                f"/{pattern.expression}/ is no regular expression ({error}); correct it."
            ) from None

    def matches(self, text: str) -> list[tuple[int, int]]:
        """Return the stretches of a text that it matches; CrfError when its time is up."""
        # Others may have the processor meanwhile: only time of its own counts against it.
        begun = time.thread_time()
        try:
            found = self._compiled.finditer(
                text, concurrent=True, timeout=max(self._budget.left, 1e-6)
            )
            spans = [one.span() for one in found if one.end() > one.start()]
        except TimeoutError:
            raise self._too_slow(text) from None
        self._budget.left -= time.thread_time() - begun
        if self._budget.left <= 0:
            raise self._too_slow(text)
        return spans

    def _too_slow(self, text: str) -> CrfError:
        return CrfError(
            f"The regular expression /{self.pattern.expression}/ took more than "
            f"{self._budget.whole:g} seconds, in the end on “{text[:40]}”; write it more simply, "
            "or look in fewer sentences."
        )
