"""Return types of predictions: labels and probabilities by sentence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.features.dataset import Dataset


class Labellings(list[list[str]]):
    """Labels by sentence: a list that scikit-learn can concatenate although it is ragged."""

    def __array__(
        self,
        dtype: Any = None,
        copy: bool | None = None,  # noqa: FBT001 - numpy's protocol
    ) -> NDArray[np.object_]:
        """Return an array of one list for each sentence."""
        del dtype, copy
        array = np.empty(len(self), dtype=object)
        for sentence, labels in enumerate(self):
            array[sentence] = labels
        return array


class Marginals(list[list[dict[str, float]]]):
    """The probability of each label of each token, by sentence.

    Attributes
    ----------
    calibrated : bool
        Whether a temperature was fitted.
    """

    def __init__(
        self, sentences: Iterable[list[dict[str, float]]] = (), *, calibrated: bool = False
    ) -> None:
        super().__init__(sentences)
        self.calibrated = calibrated


def by_sentence(tokens: list[Any], dataset: Dataset) -> list[list[Any]]:
    """Split a list by token into lists by sentence."""
    return [tokens[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]
