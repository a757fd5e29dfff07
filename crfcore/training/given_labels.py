"""Labels as a caller gives them, checked against the sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets

LARGEST_WEIGHT = 1e12
"""Of a sentence: beyond that, all others would count for nothing."""
MAX_LABELS = 46_340
"""Pairs of labels are numbered by 32-bit integers."""
LABELS_OF_ANY_MODEL = 5_000
"""A table of so many labels by as many (200 MB) is made for any file that names them."""
MAX_TIMES_LARGER = 16
"""Beyond that, such a table may have so many times as many bytes as the numbers of the file."""


def targets_for(
    y: Any, labels: Sequence[str] | None, dataset: Dataset
) -> tuple[Targets, tuple[str, ...]]:
    """Return targets that fit a dataset, and the names of the labels.

    Parameters
    ----------
    y : Targets, or sentences of str, None or set of str
    labels : sequence of str, optional
        All labels in their order; by default those in y, in order of appearance.
    dataset : Dataset

    Raises
    ------
    DataError
        Sentences or tokens do not correspond; names the sentence.
    UnknownLabelError
        A label is not among `labels`.
    CrfError
        There are no labels, or Targets come without their names.
    """
    if labels is not None:
        labels = _checked_names(labels)
    if labels is not None and len(set(labels)) < len(labels):
        raise CrfError(f"The labels {', '.join(labels)} are not distinct; name each once.")
    if isinstance(y, Targets):
        if labels is None or len(labels) != y.n_labels:
            raise CrfError(f"Targets of {y.n_labels} labels need their names: fit(…, labels=…).")
        if y.n_tokens != dataset.n_tokens:
            raise DataError(
                f"There are {dataset.n_tokens:,} tokens, and targets for {y.n_tokens:,}; "
                "each token needs one."
            )
        _check_sets(y)
        return y, tuple(labels)
    sequences = aligned_labels(y, dataset)
    names = tuple(labels) if labels is not None else _names_in(sequences)
    # Without a name there can still be something that is no label, which deserves its own words.
    targets = Targets.from_labels(sequences, names or ("",))
    if not names:
        raise CrfError("No token has a label yet; label some before training.")
    return targets, names


def _checked_names(labels: Any) -> tuple[str, ...]:
    """Return labels as strings of Python, whatever kind of strings numpy has made of them."""
    is_text = isinstance(labels, str)
    try:
        names = tuple(labels)
    except TypeError:
        is_text = True
        names = ()
    if is_text or not all(isinstance(name, str) for name in names):
        raise DataError(f"labels={shown(labels)} is not possible; it must be a list of strings.")
    return tuple(map(str, names))


def aligned_labels(y: Any, dataset: Dataset) -> list[list[Any]]:
    """Return labels by sentence, as many as there are tokens.

    Parameters
    ----------
    y : sentences of str, None or set of str; or a numpy array of these, one for each token
    dataset : Dataset

    Raises
    ------
    DataError
        Sentences or tokens do not correspond; names the sentence.
    """
    if _are_of_tokens(y):
        return _by_sentence(y, dataset)
    _check_no_text(y)
    try:
        sequences = [list(sequence) for sequence in y]
    except TypeError:
        raise DataError(
            f"Labels are a list for each sentence, with one entry for each token; found {shown(y)}."
        ) from None
    lengths = np.diff(dataset.offsets)
    if len(sequences) != len(lengths):
        raise DataError(
            f"There are {len(lengths):,} sentences, and labels for {len(sequences):,}; "
            "each sentence needs its own."
        )
    found = np.fromiter(map(len, sequences), np.int64, len(sequences))
    wrong = np.flatnonzero(found != lengths)
    if len(wrong):
        at = int(wrong[0])
        raise DataError(
            f"Sentence {at + 1} has {lengths[at]} tokens and {found[at]} labels; each token needs "
            "one (None where it is unknown)."
        )
    return sequences


def _check_no_text(y: Any) -> None:
    """Raise DataError where a string is given for labels: its letters are none."""
    if isinstance(y, str | bytes):
        raise DataError(f"Labels are a list for each sentence; found the string {shown(y)}.")
    if not isinstance(y, list | tuple) or not {str, bytes} & set(map(type, y)):
        return
    at = next(at for at, labels in enumerate(y) if isinstance(labels, str | bytes))
    raise DataError(
        f"Sentence {at + 1} has the string {shown(y[at])} for labels; give a list with one for "
        "each token."
    )


def _are_of_tokens(y: Any) -> bool:
    """Whether labels are one array for all tokens, as beside a matrix with their rows."""
    if not isinstance(y, np.ndarray) or y.ndim != 1 or not len(y):
        return False
    return y.dtype.kind == "U" or y[0] is None or isinstance(y[0], (str, AbstractSet))


def _by_sentence(y: NDArray[Any], dataset: Dataset) -> list[list[Any]]:
    if len(y) != dataset.n_tokens:
        raise DataError(
            f"There are {dataset.n_tokens:,} tokens, and an array of {len(y):,} labels; each token "
            "needs one (None where it is unknown)."
        )
    labels = y.tolist()
    return [labels[start:end] for start, end in pairwise(dataset.offsets.tolist())]


def _check_sets(targets: Targets) -> None:
    label_sets, n_sets = targets.label_sets, len(targets.sets)
    last = targets.n_labels + n_sets
    if len(label_sets) and not 0 <= int(label_sets.min()) <= int(label_sets.max()) <= last:
        raise DataError(
            f"Targets of {targets.n_labels} labels and {n_sets} sets are numbers from 0 to {last}; "
            f"found {int(label_sets.min())} to {int(label_sets.max())}."
        )
    for number, allowed in enumerate(targets.sets):
        if not np.any(allowed):
            raise DataError(f"Set {number} of the targets allows no label; each needs one.")


def sentence_weights_for(weights: Any, dataset: Dataset) -> FloatArray | None:
    """Return what each sentence's log-likelihood is multiplied by; None where nothing was given.

    Raises
    ------
    DataError
        There is not one finite number from 0 on for each sentence, or all of them are 0.
    """
    if weights is None:
        return None
    try:
        numbers = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError, RecursionError):
        numbers = np.zeros((0, 0))
    if numbers.ndim != 1:
        raise DataError(
            "sample_weight holds one number for each sentence; the likelihood of a chain has no "
            "terms for single tokens that could be weighted."
        )
    if len(numbers) != dataset.n_sentences:
        raise DataError(
            f"There are {dataset.n_sentences:,} sentences, and {len(numbers):,} numbers in "
            "sample_weight; each sentence needs one."
        )
    wrong = np.flatnonzero(~((numbers <= LARGEST_WEIGHT) & (numbers >= 0.0)))
    if len(wrong):
        raise DataError(
            f"sample_weight of sentence {wrong[0] + 1} is {numbers[wrong[0]]}; weights are "
            f"numbers from 0 to {LARGEST_WEIGHT:g}."
        )
    if not bool(np.any(numbers)):
        raise DataError("sample_weight is 0 for each sentence; give at least one that counts.")
    return numbers


def check_label_count(n_labels: int, n_bytes: int) -> None:
    """Raise CrfError where a file names more labels than fit, or than its numbers are made for.

    Parameters
    ----------
    n_labels : int
    n_bytes : int
        What the arrays of the file hold. All answers need a table of labels by labels, which is
        much where a small file holds names and nothing else.
    """
    if not 0 < n_labels <= MAX_LABELS:
        raise CrfError(f"It has {n_labels:,} labels; 1 to {MAX_LABELS:,} are possible.")
    table = 8 * n_labels**2
    if n_labels > LABELS_OF_ANY_MODEL and table > MAX_TIMES_LARGER * n_bytes:
        raise CrfError(
            f"It names {n_labels:,} labels, and has far too few weights for them; at most "
            f"{LABELS_OF_ANY_MODEL:,} were expected."
        )


def check_learnable(targets: Targets) -> None:
    """Raise CrfError unless there is something to learn, with no more labels than fit."""
    if targets.n_labels > MAX_LABELS:
        raise CrfError(f"There are {targets.n_labels:,} labels; {MAX_LABELS:,} are possible.")
    if not bool(np.any(targets.label_sets != targets.n_labels)):
        raise CrfError("No token has a label yet; label some before training.")


def labels_in(targets: Targets) -> list[int]:
    """Return the labels that some token has, or may have as one of a set."""
    occurs = np.bincount(targets.label_sets, minlength=targets.n_labels + 1 + len(targets.sets)) > 0
    in_sets = np.any(targets.sets[occurs[targets.n_labels + 1 :]] > 0, axis=0)
    return [int(label) for label in np.flatnonzero(occurs[: targets.n_labels] | in_sets)]


def names_in_order(y: Iterable[Iterable[Any]]) -> tuple[str, ...]:
    """Return all labels in order of appearance; those of a set in alphabetical order."""
    return _names_in(y)


def _names_in(sequences: Iterable[Iterable[Any]]) -> tuple[str, ...]:
    """Return all labels in order of appearance; those of a set in alphabetical order."""
    seen: dict[str, None] = {}
    for sequence in sequences:
        for target in sequence:
            if isinstance(target, str):
                # What numpy makes of strings prints and travels otherwise.
                seen.setdefault(str(target))
            elif isinstance(target, AbstractSet):
                seen.update(dict.fromkeys(sorted(str(n) for n in target if isinstance(n, str))))
    return tuple(seen)


def without_unknown_labels(y: Any, names: set[str]) -> list[list[Any]]:
    """Return y without labels that are not among the names: None where no other is left."""

    def known(target: Any) -> Any:
        if isinstance(target, AbstractSet) and target:
            return target & names or None
        return None if isinstance(target, str) and target not in names else target

    return [[known(target) for target in sequence] for sequence in y]


def impossible_sentences(y: Iterable[Iterable[Any]], names: Iterable[str]) -> list[bool]:
    """Return for each sentence whether a token of it can bear none of the names."""
    known = frozenset(names)

    def impossible(target: Any) -> bool:
        if isinstance(target, AbstractSet):
            return bool(target) and known.isdisjoint(target)
        return isinstance(target, str) and target not in known

    return [any(map(impossible, sequence)) for sequence in y]
