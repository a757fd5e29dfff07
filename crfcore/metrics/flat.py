"""Scores of tokens, with the interface of sklearn_crfsuite.metrics.

Names, arguments and numbers are those of scikit-learn's precision, recall, F and classification
report on all tokens in one list; scikit-learn itself is not needed. The only difference:
``zero_division="warn"`` means 0 without a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, shown
from crfcore.messages import there_are
from crfcore.metrics.spans import check_aligned

Labels: TypeAlias = Sequence[Sequence[Any]]
Average: TypeAlias = Literal["binary", "micro", "macro", "weighted"] | None
ZeroDivision: TypeAlias = float | Literal["warn"]

AVERAGES = ("binary", "micro", "macro", "weighted", None)


def flatten(sequences: Iterable[Iterable[Any]]) -> list[Any]:
    """Return the members of all sequences in one list."""
    return list(chain.from_iterable(sequences))


@dataclass(frozen=True, slots=True)
class _Counts:
    """Numbers of correct, predicted, and true tokens by label; (L,) each."""

    names: list[Any]
    right: NDArray[Any]
    predicted: NDArray[Any]
    true: NDArray[Any]

    def summed(self) -> _Counts:
        """Return the same for all labels together: micro-averaging."""
        sums = (np.sum(part).reshape(1) for part in (self.right, self.predicted, self.true))
        return _Counts([None], *sums)

    def precision(self, zero_division: float) -> FloatArray:
        return _divided(self.right, self.predicted, zero_division)

    def recall(self, zero_division: float) -> FloatArray:
        return _divided(self.right, self.true, zero_division)

    def f(self, beta: float, zero_division: float) -> FloatArray:
        if np.isposinf(beta):
            return self.recall(zero_division)
        if beta == 0:
            return self.precision(zero_division)
        square = beta * beta
        below = square * self.true.astype(float) + self.predicted
        return _divided((1 + square) * self.right, below, zero_division)


def _divided(above: NDArray[Any], below: NDArray[Any], zero_division: float) -> FloatArray:
    nothing = below == 0
    quotient: FloatArray = above / np.where(nothing, 1, below)
    quotient[nothing] = zero_division
    return quotient


def _counts(
    y_true: Labels, y_pred: Labels, labels: Sequence[Any] | None, sample_weight: Any
) -> tuple[_Counts, list[Any]]:
    """Return the counts of the requested labels, and all labels that occur, sorted."""
    check_aligned(y_true, y_pred)
    true, predicted = flatten(y_true), flatten(y_pred)
    present = sorted({*true, *predicted})
    names = present if labels is None else list(labels)
    every = [*dict.fromkeys([*names, *present])]
    numbers = {name: number for number, name in enumerate(every)}
    t = np.fromiter(map(numbers.__getitem__, true), np.int64, len(true))
    p = np.fromiter(map(numbers.__getitem__, predicted), np.int64, len(predicted))
    weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    if weights is not None and weights.shape != t.shape:
        raise CrfError(f"sample_weight must have one number for each of {len(t)} tokens.")
    wanted = [numbers[name] for name in names]

    def how_many(ids: NDArray[np.int64], which: Any = slice(None)) -> NDArray[Any]:
        part = None if weights is None else weights[which]
        return np.bincount(ids[which], part, minlength=len(every))[wanted]

    return _Counts(names, how_many(t, t == p), how_many(p), how_many(t)), present


def _zero(zero_division: ZeroDivision) -> float:
    value = 0.0 if zero_division == "warn" else float(zero_division)
    if value not in {0.0, 1.0} and not np.isnan(value):
        message = f"zero_division={shown(zero_division)} is not possible; use 'warn', 0, 1 or nan."
        raise CrfError(message)
    return value


def _labels_of_binary(
    y_true: Labels, y_pred: Labels, pos_label: Any, average: Average, labels: Sequence[Any] | None
) -> Sequence[Any] | None:
    """Return the labels to score: with average="binary", the positive one."""
    if average not in AVERAGES:
        raise CrfError(f"average={shown(average)} is not possible; use one of {AVERAGES}.")
    if average != "binary":
        return labels
    present = {*flatten(y_true), *flatten(y_pred)}
    if len(present) > 2:
        raise CrfError(
            f"There are {len(present)} labels but average='binary'; choose another average, one "
            "of [None, 'micro', 'macro', 'weighted']."
        )
    if pos_label not in present and len(present) == 2:
        message = f"pos_label={shown(pos_label)} is not among the labels, {sorted(present)}."
        raise CrfError(message)
    return [pos_label]


def _averaged(values: FloatArray, average: Average, weights: NDArray[Any]) -> Any:
    """Return the average, ignoring NaN; for average=None the values."""
    if average is None:
        return values
    numbers = ~np.isnan(values)
    if not numbers.any():
        return float("nan")
    if average == "weighted" and weights[numbers].sum() != 0:
        return float(np.average(values[numbers], weights=weights[numbers]))
    return float(np.average(values[numbers]))


def flat_accuracy_score(y_true: Labels, y_pred: Labels) -> float:
    """Return the share of tokens with the correct label.

    Parameters
    ----------
    y_true, y_pred : sequences of sequences of labels
        One for each sentence.

    Returns
    -------
    float
        NaN without tokens.
    """
    check_aligned(y_true, y_pred)
    true, predicted = flatten(y_true), flatten(y_pred)
    right = sum(one == other for one, other in zip(true, predicted, strict=True))
    return right / len(true) if true else float("nan")


def flat_fbeta_score(
    y_true: Labels,
    y_pred: Labels,
    beta: float,
    *,
    labels: Sequence[Any] | None = None,
    pos_label: Any = 1,
    average: Average = "binary",
    sample_weight: Any = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return the weighted harmonic mean of precision and recall, with weight beta² for recall.

    Parameters
    ----------
    y_true, y_pred : sequences of sequences of labels
        One for each sentence.
    beta : float
        0 gives precision, infinity recall.
    labels : sequence of labels, optional
        The labels to score, in order; by default all, sorted.
    pos_label : label
        The label to score with average="binary".
    average : {"binary", "micro", "macro", "weighted"} or None
        None: a score for each label.
    sample_weight : (T,) array, optional
        Weights of tokens.
    zero_division : {"warn", 0, 1, nan}
        Value of 0 / 0; "warn" is 0. NaN is left out of averages.

    Returns
    -------
    float, or (L,) array

    Raises
    ------
    CrfError
        The two differ in length, or a parameter has an invalid value.
    """
    zero = _zero(zero_division)
    chosen = _labels_of_binary(y_true, y_pred, pos_label, average, labels)
    counts, _ = _counts(y_true, y_pred, chosen, sample_weight)
    used = counts.summed() if average == "micro" else counts
    return _averaged(used.f(beta, zero), average, used.true)


