"""Results and errors of benchmarks."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest

from app.lab.benchmarks import training
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure


def test_a_figure_has_the_keys_that_scripts_read() -> None:
    assert Figure(1.0, 4.0, "s", 3).as_json() == {
        "ours": 1.0,
        "peer": 4.0,
        "ratio": 0.25,
        "unit": "s",
        "runs": 3,
    }


def test_without_a_peer_there_is_no_ratio() -> None:
    figure = Figure(1.0, None, "s").as_json()
    assert figure["peer"] is None
    assert figure["ratio"] is None


def test_without_the_peer_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def absent(name: str, *rest: Any, **named: Any) -> Any:
        if name == "pycrfsuite":
            raise ImportError(name)
        return imported(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "pycrfsuite", raising=False)
    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(BenchmarkError, match="pip install 'tagwright"):
        training.measure(BenchmarkOptions())
