"""Labels by sentence, as predictions are returned."""

from __future__ import annotations

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


def by_sentence(tokens: list[Any], dataset: Dataset) -> list[list[Any]]:
    """Cut what stands for tokens, one after the other, into sentences."""
    return [tokens[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]
