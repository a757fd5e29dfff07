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
"""Name to module and class; a module is loaded when its objective is wanted."""

OBJECTIVES = ("likelihood", *_TERMS)
"""What can be made small; all but the likelihood of whole labellings are sums of `Terms`."""


def terms_of(name: str) -> Terms | None:
    """Return the terms of an objective, None for the likelihood."""
    if name == "likelihood":
        return None
    module, kind = _TERMS[name]
    return cast("Terms", getattr(import_module(module), kind)())
