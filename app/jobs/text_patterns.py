"""A user's regular expression over texts, with a limit on its time for all of them together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.search import Pattern
from app.jobs.expressions import compiled
from app.jobs.train import Cancelled
from crfcore.errors import CrfError

SECONDS = 2.0
"""How long the expressions of a search may take for all texts."""

TEXTS_AT_ONCE = 500
"""After so many texts other threads get their turn, and it is asked whether to stop."""

WATCH_SECONDS = 0.01
"""The clock of a thread is slow to read: texts that take less by the wall are put together."""

Stretches = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""In which texts matches stand, and where they begin and end (exclusive), in code points."""


class Budget:
    """The time that is left to all expressions of a search, in seconds."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.whole = self.left = seconds


class TextPattern:
    """One expression, made ready once; it shares its time with the others of the search.

    CrfError where it is none, or is too large.
    """

    def __init__(self, pattern: Pattern, budget: Budget) -> None:
        self.pattern = pattern
        self._budget = budget
        self._compiled = compiled(pattern.expression, ignore_case=pattern.ignore_case)
        self._may_match = _sieve(pattern)

    def stretches(
        self,
        texts: Sequence[str],
        sentence_indices: Sequence[int],
        cancelled: Cancelled = lambda: False,
    ) -> Stretches | None:
        """Return what it matches in the texts at some places, in their order.

        None if it was asked to stop; CrfError when its time is up. Empty matches are none.
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
            time.sleep(0)  # gives the lock away: a key must not wait
        return np.array(where, np.int64), np.array(starts, np.int64), np.array(ends, np.int64)

    def matches(self, text: str) -> list[tuple[int, int]]:
        """Return the stretches of a text that it matches; CrfError when its time is up."""
        found = self.stretches([text], [0])
        return [] if found is None else list(zip(found[1].tolist(), found[2].tolist(), strict=True))

    def _match(
        self,
        texts: Sequence[str],
        sentence_indices: Sequence[int],
        found: tuple[list[int], list[int], list[int]],
        cancelled: Cancelled,
    ) -> bool:
        """Match one text after the other; say whether it went through, and was not stopped."""
        where, starts, ends = found
        # Others may have the processor meanwhile: only time of its own counts against it.
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
            # Most texts have none, and asking for all takes twice as long as asking for one.
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
            f"The regular expression /{self.pattern.expression}/ took more than "
            f"{self._budget.whole:g} seconds, in the end on “{text[:40]}”; write it more simply, "
            "or look in fewer sentences."
        )


# ---- what a text must contain


def _sieve(pattern: Pattern) -> Callable[[str], bool] | None:
    """Return what tells quickly of most texts that a pattern cannot match; None: nothing does."""
    needed = needed_texts(pattern.expression)
    if not needed or (pattern.ignore_case and not all(text.isascii() for text in needed)):
        return None
    if pattern.ignore_case:
        small = [text.lower() for text in needed]

        def in_any_case(text: str) -> bool:
            # Of other letters several may be the same in any case as one of ASCII.
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
    """Return texts of which one stands wherever an expression matches, () where that is unknown.

    They are the longest runs of plain letters outside of all brackets, one for each alternative.
    An expression with anything that is not plainly understood here needs nothing.
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
