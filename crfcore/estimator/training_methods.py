"""Training by the parameter `algorithm`: counts, online methods, or an optimiser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from crfcore.estimator.counting_parameters import counting_of, exponent_score_of
from crfcore.estimator.dev_scores import dev_watch_of
from crfcore.estimator.expectations import Expected
from crfcore.estimator.extractors import given_key_mask
from crfcore.estimator.fit_arguments import GivenData
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import feature_choice, online_settings, optimisation
from crfcore.features.vector_lines import unfold_vectors
from crfcore.training.counting import fit_by_counting
from crfcore.training.expectation_fitting import fit_with_expectations
from crfcore.training.fitting import TrainingRecord, TrainingState, fit_by_likelihood
from crfcore.training.model_arrays import Model
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.constrained_likelihood import ConstrainedLikelihood
from crfcore.training.online.trainer import OnlineState
from crfcore.training.online_fitting import ONLINE_ALGORITHMS, fit_online
from crfcore.training.starts import Initial


class Trained(NamedTuple):
    """The result of a training.

    Attributes
    ----------
    model : Model
    record : TrainingRecord
    state : TrainingState or None
        Of an optimiser, if kept.
    online : OnlineState or None
        Of an online method.
    """

    model: Model
    record: TrainingRecord
    state: TrainingState | None = None
    online: OnlineState | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrainingJob:
    """The input of a training.

    Attributes
    ----------
    params : dict
        Of the estimator.
    given : GivenData
    held_out : (Any, Any)
        ``X_dev`` and ``y_dev`` of `LinearChainCRF.fit`.
    initial : callable
        Returns the initial weights; not called for counts.
    monitor, cancelled, state, keep_state
        As for `LinearChainCRF.fit`.
    rules : ConstrainedLikelihood or None
    expected : Expected or None
        What is expected of unlabelled text.
    """

    params: dict[str, Any]
    given: GivenData
    held_out: tuple[Any, Any]
    initial: Callable[[], Initial]
    monitor: Monitor | None
    cancelled: Callable[[], bool] | None
    state: TrainingState | None = None
    keep_state: bool = False
    rules: ConstrainedLikelihood | None = None
    expected: Expected | None = None

    def run(self) -> Trained:
        """Train by the algorithm in the parameters.

        Raises
        ------
        CrfError
            The algorithm does not support the input.
        """
        params, given = self.params, self._given()
        choice = feature_choice(params, given.extractor, given.names)
        dev = dev_watch_of(params, *self.held_out, given.extractor, given.names)
        if params["algorithm"] == "empirical":
            counted = fit_by_counting(
                given.dataset,
                given.targets,
                given_key_mask(given.extractor, params["key"]),
                counting_of(params),
                choice=choice,
                optimisation=optimisation(params, given.names),
                score=exponent_score_of(params, *self.held_out, given.extractor, given.names),
                monitor=self.monitor,
                cancelled=self.cancelled,
            )
            return Trained(*counted)
        if params["algorithm"] in ONLINE_ALGORITHMS:
            model, record, online = fit_online(
                given.dataset,
                given.targets,
                choice,
                online_settings(params, given.names),
                initial=self.initial(),
                monitor=self.monitor,
                cancelled=self.cancelled,
                dev=dev,
            )
            return Trained(model, record, online=online)
        if self.expected is not None and self.expected.shares is not None:
            fitted = fit_with_expectations(
                given.dataset,
                given.targets,
                choice,
                optimisation(params, given.names),
                self.expected.shares,
                self.expected.weight,
                sentence_weights=given.weights,
                initial=self.initial(),
                monitor=self.monitor,
                cancelled=self.cancelled,
                dev=dev,
            )
            return Trained(*fitted)
        optimised = fit_by_likelihood(
            given.dataset,
            given.targets,
            choice,
            optimisation(params, given.names),
            sentence_weights=given.weights,
            initial=self.initial(),
            state=self.state,
            keep_state=self.keep_state or self.state is not None,
            monitor=self.monitor,
            cancelled=self.cancelled,
            dev=dev,
            rules=self.rules,
        )
        return Trained(*optimised)

    def _given(self) -> GivenData:
        """Return the data, with vectors apart only where the training expects that."""
        is_plain = self.rules is None and self.expected is None
        if is_plain and self.params["algorithm"] in {"lbfgs", "empirical"}:
            return self.given
        return self.given._replace(dataset=unfold_vectors(self.given.dataset))


def fitted_of(given: GivenData, trained: Trained) -> FittedChain:
    """Return the fitted chain of a training."""
    record = trained.record
    record = replace(record, seconds_features=record.seconds_features + given.seconds)
    return FittedChain(
        given.names, given.extractor, trained.model, record, trained.state, trained.online
    )
