"""A context manager that pauses garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection while many objects without cycles are made.

    Each collection over a million new objects stops every thread for up to half a second.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Moves all new objects to the oldest generation, which is collected seldom.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