def flat_f1_score(y_true: Labels, y_pred: Labels, **kwargs: Any) -> Any:
    """Return F1, `flat_fbeta_score` with beta = 1."""
    return flat_fbeta_score(y_true, y_pred, 1.0, **kwargs)


def flat_precision_score(y_true: Labels, y_pred: Labels, **kwargs: Any) -> Any:
    """Return the share of correct among predicted labels; arguments of `flat_fbeta_score`."""
    return flat_fbeta_score(y_true, y_pred, 0.0, **kwargs)


def flat_recall_score(y_true: Labels, y_pred: Labels, **kwargs: Any) -> Any:
    """Return the share of correct among true labels; arguments of `flat_fbeta_score`."""
    return flat_fbeta_score(y_true, y_pred, float("inf"), **kwargs)


_HEADERS = ("precision", "recall", "f1-score", "support")


def flat_classification_report(
    y_true: Labels,
    y_pred: Labels,
    labels: Sequence[Any] | None = None,
    *,
    target_names: Sequence[str] | None = None,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Return precision, recall, F1 and number of each label, and their averages.

    Parameters
    ----------
    y_true, y_pred, labels, sample_weight, zero_division
        As for `flat_fbeta_score`.
    target_names : sequence of str, optional
        Names of the labels in the report.
    digits : int
        Number of decimals.
    output_dict : bool
        Return a dict of dicts.

    Returns
    -------
    str, or dict
        Identical to scikit-learn's.
    """
    zero = _zero(zero_division)
    counts, present = _counts(y_true, y_pred, labels, sample_weight)
    names = [str(name) for name in counts.names] if target_names is None else list(target_names)
    if len(names) != len(counts.names):
        raise CrfError(
            f"{there_are(len(counts.names), 'label')}, and target_names has {len(names):,}; give a "
            "name for each."
        )
    columns = (counts.precision(zero), counts.recall(zero), counts.f(1.0, zero), counts.true)
    rows = dict(zip(names, zip(*columns, strict=True), strict=True))
    averages = _report_averages(counts, zero, all_labels=set(counts.names) >= set(present))
    if output_dict:
        report: dict[str, Any] = {
            name: dict(zip(_HEADERS, map(float, row), strict=True))
            for name, row in {**rows, **averages}.items()
        }
        if "accuracy" in averages:
            report["accuracy"] = report["accuracy"]["precision"]
        return report
    return _report_text(list(rows.items()), averages, digits)


def _report_averages(
    counts: _Counts, zero: float, *, all_labels: bool
) -> dict[str, tuple[Any, ...]]:
    """Return precision, recall, F1 and number by kind of average."""
    support = np.sum(counts.true)
    found: dict[str, tuple[Any, ...]] = {}
    averages: tuple[Average, ...] = ("micro", "macro", "weighted")
    for average in averages:
        used = counts.summed() if average == "micro" else counts
        scores = (used.precision(zero), used.recall(zero), used.f(1.0, zero))
        # With all labels, micro-averages are all equal.
        name = "accuracy" if average == "micro" and all_labels else f"{average} avg"
        found[name] = (*(_averaged(score, average, used.true) for score in scores), support)
    return found


def _report_text(
    rows: list[tuple[str, tuple[Any, ...]]], averages: dict[str, tuple[Any, ...]], digits: int
) -> str:
    width = max(len("weighted avg"), digits, *(len(name) for name, _ in rows))
    lines = [" ".join([" " * width, "", *(f"{header:>9}" for header in _HEADERS)]).rstrip(), ""]

    def line(name: str, scores: Sequence[Any], support: Any) -> str:
        shown = (" " * 9 if score is None else f"{score:>9.{digits}f}" for score in scores)
        return " ".join([f"{name:>{width}}", "", *shown, f"{support:>9}"])

    lines += [line(name, row[:3], row[3]) for name, row in rows]
    lines.append("")
    for name, (precision, recall, f1, support) in averages.items():
        if name == "accuracy":
            lines.append(line(name, (None, None, f1), support))
        else:
            lines.append(line(name, (precision, recall, f1), support))
    return "\n".join([*lines, ""])
