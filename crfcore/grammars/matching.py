"""Which tokens the terminals of a grammar match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.grammars.expressions import Expression
from crfcore.grammars.grammar import LIST, WORD, Terminal
from crfcore.grammars.normal_form import PARTS
from crfcore.messages import message

Columns = Sequence[tuple[IdArray, Sequence[str]]]
"""For each column the id of each token's string, −1 for none, and the strings."""

MOST_KNOWN = 1 << 16
"""Strings of a column whose matches are remembered."""


class FindsPhrases(Protocol):
    """A list of phrases, such as `crfcore.features.phrases.PhraseList`."""

    def marks(self, column: Any, offsets: OffsetArray) -> tuple[IdArray, int]:
        """Return even numbers at first tokens of phrases, odd ones at others, −1 elsewhere."""


class _Tests(NamedTuple):
    """The ``terminals`` that read a column, and of those the places that match a string.

    ``words`` match a string that is equal, and ``expressions`` those that fit.
    """

    terminals: list[int]
    words: dict[str, list[int]]
    expressions: list[tuple[int, Expression]]


class TerminalMatcher:
    """The matches of terminals.

    Parameters
    ----------
    terminals : sequence of pairs
        As in `NormalForm`.
    lists : mapping of str to lists of phrases, optional
        Those that terminals name.

    Raises
    ------
    CrfError
        A list is missing.
    """

    def __init__(
        self,
        terminals: Sequence[tuple[Terminal, str]],
        lists: Mapping[str, FindsPhrases] | None = None,
    ) -> None:
        self.terminals = terminals
        self._lists = dict(lists or {})
        self._by_column: dict[int, _Tests] = {}
        for number, (one, _) in enumerate(terminals):
            if one.kind == LIST:
                if one.text not in self._lists:
                    known = ", ".join(map(shown, self._lists)) or "there is none"
                    raise CrfError(
                        message(
                            "The grammar reads the phrase list {text}, which is not given "
                            "(lists: {known}); give a list of this name.",
                            text=shown(one.text),
                            known=known,
                        )
                    )
                continue
            tests = self._by_column.setdefault(one.column, _Tests([], {}, []))
            place = len(tests.terminals)
            tests.terminals.append(number)
            if one.kind == WORD:
                tests.words.setdefault(one.text, []).append(place)
            else:
                tests.expressions.append((place, Expression(one.text)))
        self._known: dict[int, dict[str, MaskArray]] = {column: {} for column in self._by_column}

    @property
    def n_columns(self) -> int:
        """The number of columns that are read."""
        return max(self._by_column, default=0) + 1

    def matches(self, columns: Columns, offsets: OffsetArray) -> MaskArray:
        """Return which terminals match each token.

        Parameters
        ----------
        columns : sequence of (int32 (T,), sequence of str)
        offsets : int64 (N + 1,)
            Of the sentences.

        Returns
        -------
        uint8 (T, number of terminals)

        Raises
        ------
        CrfError
            A column is missing.
        """
        if len(columns) < self.n_columns:
            raise CrfError(
                message(
                    "The grammar reads column {n_columns}, and tokens have {n_there}; give the "
                    "columns, or change the grammar.",
                    n_columns=self.n_columns - 1,
                    n_there=len(columns),
                )
            )
        found = np.zeros((int(offsets[-1]), len(self.terminals)), np.uint8)
        for column, tests in self._by_column.items():
            ids, values = columns[column]
            used, inverse = np.unique(ids, return_inverse=True)
            rows = [self._row(column, values[n] if n >= 0 else "") for n in used.tolist()]
            if rows:
                found[:, tests.terminals] = np.array(rows)[inverse.reshape(-1)]
        self._mark_phrases(columns[0], offsets, found)
        return found

    def _row(self, column: int, value: str) -> MaskArray:
        known = self._known[column]
        row = known.get(value)
        if row is None:
            tests = self._by_column[column]
            row = np.zeros(len(tests.terminals), np.uint8)
            row[tests.words.get(value, [])] = 1
            row[[place for place, test in tests.expressions if test.matches(value)]] = 1
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[value] = row
        return row

    def _mark_phrases(
        self, words: tuple[IdArray, Sequence[str]], offsets: OffsetArray, found: MaskArray
    ) -> None:
        parts_of: dict[str, dict[str, int]] = {}
        for number, (one, part) in enumerate(self.terminals):
            if one.kind == LIST:
                parts_of.setdefault(one.text, {})[part] = number
        for name, numbers in parts_of.items():
            marks, _ = self._lists[name].marks(_Words(*words), offsets)
            inside, later = marks >= 0, (marks >= 0) & (marks % 2 == 1)
            goes_on = np.append(later[1:], False) if len(marks) else later
            starts = offsets[:-1][np.diff(offsets) > 0]
            goes_on[starts[1:] - 1] = False
            first = inside & ~later
            places = {
                "only": first & ~goes_on,
                "first": first & goes_on,
                "inner": later & goes_on,
                "last": later & ~goes_on,
            }
            for part, number in numbers.items():
                found[:, number] = places[part]

    def shares(self, counts: FloatArray, n_tokens: int) -> FloatArray:
        """Return the share of tokens that each terminal matches, smoothed.

        ``counts`` are the tokens that each matches, of all ``n_tokens``.

        For parts of phrases it is half of the share of first tokens, or of others, which
        have two parts each.
        """
        numbers = {one: number for number, one in enumerate(self.terminals)}
        shares: FloatArray = (counts + 0.5) / (n_tokens + 1.0)
        for number, (one, part) in enumerate(self.terminals):
            if part:
                pair = PARTS[:2] if part in PARTS[:2] else PARTS[2:]
                total = sum(float(counts[numbers[one, other]]) for other in pair)
                shares[number] = (total + 0.5) / (n_tokens + 1.0) / 2.0
        return shares


