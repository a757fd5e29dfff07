"""Matching of a user's regular expression in texts, with a time limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.search import Pattern
from app.jobs.patterns.expressions import compiled
from app.jobs.progress import Cancelled
from crfcore.errors import CrfError
from crfcore.messages import message

SECONDS = 2.0
"""The time limit of the expressions of a search for all texts."""

TEXTS_AT_ONCE = 500
"""Texts between checks for cancellation, when other threads can run."""

WATCH_SECONDS = 0.01
"""Time between readings of the thread's clock, which are slow."""

TextMatches = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Texts of matches, and their starts and ends (exclusive), in code points."""


class Budget:
    """The remaining time of all expressions of a search, in seconds."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.whole = self.left = seconds


class TextPattern:
    """A compiled expression, which shares its time limit with the others of the search.

    CrfError if it is invalid or too large.
    """

    def __init__(self, pattern: Pattern, budget: Budget) -> None:
        self.pattern = pattern
        self._budget = budget
        self._compiled = compiled(pattern.expression, ignore_case=pattern.ignore_case)
        self._may_match = _sieve(pattern)

    def find_all(
        self,
        texts: Sequence[str],
        sentence_indices: Sequence[int],
        cancelled: Cancelled = lambda: False,
    ) -> TextMatches | None:
        """Return the matches in some of the texts, in their order.

        None if cancelled; CrfError when the time is up. Empty matches are left out.
        """
        where: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        for first in range(0, len(sentence_indices), TEXTS_AT_ONCE):
            if cancelled():
                return None
            some = sentence_indices[first : first + TEXTS_AT_ONCE]
            if self._may_match is not None:
                may_match = self._may_match
                some = [
                    sentence_index for sentence_index in some if may_match(texts[sentence_index])
                ]
            if not self._match(texts, some, (where, starts, ends), cancelled):
                return None
            time.sleep(0)  # releases the GIL for the window's thread
        return np.array(where, np.int64), np.array(starts, np.int64), np.array(ends, np.int64)

    def matches(self, text: str) -> list[tuple[int, int]]:
        """Return the matches in one text; CrfError when the time is up."""
        found = self.find_all([text], [0])
        return [] if found is None else list(zip(found[1].tolist(), found[2].tolist(), strict=True))

    def _match(
        self,
        texts: Sequence[str],
        sentence_indices: Sequence[int],
        found: tuple[list[int], list[int], list[int]],
        cancelled: Cancelled,
    ) -> bool:
        """Match the texts; return False if cancelled."""
        where, starts, ends = found
        # Only the time of this thread counts.
        begun, looked = time.thread_time(), time.monotonic()
        for sentence_index in sentence_indices:
            for start, end in self._matches(texts[sentence_index]):
                where.append(sentence_index)
                starts.append(start)
                ends.append(end)
            if time.monotonic() - looked > WATCH_SECONDS:
                self._charge(begun, texts[sentence_index])
                if cancelled():
                    return False
                begun, looked = time.thread_time(), time.monotonic()
        if sentence_indices:
            self._charge(begun, texts[sentence_indices[-1]])
        return True

    def _matches(self, text: str) -> list[tuple[int, int]]:
        left = max(self._budget.left, 1e-6)
        try:
            # Most texts have none, and `finditer` takes twice as long as `search`.
            first = self._compiled.search(text, concurrent=True, timeout=left)
            if first is None:
                return []
            found = self._compiled.finditer(text, first.start(), concurrent=True, timeout=left)
            return [one.span() for one in found if one.end() > one.start()]
        except TimeoutError:
            raise self._too_slow(text) from None

    def _charge(self, begun: float, text: str) -> None:
        self._budget.left -= time.thread_time() - begun
        if self._budget.left <= 0:
            raise self._too_slow(text)

    def _too_slow(self, text: str) -> CrfError:
        return CrfError(
            message(
                "The regular expression /{expression}/ took more than {whole:g} seconds, in the "
                "end on “{text}”; write it more simply, or look in fewer sentences.",
                expression=self.pattern.expression,
                whole=self._budget.whole,
                text=text[:40],
            )
        )


# ---- required texts


def _sieve(pattern: Pattern) -> Callable[[str], bool] | None:
    """Return a fast test that excludes most texts without a match, None if there is none."""
    needed = needed_texts(pattern.expression)
    if not needed or (pattern.ignore_case and not all(text.isascii() for text in needed)):
        return None
    if pattern.ignore_case:
        small = [text.lower() for text in needed]

        def in_any_case(text: str) -> bool:
            # Some other letters are equal to ASCII letters when case is ignored.
            if not text.isascii():
                return True
            text = text.lower()
            return any(one in text for one in small)

        return in_any_case
    return lambda text: any(one in text for one in needed)


_PIECE = regex.compile(
    r"""
      \\[pP]\{[^{}]*\}                       # a property
    | \\(?P<sign>[^\w\s])                    # a sign that would mean something else
    | \\[dDwWsSbB]                           # a class, an edge of a word
    | \\[1-9] (?! \d )                       # a group again
    | \[ \^? \]? (?: \\. | [^\[\]\\] )* \]   # characters of which any may stand there
    | (?P<repeat> (?: [*+?] | \{ \d+ (?: , \d*)? \} ) [?+]? ) (?! [*+?{] )
    | (?P<open> \( (?: \?: )? ) (?! [?*] )
    | (?P<close> \) )
    | (?P<or> \| )
    | [.^$]
    | (?P<plain> [^\\\[\](){}*+?|.^$] )
    """,
    regex.VERBOSE | regex.DOTALL,
)


def needed_texts(expression: str) -> tuple[str, ...]:
    """Return texts of which every match contains at least one, () if unknown.

    They are the longest runs of literal characters outside of brackets, one for each alternative.
    An expression with unsupported syntax has none.
    """
    runs: list[list[str]] = [[""]]
    at = depth = 0
    while at < len(expression):
        found = _PIECE.match(expression, at)
        if found is None:
            return ()
        at = found.end()
        depth += (found["open"] is not None) - (found["close"] is not None)
        if depth:
            continue
        plain = found["plain"] or found["sign"]
        if plain is not None:
            runs[-1][-1] += plain
        elif found["repeat"] is not None:
            if found["repeat"][0] in "*?" or found["repeat"].startswith("{0"):
                runs[-1][-1] = runs[-1][-1][:-1]
            runs[-1].append("")
        elif found["or"] is not None:
            runs.append([""])
        else:
            runs[-1].append("")
    longest = [max(own, key=len) for own in runs]
    return tuple(dict.fromkeys(longest)) if all(longest) else ()
