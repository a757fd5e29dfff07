"""Incremental training with further sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral
from time import perf_counter
from typing import Any

from crfcore.errors import CrfError, shown
from crfcore.estimator.counting import further_targets
from crfcore.estimator.extractors import dataset_of, dataset_to_learn, extended, ids_in
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import feature_choice, online_settings
from crfcore.features.reading import Extractor
from crfcore.training.given_labels import check_learnable
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.names import CHAINED
from crfcore.training.online_continuing import Learner, continue_online
from crfcore.training.online_fitting import WITHOUT_DUAL, OnlineSettings, fit_online


def fit_further(
    known: FittedChain | None,
    params: dict[str, Any],
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    *,
    labels: Sequence[str] | None,
    passes: int,
    monitor: Monitor | None,
    cancelled: Callable[[], bool] | None,
) -> FittedChain:
    """Return the model after passes over further sentences; a new one without a known model.

    See `LinearChainCRF.partial_fit`; `params` are those of the estimator.
    """
    algorithm = _algorithm_of(params)
    started = perf_counter()
    if known is None:
        dataset, extractor = dataset_to_learn(X, None, params["template"], params["min_count"])
    else:
        extractor = extended(known.extractor, X)
        dataset = dataset_of(X, extractor)
    seconds = perf_counter() - started
    targets, names = further_targets(y, labels, dataset, () if known is None else known.labels)
    check_learnable(targets)
    settings = online_settings({**params, "algorithm": algorithm, "max_iterations": passes}, names)
    choice = feature_choice(params, extractor, names)
    if known is None:
        model, record, state = fit_online(
            dataset, targets, choice, settings, monitor=monitor, cancelled=cancelled
        )
    else:
        learner = _learner(known, extractor, settings)
        model, record, state = continue_online(
            dataset, targets, choice, settings, learner, monitor=monitor, cancelled=cancelled
        )
    record = replace(record, seconds_features=record.seconds_features + seconds)
    return FittedChain(names, extractor, model, record, None, state)


def check_passes(passes: Any) -> None:
    """Raise CrfError for an invalid number of passes."""
    if not (isinstance(passes, Integral) and int(passes) >= 1):
        raise CrfError(
            f"passes={shown(passes)} is not possible; it must be a whole number, at least 1."
        )


def _algorithm_of(params: dict[str, Any]) -> str:
    """Return the online algorithm that goes on with a model; CrfError if there is none."""
    algorithm = params["algorithm"] or "lbfgs"
    # Earlier vectors of a voted perceptron lack the new features.
    able = [name for name in WITHOUT_DUAL if name != "voted-perceptron"]
    if algorithm not in {"lbfgs", *able}:
        raise CrfError(
            f"algorithm={shown(algorithm)} cannot go on with a model; use one of "
            f"{', '.join(able)}, or fit all sentences again."
        )
    if params["c1"]:
        raise CrfError(
            f"c1={shown(params['c1'])} is not possible with partial_fit; fit all sentences again."
        )
    if params["objective"] not in CHAINED:
        raise CrfError(
            f"objective={shown(params['objective'])} is not possible with partial_fit, which goes "
            f"on by stochastic gradient descent; use one of {', '.join(CHAINED)}, or fit all "
            "sentences again."
        )
    return "l2sgd" if algorithm == "lbfgs" else algorithm


def _learner(known: FittedChain, extractor: Extractor, settings: OnlineSettings) -> Learner:
    if not isinstance(known.model, LinearModel):
        raise CrfError("A model made by counting has no weights to go on with; fit another one.")
    if len(known.model.index.forbidden_pairs) > 0:
        raise CrfError(
            "partial_fit does not heed forbidden transitions; fit all sentences again with "
            "algorithm='lbfgs'."
        )
    state = known.online
    n_sentences = 0 if known.record is None else known.record.n_sentences
    if state is not None:
        n_sentences = int(state.numbers.get("n_sentences", n_sentences))
        if state.algorithm != settings.algorithm:
            state = None
    return Learner(known.model, *ids_in(extractor, known.extractor), state, n_sentences)
