"""The linear-chain conditional random field as an estimator, with sklearn_crfsuite's interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

from crfcore.arrays import FloatArray
from crfcore.base import Estimator
from crfcore.estimator.chain_parameters import ChainParameters
from crfcore.estimator.constrained_training import (
    DroppedRule,
    check_constrained_training,
    constrained_likelihood,
)
from crfcore.estimator.counting import Recount, exponent_of
from crfcore.estimator.expectations import ExpectationArguments, given_with_expectations
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import check_fit_arguments, start_among, start_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.incremental import check_passes, fit_further
from crfcore.estimator.objectives import ObjectiveFunction, objective_of
from crfcore.estimator.parameters import ALGORITHMS, check_parameters
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.sharded_training import ShardedTraining, is_over_shards
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.estimator.training_methods import TrainingJob, fitted_of
from crfcore.features.learned_text import LearnedText
from crfcore.features.word_cases import WordCases
from crfcore.features.word_clusters import WordClusters
from crfcore.features.word_vectors import WordVectors
from crfcore.training.empirical_counts import EmpiricalCounts
from crfcore.training.expectations import Expectation
from crfcore.training.fitting import TrainingState
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor


class LinearChainCRF(ChainParameters, Estimator, PredictionMethods):
    """A linear-chain conditional random field.

    Parameters
    ----------
    algorithm : {"lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis", "empirical", \
"l2sgd", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron", "bcfw", "smo", "eg"}
        Maximise the penalised likelihood by L-BFGS (also by None), conjugate gradients
        (Fletcher–Reeves, Polak–Ribière+), steepest descent, truncated Newton, or generalised or
        improved iterative scaling; or count (Zhu et al.; in a fraction of a second); or update
        weights after every sentence: stochastic gradient descent on the penalised likelihood,
        averaged perceptron, passive–aggressive, adaptive regularisation, voted perceptron (slow in
        prediction), batch perceptron (one step per pass), and on dual variables Frank–Wolfe, SMO
        and exponentiated gradients. "ap" to "batch-perceptron" replace open labels by the best
        allowed labelling; "gis", "iis" and "bcfw" to "eg" need all labels. L-BFGS needs by far the
        fewest evaluations; other optimisers are for comparison, and by default start at zeros.
    min_freq : float, optional
        Features seen less often are left out.
    all_possible_states, all_possible_transitions : bool
        Whether unseen (attribute, label) and label pairs get weights too.
    c1, c2 : float
        The objective is Σ −log p(y|x) + c1·Σ|w| + c2·Σw². With c1 many weights are exactly 0
        (OWL-QN); a saved model is without them.
    max_iterations : int, optional
        For online algorithms, passes: 1000 for l2sgd, 30 for "bcfw" to "eg", 100 for the others.
    num_memories : int
        Steps that L-BFGS remembers.
    epsilon, period, delta : float, int, float
        Stop when ‖gradient‖ < epsilon·max(1, ‖w‖), or when the objective fell by less than the
        fraction delta over `period` iterations. l2sgd has only the second rule; for "ap" to "eg",
        `epsilon` is a loss per sentence or a gap; see the page on parameters.
    linesearch : {"MoreThuente", "Backtracking", "StrongBacktracking"}
        All three names mean the same search for the strong Wolfe conditions.
    max_linesearch : int
    template : str or Template, optional
        A preset's name, a file, or the text of a template; needed for tables of columns.
    threads : int
        Results do not depend on it, on one kind of processor and one set of versions.
    initial : {"auto", "zeros", "empirical", "passes"}, or another estimator with weights
        Initial weights; the estimator may also be a `MaximumEntropyMarkovModel`. Not for algorithm
        "empirical".
    key : str, optional
        For algorithm "empirical" on attribute items: prefix of the attribute that is the word
        ("word=").
    min_count : int, optional
        Attributes seen fewer times, with any label, are left out: ``-f`` of CRF++.
    patience : int, optional
        Stop after so many iterations without a better `dev_score`, and use the best iteration's
        weights; needs X_dev and y_dev. By default scores are only recorded. "empirical" has no
        iterations and uses held-out data for the exponent only.
    dev_score : {"span_f1", "token_accuracy", "log_likelihood"}
        Score on X_dev and y_dev after each iteration.
    relative_change : float, optional
        Stop when the objective fell by less than this fraction from one iteration to the next,
        independent of `epsilon`, `period` and `delta` (Wallach 2002, equation 4.24, uses 1e-7).
    correction : bool
        For gis: use the correction feature, which makes all events' totals the same.
    verbose : bool
        Write a line on standard output after each iteration of `fit`.
    model_filename : str, optional
        File to which `fit` saves the model; an existing model there is loaded.
    keep_tempfiles : bool
        Ignored: there are no temporary files.
    seed : int
        Of the order of sentences in online algorithms; results are reproducible on one kind of
        processor and one set of versions.
    allowed_transitions : {"all", "observed"}, (L, L) matrix of 0 and 1, or pairs of labels
        Label pairs that may follow one another: those in the data ("observed"), or a list of
        (label, next label) pairs; a matrix is in the order of the labels. All others are forbidden,
        in training and prediction (with all_possible_transitions=False, unseen pairs only have
        weight 0).
    objective : {"likelihood", "softmax-margin", "marginal-likelihood", "pseudo-likelihood", \
"piecewise", "max-margin"}
        Replaces −log p(y|x) of a sentence: the same with wrong labels raised by their `cost`
        (Gimpel and Smith); Σ_t −log p(y_t|x); Σ_t −log p(y_t|its neighbours, x) (Besag); or each
        pair of neighbouring labels normalised on its own (Sutton and McCallum). "max-margin" is for
        "bcfw" to "eg". The value is `objective_name`: `objective` is a method, too.
    cost : "hamming", {"missed": 2, "invented": 0, "confused": 1}, or (L, L) matrix, optional
        For margins: what a wrong label costs, from 0 to 1,000; 1 by default. "missed" is "O" for
        another label, "invented" another label for "O". A matrix is right × predicted.
    edges : {"labels", "words"}
        For "empirical": whether co-occurrence rates are of labels only, or of labels and words
        where two words were seen together (Zhu et al., equation 13).
    unseen_rate : float
        For "empirical": the rate of an unseen pair of labels; 0 forbids it.
    exponent : float or "held-out"
        For "empirical": the power to which estimates for unseen words are raised, mu in the paper.
        "held-out" maximises the token accuracy on X_dev and y_dev.
    oov : {"mean", "exponential"}
        For "empirical": whether the estimate for an unseen word is the mean over its attributes
        (EP1) or a maximum entropy model of them (EP2), with the penalties c1 and c2.
    calibration_eta, calibration_rate, calibration_samples, calibration_candidates, \
calibration_max_trials
        For the first learning rate of l2sgd; see `Calibration`.
    pa_type, c, error_sensitive, averaging
        For "pa"; see `Aggression`. `averaging` also for "bcfw" and "smo".
    variance, gamma
        For "arow": initial variance of weights; a greater gamma gives shorter steps.
    trainer_cls
        Not supported; an error when set.

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
        Of a model trained by "empirical".
    extractor_ : Extractor
    dropped_rules_ : tuple of (sentence, rule)
        Of the last `fit` with rules: rules left out because labels violate them.
    unused_expectations_ : tuple of Expectation
        Of the last `fit` with expectations: those whose attribute no unlabelled token has.
    metadata_ : dict
        JSON stored in the model's file: names of columns, scheme, and any others.
    """

    KIND = "LinearChainCRF"
    dropped_rules_: tuple[DroppedRule, ...] = ()
    unused_expectations_: tuple[Expectation, ...] = ()

    # ---- training

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any = None,
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
        clusters: WordClusters | None = None,
        vectors: WordVectors | None = None,
        cases: WordCases | None = None,
        expectations: Any = None,
        unlabelled: Any = None,
        expectation_weight: float = 10.0,
        client: Any = None,
        checkpoint: Path | str | None = None,
    ) -> Self:
        """Learn from sentences.

        Parameters
        ----------
        X : sentences of attribute dicts or lists; ColumnTable; Matrix; Blocks; Dataset; or Shards
            A table needs the parameter `template`; with a template, sentences may also be lists of
            tokens that are lists of fields. `Matrix` has a row for each token, sparse or dense (or
            a list of matrices, one per sentence); `Blocks` combines several of these. A dataset
            (`Dataset.from_columns` …) is made of any of them. `Shards` are files with labels, and
            need no y.
        y : sentences of str, None or set of str; an array of these for all tokens; or Targets
            The label of each token, None if unknown, or a set of possible labels.
            Targets need `labels`.
        X_dev, y_dev
            Held-out sentences and their labels, for `dev_score` after each iteration and for
            `patience`.
        labels : sequence of str, optional
            All labels in their order; by default those in y, in order of appearance.
        extractor : Extractor, optional
            The extractor that made the dataset, if the dataset does not name it.
        monitor : callable, optional
            Called with a `TrainingProgress` after each iteration; returns True to stop there.
        cancelled : callable, optional
            Called every few milliseconds; True ends the training with the weights of the last
            iteration.
        sample_weight : (N,) numbers, optional
            Factor of each sentence's log-likelihood, at least 0: 2 counts it twice, 0 leaves it
            out.
        label_weight
            An error: the likelihood of a chain has no terms for single labels.
        new_labels : bool
            Whether y may contain labels that the model `initial` lacks; their weights start at 0.
        state : TrainingState, optional
            The `optimiser_state_` of a training on the same data that stopped; the result is
            bitwise that of an uninterrupted training. `initial` is then ignored.
        keep_state : bool
            Keep `optimiser_state_`, about ten vectors of the size of the weights; the default with
            `state`.

        rules : Rules, sequence of Rules or None, or TextRules, optional
            Hard rules for the labels: they restrict the labellings of partly labelled sentences. A
            rule that a sentence's labels violate is left out there, and listed in `dropped_rules_`.
            Soft rules are ignored.
        normalise : {"all", "rules"}
            Whether the partition function is over all labellings, or over those that obey the
            rules, so that the model does not have to learn them.
        clusters : WordClusters, optional
            Read by lines ``%cluster[row,bits]`` of the template; part of the model file.
        vectors : WordVectors, optional
            Read by lines ``%vector[row]``, likewise. Words without a vector get one from their
            contexts in the sentences of each call. "empirical" ignores them, because they
            cannot be counted.
        cases : WordCases, optional
            Read by ``%case[row]``, likewise. Other words are counted in the sentences of each call.
        expectations : sequence of Expectation, optional
            What share of the tokens with an attribute have one of some labels, in the sentences of
            `unlabelled`; then X and y may be empty. Not with rules or a state, and only for
            "lbfgs". The objective is then not convex: it is minimised from the weights of
            `initial` if that is a model, or else from those of a training without expectations.
        unlabelled : sentences, optional
            Of the same kind as X; if X is a Dataset, another one made by the same extractor.
        expectation_weight : float
            What the divergence of each expectation from what the model predicts is multiplied by.
        client : dask.distributed.Client, optional
            Evaluate shards on its workers; the weights have the same bits on one or many.
        checkpoint : Path or str, optional
            For a training over shards: a file to which its state is written every ten iterations;
            ``state=read_checkpoint(checkpoint)`` goes on from there (`crfcore.read_checkpoint`).

        Returns
        -------
        LinearChainCRF
            Itself; unchanged after an exception.
        """
        params = self.get_params()
        check_parameters(params)
        if is_over_shards(X, client, checkpoint):
            own = (rules, expectations, label_weight, clusters, vectors, cases)
            given_here = (params, X, y, (X_dev, y_dev), labels, extractor, sample_weight, own)
            how = (state, client, checkpoint, monitor, cancelled, keep_state, new_labels)
            self._set_fitted(*ShardedTraining(*given_here, *how).run())
            return self
        has_state = keep_state or state is not None
        others = {"rules": rules is not None, "state": has_state}
        asked = ExpectationArguments(expectations, unlabelled, expectation_weight, others)
        learned = LearnedText(clusters, vectors, cases).checked()
        texts = X, y, labels, extractor, params, sample_weight, asked, learned
        given, expected = given_with_expectations(*texts)
        algorithm, objective = self.algorithm, self.objective_name
        check_fit_arguments(algorithm, given.weights, label_weight, state, keep_state=keep_state)
        initial = start_among(self.initial, algorithm, given, new_labels=new_labels)
        check_constrained_training(rules, normalise, algorithm, objective, has_state=has_state)
        constrained, dropped = constrained_likelihood(rules, normalise, X, given)
        log = TrainingLog()
        init = partial(start_of, initial, given.extractor, given.names)
        logs = log.watching(monitor, write_line if self.verbose else None)
        job = TrainingJob(
            *(params, given, (X_dev, y_dev), init, logs),
            *(cancelled, state, keep_state, constrained, expected),
        )
        trained = job.run()
        self._set_fitted(fitted_of(given, trained), log)
        self.dropped_rules_ = dropped
        self.unused_expectations_ = () if expected is None else expected.unused
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
        """Update the model with further sentences.

        The algorithm's step counter and averages continue. "lbfgs", or a model trained by another
        algorithm, continues with the steps of "l2sgd", as after ten passes, and with costs. New
        labels and attributes of items and templates are added. Without a model, training begins
        here.

        "empirical" adds the counts of these sentences: the result is that of all sentences
        together, except for `min_count`, the exponent, and the model of unseen words of
        "exponential", which do not change. It ignores `passes`, `monitor` and `cancelled`.

        Parameters
        ----------
        X, y
            As for `fit`.
        labels : sequence of str, optional
            New labels in their order, after those of the model; by default those in y in order of
            appearance.
        passes : int
            Number of passes over these sentences.
        monitor, cancelled
            As for `fit`.

        Returns
        -------
        LinearChainCRF
            Itself; unchanged after an exception. Copies that share the model do not change.

        Raises
        ------
        CrfError
            The algorithm cannot continue with the model.
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
        """The exponent of a model trained by "empirical", given or tuned."""
        return exponent_of(self.fitted_)

    def forget(self, X: Any, y: Any) -> Self:  # noqa: N803 - scikit-learn's name
        """Remove sentences from a model trained by "empirical".

        The time is proportional to the number of these sentences, with edges="words" of all. The
        exponent, and the model of unseen words of "exponential", do not change. As it keeps counts
        alone, it refuses what cannot have been counted, but not all that was not counted.

        Parameters
        ----------
        X, y
            As for `fit`: learned sentences, with the labels of that time.

        Returns
        -------
        LinearChainCRF
            Itself; unchanged after an exception. Copies that share the model do not change.

        Raises
        ------
        CrfError
            The model was not trained by "empirical".
        DataError
            The sentences cannot have been learned with these labels: a count would be negative.
        """
        return self._recount(Recount(X, [y], None, EmpiricalCounts.removed))

    def correct(self, X: Any, y_before: Any, y: Any) -> Self:  # noqa: N803
        """Change labels of sentences in a model trained by "empirical".

        Parameters
        ----------
        X, y_before, y
            As for `fit`: the sentences, their previous labels and their new ones.

        Returns
        -------
        LinearChainCRF
            As for `forget`, also the errors.
        """
        return self._recount(Recount(X, [y_before, y], None, EmpiricalCounts.replaced))

    def _recount(self, recount: Recount, *, extend: bool = False) -> Self:
        fitted = recount.of(self.fitted_, self.key, extend=extend)
        self._set_fitted(fitted, TrainingLog(), self.metadata_)
        return self

    # ---- the objective

    @property  # type: ignore[override] # it is a method, too
    def objective(self) -> Callable[..., ObjectiveFunction]:
        """The objective of `fit` as a function of data: see `objective_function`.

        Assigning to it sets the parameter, whose value is `objective_name`.
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
        """Return the objective of `fit` on some data, for another optimiser.

        Parameters
        ----------
        X, y, labels, extractor, sample_weight
            As for `fit`. The estimator's parameters determine features and penalty.

        Returns
        -------
        ObjectiveFunction
            Value, gradient, Hessian products, expected counts; ``estimator(weights)`` returns a
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


def _with_weights(
    params: dict[str, Any], function: ObjectiveFunction, weights: FloatArray
) -> LinearChainCRF:
    trained = LinearChainCRF(**params)
    model = LinearModel(function.index, weights)
    trained._fitted = FittedChain(function.labels, function.extractor, model, None)  # noqa: SLF001
    return trained


__all__ = ["ALGORITHMS", "LinearChainCRF"]
