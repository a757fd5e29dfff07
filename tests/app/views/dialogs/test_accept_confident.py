"""The dialog that accepts everything sure: what it says, and that it accepts what it shows."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.confident_proposals import ConfidenceChoice
from app.edits.accept import accept_sentence
from app.item_models.confident_proposals import ConfidentModel, ConfidentRole
from app.jobs.suggestions.confident import confidence_question, confident_proposals
from app.session import Session
from app.views.dialogs.accept_confident import (
    SLIDER_STEPS,
    AcceptConfidentDialog,
    step_at,
    threshold_at,
)
from tests.memory_projects import WORDS, project_of
from tests.window_parts import propose

NOTE = "DRUG 99% “warfarin”, DOSE 99% “5 mg”, no label 99% (6 tokens)"
TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]


@pytest.fixture
def session(qapp):
    session = Session(project_of([WORDS] * 3))
    for sentence_index, least in enumerate((0.992, 0.5, 0.995)):
        propose(session, sentence_index, TAGS, [0.999] * 7 + [least, 0.999])
    session.set_queue(np.arange(3))
    return session


def confident(session, choice, *, calibrated=False):
    question = confidence_question(
        session.project, session.proposals, session.queue.sentence_indices, 0, calibrated=calibrated
    )
    return confident_proposals(question, choice)


@pytest.fixture
def dialog(session, qtbot):
    dialog = AcceptConfidentDialog(session)
    qtbot.addWidget(dialog)
    return dialog


def test_it_counts_what_would_be_accepted_and_the_errors_to_be_expected(session, dialog):
    assert not dialog.accept_button.isEnabled()
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.summary.text().endswith(" errors expected among 18 tokens")
    assert dialog.summary.text().startswith("0.03 ")
    assert dialog.note.text().startswith("The confidence values are not calibrated yet: ")
    assert dialog.accept_button.text() == "A&ccept 2 sentences"
    dialog.show_found(confident(session, dialog.choice(), calibrated=True))
    assert "is reliable on average" in dialog.note.text()


def test_another_threshold_is_asked_for_after_a_pause(session, dialog, qtbot):
    dialog.show_found(confident(session, dialog.choice()))
    with qtbot.waitSignal(dialog.choice_changed) as received:
        dialog.threshold.setValue(99.4)
        assert not dialog.accept_button.isEnabled()
    assert received.args[0] == ConfidenceChoice(0.994)
    dialog.show_found(confident(session, ConfidenceChoice(0.99)))
    assert not dialog.accept_button.isEnabled(), "what was asked before is no answer"
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.accept_button.text() == "A&ccept 1 sentence"
    with qtbot.waitSignal(dialog.choice_changed) as received:
        dialog.whole.setCurrentIndex(1)
    assert received.args[0] == ConfidenceChoice(0.994, whole=False)


def test_enter_in_the_number_leads_to_the_button(session, dialog, qtbot):
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.show_found(confident(session, dialog.choice()))
    dialog.threshold.setFocus()
    with qtbot.assertNotEmitted(dialog.accept_requested):
        QTest.keyClick(dialog.threshold, Qt.Key.Key_Return)
    assert dialog.accept_button.hasFocus()


def test_enter_in_the_number_waits_for_the_answer(session, dialog, qtbot):
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.show_found(confident(session, dialog.choice()))
    dialog.threshold.setFocus()
    dialog.threshold.lineEdit().selectAll()
    with qtbot.waitSignal(dialog.choice_changed):
        QTest.keyClicks(dialog.threshold, "99.4")
        QTest.keyClick(dialog.threshold, Qt.Key.Key_Return)
    assert dialog.choice().threshold == 0.994
    assert dialog.threshold.hasFocus()
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.accept_button.hasFocus()


def test_who_has_left_the_number_is_not_moved_to_the_button(session, dialog, qtbot):
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.threshold.setFocus()
    QTest.keyClick(dialog.threshold, Qt.Key.Key_Return)
    dialog.slider.setFocus()
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.slider.hasFocus()


def test_it_accepts_what_it_shows(session, dialog, qtbot):
    found = confident(session, dialog.choice())
    dialog.show_found(found)
    with qtbot.waitSignal(dialog.accept_requested) as received:
        dialog.accept_button.click()
    assert received.args[0] is found


def test_where_nothing_is_sure_it_says_what_to_do(session, dialog):
    dialog.threshold.setValue(99.95)
    dialog.show_found(confident(session, dialog.choice()))
    assert "Choose a lower minimum confidence" in dialog.listing.hint
    assert not dialog.accept_button.isEnabled()
    question = confidence_question(
        session.project, session.proposals, np.arange(0), 0, calibrated=False
    )
    dialog.show_found(confident_proposals(question, dialog.choice()))
    assert "sentences in the queue have no suggestions" in dialog.listing.hint
    session.proposals.models[:] = 0
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.listing.hint == "No model yet. Label and accept a sentence first."
    for sentence_index in session.visible.tolist():
        session.apply(accept_sentence(session.project, session.proposals, sentence_index))
    dialog.show_found(confident(session, dialog.choice()))
    assert "Nothing left to accept" in dialog.listing.hint


def test_without_text_it_says_how_to_import_one(qtbot):
    session = Session(project_of([]))
    dialog = AcceptConfidentDialog(session)
    qtbot.addWidget(dialog)
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.listing.hint == "No text yet. Import one first (Ctrl+I)."


def test_rows_name_all_labels_the_least_sure_first(session, dialog, qtbot):
    dialog.show_found(confident(session, dialog.choice()))
    index = dialog.model.index(0)
    assert index.data(ConfidentRole.EXCERPT) == ("The patient was given 5 mg of ", "warfarin", " .")
    assert index.data(ConfidentRole.NOTE) == NOTE
    assert index.data(Qt.ItemDataRole.ToolTipRole) == f"{NOTE}\n\n{' '.join(WORDS)}"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(NOTE)
    with qtbot.waitSignal(dialog.sentence_requested) as received:
        dialog.view.doubleClicked.emit(index)
    assert received.args == [0, 7]
    dialog.grab()


def test_only_labels_that_are_accepted_are_named(session, dialog):
    dialog.whole.setCurrentIndex(1)
    dialog.show_found(confident(session, dialog.choice()))
    notes = [dialog.model.index(row).data(ConfidentRole.NOTE) for row in range(3)]
    assert sum("DRUG" in note for note in notes) == 2
    assert any(note == "no label 99% (6 tokens), DOSE 99% “5 mg”" for note in notes)


def test_one_token_without_a_label_is_counted_as_one(qapp):
    session = Session(project_of([["a"]]))
    propose(session, 0, ["O"], [0.995])
    session.set_queue(np.arange(1))
    model = ConfidentModel(session)
    model.show_found(confident(session, ConfidenceChoice()))
    assert model.index(0).data(ConfidentRole.NOTE) == "no label 99% (1 token)"


def test_a_label_of_each_token_is_named_by_token(qapp, qtbot):
    session = Session(project_of([["a", "b"]], scheme="tokens", labels=["DT", "NN"]))
    propose(session, 0, ["DT", "NN"], [0.999, 0.995])
    session.set_queue(np.arange(1))
    model = ConfidentModel(session)
    model.show_found(confident(session, ConfidenceChoice()))
    assert model.index(0).data(ConfidentRole.NOTE) == "NN 99% “b”, DT 99% “a”"


def test_the_model_is_sound(session, qtmodeltester):
    model = ConfidentModel(session)
    model.show_found(confident(session, ConfidenceChoice(0.9)))
    qtmodeltester.check(model)


# ---- the slider


@pytest.fixture
def many(qapp):
    """Three sentences that are all but sure, and thirty that are not."""
    session = Session(project_of([WORDS] * 33))
    for sentence_index in range(33):
        least = 0.995 if sentence_index < 3 else 0.62
        propose(session, sentence_index, TAGS, [0.999] * 7 + [least, 0.999])
    session.set_queue(np.arange(33))
    return session


def test_dragging_tells_the_errors_at_once_and_lists_later(many, qtbot):
    dialog = AcceptConfidentDialog(many)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.summary.text() == "Searching…"
    dialog.show_found(confident(many, dialog.choice()))
    assert dialog.summary.text().endswith(" errors expected among 27 tokens")
    choice_changed = []
    dialog.choice_changed.connect(choice_changed.append)
    dialog.slider.setFocus()
    while dialog.threshold.value() > 62.0:
        QTest.keyClick(dialog.slider, Qt.Key.Key_PageDown)
    assert dialog.summary.text() == "About 12 of 297 tokens will be wrong"
    assert not choice_changed, "it is searched when the hand rests"
    assert not dialog.accept_button.isEnabled()
    qtbot.waitUntil(lambda: bool(choice_changed))
    dialog.show_found(confident(many, choice_changed[-1]))
    assert dialog.accept_button.text() == "A&ccept 33 sentences"
    assert dialog.accept_button.isEnabled()


def test_slider_and_field_say_the_same(dialog):
    for percent in (50.0, 75.0, 90.0, 99.0, 99.9, 99.99):
        dialog.threshold.setValue(percent)
        assert dialog.slider.value() == step_at(percent / 100)
        assert dialog.threshold.value() == percent, "the slider does not round what was typed"
        assert dialog.slider.accessibleDescription() == dialog.threshold.text()
    for step in (0, 60, 100, SLIDER_STEPS):
        dialog.slider.setValue(step)
        assert dialog.choice().threshold == pytest.approx(threshold_at(step))


def test_every_step_of_the_slider_is_a_threshold_of_its_own():
    found = [threshold_at(step) for step in range(SLIDER_STEPS + 1)]
    assert (found[0], found[-1]) == (0.5, 0.9999)
    assert all(one <= other for one, other in pairwise(found))
    assert abs(step_at(found[100]) - 100) <= 1


def test_other_pieces_are_looked_for_before_anything_is_told(session, dialog):
    dialog.show_found(confident(session, dialog.choice()))
    dialog.whole.setCurrentIndex(1)
    assert dialog.summary.text() == "Searching…"
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.summary.text().endswith(" errors expected among 26 tokens")


def test_an_answer_to_an_earlier_threshold_tells_of_this_one(many, dialog, qtbot):
    earlier = confident(many, dialog.choice())
    dialog.threshold.setValue(60.0)
    assert dialog.summary.text() == "Searching…"
    dialog.show_found(earlier)
    assert dialog.summary.text() == "About 12 of 297 tokens will be wrong"
    assert not dialog.model.rowCount(), "the list would not be what is asked for"


def test_where_nothing_is_so_sure_it_says_from_where_on_there_is_something(session, dialog):
    dialog.threshold.setValue(99.95)
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.summary.text() == "No sentence is that confident"
    assert dialog.note.text() == "The most confident sentence is at 99.50%."
    dialog.whole.setCurrentIndex(1)
    dialog.show_found(confident(session, dialog.choice()))
    assert dialog.summary.text() == "No suggestion is that confident"
    assert dialog.note.text().startswith("The most confident suggestions are at 99.")
    dialog.whole.setCurrentIndex(0)
    dialog.show_found(confident(session, dialog.choice()))
    dialog.threshold.setValue(99.5)
    assert dialog.summary.text().endswith(" errors expected among 9 tokens")
