"""What is expected of words that are in no gazetteer: most have no label.

Without labelled sentences a model knows of names alone. What is usual of other words keeps it from
taking punctuation, numbers and the first words of sentences for names. On 1,000 held-out Dutch
sentences, without a labelled one and with word clusters, lists of 20 names of each kind made 675
false labels, now 18, and F1 is 42 in place of 33; with half of the names it is 61 in place of 40
(means of two draws). With 50 labelled sentences it made no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.domain.tagging import OUTSIDE
from app.domain.tokens import TokenState
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at
from crfcore.features.cells import letters, shape

LOWER_CASE = "Us:x"
"""The attribute of lower-case words in the bundled templates."""

SYMBOLS, NUMBERS = "Ul:other", "Ul:digits"
FIRST_WORDS = "Us-1s:_B-1/Xx"
"""The attributes of words without letters and digits, of numbers, and of capitalised words at the
beginning of a sentence."""

USUALLY_LOWER_CASE = {"Ua:lower": 0.98, "Ua:mostly-lower": 0.95}
"""The attributes of words that are lower case elsewhere, and how many of them have no label."""

SHARE = 0.98
"""The share of words of a kind that have no label, before any is labelled."""

SHARE_OF_NEW_FIRST_WORDS = 0.5
"""The same for first words of sentences that are never lower case in the text."""

TOKENS_BEHIND_IT = 100
"""How many labelled words of a kind outweigh its share."""

FEW_LABELLED = 100
"""From so many labelled sentences on, only lower-case words are expected to have no label."""

MOST_WITH_LETTERS = 0.05
"""Symbols, as the template sees them, are also words of mixed case: not with more of these."""

MOST_WITHOUT_CASE = 0.05
"""The most words of scripts without case for each lower-case word."""

Outside: TypeAlias = NDArray[np.float64]
"""For each token of a project the share with which its gazetteer expects no label; else NaN."""

Expected: TypeAlias = tuple[str, float]
"""An attribute, and the share of its tokens that have no label."""


@dataclass(frozen=True, slots=True)
class UnlistedWords:
    """The words of the sentences in which shares are expected.

    ``chosen`` are these sentences, ``wanted`` the labelled ones, if there are enough for a model.
    ``has_cases``: models know how words are written elsewhere in the text.
    """

    data: TrainingData
    chosen: NDArray[np.int64]
    wanted: TrainingTargets | None
    outside: Outside
    has_cases: bool = False

    def expected(self) -> Iterator[Expected]:
        """Yield what is expected; nothing of text without case."""
        words = self._kinds_of_words()
        if words is None:
            return
        lower, symbols, numbers = words
        yield from self._of_kind(LOWER_CASE, lower, SHARE)
        if self.wanted is not None and len(self.wanted.sentence_indices) >= FEW_LABELLED:
            return
        yield from self._of_kind(SYMBOLS, symbols, SHARE)
        # Where some numbers of a list have a label, as doses have, others probably have, too.
        if not np.any(self.outside[numbers] < 0.5):
            yield from self._of_kind(NUMBERS, numbers, SHARE)
        if self.has_cases:
            yield from USUALLY_LOWER_CASE.items()
        else:
            yield from self._of_first_words(lower)

    def _kinds_of_words(self) -> tuple[NDArray[np.bool_], ...] | None:
        """Return which tokens are lower case, symbols and numbers; None for text without case."""
        text = self.data.text
        ids, words = text.columns[0], text.words
        distinct = np.unique(ids).tolist()

        def tokens(belongs: Callable[[str], bool]) -> NDArray[np.bool_]:
            chosen = np.zeros(text.n_words, np.bool_)
            chosen[[number for number in distinct if belongs(words[number])]] = True
            return np.asarray(chosen[ids])

        lower = tokens(str.islower)
        # In the template, words of scripts without case have the attribute of lower-case words.
        without_case = tokens(lambda word: word.isalpha() and word.lower() == word.upper())
        if without_case.sum() > MOST_WITHOUT_CASE * lower.sum():
            return None
        if not lower.any() or not any(words[n].lower() != words[n] for n in distinct):
            return None
        symbols = tokens(lambda word: letters(word) == "other")
        with_letters = symbols & tokens(lambda word: any(map(str.isalpha, word)))
        if with_letters.sum() > MOST_WITH_LETTERS * symbols.sum():
            symbols[:] = False
        return lower, symbols, tokens(str.isdigit)

    def _of_first_words(self, lower: NDArray[np.bool_]) -> Iterator[Expected]:
        text = self.data.text
        ids, words = text.columns[0], text.words
        inner = lower.copy()
        inner[text.offsets[:-1][np.diff(text.offsets) > 0]] = False
        known = {words[number] for number in np.unique(ids[inner]).tolist()}
        starts = text.offsets[self.chosen]
        firsts = [(at, words[number]) for at, number in zip(starts, ids[starts], strict=True)]
        capitalised = [(at, word) for at, word in firsts if shape(word) == "Xx"]
        if not capitalised:
            return
        tokens = np.zeros(len(ids), np.bool_)
        tokens[[at for at, _ in capitalised]] = True
        n_known = sum(word.lower() in known for _, word in capitalised)
        share = n_known / len(capitalised)
        usual = SHARE * share + SHARE_OF_NEW_FIRST_WORDS * (1.0 - share)
        yield from self._of_kind(FIRST_WORDS, tokens, usual)

    def _of_kind(
        self, attribute: str, tokens: NDArray[np.bool_], usual: float
    ) -> Iterator[Expected]:
        """Yield what is expected of a kind of words, if the chosen sentences have some."""
        at = tokens_at(self.data.text.offsets, self.chosen)
        at = at[tokens[at]]
        if len(at):
            yield attribute, self._share(tokens, at, usual)

    def _share(self, tokens: NDArray[np.bool_], at: NDArray[np.int64], usual: float) -> float:
        """Return the share of words of a kind without a label; ``at`` are the chosen ones.

        It allows for those in gazetteers, and follows what is labelled.
        """
        data = self.data
        shares = np.where(np.isnan(self.outside[at]), usual, self.outside[at])
        n_outside = TOKENS_BEHIND_IT * float(shares.mean())
        n_known = float(TOKENS_BEHIND_IT)
        if self.wanted is not None and OUTSIDE in self.wanted.labels:
            own = tokens_at(data.text.offsets, self.wanted.sentence_indices)
            own = own[tokens[own] & (data.states[own] == TokenState.CONFIRMED)]
            outside = data.tags.index(OUTSIDE)
            sets = [n for n, members in enumerate(data.members) if members == (outside,)]
            n_outside += int(np.isin(data.tag_sets[own], sets).sum())
            n_known += len(own)
        return n_outside / n_known
