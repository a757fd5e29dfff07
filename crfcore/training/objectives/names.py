"""The objectives by name."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from crfcore.training.objectives.terms import Terms

_TERMS = {
    "marginal-likelihood": ("crfcore.classic.objectives.marginal_likelihood", "MarginalLikelihood"),
    "pseudo-likelihood": ("crfcore.classic.objectives.pseudo_likelihood", "PseudoLikelihood"),
    "piecewise": ("crfcore.classic.objectives.piecewise", "Piecewise"),
}
"""Name to module and class, which are imported on first use."""

SOFTMAX_MARGIN = "softmax-margin"
"""The likelihood of scores to which costs are added."""

MAX_MARGIN = "max-margin"
"""The margin, for methods on dual variables alone: it has no gradient."""

CHAINED = ("likelihood", SOFTMAX_MARGIN)
"""Those that sum over whole labellings, and have a gradient."""

OBJECTIVES = (*CHAINED, *_TERMS)
"""The names of objectives with a gradient."""


def terms_of(name: str) -> Terms | None:
    """Return the terms of an objective with a gradient, None for `CHAINED`."""
    if name in CHAINED:
        return None
    module, kind = _TERMS[name]
    return cast("Terms", getattr(import_module(module), kind)())
