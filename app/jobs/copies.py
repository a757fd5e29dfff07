"""Copies of large arrays that come with every key, in memory that earlier ones have left."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

MAX_KEPT = 8
"""Arrays that are kept to be used again; who needs more at a time gets new ones."""

Array = TypeVar("Array", bound=NDArray[Any])


class Copies:
    """Copies arrays; writes over an earlier copy that nobody reads any more.

    The pages of a new array of some megabytes come from the system one by one, which takes three
    times as long as the copying.
    """

    def __init__(self) -> None:
        self._kept: list[NDArray[Any]] = [np.zeros(0)]
        # What the interpreter counts for an array that stands in the list alone.
        self._unused = self._references(0)
        self._kept.clear()

    def of(self, source: Array) -> Array:
        """Return a copy, which stays as it is for as long as anybody holds it or a part of it."""
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
