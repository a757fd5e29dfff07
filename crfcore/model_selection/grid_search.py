"""Grid search by cross-validation with warm starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.material import check_names, material_for
from crfcore.model_selection.scores import score_named
from crfcore.model_selection.validation import Fold, by_fold, deviation_of, finished, fold_of
from crfcore.tasks import Client
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
    jobs: int = 1,
    client: Client | None = None,
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
    jobs, client
        As for `cross_validate`: folds are trained side by side.

    Raises
    ------
    CrfError
        The grid is empty or no grid, or names a parameter that cannot be searched over; or several
        processes are to start from other folds, or to have a monitor.
    TrainingCancelled
        `cancelled` returned True.
    """
    score_named(score)
    choices = _choices(grid)
    for params in choices:
        check_names(params, crf)
    if start_from_other_folds and not (jobs == 1 and client is None):
        raise CrfError("start_from_other_folds=True is possible with jobs=1 and no client alone.")
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    positions = sentence_folds(material.dataset.n_sentences, folds, seed)
    shared = (crf, choices, score)
    if start_from_other_folds:
        found: list[list[_Trained]] = []
        for one in positions:
            fold = fold_of(material, one, is_last=True)
            starts = [trained.model for trained in found[-1]] if found else None
            found.append(_run_fold(fold, *shared, monitor, cancelled, starts))
            # Of the folds before, only the scores.
            found[:-1] = [[trained._replace(model=None) for trained in row] for row in found[:-1]]
    else:
        found = by_fold(
            _run_fold,
            material,
            positions,
            shared,
            jobs=jobs,
            client=client,
            monitor=monitor,
            cancelled=cancelled,
        )
    table = tuple(_row(params, column) for params, *column in zip(choices, *found, strict=True))
    at = int(np.argmax([row.mean for row in table]))
    best = material.fit(crf, choices[at], found[-1][at].model, monitor, cancelled)
    return Search(finished(best), choices[at], table)


def _choices(grid: Grid) -> list[dict[str, Any]]:
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not isinstance(values, Iterable):
                raise CrfError(
                    f"The grid gives {shown(values)} for {shown(name)}; give a list of values."
                )
        choices = [
            dict(zip(grid, values, strict=True)) for values in product(*map(list, grid.values()))
        ]
    else:
        given: Any = grid
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise CrfError(f"{shown(grid)} is no grid; give a dict of parameters and their values.")
        grid = list(given)
        for params in grid:
            if not isinstance(params, Mapping):
                raise CrfError(f"{shown(params)} in the grid is no dict of parameters; give one.")
        choices = [dict(params) for params in grid]
    if not choices or not choices[0]:
        raise CrfError("The grid of a search is empty; name a parameter and its values.")
    return choices


class _Trained(NamedTuple):
    """A training on a fold; the model is kept of the last one."""

    score: float
    evaluations: int
    seconds: float
    model: LinearChainCRF | None


def _run_fold(
    fold: Fold,
    crf: LinearChainCRF,
    choices: Sequence[Mapping[str, Any]],
    score: str,
    monitor: Monitor | None,
    cancelled: Callable[[], bool] | None,
    starts: Sequence[LinearChainCRF | None] | None = None,
) -> list[_Trained]:
    """Train and score each combination on a fold; by default each starts from the one before."""
    measure = score_named(score)
    earlier: LinearChainCRF | None = None
    found = []
    for number, params in enumerate(choices):
        start = earlier if starts is None else starts[number]
        earlier = finished(fold.training.fit(crf, params, start, monitor, cancelled))
        value = measure(earlier, fold.held_out.dataset, fold.held_out_labels)
        training, kept = earlier.training_, earlier if fold.is_last else None
        found.append(_Trained(value, training.evaluations, training.seconds, kept))
    return found


def _row(params: Mapping[str, Any], trained: Sequence[_Trained]) -> SearchRow:
    """Return the row of a combination; trainings by fold."""
    scores = tuple(one.score for one in trained)
    return SearchRow(
        params,
        scores,
        float(np.mean(scores)),
        deviation_of(scores),
        sum(one.evaluations for one in trained),
        sum((one.seconds for one in trained), 0.0),
    )
