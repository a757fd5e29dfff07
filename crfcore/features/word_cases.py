"""The letter case in which words are written: a name is rarely lower case anywhere in a text.

The first word of a sentence has a capital letter whatever it is, and in a headline all words have.
How a word is written elsewhere tells names from other words: A. Mikheev, *Periods, capitalized
words, etc.*, Computational Linguistics 28(3), 2002.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.column_table import Column
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.word_contexts import distinct_values, renumbered, word_column
from crfcore.features.word_files import Kept, State

CASES = ("lower", "mostly-lower", "mostly-capital", "capital")
"""How a word is written: always lower case, at least half of the time, less often, never."""

_NONE, _LOWER, _CAPITAL, _UPPER = range(4)
"""Of an occurrence: no letter that has case, lower case, some capital, capitals alone."""


@dataclass(frozen=True, eq=False)
class WordCases(Kept):
    """How the words of a text are written, other than at the beginning of a sentence.

    Made by `learn_cases`.

    Attributes
    ----------
    words : list of W str
        In lower case.
    cases : int32 (W,)
        Indices of `CASES`.
    """

    NOUN: ClassVar[str] = "file of the letter case of words"

    words: list[str]
    cases: IdArray

    @cached_property
    def _case_of(self) -> dict[str, int]:
        return dict(zip(self.words, self.cases.tolist(), strict=True))

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word.lower() in self._case_of

    def case(self, word: str) -> str:
        """Return how a word is written, one of `CASES`; "" for a word that the text lacks.

        CrfError for what is no string.
        """
        given: object = word
        if not isinstance(given, str):
            raise CrfError(f"A word is a string, not {shown(given)}.")
        number = self._case_of.get(word.lower())
        return "" if number is None else CASES[number]

    def column(self, words: Column, offsets: OffsetArray) -> Column:
        """Return the cases of tokens as a column.

        Words that the text lacks have that of this text; words without letters have none.

        Parameters
        ----------
        words : Column
        offsets : int64 (N + 1,)
            Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
        """
        found = _occurrences(words, offsets)
        here = _cases(found.counts)
        known = np.array([self._case_of.get(form, MISSING) for form in found.forms], np.int32)
        cases = np.append(np.where(known >= 0, known, here), np.int32(MISSING))
        return Column(cases[found.form_of_token], CASES)

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        text, offsets = pack_strings(self.words)
        return {}, {"words": text, "word_offsets": offsets, "cases": self.cases}

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Make the object again whose `state` this is; ValueError if the parts do not fit."""
        _ = header
        words = unpack_alphabet(arrays["words"], arrays["word_offsets"])
        cases = arrays["cases"]
        inside = bool(np.all((cases >= 0) & (cases < len(CASES))))
        if cases.dtype != np.int32 or cases.shape != (len(words),) or not inside:
            raise ValueError("its words and cases do not fit")
        return cls(words, np.require(cases, np.int32, ["C", "W"]))


def learn_cases(sentences: Any) -> WordCases:
    """Find out how the words of a text are written.

    The first word of a sentence counts only in lower case, and sentences of several words all in
    capitals do not count. Words that differ in case alone are one.

    Parameters
    ----------
    sentences : ColumnTable, or sequence of sequences of str
        Of a table, column 0. No label is needed.

    Returns
    -------
    WordCases
        Words of which no occurrence counts are left out.

    Raises
    ------
    DataError
        There is no word, or a token is no string.
    """
    column, offsets = word_column(sentences)
    found = _occurrences(column, offsets)
    if not len(found.form_of_token):
        raise DataError("There is no word to learn from; give sentences with words.")
    cases = _cases(found.counts)
    kept = np.flatnonzero(cases >= 0)
    return WordCases([found.forms[form] for form in kept.tolist()], cases[kept])


class _Occurrences(NamedTuple):
    """The words of a text in lower case, and how often each is written in lower case or not.

    ``form_of_token`` int32 (T,) is -1 where a token has no word; ``counts`` is int64 (F, 2).
    """

    forms: list[str]
    form_of_token: IdArray
    counts: OffsetArray


def _occurrences(column: Column, offsets: OffsetArray) -> _Occurrences:
    order = distinct_values(column)
    words = [column.values[value] for value in order.tolist()]
    numbers: dict[str, int] = {}
    forms = [numbers.setdefault(word.lower(), len(numbers)) for word in words]
    # One more entry, the last, so that the id -1 reads it.
    ids = renumbered(column.ids, order)
    form_of_token = np.array([*forms, MISSING], np.int32)[ids]
    kinds = np.array([*map(_kind, words), _NONE], np.uint8)[ids]
    counted = _counted(kinds, np.asarray(offsets, np.int64))
    counts = [
        np.bincount(form_of_token[counted & chosen], minlength=len(numbers))
        for chosen in (kinds == _LOWER, kinds > _LOWER)
    ]
    return _Occurrences(list(numbers), form_of_token, np.stack(counts, axis=1).astype(np.int64))


def _kind(word: str) -> int:
    lower, upper = word.lower(), word.upper()
    if lower == upper:
        return _NONE
    return _LOWER if word == lower else _UPPER if word == upper else _CAPITAL


def _counted(kinds: NDArray[np.uint8], offsets: OffsetArray) -> NDArray[np.bool_]:
    """Return whether the case of each token tells something about its word, bool (T,)."""
    sentences = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    n_sentences = len(offsets) - 1
    n_words = np.bincount(sentences[kinds != _NONE], minlength=n_sentences)
    n_upper = np.bincount(sentences[kinds == _UPPER], minlength=n_sentences)
    is_upper: NDArray[np.bool_] = (n_words > 1) & (n_upper == n_words)
    counted: NDArray[np.bool_] = ~is_upper[sentences]
    first = offsets[:-1][np.diff(offsets) > 0]
    counted[first] &= kinds[first] == _LOWER
    return counted


def _cases(counts: OffsetArray) -> IdArray:
    """Return the index in `CASES` of words by their counts, -1 where both are 0, int32 (F,)."""
    lower, capital = counts.T
    mixed = np.where(lower >= capital, 1, 2)
    cases = np.where(capital == 0, 0, np.where(lower == 0, 3, mixed))
    return np.where(lower + capital == 0, MISSING, cases).astype(np.int32)
