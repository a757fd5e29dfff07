"""The common part of estimators: parameters and the fitted chain."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.template import Template


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
