"""Search over parameters by cross-validation, each training started from a neighbour's weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.extractors import Extractor
from crfcore.model_selection.material import check_names, material_for
from crfcore.model_selection.scores import Score, score_named
from crfcore.model_selection.validation import Fold, deviation_of, finished, folds_of
from crfcore.training.monitor import Monitor

Grid = Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SearchRow:
    """What one choice of parameters came to.

    Attributes
    ----------
    params : mapping
        The parameters that were searched over.
    scores : tuple of float
        One for each fold.
    mean, deviation : float
        Of the scores; the standard deviation is that with K − 1.
    evaluations : int
        Of the objective, over all folds.
    seconds : float
        Of training, over all folds.
    """

    params: Mapping[str, Any]
    scores: tuple[float, ...]
    mean: float
    deviation: float
    evaluations: int
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """What a search has found.

    Attributes
    ----------
    best : LinearChainCRF
        Trained on all sentences with the best parameters.
    best_params : mapping
    table : tuple of SearchRow
        In the order of the grid.
    """

    best: LinearChainCRF
    best_params: Mapping[str, Any]
    table: tuple[SearchRow, ...]


def search(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    grid: Grid,
    *,
    folds: int = 5,
    seed: int = 0,
    score: str = "span_f1",
    start_from_other_folds: bool = False,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    sample_weight: Any = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Search:
    """Cross-validate each choice of parameters, and train with the best one on everything.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the other parameters; not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; the sentences are read once. Weights
        count in training, not in scores.
    grid : mapping of parameter to values, or iterable of mappings
        All combinations of the values, the last parameter changing fastest; or the choices one by
        one. Each training starts from the weights of the choice before, so that penalties are best
        ordered from the strongest to the weakest.
    folds, seed
        As for `sentence_folds`.
    score : {"span_f1", "token_accuracy", "log_likelihood"}
        Of the sentences held out; the largest mean wins, the earlier choice when two are equal.
    start_from_other_folds : bool
        Start from the same choice's weights in the fold before instead. It saves more evaluations,
        but that model has seen the sentences on which this one is scored; what the optimiser has
        not undone when it stops makes the score a little too good, the more the looser the
        stopping rule.
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.

    Raises
    ------
    CrfError
        The grid is empty, or names a parameter that can't be searched over.
    TrainingCancelled
        When `cancelled` says so.
    """
    measure = score_named(score)
    choices = _choices(grid)
    for params in choices:
        check_names(params, crf)
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    runs = _Runs(crf, choices, measure, monitor, cancelled)
    for fold in folds_of(material, folds, seed):
        runs.run(fold, across=start_from_other_folds)
    table = runs.table()
    at = int(np.argmax([row.mean for row in table]))
    best = material.fit(crf, choices[at], runs.models[at], monitor, cancelled)
    return Search(finished(best), choices[at], table)


def _choices(grid: Grid) -> list[dict[str, Any]]:
    if isinstance(grid, Mapping):
        choices = [
            dict(zip(grid, values, strict=True)) for values in product(*map(list, grid.values()))
        ]
    else:
        choices = [dict(params) for params in grid]
    if not choices or not choices[0]:
        raise CrfError("The grid of a search is empty; name a parameter and its values.")
    return choices


class _Runs:
    """All trainings of a search, and what they came to."""

    def __init__(
        self,
        crf: LinearChainCRF,
        choices: list[dict[str, Any]],
        measure: Score,
        monitor: Monitor | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self._crf = crf
        self._choices = choices
        self._measure = measure
        self._monitor = monitor
        self._cancelled = cancelled
        self._scores: list[list[float]] = [[] for _ in choices]
        self._evaluations = [0] * len(choices)
        self._seconds = [0.0] * len(choices)
        self.models: list[LinearChainCRF | None] = [None] * len(choices)

    def run(self, fold: Fold, *, across: bool) -> None:
        """Train and score each choice on a fold."""
        earlier: LinearChainCRF | None = None
        for number, params in enumerate(self._choices):
            same_choice = self.models[number]
            start = same_choice if across and same_choice is not None else earlier
            earlier = finished(
                fold.training.fit(self._crf, params, start, self._monitor, self._cancelled)
            )
            self.models[number] = earlier
            training = earlier.training_
            self._evaluations[number] += training.evaluations
            self._seconds[number] += training.seconds
            self._scores[number].append(
                self._measure(earlier, fold.held_out.dataset, fold.held_out_labels)
            )

    def table(self) -> tuple[SearchRow, ...]:
        """Return a row for each choice."""
        return tuple(
            SearchRow(
                params,
                tuple(scores),
                float(np.mean(scores)),
                deviation_of(scores),
                evaluations,
                seconds,
            )
            for params, scores, evaluations, seconds in zip(
                self._choices, self._scores, self._evaluations, self._seconds, strict=True
            )
        )
