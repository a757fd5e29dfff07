"""Going to what the model is not sure of, and answering doubtful tokens alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.query_choices import TOKENS_ALONE
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import TokenState
from app.edits.settings import change_order
from app.session import Session
from app.views.workspace import NOWHERE, Workspace
from tests.memory_projects import project_of, set_tags, token_tags
from tests.step_names import undo_text
from tests.window_parts import propose, where

DRUG, DOSE = 1, 2


@pytest.fixture
def checking(workspace):
    """Doubtful tokens alone are asked for; two of three sentences have such tokens."""
    session = workspace.session
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"], [0.9, 0.9, 0.5, 0.9, 0.4])
    propose(session, 1, ["O"] * 3, [0.9] * 3)
    propose(session, 2, ["O"] * 2, [0.3, 0.2])
    checking = replace(session.project.settings.query_choice, unit=TOKENS_ALONE)
    session.apply(change_order(session.project, checking))
    session.set_queue(np.array([2, 0, 1]))
    return workspace


def test_tab_goes_to_uncertain_tokens_here_and_further_on(workspace, messages) -> None:
    session = workspace.session
    propose(session, 0, ["O"] * 5, [0.95, 0.4, 0.95, 0.5, 0.95])
    propose(session, 2, ["O"] * 2, [0.95, 0.1])
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 1, 1)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (2, 1, 1)
    workspace.uncertainty.next_uncertain()
    assert messages[-1][0] == "No more uncertain tokens from here to the end."
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 1, 1)


@pytest.mark.parametrize("one_by_one", [0, 50])
def test_tab_passes_by_doubts_that_suggestions_hide(messages, monkeypatch, one_by_one) -> None:
    monkeypatch.setattr("app.views.workspace.uncertainty.MAX_CHECKED", one_by_one)
    project = project_of([list("ab")] * 4)
    for sentence_index, tags in enumerate((["O", "O"], ["B-DRUG", "O"], ["B-DRUG", "O"])):
        set_tags(project, sentence_index, tags, state=TokenState.SUGGESTED)
    workspace = Workspace(Session(project))
    for sentence_index in range(4):
        propose(workspace.session, sentence_index, ["O", "O"], [0.4, 0.95])
    workspace.caret.go_to(0, 0)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (3, 0, 0)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 0, 0)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 0, 0)


def test_tab_goes_to_less_sure_tokens_too(workspace, messages) -> None:
    session = workspace.session
    propose(session, 0, ["O"] * 5, [0.95, 0.8, 0.95, 0.3, 0.95])
    propose(session, 2, ["O"] * 2, [0.95, 0.1])
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 1, 1)
    workspace.labeller.label(DRUG)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 3, 3), "the sentence was corrected and is not accepted"
    assert messages[-1][0].startswith("No more uncertain tokens here")
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (2, 1, 1)
    # Another sentence is gone to if it has a doubt; there the less sure tokens count as well.
    propose(session, 1, ["O"] * 3, [0.2, 0.95, 0.8])
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (1, 2, 2)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (1, 0, 0)


def test_tab_begins_at_what_is_uncertain_and_goes_on_to_both_sides(workspace) -> None:
    propose(workspace.session, 0, ["O", "B-DRUG"] * 2 + ["O"], [0.8, 0.9, 0.5, 0.95, 0.8])
    propose(workspace.session, 1, ["O"] * 3, [0.8, 0.95, 0.4])
    workspace.uncertainty.go_to_uncertain(0)
    assert where(workspace) == (0, 2, 2)
    for first in (1, 0):
        workspace.uncertainty.previous_uncertain()
        assert where(workspace) == (0, first, first)
    for first in (1, 2, 4):
        workspace.uncertainty.next_uncertain()
        assert where(workspace) == (0, first, first)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (1, 2, 2), "there, too, the uncertain token comes first"


def test_where_nothing_is_uncertain_the_least_sure_token_comes_first(workspace) -> None:
    propose(workspace.session, 0, ["O"] * 5, [0.9, 0.95, 0.8, 0.95, 0.85])
    workspace.uncertainty.go_to_uncertain(0)
    assert where(workspace) == (0, 2, 2)
    propose(workspace.session, 1, ["O"] * 3, [0.99, 0.98, 0.99])
    workspace.uncertainty.go_to_uncertain(1)
    assert where(workspace) == (1, 1, 1), "nothing is worth a look, but the row underlines this"


def test_what_is_doubtful_together_is_selected_together(workspace) -> None:
    session = workspace.session
    propose(session, 0, ["O", "O", "B-DRUG", "I-DRUG", "O"], [0.5, 0.8, 0.99, 0.7, 0.8])
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 0, 1)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 2, 3)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 4, 4)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 2, 3)
    workspace.labeller.label(DOSE)
    assert token_tags(session.project, 0)[2:4] == ["B-DOSE", "I-DOSE"]
    workspace.uncertainty.previous_uncertain()
    workspace.labeller.label(DRUG)
    assert token_tags(session.project, 0)[:2] == ["B-DRUG", "I-DRUG"]


def test_from_within_a_piece_tab_selects_the_piece(workspace) -> None:
    propose(workspace.session, 0, ["O"] * 5, [0.5, 0.5, 0.5, 0.95, 0.95])
    workspace.caret.select(1, 1)
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 0, 2)
    workspace.caret.select(1, 1)
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 0, 2)


def test_a_sentence_of_the_queue_is_shown_at_its_least_sure_piece(workspace) -> None:
    propose(workspace.session, 1, ["O", "B-DRUG", "I-DRUG"], [0.5, 0.99, 0.2])
    workspace.uncertainty.go_to_uncertain(1, 2)
    assert where(workspace) == (1, 1, 2)
    propose(workspace.session, 2, ["O", "O"], [0.99, 0.99])
    workspace.uncertainty.go_to_uncertain(2, 1)
    assert where(workspace) == (2, 1, 1)


def test_asking_for_doubtful_tokens_goes_to_the_first_with_its_span(checking) -> None:
    assert where(checking) == (0, 1, 2)
    checking.acceptance.next_in_queue()
    assert where(checking) == (2, 0, 1)
    checking.undo_redo.undo()
    assert not checking.pieces.queries_tokens


def test_one_key_answers_and_the_next_doubtful_token_is_selected(checking) -> None:
    checking.labeller.label(DOSE)
    assert token_tags(checking.session.project)[1:3] == ["B-DOSE", "I-DOSE"]
    assert where(checking) == (0, 4, 4)
    checking.labeller.no_label()
    assert where(checking) == (0, 4, 4), "nothing is left to go to"
    assert checking.pieces.answer().queried == ()
    checking.acceptance.accept()
    assert checking.caret.sentence_index == 2
    assert token_tags(checking.session.project)[0] == "?"
    assert checking.session.project.flags_of(0) == SentenceFlags.ANSWERED


def test_who_says_not_this_is_asked_again_while_it_is_doubtful(checking) -> None:
    session = checking.session
    news = [["O", "B-DOSE", "I-DOSE", "O", "B-DOSE"], [0.9, 0.5, 0.9, 0.9, 0.4]]
    session.changed.connect(lambda done: len(done.sentences) and propose(session, 0, *news))
    checking.labeller.forbid()
    assert where(checking) == (0, 1, 2), "something else is proposed there, and not surely"
    news[:] = [["O"] * 4 + ["B-DOSE"], [0.9] * 4 + [0.4]]
    checking.labeller.forbid()
    assert where(checking) == (0, 4, 4)


def test_what_nobody_asked_about_is_answered_without_going_on(checking) -> None:
    checking.caret.select(0, 0)
    checking.labeller.no_label()
    assert where(checking) == (0, 0, 0)


def test_tab_counts_as_looked_at_and_enter_confirms_what_is_asked(checking, messages) -> None:
    session = checking.session
    checking.uncertainty.next_uncertain()
    assert where(checking) == (0, 4, 4)
    checking.uncertainty.previous_uncertain()
    assert where(checking) == (0, 1, 2)
    checking.uncertainty.next_uncertain()
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"], [0.9, 0.9, 0.8, 0.9, 0.4])
    assert checking.pieces.answer().queried == (2, 4), (
        "what was looked at is confirmed, however sure by now"
    )
    checking.acceptance.accept()
    assert token_tags(session.project)[1:] == ["?", "I-DRUG", "?", "B-DOSE"]
    assert where(checking) == (2, 0, 1)
    checking.acceptance.accept()
    assert checking.caret.sentence_index == 2
    assert "No more uncertain tokens. Switch the queue" in messages[-1][0]
    checking.caret.select(0, 0)
    checking.undo_redo.undo()
    assert where(checking) == (2, 0, 1), "what was taken back is selected, to be answered anew"
    checking.undo_redo.undo()
    assert checking.caret.sentence_index == 0
    assert token_tags(session.project) == ["?"] * 5
    assert session.project.flags == {}


def test_postponing_without_an_uncertain_token_left_is_told_with_an_undo(checking, messages):
    put_aside = []
    checking.acceptance.put_aside.connect(lambda edit, text: put_aside.append((edit, text)))
    propose(checking.session, 0, ["O"] * 5, [0.9] * 5)
    propose(checking.session, 2, ["O"] * 2, [0.9] * 2)
    messages.clear()
    checking.acceptance.later()
    assert checking.caret.sentence_index == 0
    (edit, text), *others = put_aside
    assert checking.session.history.is_in_force(edit)
    assert text == "Sentence moved to the end of the queue. No uncertain token is left."
    assert (others, messages) == ([], []), "another message would cover the one with the button"
    checking.acceptance.later()
    assert messages == [(text, "info")]


def test_what_was_looked_at_is_not_gone_to_again_after_an_answer(checking) -> None:
    checking.uncertainty.next_uncertain()
    checking.labeller.label(DRUG)
    assert where(checking) == (0, 4, 4)
    propose(
        checking.session, 0, ["B-DOSE", "B-DRUG", "I-DRUG", "O", "O"], [0.5, 0.9, 0.5, 0.9, 0.9]
    )
    checking.labeller.label(DOSE)
    assert where(checking) == (0, 4, 4), "that token was not asked about"
    checking.caret.select(1, 2)
    checking.labeller.label(DOSE)
    assert where(checking) == (0, 0, 0), "ahead of the selection something is doubtful now"


def test_tab_goes_over_to_the_next_sentence_that_is_asked(checking, messages) -> None:
    checking.uncertainty.next_uncertain()
    checking.uncertainty.next_uncertain()
    assert where(checking) == (2, 0, 1)
    checking.uncertainty.next_uncertain()
    assert messages[-1][0] == "No more uncertain tokens from here to the end."
    checking.uncertainty.previous_uncertain()
    assert where(checking) == (0, 4, 4)
    checking.acceptance.accept()
    assert token_tags(checking.session.project)[1:3] == ["?", "I-DRUG"]


def test_a_finished_sentence_is_passed_by(checking) -> None:
    set_tags(checking.session.project, 0, ["O"] * 5)
    checking.acceptance.accept()
    assert checking.caret.sentence_index == 2
    assert undo_text(checking.session) == "check uncertain tokens only"


def test_at_the_end_it_is_said_what_is_left(checking, messages) -> None:
    checking.acceptance.accept()
    checking.acceptance.accept()
    checking.caret.go_to(1)
    checking.acceptance.accept()
    assert "skipped or partly answered" in messages[-1][0]


def test_what_cannot_be_written_is_not_gone_on_from(checking) -> None:
    checking.session.saving.read_only = True
    checking.acceptance.accept()
    assert checking.caret.sentence_index == 0


def test_tab_says_why_it_stops_at_words_that_nothing_marks(workspace) -> None:
    session, received = workspace.session, []
    workspace.uncertainty.unmarked_selected.connect(received.append)
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"], [0.95, 0.9, 0.8, 0.95, 0.3])
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 1, 2)
    assert [(one.index, round(one.probability, 2)) for one in received] == [(2, 0.8)]
    workspace.uncertainty.next_uncertain()
    assert where(workspace) == (0, 4, 4)
    assert len(received) == 1, "this one is marked as uncertain"
    workspace.caret.go_to(1)
    workspace.uncertainty.previous_uncertain()
    workspace.uncertainty.previous_uncertain()
    assert where(workspace) == (0, 1, 2)
    assert len(received) == 2


@pytest.mark.parametrize("at_once", [1, 4096])
def test_the_sentence_after_the_next_tab_is_found_without_looking_at_its_tokens(
    workspace, monkeypatch, at_once
) -> None:
    monkeypatch.setattr("app.views.workspace.uncertainty.LOOKED_THROUGH", at_once)
    propose(workspace.session, 1, ["O"] * 3, [0.9] * 3)
    propose(workspace.session, 2, ["O"] * 2, [0.9, 0.1])
    assert workspace.uncertainty.likely_next() == 2
    workspace.caret.go_to(2)
    assert workspace.uncertainty.likely_next() == NOWHERE


def test_a_sentence_without_suggestions_is_not_said_to_have_no_uncertain_token(
    workspace, messages
) -> None:
    workspace.labeller.label(DRUG)
    workspace.uncertainty.next_uncertain()
    assert messages[-1][0].startswith("The suggestions for this sentence are still being computed.")
