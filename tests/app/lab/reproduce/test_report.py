"""A table as text and as JSON, and its warning."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from app.lab.reproduce.context import Context
from app.lab.reproduce.report import compute, kept_outcomes, warning
from tests.app.lab.reproduce.imagined import ImaginedTable


def test_the_json_has_the_keys_that_scripts_read() -> None:
    found = compute(ImaginedTable(), Context()).as_json()
    assert found["table"] == "zhu-4"
    assert found["limited"] is False
    assert found["rows"][0] == {
        "name": "A accuracy", "paper": 0.5, "ours": 0.75, "seconds": 1.5, "evaluations": 7,
    }  # fmt: skip
    assert found["rows"][2]["ours"] is None
    assert compute(ImaginedTable(), Context(limit=5)).as_json()["limited"] is True


def test_the_text_shows_both_sides_when_and_where() -> None:
    text = compute(ImaginedTable(), Context(limit=5, seeds=2)).as_text()
    assert "A accuracy    50.00  75.00      1.5            7\n" in text
    assert "C | accuracy  25.00      –        –            –\n" in text
    title = text.splitlines()[0]
    assert title.startswith("zhu-4, here with 5 sentences a part and 2 draws; the whole table is: ")
    assert "`tagwright reproduce zhu-4 --limit 5 --seeds 2`, limited to 5 sentences a part" in text
    assert str(date.today().year) in text
    assert "not to be compared" in text
    assert "3 rows were imagined." in compute(ImaginedTable(), Context(threads=2)).as_text()


def test_a_long_table_says_so_unless_it_is_limited() -> None:
    long = ImaginedTable(minutes=47.2)
    reports = warning(long, Context())
    assert reports is not None
    assert "zhu-4 takes about 47 minutes" in reports
    assert "--limit" in reports
    assert "--resume" in reports
    assert warning(long, Context(limit=3)) is None
    assert warning(ImaginedTable(minutes=20.0), Context()) is None


def test_an_interrupted_table_goes_on_where_it_stopped(tmp_path: Path) -> None:
    table = ImaginedTable(interrupted_at="B")
    path = tmp_path / "kept.json"
    with pytest.raises(KeyboardInterrupt):
        compute(table, Context(kept=kept_outcomes(path, table, Context())))
    assert table.computed == ["A"]
    table.interrupted_at = ""
    report = compute(table, Context(kept=kept_outcomes(path, table, Context())))
    assert table.computed == ["A", "B"]
    assert [row.ours for row in report.rows] == [0.75, 0.75, None]
