"""The preview of a file of phrases: what it says, and what is asked before it is imported."""

import pytest
from PySide6.QtWidgets import QPushButton

from app.domain.gazetteers import Gazetteer
from app.jobs.gazetteers.files import ReadGazetteer
from app.views.dialogs.gazetteer_import import GazetteerImport


def dialog_of(qtbot, found):
    dialog = GazetteerImport(found, ["CITY", "DRUG"])
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_it_counts_phrases_repeated_lines_and_bad_ones(qtbot):
    found = ReadGazetteer("cities", {"Ulm": "CITY"}, 1, 2, ("cities.tsv, line 3: bad.",))
    dialog = dialog_of(qtbot, found)
    assert dialog.summary.text() == "1 phrase · 1 duplicate · 2 lines skipped (see below)"
    assert dialog.troubles.isVisible()
    assert dialog.troubles.toPlainText() == "cities.tsv, line 3: bad."


def test_what_is_chosen_is_handed_over(qtbot):
    found = ReadGazetteer("cities", {"Ulm": "", "Bonn": "TOWN"}, 3, 1, ())
    dialog = dialog_of(qtbot, found)
    assert not dialog.troubles.isVisible()
    dialog.name.setText(" towns ")
    dialog.label.setCurrentIndex(1)
    dialog.ignore_case.click()
    dialog.features.click()
    with qtbot.waitSignal(dialog.wanted) as wanted:
        dialog.accept()
    assert wanted.args == [
        Gazetteer(0, "towns", ignore_case=True, label="CITY", as_features=False),
        found.phrases,
    ]


def test_of_an_empty_file_nothing_can_be_imported(qtbot):
    dialog = dialog_of(qtbot, ReadGazetteer("x", {}, 0, 0, ()))
    assert "Nothing to import" in dialog.summary.text()
    button = next(b for b in dialog.findChildren(QPushButton) if b.text() == "&Import")
    assert not button.isEnabled()


def test_a_list_without_a_label_suggests_nothing(qtbot):
    dialog = dialog_of(qtbot, ReadGazetteer("cities", {"Ulm": ""}, 0, 0, ()))
    assert not dialog.proposals.isEnabled()
    assert dialog.needs_label.text() == "Choose a default label to get suggestions."
    assert dialog.needs_label.isVisible()
    dialog.label.setCurrentIndex(1)
    assert dialog.proposals.isEnabled()
    assert not dialog.needs_label.isVisible()
    own = dialog_of(qtbot, ReadGazetteer("cities", {"Ulm": "CITY"}, 0, 0, ()))
    assert own.proposals.isEnabled()


@pytest.mark.parametrize(
    ("name", "label"), [("Drugs", "DRUG"), ("city", "CITY"), ("cities", ""), ("", "")]
)
def test_the_label_that_the_file_is_named_after_is_chosen(qtbot, name, label):
    dialog = dialog_of(qtbot, ReadGazetteer(name, {"Ulm": ""}, 0, 0, ()))
    assert dialog.gazetteer().label == label
    assert dialog.proposals.isEnabled() == bool(label)
