"""The peer of the measurements, imported when one runs."""

from __future__ import annotations

from types import ModuleType

from app.benchmarks.figures import BenchmarkError


def crfsuite() -> ModuleType:
    """Return python-crfsuite, or say how to get it."""
    try:
        import pycrfsuite
    except ImportError as error:
        raise BenchmarkError(
            "This measurement runs beside python-crfsuite, which is not installed: "
            "pip install 'tagwright[bench]', or make bench."
        ) from error
    module: ModuleType = pycrfsuite
    return module
