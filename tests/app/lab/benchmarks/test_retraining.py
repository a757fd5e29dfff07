"""The benchmark of learning one more sentence, with small projects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.lab.benchmarks import retraining
from app.lab.benchmarks.figures import BenchmarkOptions
from app.lab.benchmarks.played_project import make_project, quiet_environment
from app.lab.benchmarks.retraining_session import play
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_each_size_has_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small_corpus(tmp_path)
    monkeypatch.setattr(retraining, "SIZES", (1, 2))
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(
        retraining, "make_project", lambda _, a, b, __: made.append((len(a), len(b)))
    )
    answer = {"full": [0.3, 0.1, 0.2], "counted": [0.02, 0.03, 0.01]}
    monkeypatch.setattr(retraining, "run", lambda *_: json.dumps(answer))
    figures = retraining.measure(BenchmarkOptions(tmp_path))
    assert [labelled for labelled, _ in made] == [1, 2]
    assert figures["full_2_p50_seconds"].ours == 0.2
    assert figures["full_2_max_seconds"].ours == 0.3
    assert figures["counted_1_p50_seconds"].ours == 0.02


@pytest.mark.usefixtures("qapp")
def test_a_session_measures_each_confirmed_sentence(tmp_path: Path) -> None:
    project = tmp_path / "small.tagwright"
    sentence = (["Anna", "sees", "a", "cat"], ["B-PER", "O", "O", "O"])
    other = (["the", "dog", "hears", "Anna"], ["O", "O", "O", "B-PER"])
    make_project(project, [sentence, other], [other, sentence], quiet_environment(tmp_path))
    times = play(project, 2)
    assert [len(seconds) for seconds in times.values()] == [2, 2]
    assert min(times["full"]) > 0.0 < min(times["counted"])
