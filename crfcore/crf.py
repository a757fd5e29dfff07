"""The linear-chain conditional random field as an estimator, with sklearn_crfsuite's interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self

from crfcore.arrays import FloatArray
from crfcore.base import Estimator
from crfcore.estimator.answers import Answers
from crfcore.estimator.chain_parameters import ChainParameters
from crfcore.estimator.counting import Recount, empirical_model
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import (
    GivenData,
    check_fit_arguments,
    check_labels_known,
    given_data,
    start_of,
)
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.incremental import check_passes, fit_further
from crfcore.estimator.objectives import ObjectiveFunction, objective_of
from crfcore.estimator.parameters import ALGORITHMS, check_parameters
from crfcore.estimator.ruled_training import DroppedRule, check_ruled_training, ruled_likelihood
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.estimator.training_methods import TrainingJob
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.fitting import TrainingState
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.ruled_likelihood import RuledLikelihood


class LinearChainCRF(ChainParameters, Estimator, Answers):
    """A linear-chain conditional random field.

    Parameters
    ----------
    algorithm : {"lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis", \
"empirical", "l2sgd", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron"}
        Maximise the penalised likelihood by L-BFGS (also by None), conjugate gradients
        (Fletcher–Reeves, Polak–Ribière+), steepest descent, truncated Newton, or generalised or
        improved iterative scaling; or count (Zhu et al.; in a fraction of a second), or change
        the weights after every sentence: stochastic gradient descent on the penalised likelihood,
        averaged perceptron, passive–aggressive, adaptive regularisation, the perceptron whose
        vectors vote (slow to ask), and one step a pass by the mean of what its mistakes ask for.
        "ap" and those after it take, where labels are open, the best allowed labelling for the
        right one; iterative scaling needs all labels. L-BFGS needs by far the fewest evaluations:
        the other optimisers are there to be compared with, and start at zeros unless `initial`
        says otherwise.
    min_freq : float, optional
        Leave out features seen less often.
    all_possible_states, all_possible_transitions : bool
        Whether (attribute, label) and label pairs never seen get weights too.
    c1, c2 : float
        The objective is Σ −log p(y|x) + c1·Σ|w| + c2·Σw². With c1 many weights are exactly 0
        (OWL-QN); a saved model is then without them.
    max_iterations : int, optional
        For the online algorithms passes: 1000 for l2sgd and 100 for the others by default.
    num_memories : int
        Steps that L-BFGS remembers.
    epsilon, period, delta : float, int, float
        Stop when ‖gradient‖ < epsilon·max(1, ‖w‖), or when the objective fell by less than the
        fraction delta over `period` iterations. l2sgd has the second rule alone; "ap" and those
        after it stop when the loss by sentence is below epsilon (0 by default).
    linesearch : {"MoreThuente", "Backtracking", "StrongBacktracking"}
        All three names stand for one search, by the strong Wolfe conditions.
    max_linesearch : int
    template : str or Template, optional
        A preset's name, a file, or the text of a template; needed for tables of columns.
    threads : int
        The result has the same bits for any number, on one kind of processor and one set of
        versions.
    initial : {"auto", "zeros", "empirical", "passes"}, or another estimator with weights
        Where the weights start; the other one may be a `MaximumEntropyMarkovModel`, too. Counting
        ("empirical") starts nowhere.
    key : str, optional
        For algorithm "empirical" on attribute items: what the names of the attribute that stands
        for the word begin with ("word=").
    min_count : int, optional
        Attributes seen fewer times, whatever the labels, are left out: ``-f`` of CRF++.
    patience : int, optional
        Stop a training after so many iterations without a better `dev_score`, and take the best
        iteration's weights; needs X_dev and y_dev. By default the scores are only recorded.
        Counting ("empirical") has no iterations and looks at neither, but for the exponent.
    dev_score : {"span_f1", "token_accuracy", "log_likelihood"}
        What is computed on X_dev and y_dev after each iteration.
    relative_change : float, optional
        Stop when the objective fell by less than this fraction from one iteration to the next,
        whatever `epsilon`, `period` and `delta` say (Wallach 2002, equation 4.24, takes 1e-7).
    correction : bool
        For gis: with the correction feature, which makes all events' totals the same.
    verbose : bool
        Write a line on standard output after each iteration of `fit`; nothing is ever written
        without it.
    model_filename : str, optional
        Where `fit` saves the model; a model that lies there is used until then.
    keep_tempfiles : bool
        Known to sklearn_crfsuite; there are no temporary files here.
    seed : int
        Decides the order in which the online algorithms visit the sentences; the same seed gives
        the same bits, on one kind of processor and one set of versions.
    allowed_transitions : {"all", "observed"}, (L, L) matrix of 0 and 1, or pairs of labels
        Which labels may follow one another. All others are forbidden, in training and ever after:
        those never seen ("observed"), or all but these (label, next label) pairs; a matrix is in
        the order of the labels. Forbidden is more than having no weight, which is what
        all_possible_transitions decides.
    objective : {"likelihood", "marginal-likelihood", "pseudo-likelihood", "piecewise"}
        What takes the place of −log p(y|x) of a sentence: Σ_t −log p(y_t|x); Σ_t −log p(y_t|its
        neighbours, x) (Besag); or each pair of neighbouring labels normalised by itself (Sutton and
        McCallum), which costs no more than a classifier of tokens. Penalties, optimisers and
        answers are the same. It is read as `objective_name`, for `objective` is a method, too.
    edges : {"labels", "words"}
        For "empirical": whether co-occurrence rates are those of labels alone, or of labels and
        words where two words were seen together (Zhu et al., equation 13).
    unseen_rate : float
        For "empirical": the rate of a pair of labels never seen; 0 forbids it.
    exponent : float or "held-out"
        For "empirical": to which power the estimate for a word never seen is raised, mu in the
        paper. "held-out" chooses what gets most tokens of X_dev and y_dev right.
    oov : {"mean", "exponential"}
        For "empirical": whether a word never seen is judged by the mean over its attributes (EP1)
        or by a maximum entropy model of them (EP2), which has the penalties c1 and c2.
    calibration_eta, calibration_rate, calibration_samples, calibration_candidates, \
calibration_max_trials
        How l2sgd finds its first learning rate; see `Calibration`.
    pa_type, c, error_sensitive, averaging
        For "pa"; see `Aggression`.
    variance, gamma
        For "arow": the variance of a weight at the start; the greater gamma, the shorter the steps.
    trainer_cls
        Known to sklearn_crfsuite; refused in words when set.

    Attributes
    ----------
    classes_ : list of str
    attributes_ : list of str
    state_features_ : dict of (attribute, label) to weight
    transition_features_ : dict of (label, label) to weight
    num_attributes_, n_nonzero_, size_ : int
    training_log_ : TrainingLog
    tagger_ : Tagger
    training_ : TrainingRecord
    optimiser_state_ : TrainingState
    exponent_ : float
        Of a model made by counting.
    extractor_ : Extractor
    dropped_rules_ : tuple of (sentence, rule)
        Of the last `fit` with rules: where labels broke a rule that was therefore left out.
    metadata_ : dict
        JSON that travels in the model's file: names of columns, scheme, whatever the caller likes.
    """

    KIND = "LinearChainCRF"
    dropped_rules_: tuple[DroppedRule, ...] = ()

    # ---- training

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
        label_weight: Any = None,
        new_labels: bool = False,
        state: TrainingState | None = None,
        keep_state: bool = False,
        rules: Any = None,
        normalise: str = "all",
    ) -> Self:
        """Learn from sentences.

        Parameters
        ----------
        X : sentences of attribute dicts or lists; ColumnTable; Matrix; Blocks; or Dataset
            A table needs the parameter `template`; with a template, sentences may also be lists
            of tokens that are lists of fields. `Matrix` holds rows for tokens, sparse or dense (a
            list of matrices, one a sentence, will do), `Blocks` several of all these side by
            side. A dataset (`Dataset.from_columns` …) has been made of any of them.
        y : sentences of str, None or set of str; an array of these for all tokens; or Targets
            The label of each token, None where it is unknown, a set where it is one of these.
            Targets need `labels`.
        X_dev, y_dev
            Held-out sentences and their labels: after each iteration `dev_score` is computed on
            them, and with `patience` it decides when to stop.
        labels : sequence of str, optional
            All labels in their order; by default those in y, in order of appearance.
        extractor : Extractor, optional
            What made the dataset, unless that says so itself.
        monitor : callable, optional
            Called with a `TrainingProgress` after each iteration; returns True to stop there.
        cancelled : callable, optional
            Asked every few milliseconds; True ends the training with the weights of the last
            iteration.
        sample_weight : (N,) numbers, optional
            What each sentence's log-likelihood is multiplied by, at least 0: 2 is the sentence
            twice, 0 leaves it out.
        label_weight
            Refused: the likelihood of a chain has no terms for single labels.
        new_labels : bool
            Whether y may hold labels that the model given as `initial` does not know; their
            weights start at 0.
        state : TrainingState, optional
            The `optimiser_state_` of a training on the same data that stopped; the result has the
            same bits as if it had not. `initial` is then not looked at.
        keep_state : bool
            Keep `optimiser_state_`, some ten vectors as long as the weights; a training that was
            given a state keeps its own, too.

        rules : Rules, sequence of Rules or None, or TextRules, optional
            Hard rules that the labels obey: of a partly labelled sentence only labellings that do
            are summed over as known. A rule that a sentence's labels break is dropped there, and
            listed in `dropped_rules_`. Soft rules are left aside here.
        normalise : {"all", "rules"}
            Whether the sum over all labellings is over all, or over those that obey the rules:
            then the model does not have to learn them.

        Returns
        -------
        LinearChainCRF
            Itself. After an exception it is what it was before.
        """
        params = self.get_params()
        check_parameters(params)
        given = given_data(X, y, labels, extractor, self.template, self.min_count, sample_weight)
        check_fit_arguments(
            self.algorithm, given.weights, label_weight, state, keep_state=keep_state
        )
        initial = _start(self, given, new_labels=new_labels)
        has_state = keep_state or state is not None
        check_ruled_training(
            rules, normalise, self.algorithm, self.objective_name, has_state=has_state
        )
        ruled: RuledLikelihood | None = None
        dropped: tuple[DroppedRule, ...] = ()
        if rules is not None:
            ruled, dropped = ruled_likelihood(
                rules, normalise, X, given.dataset, given.targets, given.names, given.extractor
            )
        log = TrainingLog()
        trained = TrainingJob(
            params,
            given,
            (X_dev, y_dev),
            lambda: start_of(initial, given.extractor, given.names),
            log.watching(monitor, write_line if self.verbose else None),
            cancelled,
            state,
            keep_state,
            ruled,
        ).run()
        record = trained.record
        record = replace(record, seconds_features=record.seconds_features + given.seconds)
        fitted = FittedChain(
            given.names, given.extractor, trained.model, record, trained.state, trained.online
        )
        self._set_fitted(fitted, log)
        self.dropped_rules_ = dropped
        return self

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
        check_passes(passes)
        if self.algorithm == "empirical":
            if not self.__sklearn_is_fitted__():
                return self.fit(X, y, labels=labels)
            return self._recount(Recount(X, [y], labels, EmpiricalCounts.added), extend=True)
        log = TrainingLog()
        fitted = fit_further(
            self.fitted_ if self.__sklearn_is_fitted__() else None,
            params,
            X,
            y,
            labels=labels,
            passes=passes,
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
        )
        self._set_fitted(fitted, log, self.metadata_)
        return self

    @property
    def exponent_(self) -> float:
        """The exponent of a model made by counting: the one that was given, or tuned."""
        return empirical_model(self.fitted_).exponent

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
        fitted = recount.of(self.fitted_, self.key, extend=extend)
        self._set_fitted(fitted, TrainingLog(), self.metadata_)
        return self

    # ---- the objective

    @property  # type: ignore[override] # it is a method, too
    def objective(self) -> Callable[..., ObjectiveFunction]:
        """What `fit` would minimise, as a function of data: see `objective_function`.

        The parameter of this name is set here, and read as `objective_name`.
        """
        return self.objective_function

    @objective.setter
    def objective(self, name: str) -> None:
        vars(self)["objective"] = name

    @property
    def objective_name(self) -> str:
        """The parameter `objective`."""
        name: str = vars(self)["objective"]
        return name

    @objective_name.setter
    def objective_name(self, name: str) -> None:
        self.objective = name

    def objective_function(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        sample_weight: Any = None,
    ) -> ObjectiveFunction:
        """Return what `fit` would minimise on some data, for another optimiser.

        Parameters
        ----------
        X, y, labels, extractor, sample_weight
            As for `fit`. The estimator's parameters choose features and penalty.

        Returns
        -------
        ObjectiveFunction
            Value, gradient, Hessian products, expected counts; ``estimator(weights)`` makes a
            fitted model. Use it as a context manager, or `close` it, if there are several threads.

        Raises
        ------
        CrfError
            As for `fit`; and with c1, which has no gradient at 0.
        """
        params = self.get_params()
        return objective_of(
            params,
            partial(_with_weights, params),
            X,
            y,
            labels=labels,
            extractor=extractor,
            sample_weight=sample_weight,
        )


def _start(crf: LinearChainCRF, given: GivenData, *, new_labels: bool) -> str | FittedChain:
    """Return where the weights start: a name, or a model that knows the labels."""
    if isinstance(crf.initial, str) or crf.algorithm == "empirical":
        return crf.initial if isinstance(crf.initial, str) else "auto"
    if not new_labels:
        check_labels_known(crf.initial.fitted_, given.targets, given.names)
    return crf.initial.fitted_


def _with_weights(
    params: dict[str, Any], function: ObjectiveFunction, weights: FloatArray
) -> LinearChainCRF:
    trained = LinearChainCRF(**params)
    model = LinearModel(function.index, weights)
    trained._fitted = FittedChain(function.labels, function.extractor, model, None)  # noqa: SLF001
    return trained


__all__ = ["ALGORITHMS", "LinearChainCRF"]
