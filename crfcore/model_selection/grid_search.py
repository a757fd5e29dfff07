"""Grid search by cross-validation with warm starts."""

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
    """The scores of one combination of parameters.

    Attributes
    ----------
    params : mapping
        The searched parameters.
    scores : tuple of float
        One for each fold.
    mean, deviation : float
        Of the scores; standard deviation with K − 1.
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
    """The result of a search.

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
    """Cross-validate each combination of parameters, and train with the best one on all sentences.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the other parameters; it is not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; attributes are extracted once. Weights apply to training, not
        to scores.
    grid : mapping of parameter to values, or iterable of mappings
        All combinations of the values, the last parameter changing fastest; or a list of
        combinations. Each training starts from the weights of the previous combination, so
        penalties are best ordered from the strongest to the weakest.
    folds, seed
        As for `sentence_folds`.
    score : {"span_f1", "token_accuracy", "log_likelihood"}
        On held-out sentences; the largest mean wins, on ties the first.
    start_from_other_folds : bool
        Start from the weights of the same combination in the previous fold instead. This saves more
        evaluations, but that model has seen the held-out sentences, so that scores are slightly
        optimistic, the more the looser the stopping rule.
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.

    Raises
    ------
    CrfError
        The grid is empty, or names a parameter that can't be searched over.
    TrainingCancelled
        `cancelled` returned True.
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
    """The trainings of a search, and their scores."""

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
        """Train and score each combination on a fold."""
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
        """Return a row for each combination."""
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
