"""Attributes given by the caller for each token, in the forms of python-crfsuite."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain, count, islice
from math import isfinite
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray
from crfcore.errors import CrfError, DataError, NotFittedError, shown
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import State
from crfcore.features.matrix import refuse_rows
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.token_attributes import TokenAttributes, WithoutEdges

Item: TypeAlias = Any
"""The attributes of one token: a dict, or an iterable of names.

- A list, tuple or set of str: each is an attribute of value 1. A string as item is accepted only if
it is one letter, because python-crfsuite reads each letter as an attribute.
- A dict: ``{"name": 1.5}`` has that value, ``True`` and ``False`` are 1 and 0; ``{"name": "text"}``
  is the attribute "name:text" of value 1; a dict, list or set as a value is read in the same way
  with the prefix "name:".
"""


MAX_NESTED = 50
"""Limit of nested dicts, lists and sets in the value of an attribute."""


def attributes_of_item(item: Item, level: int = 0) -> Iterator[tuple[str, float]]:
    """Yield the names and values of the attributes of one token.

    Parameters
    ----------
    item : Item
    level : int
        Level of nesting of the item.

    Yields
    ------
    (str, float)
        In the order of the item; names may be repeated.

    Raises
    ------
    DataError
        A name is no string, or a value has an invalid type, is NaN or infinite.
    """
    if isinstance(item, (str, bytes)) and len(item) > 1:
        raise DataError(
            f"A token is a dict or a list of attributes; found the string {shown(item)}, whose "
            f"letters would be attributes: give [{shown(item)}]."
        )
    if level > MAX_NESTED:
        message = f"An attribute's value is nested more than {MAX_NESTED} levels deep; flatten it."
        raise DataError(message)
    if not isinstance(item, dict):
        for name in _parts_of(item, "A token is a dict or a list of attributes"):
            yield _text(name), 1.0
        return
    for key, value in item.items():
        name = key if isinstance(key, str) else _text(key)
        if isinstance(value, str):
            yield f"{name}:{value}", 1.0
        elif isinstance(value, (dict, list, set)):
            for inner, weight in attributes_of_item(value, level + 1):
                yield f"{name}:{inner}", weight
        elif isinstance(value, bytes):
            yield f"{name}:{_text(value)}", 1.0
        else:
            yield name, _number(name, value)


def _tokens_of(sentence: Any) -> Iterator[Any]:
    if isinstance(sentence, Mapping):
        raise DataError(
            f"a sentence is a list of tokens; found the dict {shown(sentence)}. If this is a "
            "token of the only sentence, put the sentence into a list: [sentence]."
        )
    return _lists_of(sentence, "A sentence is a list of tokens")


def _lists_of(whole: Any, expected: str) -> Iterator[Any]:
    if isinstance(whole, str | bytes):
        # Its letters would be read as tokens.
        raise DataError(f"{expected}; found the string {shown(whole)}.")
    return _parts_of(whole, expected)


def _text(name: object) -> str:
    if isinstance(name, str):
        return name
    if isinstance(name, bytes):
        return name.decode("utf-8", "surrogateescape")
    raise DataError(f"The name of an attribute must be a string; found {shown(name)}.")


def _parts_of(whole: Any, expected: str) -> Iterator[Any]:
    try:
        return iter(whole)
    except TypeError:
        raise DataError(f"{expected}; found {shown(whole)}.") from None


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(
            f"The attribute {shown(name)} has the value {shown(value)}; a number, a string, a "
            "dict, a list or a set was expected."
        ) from error
    if not isfinite(number):
        raise DataError(
            f"The attribute {shown(name)} has the value {number}; a finite number was expected."
        )
    return number


class _Ids(dict[str, int]):
    """Ids of attributes by name; -1 for unknown names."""

    def __missing__(self, _: str) -> int:
        return MISSING


_ADDING = Lock()
"""Lock for additions to an alphabet: two threads may extend the same extractor."""


class AttributeExtractor(WithoutEdges):
    """Extractor of attributes given by the caller.

    The semantics are those of python-crfsuite's ItemSequence.

    Parameters
    ----------
    min_count : int
        Attributes that occur fewer times, with any value, get no id.
    """

    has_transitions = True
    """Whether label pairs have weights."""

    def __init__(self, min_count: int = 1) -> None:
        self.min_count = min_count
        # Shared with extended extractors, so it may be longer than this one's alphabet.
        self._ids: _Ids | None = None
        self._n_attributes = 0

    @property
    def n_attributes(self) -> int:
        """The number of attributes."""
        return self._n_attributes

    def fit(self, sentences: Iterable[Iterable[Item]]) -> TokenAttributes:
        """Give ids to all attributes, by descending frequency.

        Parameters
        ----------
        sentences : iterable of iterables of Item
        """
        alphabet: defaultdict[str, int] = defaultdict(count().__next__)
        found = _Reader(alphabet.__getitem__).read(sentences)
        counts = np.bincount(found.attributes, minlength=len(alphabet))
        order = np.argsort(-counts, kind="stable")
        order = order[: int(np.count_nonzero(counts >= self.min_count))]
        names = list(alphabet)
        self._ids = _Ids((names[old], new) for new, old in enumerate(order.tolist()))
        self._n_attributes = len(order)
        # A last entry maps -1 to -1.
        new_ids = np.full(len(names) + 1, MISSING, np.int32)
        new_ids[order] = np.arange(len(order), dtype=np.int32)
        return _numbered(found, new_ids[found.attributes], len(order))

    def transform(self, sentences: Iterable[Iterable[Item]]) -> TokenAttributes:
        """Return the known attributes of some sentences; unknown ones are left out.

        Parameters
        ----------
        sentences : iterable of iterables of Item

        Raises
        ------
        NotFittedError
            The extractor is not fitted.
        """
        known = self._known()
        refuse_rows(sentences, "attribute items")
        if isinstance(sentences, ColumnTable):
            raise CrfError(
                "This model was trained on attribute items; give it items, not a table of columns."
            )
        found = _Reader(known.__getitem__).read(sentences)
        ids = found.attributes
        if len(known) > self._n_attributes:
            ids = np.where(ids < self._n_attributes, ids, MISSING)
        return _numbered(found, ids, self._n_attributes)

    def _known(self) -> _Ids:
        if self._ids is None:
            message = "The extractor knows no attributes yet; call fit with sentences first."
            raise NotFittedError(message)
        return self._ids

    def attribute_names(self) -> list[str]:
        """Return the attributes in the order of their ids."""
        return list(islice(self._known(), self._n_attributes))

    def attribute_names_from(self, first: int) -> list[str]:
        """Return the names of the attributes from an id on; faster than all of them."""
        known = self._known()
        last = islice(reversed(known), len(known) - self._n_attributes, len(known) - first)
        return list(last)[::-1]

    def ids_in(self, other: AttributeExtractor) -> tuple[IdArray, IdArray]:
        """Return the ids that another extractor gives to the attributes of this one.

        Returns
        -------
        int32 (A,), int32 (0,)
            -1 for attributes unknown to the other one; there are no edge attributes.
        """
        there = other._known()
        names = self.attribute_names()
        ids = np.fromiter((there.get(name, MISSING) for name in names), np.int32, len(names))
        ids[ids >= other.n_attributes] = MISSING
        return ids, np.zeros(0, np.int32)

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's word: none are known."""
        return np.zeros(0, np.int32)

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> AttributeExtractor:
        """Return an extractor with some of the attributes.

        Parameters
        ----------
        keep : bool (A,)
            The attributes to keep; they are renumbered in the same order.
        keep_edges : bool (0,), optional
            Ignored: there are no edge attributes.
        """
        del keep_edges
        names = self.attribute_names()
        return self.of_names(names[position] for position in np.flatnonzero(keep).tolist())

    def extended(self, sentences: Iterable[Iterable[Item]]) -> AttributeExtractor:
        """Return an extractor extended by the attributes of further sentences.

        Existing ids do not change. The time is proportional to the sentences: the alphabet is
        shared unless another extractor has extended it. Without new attributes the result is the
        extractor itself.
        """
        more = AttributeExtractor()
        more.fit(sentences)
        known, n_attributes = self._known(), self._n_attributes
        names = more.attribute_names()
        new = [name for name in names if not 0 <= known[name] < n_attributes]
        if not new:
            return self
        extended = AttributeExtractor(self.min_count)
        with _ADDING:
            if len(known) > n_attributes:
                known = _Ids(islice(known.items(), n_attributes))
            for name in new:
                known[name] = len(known)
        extended._ids = known
        extended._n_attributes = n_attributes + len(new)
        return extended

    def joined(self, other: AttributeExtractor) -> AttributeExtractor:
        """Return an extractor of the attributes of this one and of another."""
        return self.of_names(dict.fromkeys([*self.attribute_names(), *other.attribute_names()]))

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        text, offsets = pack_strings(self.attribute_names())
        return {"kind": "attributes"}, {"strings": text, "string_offsets": offsets}

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> AttributeExtractor:
        """Return the extractor of a `state`."""
        del header
        return cls.of_names(unpack_alphabet(arrays["strings"], arrays["string_offsets"]))

    @classmethod
    def of_names(cls, names: Iterable[str]) -> AttributeExtractor:
        """Return an extractor of these attributes, in the order of their ids.

        Raises
        ------
        CrfError
            A name is repeated.
        """
        extractor = cls()
        extractor._ids = _Ids((name, number) for number, name in enumerate(names))
        extractor._n_attributes = n_attributes = len(extractor._ids)
        if max(extractor._ids.values(), default=-1) != n_attributes - 1:
            raise CrfError("Two attributes of this model are the same.")
        return extractor


