"""Attributes given by the caller, token by token, in the forms that python-crfsuite takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import NotFittedError
from crfcore.features.dataset import Dataset, offsets_of
from crfcore.features.extraction import State
from crfcore.features.string_arrays import pack_strings, unpack_strings

Item: TypeAlias = Any
"""The attributes of one token: a dict, or an iterable of names.

- A list, tuple or set of str: each is an attribute of value 1.
- A dict: ``{"name": 1.5}`` has that value, ``True`` and ``False`` are 1 and 0; ``{"name": "text"}``
  is the attribute "name:text" of value 1; a dict, list or set as a value is read in the same way
  with "name:" ahead of everything in it.
"""


def attributes_of_item(item: Item) -> Iterator[tuple[str, float]]:
    """Give the names and values of the attributes of one token.

    Parameters
    ----------
    item : Item

    Yields
    ------
    (str, float)
        In the order of the item; a name may come twice.

    Raises
    ------
    TypeError
        A name is no string, or a value is none of what an item may hold.
    """
    if not isinstance(item, dict):
        for name in item:
            yield _text(name), 1.0
        return
    for key, value in item.items():
        name = _text(key)
        if isinstance(value, str | bytes):
            yield f"{name}:{_text(value)}", 1.0
        elif isinstance(value, dict | list | set):
            for inner, weight in attributes_of_item(value):
                yield f"{name}:{inner}", weight
        else:
            yield name, _number(name, value)


def _text(name: object) -> str:
    if isinstance(name, str):
        return name
    if isinstance(name, bytes):
        return name.decode("utf-8")
    message = f"The name of an attribute must be a string; found {name!r}."
    raise TypeError(message)


def _number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        message = (
            f"The attribute {name!r} has the value {value!r}; a number, a string, a dict, a list "
            "or a set was expected."
        )
        raise TypeError(message) from error


class AttributeExtractor:
    """Gives ids to attributes that come with the data.

    The semantics are those of python-crfsuite's ItemSequence.
    """

    def __init__(self) -> None:
        self._ids: dict[str, int] | None = None

    @property
    def n_attributes(self) -> int:
        """How many attributes are known."""
        return len(self._ids or ())

    @property
    def n_edge_attributes(self) -> int:
        """How many attributes of edges are known: none, ever."""
        return 0

    def fit(self, sentences: Iterable[Iterable[Item]]) -> Dataset:
        """Give ids to all attributes, ordered by falling frequency.

        Parameters
        ----------
        sentences : iterable of iterables of Item

        Returns
        -------
        Dataset
        """
        lengths, tokens = _flattened(sentences)
        counts = Counter(name for token in tokens for name, _ in token)
        self._ids = {name: number for number, (name, _) in enumerate(counts.most_common())}
        return self._dataset(lengths, tokens, self._ids)

    def transform(self, sentences: Iterable[Iterable[Item]]) -> Dataset:
        """Return the known attributes of some sentences; unknown ones are left out.

        Parameters
        ----------
        sentences : iterable of iterables of Item

        Returns
        -------
        Dataset

        Raises
        ------
        NotFittedError
            There has been no `fit`.
        """
        known = self._known()
        lengths, tokens = _flattened(sentences)
        kept = [[pair for pair in token if pair[0] in known] for token in tokens]
        return self._dataset(lengths, kept, known)

    def _known(self) -> dict[str, int]:
        if self._ids is None:
            message = "The extractor knows no attributes yet; call fit with sentences first."
            raise NotFittedError(message)
        return self._ids

    def _dataset(
        self, lengths: Sequence[int], tokens: list[list[tuple[str, float]]], ids: dict[str, int]
    ) -> Dataset:
        sizes = np.fromiter(map(len, tokens), np.int64, len(tokens))
        indptr = offsets_of(sizes)
        n = int(indptr[-1])
        names = (name for name, _ in chain.from_iterable(tokens))
        attributes = np.fromiter(map(ids.__getitem__, names), np.int32, n)
        values = np.fromiter((value for _, value in chain.from_iterable(tokens)), np.float64, n)
        if np.all(values == 1.0):
            values = np.zeros(0, np.float64)
        offsets = offsets_of(np.array(lengths, np.int64))
        return Dataset(offsets, indptr, attributes, len(ids), values)

    def attribute_names(self) -> list[str]:
        """Return the attributes in the order of their ids."""
        return list(self._known())

    def edge_attribute_names(self) -> list[str]:
        """Return the attributes of edges: none."""
        return []

    def compact(self, keep: NDArray[np.bool_]) -> AttributeExtractor:
        """Return an extractor that knows fewer attributes.

        Parameters
        ----------
        keep : bool (A,)
            Which attributes stay; they are renumbered in the same order.

        Returns
        -------
        AttributeExtractor
        """
        names = self.attribute_names()
        return _knowing(names[place] for place in np.flatnonzero(keep).tolist())

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        text, offsets = pack_strings(self.attribute_names())
        return {"kind": "attributes"}, {"strings": text, "string_offsets": offsets}

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> AttributeExtractor:
        """Make the extractor again whose `state` this is."""
        del header
        return _knowing(unpack_strings(arrays["strings"], arrays["string_offsets"]))


def _knowing(names: Iterable[str]) -> AttributeExtractor:
    extractor = AttributeExtractor()
    extractor._ids = {name: number for number, name in enumerate(names)}
    return extractor


def _flattened(
    sentences: Iterable[Iterable[Item]],
) -> tuple[list[int], list[list[tuple[str, float]]]]:
    lengths: list[int] = []
    tokens: list[list[tuple[str, float]]] = []
    for sentence in sentences:
        before = len(tokens)
        tokens.extend(list(attributes_of_item(item)) for item in sentence)
        lengths.append(len(tokens) - before)
    return lengths, tokens
