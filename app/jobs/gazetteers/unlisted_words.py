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
from app.jobs.data.snapshot import TrainingData, tokens_at
from app.jobs.gazetteers.labelled_words import LabelledWords, contradict, with_labelled
from crfcore.features.cells import letters, shape

LOWER_CASE = "Us:x"
"""The attribute of lower-case words in the bundled templates."""

SYMBOLS, NUMBERS = "Ul:other", "Ul:digits"
FIRST_WORDS, FURTHER_WORDS = "Us-1s:_B-1/Xx", "Us-1s:Xx/Xx"
"""The attributes of words without letters and digits, of numbers, of capitalised words at the
beginning of a sentence, and of those after another capitalised word."""

USUALLY_LOWER_CASE = {"Ua:lower": 0.98, "Ua:mostly-lower": 0.95}
"""The attributes of words that are lower case elsewhere, and how many of them have no label."""

SHARE = 0.98
"""The share of words of a kind that have no label, before any is labelled."""

SHARE_OF_NEW_FIRST_WORDS = 0.5
"""The same for first words of sentences that are never lower case in the text."""

SHARE_OF_FURTHER_WORDS = 0.9
"""The share of capitalised words after a capitalised word that do not begin a span: lists have more
single words than text has, and a model would begin a new span at each surname. With word clusters
and 20 names of each kind, F1 rises from 41 and 44 to 45 and 50 (two draws), with half of the names
by 0.5 and 0.2. Without clusters it falls by 2, as unknown names are left out, and with 50 labelled
sentences by 0.9 (one draw)."""

SHARE_AFTER_FIRST_WORDS = 0.5
"""The same where the word before begins a sentence and is lower case elsewhere."""

FEW_LABELLED = 100
"""From so many labelled sentences on, only lower-case words are expected to have no label."""

MOST_WITH_LETTERS = 0.05
"""Symbols, as the template sees them, are also words of mixed case: not with more of these."""

MOST_WITHOUT_CASE = 0.05
"""The most words of scripts without case for each lower-case word."""

Outside: TypeAlias = NDArray[np.float64]
"""For each token of a project the share with which its gazetteer expects no label; else NaN."""

Expected: TypeAlias = tuple[str, tuple[str, ...], float]
"""An attribute, some labels, and the share of its tokens that have one of them."""

NO_LABEL = (OUTSIDE,)


