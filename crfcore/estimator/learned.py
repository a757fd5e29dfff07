"""What the parts of an estimator share: the chain that it has learned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset


class Learned(ABC):
    """An estimator that may have learned something."""

    threads: int
    _metadata: dict[str, Any] | None = None

    @property
    def metadata_(self) -> dict[str, Any]:
        """JSON that travels in the model's file: names of columns, scheme, whatever is wanted."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    @metadata_.setter
    def metadata_(self, content: dict[str, Any]) -> None:
        self._metadata = content

    @abstractmethod
    def _known(self) -> FittedChain:
        """Return what has been learned; raises NotFittedError."""

    @property
    def fitted_(self) -> FittedChain:
        """What has been learned: never changed, so that others may hold on to it."""
        return self._known()

    def dataset(self, X: Any) -> Dataset:  # noqa: N803
        """Return sentences as the model's attributes; those it does not know are left out."""
        return dataset_of(X, self._known().extractor)
