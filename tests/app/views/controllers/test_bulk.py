"""What is said in many places at once: listed first, and taken back as one step."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from app.domain.confident_proposals import ConfidentProposals
from app.domain.corrections import Correction, CorrectionKind, Occurrences, Reach
from app.edits.occurrences import correct_elsewhere
from app.edits.spans import label_span
from app.views.controllers.bulk import BulkController
from app.views.dialogs.accept_confident import AcceptConfidentDialog
from app.views.dialogs.occurrences import OccurrencesDialog
from tests.memory_projects import token_tags
from tests.step_names import undo_text


@pytest.fixture
def controller(project, messages, window):
    return BulkController(project, SimpleNamespace(correction_here=lambda: None), messages, window)


def test_the_same_is_said_elsewhere_from_a_list_and_taken_back(
    controller, project, messages, window, qtbot
):
    action = project.occurrences.action
    action.done.connect(controller.report_accepted)
    action.outdated.connect(controller.report_none_applied)
    controller.show_occurrences()
    assert "label or correct a word first" in messages.message.text
    correction = Correction(CorrectionKind.LABEL, 0, 7, 7, (1,))
    sentence_indices = np.array([1, 2])
    project.occurrences.offer = Occurrences(correction, sentence_indices, np.array([7, 7]))
    controller.show_occurrences()
    controller.show_occurrences()
    dialog = next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())
    session = project.session
    dialog.any_case.click()
    assert project.occurrences.requests == [(correction, Reach(any_case=True))]
    with qtbot.waitSignal(action.outdated):
        dialog.apply_requested.emit([])
    assert undo_text(session) is None
    assert "already labelled this way" in messages.message.text
    messages.dismiss()
    with qtbot.waitSignal(action.done):
        dialog.accept()
    assert [token_tags(session.project, sentence_index)[7] for sentence_index in (1, 2)] == [
        "B-DRUG",
        "B-DRUG",
    ]
    assert messages.message.text == "“warfarin” → DRUG in 2 occurrences."
    messages.message.do()
    assert undo_text(session) is None
    assert messages.message is None, "what was taken back is not done"


def test_what_was_done_is_reported_while_it_can_be_undone_at_once(controller, project, messages):
    session = project.session
    first = session.apply(
        correct_elsewhere(session.project, Correction(CorrectionKind.NO_LABEL, 0, 0, 0), [(1, 0)])
    )
    controller.report_accepted(first)
    assert messages.message.text.endswith("” → no label in 1 occurrence.")
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert messages.message is None
    session.undo()
    assert messages.message is None


def test_the_selected_words_are_looked_for_unless_they_are_offered(controller, project, window):
    there = Correction(CorrectionKind.LABEL, 0, 7, 7, (1,))
    offer = Occurrences(there, np.array([1]), np.array([7]))

    def opened():
        controller.show_occurrences()
        return next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())

    here = Correction(CorrectionKind.LABEL, 2, 7, 7, (1,))
    controller._labeller.correction_here = lambda: here
    controller.show_occurrences()
    assert project.occurrences.requests == [(here, Reach())]
    assert not window.findChildren(OccurrencesDialog)
    project.occurrences.looked.emit(Occurrences(here, np.array([0]), np.array([7])))
    dialog = next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())
    assert dialog.model.ticked() == [(0, 7)]
    dialog.close()
    project.occurrences.offer = offer
    controller.show_occurrences()
    assert project.occurrences.requests == [(here, Reach())] * 2, "something else is selected"
    controller._labeller.correction_here = lambda: there
    assert opened().model.ticked() == [(1, 7)]
    controller._labeller.correction_here = lambda: None
    assert opened().model.ticked() == [(1, 7)]


@pytest.mark.parametrize(
    ("n_alike", "received"),
    [
        (0, "No other occurrences of “warfarin”."),
        (3, "All other occurrences of “warfarin” already have this label."),
    ],
)
def test_where_nothing_is_found_no_dialog_comes(
    controller, project, window, messages, n_alike, received
):
    here = Correction(CorrectionKind.LABEL, 2, 7, 7, (1,))
    controller._labeller.correction_here = lambda: here
    controller.show_occurrences()
    assert messages.message is None
    project.occurrences.looked.emit(Occurrences(here, n_alike=n_alike))
    assert messages.message.text == received
    assert not window.findChildren(OccurrencesDialog)
    messages.dismiss()
    project.occurrences.looked.emit(Occurrences(here))
    assert messages.message is None, "nobody has asked again"


def test_a_click_on_the_offer_lists_what_it_offers(controller, project, window):
    there = Correction(CorrectionKind.LABEL, 0, 7, 7, (1,))
    controller._labeller.correction_here = lambda: Correction(CorrectionKind.LABEL, 2, 7, 7, (1,))
    project.occurrences.offer = Occurrences(there, np.array([1]), np.array([7]))
    controller.show_offered()
    dialog = next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())
    assert dialog.model.ticked() == [(1, 7)]
    dialog.close()
    project.occurrences.offer = None
    controller.show_offered()
    assert project.occurrences.requests == [(controller._labeller.correction_here(), Reach())]


def test_what_was_accepted_is_told_as_done(controller, project, messages):
    session = project.session
    edit = label_span(session.project, 0, 0, 0, 1)
    controller.report_accepted(replace(session.apply(edit), kind="accept_sure"))
    assert messages.message.text == "Accepted 2 confident tokens in 1 sentence."


def test_a_closed_list_of_confident_suggestions_takes_no_more_of_them(
    controller, project, window, monkeypatch
):
    shown = []
    monkeypatch.setattr(AcceptConfidentDialog, "show_found", lambda _, found: shown.append(found))
    controller.accept_confident()
    dialog = next(d for d in window.findChildren(AcceptConfidentDialog) if d.isVisible())
    found = ConfidentProposals(dialog.choice())
    project.confident.found.emit(found)
    assert shown == [found]
    dialog.reject()
    project.confident.found.emit(found)
    assert shown == [found]


def test_that_nothing_was_to_change_is_withdrawn_by_the_next_change(
    controller, project, messages, qtbot
):
    controller.report_none_applied("")
    assert "already labelled" in messages.message.text
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: messages.message is None)
