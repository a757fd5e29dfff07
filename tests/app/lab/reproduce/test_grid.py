"""Rows as lines of texts."""

from __future__ import annotations

import pytest

from app.lab.reproduce.grid import grid_of
from app.lab.reproduce.table import Row


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        (Row("a", 0.867, 0.9, 0.5, 3), "a 86.70 90.00 0.5 3"),
        (Row("a", 2.50202, 1234.56, 99.9, 2.5, "nats"), "a 2.502020 1,234.6 99.9 2.5"),
        (Row("a", 4_571_807.0, 0.25, None, 1e4, "seconds"), "a 4,571,807 0.25 – 10,000"),
        (Row("a", 12, None, kind="count"), "a 12 – – –"),
    ],
)
def test_figures_are_shown_by_their_kind(row: Row, shown: str) -> None:
    assert " ".join(grid_of([row])[1]) == shown


def test_variants_are_columns() -> None:
    rows = [
        Row("a", 0.5, 0.6, 1.0, 2),
        Row("b", 0.5, 0.7),
        Row("b", 0.5, 0.8, variant="file order"),
    ]
    assert grid_of(rows) == [
        ("", "paper", "ours", "file order", "seconds", "evaluations"),
        ("a", "50.00", "60.00", "", "1", "2"),
        ("b", "50.00", "70.00", "80.00", "–", "–"),
    ]
    assert [row.as_json()["name"] for row in rows] == ["a", "b", "b, file order"]
