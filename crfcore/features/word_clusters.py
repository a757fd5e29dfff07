"""Brown clusters: classes of words that have similar neighbours, in a binary tree.

P. F. Brown, V. J. Della Pietra, P. V. deSouza, J. C. Lai and R. L. Mercer, *Class-based n-gram
models of natural language*, Computational Linguistics 18(4), 1992. Prefixes of the bit strings are
coarser classes: S. Miller, J. Guinness and A. Zamanian, *Name tagging with word clusters and
discriminative training*, HLT-NAACL 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.column_table import Column
from crfcore.features.long_computation import StepMonitor, Steps, check_counts
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.word_cluster_kernels import (
    BORDER,
    add_word,
    insert_words,
    merge_all,
    update_for_new,
)
from crfcore.features.word_contexts import (
    by_frequency,
    distinct_values,
    frequencies,
    places_of_words,
    renumbered,
    word_column,
)
from crfcore.features.word_files import Kept, State

MAX_CLUSTERS = 1_000
MAX_COUNT = 10**9
_WORDS_AT_ONCE = 64
_TABLE = 1 << 16
"""So many values of x·log x are looked up."""


@dataclass(frozen=True, eq=False)
class WordClusters(Kept):
    """Classes of the words of a text, leaves of a binary tree.

    Made by `learn_clusters`.

    Attributes
    ----------
    words : list of W str
        The most frequent first.
    classes : int32 (W,)
        The class of each word.
    bit_strings : list of str
        The way from the root of the tree to each class: "0010".
    """

    NOUN: ClassVar[str] = "file of word clusters"

    words: list[str]
    classes: IdArray
    bit_strings: list[str]

    @cached_property
    def _class_of(self) -> dict[str, int]:
        return dict(zip(self.words, self.classes.tolist(), strict=True))

    def __contains__(self, word: str) -> bool:
        return word in self._class_of

    def bits(self, word: str) -> str:
        """Return the bit string of a word's class, "" for a word that the text lacks."""
        number = self._class_of.get(word)
        return "" if number is None else self.bit_strings[number]

    def words_of(self, prefix: str) -> list[str]:
        """Return the words whose bit strings begin with some bits, the most frequent first.

        CrfError for what is no string.
        """
        given: object = prefix
        if not isinstance(given, str):
            raise CrfError(f"Bits are a string, such as '0110', not {shown(given)}.")
        chosen = np.array([bits.startswith(prefix) for bits in self.bit_strings], np.bool_)
        return [self.words[at] for at in np.flatnonzero(chosen[self.classes]).tolist()]

    def column(self, words: Column) -> Column:
        """Return the bit strings of tokens as a column; words that the text lacks have none."""
        order = distinct_values(words)
        asked = map(
            self._class_of.get, (words.values[at] for at in order.tolist()), repeat(MISSING)
        )
        numbers = np.append(np.fromiter(asked, np.int32, len(order)), np.int32(MISSING))
        return Column(numbers[renumbered(words.ids, order)], self.bit_strings)

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        text, offsets = pack_strings(self.words)
        arrays: dict[str, NDArray[Any]] = {
            "words": text,
            "word_offsets": offsets,
            "classes": self.classes,
        }
        return {"bit_strings": self.bit_strings}, arrays

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Make the clusters again whose `state` this is; ValueError if the parts do not fit."""
        words = unpack_alphabet(arrays["words"], arrays["word_offsets"])
        bit_strings = list(header["bit_strings"])
        n = len(bit_strings)
        fits = n <= MAX_CLUSTERS and len(set(bit_strings)) == n
        if not fits or any(len(bits) >= max(n, 1) or set(bits) - {*"01"} for bits in bit_strings):
            raise ValueError("its bit strings are none of a tree")
        classes = arrays["classes"]
        inside = len(classes) == 0 or 0 <= int(classes.min()) <= int(classes.max()) < n
        if classes.dtype != np.int32 or classes.shape != (len(words),) or not inside:
            raise ValueError("its words and classes do not fit")
        return cls(words, np.require(classes, np.int32, ["C", "W"]), bit_strings)


def learn_clusters(
    sentences: Any,
    n: int = 64,
    min_count: int = 1,
    *,
    monitor: StepMonitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> WordClusters:
    """Put the words of a text into classes by their neighbours.

    The n most frequent words begin as classes of their own. Each further word, the most frequent
    first, is added as a class, and the two classes are merged that lose least of the average mutual
    information of neighbouring classes. At the end the n classes are merged in the same way until
    one is left, which gives the tree. Neighbours are words beside each other in a sentence; words
    that have not been added, or are too rare, are one class more, which is never merged.

    Parameters
    ----------
    sentences : ColumnTable, or sequence of sequences of str
        Of a table, column 0. No label is needed.
    n : int
        Classes, 2 to 1,000. A text with fewer words has a class for each. Time grows steeply with
        it: eight times as many classes may take thirty times as long.
    min_count : int
        Words that occur fewer times are in no class.
    monitor : callable, optional
        Called with (steps done, steps in all) after each step; True stops.
    cancelled : callable, optional
        Called every few milliseconds; True stops.

    Returns
    -------
    WordClusters
        The same for the same text.

    Raises
    ------
    DataError
        There is no word, or a token is no string.
    CrfError
        A parameter is not possible.
    TrainingCancelled
        The monitor or `cancelled` returned True.
    """
    check_counts([("n", n, 2, MAX_CLUSTERS), ("min_count", min_count, 1, MAX_COUNT)])
    column, offsets = word_column(sentences)
    counts = frequencies(column)
    counts[counts < min_count] = 0
    order = by_frequency(counts)
    if not len(order):
        raise DataError(
            "There is no word to put into a class; give sentences with words, or a lower min_count."
        )
    ids = renumbered(column.ids, order)
    merging = Merging(ids, offsets, len(order), n)
    starts = range(merging.n_first, len(order), _WORDS_AT_ONCE)
    steps = Steps(len(starts) + 1, monitor, cancelled)
    steps.check()
    for start in starts:
        merging.insert(start, min(start + _WORDS_AT_ONCE, len(order)))
        steps.step()
    slots = np.flatnonzero(merging.active).tolist()
    tree = merging.tree()
    strings = bit_strings_of(tree, int(tree[-1, 0]) if len(tree) else slots[0])
    steps.step()
    numbers = np.zeros(merging.n_slots, np.int32)
    numbers[slots] = np.arange(len(slots), dtype=np.int32)
    words = [column.values[at] for at in order.tolist()]
    return WordClusters(words, numbers[merging.classes], [strings[slot] for slot in slots])


class Merging:
    """The classes while words are added and merged.

    Parameters
    ----------
    words : int32 (T,)
        The word of each token by frequency, from 0; -1 for tokens in no class.
    offsets : int64 (N + 1,)
    n_words : int
        W.
    n : int
        So many classes are kept.

    Attributes
    ----------
    n_first : int
        The number of words that begin as classes.
    n_slots : int
        S: for the classes that are kept, the one that is added, and the rest, the last.
    classes : int32 (W,)
        The slot of each word.
    active : uint8 (S,)
        Which slots hold a class.
    history : int64 (W, 2)
        The merge after each word was added, (kept, removed); -1 for the first words.
    """

    def __init__(self, words: IdArray, offsets: OffsetArray, n_words: int, n: int) -> None:
        self._indptr, self._places, self._padded = places_of_words(
            words, offsets, n_words, words, BORDER
        )
        self.n_first = n_first = min(n, n_words)
        self.n_slots = n_first + 2
        rest = self.n_slots - 1
        self.classes = np.full(n_words, rest, np.int32)
        self.active = np.zeros(self.n_slots, np.uint8)
        self.history = np.full((n_words, 2), MISSING, np.int64)
        shape = (self.n_slots, self.n_slots)
        numbers = np.arange(1.0, _TABLE)
        table = np.concatenate([[0.0], numbers * np.log(numbers)])
        self._sums = np.zeros((2, self.n_slots), np.int64)
        self._counts = np.zeros(shape, np.int64)
        n_pairs = int(np.maximum(np.diff(offsets) - 1, 0).sum())
        self._counts[rest, rest] = self._sums[:, rest] = n_pairs
        self._losses = np.zeros(shape), np.zeros(shape), table
        self._following = np.full(n_words, MISSING, np.int32)
        self._members = np.zeros((3, self.n_slots), np.int32)
        self._free = n_first
        state = self.active, self._counts, self._sums
        for word in range(n_first):
            self._members[:, word] = word, word, 1
            add_word(word, word, self._indptr, self._places, self._padded, self.classes, *state)
            update_for_new(word, *state, *self._losses)

    def insert(self, first: int, last: int) -> None:
        """Add words first..last-1, and merge two classes after each."""
        self._free = insert_words(
            first,
            last,
            self._free,
            self._indptr,
            self._places,
            self._padded,
            self.classes,
            self._following,
            self._members,
            self.active,
            self._counts,
            self._sums,
            *self._losses,
            self.history,
        )

    def tree(self) -> OffsetArray:
        """Return the merges that leave one class, (kept, removed), int64 (classes - 1, 2)."""
        history = np.zeros((int(self.active.sum()) - 1, 2), np.int64)
        within, outside, table = self._losses
        merge_all(
            self.active.copy(),
            self._counts.copy(),
            self._sums.copy(),
            within.copy(),
            outside.copy(),
            table,
            history,
        )
        return history


def bit_strings_of(tree: OffsetArray, root: int) -> dict[int, str]:
    """Return the way from the root of a tree of merges to each slot that held a class."""
    strings = {root: ""}
    for kept, removed in tree[::-1].tolist():
        strings[removed] = f"{strings[kept]}1"
        strings[kept] += "0"
    return strings
