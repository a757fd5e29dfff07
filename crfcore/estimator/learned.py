"""The common part of estimators: parameters and the fitted chain."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.named_parameters import NamedParameters
from crfcore.features.dataset import Dataset
from crfcore.features.template import Template


class Learned(NamedParameters):
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
