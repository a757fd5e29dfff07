"""The common part of estimators: parameters, and the chain that they have learned."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.template import Template


class Learned(ABC):
    """An estimator: parameters, and the chain that it may have learned."""

    KIND: ClassVar[str]
    """The estimator's name in its files; a class derived from it reads the same files."""

    template: str | Template | None
    c1: float | None = None
    allowed_transitions: Any = "all"
    _fitted: FittedChain | None = None
    threads: int
    _metadata: dict[str, Any] | None = None

    @abstractmethod
    def __init__(self, **params: Any) -> None:
        """Take the parameters that `get_params` returns."""

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
        """JSON in the model's file: names of columns, scheme, anything else."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    @metadata_.setter
    def metadata_(self, content: dict[str, Any]) -> None:
        self._metadata = content

    @property
    @abstractmethod
    def fitted_(self) -> FittedChain:
        """What has been learned, an object that never changes; NotFittedError without it."""

    def dataset(self, X: Any) -> Dataset:  # noqa: N803
        """Return sentences as the model's attributes; unknown ones are left out."""
        return dataset_of(X, self.fitted_.extractor)
