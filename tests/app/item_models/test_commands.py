"""Tests of finding commands by name, menu and key."""

import pytest
from PySide6.QtCore import Qt

from app.item_models.commands import CommandRole, CommandRow, CommandsModel

ROWS = (
    CommandRow("accept", "Accept the sentence", "Label", ("Enter", "A")),
    CommandRow("undo", "Undo", "Edit", ("Ctrl+Z",), changed=True),
    CommandRow("train_now", "Train now", "Model"),
)


@pytest.fixture
def model(qapp):
    model = CommandsModel()
    model.show_rows(ROWS)
    return model


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("", 3), ("undo", 1), ("ctrl+z", 1), ("Ctrl", 1), ("a", 2), ("model", 1), ("zz", 0)],
)  # fmt: skip
def test_what_fits_is_listed(model, wanted, found):
    model.find(wanted)
    assert model.rowCount() == found


def test_rows_are_found_again(model):
    assert model.row_of("undo") == 1
    model.find("train")
    assert model.row_of("undo") is None
    assert model.row(0) == ROWS[2]
    assert model.row(1) is None


def test_a_row_says_what_it_is(model):
    assert model.index(0).data() == "Accept the sentence"
    assert model.index(0).data(CommandRole.ROW) == ROWS[0]
    spoken = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert spoken == [
        "Accept the sentence, Enter or A, Label",
        "Undo, Ctrl+Z, Edit, changed",
        "Train now, no shortcut, Model",
    ]
