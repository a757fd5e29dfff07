"""Keeping Python's cycle collector quiet while very many small objects are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Make no search for cycles inside the block.

    Each search over a million new objects stops every thread for up to half a second, the
    window's among them, and finds nothing: what is made here holds no cycles.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Enabled at once, it would search all that is new. These two lines put everything
            # among the old objects, which it searches seldom.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
