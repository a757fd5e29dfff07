"""The maximum entropy classifier as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.base import Estimator
from crfcore.crf import LinearChainCRF
from crfcore.estimator.chain_parameters import WatchedParameters
from crfcore.estimator.dev_scores import dev_watch_of
from crfcore.estimator.extractors import Extractor, without_edges
from crfcore.estimator.fit_arguments import check_labels_known, given_data, start_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.estimator.parameters import (
    check_choice,
    check_parameters,
    feature_choice,
    optimisation,
)
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.dataset import Dataset
from crfcore.training.fitting import fit_by_likelihood
from crfcore.training.monitor import Monitor
from crfcore.training.optimisation import OPTIMISERS


@dataclass(eq=False, repr=False)
class MaximumEntropyClassifier(WatchedParameters, Estimator, PredictionMethods):
    """A log-linear model of single labels: P(y_t given x_t).

    Of all distributions with the observed expectations of features, it has the greatest entropy
    (textbook chapter VII.3). It is a `LinearChainCRF` without transitions, trained on tokens as
    sentences of their own, with the same optimisers.

    Parameters
    ----------
    algorithm : str
        One that maximises the likelihood in `LinearChainCRF`: "lbfgs", "gis", "iis" …
    min_freq, all_possible_states, c1, c2, max_iterations, num_memories, epsilon, period, delta, \
max_linesearch, relative_change, correction, template, min_count, threads, initial, seed, \
patience, dev_score, verbose, model_filename
        As for `LinearChainCRF`. ``B`` lines of a template are ignored.
    """

    KIND: ClassVar[str] = "MaximumEntropyClassifier"

    algorithm: str | None = "lbfgs"
    _: KW_ONLY
    correction: bool = False
    initial: Any = "auto"

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        X_dev: Any = None,  # noqa: N803 - sklearn_crfsuite's name
        y_dev: Any = None,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learn from sentences; everything is as for `LinearChainCRF.fit`.

        Returns
        -------
        MaximumEntropyClassifier
            Itself; unchanged after an exception.
        """
        params = LinearChainCRF().get_params() | self.get_params()
        _check(params)
        dataset, extractor, targets, names, weights, seconds = given_data(
            X, y, labels, extractor, self.template, self.min_count, sample_weight
        )
        extractor = without_edges(extractor)
        initial = self.initial.fitted_ if isinstance(self.initial, Learned) else str(self.initial)
        if not isinstance(initial, str):
            check_labels_known(initial, targets, names)
        dev = dev_watch_of(params, X_dev, y_dev, extractor, names)
        log = TrainingLog()
        choice = feature_choice(params, extractor, names)
        model, record, _ = fit_by_likelihood(
            tokens_as_sentences(dataset),
            targets,
            replace(choice, transitions=False),
            optimisation(params),
            sentence_weights=_of_tokens(weights, dataset),
            initial=start_of(initial, extractor, names),
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
            dev=dev,
        )
        record = replace(
            record,
            seconds_features=record.seconds_features + seconds,
            n_sentences=dataset.n_sentences,
        )
        self._set_fitted(FittedChain(names, extractor, model, record), log)
        return self


def tokens_as_sentences(dataset: Dataset) -> Dataset:
    """Return a dataset in which each token is a sentence, without attributes of edges."""
    return Dataset(
        np.arange(dataset.n_tokens + 1, dtype=np.int64),
        dataset.indptr,
        dataset.attributes,
        dataset.n_attributes,
        dataset.values,
        made_by=dataset.made_by,
    )


def _of_tokens(weights: FloatArray | None, dataset: Dataset) -> FloatArray | None:
    return None if weights is None else np.repeat(weights, np.diff(dataset.offsets))


def _check(params: dict[str, Any]) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    check_choice(params, "algorithm", (None, *OPTIMISERS))
    check_parameters(params)
