"""Extracted sentences for many trainings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor, dataset_to_learn
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.given_labels import sentence_weights_for, targets_for
from crfcore.training.monitor import Monitor

WARM = (None, "lbfgs")
"""Algorithms with warm starts."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Sentences as a dataset, with targets and extractor.

    Attributes
    ----------
    dataset : Dataset
    targets : Targets
    labels : tuple of str
    extractor : Extractor
    sentence_weights : (N,) array or None
    """

    dataset: Dataset
    targets: Targets
    labels: tuple[str, ...]
    extractor: Extractor
    sentence_weights: FloatArray | None = None

    def select(self, positions: OffsetArray) -> Material:
        """Return some of the sentences."""
        weights = self.sentence_weights
        return Material(
            self.dataset.select(positions),
            self.targets.select(self.dataset.offsets, positions),
            self.labels,
            self.extractor,
            None if weights is None else weights[positions],
        )

    def given_labels(self) -> list[list[Any]]:
        """Return the known label of each token, None, or a set; by sentence."""
        targets = self.targets
        named: list[Any] = [
            frozenset(name for name, is_in in zip(self.labels, row, strict=True) if is_in)
            for row in targets.allowed_by_set().tolist()
        ]
        named[: targets.n_labels] = self.labels
        named[targets.n_labels] = None
        flat = [named[number] for number in targets.label_sets.tolist()]
        return [flat[start:stop] for start, stop in pairwise(self.dataset.offsets.tolist())]

    def fit(
        self,
        crf: LinearChainCRF,
        params: Mapping[str, Any],
        earlier: LinearChainCRF | None,
        monitor: Monitor | None,
        cancelled: Callable[[], bool] | None,
    ) -> LinearChainCRF:
        """Return a clone of an estimator with other parameters, trained on all of this.

        It starts from an earlier model if there is one and the algorithm can, without keeping it.
        """
        chosen = {**crf.get_params(), **params}
        counted = earlier is None or earlier.algorithm == "empirical"
        if chosen["algorithm"] in WARM and not counted:
            chosen["initial"] = earlier
        model = LinearChainCRF(**chosen).fit(
            self.dataset,
            self.targets,
            labels=self.labels,
            extractor=self.extractor,
            sample_weight=self.sentence_weights,
            monitor=monitor,
            cancelled=cancelled,
            new_labels=True,
        )
        return model.set_params(initial=crf.initial)


def material_for(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803
    y: Any,
    labels: Sequence[str] | None,
    extractor: Extractor | None,
    sample_weight: Any,
) -> Material:
    """Return sentences as training data of an estimator; parameters as for its `fit`.

    Raises
    ------
    CrfError
        The estimator is not a LinearChainCRF, so that it has no warm starts.
    """
    if not isinstance(crf, LinearChainCRF):
        raise CrfError(
            f"{type(crf).__name__} is not possible here, only a LinearChainCRF; scikit-learn's "
            "cross_validate and GridSearchCV take it."
        )
    dataset, extractor = dataset_to_learn(X, extractor, crf.template, crf.min_count)
    targets, names = targets_for(y, labels, dataset)
    weights = sentence_weights_for(sample_weight, dataset)
    return Material(dataset, targets, names, extractor, weights)


def check_names(params: Mapping[str, Any], crf: LinearChainCRF) -> None:
    """Raise CrfError for a parameter that is unknown or cannot be searched."""
    known = crf.get_params()
    for name in params:
        if name not in known:
            raise CrfError(f"LinearChainCRF has no parameter {shown(name)} to search over.")
        if name in {"template", "min_count", "initial"}:
            raise CrfError(
                f"The parameter {shown(name)} cannot be searched over: attributes are extracted "
                "once, and where a training starts is decided here. Make a search for each."
            )
