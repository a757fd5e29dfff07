"""Labels and their probabilities by sentence, as predictions are returned."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.features.dataset import Dataset


class Labellings(list[list[str]]):
    """Labels by sentence: a list, which scikit-learn may join with others although it is ragged."""

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
        Whether a temperature was fitted so that they say how often they are right.
    """

    def __init__(
        self, sentences: Iterable[list[dict[str, float]]] = (), *, calibrated: bool = False
    ) -> None:
        super().__init__(sentences)
        self.calibrated = calibrated


def by_sentence(tokens: list[Any], dataset: Dataset) -> list[list[Any]]:
    """Cut what stands for tokens, one after the other, into sentences."""
    return [tokens[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]