def _numbered(found: TokenAttributes, attributes: IdArray, n_attributes: int) -> TokenAttributes:
    """Return a dataset with these ids, without the entries whose id is -1."""
    indptr, values = found.indptr, found.values
    kept = attributes != MISSING
    if not np.all(kept):
        indptr = offsets_of(kept.astype(np.int64))[indptr]
        attributes, values = attributes[kept], values[kept]
    if np.all(values == 1.0):
        values = np.zeros(0)
    return replace(
        found, indptr=indptr, attributes=attributes, values=values, n_attributes=n_attributes
    )


_LARGE = 2.0**53
"""Integers up to here are exact as floating-point numbers."""


_LISTS = {list}

_N_ONES = 4096
_ONES = np.ones(_N_ONES).tobytes()


class _Reader:
    """Reads items into flat arrays, with fast paths for strings and numbers.

    Parameters
    ----------
    number : callable
        From an attribute's name to its id, or -1.
    """

    def __init__(self, number: Callable[[str], int]) -> None:
        self._number = number
        self._attributes, self._values = array("i"), array("d")

    def read(self, sentences: Iterable[Iterable[Item]]) -> TokenAttributes:
        """Return all attributes with their values, also unknown ones."""
        ends, offsets = array("q", [0]), array("q", [0])
        attributes = self._attributes
        try:
            for sentence in _lists_of(sentences, "Sentences are a list of lists of tokens"):
                if type(sentence) is list and self._read_sentence_of_names(sentence, ends):
                    offsets.append(len(ends) - 1)
                    continue
                for item in _tokens_of(sentence):
                    kind = type(item)
                    if kind is dict:
                        self._read_dict(item)
                    elif kind is list or kind is tuple:
                        self._read_names(item)
                    else:
                        self._read_any(item)
                    ends.append(len(attributes))
                offsets.append(len(ends) - 1)
        except DataError as error:
            position = f"Sentence {len(offsets)}, token {len(ends) - offsets[-1]}"
            raise DataError(f"{position}: {error}") from None
        return TokenAttributes(
            np.array(offsets, np.int64),
            np.array(ends, np.int64),
            np.array(attributes, np.int32),
            n_attributes=0,
            values=np.array(self._values, np.float64),
        )

    def _read_sentence_of_names(self, sentence: list[Any], ends: array[int]) -> bool:
        """Read a sentence if all its tokens are lists of strings; return whether they are."""
        if set(map(type, sentence)) != _LISTS:
            return False
        names = list(chain.from_iterable(sentence))
        try:
            # The fastest check that all are strings.
            "".join(names)
        except TypeError:
            return False
        ends.extend(accumulate(map(len, sentence[1:]), initial=ends[-1] + len(sentence[0])))
        self._attributes.extend(map(self._number, names))
        self._add_ones(len(names))
        return True

    def _add_ones(self, n: int) -> None:
        while n > 0:
            self._values.frombytes(_ONES[: 8 * n])
            n -= _N_ONES

    def _read_names(self, item: Sequence[Any]) -> None:
        try:
            # The fastest check that all are strings.
            "".join(item)
        except TypeError:
            self._read_any(item)
            return
        self._attributes.extend(map(self._number, item))
        self._add_ones(len(item))

    def _read_dict(self, item: Mapping[Any, Any]) -> None:
        try:
            # All names and values may be strings.
            names = list(map(":".join, item.items()))
        except TypeError:
            self._read_pairs(item)
            return
        self._attributes.extend(map(self._number, names))
        self._add_ones(len(names))

    def _read_pairs(self, item: Mapping[Any, Any]) -> None:
        number, attributes, values = self._number, self._attributes, self._values
        for name, value in item.items():
            kind = type(value)
            if type(name) is not str:
                self._read_any({name: value})
            elif kind is str:
                attributes.append(number(f"{name}:{value}"))
                values.append(1.0)
            elif kind is bool or ((kind is float or kind is int) and -_LARGE < value < _LARGE):
                attributes.append(number(name))
                values.append(value)
            else:
                self._read_any({name: value})

    def _read_any(self, item: Item) -> None:
        for name, value in attributes_of_item(item):
            self._attributes.append(self._number(name))
            self._values.append(value)
