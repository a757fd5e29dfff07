"""Keys under rules: project and figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.jobs.rules.conversion import active_rules
from app.lab.benchmarks import constrained_window
from app.lab.benchmarks.figures import BenchmarkOptions
from app.storage.project_file import ProjectFile
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_rules_are_in_the_project_and_the_keys_are_summed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_small_corpus(tmp_path)
    asked: list[list[object]] = []

    def play(words: list[object], _: object) -> str:
        with ProjectFile.open(Path(str(words[1]))) as file:
            active = active_rules(file.load().rules_in_force())
        assert len(active.rules) == len(constrained_window.RULES)
        assert active.troubles == {}
        asked.append(words)
        return json.dumps({"keys": [{"seconds": 0.01}, {"seconds": 0.03}]})

    monkeypatch.setattr(constrained_window, "run", play)
    figures = constrained_window.measure_keys(BenchmarkOptions(tmp_path, keys=2))
    assert asked[0][2:] == [2, *constrained_window.RATES]
    assert {name: figure.ours for name, figure in figures.items()} == {
        "key_to_paint_under_rules_p50_seconds": 0.01,
        "key_to_paint_under_rules_p95_seconds": 0.03,
        "key_to_paint_under_rules_max_seconds": 0.03,
    }
