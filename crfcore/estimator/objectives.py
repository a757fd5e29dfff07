"""An estimator's objective with the names of its features, for other optimisers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.costs import costs_of
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import given_data
from crfcore.estimator.parameters import check_parameters, feature_choice
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.given_labels import with_weight
from crfcore.training.objectives.likelihood import PenalisedLikelihood
from crfcore.training.objectives.names import MAX_MARGIN
from crfcore.training.online.dual_methods import MARGIN_ALGORITHMS


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
        costs: FloatArray | None,
    ) -> None:
        super().__init__(
            dataset,
            targets,
            index,
            c2=c2,
            threads=threads,
            sentence_weights=sentence_weights,
            objective=objective,
            costs=costs,
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


def objective_of(
    params: dict[str, Any],
    make_estimator: Callable[[ObjectiveFunction, FloatArray], Any],
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    *,
    labels: Sequence[str] | None,
    extractor: Extractor | None,
    sample_weight: Any,
) -> ObjectiveFunction:
    """Return the objective of an estimator's parameters on some data.

    See `LinearChainCRF.objective_function`.
    """
    check_parameters(params)
    if params["objective"] == MAX_MARGIN or params["algorithm"] in MARGIN_ALGORITHMS:
        raise CrfError(
            "The objective 'max-margin' has no gradient where two labellings are equally good; use "
            "objective='softmax-margin' and algorithm='lbfgs'."
        )
    if params["c1"]:
        raise CrfError(
            f"c1={shown(params['c1'])}: the L1 penalty has no gradient where a weight is 0; "
            "set c1=0, and let the optimiser care for it."
        )
    given = given_data(
        X, y, labels, extractor, params["template"], params["min_count"], sample_weight
    )
    dataset, targets, weights = given.dataset, given.targets, given.weights
    if weights is not None:
        dataset, targets, weights = with_weight(dataset, targets, weights)
    return ObjectiveFunction(
        dataset,
        targets,
        feature_choice(params, given.extractor, given.names).index(dataset, targets),
        given.names,
        given.extractor,
        make_estimator,
        c2=DEFAULT_C2 if params["c2"] is None else float(params["c2"]),
        threads=params["threads"],
        sentence_weights=weights,
        objective=params["objective"],
        costs=costs_of(params, given.names),
    )
