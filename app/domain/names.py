"""Names that occur several times in a document, with the labels of their occurrences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TypeCount:
    """How many occurrences of a name have a label: confirmed, and suggested.

    ``label`` is the name of the label, "" for no label.
    """

    label: str
    confirmed: int
    suggested: int

    @property
    def n(self) -> int:
        """How many occurrences have the label."""
        return self.confirmed + self.suggested


@dataclass(frozen=True, slots=True, eq=False)
class NameGroup:
    """The occurrences of one name in one document, K of them, in the order of the text.

    ``sentence_indices`` and ``firsts`` (K,) are their sentences and first tokens; each has
    ``n_tokens`` tokens. ``is_open`` bool (K,): not every token is confirmed. ``types`` are the
    labels that are confirmed or suggested, the most frequent first.
    """

    name: str
    document: int
    sentence_indices: NDArray[np.int64]
    firsts: NDArray[np.int64]
    is_open: NDArray[np.bool_]
    n_tokens: int
    types: tuple[TypeCount, ...]

    @property
    def key(self) -> tuple[int, str]:
        """What the name is known by when its occurrences have changed."""
        return self.document, self.name

    @property
    def n(self) -> int:
        """The number of occurrences."""
        return len(self.firsts)

    @property
    def n_open(self) -> int:
        """The number of occurrences with an open token."""
        return int(np.count_nonzero(self.is_open))

    @property
    def is_mixed(self) -> bool:
        """Whether the occurrences have different labels."""
        return len(self.types) > 1

    @property
    def n_other(self) -> int:
        """The number of occurrences with another label than the most frequent one."""
        return sum(one.n for one in self.types[1:])

    def first_in(self, sentence_index: int) -> int | None:
        """Return the first token of the first occurrence in a sentence, None without one."""
        return min(self.firsts[self.sentence_indices == sentence_index].tolist(), default=None)

    def is_at(self, sentence_index: int, token: int) -> bool:
        """Return whether an occurrence has this token."""
        behind = token - self.firsts
        here = (self.sentence_indices == sentence_index) & (behind >= 0) & (behind < self.n_tokens)
        return bool(here.any())

    def places(self, *, only_open: bool = False) -> list[tuple[int, int]]:
        """Return the sentences and first tokens of all occurrences, or of the open ones."""
        chosen = self.is_open if only_open else slice(None)
        return list(
            zip(self.sentence_indices[chosen].tolist(), self.firsts[chosen].tolist(), strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False)
class InconsistentNames:
    """By sentence index, the name in it whose occurrences differ most in their labels."""

    by_sentence: Mapping[int, NameGroup] = field(default_factory=dict)

    def worth(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return for each sentence how many occurrences of its name have another label (M,)."""
        found = self.by_sentence
        return np.array(
            [found[one].n_other if one in found else 0 for one in sentence_indices.tolist()],
            np.float64,
        )
