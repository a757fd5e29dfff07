"""The table on costs of missed names, with a corpus of a few sentences."""

from __future__ import annotations

from pathlib import Path

from app.lab.reproduce import gupta_costs
from app.lab.reproduce.context import Context
from app.lab.reproduce.tables import table_named
from tests.app.lab.reproduce.test_gupta_segments import write_dutch


def test_recall_and_f1_stand_beside_those_of_the_likelihood(tmp_path: Path) -> None:
    write_dutch(tmp_path)
    table = table_named("gupta-2.4-dutch")
    rows = list(table.rows(Context(tmp_path, seeds=1)))
    assert len(rows) == 4 * len(gupta_costs.TASKS)
    assert [row.variant for row in rows[:2]] == ["", gupta_costs.LIKELIHOOD]
    assert [row.name for row in rows[:4:2]] == [
        "basic, 100 sentences: recall",
        "basic, 100 sentences: F1",
    ]
    assert all(row.ours is not None and row.paper is None for row in rows)
    assert "ner, 500 sentences: F1 +0.0" in table.remarks(rows)[1]
