"""Loads scripts of the folder `packaging`, which import one another by their bare names."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a script as a module."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return importlib.import_module(name)
