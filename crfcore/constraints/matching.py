"""Where a lexical rule finds its words: whole tokens, the longest phrase at each place."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from crfcore.constraints.kinds import Matcher, Phrases, WordList, WordPattern
from crfcore.errors import CrfError

Matches: TypeAlias = Mapping[Matcher, Sequence[tuple[int, int]]]
"""(start, end) of the matches of a sentence, by matcher; tokens from 0, ends exclusive."""

Trie: TypeAlias = dict[str, Any]
"""Word to the trie of what may follow it; under `END`, what a phrase that ends here stands for."""

END = ""
"""No word is empty."""

MOST_TRIES = 64
"""Matchers whose tries are kept."""


class PhraseFinder:
    """Finds phrases among the words of a sentence.

    Parameters
    ----------
    phrases : iterable of (words, value)
        A phrase that is given twice has the value that comes last.
    ignore_case : bool
        Whether "Rome" and "ROME" are the same word (Unicode's case folding).
    """

    def __init__(
        self, phrases: Iterable[tuple[Sequence[str], Any]], *, ignore_case: bool = False
    ) -> None:
        self.ignore_case = ignore_case
        self._trie: Trie = {}
        for words, value in phrases:
            place = self._trie
            for word in self._folded(words):
                place = place.setdefault(word, {})
            place[END] = value

    def find(self, words: Sequence[str]) -> list[tuple[int, int, Any]]:
        """Return (start, end, value) of each phrase, end exclusive.

        Read from left to right; where several phrases begin, the longest counts, and the next is
        looked for behind it, so that no two overlap.
        """
        trie = self._trie
        read = self._folded(words)
        n_words = len(read)
        found = []
        start = 0
        while start < n_words:
            place = trie.get(read[start])
            at = start + 1
            longest: tuple[int, Any] | None = None
            while place is not None:
                if END in place:
                    longest = at, place[END]
                place = place.get(read[at]) if at < n_words else None
                at += 1
            if longest is None:
                start += 1
            else:
                found.append((start, *longest))
                start = longest[0]
        return found

    def _folded(self, words: Sequence[str]) -> Sequence[str]:
        return [word.casefold() for word in words] if self.ignore_case else words


# Tries by the identity of their matchers, which are kept beside them: equal matchers are seldom
# two objects, and the hash of a hundred thousand phrases takes longer than a sentence.
_finders: OrderedDict[int, tuple[Matcher, PhraseFinder]] = OrderedDict()


def matched(
    matcher: Matcher, words: Sequence[str] | None, matches: Matches | None = None
) -> list[tuple[int, int]]:
    """Return (start, end) of each match, in order, without overlaps.

    Parameters
    ----------
    matcher : Phrases, WordList or WordPattern
    words : sequence of str
        The tokens' texts.
    matches : mapping, optional
        What is known already. A `WordPattern` has to stand there: a regular expression of a user
        needs a time limit, which Python's own lacks, and so it is the caller's.

    Raises
    ------
    CrfError
        There are no words, or nobody has matched a pattern.
    """
    if matches is not None and matcher in matches:
        return [(int(start), int(end)) for start, end in matches[matcher]]
    if words is None:
        raise CrfError("A rule speaks of words, and these sentences come without; give words=….")
    if isinstance(matcher, WordPattern):
        raise CrfError(
            f"The pattern of words {matcher.pattern!r} has to be matched by the caller; give "
            "matches=…."
        )
    return [(start, end) for start, end, _ in _finder(matcher).find(words)]


def _finder(matcher: Phrases | WordList) -> PhraseFinder:
    known = _finders.get(id(matcher))
    if known is not None:
        return known[1]
    phrases = matcher.phrases if isinstance(matcher, Phrases) else zip(matcher.words)
    finder = PhraseFinder(((words, None) for words in phrases), ignore_case=matcher.ignore_case)
    _finders[id(matcher)] = matcher, finder
    while len(_finders) > MOST_TRIES:
        _finders.popitem(last=False)
    return finder
