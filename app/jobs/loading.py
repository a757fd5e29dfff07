"""Loading the mathematics from several threads at once.

A package of `crfcore` whose first lines import its own modules must not be met from two sides: a
thread that asks for one of these modules holds that one and waits for the package, while another
that loads the package waits for the module. Python ends that by giving one of them half a module.
"""

from __future__ import annotations

import linecache
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
)
"""What the threads of a project share."""

_loading = threading.Lock()

P = ParamSpec("P")
R = TypeVar("R")


def load_mathematics() -> None:
    """Load what threads share; the first to ask loads it, others wait until it is there."""
    with _loading:
        new = any(package not in sys.modules for package in PACKAGES)
        # Half a million objects of the compiler: a search among them stops the window, too.
        with gc_paused() if new else nullcontext():
            for package in PACKAGES:
                import_module(package)
        # Qt's binding has read the source of each module for a word; the lines, all of the
        # compiler's among them, would stay for good: some 20 MB.
        linecache.clearcache()


def with_mathematics(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function that may be the first on its thread wait until the mathematics is loaded."""

    @wraps(function)
    def loaded(*args: P.args, **kwargs: P.kwargs) -> R:
        load_mathematics()
        return function(*args, **kwargs)

    return loaded
