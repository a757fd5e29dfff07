"""The maximum entropy Markov model as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, Self

from crfcore.base import Estimator
from crfcore.classic.local.fitting import ALGORITHMS, LocalSettings, fit_locally
from crfcore.crf import LinearChainCRF
from crfcore.estimator.chain_parameters import WatchedParameters
from crfcore.estimator.dev_scores import dev_watch_of
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import check_labels_known, given_data, start_from
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
from crfcore.training.monitor import Monitor

USUAL_MEMORY = 20
"""Default memory of L-BFGS, in steps. With 6, training from zeros needs 253 evaluations instead of
168 on 1,500 sentences of a treebank."""


@dataclass(eq=False, repr=False)
class MaximumEntropyMarkovModel(WatchedParameters, Estimator, PredictionMethods):
    """A locally normalised chain: P(y given x) = Π P(y_t | y_{t-1}, x_t).

    It has the features of a `LinearChainCRF` and a weight for each label that begins a sentence.
    Local normalisation biases it towards labels with few successors (H. M. Wallach 2002, section
    2.3.2). Lines ``B01:%x[0,0]`` of a template give each pair of labels its own weights, as in
    McCallum, Freitag and Pereira (2000).

    Parameters
    ----------
    algorithm : {"lbfgs", "gis"}
        L-BFGS (OWL-QN where c1 is not 0), or generalised iterative scaling.
    min_freq, all_possible_states, all_possible_transitions, c1, c2, template, min_count
        As for `LinearChainCRF`; c1 = c2 = 0 is maximum likelihood.
    allowed_transitions : {"all", "observed"}, (L, L) matrix of 0 and 1, or pairs of labels
        As for `LinearChainCRF`; with "observed", sentences begin only with labels observed there.
        With c2 = 0 that is the maximum likelihood over observed transitions of the literature. A
        label without successors ends its sentence.
    max_iterations, num_memories, epsilon, period, delta, max_linesearch, relative_change
        As for `LinearChainCRF`, but L-BFGS remembers 20 steps by default.
    threads : int
        For prediction; training takes one.
    initial : "zeros", or an estimator with weights
        Initial weights.
    seed : int
        Where labels are open, weights start at small random numbers, which break symmetries.
    patience, dev_score
        As for `LinearChainCRF`.
    verbose : bool
        Write a line on standard output after each iteration of `fit`.
    model_filename : str, optional
        File to which `fit` saves the model; an existing model there is loaded.

    Notes ----- Labels may be hidden states: y of each token is then the set of possible ones
    (`HiddenStates` makes them). Training weights previous labels by their posterior probabilities,
    and with "gis" each E step is followed by one iteration of scaling (textbook chapter VII.4.1).

    `LinearChainCRF(initial=memm)` starts from its weights (H. M. Wallach 2002, section 3.6.4).
    """

    KIND: ClassVar[str] = "MaximumEntropyMarkovModel"

    algorithm: str = "lbfgs"
    _: KW_ONLY
    all_possible_transitions: bool = True
    allowed_transitions: Any = "all"
    initial: Any = "zeros"

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
        MaximumEntropyMarkovModel
            Itself; unchanged after an exception.
        """
        # Other parameters keep their defaults.
        params = LinearChainCRF().get_params() | self.get_params()
        if self.num_memories is None:
            params["num_memories"] = USUAL_MEMORY
        _check(params)
        dataset, extractor, targets, names, weights, seconds = given_data(
            X, y, labels, extractor, self.template, self.min_count, sample_weight
        )
        initial = None
        if isinstance(self.initial, Learned):
            check_labels_known(self.initial.fitted_, targets, names)
            initial = start_from(self.initial.fitted_, extractor, names)
        dev = dev_watch_of(params, X_dev, y_dev, extractor, names)
        log = TrainingLog()
        model, record = fit_locally(
            dataset,
            targets,
            feature_choice(params, extractor, names),
            LocalSettings(self.algorithm, optimisation(params)),
            sentence_weights=weights,
            initial=initial,
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
            dev=dev,
        )
        record = replace(record, seconds_features=record.seconds_features + seconds)
        self._set_fitted(FittedChain(names, extractor, model, record), log)
        return self


def _check(params: dict[str, Any]) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    check_choice(params, "algorithm", ALGORITHMS)
    if not isinstance(params["initial"], Learned):
        check_choice(params, "initial", ("zeros",))
    check_parameters(params)
