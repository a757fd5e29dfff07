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

OBJECTIVES = ("likelihood", *_TERMS)
"""The names of objectives; all but "likelihood" are sums of `Terms`."""


def terms_of(name: str) -> Terms | None:
    """Return the terms of an objective, None for the likelihood."""
    if name == "likelihood":
        return None
    module, kind = _TERMS[name]
    return cast("Terms", getattr(import_module(module), kind)())
