"""An estimator's objective, with the names of its features, for other people's optimisers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.conventions import Conventions
from crfcore.estimator.extractors import Extractor, dataset_to_learn
from crfcore.estimator.parameters import check_parameters, feature_choice
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.template import Template
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.feature_index import FeatureIndex, feature_index
from crfcore.training.fitting import with_weight
from crfcore.training.forbidden import check_possible
from crfcore.training.given_labels import check_learnable, sentence_weights_for, targets_for
from crfcore.training.likelihood import PenalisedLikelihood


class NamedFeatures(NamedTuple):
    """A number for each feature, by name.

    Attributes
    ----------
    states : dict of (attribute, label) to float
    transitions : dict of (label, next label) to float
    edges : dict of (attribute, label, next label) to float
        Of a template's ``B`` lines with macros.
    """

    states: dict[tuple[str, str], float]
    transitions: dict[tuple[str, str], float]
    edges: dict[tuple[str, str, str], float]


class ObjectiveFunction(PenalisedLikelihood):
    """An estimator's objective on some data; see `PenalisedLikelihood`.

    Attributes
    ----------
    labels : tuple of str
    extractor : Extractor
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        labels: tuple[str, ...],
        extractor: Extractor,
        make_estimator: Callable[[ObjectiveFunction, FloatArray], Any],
        *,
        c2: float,
        threads: int,
        sentence_weights: FloatArray | None,
        objective: str,
    ) -> None:
        super().__init__(
            dataset,
            targets,
            index,
            c2=c2,
            threads=threads,
            sentence_weights=sentence_weights,
            objective=objective,
        )
        self.labels = labels
        self.extractor = extractor
        self._make_estimator = make_estimator

    def named(self, vector: ArrayLike) -> NamedFeatures:
        """Return a vector (F,) of weights, counts or derivatives as dicts by feature."""
        values = self._checked(vector, "vector")
        index, labels, n_labels = self.index, self.labels, len(self.labels)

        def pairs_of(numbers: Any) -> list[tuple[str, str]]:
            return [(labels[pair // n_labels], labels[pair % n_labels]) for pair in numbers]

        names = self.extractor.attribute_names()
        owners = np.repeat(np.arange(len(names)), np.diff(index.state_indptr)).tolist()
        members = [labels[label] for label in index.state_labels.tolist()]
        edge_names = self.extractor.edge_attribute_names()
        edge_owners = np.repeat(np.arange(len(edge_names)), np.diff(index.edge_indptr)).tolist()
        edge_pairs = pairs_of(index.edge_pairs.tolist())
        return NamedFeatures(
            dict(
                zip(
                    zip([names[owner] for owner in owners], members, strict=True),
                    index.state_part(values).tolist(),
                    strict=True,
                )
            ),
            dict(
                zip(
                    pairs_of(index.transition_pairs.tolist()),
                    index.transition_part(values).tolist(),
                    strict=True,
                )
            ),
            {
                (edge_names[owner], *pair): value
                for owner, pair, value in zip(
                    edge_owners, edge_pairs, index.edge_part(values).tolist(), strict=True
                )
            },
        )

    def estimator(self, weights: ArrayLike) -> Any:
        """Return a fitted estimator with these weights."""
        return self._make_estimator(self, self._checked(weights, "weights").copy())


class Objectives(Conventions):
    """The part of an estimator that hands out its objective."""

    template: str | Template | None
    min_count: int | None

    @abstractmethod
    def _with_weights(self, function: ObjectiveFunction, weights: FloatArray) -> Any:
        """Return an estimator of the same parameters that has learned the weights."""

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
        params = self.get_params()
        check_parameters(params)
        if params["c1"]:
            raise CrfError(
                f"c1={shown(params['c1'])}: the L1 penalty has no gradient where a weight is 0; "
                "set c1=0, and let the optimiser care for it."
            )
        dataset, extractor = dataset_to_learn(X, extractor, self.template, self.min_count)
        targets, names = targets_for(y, labels, dataset)
        check_learnable(targets)
        weights = sentence_weights_for(sample_weight, dataset)
        if weights is not None:
            dataset, targets, weights = with_weight(dataset, targets, weights)
        choice = feature_choice(params, extractor, names)
        index = feature_index(
            dataset,
            targets,
            all_possible_states=choice.all_possible_states,
            all_possible_transitions=choice.all_possible_transitions,
            min_freq=choice.min_freq,
            transitions=choice.transitions,
            allowed_transitions=choice.allowed_transitions,
        )
        check_possible(dataset.offsets, targets, index)
        return ObjectiveFunction(
            dataset,
            targets,
            index,
            names,
            extractor,
            self._with_weights,
            c2=DEFAULT_C2 if params["c2"] is None else float(params["c2"]),
            threads=self.threads,
            sentence_weights=weights,
            objective=params["objective"],
        )
