"""The list of the same words elsewhere: ticks, what is shown now, what it would become."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.modeltest import ModelTester

from app.domain.corrections import Correction, CorrectionKind, Occurrences, Reach
from app.domain.documents import Document
from app.edits.documents import remove_document
from app.edits.label_rows import delete_label
from app.edits.spans import label_span
from app.item_models.occurrences import OccurrenceRole
from app.views.dialogs.occurrences import OccurrencesDialog
from tests.app.jobs.search.test_occurrences import session_of
from tests.memory_projects import set_tags
from tests.window_parts import propose

LABEL = Correction(CorrectionKind.LABEL, 0, 1, 1, (1,))
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked
CLEAR = Correction(CorrectionKind.CLEAR, 0, 1, 1, taken=(1,))


@pytest.fixture
def session(qapp):
    session = session_of([["a", "b"], ["b", "c"], ["c", "b", "b"], ["d", "b"]])
    propose(session, 1, ["B-DOSE", "O"], [0.61, 0.9])
    propose(session, 2, ["O", "O", "B-DOSE"], [0.9, 0.8, 0.5])
    set_tags(session.project, 3, [None, "B-DOSE"], state=3)
    return session


def found_at(correction, where, left=(), reach=Reach(), n_alike=0):  # noqa: B008 (frozen)
    columns = [np.array(some, np.int64).reshape(-1, 2).T for some in (where, left)]
    return Occurrences(correction, *columns[0], *columns[1], reach, n_alike)


def dialog_of(session, qtbot, correction=LABEL, where=((1, 0), (2, 1), (2, 2), (3, 1)), **more):
    dialog = OccurrencesDialog(session, found_at(correction, where, **more))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def rows(dialog, role):
    model = dialog.model
    return [model.data(model.index(row), role) for row in range(model.rowCount())]


def test_parts_of_longer_spans_are_not_selected(session, qtbot):
    set_tags(session.project, 3, ["B-DOSE", "I-DOSE"], state=3)
    found = replace(found_at(LABEL, ((1, 0), (2, 2), (3, 1))), n_inside=1)
    dialog = OccurrencesDialog(session, found)
    qtbot.addWidget(dialog)
    dialog.show()
    assert rows(dialog, Qt.ItemDataRole.CheckStateRole) == [CHECKED, CHECKED, UNCHECKED]
    assert rows(dialog, OccurrenceRole.NOW)[2] == "DOSE, imported “d b”"
    assert dialog.accept_button.text() == "&Apply to 2 occurrences"
    assert dialog.within.text() == (
        "1 occurrence is part of a longer span: select it to change it."
    )
    dialog.model.switch(2)
    assert dialog.within.isHidden()
    assert len(dialog.model.ticked()) == 3


def test_each_row_shows_the_word_in_its_context_and_what_changes(session, qtbot):
    dialog = dialog_of(session, qtbot)
    ModelTester(qtbot).check(dialog.model)
    assert dialog.windowTitle() == "Other occurrences of “b”"
    assert rows(dialog, OccurrenceRole.EXCERPT)[1] == ("c ", "b", " b")
    assert rows(dialog, OccurrenceRole.NOW) == [
        "DOSE 61%",
        "no label 80%",
        "DOSE 50%",
        "DOSE, imported",
    ]
    assert set(rows(dialog, OccurrenceRole.THEN)) == {"DRUG"}
    spoken = rows(dialog, Qt.ItemDataRole.AccessibleTextRole)[0]
    assert spoken == "b c, now DOSE 61%, then DRUG, selected"
    assert rows(dialog, Qt.ItemDataRole.ToolTipRole)[3] == "d b"
    assert dialog.model.data(dialog.model.index(9), OccurrenceRole.NOW) is None
    assert rows(dialog, Qt.ItemDataRole.FontRole) == [None] * 4


@pytest.mark.parametrize(
    ("tags", "probabilities", "now", "then"),
    [
        (["B-DOSE", "I-DOSE", "O"], [0.97, 0.96, 0.9], "DOSE 96%", "DRUG"),
        (["O", "O", "O"], [0.97, 0.96, 0.9], "no label 96%", "DRUG"),
        (
            ["B-DRUG", "I-DRUG", "I-DRUG"],
            [0.9, 0.8, 0.58],
            "DRUG 58% “a b c”",
            "DRUG “a b”",
        ),
        (
            ["B-DRUG", "B-DRUG", "O"],
            [0.9, 0.8, 0.9],
            "DRUG 90% “a”, DRUG 80% “b”",
            "DRUG “a b”",
        ),
        (
            ["O", "B-DRUG", "I-DRUG"],
            [0.7, 0.8, 0.9],
            "no label 70% “a”, DRUG 80% “b c”",
            "DRUG “a b”",
        ),
    ],
)
def test_a_span_is_one_label_and_other_boundaries_are_shown(
    qapp, qtbot, tags, probabilities, now, then
):
    session = session_of([["a", "b"], ["a", "b", "c"]])
    propose(session, 1, tags, probabilities)
    correction = Correction(CorrectionKind.LABEL, 0, 0, 1, (1,))
    dialog = dialog_of(session, qtbot, correction, ((1, 0),))
    assert rows(dialog, OccurrenceRole.NOW) == [now]
    assert rows(dialog, OccurrenceRole.THEN) == [then]


def test_a_span_that_is_confirmed_in_part_shows_the_confidence_of_the_rest(qapp, qtbot):
    session = session_of([["a", "b"], ["a", "b"]])
    propose(session, 1, ["B-DOSE", "I-DOSE"], [0.9, 0.7])
    set_tags(session.project, 1, ["B-DOSE", None])
    correction = Correction(CorrectionKind.LABEL, 0, 0, 1, (1,))
    dialog = dialog_of(session, qtbot, correction, ((1, 0),))
    assert rows(dialog, OccurrenceRole.NOW) == ["DOSE 70%"]


@pytest.mark.parametrize(
    ("correction", "then"),
    [
        (Correction(CorrectionKind.NO_LABEL, 0, 1, 1), "no label"),
        (Correction(CorrectionKind.FORBID, 0, 1, 1, (1, 2)), "not DRUG, DOSE"),
        (CLEAR, "not labelled yet"),
    ],
)
def test_what_it_would_become_in_words(session, qtbot, correction, then):
    dialog = dialog_of(session, qtbot, correction)
    assert rows(dialog, OccurrenceRole.THEN)[0] == then


@pytest.mark.parametrize(
    ("correction", "lead"),
    [
        (LABEL, "You labelled “b” as DRUG. Label these occurrences as well?"),
        (CLEAR, "You removed DRUG from “b”. Remove it here as well?"),
        (
            Correction(CorrectionKind.NO_LABEL, 0, 1, 1),
            "You confirmed that “b” has no label. Confirm it here as well?",
        ),
        (
            Correction(CorrectionKind.FORBID, 0, 1, 1, (1, 2)),
            "You rejected DRUG, DOSE for “b”. Reject it here as well?",
        ),
    ],
)
def test_the_question_names_what_was_done(session, qtbot, correction, lead):
    dialog = dialog_of(session, qtbot, correction)
    assert lead in [label.text() for label in dialog.findChildren(QLabel)]


def test_all_and_none_are_selected_by_letters(session, qtbot):
    dialog = dialog_of(session, qtbot)
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog.view, Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: not dialog.model.n_ticked)
    qtbot.keyClick(dialog.view, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.model.n_ticked == 4)


def test_a_sentence_without_proposals_says_so(session, qtbot):
    dialog = dialog_of(session, qtbot, where=((0, 0),))
    assert rows(dialog, OccurrenceRole.NOW) == ["no suggestion"]


def test_all_are_ticked_and_space_or_a_click_leaves_one_out(session, qtbot):
    dialog = dialog_of(session, qtbot)
    assert dialog.accept_button.text() == "&Apply to 4 occurrences"
    qtbot.keyClick(dialog.view, Qt.Key.Key_Space)
    assert dialog.accept_button.text() == "&Apply to 3 occurrences"
    assert rows(dialog, Qt.ItemDataRole.CheckStateRole)[0] == Qt.CheckState.Unchecked
    at = dialog.view.visualRect(dialog.model.index(3)).topLeft() + QPoint(20, 14)
    qtbot.mouseClick(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert dialog.accept_button.text() == "&Apply to 2 occurrences"
    assert dialog.model.ticked() == [(2, 1), (2, 2)]
    dialog.none.click()
    assert not dialog.accept_button.isEnabled()
    dialog.all.click()
    assert len(dialog.model.ticked()) == 4


def test_enter_applies_what_is_ticked(session, qtbot):
    dialog = dialog_of(session, qtbot)
    with qtbot.waitSignal(dialog.apply_requested) as seen:
        qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    assert seen.args == [[(1, 0), (2, 1), (2, 2), (3, 1)]]


def test_escape_leaves_all_as_it_is(session, qtbot):
    dialog = dialog_of(session, qtbot)
    with qtbot.assertNotEmitted(dialog.apply_requested):
        qtbot.keyClick(dialog.view, Qt.Key.Key_Escape)


def test_a_double_click_goes_there(session, qtbot):
    dialog = dialog_of(session, qtbot)
    at = dialog.view.visualRect(dialog.model.index(1)).center()
    with qtbot.waitSignal(dialog.sentence_requested) as seen:
        qtbot.mouseClick(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseDClick(dialog.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert seen.args == [2, 1]


def test_what_is_left_alone_is_said_and_listed_on_request(session, qtbot):
    assert not dialog_of(session, qtbot).note.isVisible()
    dialog = dialog_of(session, qtbot, where=[(1, 0)], left=[(2, 1)])
    assert dialog.note.text() == ("Skipped 1 occurrence that someone labelled differently.")
    assert dialog.model.rowCount() == 1
    dialog.left.click()
    ModelTester(qtbot).check(dialog.model)
    assert rows(dialog, OccurrenceRole.THEN) == ["DRUG", "unchanged"]
    assert rows(dialog, Qt.ItemDataRole.CheckStateRole)[1] is None
    assert rows(dialog, Qt.ItemDataRole.AccessibleTextRole)[1].endswith("unchanged")
    dialog.view.show_row(1)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Space)
    dialog.all.click()
    assert dialog.model.ticked() == [(1, 0)]
    dialog.grab()
    many = dialog_of(session, qtbot, left=[(2, 1), (2, 2)])
    assert "Skipped 2 occurrences that someone labelled differently" in many.note.text()


def test_of_what_is_taken_away_parts_of_spans_are_left(session, qtbot):
    correction = CLEAR
    dialog = dialog_of(session, qtbot, correction, [(1, 0)], left=[(2, 1)])
    assert "Skipped 1 occurrence inside a longer span" in dialog.note.text()
    set_tags(session.project, 1, ["B-DRUG", None])
    assert rows(dialog, OccurrenceRole.NOW) == ["DRUG, confirmed"]


def test_another_reach_is_asked_for_and_its_answer_shown(session, qtbot):
    dialog = dialog_of(session, qtbot)
    with qtbot.waitSignal(dialog.reach_requested) as seen:
        dialog.any_case.click()
    assert seen.args == [Reach(any_case=True)]
    dialog.show_found(found_at(LABEL, [(1, 0)]))
    assert dialog.model.rowCount() == 4, "that is the answer to another question"
    dialog.show_found(
        found_at(Correction(CorrectionKind.LABEL, 0, 1, 1, (2,)), [], reach=seen.args[0])
    )
    assert dialog.model.rowCount() == 4
    dialog.show_found(found_at(LABEL, [(1, 0)], reach=seen.args[0]))
    assert dialog.accept_button.text() == "&Apply to 1 occurrence"
    dialog.none.click()
    dialog.show_found(found_at(LABEL, [(1, 0)], reach=seen.args[0]))
    assert not dialog.model.ticked(), "what was looked at once more leaves the ticks alone"


@pytest.mark.parametrize(
    ("correction", "n_alike", "hint"),
    [
        (LABEL, 0, "No other occurrences of these words."),
        (LABEL, 35, "Nothing to change: 35 other occurrences already have this label."),
        (CLEAR, 0, "No other occurrence has this label."),
    ],
)
def test_where_nothing_is_found_it_is_said_why(session, qtbot, correction, n_alike, hint):
    dialog = dialog_of(session, qtbot, correction)
    with qtbot.waitSignal(dialog.reach_requested) as seen:
        dialog.document.click()
    dialog.show_found(found_at(correction, [], reach=seen.args[0], n_alike=n_alike))
    assert dialog.listing.currentIndex() == 1
    assert dialog.listing.findChild(QLabel, "hint").text() == hint
    assert not dialog.accept_button.isEnabled()
    dialog.all.click()


def test_where_the_same_is_suggested_it_is_offered_to_be_accepted(session, qtbot):
    propose(session, 1, ["B-DRUG", "O"], [0.88, 0.9])
    alike = Occurrences(LABEL, alike_sentence_indices=np.array([1]), alike_firsts=np.array([0]))
    dialog = OccurrencesDialog(session, alike)
    qtbot.addWidget(dialog)
    dialog.show()
    assert rows(dialog, OccurrenceRole.NOW) == ["DRUG 88%"]
    assert rows(dialog, OccurrenceRole.THEN) == ["accepted"]
    assert dialog.alike.isHidden(), "it is selected already"
    assert dialog.lead.text() == "You labelled “b” as DRUG. Accept these suggestions as well?"
    dialog.none.click()
    assert not dialog.alike.isHidden()
    assert (
        dialog.alike.text() == "1 occurrence already has this suggestion: select it to accept it."
    )
    dialog.all.click()
    assert dialog.accept_button.text() == "&Accept 1 occurrence"
    with qtbot.waitSignal(dialog.apply_requested) as seen:
        qtbot.keyClick(dialog.view, Qt.Key.Key_Return)
    assert seen.args == [[(1, 0)]]


def test_beside_what_would_change_what_would_only_be_accepted_is_not_ticked(session, qtbot):
    where, alike = np.array([[2], [1]]), np.array([[1], [0]])
    found = Occurrences(LABEL, *where, alike_sentence_indices=alike[0], alike_firsts=alike[1])
    dialog = OccurrencesDialog(session, found)
    qtbot.addWidget(dialog)
    assert dialog.model.rowCount() == 2
    assert dialog.model.ticked() == [(2, 1)]
    assert dialog.accept_button.text() == "&Apply to 1 occurrence"
    assert not dialog.alike.isHidden()
    dialog.all.click()
    assert dialog.alike.isHidden()
    assert dialog.model.ticked() == [(2, 1), (1, 0)]
    assert dialog.accept_button.text() == "&Apply to 2 occurrences"


def test_what_is_shown_follows_the_session(session, qtbot):
    dialog = dialog_of(session, qtbot)
    with qtbot.waitSignal(dialog.model.dataChanged):
        propose(session, 1, ["B-DRUG", "O"], [0.7, 0.9])
    assert rows(dialog, OccurrenceRole.NOW)[0] == "DRUG 70%"


def test_enter_on_a_button_applies_nothing_else(session, qtbot):
    dialog = dialog_of(session, qtbot)
    dialog.none.setFocus()
    with qtbot.assertNotEmitted(dialog.apply_requested):
        qtbot.keyClick(dialog.none, Qt.Key.Key_Return)
    assert dialog.model.n_ticked == 0
    assert dialog.isVisible()


@pytest.mark.parametrize("gone", ["undone", "deleted"])
def test_it_goes_away_with_what_was_said(session, qtbot, gone):
    session.apply(label_span(session.project, 0, 1, 1, 1))
    dialog = dialog_of(session, qtbot)
    session.apply(label_span(session.project, 3, 0, 0, 1))
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.rejected):
        if gone == "undone":
            session.undo()
            session.undo()
        else:
            session.apply(delete_label(session.project, 1))


def test_where_documents_go_it_is_looked_again(session, qtbot):
    session.project.documents[2] = Document(2, "more.txt", 1)
    dialog = dialog_of(session, qtbot)
    with qtbot.waitSignal(dialog.reach_requested) as seen:
        session.apply(remove_document(session.project, 2))
    dialog.show_found(found_at(LABEL, [(1, 0)], reach=seen.args[0]))
    assert dialog.model.rowCount() == 1


@pytest.mark.parametrize(
    ("correction", "others"),
    [(LABEL, "labelled differently"), (CLEAR, "inside longer spans")],
)
def test_a_list_of_skipped_occurrences_alone_says_so_at_once(session, qtbot, correction, others):
    dialog = dialog_of(session, qtbot, correction, [], left=[(2, 1), (2, 2)])
    assert dialog.listing.findChild(QLabel, "hint").text() == (
        f"Nothing to apply: all other occurrences are {others}. “Show unchanged occurrences” lists "
        "them."
    )
    assert dialog.left.text() == "Show unchanged occurrences"
    dialog.left.click()
    assert dialog.model.rowCount() == 2
