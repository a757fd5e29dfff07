"""Gradient tree boosting of a chain, as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np

from crfcore.arrays import plain_number
from crfcore.base import Estimator
from crfcore.errors import CrfError, shown
from crfcore.estimator.dev_scores import DEV_SCORES, dev_watch_of
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import GivenData, check_labels_known, given_data
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.estimator.parameters import check_choice, check_numbers, check_whole
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.template import Template
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.boosting.fitting import fit_by_boosting, linear_start, with_all_pairs
from crfcore.training.boosting.rounds import BoostingSettings
from crfcore.training.defaults import MAX_REAL
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.voted_model import VotedModel


@dataclass(frozen=True, slots=True)
class AskedAttribute:
    """How trees use an attribute.

    Attributes
    ----------
    name : str
        ``y[-1]=NP`` for a label before the token.
    splits : int
        The number of splits that ask for it.
    gain : float
        The sum of their gains: decreases of the quadratic approximation of the objective.
    """

    name: str
    splits: int
    gain: float


@dataclass(eq=False, repr=False)
class BoostedCRF(Estimator, PredictionMethods):
    """A chain whose scores are sums of regression trees, grown by gradient boosting.

    Each round adds a tree for every label, which approximates the derivative of the likelihood by
    the scores of tokens (T. G. Dietterich, G. Hao and A. Ashenfelter, JMLR 9, 2008; R. Gupta,
    "Conditional Random Fields", section 2.5). A tree asks whether an attribute is present, or, if
    it has several values, whether it is greater than a threshold. So trees find conjunctions of
    attributes that no line of a template has, and read numbers without scaling. Labels may be open
    or sets; all predictions are those of a `LinearChainCRF`.

    Parameters
    ----------
    n_estimators : int
        Rounds, each a tree for every label.
    learning_rate : float
        Factor of all steps.
    max_leaves : int
        Of a tree; 1 learns a bias of each label only, 2 no conjunctions.
    reg_lambda : float
        Added to the sum of second derivatives in a leaf, and to a transition's expected number:
        greater ones make shorter steps.
    min_child_weight : float
        Least sum of second derivatives in a leaf (P·(1 − P) of the label, summed over its tokens).
    min_count : int
        Attributes of fewer tokens are not asked for.
    subsample : float
        Share of the sentences, drawn in each round, on which trees grow.
    second_order : bool
        Newton's steps. False grows trees on first derivatives alone, by least squares, as Friedman
        and Dietterich do: a leaf is then the mean derivative.
    pairs : bool
        Trees also ask for the label before, and add to transitions, as Dietterich's do; there are
        no other transition weights. Takes memory for tokens · labels² numbers.
    template, threads, verbose, model_filename
        As for `LinearChainCRF`. Edge attributes (``B`` lines with macros) are not asked for.
    initial : LinearChainCRF, optional
        A fitted chain to whose scores trees are added, so that they learn what it lacks. Its
        attributes and labels are used; its temperature and biases are not.
    seed : int
        Of the drawn sentences.
    patience, dev_score
        As for `LinearChainCRF`; an iteration is a round.
    """

    KIND: ClassVar[str] = "BoostedCRF"

    n_estimators: int = 100
    _: KW_ONLY
    learning_rate: float = 0.3
    max_leaves: int = 8
    reg_lambda: float = 1.0
    min_child_weight: float = 0.5
    min_count: int = 3
    subsample: float = 1.0
    second_order: bool = True
    pairs: bool = False
    template: str | Template | None = None
    threads: int = 1
    initial: Any = None
    seed: int = 0
    patience: int | None = None
    dev_score: str = "span_f1"
    verbose: bool = False
    model_filename: str | None = None

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
        """Learn from sentences; the arguments are as for `LinearChainCRF.fit`.

        It has no others: for vectors, clusters and letter case give a dataset, as
        `Dataset.from_columns(…, vectors=…)` makes it.

        Returns
        -------
        BoostedCRF
            Itself; unchanged after an exception.
        """
        params = self.get_params()
        settings = _settings(params)
        if self.initial is None:
            given = given_data(
                X, y, labels, extractor, self.template, self.min_count, sample_weight
            )
            linear = linear_start(
                len(given.names),
                given.extractor.n_attributes,
                given.extractor.n_edge_attributes,
                transitions=given.extractor.has_transitions,
            )
        else:
            given, linear = _after(self, X, y, labels, extractor, sample_weight)
        dev = dev_watch_of(params, X_dev, y_dev, given.extractor, given.names)
        log = TrainingLog()
        model, record = fit_by_boosting(
            given.dataset,
            given.targets,
            linear,
            settings,
            sentence_weights=given.weights,
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
            dev=dev,
        )
        record = replace(record, seconds_features=record.seconds_features + given.seconds)
        self._set_fitted(FittedChain(given.names, given.extractor, model, record), log)
        return self

    @property
    def splits_(self) -> list[AskedAttribute]:
        """The attributes that trees ask for, with the greatest gain first."""
        fitted = self.fitted_
        assert isinstance(fitted.model, BoostedModel)
        trees, index = fitted.model.trees, fitted.model.index
        asks = trees.children > 0
        n_kinds = index.n_attributes + index.n_labels
        counts = np.bincount(trees.attributes[asks], minlength=n_kinds)
        gains = np.bincount(trees.attributes[asks], trees.gains[asks], n_kinds)
        names = [*fitted.extractor.attribute_names(), *(f"y[-1]={one}" for one in fitted.labels)]
        order = np.argsort(-gains, kind="stable")
        return [
            AskedAttribute(names[number], int(counts[number]), float(gains[number]))
            for number in order.tolist()
            if counts[number]
        ]


def _after(
    model: BoostedCRF,
    sentences: Any,
    y: Any,
    labels: Sequence[str] | None,
    extractor: Extractor | None,
    sample_weight: Any,
) -> tuple[GivenData, LinearModel]:
    """Return the training data in the attributes and labels of the initial model, and its weights.

    Raises
    ------
    CrfError
        The initial model is no linear one, or has other attributes or labels.
    """
    earlier = model.initial.fitted_ if isinstance(model.initial, Learned) else None
    linear = None if earlier is None else earlier.model
    if earlier is None or not isinstance(linear, LinearModel) or isinstance(linear, VotedModel):
        raise CrfError(
            f"initial={shown(model.initial)} is not possible; give a fitted LinearChainCRF that "
            "was trained by an optimiser, or leave it out."
        )
    if model.template is not None or extractor is not None:
        raise CrfError(
            "With initial, trees read the attributes of that model; leave out template and "
            "extractor."
        )
    if labels is not None and tuple(labels) != earlier.labels:
        raise CrfError(
            f"With initial, the labels are those of that model ({', '.join(earlier.labels[:20])}); "
            "leave out labels."
        )
    dataset = model.initial.dataset(sentences)
    given = given_data(dataset, y, earlier.labels, earlier.extractor, None, None, sample_weight)
    check_labels_known(earlier, given.targets, given.names)
    return given, with_all_pairs(linear) if given.extractor.has_transitions else linear


_MOST = 1_000_000
"""Limit of whole numbers."""

_LEAST_WHOLE = {"n_estimators": 0, "max_leaves": 1, "min_count": 1}
"""Whole numbers, and the least value of each."""

_POSITIVE_SHARES = ("learning_rate", "subsample")
"""Numbers above 0, up to 1."""

_NOT_NEGATIVE = ("reg_lambda", "min_child_weight")
"""Numbers from 0 on."""

_SWITCHES = ("second_order", "pairs")


def _settings(params: dict[str, Any]) -> BoostingSettings:
    """Return the checked settings; CrfError names a parameter and its value."""
    check_numbers(params)
    for name, least in _LEAST_WHOLE.items():
        check_whole(name, params[name], least, _MOST)
    for name in (*_POSITIVE_SHARES, *_NOT_NEGATIVE):
        value, is_share = plain_number(params[name]), name in _POSITIVE_SHARES
        is_number = isinstance(value, Real) and not isinstance(value, bool)
        if not (is_number and 0.0 <= value <= (1.0 if is_share else MAX_REAL)) or (
            is_share and value == 0.0
        ):
            wanted = "above 0, at most 1" if is_share else f"from 0 to {MAX_REAL:g}"
            raise CrfError(f"{name}={shown(value)} is not possible; it must be a number {wanted}.")
    for name in _SWITCHES:
        check_choice(params, name, (False, True))
    check_choice(params, "dev_score", DEV_SCORES)
    reals = {name: float(params[name]) for name in (*_POSITIVE_SHARES, *_NOT_NEGATIVE)}
    given = {**params, **reals}
    return BoostingSettings(**{one.name: given[one.name] for one in fields(BoostingSettings)})
