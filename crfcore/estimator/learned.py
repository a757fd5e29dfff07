"""The common part of estimators: parameters and the fitted chain."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Any, ClassVar

from crfcore.errors import ParameterError, shown
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.template import Template


def tags_of_scikit_learn() -> Any:
    """Return what scikit-learn asks each estimator for."""
    # Called by scikit-learn only, so the import succeeds.
    from sklearn.utils import Tags, TargetTags

    return Tags(estimator_type=None, target_tags=TargetTags(required=True), requires_fit=True)


def check_names(estimator: str, known: Collection[str], names: Iterable[str]) -> None:
    """Raise ParameterError for a parameter that an estimator does not have."""
    for name in names:
        if name not in known:
            near = [one for one in known if _differ_in_one_letter(name, one)]
            near = near or get_close_matches(name, known, n=1)
            meant = f"use {' or '.join(near)}" if near else f"it has {', '.join(known)}"
            raise ParameterError(f"{estimator} has no parameter {shown(name)}; {meant}.")


def _differ_in_one_letter(name: str, other: str) -> bool:
    return len(name) == len(other) and sum(map(str.__ne__, name, other)) == 1


class Learned(ABC):
    """An estimator: parameters, and the fitted chain if there is one."""

    KIND: ClassVar[str]
    """The estimator's name in its files; derived classes read the same files."""

    template: str | Template | None
    c1: float | None = None
    allowed_transitions: Any = "all"
    code: Any = "random"
    _fitted: FittedChain | None = None
    threads: int
    _metadata: dict[str, Any] | None = None

    @abstractmethod
    def __init__(self, **params: Any) -> None:
        """Store the parameters that `get_params` returns."""

    @classmethod
    def parameter_names(cls) -> list[str]:
        """Return the names of the constructor's parameters, in their order."""
        return list(inspect.signature(cls).parameters)

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor."""
        del deep
        names = self.parameter_names()
        return {name: vars(self)[name] for name in names}

    @property
    def metadata_(self) -> dict[str, Any]:
        """JSON in the model's file: names of columns, scheme, and any others."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    @metadata_.setter
    def metadata_(self, content: dict[str, Any]) -> None:
        self._metadata = content

    @property
    @abstractmethod
    def fitted_(self) -> FittedChain:
        """The fitted model, an immutable object; NotFittedError without it."""

    def dataset(self, X: Any) -> Dataset:  # noqa: N803
        """Return sentences as a dataset of the model's attributes; unknown ones are left out."""
        return dataset_of(X, self.fitted_.extractor)
