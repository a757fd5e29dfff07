"""Copies of large arrays that reuse memory."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

MAX_KEPT = 8
"""The most arrays kept for reuse."""

Array = TypeVar("Array", bound=NDArray[Any])


class Copies:
    """Copies arrays into earlier copies that are no longer referenced.

    Page faults in a new array of some megabytes take three times as long as copying.
    """

    def __init__(self) -> None:
        self._kept: list[NDArray[Any]] = [np.zeros(0)]
        # The reference count of an array that only the list refers to.
        self._unused = self._references(0)
        self._kept.clear()

    def of(self, source: Array) -> Array:
        """Return a copy, which is not overwritten while there are references to it or a view."""
        for index in range(len(self._kept)):
            if self._references(index) > self._unused:
                continue
            if self._kept[index].shape == source.shape and self._kept[index].dtype == source.dtype:
                np.copyto(self._kept[index], source)
                return self._kept[index]  # type: ignore[return-value] # of the same type
        copy = source.copy()
        self._kept = [*self._kept[-(MAX_KEPT - 1) :], copy]
        return copy

    def _references(self, index: int) -> int:
        return sys.getrefcount(self._kept[index])
