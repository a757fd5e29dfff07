"""Sentences as flat integer arrays: columns of strings, attributes of tokens, and their targets.

Tokens of all sentences stand one after the other; sentence i is ``offsets[i]:offsets[i + 1]``.
No function here runs Python code for each token, except those that take Python lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, NoReturn, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import DataError, UnknownLabelError, shown
from crfcore.features.columns_of_tokens import numbered_columns, numbered_words
from crfcore.features.gather_kernels import copy_segments

Target: TypeAlias = str | AbstractSet[str] | None
"""What is known about a token: its label, nothing, or a set of which one is right."""

_READING = "crfcore.features.reading"
"""What knows all kinds of sentences, and what reads them."""

MISSING = -1
"""The id of a string that a token does not have."""


def _no_ids() -> IdArray:
    return np.zeros(0, np.int32)


def _no_offsets() -> OffsetArray:
    return np.zeros(0, np.int64)


def _no_values() -> FloatArray:
    return np.zeros(0, np.float64)


def offsets_of(lengths: NDArray[np.integer[Any]]) -> OffsetArray:
    """Return where segments of the given lengths start, and where the last one ends.

    Parameters
    ----------
    lengths : int (N,)
        Length of each segment.

    Returns
    -------
    int64 (N + 1,)
    """
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def _as_places(places: Any, n_sentences: int) -> OffsetArray:
    chosen = np.ascontiguousarray(places, dtype=np.int64)
    if len(chosen) and not 0 <= int(chosen.min()) <= int(chosen.max()) < n_sentences:
        message = (
            f"Places of sentences run from 0 to {n_sentences - 1}; "
            f"asked for {int(chosen.min())} to {int(chosen.max())}."
        )
        raise IndexError(message)
    return chosen


def _chosen_offsets(offsets: OffsetArray, places: OffsetArray) -> OffsetArray:
    return offsets_of(offsets[places + 1] - offsets[places])


def _copied(
    offsets: OffsetArray, places: OffsetArray, out: OffsetArray, source: NDArray[Any]
) -> NDArray[Any]:
    target = np.empty(int(out[-1]), source.dtype)
    copy_segments(offsets, places, out, np.ascontiguousarray(source), target)
    return target


class Column(NamedTuple):
    """One column of all tokens.

    Attributes
    ----------
    ids : int32 (T,)
        ``values[ids[t]]`` is the string of token t; -1 where it has none.
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
        Column 0 is the word; the label is not among them.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    """

    columns: tuple[Column, ...]
    offsets: OffsetArray

    def __post_init__(self) -> None:
        for number, column in enumerate(self.columns):
            if len(column.ids) != self.n_tokens:
                message = (
                    f"Column {number} has {len(column.ids)} tokens where the offsets "
                    f"promise {self.n_tokens}."
                )
                raise ValueError(message)

    @property
    def n_sentences(self) -> int:
        """How many sentences there are."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return int(self.offsets[-1])

    @property
    def n_columns(self) -> int:
        """How many columns there are."""
        return len(self.columns)

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sequence[Sequence[str]]]) -> ColumnTable:
        """Make a table from sentences, each a sequence of tokens, each a sequence of fields.

        Parameters
        ----------
        sentences : iterable of sequences of sequences of str
            Every token has the same number of fields.

        Returns
        -------
        ColumnTable

        Raises
        ------
        DataError
            A token has another number of fields than the first one, or is no sequence of fields.
        """
        blocks = _sized(sentences)
        offsets = _lengths_to_offsets(blocks)
        tokens = list(chain.from_iterable(blocks))
        n_columns = _common_length(tokens, offsets)
        columns = numbered_columns(tokens, n_columns)
        return cls(tuple(Column(ids, values) for ids, values in columns), offsets)

    @classmethod
    def from_words(cls, sentences: Iterable[Sequence[str]]) -> ColumnTable:
        """Make a table of one column from sentences, each a sequence of words."""
        blocks = _sized(sentences)
        offsets = _lengths_to_offsets(blocks)
        ids, values = numbered_words(list(chain.from_iterable(blocks)))
        return cls((Column(ids, values),), offsets)

    def keep_columns(self, numbers: Iterable[int]) -> ColumnTable:
        """Return the same sentences with these columns only, in this order."""
        return replace(self, columns=tuple(self.columns[number] for number in numbers))

    def select(self, places: Any) -> ColumnTable:
        """Return the sentences at some places.

        Parameters
        ----------
        places : int (M,)
            Places of sentences, in any order.

        Returns
        -------
        ColumnTable
            M sentences; the strings are shared.
        """
        chosen = _as_places(places, self.n_sentences)
        out = _chosen_offsets(self.offsets, chosen)
        columns = tuple(
            Column(_copied(self.offsets, chosen, out, column.ids), column.values)
            for column in self.columns
        )
        return ColumnTable(columns, out)


