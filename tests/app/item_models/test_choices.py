"""Tests of completions for typed letters, and their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from app.item_models.choices import Choice, ChoiceRole, ChoicesModel, rank


def names(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def made(*listed, **fields):
    return [Choice(name, str, **fields) for name in listed]


def test_the_best_comes_first():
    model = ChoicesModel(made("CONDITIONS", "DOSE", "DATE", "ROUTE-OF-DOSE", "ADOS"))
    model.show("dos")
    assert names(model) == ["DOSE", "ROUTE-OF-DOSE", "ADOS"]
    model.show("dose")
    assert names(model) == ["DOSE", "ROUTE-OF-DOSE"]
    model.show("")
    assert names(model) == ["CONDITIONS", "DOSE", "DATE", "ROUTE-OF-DOSE", "ADOS"]


@pytest.mark.parametrize(
    ("typed", "name", "quality"),
    [
        ("dose", "DOSE", 0), ("", "DOSE", 0), ("do", "DOSE", 1), ("se", "DOSE", 3),
        ("sent", "Next sentence", 2), ("n s", "Next sentence", 4), ("nsen", "Next sentence", 5),
        ("x", "Next", 3), ("z", "Next", None), ("esn", "Next sentence", None),
        ("tra", "Next uncertain token", None),
        ("s n", "Next sent", 5),
        ("straße", "STRASSE", 0),
    ],
)  # fmt: skip
def test_how_well_a_name_fits(typed, name, quality):
    assert rank(typed, name) == quality


@given(st.text(max_size=8), st.text(min_size=1, max_size=20))
def test_a_beginning_fits_and_nothing_is_an_error(typed, name):
    assert rank(typed, name) in {None, 0, 1, 2, 3, 4, 5}
    assert rank(name[:3], name) is not None


def test_what_cannot_be_chosen_comes_last_and_says_why(qapp):
    model = ChoicesModel([*made("Undo", trouble="Nothing to undo."), *made("Under way")])
    model.show("n")
    assert names(model) == ["Under way", "Undo"]
    model.show("und")
    assert names(model) == ["Under way", "Undo"]
    index = model.index(1)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Nothing to undo."
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Undo, Nothing to undo."
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) is None


def test_a_description_is_matched_after_names(qapp):
    curves = Choice("Show curves", str, description="Find out where more labels would help")
    model = ChoicesModel([curves, *made("Labels more", "Help")])
    model.show("more labels")
    assert names(model) == ["Show curves"]
    model.show("help")
    assert names(model) == ["Help", "Show curves"]
    model.show("labels mor")
    assert names(model) == ["Labels more", "Show curves"]
    model.show("fi")  # too short to be looked for in descriptions
    assert names(model) == []
    model.show("abels xyz")
    assert names(model) == []


def test_a_row_says_its_key_to_a_reader():
    (choice,) = made("DRUG", key="1", kind="label")
    model = ChoicesModel([choice])
    assert model.index(0).data(ChoiceRole.CHOICE) is choice
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "DRUG, label, key 1"
    assert model.choice(1) is None


def test_what_typing_adds_stands_ahead():
    model = ChoicesModel(made("DRUG"))
    model.show("d", made("Go to sentence 7"))
    assert names(model) == ["Go to sentence 7", "DRUG"]
