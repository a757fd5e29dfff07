"""Tests of the models' answers for rows in and out of range."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt

from app.item_models.rows import RowsModel

DISPLAY = Qt.ItemDataRole.DisplayRole


class Letters(RowsModel):
    letters = "abc"

    def _n_rows(self) -> int:
        return len(self.letters)

    def _answer(self, row: int, role: int) -> object:
        return self.letters[row] if role == DISPLAY else None


def test_each_row_answers_in_its_role() -> None:
    model = Letters()
    assert model.rowCount() == 3
    assert [model.index(row).data() for row in range(3)] == ["a", "b", "c"]
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) is None


def test_a_row_that_has_just_gone_says_nothing() -> None:
    model = Letters()
    last = model.index(2)
    model.letters = "ab"
    assert model.data(last, DISPLAY) is None
    assert model.data(QModelIndex(), DISPLAY) is None


def test_rows_have_no_branches() -> None:
    model = Letters()
    assert model.rowCount(model.index(0)) == 0
