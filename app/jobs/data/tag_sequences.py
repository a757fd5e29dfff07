"""Tags of a whole file as one array: violations of a scheme, and counts of labels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from app.domain.tagging import TOKENS
from crfcore.constraints.schemes import broken_pairs
from crfcore.text.tag_schemes import OUTSIDE, Span, continues, encode, split_tag

_FORMS = ("O", "B", "I", "E", "S", "L", "U", "")
_BORDER, _UNKNOWN = len(_FORMS), len(_FORMS) + 1


class TagSequences:
    """The tags of T tokens in N sentences.

    ``tags`` int32 (T,) are indices in ``names``, -1 for none; ``offsets`` int64 (N + 1,) those of
    sentences. There may be as many names as tokens, so that tables of pairs of names are avoided.
    """

    def __init__(
        self, tags: NDArray[np.int32], names: Sequence[str], offsets: NDArray[np.int64]
    ) -> None:
        parts = [split_tag(name) for name in names]
        types = {type_: number for number, type_ in enumerate(dict.fromkeys(t for _, t in parts))}
        forms = np.array([*(_FORMS.index(prefix) for prefix, _ in parts), _UNKNOWN], np.int64)
        labels = np.array([*(types[type_] for _, type_ in parts), -1], np.int64)
        self._tags = tags
        self._names = names
        self._offsets = offsets[:-1][np.diff(offsets) > 0], offsets[1:][np.diff(offsets) > 0]
        self._forms = forms[tags]
        self._labels = labels[tags]
        self._same = np.zeros(len(tags), np.bool_)
        self._same[1:] = self._labels[1:] == self._labels[:-1]

    def broken(self, scheme: str) -> NDArray[np.bool_]:
        """Return which tokens violate a scheme (T,), by their tag after the one before.

        A sentence that ends within a span violates it at its last token. A token without a tag
        could have any.
        """
        if scheme == TOKENS:
            return np.zeros(len(self._tags), np.bool_)
        table = _broken_forms(scheme)
        before = np.concatenate([[_BORDER], self._forms[:-1]])
        first, end = self._offsets
        before[first] = _BORDER
        result = table[before, self._forms, self._same.astype(np.int64)]
        result[end - 1] |= table[self._forms[end - 1], _BORDER, 0]
        return np.asarray(result)

    def label_counts(self, scheme: str) -> dict[str, int]:
        """Return the number of spans (or tokens) of each label, the most frequent first."""
        if scheme == TOKENS:
            counted = np.bincount(self._tags[self._tags >= 0], minlength=len(self._names))
            return _falling(dict(zip(self._names, counted.tolist(), strict=True)))
        counted = np.bincount(self._tags[self._begins()], minlength=len(self._names))
        totals: dict[str, int] = {}
        for name, n in zip(self._names, counted.tolist(), strict=True):
            label = split_tag(name)[1]
            if label:
                totals[label] = totals.get(label, 0) + n
        return _falling(totals)

    def touching(self, scheme: str) -> NDArray[np.bool_]:
        """Return where a span begins directly after another one of the same label (T,)."""
        if scheme == TOKENS:
            return np.zeros(len(self._tags), np.bool_)
        result = self._begins() & self._same
        result[self._offsets[0]] = False
        return result

    def neighbours(self) -> NDArray[np.bool_]:
        """Return where a tag other than "O" follows the same tag (T,)."""
        in_span = (self._tags >= 0) & (self._forms != _FORMS.index(OUTSIDE))
        result = np.zeros(len(self._tags), np.bool_)
        result[1:] = in_span[1:] & (self._tags[1:] == self._tags[:-1])
        result[self._offsets[0]] = False
        return result

    def _begins(self) -> NDArray[np.bool_]:
        """Return where spans begin (T,)."""
        goes_on = np.array(
            [[_goes_on(one, other) for other in (*_FORMS, None, None)]
             for one in (*_FORMS, None, None)]
        )  # fmt: skip
        inside = np.zeros(len(self._tags), np.bool_)
        inside[1:] = goes_on[self._forms[:-1], self._forms[1:]] & self._same[1:]
        inside[self._offsets[0]] = False
        in_span = (self._tags >= 0) & (self._forms != _FORMS.index(OUTSIDE))
        return np.asarray(in_span & ~inside)


@lru_cache(maxsize=16)
def writes_spans(names: tuple[str, ...], scheme: str) -> bool:
    """Return whether a model has the tags of a complete span for each of its labels.

    A model trained on another scheme does not, and would propose no spans.
    """
    if scheme == TOKENS:
        return False
    labels = {split_tag(name)[1] for name in names} - {""}
    return all(
        any(
            set(encode([Span(0, length, label)], length, scheme)) <= set(names) for length in (1, 2)
        )
        for label in labels
    )


def _falling(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: -pair[1]))


def _goes_on(form: str | None, other: str | None) -> bool:
    if not form or not other:
        return False
    return continues(_tag(form, "X"), _tag(other, "X"))


def _tag(form: str, label: str) -> str:
    if form == OUTSIDE:
        return OUTSIDE
    return f"{form}-{label}" if form else label


@cache  # called while a key is handled
def _broken_forms(scheme: str) -> NDArray[np.bool_]:
    """Return which neighbours are forbidden: [form, next form, whether the label is the same]."""
    names = [_tag(form, label) for label in "XY" for form in _FORMS]
    pairs = broken_pairs(names, scheme)
    n_forms = len(_FORMS)
    result = np.zeros((n_forms + 2, n_forms + 2, 2), np.bool_)
    for form in range(n_forms):
        result[form, :n_forms, 0] = pairs[form, n_forms : 2 * n_forms]
        result[form, :n_forms, 1] = pairs[form, :n_forms]
        result[_BORDER, form] = pairs[-1, form]
        result[form, _BORDER] = pairs[form, -1]
        # Beside a token without a tag only forms are wrong that no neighbour allows.
        result[_UNKNOWN, form] = pairs[:, form].all()
    return result
