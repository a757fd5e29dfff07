"""Labels that depend on distant labels: chains tied by names, and inference on graphs.

Names are imported on first use, so that chains do not load what only graphs need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crfcore.graphs.beliefs import Beliefs
    from crfcore.graphs.cuts import NotAssociativeError
    from crfcore.graphs.factor_graph import FactorGraph, NoStatesError, WidthError
    from crfcore.graphs.inference import infer

__all__ = [
    "Beliefs",
    "FactorGraph",
    "NoStatesError",
    "NotAssociativeError",
    "WidthError",
    "infer",
]

_HOMES = {
    "Beliefs": "beliefs",
    "FactorGraph": "factor_graph",
    "NoStatesError": "factor_graph",
    "NotAssociativeError": "cuts",
    "WidthError": "factor_graph",
    "infer": "inference",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'crfcore.graphs' has no attribute {name!r}")
    return getattr(import_module(f"crfcore.graphs.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
