"""The arguments `y` and `labels`, checked against the sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.messages import counted, message, there_are
from crfcore.text.label_names import LONGEST_IN_MODELS, label_fault

LARGEST_WEIGHT = 1e12
"""Limit of a sentence's weight."""
MAX_LABELS = 46_340
"""Limit of labels: label pairs are 32-bit integers."""
LABELS_OF_ANY_MODEL = 5_000
"""Labels that any model file may have: a table of label pairs takes 200 MB."""
MAX_TIMES_LARGER = 16
"""Beyond that, limit of the table's bytes as multiple of the file's arrays."""


def targets_for(
    y: Any, labels: Sequence[str] | None, dataset: Dataset | ColumnTable
) -> tuple[Targets, tuple[str, ...]]:
    """Return targets for a dataset, and the names of the labels.

    Parameters
    ----------
    y : Targets, or sentences of str, None or set of str
    labels : sequence of str, optional
        All labels in their order; by default those in y, in order of appearance.
    dataset : Dataset or ColumnTable

    Raises
    ------
    DataError
        The number of sentences or tokens differs; names the sentence.
    UnknownLabelError
        A label is not among `labels`.
    CrfError
        There are no labels, Targets lack their names, or a name is none that a file can hold.
    """
    if labels is not None:
        labels = checked_names(labels)
    if isinstance(y, Targets):
        if labels is None or len(labels) != y.n_labels:
            raise CrfError(f"Targets of {y.n_labels} labels need their names: fit(…, labels=…).")
        if y.n_tokens != dataset.n_tokens:
            raise DataError(
                f"{there_are(dataset.n_tokens, 'token')}, and targets for {y.n_tokens:,}; "
                "each token needs one."
            )
        _check_sets(y)
        return y, tuple(labels)
    sequences = aligned_labels(y, dataset)
    names = tuple(labels) if labels is not None else names_in_order(sequences)
    # Even without labels there may be an invalid entry, with its own error.
    targets = Targets.from_labels(sequences, names or ("",))
    if not names:
        raise CrfError(message("No token has a label yet; label some before training."))
    _check_writable(names)
    return targets, names


def _check_writable(names: Iterable[str]) -> None:
    """Raise DataError for a label that no file of a model can hold."""
    for name in names:
        fault = label_fault(name, LONGEST_IN_MODELS)
        if fault:
            raise DataError(
                message(
                    "The label {name} {fault}; give it another name.", name=shown(name), fault=fault
                )
            )


def checked_names(labels: Any) -> tuple[str, ...]:
    """Return labels as Python strings, not numpy's.

    Raises
    ------
    CrfError
        They are no list of distinct strings, or there is none.
    """
    is_text = isinstance(labels, str)
    try:
        names = tuple(labels)
    except TypeError:
        is_text = True
        names = ()
    if is_text or not all(isinstance(name, str) for name in names):
        raise DataError(f"labels={shown(labels)} is not possible; it must be a list of strings.")
    if not names:
        raise CrfError("labels=[] has no label; name all labels, or leave it out.")
    if len(set(names)) < len(names):
        raise CrfError(f"The labels {', '.join(names)} are not distinct; name each once.")
    _check_writable(names)
    return tuple(map(str, names))


def aligned_labels(y: Any, dataset: Dataset | ColumnTable) -> list[list[Any]]:
    """Return labels by sentence, one for each token.

    Parameters
    ----------
    y : sentences of str, None or set of str; or a numpy array of these, one for each token
    dataset : Dataset

    Raises
    ------
    DataError
        The number of sentences or tokens differs; names the sentence.
    """
    if _are_of_tokens(y):
        return _by_sentence(y, dataset)
    _check_no_text(y)
    sequences = _lists_of(y)
    lengths = np.diff(dataset.offsets)
    if len(sequences) != len(lengths):
        raise DataError(
            f"{there_are(len(lengths), 'sentence')}, and labels for {len(sequences):,}; "
            "each sentence needs its own."
        )
    found = np.fromiter(map(len, sequences), np.int64, len(sequences))
    wrong = np.flatnonzero(found != lengths)
    if len(wrong):
        at = int(wrong[0])
        raise DataError(
            f"Sentence {at + 1} has {counted(lengths[at], 'token')} and "
            f"{counted(found[at], 'label')}; each token needs one (None where it is unknown)."
        )
    return sequences


def _lists_of(y: Any) -> list[list[Any]]:
    """Return the labels of each sentence as a list; DataError if they are none."""
    sequences: list[list[Any]] = []
    try:
        rest = iter(y)
    except TypeError:
        raise DataError(
            f"Labels are a list for each sentence, with one entry for each token; found {shown(y)}."
        ) from None
    for labels in rest:
        try:
            sequences.append(list(labels))
        except TypeError:
            raise DataError(
                f"Sentence {len(sequences) + 1} has {shown(labels)} for labels; give a list with "
                "one for each token (None where it is unknown)."
            ) from None
    return sequences


