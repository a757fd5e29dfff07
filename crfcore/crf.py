"""The estimator: a linear-chain conditional random field with the face of sklearn_crfsuite's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from crfcore.arrays import FloatArray
from crfcore.estimator.answers import Answers
from crfcore.estimator.explanation import Explanations
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import (
    check_fit_arguments,
    check_labels_known,
    given_data,
    start_from,
)
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.incremental import Incremental
from crfcore.estimator.inspection import Inspection
from crfcore.estimator.objectives import ObjectiveFunction, objective_of
from crfcore.estimator.parameters import ALGORITHMS, check_parameters
from crfcore.estimator.ruled_training import DroppedRule, check_ruled_training, ruled_likelihood
from crfcore.estimator.training_log import TrainingLog, tell_on_standard_output
from crfcore.estimator.training_methods import TrainingJob
from crfcore.features.template import Template
from crfcore.files import Files
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.empirical import UNSEEN_RATE
from crfcore.training.fitting import TrainingState
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.ruled_likelihood import RuledLikelihood
from crfcore.training.starts import EarlierModel


class LinearChainCRF(Files, Inspection, Answers, Explanations, Incremental):
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

    def __init__(  # noqa: PLR0915 - one for each parameter
        self,
        algorithm: str | None = "lbfgs",
        min_freq: float | None = None,
        all_possible_states: bool | None = None,  # noqa: FBT001 - sklearn_crfsuite's order
        all_possible_transitions: bool | None = True,  # noqa: FBT001, FBT002
        c1: float | None = 0.0,
        c2: float | None = DEFAULT_C2,
        max_iterations: int | None = None,
        num_memories: int | None = None,
        epsilon: float | None = None,
        period: int | None = None,
        delta: float | None = None,
        linesearch: str | None = None,
        max_linesearch: int | None = None,
        calibration_eta: float | None = None,
        calibration_rate: float | None = None,
        calibration_samples: int | None = None,
        calibration_candidates: int | None = None,
        calibration_max_trials: int | None = None,
        pa_type: int | None = None,
        c: float | None = None,
        error_sensitive: bool | None = None,  # noqa: FBT001
        averaging: bool | None = None,  # noqa: FBT001
        variance: float | None = None,
        gamma: float | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002
        model_filename: str | None = None,
        keep_tempfiles: bool | None = False,  # noqa: FBT001, FBT002
        trainer_cls: type | None = None,
        *,
        template: str | Template | None = None,
        threads: int = 1,
        initial: str | LinearChainCRF = "auto",
        key: str | None = None,
        min_count: int | None = None,
        seed: int = 0,
        patience: int | None = None,
        dev_score: str = "span_f1",
        allowed_transitions: Any = "all",
        objective: str = "likelihood",
        edges: str = "labels",
        unseen_rate: float = UNSEEN_RATE,
        exponent: float | str = 1.0,
        oov: str = "mean",
        relative_change: float | None = None,
        correction: bool = False,
    ) -> None:
        self.algorithm = algorithm
        self.min_freq = min_freq
        self.all_possible_states = all_possible_states
        self.all_possible_transitions = all_possible_transitions
        self.c1 = c1
        self.c2 = c2
        self.max_iterations = max_iterations
        self.num_memories = num_memories
        self.epsilon = epsilon
        self.period = period
        self.delta = delta
        self.linesearch = linesearch
        self.max_linesearch = max_linesearch
        self.calibration_eta = calibration_eta
        self.calibration_rate = calibration_rate
        self.calibration_samples = calibration_samples
        self.calibration_candidates = calibration_candidates
        self.calibration_max_trials = calibration_max_trials
        self.pa_type = pa_type
        self.c = c
        self.error_sensitive = error_sensitive
        self.averaging = averaging
        self.variance = variance
        self.gamma = gamma
        self.verbose = verbose
        self.model_filename = model_filename
        self.keep_tempfiles = keep_tempfiles
        self.trainer_cls = trainer_cls
        self.template = template
        self.threads = threads
        self.initial = initial
        self.key = key
        self.min_count = min_count
        self.seed = seed
        self.patience = patience
        self.dev_score = dev_score
        self.allowed_transitions = allowed_transitions
        self.objective = objective
        self.edges = edges
        self.unseen_rate = unseen_rate
        self.exponent = exponent
        self.oov = oov
        self.relative_change = relative_change
        self.correction = correction

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
        if self.algorithm != "empirical" and not new_labels:
            earlier = self._earlier()
            if earlier is not None:
                check_labels_known(earlier, given.targets, given.names)
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
            lambda: self._initial_for(given.extractor, given.names),
            log.watching(monitor, tell_on_standard_output if self.verbose else None),
            cancelled,
            state,
            keep_state,
            ruled,
        ).run()
        record = trained.record
        record = replace(record, seconds_features=record.seconds_features + given.seconds)
        log.close(record)
        fitted = FittedChain(
            given.names, given.extractor, trained.model, record, trained.state, trained.online
        )
        self._take(fitted, log)
        self.dropped_rules_ = dropped
        return self

    def _earlier(self) -> FittedChain | None:
        """Return the model to start from, if `initial` is one."""
        initial = self.initial
        return None if isinstance(initial, str) else initial._known()  # noqa: SLF001 - its own kind

    def _initial_for(
        self, extractor: Extractor, names: tuple[str, ...]
    ) -> str | Callable[[], EarlierModel]:
        if isinstance(self.initial, str):
            return self.initial
        return start_from(self.initial._known(), extractor, names)  # noqa: SLF001

    # ---- the objective

    @property
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
        return objective_of(
            self.get_params(),
            self._with_weights,
            X,
            y,
            labels=labels,
            extractor=extractor,
            sample_weight=sample_weight,
        )

    def _with_weights(self, function: ObjectiveFunction, weights: FloatArray) -> LinearChainCRF:
        trained = LinearChainCRF(**self.get_params())
        model = LinearModel(function.index, weights)
        trained._fitted = FittedChain(function.labels, function.extractor, model, None)
        return trained


__all__ = ["ALGORITHMS", "LinearChainCRF"]