def _sized(sentences: Iterable[Any]) -> list[Any]:
    """Return sentences whose tokens can be counted."""
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
    """Return whether a type of tokens is none of sequences of fields."""
    return issubclass(kind, (str, bytes, dict)) or not hasattr(kind, "__len__")


def _lengths_to_offsets(blocks: Sequence[Sequence[Any]]) -> OffsetArray:
    return offsets_of(np.fromiter(map(len, blocks), np.int64, len(blocks)))


def _common_length(tokens: Sequence[Sequence[str]], offsets: OffsetArray) -> int:
    if not tokens:
        return 1
    # What is wrong is looked for only if something is: each test is one call for all tokens.
    if any(map(_is_no_row, set(map(type, tokens)))):
        found = next(token for token in tokens if _is_no_row(type(token)))
        message = (
            f"A template reads tokens that are sequences of fields; found {shown(found)}. For "
            "sentences of words alone use ColumnTable.from_words."
        )
        raise DataError(message)
    if len(set(map(len, tokens))) == 1:
        return len(tokens[0])
    lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
    at = int(np.flatnonzero(lengths != lengths[0])[0])
    sentence = int(np.searchsorted(offsets, at, side="right")) - 1
    message = (
        f"Token {at - int(offsets[sentence]) + 1} of sentence {sentence + 1} has "
        f"{lengths[at]} fields; the first token has {lengths[0]}, and all need the same number."
    )
    raise DataError(message)


