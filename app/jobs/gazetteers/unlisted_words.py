"""What is expected of words that are in no gazetteer: most have no label.

Without labelled sentences a model knows of names alone. What is usual of other words keeps it from
taking punctuation, numbers and the first words of sentences for names. On 1,000 held-out Dutch
sentences, without a labelled one and with word clusters, lists of 20 names of each kind made 675
false labels, now 18, and F1 is 42 in place of 33; with half of the names it is 61 in place of 40
(means of two draws). With 50 labelled sentences it made no difference.
"""

from __future__ import annotations

import math
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

TOKENS_BEHIND_IT = 100
"""How many labelled words of a kind outweigh its share."""

UNUSUAL = 0.1
"""How probable it is that a kind of words has labels more often than is usual, or less, before any
is labelled: in notes about drugs most numbers are doses."""

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

    ``chosen`` are these sentences, ``wanted`` the labelled ones, if there are enough for a model.
    ``further`` are the labels of words that do not begin a span, if the scheme tells them from
    others. ``has_cases``: models know how words are written elsewhere in the text.
    """

    data: TrainingData
    chosen: NDArray[np.int64]
    wanted: TrainingTargets | None
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
        if self.wanted is not None and len(self.wanted.sentence_indices) >= FEW_LABELLED:
            return
        yield from self._of_kind(SYMBOLS, symbols, SHARE)
        # Where some numbers of a list have a label, as doses have, others probably have, too.
        if not np.any(self.outside[numbers] < 0.5):
            yield from self._of_kind(NUMBERS, numbers, SHARE)
        if self.has_cases:
            for name, share in USUALLY_LOWER_CASE.items():
                yield name, NO_LABEL, self._with_labelled(share, lower)
            if self.wanted is None:
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
        used = np.concatenate([ids[tokens_at(text.offsets, self.chosen)], ids[self._labelled()]])
        numbers = np.flatnonzero(np.bincount(used, minlength=1)).tolist()
        chosen = np.zeros(text.n_words, np.bool_)
        chosen[[number for number in numbers if belongs(words[number])]] = True
        return np.asarray(chosen[ids])

    def _labelled(self) -> NDArray[np.int64]:
        """Return the positions of tokens in the labelled sentences."""
        indices = np.zeros(0, np.int64) if self.wanted is None else self.wanted.sentence_indices
        return tokens_at(self.data.text.offsets, indices)

    def _done(self) -> NDArray[np.int64]:
        """Return the positions of tokens in labelled sentences that are done.

        In others a person may have confirmed the names and left out the words around them.
        """
        at, offsets = self._labelled(), self.data.text.offsets
        sentences = np.searchsorted(offsets, at, side="right")
        is_open = self.data.states[at] != TokenState.CONFIRMED
        return np.asarray(at[~np.isin(sentences, sentences[is_open])])

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
            yield attribute, NO_LABEL, self._with_labelled(float(shares.mean()), tokens)

    def _with_labelled(self, share: float, tokens: NDArray[np.bool_]) -> float:
        """Return a share of words without a label, with the labelled words added."""
        data = self.data
        if self.wanted is None or OUTSIDE not in self.wanted.labels:
            return share
        own = self._done()
        own = own[tokens[own]]
        outside = data.tags.index(OUTSIDE)
        sets = [n for n, members in enumerate(data.members) if members == (outside,)]
        return share_with_labelled(share, int(np.isin(data.tag_sets[own], sets).sum()), len(own))


def share_with_labelled(share: float, n_outside: int, n_labelled: int) -> float:
    """Return the share of words that have no label, with n_outside of n_labelled that have none.

    Either it is near the usual one, with a beta distribution of `TOKENS_BEHIND_IT` words, or, in
    texts of another kind, any number. The more probable of the two is taken, by Bayes' rule.
    """
    n_other = n_labelled - n_outside
    share = min(max(share, 0.01), 0.99)  # as trainings count those beyond
    behind = TOKENS_BEHIND_IT * share, TOKENS_BEHIND_IT * (1.0 - share)
    usual = _log_beta(behind[0] + n_outside, behind[1] + n_other) - _log_beta(*behind)
    unusual = _log_beta(1.0 + n_outside, 1.0 + n_other)
    if unusual - usual > math.log((1.0 - UNUSUAL) / UNUSUAL):
        return (1.0 + n_outside) / (2.0 + n_labelled)
    return (behind[0] + n_outside) / (TOKENS_BEHIND_IT + n_labelled)


def _log_beta(one: float, other: float) -> float:
    """Return the logarithm of the beta function."""
    return math.lgamma(one) + math.lgamma(other) - math.lgamma(one + other)