def _check_no_text(y: Any) -> None:
    """Raise DataError for a string instead of a list of labels."""
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
    """Whether labels are one array for all tokens, as for a matrix."""
    if not isinstance(y, np.ndarray) or y.ndim != 1 or not len(y):
        return False
    return y.dtype.kind == "U" or y[0] is None or isinstance(y[0], (str, AbstractSet))


def _by_sentence(y: NDArray[Any], dataset: Dataset | ColumnTable) -> list[list[Any]]:
    if len(y) != dataset.n_tokens:
        raise DataError(
            f"{there_are(dataset.n_tokens, 'token')}, and an array of {len(y):,} labels; each "
            "token needs one (None where it is unknown)."
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


def with_weight(
    dataset: Dataset, targets: Targets, sentence_weights: FloatArray
) -> tuple[Dataset, Targets, FloatArray]:
    """Return the sentences whose weight is not 0, and the weights."""
    positions = np.flatnonzero(sentence_weights)
    return (
        dataset.select(positions),
        targets.select(dataset.offsets, positions),
        sentence_weights[positions],
    )


def sentence_weights_for(weights: Any, dataset: Dataset | int) -> FloatArray | None:
    """Return the factor of each sentence's log-likelihood; None if not given.

    Parameters
    ----------
    weights : (N,) numbers, or None
    dataset : Dataset, or int
        The sentences, or their number.

    Raises
    ------
    DataError
        The number of weights is wrong, one is negative or not finite, or all are 0.
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
    n_sentences = dataset if isinstance(dataset, int) else dataset.n_sentences
    if len(numbers) != n_sentences:
        raise DataError(
            f"{there_are(n_sentences, 'sentence')}, and {len(numbers):,} numbers in "
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
    """Raise CrfError if a file has too many labels in total, or for its size.

    Parameters
    ----------
    n_labels : int
    n_bytes : int
        Bytes of the arrays of the file. Inference needs a table of label pairs, which must not be
        huge for a small file.
    """
    if not 0 < n_labels <= MAX_LABELS:
        raise CrfError(
            message(
                "It has {n_labels:,} labels; 1 to {max_labels:,} are possible.",
                n_labels=n_labels,
                max_labels=MAX_LABELS,
            )
        )
    table = 8 * n_labels**2
    if n_labels > LABELS_OF_ANY_MODEL and table > MAX_TIMES_LARGER * n_bytes:
        raise CrfError(
            message(
                "It names {n_labels:,} labels, and has far too few weights for them; at most "
                "{labels_of_any_model:,} were expected.",
                n_labels=n_labels,
                labels_of_any_model=LABELS_OF_ANY_MODEL,
            )
        )


def check_learnable(targets: Targets) -> None:
    """Raise CrfError without known labels, or with too many labels."""
    if targets.n_labels > MAX_LABELS:
        raise CrfError(
            message(
                "There are {n_labels:,} labels; {max_labels:,} are possible.",
                n_labels=targets.n_labels,
                max_labels=MAX_LABELS,
            )
        )
    if not is_labelled(targets):
        raise CrfError(message("No token has a label yet; label some before training."))


def is_labelled(targets: Targets) -> bool:
    """Return whether something is known of a token."""
    return bool(np.any(targets.label_sets != targets.n_labels))


def labels_in(targets: Targets) -> list[int]:
    """Return the labels that occur, alone or in a set."""
    occurs = np.bincount(targets.label_sets, minlength=targets.n_labels + 1 + len(targets.sets)) > 0
    in_sets = np.any(targets.sets[occurs[targets.n_labels + 1 :]] > 0, axis=0)
    return [int(label) for label in np.flatnonzero(occurs[: targets.n_labels] | in_sets)]


def names_in_order(y: Iterable[Iterable[Any]]) -> tuple[str, ...]:
    """Return all labels in order of appearance; those of a set in alphabetical order."""
    seen: dict[str, None] = {}
    for target in _distinct(list(chain.from_iterable(y))):
        if isinstance(target, str):
            # numpy's strings print and serialise differently.
            seen.setdefault(str(target))
        elif isinstance(target, AbstractSet):
            seen.update(dict.fromkeys(sorted(str(n) for n in target if isinstance(n, str))))
    return tuple(seen)


def _distinct(targets: list[Any]) -> Iterable[Any]:
    """Return targets in order, each once if all are hashable."""
    try:
        return dict.fromkeys(targets)
    except TypeError:
        return targets


def without_unknown_labels(y: Any, names: set[str]) -> list[list[Any]]:
    """Return y without unknown labels: None where no other is left."""

    def known(target: Any) -> Any:
        if isinstance(target, AbstractSet) and target:
            return target & names or None
        return None if isinstance(target, str) and target not in names else target

    return [[known(target) for target in sequence] for sequence in y]


def impossible_sentences(y: Iterable[Iterable[Any]], names: Iterable[str]) -> list[bool]:
    """Return for each sentence whether a token can have none of the names."""
    known = frozenset(names)

    def impossible(target: Any) -> bool:
        if isinstance(target, AbstractSet):
            return bool(target) and known.isdisjoint(target)
        return isinstance(target, str) and target not in known

    return [any(map(impossible, sequence)) for sequence in y]
