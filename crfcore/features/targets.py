"""Targets: the known or possible labels of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias, cast

import numpy as np

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.errors import DataError, UnknownLabelError, shown
from crfcore.features.segments import as_sentence_indices, chosen_offsets, copied_segments

Target: TypeAlias = str | AbstractSet[str] | None
"""The known label of a token, a set of possible ones, or None if unknown."""


@dataclass(frozen=True, eq=False)
class Targets:
    """What is known about the label of every token.

    Attributes
    ----------
    label_sets : int32 (T,)
        ``k < n_labels``: the token has label k. ``k == n_labels``: unknown, anything is possible.
        ``k > n_labels``: one of the labels that ``sets[k - n_labels - 1]`` allows.
    sets : uint8 (S, L)
        1 for possible labels.
    n_labels : int
        L.
    """

    label_sets: IdArray
    sets: MaskArray
    n_labels: int

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return len(self.label_sets)

    @property
    def known(self) -> bool:
        """Whether every token has exactly one label."""
        return not len(self.label_sets) or int(self.label_sets.max()) < self.n_labels

    def allowed_by_set(self) -> MaskArray:
        """Return the mask of labels that each value of `label_sets` allows.

        Returns
        -------
        uint8 (L + 1 + S, L)
            ``allowed_by_set()[label_sets]`` is the (T, L) mask of possible labels.
        """
        n_labels = self.n_labels
        single = np.eye(n_labels, dtype=np.uint8)
        anything = np.ones((1, n_labels), np.uint8)
        return np.concatenate([single, anything, self.sets.reshape(-1, n_labels)])

    def select(self, offsets: OffsetArray, places: Any) -> Targets:
        """Return the targets of some sentences.

        Parameters
        ----------
        offsets : int64 (N + 1,)
            Offsets of the sentences of these targets.
        places : int (M,), or bool (N,)
            Indices of sentences, in any order; or True for those to return.
        """
        chosen = as_sentence_indices(places, len(offsets) - 1)
        out = chosen_offsets(offsets, chosen)
        return replace(self, label_sets=copied_segments(offsets, chosen, out, self.label_sets))

    @classmethod
    def from_labels(cls, sequences: Iterable[Iterable[Target]], labels: Sequence[str]) -> Targets:
        """Return targets of labels, None for unknown ones, and sets of possible labels.

        Parameters
        ----------
        sequences : iterable of iterables of str, None or set of str
            One for each sentence.
        labels : sequence of str
            ``labels[k]`` is label k.

        Raises
        ------
        UnknownLabelError
            A label is not among `labels`.
        DataError
            A set is empty, or a target has an invalid type.
        """
        reader = _TargetReader(labels)
        tokens = [row if isinstance(row, list) else list(row) for row in sequences]
        try:
            label_sets = reader.numbers(list(chain.from_iterable(tokens)))
        except (UnknownLabelError, DataError) as error:
            raise type(error)(f"{reader.position_of_error(tokens)}: {error}") from None
        sets = np.array(reader.sets, np.uint8).reshape(-1, len(labels))
        return cls(label_sets, sets, len(labels))


class _TargetReader:
    """Assigns a number to each distinct target."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels: Mapping[str, int] = {name: number for number, name in enumerate(labels)}
        self._known: dict[Any, int] = {**self._labels, None: len(labels)}
        self.sets: list[list[int]] = []

    def numbers(self, targets: Sequence[Target]) -> IdArray:
        """Return the values of `Targets.label_sets` for targets."""
        # Nearly always all are known labels, of which each must cost one look-up only.
        try:
            return np.fromiter(map(self._known.__getitem__, targets), np.int32, len(targets))
        except (KeyError, TypeError):
            return np.fromiter(map(self._number, targets), np.int32, len(targets))

    def position_of_error(self, sentences: Iterable[Iterable[Target]]) -> str:
        """Return the position of the first invalid target as text."""
        for sentence, targets in enumerate(sentences):
            for token, target in enumerate(targets):
                try:
                    self._number(target)
                except (UnknownLabelError, DataError):
                    return f"Sentence {sentence + 1}, token {token + 1}"
        return "Some sentence"

    def _number(self, target: Target) -> int:
        key: Any = frozenset(target) if isinstance(target, AbstractSet) else target
        try:
            return self._known[key]
        except (KeyError, TypeError):
            number = self._number_of_new(key)
            self._known[key] = number
            return number

    def _number_of_new(self, key: object) -> int:
        if isinstance(key, str):
            raise UnknownLabelError(self._unknown(key))
        if not isinstance(key, frozenset) or not all(isinstance(name, str) for name in key):
            found = set(key) if isinstance(key, frozenset) else key
            raise DataError(
                f"found {shown(found)}; what is known of a token is its label, a string, or None, "
                "or a set of strings of which one is right."
            )
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
