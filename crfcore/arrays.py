"""Names for the arrays that travel through the library.

The letters in docstrings: N sentences, T tokens (of one sentence or of all), L labels,
A attributes, F features (weights).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
"""Scores, weights, probabilities: double precision."""

Float32Array: TypeAlias = NDArray[np.float32]
"""Values that are only shown or ranked: single precision."""

AnyFloatArray: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
"""Double or single precision, as its maker chose."""

IdArray: TypeAlias = NDArray[np.int32]
"""Ids of attributes, labels, words, label sets."""

LabelArray: TypeAlias = NDArray[np.uint16]
"""Labels where there are so many of them that their size matters."""

OffsetArray: TypeAlias = NDArray[np.int64]
"""Places in flat arrays: sentence i is ``offsets[i]:offsets[i + 1]``."""

HashArray: TypeAlias = NDArray[np.uint64]
"""Marks that stand for larger things."""

MaskArray: TypeAlias = NDArray[np.uint8]
"""0 or 1: what is allowed."""
