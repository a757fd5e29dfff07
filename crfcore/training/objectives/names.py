"""The objectives by name."""

from __future__ import annotations

from collections.abc import Callable

from crfcore.training.objectives.marginal_likelihood import MarginalLikelihood
from crfcore.training.objectives.piecewise import Piecewise
from crfcore.training.objectives.pseudo_likelihood import PseudoLikelihood
from crfcore.training.objectives.terms import Terms

_TERMS: dict[str, Callable[[], Terms]] = {
    "marginal-likelihood": MarginalLikelihood,
    "pseudo-likelihood": PseudoLikelihood,
    "piecewise": Piecewise,
}

OBJECTIVES = ("likelihood", *_TERMS)
"""What can be made small; all but the likelihood of whole labellings are sums of `Terms`."""


def terms_of(name: str) -> Terms | None:
    """Return the terms of an objective, None for the likelihood."""
    return None if name == "likelihood" else _TERMS[name]()
