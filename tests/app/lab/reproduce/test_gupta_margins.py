"""The table on margins, with a corpus of two sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce import gupta_margins
from app.lab.reproduce.context import Context
from tests.app.lab.benchmarks.small_corpus import write_small_corpus


def test_three_methods_and_the_likelihood(tmp_path: Path) -> None:
    write_small_corpus(tmp_path)
    table = gupta_margins.MarginsTable()
    rows = {row.name: row for row in table.rows(Context(tmp_path))}
    before = "2 sentences"
    objectives, bounds = [], []
    for method in gupta_margins.METHODS:
        name = f"{before}: {method.name}, {method.passes[-1]} passes"
        assert rows[f"{name}: F1"].ours == 1.0
        objective, gap = (rows[f"{name}: {figure}"].ours for figure in ("objective", "gap"))
        assert objective is not None
        assert gap is not None
        assert gap >= 0.0
        objectives.append(objective)
        bounds.append(objective - gap)
    # They have one minimum, which is between every bound and every objective.
    assert max(bounds) <= min(objectives)
    assert rows["All sentences: Likelihood, L-BFGS: F1"].ours == 1.0
    assert rows["All sentences: Softmax-margin, L-BFGS: F1"].seconds is not None
    assert table.remarks(list(rows.values()))
