"""Ids of the strings of cells, computed once for each distinct word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count, repeat
from typing import TypeAlias

import numpy as np

from crfcore.arrays import IdArray
from crfcore.features.cells import cell_function
from crfcore.features.column_table import Column
from crfcore.features.segments import MISSING

_NOT_YET = -2
_SLICE = 2048
"""Words between two releases of the interpreter lock."""


_Derived: TypeAlias = tuple[str, int, int, str]
"""A function, a column, and the function's length and regexp."""


@dataclass(slots=True, eq=False)
class _NumberedWords:
    """The results of one function for the strings of one column seen so far.

    ``numbers[i]`` belongs to ``words[i]``; a last entry is for the id -1, no string.
    """

    words: Sequence[str]
    numbers: IdArray


@dataclass(slots=True, eq=False)
class CellValues:
    """The alphabet of all strings of cells, with caches by function and column.

    The strings of all functions and columns share one alphabet: where two lines of a template
    differ only in their cells (a bag of words), equal strings are one attribute.

    Attributes
    ----------
    alphabet : dict of str to int
        Numbers 0, 1, 2 … in the order of first appearance. Until `freeze`, a lookup of a new string
        gives it the next number.
    """

    alphabet: dict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    _numbered: dict[_Derived, _NumberedWords] = field(default_factory=dict)

    def freeze(self) -> None:
        """Add no further strings: others are unknown."""
        self.alphabet = dict(self.alphabet)

    def numbers_of(self, strings: Iterable[str]) -> list[int]:
        """Return the number of each string, -1 if it is unknown."""
        if isinstance(self.alphabet, defaultdict):
            return list(map(self.alphabet.__getitem__, strings))
        return list(map(self.alphabet.get, strings, repeat(MISSING)))

    def of_strings(self, strings: Iterable[str]) -> IdArray:
        """Return the number of each string as an array (int32), -1 for unknown ones."""
        return np.array(self.numbers_of(strings), np.int32)

    def cells(
        self, column: Column, function: str, number: int, length: int, regexp: str = ""
    ) -> IdArray:
        """Return the results of a function for a column.

        Parameters
        ----------
        column : Column
            Between calls, strings may be appended but not changed.
        function : str
            As for `cell_function`.
        number : int
            The index of the column.
        length : int
        regexp : str
            As for `cell_function`.

        Returns
        -------
        int32 (T,)
            Ids in the alphabet; -1 if missing or unknown.
        """
        known = self._known(column.values, (function, number, length, regexp))
        cells = known.numbers[column.ids]
        if len(np.flatnonzero(cells == _NOT_YET)):
            self._number_words(known, column.ids, cell_function(function, length, regexp))
            cells = known.numbers[column.ids]
        return cells

    def _known(self, words: Sequence[str], key: _Derived) -> _NumberedWords:
        known = self._numbered.get(key)
        if known is not None and known.words is words and len(known.numbers) == len(words) + 1:
            return known
        numbers = np.full(len(words) + 1, _NOT_YET, np.int32)
        if known is not None and known.words is words:
            numbers[: len(known.numbers) - 1] = known.numbers[:-1]
        numbers[-1] = MISSING
        # Thread-safe: each thread gets a valid table.
        self._numbered[key] = _NumberedWords(words, numbers)
        return self._numbered[key]

    def _number_words(
        self, known: _NumberedWords, ids: IdArray, derive: Callable[[str], str]
    ) -> None:
        wanted = np.zeros(len(known.numbers), np.bool_)
        wanted[ids] = True
        wanted &= known.numbers == _NOT_YET
        todo = np.flatnonzero(wanted)
        for start in range(0, len(todo), _SLICE):
            part = todo[start : start + _SLICE]
            words = [known.words[word] for word in part.tolist()]
            known.numbers[part] = self.numbers_of(map(derive, words))

    def numbers_in(self, other: CellValues) -> IdArray:
        """Return the number that another alphabet gives to each string, -1 for none (int32)."""
        strings = self.strings()
        numbers = np.empty(len(strings), np.int32)
        for start in range(0, len(strings), _SLICE):
            part = strings[start : start + _SLICE]
            numbers[start : start + _SLICE] = other.numbers_of(part)
        return numbers

    def strings(self) -> list[str]:
        """Return the strings of the alphabet in the order of their numbers."""
        return list(self.alphabet)
