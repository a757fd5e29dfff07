"""The dialog with learning curves by label, and what it says where there are none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal

from app.domain.label_curves import LabelCurve, LabelCurves
from app.views.dialogs.label_curves import LabelCurvesDialog

FOUND = LabelCurves(
    (4, 8, 1600),
    (
        LabelCurve("", (0.5, 0.6, 0.7), (0.4, 0.5, 0.65), 1_234),
        LabelCurve("DOSE", (0.5, 0.7, 0.69), (0.5, 0.6, 0.6), 1_200),
        LabelCurve("DRUG", (0.2, 0.4, 0.52), (0.2, 0.3, 0.4), 30),
        LabelCurve("ROUTE", (0.2, 0.4, 0.9), (0.2, 0.3, 0.4), 1),
    ),
    30,
)


class QuietSearch(QObject):
    """Counts requests."""

    found = Signal(object)
    progressed = Signal(int, int)
    failed = Signal(str)
    text_changed = Signal(bool)
    ready = True

    def __init__(self):
        super().__init__()
        self.requests = 0

    def request(self):
        self.requests += 1

    def cancel(self):
        self.requests -= 1


@pytest.fixture
def search(qapp):
    return QuietSearch()


@pytest.fixture
def dialog(search, qtbot):
    made = LabelCurvesDialog(search)
    qtbot.addWidget(made)
    made.show()
    return made


def rows(dialog):
    return [dialog.view.item(row).text() for row in range(dialog.view.count())]


def test_rows_are_not_cut_off(dialog, search):
    search.found.emit(FOUND)
    assert dialog.view.sizeHintForColumn(0) <= dialog.view.viewport().width()


def test_labels_are_listed_by_what_they_gained(dialog, search):
    assert dialog.lead.text() == "Training on parts of the labelled sentences…"
    search.progressed.emit(3, 12)
    assert dialog.lead.text().endswith("25%")
    search.progressed.emit(0, 0)
    search.found.emit(FOUND)
    assert dialog.lead.text() == (
        "More sentences with DRUG would help most. This is a rough estimate from only 30 sentences."
    )
    assert rows(dialog) == [
        "All labels: F1 70% · +10 points from the last doubling · 65% without unlabelled text · "
        "labelled 1,234 times",
        "DRUG: F1 52% · +12 points from the last doubling · 40% without unlabelled text · "
        "labelled 30 times",
        "DOSE: F1 69% · −1 point from the last doubling · 60% without unlabelled text · "
        "labelled 1,200 times",
        "ROUTE: F1 90% · too rare to tell · 40% without unlabelled text · labelled once",
    ]
    assert "Dashed" in dialog.legend.text()


def test_the_chosen_label_has_its_picture(dialog, search):
    assert not dialog.picture.isVisible()
    search.found.emit(FOUND)
    assert dialog.picture.isVisible()
    spoken = dialog.picture.accessibleDescription
    assert spoken() == "F1 by number of training sentences: 4: 50%, 8: 60%, 1,600: 70%"
    dialog.view.setCurrentRow(1)
    assert spoken().endswith(" 4: 20%, 8: 40%, 1,600: 52%")
    dialog.grab()


def test_labels_that_are_all_rare_are_not_ranked(dialog, search):
    rare = LabelCurve("DRUG", (), (0.2, 0.9), 4)
    search.found.emit(LabelCurves((4, 8), (LabelCurve("", (), (0.5, 0.6), 4), rare), 30))
    assert rows(dialog)[1] == "DRUG: F1 90% · too rare to tell · labelled 4 times"
    assert dialog.lead.text() == (
        "No label was given 20 times: too few to say which would help most."
    )


def test_the_only_label_that_was_judged_is_not_recommended(dialog, search):
    curves = [LabelCurve("", (), (0.5, 0.6), 50), LabelCurve("DRUG", (), (0.2, 0.9), 46)]
    search.found.emit(LabelCurves((4, 8), (*curves, LabelCurve("DOSE", (), (0.2, 0.3), 4)), 300))
    assert dialog.lead.text() == (
        "Only DRUG was given often enough to tell; sentences with the other labels may help more."
    )


@pytest.mark.parametrize("last", [0.98, 1.0])
def test_where_all_labels_are_nearly_perfect_more_of_them_is_not_recommended(dialog, search, last):
    curves = tuple(LabelCurve(label, (), (0.9, last), 40) for label in ("", "HUT", "BERG"))
    search.found.emit(LabelCurves((4, 8), curves, 39))
    assert dialog.lead.text() == (
        "All labels score close to 100% here: more of the same would help little. This is a rough "
        "estimate from only 39 sentences."
    )
    lower = LabelCurve("SEE", (), (0.5, 0.9), 40)
    search.found.emit(LabelCurves((4, 8), (*curves, lower), 300))
    assert dialog.lead.text() == "More sentences with SEE would help most."


@pytest.mark.parametrize(
    ("rare", "why"),
    [
        (["PERSON"], " PERSON is too rare to tell what it gained."),
        (["PERSON", "SITE"], " PERSON and SITE are too rare to tell which gained."),
        (["A", "B", "C"], " A, B and C are too rare to tell which gained."),
        (["A", "B", "C", "D"], " 4 labels are too rare to tell which gained."),
        ([], ""),
    ],
)
def test_what_all_labels_gained_is_not_denied(dialog, search, rare, why):
    judged = LabelCurve("STAR", (), (0.9, 0.9), 25)
    others = (LabelCurve(label, (), (0.2, 0.9), 4) for label in rare)
    search.found.emit(
        LabelCurves((4, 8), (LabelCurve("", (), (0.8, 0.93), 40), judged, *others), 300)
    )
    assert dialog.lead.text() == (
        f"All labels together gained 13 points from the last doubling.{why}"
    )


def test_one_point_is_no_points(dialog, search):
    judged = LabelCurve("STAR", (), (0.9, 0.9), 25)
    search.found.emit(LabelCurves((4, 8), (LabelCurve("", (), (0.8, 0.81), 40), judged), 300))
    assert dialog.lead.text() == "All labels together gained 1 point from the last doubling."
    assert "+1 point from the last doubling" in rows(dialog)[0]


def test_without_text_there_is_one_curve(dialog, search):
    plain = LabelCurves((4, 8), (LabelCurve("", (), (0.5, 0.4), 9),), 30)
    search.found.emit(plain)
    assert rows(dialog) == [
        "All labels: F1 40% · −10 points from the last doubling · labelled 9 times"
    ]
    assert "improved no label" in dialog.lead.text()
    same = LabelCurves((4, 8), (LabelCurve("", (), (0.401, 0.398), 9),), 30)
    search.found.emit(same)
    assert rows(dialog) == [
        "All labels: F1 40% · no gain from the last doubling · labelled 9 times"
    ]
    search.found.emit(plain)
    assert "Dashed" not in dialog.legend.text()
    dialog.grab()


def test_too_few_sentences_are_a_sentence(dialog, search):
    search.found.emit(LabelCurves((), (), 7))
    assert dialog.lead.text() == (
        "At least 24 done sentences are needed, not counting test sentences; so far 7."
    )
    assert not dialog.picture.isVisible()


def test_an_error_is_shown(dialog, search):
    search.failed.emit("The template needs a column.")
    assert dialog.lead.text() == "The template needs a column."


def test_on_the_first_start_it_says_why_it_waits(search, qtbot):
    search.ready = False
    made = LabelCurvesDialog(search)
    qtbot.addWidget(made)
    assert "being prepared" in made.lead.text()


def test_closing_drops_the_request(dialog, search):
    assert search.requests == 1
    dialog.begin()
    assert search.requests == 2
    dialog.finished.emit(0)
    assert search.requests == 1


def test_curves_of_another_text_are_marked_until_they_are_computed_again(dialog, search):
    marked = "The text has changed since then, so these figures are out of date."
    search.found.emit(FOUND)
    assert marked not in dialog.lead.text()
    search.text_changed.emit(True)
    search.text_changed.emit(True)
    assert dialog.lead.text().count(marked) == 1
    search.text_changed.emit(False)
    assert marked not in dialog.lead.text(), "the change was undone"
    search.text_changed.emit(True)
    dialog.begin()
    search.found.emit(FOUND)
    assert marked not in dialog.lead.text()
    dialog.begin()
    search.text_changed.emit(True)
    assert dialog.lead.text() == "Training on parts of the labelled sentences…"
    search.found.emit(FOUND)
    assert marked in dialog.lead.text()
