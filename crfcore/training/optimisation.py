"""The minimisation of an objective: the optimisers by name, and their arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

from crfcore.arrays import FloatArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Minimum, Stopping

OPTIMISERS = ("lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis")
"""Ways of making an objective small; each but the first is for smooth objectives."""

SCALINGS = ("gis", "iis")
"""Those that solve equations of their own, which only the likelihood of whole labellings has."""

_BY_NAME = "crfcore.classic.optimisers.names"
"""Where all but L-BFGS are found, once one of them is wanted."""

EXACT_FROM_THE_START = ("newton", *SCALINGS)
"""Those whose differences need all digits: no sums in single precision."""


@dataclass(frozen=True, slots=True)
class Optimisation:
    """How the likelihood is maximised: Σ −log p(y|x) + c1·Σ|w| + c2·Σw² is made small.

    Attributes
    ----------
    objective : str
        What may stand for −log p(y|x): one of `OBJECTIVES`.
    algorithm : str
        One of `OPTIMISERS`.
    correction : bool
        For gis: with the correction feature.
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


class SmoothFunction(Protocol):
    """What the optimisers for smooth functions ask of an objective."""

    def __call__(self, x: FloatArray, gradient: FloatArray, /) -> float:
        """Return the value and write the gradient."""

    def refine(self) -> bool:
        """Become more exact; return whether that changes anything."""

    def norms(self, variables: FloatArray, gradient: FloatArray, /) -> tuple[float, float]:
        """Return the norms of weights and gradient."""


@dataclass(frozen=True, slots=True)
class LabelledData:
    """What iterative scaling looks at besides an objective.

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


def minimised_by_name(
    objective: SmoothFunction,
    x: FloatArray,
    wanted: Optimisation,
    data: LabelledData,
    monitor: Monitor | None = None,
) -> Minimum:
    """Make an objective small by one of the optimisers for smooth functions, but L-BFGS.

    Parameters
    ----------
    objective : SmoothFunction
        For gis of the weights themselves, in double precision; iis does not ask it.
    x : (F,) array, changed
        The start, and then the end.
    wanted : Optimisation
    data : LabelledData
        Only "gis" and "iis" look at it.
    monitor : Monitor, optional

    Raises
    ------
    CrfError
        "gis" or "iis", and a label is open, or a value of an attribute negative.
    """
    by_name = import_module(_BY_NAME).minimised_by_name
    return cast("Minimum", by_name(objective, x, wanted, data, monitor))
