"""Sentences as columns of strings, in flat arrays: the input of feature templates.

Tokens of all sentences are concatenated; sentence i is ``offsets[i]:offsets[i + 1]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, NoReturn

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.errors import DataError, shown
from crfcore.features.columns_of_tokens import NoTextError, numbered_columns, numbered_words
from crfcore.features.segments import (
    as_sentence_indices,
    chosen_offsets,
    copied_segments,
    offsets_of,
)
from crfcore.messages import counted


class Column(NamedTuple):
    """One column of all tokens.

    Attributes
    ----------
    ids : int32 (T,)
        ``values[ids[t]]`` is the string of token t; -1 if it has none.
    values : sequence of str
        The strings; some may not occur.
    """

    ids: IdArray
    values: Sequence[str]


@dataclass(frozen=True, eq=False)
class ColumnTable:
    """Sentences as columns of strings, the input of a feature template.

    Attributes
    ----------
    columns : tuple of Column
        Column 0 is the word; the label is excluded.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    """

    columns: tuple[Column, ...]
    offsets: OffsetArray

    def __post_init__(self) -> None:
        for number, column in enumerate(self.columns):
            if len(column.ids) != self.n_tokens:
                raise ValueError(
                    f"Column {number} has {len(column.ids)} tokens where the offsets "
                    f"promise {self.n_tokens}."
                )

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return int(self.offsets[-1])

    @property
    def n_columns(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sequence[Sequence[str]]]) -> ColumnTable:
        """Return a table of sentences, each a sequence of tokens, each a sequence of fields.

        Parameters
        ----------
        sentences : iterable of sequences of sequences of str
            Every token has the same number of fields.

        Raises
        ------
        DataError
            A token has another number of fields than the first one, or is no sequence of strings.
        """
        blocks = _sized(sentences)
        offsets = _lengths_to_offsets(blocks)
        tokens = list(chain.from_iterable(blocks))
        n_columns = _common_length(tokens, offsets)
        try:
            columns = numbered_columns(tokens, n_columns)
        except NoTextError:
            _refuse_field(tokens, offsets)
        return cls(tuple(Column(ids, values) for ids, values in columns), offsets)

    @classmethod
    def from_words(cls, sentences: Iterable[Sequence[str]]) -> ColumnTable:
        """Return a table of one column of sentences, each a sequence of words.

        Raises
        ------
        DataError
            A word is not a string.
        """
        blocks = _sized(sentences)
        offsets = _lengths_to_offsets(blocks)
        words = list(chain.from_iterable(blocks))
        try:
            ids, values = numbered_words(words)
        except NoTextError:
            _refuse_field([(word,) for word in words], offsets)
        return cls((Column(ids, values),), offsets)

    def select(self, places: Any) -> ColumnTable:
        """Return some of the sentences.

        Parameters
        ----------
        places : int (M,), or bool (N,)
            Indices of sentences, in any order; or True for those to return.

        Returns
        -------
        ColumnTable
            M sentences; the strings are shared.
        """
        chosen = as_sentence_indices(places, self.n_sentences)
        out = chosen_offsets(self.offsets, chosen)
        columns = tuple(
            Column(copied_segments(self.offsets, chosen, out, column.ids), column.values)
            for column in self.columns
        )
        return ColumnTable(columns, out)

    def part(self, first: int, last: int) -> ColumnTable:
        """Return sentences first..last-1, whose arrays are views."""
        offsets = self.offsets[first : last + 1]
        tokens = slice(int(offsets[0]), int(offsets[-1]))
        columns = tuple(Column(column.ids[tokens], column.values) for column in self.columns)
        return ColumnTable(columns, offsets - offsets[0])


def _sized(sentences: Iterable[Any]) -> list[Any]:
    """Return sentences as sized sequences."""
    if isinstance(sentences, str | bytes):
        message = f"Sentences are a list of lists of tokens; found the string {shown(sentences)}."
        raise DataError(message)
    try:
        blocks = list(sentences)
        if {str, bytes} & set(map(type, blocks)):
            _refuse_text(blocks)
        if all(hasattr(block, "__len__") for block in blocks):
            return blocks
        return [list(block) for block in blocks]
    except TypeError:
        message = f"Sentences are a list of lists of tokens; found {shown(sentences)}."
        raise DataError(message) from None


def _refuse_text(blocks: Sequence[Any]) -> NoReturn:
    """Raise DataError for the first sentence that is a string: its letters are no tokens."""
    at = next(at for at, block in enumerate(blocks) if isinstance(block, str | bytes))
    raise DataError(
        f"Sentence {at + 1}: a sentence is a list of tokens; found the string {shown(blocks[at])}."
    )


def _is_no_row(kind: type) -> bool:
    """Return whether a type of tokens is not a sequence of fields."""
    return issubclass(kind, (str, bytes, dict)) or not hasattr(kind, "__len__")


def _lengths_to_offsets(blocks: Sequence[Sequence[Any]]) -> OffsetArray:
    return offsets_of(np.fromiter(map(len, blocks), np.int64, len(blocks)))


def _common_length(tokens: Sequence[Sequence[str]], offsets: OffsetArray) -> int:
    if not tokens:
        return 1
    # The invalid token is searched only after a test of all tokens has failed.
    if any(map(_is_no_row, set(map(type, tokens)))):
        found = next(token for token in tokens if _is_no_row(type(token)))
        raise DataError(
            f"A template reads tokens that are sequences of fields; found {shown(found)}. For "
            "sentences of words alone use ColumnTable.from_words."
        )
    if len(set(map(len, tokens))) == 1:
        return len(tokens[0])
    lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
    at = int(np.flatnonzero(lengths != lengths[0])[0])
    sentence, token = _position(at, offsets)
    raise DataError(
        f"Token {token} of sentence {sentence} has "
        f"{counted(lengths[at], 'field')}; the first token has {lengths[0]}, and all need the same "
        "number."
    )


def _position(at: int, offsets: OffsetArray) -> tuple[int, int]:
    """Return the numbers of a token's sentence and of the token in it, both from 1."""
    sentence = int(np.searchsorted(offsets, at, side="right")) - 1
    return sentence + 1, at - int(offsets[sentence]) + 1


def _refuse_field(tokens: Sequence[Sequence[Any]], offsets: OffsetArray) -> NoReturn:
    """Raise DataError for the first field that is no string."""
    at, number, field = next(
        (at, number, field)
        for at, token in enumerate(tokens)
        for number, field in enumerate(token, 1)
        if not isinstance(field, str)
    )
    sentence, token = _position(at, offsets)
    raise DataError(
        f"Sentence {sentence}, token {token}: field {number} must be a string; found "
        f"{shown(field)}."
    )
