"""Conversion of lists of fields to columns of string ids, without Python code for each token.

A dictionary would access every string three times, mostly outside the cache. So the fields are
joined into one text, and a kernel assigns ids.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, count

import numpy as np

from crfcore.arrays import IdArray
from crfcore.features.field_kernels import find_fields, number_fields

_SEPARATOR = "\n"
_SLICE = 1024
"""Tokens whose strings are joined at a time, to stay in the cache."""


class NoTextError(TypeError):
    """A field is not a string."""


Numbered = tuple[IdArray, list[str]]
"""The id of each token's string, and the strings in the order of their ids."""


def numbered_columns(tokens: Sequence[Sequence[str]], n_columns: int) -> list[Numbered]:
    """Return ids of the strings of each column, in the order of appearance.

    Parameters
    ----------
    tokens : sequence of T sequences of n_columns str
    n_columns : int

    Returns
    -------
    list of (int32 (T,), list of str)
        One for each column.

    Raises
    ------
    NoTextError
        A field is not a string.
    """
    found = _numbered_in_text(
        [
            chain.from_iterable(tokens[start : start + _SLICE])
            for start in range(0, len(tokens), _SLICE)
        ],
        len(tokens),
        n_columns,
    )
    if found is None:
        return [_numbered_one_by_one([token[n] for token in tokens]) for n in range(n_columns)]
    return [
        (ids, [tokens[t][column] for t in firsts.tolist()])
        for column, (ids, firsts) in enumerate(found)
    ]


def numbered_words(words: Sequence[str]) -> Numbered:
    """Return ids of strings, in the order of appearance; NoTextError if one is no string."""
    found = _numbered_in_text([words], len(words), 1)
    if found is None:
        return _numbered_one_by_one(words)
    ids, firsts = found[0]
    return ids, [words[t] for t in firsts.tolist()]


def _numbered_in_text(
    fields: Iterable[Iterable[str]], n_tokens: int, n_columns: int
) -> list[tuple[IdArray, IdArray]] | None:
    """Return ids and the first token of each id, by column; None if that is impossible."""
    try:
        text = _SEPARATOR.join([*map(_SEPARATOR.join, fields), ""] if n_tokens else [])
    except TypeError:
        raise NoTextError from None
    n_fields = n_columns * n_tokens
    if text.count(_SEPARATOR) != n_fields:
        # A field contains the separator.
        return None
    # Lone surrogates are allowed.
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    starts = np.empty(n_fields + 1, np.int64)
    find_fields(data, ord(_SEPARATOR), starts)
    columns = []
    for column in range(n_columns):
        ids = np.empty(n_tokens, np.int32)
        firsts = np.empty(n_tokens, np.int32)
        n_distinct = number_fields(data, starts, column, n_columns, ids, firsts)
        columns.append((ids, firsts[:n_distinct]))
    return columns


def _numbered_one_by_one(strings: Iterable[str]) -> Numbered:
    # Missing entries of this dictionary get the next id.
    alphabet: defaultdict[str, int] = defaultdict(count().__next__)
    numbers = list(map(alphabet.__getitem__, strings))
    return np.array(numbers, np.int32), list(alphabet)
