"""Thread-safe import of the packages of `crfcore`.

Two threads that import a package and one of its modules can wait for each other's import locks.
Python resolves the deadlock by giving one of them a half-initialised module.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from importlib import import_module
from typing import ParamSpec, TypeVar

from app.domain.gc_pause import gc_paused

PACKAGES = (
    "crfcore.crf",
    "crfcore.active_learning",
    "crfcore.constraints",
    "crfcore.inference",
    "crfcore.metrics",
    "crfcore.semi_markov",
)
"""The packages used on several threads."""

_loading = threading.Lock()

P = ParamSpec("P")
R = TypeVar("R")


def load_mathematics() -> None:
    """Import the packages under a lock."""
    with _loading:
        new = any(package not in sys.modules for package in PACKAGES)
        # Garbage collection among the compiler's half a million objects would block the window.
        with gc_paused() if new else nullcontext():
            for package in PACKAGES:
                import_module(package)


def with_mathematics(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to import the packages before its first call."""

    @wraps(function)
    def loaded(*args: P.args, **kwargs: P.kwargs) -> R:
        load_mathematics()
        return function(*args, **kwargs)

    return loaded
