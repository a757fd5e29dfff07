"""Optimisers by name, and their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from crfcore.arrays import FloatArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.fingerprint import fingerprint
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Function, Minimum, Stopping
from crfcore.training.optimisers.owlqn import minimise_with_l1

OPTIMISERS = ("lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis")
"""The names of optimisers; all but the first are for smooth objectives."""

SCALINGS = ("gis", "iis")
"""Optimisers for the likelihood of whole labellings only."""

_BY_NAME = "crfcore.classic.optimisers.names"
"""The module of all but L-BFGS, imported on first use."""

EXACT_FROM_THE_START = ("newton", *SCALINGS)
"""Optimisers that need double precision from the start."""


@dataclass(frozen=True, slots=True, eq=False)
class Optimisation:
    """Settings of an optimiser, which minimises Σ −log p(y|x) + c1·Σ|w| + c2·Σw².

    Attributes
    ----------
    objective : str
        Replaces −log p(y|x): one of `OBJECTIVES`.
    costs : (L, L) array, optional
        For "softmax-margin"; see `Objective`.
    algorithm : str
        One of `OPTIMISERS`.
    correction : bool
        For gis: use the correction feature.
    """

    c1: float = 0.0
    c2: float = 1.0
    memory: int = 6
    stopping: Stopping = field(default_factory=Stopping)
    threads: int = 1
    seed: int = 0
    objective: str = "likelihood"
    algorithm: str = "lbfgs"
    correction: bool = False
    costs: FloatArray | None = None

    def fingerprint_of(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        sentence_weights: FloatArray | None,
    ) -> str:
        """Return the hash of the objective's data, without its penalties."""
        return fingerprint(dataset, targets, index, sentence_weights, self.objective, self.costs)


class SmoothFunction(Protocol):
    """The interface of an objective for optimisers of smooth functions."""

    def __call__(self, x: FloatArray, gradient: FloatArray, /) -> float:
        """Return the value and write the gradient."""

    def refine(self) -> bool:
        """Increase the precision; return whether that changes anything."""

    def norms(self, variables: FloatArray, gradient: FloatArray, /) -> tuple[float, float]:
        """Return the norms of weights and gradient."""


@dataclass(frozen=True, slots=True)
class LabelledData:
    """Data for iterative scaling besides an objective.

    Attributes
    ----------
    dataset, targets, index
        As for `Objective`.
    sentence_weights : (N,) array, optional
    cancelled : callable, optional
    """

    dataset: Dataset
    targets: Targets
    index: FeatureIndex
    sentence_weights: FloatArray | None = None
    cancelled: Callable[[], bool] | None = None


def minimised(
    function: Function, x: FloatArray, wanted: Optimisation, monitor: Monitor | None = None
) -> Minimum:
    """Minimise a function by L-BFGS, or by OWL-QN if c1 is above 0, updating x in place."""
    memory, stopping = wanted.memory, wanted.stopping
    if wanted.c1 > 0.0:
        return minimise_with_l1(
            function, x, wanted.c1, memory=memory, stopping=stopping, monitor=monitor
        )
    return minimise(function, x, memory=memory, stopping=stopping, monitor=monitor)


def minimised_by_name(
    objective: SmoothFunction,
    x: FloatArray,
    wanted: Optimisation,
    data: LabelledData,
    monitor: Monitor | None = None,
) -> Minimum:
    """Minimise an objective by an optimiser for smooth functions other than L-BFGS.

    Parameters
    ----------
    objective : SmoothFunction
        For gis of unscaled weights, in double precision; not used by iis.
    x : (F,) array, changed
        The start, replaced by the result.
    wanted : Optimisation
    data : LabelledData
        Used by "gis" and "iis" only.
    monitor : Monitor, optional

    Raises
    ------
    CrfError
        With "gis" or "iis", a label is open, or a value of an attribute is negative.
    """
    by_name = import_module(_BY_NAME).minimised_by_name
    return cast("Minimum", by_name(objective, x, wanted, data, monitor))
