"""Records of arrays that are stored in files and sent between processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.features.targets import Targets
from crfcore.features.token_attributes import TokenAttributes

State: TypeAlias = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""A JSON object and named arrays."""

_OF_DATASET = ("offsets", "indptr", "attributes", "values", "edge_indptr", "edge_attributes")


class Record(ABC):
    """An object that is stored and sent as a JSON object and named arrays."""

    @abstractmethod
    def state(self) -> State:
        """Return the state for `from_state`."""

    @classmethod
    @abstractmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the object of a `state`."""

    def __reduce__(self) -> Any:
        # Without what was derived from the arrays, such as workspaces.
        return type(self).from_state, self.state()


def dataset_state(dataset: TokenAttributes, targets: Targets) -> State:
    """Return attributes and labels of tokens as a state."""
    arrays = {name: getattr(dataset, name) for name in _OF_DATASET}
    header = {
        "n_attributes": dataset.n_attributes,
        "n_edge_attributes": dataset.n_edge_attributes,
        "n_labels": targets.n_labels,
    }
    return header, {**arrays, "label_sets": targets.label_sets, "sets": targets.sets}


def dataset_from(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> tuple[TokenAttributes, Targets]:
    """Return attributes and labels of tokens from a state."""
    named: dict[str, Any] = {name: writable(arrays[name]) for name in _OF_DATASET}
    sizes = {name: header[name] for name in ("n_attributes", "n_edge_attributes")}
    dataset = TokenAttributes(**named, **sizes)
    return dataset, Targets(
        writable(arrays["label_sets"]), writable(arrays["sets"]), header["n_labels"]
    )


def writable(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that kernels take without being compiled again."""
    return np.require(array, requirements=["C", "W"])
