"""Learning from further sentences, sentence by sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral
from time import perf_counter
from typing import Any, Self

from crfcore.errors import CrfError, shown
from crfcore.estimator.conventions import Conventions
from crfcore.estimator.counting import Recount, empirical_model, further_targets
from crfcore.estimator.extractors import dataset_of, dataset_to_learn, extended, ids_in
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import check_parameters, feature_choice, online_settings
from crfcore.estimator.training_log import TrainingLog, tell_on_standard_output
from crfcore.features.reading import Extractor
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.given_labels import check_learnable
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.online.continuing import Learner, continue_online
from crfcore.training.online.fitting import ONLINE_ALGORITHMS, OnlineSettings, fit_online


class Incremental(Conventions):
    """The part of an estimator that goes on learning, and takes back what it has counted."""

    algorithm: str | None
    key: str | None
    template: Any
    min_count: int | None
    verbose: bool

    @abstractmethod
    def fit(self, X: Any, y: Any, *, labels: Sequence[str] | None = None) -> Self:  # noqa: N803
        """Learn from sentences."""

    def partial_fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        labels: Sequence[str] | None = None,
        passes: int = 1,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Self:
        """Go on learning, from these sentences alone.

        The algorithm's step counter and its averages go on where they were; "lbfgs" goes on with
        the steps of "l2sgd", and so does a model that was trained by another algorithm, as if ten
        passes had led to it. Attributes and labels that are new are added to the model: those of
        items and of templates; a matrix has its columns. Without a model this is where it begins.

        "empirical" counts these sentences, too: the counts are then those of all sentences, as if
        they had been learned together. How often an attribute was given (`min_count`) is not
        looked at again; the exponent, and what "exponential" says of unseen words, stay what they
        are. `passes`, `monitor` and `cancelled` are of no account.

        Parameters
        ----------
        X, y
            As for `fit`.
        labels : sequence of str, optional
            New labels in their order, behind those of the model; by default those in y in order of
            appearance.
        passes : int
            Over these sentences.
        monitor, cancelled
            As for `fit`.

        Returns
        -------
        LinearChainCRF
            Itself. After an exception it is what it was before; who shares the model that it had
            goes on sharing that.

        Raises
        ------
        CrfError
            The algorithm cannot go on with the model.
        """
        params = self.get_params()
        check_parameters(params)
        if not (isinstance(passes, Integral) and passes >= 1):
            raise CrfError(
                f"passes={shown(passes)} is not possible; it must be a whole number, at least 1."
            )
        if self.algorithm == "empirical":
            if not self._is_fitted():
                return self.fit(X, y, labels=labels)
            return self._recount(Recount(X, [y], labels, EmpiricalCounts.added), extend=True)
        settings = _settings_of(params, passes)
        log = TrainingLog()
        watch = log.watching(monitor, tell_on_standard_output if self.verbose else None)
        known = self._known() if self._is_fitted() else None
        started = perf_counter()
        if known is None:
            dataset, extractor = dataset_to_learn(X, None, self.template, self.min_count)
        else:
            extractor = extended(known.extractor, X)
            dataset = dataset_of(X, extractor)
        seconds = perf_counter() - started
        targets, names = further_targets(y, labels, dataset, () if known is None else known.labels)
        check_learnable(targets)
        choice = feature_choice(params, extractor, names)
        if known is None:
            model, record, state = fit_online(
                dataset, targets, choice, settings, monitor=watch, cancelled=cancelled
            )
        else:
            learner = _learner(known, extractor, settings)
            model, record, state = continue_online(
                dataset, targets, choice, settings, learner, monitor=watch, cancelled=cancelled
            )
        record = replace(record, seconds_features=record.seconds_features + seconds)
        log.close(record)
        self._take_further(FittedChain(names, extractor, model, record, None, state), log)
        return self

    @property
    def exponent_(self) -> float:
        """The exponent of a model made by counting: the one that was given, or tuned."""
        return empirical_model(self._known()).exponent

    def forget(self, X: Any, y: Any) -> Self:  # noqa: N803 - scikit-learn's name
        """Take sentences away from a model made by counting: it becomes as if they had not been.

        It takes time in proportion to these sentences. The exponent, and what "exponential" says
        of unseen words, stay what they are.

        Parameters
        ----------
        X, y
            As for `fit`: sentences that were learned, with the labels that they had then.

        Returns
        -------
        LinearChainCRF
            Itself. After an exception it is what it was before; who shares the model that it had
            goes on sharing that.

        Raises
        ------
        CrfError
            The model was not made by counting.
        DataError
            The sentences were not learned so.
        """
        return self._recount(Recount(X, [y], None, EmpiricalCounts.removed))

    def correct(self, X: Any, y_before: Any, y: Any) -> Self:  # noqa: N803
        """Learn other labels for sentences from which a model made by counting has learned.

        Parameters
        ----------
        X, y_before, y
            As for `fit`: the sentences, their labels so far and those that count from now on.

        Returns
        -------
        LinearChainCRF
            As for `forget`; so are the errors.
        """
        return self._recount(Recount(X, [y_before, y], None, EmpiricalCounts.replaced))

    def _recount(self, recount: Recount, *, extend: bool = False) -> Self:
        fitted = recount.of(self._known(), self.key, extend=extend)
        log = TrainingLog()
        if fitted.record is not None:
            log.close(fitted.record)
        self._take_further(fitted, log)
        return self

    def _take_further(self, fitted: FittedChain, log: TrainingLog) -> None:
        """Become what has learned more, with the metadata that the model had."""
        metadata = self.metadata_
        self._take(fitted, log)
        self.metadata_ = metadata


def _settings_of(params: dict[str, Any], passes: int) -> OnlineSettings:
    algorithm = params["algorithm"] or "lbfgs"
    # Of the vectors that vote, those of the earlier sentences would not know the new features.
    able = [name for name in ONLINE_ALGORITHMS if name != "voted-perceptron"]
    if algorithm not in {"lbfgs", *able}:
        raise CrfError(
            f"algorithm={shown(algorithm)} cannot go on with a model; use one of "
            f"{', '.join(able)}, or fit all sentences again."
        )
    if params["c1"]:
        raise CrfError(
            f"c1={shown(params['c1'])} is not possible with partial_fit; fit all sentences again."
        )
    online = "l2sgd" if algorithm == "lbfgs" else algorithm
    return online_settings({**params, "algorithm": online, "max_iterations": passes})


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
