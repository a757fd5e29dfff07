"""The input of a prediction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.dataset_rules import dataset_rules_for
from crfcore.estimator.learned import Learned

Part = TypeVar("Part")


class PredictionInput:
    """Sentences as a dataset, with allowed labels and rules, for one model.

    Parameters
    ----------
    model : Learned
    X, allowed, rules
        As for `LinearChainCRF.predict`.

    Attributes
    ----------
    fitted : FittedChain
    dataset : Dataset
    mask : (T, L) array of 0 and 1, or None
    dataset_rules : DatasetRules or None
    """

    def __init__(self, model: Learned, X: Any, allowed: Any = None, rules: Any = None) -> None:  # noqa: N803
        self.fitted = model.fitted_
        self.dataset = model.dataset(X)
        self.mask = allowed_mask(allowed, self.fitted.labels, self.dataset)
        self.dataset_rules = (
            None if rules is None else dataset_rules_for(rules, X, self.dataset, self.fitted)
        )
        self.threads = model.threads

    def in_lattices(
        self,
        work: Callable[..., Part],
        constrained_work: Callable[[ConstrainedLattice, OffsetArray], Part],
        *,
        threads: int | None = None,
    ) -> list[Part]:
        """Call a function for batches of sentences, in order.

        Parameters
        ----------
        work : callable
            Without rules, as for `FittedChain.in_lattices`.
        constrained_work : callable
            Under rules, as for `DatasetRules.in_lattices`.
        threads : int, optional
            By default those of the model.
        """
        threads = self.threads if threads is None else threads
        if self.dataset_rules is None:
            return self.fitted.in_lattices(self.dataset, work, self.mask, threads=threads)
        return self.dataset_rules.in_lattices(self.dataset, constrained_work, self.mask, threads)

    def label_probabilities(self) -> FloatArray:
        """Return P(y_t = y given x), (T, L)."""
        source = self.fitted if self.dataset_rules is None else self.dataset_rules
        return source.label_probabilities(self.dataset, self.mask, threads=self.threads)
