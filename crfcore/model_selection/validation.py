"""Cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.features.dataset import Dataset
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.material import Material, material_for
from crfcore.model_selection.scores import SCORES, score_named
from crfcore.tasks import CancelledTasksError, Client, Tasks, Work, results
from crfcore.training.monitor import Monitor, TrainingCancelled

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    """The scores of each fold.

    Attributes
    ----------
    scores : mapping of str to (K,) array
        Score by fold, by name.
    models : tuple of LinearChainCRF
        The model trained without that fold.
    seconds : (K,) array
        Of training.
    """

    scores: Mapping[str, FloatArray]
    models: tuple[LinearChainCRF, ...]
    seconds: FloatArray

    def mean(self, score: str) -> float:
        """Return the mean of a score over the folds."""
        return float(np.mean(self.scores[score]))

    def deviation(self, score: str) -> float:
        """Return the standard deviation of a score over the folds (with K − 1)."""
        return deviation_of(self.scores[score])


def deviation_of(scores: Sequence[float] | FloatArray) -> float:
    """Return the standard deviation with K − 1; NaN where a score is infinite."""
    with np.errstate(invalid="ignore"):
        return float(np.std(scores, ddof=1))


def exceeds_error(gains: FloatArray, errors: float = 1.0) -> bool:
    """Return whether the mean of gains by fold, (K,), is above so many of its standard errors."""
    return bool(gains.mean() > errors * gains.std(ddof=1) / np.sqrt(len(gains)))


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Training sentences, and sentences with labels for scores."""

    training: Material
    held_out: Material
    held_out_labels: list[list[Any]]
    is_last: bool = False

    def labelled(self) -> tuple[Dataset, list[list[str]]]:
        """Return the held-out sentences without open labels, and their labels."""
        known = [
            number
            for number, tags in enumerate(self.held_out_labels)
            if all(isinstance(tag, str) for tag in tags)
        ]
        labels = [self.held_out_labels[number] for number in known]
        return self.held_out.dataset.select(np.array(known, np.int64)), labels


def fold_of(material: Material, positions: OffsetArray, *, is_last: bool = False) -> Fold:
    """Return the fold of some sentences, which is held out."""
    everything = np.arange(material.dataset.n_sentences, dtype=np.int64)
    held_out = material.select(positions)
    training = material.select(np.delete(everything, positions))
    return Fold(training, held_out, held_out.given_labels(), is_last)


def by_fold(
    run: Callable[..., _Result],
    material: Material,
    positions: Sequence[OffsetArray],
    shared: tuple[Any, ...] = (),
    *,
    jobs: int = 1,
    client: Client | None = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[_Result]:
    """Return what a function returns for each fold, in their order.

    Parameters
    ----------
    run : callable
        Called as ``run(fold, *shared, monitor, cancelled)``; a function at the top of a module.
    material : Material
    positions : sequence of arrays
        The sentences of each fold; see `sentence_folds`.
    shared : tuple
    jobs, client
        As for `crfcore.tasks.Tasks`; with one process and no client, folds are done here.
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.

    Raises
    ------
    CrfError
        A monitor cannot follow trainings in other processes.
    TrainingCancelled
        `cancelled` returned True.
    """
    tasks = [(one, number == len(positions)) for number, one in enumerate(positions, 1)]
    if jobs == 1 and client is None:
        return [
            run(fold_of(material, one, is_last=is_last), *shared, monitor, cancelled)
            for one, is_last in tasks
        ]
    if monitor is not None:
        raise CrfError(
            "A monitor cannot follow trainings in other processes; leave it out, or use jobs=1."
        )
    work = Work(_run_fold, _Folds, (run, material, shared))
    try:
        with Tasks(work, jobs=jobs, client=client, cancelled=cancelled) as running:
            return results(running, tasks)
    except CancelledTasksError:
        raise TrainingCancelled from None


class _Folds(NamedTuple):
    """What the trainings of all folds have in common."""

    run: Callable[..., Any]
    material: Material
    shared: tuple[Any, ...]


def _run_fold(folds: _Folds, task: tuple[OffsetArray, bool]) -> Any:
    positions, is_last = task
    fold = fold_of(folds.material, positions, is_last=is_last)
    return folds.run(fold, *folds.shared, None, None)


def finished(model: LinearChainCRF) -> LinearChainCRF:
    """Return a model; TrainingCancelled if its training was cancelled."""
    if model.training_.reason == "cancelled":
        raise TrainingCancelled
    return model


def cross_validate(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    folds: int = 5,
    seed: int = 0,
    *,
    scores: Sequence[str] = tuple(SCORES),
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    sample_weight: Any = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    jobs: int = 1,
    client: Client | None = None,
) -> CrossValidation:
    """Train once for each fold on the others, and score on that fold.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters; it is not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; attributes are extracted once. Weights apply to training, not
        to scores.
    folds, seed
        As for `sentence_folds`.
    scores : sequence of {"span_f1", "token_accuracy", "log_likelihood"}
    monitor, cancelled
        As for `LinearChainCRF.fit`, for each training.
    jobs : int
        How many processes train; the result is the same. In a script they need
        ``if __name__ == "__main__":``. They cannot have a monitor.
    client : optional
        Trains instead: an executor of `concurrent.futures`, or a client of Dask.

    Raises
    ------
    CrfError
        There is a monitor, and several processes.
    TrainingCancelled
        `cancelled` returned True.
    """
    if isinstance(scores, str) or not isinstance(scores, Collection):
        raise CrfError(
            f"scores={shown(scores)} is no list of scores; give one, such as ['span_f1']."
        )
    for name in scores:
        score_named(name)
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    found = by_fold(
        _validated,
        material,
        sentence_folds(material.dataset.n_sentences, folds, seed),
        (crf, tuple(scores)),
        jobs=jobs,
        client=client,
        monitor=monitor,
        cancelled=cancelled,
    )
    return CrossValidation(
        {name: np.array([values[name] for _, values in found]) for name in scores},
        tuple(model for model, _ in found),
        np.array([model.training_.seconds for model, _ in found]),
    )


def _validated(
    fold: Fold,
    crf: LinearChainCRF,
    scores: tuple[str, ...],
    monitor: Monitor | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[LinearChainCRF, dict[str, float]]:
    """Return the model of a fold, and its scores."""
    model = finished(fold.training.fit(crf, {}, None, monitor, cancelled))
    held_out, right = fold.held_out.dataset, fold.held_out_labels
    return model, {name: score_named(name)(model, held_out, right) for name in scores}
