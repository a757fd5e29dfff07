"""Lists of phrases as columns of a table.

The column of a list has ``B`` at the first token of a phrase and ``I`` at its others, followed by
the phrase's label if it has one (``B-CITY``). Tokens outside phrases get no attribute. Phrases
match whole tokens; of several that begin at a token, the longest is taken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.phrase_kernels import mark_phrases, whole_phrases
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_strings
from crfcore.messages import counted

_SLICE = 4096
"""Entries of a list between two releases of the interpreter lock."""

_BITS = 32
"""Bits of the id of a word, or of a node."""


@dataclass(frozen=True, slots=True, eq=False)
class _Trie:
    """A trie for `mark_phrases`; ``numbers`` are the ids of words."""

    numbers: Mapping[str, int]
    starts: IdArray
    branches: OffsetArray
    targets: IdArray
    values: IdArray


@dataclass(frozen=True, eq=False)
class PhraseList:
    """A list of phrases, to be found in many sentences.

    Attributes
    ----------
    name : str
        Prefix of the attributes: ``gaz:NAME:B``.
    phrases : sequence of str
        Words separated by spaces. Of repeated phrases the first one counts.
    labels : sequence of str
        The label of each phrase, "" for none; empty if no phrase has a label.
    ignore_case : bool
        Whether "Rome" and "ROME" are the same word (Unicode's case folding).
    """

    name: str
    phrases: Sequence[str]
    labels: Sequence[str] = ()
    ignore_case: bool = False
    distinct: tuple[str, ...] = field(init=False)
    """The distinct labels, in the order of the list; ("",) if there are none."""

    def __post_init__(self) -> None:
        """Reject what is no list of strings, and another number of labels than of phrases."""
        name: Any = self.name
        if not isinstance(name, str):
            raise CrfError(f"The name of a list of phrases is a string, not {shown(name)}.")
        for what, values in (("phrase", self.phrases), ("label", self.labels)):
            self._check_strings(what, values)
        if self.labels and len(self.labels) != len(self.phrases):
            raise CrfError(
                f"The list {self.name!r} has {counted(len(self.phrases), 'phrase')} "
                f"and {counted(len(self.labels), 'label')}; give a label for each phrase, or none."
            )
        object.__setattr__(self, "distinct", tuple(dict.fromkeys(self.labels)) or ("",))

    def _check_strings(self, what: str, values: Any) -> None:
        if isinstance(values, str) or not isinstance(values, Collection):
            raise CrfError(
                f"The list {self.name!r}: {what}s is a list of strings, not {shown(values)}."
            )
        # Far faster than to look at each of many phrases.
        if set(map(type, values)) <= {str}:
            return
        example = "New York" if what == "phrase" else "CITY"
        for number, one in enumerate(values, start=1):
            if not isinstance(one, str):
                raise CrfError(
                    f"The list {self.name!r}: {what} {number} is {shown(one)}; give a string, such "
                    f"as {example!r}."
                )

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The strings of its column, by mark: B and I of each label."""
        return tuple(
            f"{position}-{label}" if label else position
            for label in self.distinct
            for position in "BI"
        )

    @property
    def prefix(self) -> str:
        """What its attributes begin with."""
        return f"gaz:{self.name}:"

    def with_text(self, _table: ColumnTable) -> PhraseList:
        """Return itself: its matches depend on no text."""
        return self

    def read(self, table: ColumnTable) -> Column:
        """Return its column for a table."""
        return self.column(table.columns[0], table.offsets)

    def prepare(self) -> None:
        """Build the trie, which takes time for long lists."""
        _ = self._trie

    @property
    def is_prepared(self) -> bool:
        """Whether the trie has been built."""
        return "_trie" in vars(self)

    @cached_property
    def _trie(self) -> _Trie:
        return _trie_of(self)

    def marks(self, column: Column, offsets: OffsetArray) -> tuple[IdArray, int]:
        """Find the phrases of some sentences.

        Parameters
        ----------
        column : Column
            The words.
        offsets : int64 (N + 1,)
            Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.

        Returns
        -------
        int32 (T,), int
            For each token the index of its value in `values`, -1 outside all phrases; and the
            number of phrases found. Even marks are first tokens; mark // 2 is the index of a label.
        """
        marks = np.empty(len(column.ids), np.int32)
        trie = self._trie
        words = self._numbers(column)
        offsets = np.ascontiguousarray(offsets, np.int64)
        found = mark_phrases(
            words, offsets, trie.starts, trie.branches, trie.targets, trie.values, marks
        )
        return marks, int(found)

    def column(self, words: Column, offsets: OffsetArray) -> Column:
        """Return the list's column for some sentences; parameters as for `marks`."""
        return Column(self.marks(words, offsets)[0], self.values)

    def whole_segments(self, column: Column, offsets: OffsetArray, longest: int) -> IdArray:
        """Find the phrases that segments consist of.

        Parameters
        ----------
        column, offsets
            As for `marks`.
        longest : int
            K, the greatest number of tokens of a segment.

        Returns
        -------
        int32 (T · K,)
            Row t · K + d − 1, for the segment of d tokens from t: the index of its phrase's label
            in `distinct`, −1 if it is no phrase.
        """
        found = np.empty(len(column.ids) * longest, np.int32)
        trie, words = self._trie, self._numbers(column)
        offsets = np.ascontiguousarray(offsets, np.int64)
        whole_phrases(
            words, offsets, trie.starts, trie.branches, trie.targets, trie.values, longest, found
        )
        return found

    def find(self, words: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return (start, end, label) of each phrase of one sentence, end exclusive."""
        column = Column(np.arange(len(words), dtype=np.int32), words)
        marks = self.marks(column, np.array([0, len(words)], np.int64))[0].tolist()
        found = []
        for start, mark in enumerate(marks):
            if mark < 0 or mark % 2:
                continue
            end = start + 1
            while end < len(marks) and marks[end] == mark + 1:
                end += 1
            found.append((start, end, self.distinct[mark // 2]))
        return found

    def _numbers(self, column: Column) -> IdArray:
        """Return the id of each token's word, with one lookup per distinct word if that is less."""
        known, values = self._trie.numbers, column.values
        fold = str.casefold if self.ignore_case else str
        if len(column.ids) <= len(values):
            ids = column.ids.tolist()
            asked = (known.get(fold(values[i]), MISSING) if i >= 0 else MISSING for i in ids)
            return _filled(asked, len(ids), np.int32)
        numbers = np.empty(len(values) + 1, np.int32)
        asked = (known.get(fold(value), MISSING) for value in values)
        numbers[:-1] = _filled(asked, len(values), np.int32)
        # A last entry is for the id -1.
        numbers[-1] = MISSING
        return numbers[column.ids]

    def state(self, name: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`: a JSON object, and arrays with a prefix."""
        text, offsets = pack_strings(self.phrases)
        number = {label: position for position, label in enumerate(self.distinct)}
        labels = np.array([number[label] for label in self.labels], np.int32)
        header = {"name": self.name, "ignore_case": self.ignore_case, "labels": [*self.distinct]}
        return header, {
            f"{name}_phrases": text,
            f"{name}_offsets": offsets,
            f"{name}_labels": labels,
        }

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], name: str
    ) -> PhraseList:
        """Return the list of a `state`."""
        phrases = unpack_strings(arrays[f"{name}_phrases"], arrays[f"{name}_offsets"])
        known = [str(label) for label in header["labels"]]
        numbers = arrays[f"{name}_labels"].tolist()
        if not all(0 <= number < len(known) for number in numbers):
            raise ValueError(f"{name}_labels holds numbers outside 0 to {len(known) - 1}")
        labels = [known[number] for number in numbers]
        return cls(str(header["name"]), phrases, labels, bool(header["ignore_case"]))


def _trie_of(listed: PhraseList) -> _Trie:
    numbers: dict[str, int] = {}
    first: dict[int, int] = {}
    # Keys are numbers: 100,000 tuples would slow the garbage collector down.
    children: dict[int, int] = {}
    values: list[int] = []
    label_numbers = {label: number for number, label in enumerate(listed.distinct)}
    labels: Iterable[str] = listed.labels or ("",) * len(listed.phrases)
    for phrase, label in zip(listed.phrases, labels, strict=True):
        node = -1
        for word in (phrase.casefold() if listed.ignore_case else phrase).split():
            number = numbers.setdefault(word, len(numbers))
            found = first.get(number) if node < 0 else children.get(node << _BITS | number)
            if found is None:
                found = len(values)
                values.append(-1)
                if node < 0:
                    first[number] = found
                else:
                    children[node << _BITS | number] = found
            node = found
        if node >= 0 and values[node] < 0:
            values[node] = label_numbers[label]
    return _arranged(numbers, first, children, values)


def _arranged(
    numbers: dict[str, int],
    first: dict[int, int],
    children: dict[int, int],
    values: list[int],
) -> _Trie:
    n_words = len(numbers)
    starts = np.full(n_words, MISSING, np.int32)
    starts[_filled(first, len(first), np.int64)] = _filled(first.values(), len(first), np.int32)
    keys = _filled(children, len(children), np.int64)
    branches = (keys >> _BITS) * n_words + (keys & ((1 << _BITS) - 1))
    targets = _filled(children.values(), len(children), np.int32)
    order = np.argsort(branches, kind="stable")
    return _Trie(
        numbers, starts, branches[order], targets[order], _filled(values, len(values), np.int32)
    )


def _filled(numbers: Iterable[int], n: int, kind: type[np.integer[Any]]) -> NDArray[Any]:
    """Return n numbers as an array, filled in slices: numpy holds the interpreter lock."""
    out = np.empty(n, kind)
    rest = iter(numbers)
    for start in range(0, n, _SLICE):
        size = min(_SLICE, n - start)
        out[start : start + size] = np.fromiter(rest, kind, size)
    return out
