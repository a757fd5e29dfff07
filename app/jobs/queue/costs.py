"""The model of the time per sentence, fitted to a person's timings."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from app.domain.timings import Timed

if TYPE_CHECKING:
    from crfcore.active_learning import CostModel


@lru_cache(maxsize=1)
def cost_model_of(timed: tuple[Timed, ...]) -> CostModel:
    """Return the cost model of a person's timings, or the default one without any."""
    from crfcore.active_learning.cost_model import USUAL, fit_cost_model

    if not timed:
        return USUAL
    return fit_cost_model(
        [one.tokens for one in timed],
        [one.corrections for one in timed],
        [one.seconds for one in timed],
    )
