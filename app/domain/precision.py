"""What the size of a control sample buys: how exactly it will tell how good the model is."""

from __future__ import annotations

from bisect import bisect_right
from math import sqrt

PLANNED_SCORE = 0.8
PLANNED_SPANS = 2.0
"""The plan is for a model of this F1 on sentences with so many spans."""

PLANNED = {
    10: 0.2525,
    25: 0.1479,
    50: 0.1019,
    100: 0.0711,
    200: 0.0499,
    400: 0.0352,
    800: 0.0248,
    1600: 0.0175,
}
"""Half the width of the interval for some sizes, by `crfcore.active_learning.planned_widths`.

Kept, because loading the library takes longer than a dialog may.
"""


def planned_precision(size: int) -> float:
    """Return by how much the score of a sample of some size may be off, 0.5 for less than ten."""
    sizes = list(PLANNED)
    if size < sizes[0]:
        return 0.5
    nearest = sizes[bisect_right(sizes, size) - 1]
    return PLANNED[nearest] * sqrt(nearest / size)