@dataclass(frozen=True, slots=True)
class UnlistedWords:
    """The words of the sentences in which shares are expected.

    ``chosen`` are these sentences, ``labelled`` the words of the others.
    ``further`` are the labels of words that do not begin a span, if the scheme tells them from
    others. ``has_cases``: models know how words are written elsewhere in the text.
    """

    data: TrainingData
    chosen: NDArray[np.int64]
    labelled: LabelledWords
    outside: Outside
    further: tuple[str, ...] = ()
    has_cases: bool = False

    def expected(self) -> Iterator[Expected]:
        """Yield what is expected; nothing of text without case."""
        words = self._kinds_of_words()
        if words is None:
            return
        lower, symbols, numbers = words
        yield from self._of_kind(LOWER_CASE, lower, SHARE)
        wanted = self.labelled.wanted
        if wanted is not None and len(wanted.sentence_indices) >= FEW_LABELLED:
            return
        yield from self._of_kind(SYMBOLS, symbols, SHARE)
        # Where some numbers of a list have a label, as doses have, others probably have, too.
        if not np.any(self.outside[numbers] < 0.5):
            yield from self._of_kind(NUMBERS, numbers, SHARE)
        if self.has_cases:
            for name, share in USUALLY_LOWER_CASE.items():
                yield from self._unless_labelled(name, lower, share)
            if wanted is None:
                yield from self._of_further_words(lower)
        else:
            yield from self._of_first_words(lower)

    def _kinds_of_words(self) -> tuple[NDArray[np.bool_], ...] | None:
        """Return which tokens are lower case, symbols and numbers; None for text without case."""
        lower = self._tokens(str.islower)
        # In the template, words of scripts without case have the attribute of lower-case words.
        without_case = self._tokens(lambda word: word.isalpha() and word.lower() == word.upper())
        if without_case.sum() > MOST_WITHOUT_CASE * lower.sum():
            return None
        if not lower.any() or not self._tokens(lambda word: word.lower() != word).any():
            return None
        symbols = self._tokens(lambda word: letters(word) == "other")
        with_letters = symbols & self._tokens(lambda word: any(map(str.isalpha, word)))
        if with_letters.sum() > MOST_WITH_LETTERS * symbols.sum():
            symbols[:] = False
        return lower, symbols, self._tokens(str.isdigit)

    def _of_first_words(self, lower: NDArray[np.bool_]) -> Iterator[Expected]:
        tokens = self._starts() & self._capitalised()
        capitalised = self._chosen_of(tokens)
        if not len(capitalised):
            return
        share = float(self._lower_elsewhere(capitalised, lower).mean())
        usual = SHARE * share + SHARE_OF_NEW_FIRST_WORDS * (1.0 - share)
        yield from self._of_kind(FIRST_WORDS, tokens, usual)

    def _of_further_words(self, lower: NDArray[np.bool_]) -> Iterator[Expected]:
        is_first, is_capitalised = self._starts(), self._capitalised()
        tokens = is_capitalised & np.roll(is_capitalised, 1) & ~is_first
        at = self._chosen_of(tokens)
        if not len(at) or not self.further:
            return
        after_first = at[is_first[at - 1]]
        share = float(self._lower_elsewhere(after_first - 1, lower).sum()) / len(at)
        usual = SHARE_AFTER_FIRST_WORDS * share + SHARE_OF_FURTHER_WORDS * (1.0 - share)
        yield FURTHER_WORDS, self.further, usual

    def _starts(self) -> NDArray[np.bool_]:
        """Return which tokens begin a sentence."""
        offsets = self.data.text.offsets
        found = np.zeros(int(offsets[-1]), np.bool_)
        found[offsets[:-1][np.diff(offsets) > 0]] = True
        return found

    def _capitalised(self) -> NDArray[np.bool_]:
        """Return which tokens begin with an upper-case letter and go on in lower case."""
        return self._tokens(lambda word: shape(word) == "Xx")

    def _tokens(self, belongs: Callable[[str], bool]) -> NDArray[np.bool_]:
        """Return which tokens are words of a kind, if the sentences used here have the word."""
        text = self.data.text
        ids, words = text.columns[0], text.words
        used = np.concatenate([ids[tokens_at(text.offsets, self.chosen)], ids[self.labelled.at]])
        numbers = np.flatnonzero(np.bincount(used, minlength=1)).tolist()
        chosen = np.zeros(text.n_words, np.bool_)
        chosen[[number for number in numbers if belongs(words[number])]] = True
        return np.asarray(chosen[ids])

    def _chosen_of(self, tokens: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the positions of tokens in the chosen sentences."""
        at = tokens_at(self.data.text.offsets, self.chosen)
        return np.asarray(at[tokens[at]])

    def _lower_elsewhere(
        self, at: NDArray[np.int64], lower: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return of which tokens the word is lower case within some sentence."""
        text = self.data.text
        inner = np.unique(text.columns[0][lower & ~self._starts()])
        known = {text.words[number] for number in inner.tolist()}
        words = (text.words[number] for number in text.columns[0][at].tolist())
        return np.array([word.lower() in known for word in words], np.bool_)

    def _of_kind(
        self, attribute: str, tokens: NDArray[np.bool_], usual: float
    ) -> Iterator[Expected]:
        """Yield what is expected of a kind of words, if the chosen sentences have some."""
        at = self._chosen_of(tokens)
        if len(at):
            # Those in gazetteers are allowed for.
            shares = np.where(np.isnan(self.outside[at]), usual, self.outside[at])
            yield from self._unless_labelled(attribute, tokens, float(shares.mean()))

    def _unless_labelled(
        self, attribute: str, tokens: NDArray[np.bool_], share: float
    ) -> Iterator[Expected]:
        """Yield an expectation of no label, with the labelled words added.

        Where these contradict what is usual, they alone teach: on made-up account books, whose
        goods are lower case and whose dates are numbers, an expectation with their share had cost
        2 of 88 points of F1 with 37 labelled sentences.
        """
        counts = self.labelled.count(tokens, NO_LABEL)
        if not contradict(share, *counts):
            yield attribute, NO_LABEL, with_labelled(share, *counts)
