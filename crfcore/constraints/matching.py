"""Matches of a lexical rule: whole tokens, the longest phrase at each position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.constraints.kinds import Matcher, Phrases, WordList, WordPattern
from crfcore.errors import CrfError
from crfcore.messages import message

Matches: TypeAlias = Mapping[Matcher, Sequence[tuple[int, int]]]
"""(start, end) of the matches of a sentence, by matcher; tokens from 0, ends exclusive."""

Trie: TypeAlias = dict[str, Any]
"""Word to the trie of continuations; under `END`, the value of the phrase that ends here."""

BoolArray: TypeAlias = NDArray[np.bool_]

END = ""
"""No word is empty."""

MAX_TRIES = 64
"""Size of the cache of tries."""


@dataclass(frozen=True, slots=True, eq=False)
class WordColumn(Sequence[Sequence[str]]):
    """The words of N sentences as ids; each sentence is a list of words.

    Attributes
    ----------
    ids : (T,) array
        Of each token, the index of its word in `values`; negative for a word without text.
    values : sequence of str
    offsets : (N + 1,) array
        Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    """

    ids: IdArray
    values: Sequence[str]
    offsets: OffsetArray

    def __len__(self) -> int:
        """Return N."""
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, sentence: int) -> list[str]: ...

    @overload
    def __getitem__(self, sentence: slice) -> list[list[str]]: ...

    def __getitem__(self, sentence: int | slice) -> list[str] | list[list[str]]:
        """Return the words of a sentence, or of some."""
        if isinstance(sentence, slice):
            return [self[number] for number in range(*sentence.indices(len(self)))]
        start, stop = self.offsets[sentence], self.offsets[sentence + 1]
        return [
            self.values[number] if number >= 0 else "" for number in self.ids[start:stop].tolist()
        ]


class PhraseFinder:
    """Finds phrases among the words of a sentence.

    Parameters
    ----------
    phrases : iterable of (words, value)
        A repeated phrase has its last value.
    ignore_case : bool
        Whether "Rome" and "ROME" are the same word (Unicode's case folding).
    """

    def __init__(
        self, phrases: Iterable[tuple[Sequence[str], Any]], *, ignore_case: bool = False
    ) -> None:
        self.ignore_case = ignore_case
        self._trie: Trie = {}
        for words, value in phrases:
            node = self._trie
            for word in self._folded(words):
                node = node.setdefault(word, {})
            node[END] = value
        # Words that begin no longer phrase are found by lookup alone.
        self._lone = {word for word, node in self._trie.items() if END in node and len(node) == 1}

    def find(self, words: Sequence[str]) -> list[tuple[int, int, Any]]:
        """Return (start, end, value) of each phrase, end exclusive.

        Read from left to right; where several phrases begin, the longest is taken, and the search
        continues after it.
        """
        read = self._folded(words)
        starts = [at for at, word in enumerate(read) if word in self._trie]
        return list(self._found(read, ((at, len(read)) for at in starts)))

    def find_in_text(
        self, words: Sequence[Sequence[str]], offsets: OffsetArray
    ) -> tuple[OffsetArray, OffsetArray]:
        """Return the first tokens and exclusive ends of the phrases in N sentences.

        Parameters
        ----------
        words : N sequences of str
        offsets : (N + 1,) array
            Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
        """
        is_lone, is_longer = self._beginnings(words)
        candidates = np.flatnonzero(is_longer)
        stops = offsets[np.searchsorted(offsets, candidates, side="right")]
        # Words are needed only of sentences in which a longer phrase may begin.
        sentences = np.unique(np.searchsorted(offsets, candidates, side="right") - 1).tolist()
        read: dict[int, str] = {}
        for sentence in sentences:
            read.update(enumerate(self._folded(words[sentence]), int(offsets[sentence])))
        longer = list(self._found(read, zip(candidates.tolist(), stops.tolist(), strict=True)))
        starts = np.array([start for start, _, _ in longer], dtype=np.int64)
        ends = np.array([end for _, end, _ in longer], dtype=np.int64)
        for start, end, _ in longer:
            is_lone[start:end] = False
        lone = np.flatnonzero(is_lone)
        order = np.argsort(np.concatenate([starts, lone]), kind="stable")
        return (
            np.concatenate([starts, lone])[order],
            np.concatenate([ends, lone + 1])[order],
        )

    def _beginnings(self, words: Sequence[Sequence[str]]) -> tuple[BoolArray, BoolArray]:
        """Return masks of tokens that are phrases of one word, or that may begin longer ones."""
        trie, lone = self._trie, self._lone
        if isinstance(words, WordColumn) and len(words.values) <= len(words.ids):
            read = self._folded(words.values)
        else:
            read = self._folded(list(chain.from_iterable(words)))
        is_lone = np.array([word in lone for word in read], dtype=np.bool_)
        is_longer = np.array([word in trie for word in read], dtype=np.bool_) & ~is_lone
        if isinstance(words, WordColumn) and len(words.values) <= len(words.ids):
            # The last entry is for words without text.
            return np.append(is_lone, False)[words.ids], np.append(is_longer, False)[words.ids]
        return is_lone, is_longer

    def _found(
        self, read: Sequence[str] | Mapping[int, str], candidates: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[int, int, Any]]:
        """Yield the phrases that begin at some tokens, each with the end of its sentence."""
        behind = 0
        for start, stop in candidates:
            if start < behind:
                continue
            node = self._trie[read[start]]
            at = start + 1
            longest: tuple[int, Any] | None = None
            while node is not None:
                if END in node:
                    longest = at, node[END]
                node = node.get(read[at]) if at < stop else None
                at += 1
            if longest is not None:
                behind = longest[0]
                yield (start, *longest)

    def _folded(self, words: Sequence[str]) -> Sequence[str]:
        return [word.casefold() for word in words] if self.ignore_case else words


# Tries by the identity of their matchers, which are kept alive here: equal matchers are rarely two
# objects, and hashing 100,000 phrases takes longer than a sentence.
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
        Known matches. Those of a `WordPattern` are required: a user's regular expression needs a
        time limit, which Python's `re` lacks, so the caller matches it.

    Raises
    ------
    CrfError
        Words, or the matches of a pattern, are missing.
    """
    known = None if matches is None else _known(matcher, matches)
    if known is not None:
        return [(int(start), int(end)) for start, end in known]
    if words is None:
        raise CrfError(
            message("A rule speaks of words, and these sentences come without; give words=….")
        )
    if isinstance(matcher, WordPattern):
        raise CrfError(
            message(
                "The pattern of words {pattern} has to be matched by the caller; give matches=….",
                pattern=repr(matcher.pattern),
            )
        )
    return [(start, end) for start, end, _ in _finder(matcher).find(words)]


def _known(matcher: Matcher, matches: Matches) -> Sequence[tuple[int, int]] | None:
    """Return the known matches of a matcher.

    Matchers are compared one by one: hashing 100,000 phrases takes longer.
    """
    for one, found in matches.items():
        if one is matcher or one == matcher:
            return found
    return None


def matched_in_text(
    matcher: Matcher,
    offsets: OffsetArray,
    words: Sequence[Sequence[str]] | None,
    matches: Sequence[Matches | None] | None = None,
) -> tuple[OffsetArray, OffsetArray]:
    """Return the first tokens and exclusive ends of matches in N sentences, (n,) each.

    Parameters
    ----------
    matcher : Phrases, WordList or WordPattern
    offsets : (N + 1,) array
        Tokens are counted through all sentences.
    words : N sequences of str, optional
    matches : N mappings, optional
        As for `matched`.

    Raises
    ------
    CrfError
        As for `matched`; or a given match exceeds its sentence.
    """
    given_matches = [one for one in matches or () if one is not None]
    if (
        words is not None
        and not isinstance(matcher, WordPattern)
        and all(_known(matcher, one) is None for one in given_matches)
    ):
        return _finder(matcher).find_in_text(words, offsets)
    starts: list[int] = []
    ends: list[int] = []
    for sentence, (first, behind) in enumerate(pairwise(offsets.tolist())):
        if first == behind:
            continue
        own = None if words is None else words[sentence]
        known = None if matches is None else matches[sentence]
        for start, end in matched(matcher, own, known):
            if first + end > behind:
                raise CrfError(
                    message(
                        "A rule speaks of token {end}, and the sentence has {n_tokens}: sentence "
                        "{sentence:,}, {matcher}.",
                        end=end,
                        n_tokens=behind - first,
                        sentence=sentence + 1,
                        matcher=matcher,
                    )
                )
            starts.append(first + start)
            ends.append(first + end)
    return np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)


def _finder(matcher: Phrases | WordList) -> PhraseFinder:
    known = _finders.get(id(matcher))
    if known is not None:
        return known[1]
    phrases = matcher.phrases if isinstance(matcher, Phrases) else zip(matcher.words)
    finder = PhraseFinder(((words, None) for words in phrases), ignore_case=matcher.ignore_case)
    _finders[id(matcher)] = matcher, finder
    while len(_finders) > MAX_TRIES:
        _finders.popitem(last=False)
    return finder