@dataclass(frozen=True, eq=False)
class Dataset:
    """The attributes of every token, as compressed sparse rows.

    Attributes
    ----------
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    indptr : int64 (T + 1,)
        Attributes of token t are ``attributes[indptr[t]:indptr[t + 1]]``. An attribute may stand
        twice in a row (a template without identifiers, read as a bag of words); it counts twice.
    attributes : int32 (indptr[T],)
        Ids, in no particular order within a token.
    values : float64 (indptr[T],) or (0,)
        Values of the attributes; empty where all of them are 1.
    n_attributes : int
        Ids are below this number.
    edge_indptr : int64 (T + 1,) or (0,)
        Attributes of the edge that leads into token t, which a template's ``B`` lines with macros
        give; none for the first token of a sentence. Empty where `n_edge_attributes` is 0.
    edge_attributes : int32 (edge_indptr[T],) or (0,)
        Their ids, counted apart from those of tokens.
    n_edge_attributes : int
        Ids of edge attributes are below this number.
    made_by : extractor, optional
        What gave the ids, where a training may learn with it; see `from_columns`, `from_items`,
        `from_matrix` and `from_blocks`.
    """

    offsets: OffsetArray
    indptr: OffsetArray
    attributes: IdArray
    n_attributes: int
    values: FloatArray = field(default_factory=_no_values)
    edge_indptr: OffsetArray = field(default_factory=_no_offsets)
    edge_attributes: IdArray = field(default_factory=_no_ids)
    n_edge_attributes: int = 0
    made_by: Any = None

    @classmethod
    def from_columns(cls, sentences: Any, template: Any, *, min_count: int = 1) -> Dataset:
        """Make a dataset from columns of strings and a template.

        It can be given to every `LinearChainCRF.fit`, whole or in parts (`select`), without
        reading the sentences again.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
        template : str or Template
            A preset's name, a file, or the text of a template.
        min_count : int
            Attributes seen on fewer tokens (or edges) get no id, like ``-f`` of CRF++.

        Returns
        -------
        Dataset

        Raises
        ------
        TemplateError
            The template cannot be read, or reads a column that the data does not have.
        """
        return _learned(sentences, template, min_count)

    @classmethod
    def from_items(cls, sentences: Any, *, min_count: int = 1) -> Dataset:
        """Make a dataset from sentences of attribute dicts or lists, as for python-crfsuite.

        Parameters
        ----------
        sentences : iterable of iterables of attribute dicts or lists
        min_count : int
            Attributes given fewer times get no id.

        Returns
        -------
        Dataset

        Raises
        ------
        DataError
            An attribute is none of what an item may hold; names sentence and token.
        """
        return _learned(sentences, None, min_count)

    @classmethod
    def from_matrix(
        cls,
        rows: Any,
        *,
        lengths: Any = None,
        offsets: Any = None,
        names: Sequence[str] | None = None,
        min_count: int = 1,
    ) -> Dataset:
        """Make a dataset from a matrix with a row for each token; parameters as for `Matrix`.

        Columns with fewer than `min_count` entries other than 0 get no id.
        """
        matrix = import_module(_READING).Matrix(rows, lengths=lengths, offsets=offsets, names=names)
        return _learned(matrix, None, min_count)

    @classmethod
    def from_blocks(cls, *blocks: Any, template: Any = None, min_count: int = 1) -> Dataset:
        """Make a dataset whose tokens have the attributes of several blocks.

        Parameters
        ----------
        *blocks
            As for `Blocks`: columns, items, matrices, of the same sentences.
        template : str or Template, optional
            For the blocks that are columns.
        min_count : int
            Attributes seen fewer times get no id.

        Returns
        -------
        Dataset
        """
        return _learned(import_module(_READING).Blocks(*blocks), template, min_count)

    @property
    def n_sentences(self) -> int:
        """How many sentences there are."""
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return int(self.offsets[-1])

    @property
    def has_values(self) -> bool:
        """Whether attributes have values other than 1."""
        return len(self.values) > 0

    def select(self, places: Any) -> Dataset:
        """Return the sentences at some places; attribute ids keep their meaning.

        Parameters
        ----------
        places : int (M,)
            Places of sentences, in any order.

        Returns
        -------
        Dataset
            M sentences.

        Raises
        ------
        IndexError
            There is no sentence at one of the places.
        """
        chosen = _as_places(places, self.n_sentences)
        out = _chosen_offsets(self.offsets, chosen)
        indptr, rows = self._rows_of(chosen, out, self.indptr)
        attributes = self._gather(chosen, rows, self.indptr, self.attributes)
        values = self.values
        if self.has_values:
            values = self._gather(chosen, rows, self.indptr, self.values)
        edge_indptr, edge_attributes = self.edge_indptr, self.edge_attributes
        if self.n_edge_attributes:
            edge_indptr, rows = self._rows_of(chosen, out, self.edge_indptr)
            edge_attributes = self._gather(chosen, rows, self.edge_indptr, self.edge_attributes)
        return Dataset(
            out,
            indptr,
            attributes,
            self.n_attributes,
            values,
            edge_indptr,
            edge_attributes,
            self.n_edge_attributes,
            self.made_by,
        )

    def _rows_of(
        self, places: OffsetArray, out: OffsetArray, indptr: OffsetArray
    ) -> tuple[OffsetArray, OffsetArray]:
        """Return row pointers of the chosen tokens, and where each chosen sentence starts."""
        # Of the chosen tokens alone: one sentence of a million tokens is asked for at every key.
        starts = _copied(self.offsets, places, out, indptr[:-1])
        ends = _copied(self.offsets, places, out, indptr[1:])
        chosen_indptr = offsets_of(ends - starts)
        return chosen_indptr, chosen_indptr[out]

    def _gather(
        self, places: OffsetArray, rows: OffsetArray, indptr: OffsetArray, source: NDArray[Any]
    ) -> NDArray[Any]:
        # The rows of a sentence lie together, so a sentence is one segment here too.
        starts = indptr[self.offsets[places]]
        return _copied(starts, np.arange(len(places)), rows, source)


def _learned(sentences: Any, template: Any, min_count: int) -> Dataset:
    """Return the dataset of a new extractor, which is made of datasets and so found by name."""
    return cast("Dataset", import_module(_READING).learned(sentences, template, min_count))