class _Words(NamedTuple):
    """A column for a phrase list, which reads ``ids`` and ``values``."""

    ids: IdArray
    values: Sequence[str]


def columns_of(sentences: Iterable[Sequence[Any]]) -> tuple[Columns, OffsetArray]:
    """Return sentences of words, or of sequences of fields, as columns and offsets.

    Raises
    ------
    DataError
        A token is neither, or has another number of fields than the first one.
    """
    blocks = _sentences(sentences)
    offsets = np.zeros(len(blocks) + 1, np.int64)
    np.cumsum([len(block) for block in blocks], out=offsets[1:])
    tokens = list(chain.from_iterable(blocks))
    rows = [(token,) if isinstance(token, str) else _fields(token) for token in tokens]
    n_columns = len(rows[0]) if rows else 1
    for row in rows:
        if len(row) != n_columns or not all(isinstance(value, str) for value in row):
            raise DataError(
                f"A token is a word, or a sequence of {n_columns} strings as the first one; found "
                f"{shown(row)}."
            )
    columns = []
    for number in range(n_columns):
        alphabet: dict[str, int] = {}
        ids = [alphabet.setdefault(row[number], len(alphabet)) for row in rows]
        columns.append((np.array(ids, np.int32), list(alphabet)))
    return columns, offsets


def _sentences(given: Any) -> list[list[Any]]:
    """Return sentences as lists; DataError for a string, whose letters would be words."""
    if _is_text(given):
        raise DataError(f"Sentences are a list of lists of words; found {shown(given)}.")
    blocks = []
    for sentence in given:
        if _is_text(sentence):
            raise DataError(f"A sentence is a list of words; found {shown(sentence)}.")
        blocks.append(list(sentence))
    return blocks


def _is_text(value: Any) -> bool:
    """Return whether a value is text, or no list at all."""
    return isinstance(value, str | bytes) or not isinstance(value, Iterable)


def _fields(token: Any) -> tuple[Any, ...]:
    return tuple(token) if isinstance(token, Iterable) else (token,)
