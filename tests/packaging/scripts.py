"""Modules of `packaging`, imported as its scripts import them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


def script_module(name: str, folder: str = "") -> ModuleType:
    """Return a module; the path of modules is afterwards as before."""
    earlier = list(sys.path)
    sys.path.insert(0, str(PACKAGING / folder))
    try:
        return import_module(name)
    finally:
        sys.path[:] = earlier
