"""Search for the matches of a query, on flat arrays.

A match is some tokens of one sentence. Words and regular expressions have matches; in a query
without them labels match the spans shown, other conditions on tokens match single tokens, and
conditions on sentences match whole sentences. Further conditions on tokens have to be true for one
token of a match; all words and expressions must be in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from app.domain.search import (
    NONE,
    TOKEN_FIELDS,
    Alternative,
    Atom,
    Condition,
    Field,
    Findings,
    Order,
    Pattern,
    Phrase,
    alternatives,
    n_different,
)
from app.formats.plain_text import sentence_tokens
from app.jobs.patterns.text_patterns import Budget, TextPattern
from app.jobs.progress import Cancelled
from app.jobs.search.conditions import Conditions, Mask, Spans, starred
from app.jobs.search.find_question import FindQuestion, Places
from crfcore.arrays import counts_before

WORDS_FOR_ORDER = 3
"""Words of the context by which matches are sorted."""


COMPARED = 24
"""Characters of a word by which it is sorted."""

TEXTS_AT_ONCE = 1_000
"""Texts between checks for cancellation."""

FAR = 1 << 32
"""More than the length of a sentence."""

WORDS_AT_ONCE = 2_000
"""Words converted for sorting at a time."""


def find(question: FindQuestion, cancelled: Cancelled = lambda: False) -> Findings | None:
    """Return the matches of a query, None if cancelled.

    CrfError for a regular expression that is invalid or takes too long.
    """
    search = _Search(question, cancelled)
    found: list[Spans] = []
    for one in alternatives(question.query):
        spans = search.matches(one)
        if spans is None:
            return None
        found.append(spans)
    whole = all(_is_of_sentences(one) for one in alternatives(question.query))
    begins, ends = _united(found)
    if question.order is not Order.TEXT:
        at = search.ordered(begins, ends)
        begins, ends = begins[at], ends[at]
    sentence_indices = search.sentence_indices_of(begins)
    heads = question.corpus.offsets[sentence_indices]
    return Findings(
        sentence_indices,
        (begins - heads).astype(np.int32),
        (ends - heads).astype(np.int32),
        n_different(sentence_indices),
        whole,
        question.revision,
    )


def sentences_with(
    texts: Sequence[str],
    text: str,
    among: Places | None = None,
    cancelled: Cancelled = lambda: False,
) -> Places | None:
    """Return the indices of texts that contain a text, ignoring case; None if cancelled.

    ``among`` are the indices to search, None for all.
    """
    needle = text.casefold()
    sentence_indices = range(len(texts)) if among is None else among.tolist()
    found: list[int] = []
    for first in range(0, len(sentence_indices), TEXTS_AT_ONCE):
        if cancelled():
            return None
        some = sentence_indices[first : first + TEXTS_AT_ONCE]
        found += [
            sentence_index for sentence_index in some if needle in texts[sentence_index].casefold()
        ]
    return np.array(found, np.int64)


def _united(found: list[Spans]) -> Spans:
    begins = np.concatenate([begins for begins, _ in found])
    ends = np.concatenate([ends for _, ends in found])
    if len(found) > 1:
        order = np.lexsort((ends, begins))
        begins, ends = begins[order], ends[order]
        new = np.ones(len(begins), np.bool_)
        new[1:] = (begins[1:] != begins[:-1]) | (ends[1:] != ends[:-1])
        begins, ends = begins[new], ends[new]
    return begins, ends


def _is_finder(atom: Atom) -> bool:
    return not isinstance(atom, Condition)


def _is_of_tokens(atom: Atom) -> bool:
    return isinstance(atom, Condition) and atom.field in TOKEN_FIELDS


def _is_of_nothing(atom: Atom) -> bool:
    return isinstance(atom, Condition) and (atom.field, atom.value) == (Field.FROM, "nothing")


def _is_label(atom: Atom) -> bool:
    """Return whether an atom matches spans: a label that is shown, not the lack of one."""
    return (
        isinstance(atom, Condition)
        and atom.field is Field.LABEL
        and (atom.literal or atom.value != NONE)
    )


def _is_of_sentences(one: Alternative) -> bool:
    finders = any(_is_finder(atom) for atom in one.met)
    return not finders and not any(map(_is_of_tokens, (*one.met, *one.unmet)))


class _Search:
    """One search; intermediate results are cached."""

    def __init__(self, question: FindQuestion, cancelled: Cancelled) -> None:
        self.question = question
        self.corpus = question.corpus
        self.offsets = question.corpus.offsets
        self.n_tokens = int(self.offsets[-1])
        self.cancelled = cancelled
        self._conditions = Conditions(question)
        self._patterns: dict[Pattern, TextPattern] = {}
        self._budget = Budget()

    def matches(self, one: Alternative) -> Spans | None:
        """Return the matches of one alternative of the query."""
        wanted_sentences = np.zeros(self.corpus.n_sentences, np.bool_)
        wanted_sentences[self.question.visible] = True
        wanted_sentences &= np.diff(self.offsets) > 0
        for group, wanted in ((one.met, True), (one.unmet, False)):
            for atom in group:
                if isinstance(atom, Condition) and atom.field not in TOKEN_FIELDS:
                    wanted_sentences &= self._conditions.sentences(atom) == wanted
        found: list[Spans] = []
        for atom in filter(_is_finder, (*one.met, *one.unmet)):
            spans = self._text_matches(atom, wanted_sentences)
            if spans is None:
                return None
            there = np.zeros(len(wanted_sentences), np.bool_)
            there[self.sentence_indices_of(spans[0])] = True
            if atom in one.met:
                found.append(spans)
                wanted_sentences &= there
            else:
                wanted_sentences &= ~there
        return self._passing(one, found, wanted_sentences)

    def _passing(self, one: Alternative, found: list[Spans], wanted_sentences: Mask) -> Spans:
        """Return the matches that meet the conditions on tokens, in the wanted sentences."""
        met = [atom for atom in one.met if _is_of_tokens(atom)]
        unmet = [atom for atom in one.unmet if _is_of_tokens(atom)]
        labels = [atom for atom in met if _is_label(atom)]
        if not found and labels:
            found = [self._conditions.label_spans(labels[0])]
            met.remove(labels[0])
        if not found and (met or unmet):
            return self._token_matches(met, unmet, wanted_sentences)
        if not found:
            chosen = np.flatnonzero(wanted_sentences)
            return self.offsets[chosen], self.offsets[chosen + 1] - 1
        begins, ends = _united(found)
        kept = wanted_sentences[self.sentence_indices_of(begins)]
        begins, ends = begins[kept], ends[kept]
        for atom, wanted in (*((a, True) for a in met), *((a, False) for a in unmet)):
            before = counts_before(self._conditions.tokens(atom))
            kept = (before[ends + 1] > before[begins]) == wanted
            begins, ends = begins[kept], ends[kept]
        return begins, ends

    def _token_matches(self, met: list[Atom], unmet: list[Atom], wanted_sentences: Mask) -> Spans:
        """Return tokens that meet all conditions; those of one span shown are one match.

        So are those of a sentence that was accepted with nothing shown.
        """
        passing = np.repeat(wanted_sentences, np.diff(self.offsets))
        for atom in met:
            passing &= self._conditions.tokens(atom)
        for atom in unmet:
            passing &= ~self._conditions.tokens(atom)
        breaks = self._conditions.span_begins
        if any(_is_of_nothing(atom) for atom in met):
            breaks = np.zeros(self.n_tokens, np.bool_)
            breaks[self.offsets[:-1][np.diff(self.offsets) > 0]] = True
        begins = passing.copy()
        begins[1:] &= ~passing[:-1] | breaks[1:]
        ends = passing.copy()
        ends[:-1] &= ~passing[1:] | breaks[1:]
        return np.flatnonzero(begins), np.flatnonzero(ends)

    def sentence_indices_of(self, tokens: Places) -> Places:
        """Return the sentences of some tokens."""
        return np.asarray(np.searchsorted(self.offsets, tokens, side="right") - 1, np.int64)

    def ordered(self, begins: Places, ends: Places) -> Places:
        """Return matches sorted by their own words, or by those before or behind them."""
        ranks = self._ranks()
        sentence_indices = self.sentence_indices_of(begins)
        keys: list[Places] = [begins]
        for step in reversed(range(WORDS_FOR_ORDER)):
            if self.question.order is Order.LEFT:
                at = begins - 1 - step
            else:
                at = (begins if self.question.order is Order.MIDDLE else ends + 1) + step
            inside = (at >= self.offsets[sentence_indices]) & (
                at < self.offsets[sentence_indices + 1]
            )
            if self.question.order is Order.MIDDLE:
                inside &= at <= ends
            words = self.corpus.columns[0][np.where(inside, at, 0)]
            keys.append(np.where(inside, ranks[words], 0))
        return np.asarray(np.lexsort(tuple(keys)), np.int64)

    def _ranks(self) -> Places:
        """Return the rank of each word in alphabetical order, 0 for no word (the last entry)."""
        # Sorted as arrays: sorting a list of many texts would block all other threads.
        folded, n_words = self._folded, self.question.n_words
        heads = [
            np.array([word[:COMPARED] for word in folded[at : at + WORDS_AT_ONCE]], f"U{COMPARED}")
            for at in range(0, n_words, WORDS_AT_ONCE)
        ]
        ranks = np.zeros(n_words + 1, np.int64)
        if heads:
            words = np.concatenate(heads)
            order = np.argsort(words, kind="stable")
            words = words[order]
            # Words that differ in case have the same rank.
            ranks[order] = 1 + counts_before(words[1:] != words[:-1])
        return ranks

    # ---- words and expressions

    def _text_matches(self, atom: Atom, wanted_sentences: Mask) -> Spans | None:
        if isinstance(atom, Phrase):
            return self._phrases(atom)
        if isinstance(atom, Pattern):
            return self._expressions(atom, wanted_sentences)
        raise TypeError(atom)

    def _phrases(self, phrase: Phrase) -> Spans:
        pieces = [mask for word in phrase.words for mask in self._word_masks(word, phrase.exact)]
        words = self.corpus.columns[0]
        at = np.flatnonzero(pieces[0][words])
        for step, mask in enumerate(pieces[1:], 1):
            at = at[at + step < self.n_tokens]
            at = at[mask[words[at + step]]]
        ends = at + len(pieces) - 1
        inside = self.sentence_indices_of(at) == self.sentence_indices_of(ends)
        return at[inside], ends[inside]

    def _word_masks(self, word: str, exact: bool) -> list[Mask]:  # noqa: FBT001 - one call
        """Return which words of the vocabulary match a word of a phrase.

        A word that is no token of the project may be several: "mice," is "mice" and a comma.
        """
        mask = self._word_mask(word, exact)
        parts = [word[a:b] for tokens in sentence_tokens(word) for a, b in tokens]
        if mask.any() or "*" in word or len(parts) < 2:
            return [mask]
        return [self._word_mask(part, exact) for part in parts]

    def _word_mask(self, word: str, exact: bool) -> Mask:  # noqa: FBT001 - one call
        mask = np.zeros(self.question.n_words + 1, np.bool_)  # the last is for no word
        vocabulary = self.question.words[: self.question.n_words] if exact else self._folded
        wanted = word if exact else word.casefold()
        fits: Callable[[str], object] = wanted.__eq__
        if "*" in wanted:
            fits = starred(wanted).match
        mask[[number for number, known in enumerate(vocabulary) if fits(known)]] = True
        return mask

    @cached_property
    def _folded(self) -> list[str]:
        return [word.casefold() for word in self.question.words[: self.question.n_words]]

    def _expressions(self, pattern: Pattern, wanted_sentences: Mask) -> Spans | None:
        if pattern not in self._patterns:
            self._patterns[pattern] = TextPattern(pattern, self._budget)
        found = self._patterns[pattern].find_all(
            self.corpus.texts, np.flatnonzero(wanted_sentences).tolist(), self.cancelled
        )
        if found is None:
            return None
        where, starts, ends = found
        # One number combines the sentence and the position in it.
        own_starts, own_ends = self._edges
        begins = np.searchsorted(own_ends, where * FAR + starts, side="right")
        lasts = np.searchsorted(own_starts, where * FAR + ends, side="left") - 1
        kept = begins <= lasts
        begins, lasts = begins[kept], lasts[kept]
        new = np.ones(len(begins), np.bool_)
        new[1:] = (begins[1:] != begins[:-1]) | (lasts[1:] != lasts[:-1])
        return begins[new], lasts[new]

    @cached_property
    def _edges(self) -> Spans:
        """Return starts and ends of tokens, offset by sentence so that they rise."""
        heads = np.repeat(np.arange(self.corpus.n_sentences) * FAR, np.diff(self.offsets))
        return heads + self.corpus.starts, heads + self.corpus.ends