@dataclass(frozen=True, eq=False)
class Targets:
    """What is known about the label of every token.

    Attributes
    ----------
    label_sets : int32 (T,)
        ``k < n_labels``: the token has label k. ``k == n_labels``: unknown, anything is possible.
        ``k > n_labels``: one of the labels that ``sets[k - n_labels - 1]`` allows.
    sets : uint8 (S, L)
        1 where a label is possible.
    n_labels : int
        L.
    """

    label_sets: IdArray
    sets: MaskArray
    n_labels: int

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return len(self.label_sets)

    @property
    def known(self) -> bool:
        """Whether every token has exactly one label."""
        return not len(self.label_sets) or int(self.label_sets.max()) < self.n_labels

    def allowed_by_set(self) -> MaskArray:
        """Return which labels each value of `label_sets` allows.

        Returns
        -------
        uint8 (L + 1 + S, L)
            ``allowed_by_set()[label_sets]`` is the (T, L) mask of what is possible.
        """
        n_labels = self.n_labels
        single = np.eye(n_labels, dtype=np.uint8)
        anything = np.ones((1, n_labels), np.uint8)
        return np.concatenate([single, anything, self.sets.reshape(-1, n_labels)])

    def select(self, offsets: OffsetArray, places: Any) -> Targets:
        """Return the targets of the sentences at some places.

        Parameters
        ----------
        offsets : int64 (N + 1,)
            Where the sentences of these targets start.
        places : int (M,)
            Places of sentences, in any order.

        Returns
        -------
        Targets
        """
        chosen = _as_places(places, len(offsets) - 1)
        out = _chosen_offsets(offsets, chosen)
        return replace(self, label_sets=_copied(offsets, chosen, out, self.label_sets))

    @classmethod
    def from_labels(cls, sequences: Iterable[Iterable[Target]], labels: Sequence[str]) -> Targets:
        """Make targets from labels, None for an unknown token, and sets of possible labels.

        Parameters
        ----------
        sequences : iterable of iterables of str, None or set of str
            One for each sentence.
        labels : sequence of str
            ``labels[k]`` is label k.

        Returns
        -------
        Targets

        Raises
        ------
        UnknownLabelError
            A label is not among `labels`.
        DataError
            A set is empty, so that no label is possible; or a target is none of what it may be.
        """
        reader = _TargetReader(labels)
        tokens = [list(sequence) for sequence in sequences]
        n_tokens = sum(map(len, tokens))
        flat = chain.from_iterable(tokens)
        try:
            label_sets = np.fromiter(map(reader.number, flat), np.int32, n_tokens)
        except (UnknownLabelError, DataError) as error:
            raise type(error)(f"{reader.place_of_fault(tokens)}: {error}") from None
        sets = np.array(reader.sets, np.uint8).reshape(-1, len(labels))
        return cls(label_sets, sets, len(labels))


class _TargetReader:
    """Gives each distinct target its number."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels: Mapping[str, int] = {name: number for number, name in enumerate(labels)}
        self._known: dict[Any, int] = {**self._labels, None: len(labels)}
        self.sets: list[list[int]] = []

    def number(self, target: Target) -> int:
        """Return the value of `Targets.label_sets` for what is known about a token."""
        key: Any = frozenset(target) if isinstance(target, AbstractSet) else target
        try:
            return self._known[key]
        except (KeyError, TypeError):
            number = self._number_of_new(key)
            self._known[key] = number
            return number

    def place_of_fault(self, sentences: Iterable[Iterable[Target]]) -> str:
        """Return where the first target stands that has no number, in words."""
        for sentence, targets in enumerate(sentences):
            for token, target in enumerate(targets):
                try:
                    self.number(target)
                except (UnknownLabelError, DataError):
                    return f"Sentence {sentence + 1}, token {token + 1}"
        return "Some sentence"

    def _number_of_new(self, key: object) -> int:
        if isinstance(key, str):
            raise UnknownLabelError(self._unknown(key))
        if not isinstance(key, frozenset) or not all(isinstance(name, str) for name in key):
            found = set(key) if isinstance(key, frozenset) else key
            message = (
                f"found {shown(found)}; what is known of a token is its label, a string, or None, "
                "or a set of strings of which one is right."
            )
            raise DataError(message)
        for name in key:
            if name not in self._labels:
                raise UnknownLabelError(self._unknown(name))
        members = sorted(self._labels[cast("str", name)] for name in key)
        if not members:
            message = "The set of possible labels of a token is empty; say None for an unknown one."
            raise DataError(message)
        if len(members) == 1:
            return members[0]
        if len(members) == len(self._labels):
            return len(self._labels)
        self.sets.append([int(number in members) for number in range(len(self._labels))])
        return len(self._labels) + len(self.sets)

    def _unknown(self, name: object) -> str:
        known = ", ".join(list(self._labels)[:20])
        return f"The label {shown(name)} is not one of the labels of this model: {known}."
