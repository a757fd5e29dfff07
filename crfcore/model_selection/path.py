"""Regularisation paths: each training starts from the previous weights.

J. Friedman, T. Hastie and R. Tibshirani, Regularization paths for generalized linear models via
coordinate descent, Journal of Statistical Software 33 (2010), section 2.5: from the strongest
penalty to the weakest, a path costs little more than its last model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.model_selection.material import material_for
from crfcore.model_selection.scores import score_named
from crfcore.training.monitor import Monitor


@dataclass(frozen=True, slots=True, eq=False)
class PathStep:
    """One model of a path.

    Attributes
    ----------
    c1, c2 : float
    objective : float
        Σ −log p(y|x) + c1·Σ|w| + c2·Σw², at the end of its training.
    n_nonzero : int
        The number of non-zero weights.
    iterations, evaluations : int
    seconds : float
    converged : bool
    score : float or None
        On the development sentences, if there are any.
    crf : LinearChainCRF
    """

    c1: float
    c2: float
    objective: float
    n_nonzero: int
    iterations: int
    evaluations: int
    seconds: float
    converged: bool
    score: float | None
    crf: LinearChainCRF


def fit_path(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    penalties: Iterable[tuple[float, float]],
    *,
    X_dev: Any = None,  # noqa: N803
    y_dev: Any = None,
    score: str = "span_f1",
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    sample_weight: Any = None,
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[PathStep]:
    """Train a model for each pair of penalties, each from the previous weights.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives all parameters except c1 and c2, and the first initial weights; it is not changed.
    X, y, labels, extractor, sample_weight
        As for `LinearChainCRF.fit`; attributes are extracted once.
    penalties : iterable of (c1, c2)
        Best from the strongest to the weakest.
    X_dev, y_dev : optional
        Sentences to score each model.
    score : {"span_f1", "token_accuracy", "log_likelihood"}
        Score on X_dev and y_dev.
    monitor : callable, optional
        Called in each training; True ends that one, and the next begins.
    cancelled : callable, optional
        True ends the path with the unfinished step.

    Returns
    -------
    list of PathStep
        One for each pair, in the order given.
    """
    if crf.algorithm not in {None, "lbfgs"}:
        raise CrfError(
            f"algorithm={crf.algorithm!r} has no path of penalties; use algorithm='lbfgs'."
        )
    measure = score_named(score)
    material = material_for(crf, X, y, labels, extractor, sample_weight)
    development = None if X_dev is None else material.extractor.transform(X_dev)
    steps: list[PathStep] = []
    earlier: LinearChainCRF | None = None
    for c1, c2 in _pairs(penalties):
        model = material.fit(crf, {"c1": c1, "c2": c2}, earlier, monitor, cancelled)
        value = None if development is None else measure(model, development, y_dev)
        steps.append(_step(model, c1, c2, value))
        if model.training_.reason == "cancelled":
            break
        earlier = model
    return steps


def _pairs(penalties: Any) -> list[tuple[float, float]]:
    """Return the penalties as pairs; CrfError if they are none."""
    try:
        return [(c1, c2) for c1, c2 in penalties]
    except (TypeError, ValueError):
        raise CrfError(
            f"penalties={shown(penalties)} is not possible; give pairs (c1, c2)."
        ) from None


def _step(model: LinearChainCRF, c1: float, c2: float, score: float | None) -> PathStep:
    training = model.training_
    return PathStep(
        float(c1),
        float(c2),
        # Cancelled before the first evaluation.
        np.nan if training.objective is None else training.objective,
        model.n_nonzero_,
        training.iterations,
        training.evaluations,
        training.seconds,
        training.converged,
        score,
        model,
    )
