"""Sentences are accepted or put aside, and the queue goes on."""

from __future__ import annotations

import numpy as np

from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import TokenState
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of, token_tags
from tests.step_names import undo_text
from tests.window_parts import propose, where


def test_accepting_goes_to_the_next_in_the_queue(workspace) -> None:
    workspace.session.set_queue(np.array([2, 0, 1]))
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["O"] * 5
    assert workspace.caret.sentence_index == 2


def test_a_sentence_of_which_nothing_was_shown_is_told(workspace) -> None:
    received = []
    workspace.acceptance.confirmed_empty.connect(
        lambda edit: received.append((edit.id, workspace.caret.sentence_index))
    )
    propose(workspace.session, 2, ["O"] * 2, [0.9] * 2)
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.acceptance.accept()
    assert received == [(1, 1)], (
        "once the next sentence is shown: a message would go with the old one"
    )
    workspace.acceptance.accept()
    workspace.acceptance.accept()
    assert [number for number, _ in received] == [1, 2]


def test_accepting_the_last_one_says_so(workspace, messages) -> None:
    for _ in range(3):
        workspace.acceptance.accept()
    assert "Every sentence is confirmed" in messages[-1][0]
    assert np.all(workspace.session.corpus.states == TokenState.CONFIRMED)


def test_accepting_what_is_confirmed_goes_on_without_a_step(workspace) -> None:
    workspace.acceptance.accept()
    workspace.caret.go_to(0)
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 1
    workspace.session.undo()
    assert undo_text(workspace.session) is None


def test_tokens_without_label_or_proposal_are_told() -> None:
    session = Session(project_of([list("abc"), list("ab")], scheme="tokens", labels=["NOUN"]))
    workspace = Workspace(session)
    received = []
    workspace.message.connect(lambda text, kind: received.append((text, kind)))
    propose(session, 0, ["NOUN", "NOUN", "NOUN"], [0.9] * 3)
    session.proposals.tags[1] = -1
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 0
    assert token_tags(session.project) == ["NOUN", "?", "NOUN"]
    assert received[-1][1] == "warning"
    assert where(workspace) == (0, 1, 1)


def test_the_next_in_the_queue_goes_through_it_and_begins_again(workspace) -> None:
    workspace.session.set_queue(np.array([0, 2, 1]))
    seen = []
    for _ in range(5):
        workspace.acceptance.next_in_queue()
        seen.append(workspace.caret.sentence_index)
    assert seen == [2, 1, 0, 2, 1]


def test_a_new_order_is_gone_through_from_its_top(workspace) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.acceptance.next_in_queue()
    workspace.session.set_queue(np.array([0, 1, 2]))
    assert workspace.acceptance.likely_next(2) == [2], "the order is the same"
    workspace.session.set_queue(np.array([0, 2, 1]))
    assert workspace.acceptance.likely_next(2) == [0, 2]
    workspace.acceptance.next_in_queue()
    assert workspace.caret.sentence_index == 0


def test_accepting_goes_to_the_top_whatever_was_left(workspace) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.acceptance.next_in_queue()
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 0
    workspace.acceptance.next_in_queue()
    assert workspace.caret.sentence_index == 2


def test_what_was_put_off_comes_last(workspace) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.acceptance.later()
    assert workspace.session.queue.sentence_indices.tolist() == [1, 2, 0]
    assert workspace.caret.sentence_index == 1
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 2
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 0


def test_a_sentence_that_is_done_is_not_said_to_move(workspace, messages) -> None:
    workspace.acceptance.accept()
    workspace.caret.place_at(0)
    assert workspace.session.is_done(0)
    before = workspace.session.history.newest()
    workspace.acceptance.later()
    assert workspace.session.history.newest() is before
    assert messages[-1][0] == "This sentence is done, so it does not wait in the queue."


def test_skipped_sentences_do_not_come_again(workspace, messages) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.acceptance.skip()
    assert workspace.caret.sentence_index == 1
    workspace.acceptance.accept()
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 2
    assert "Only skipped sentences" in messages[-1][0]
    workspace.caret.go_to(0)
    workspace.acceptance.ask_again()
    assert "Returned to the queue" in messages[-1][0]
    workspace.acceptance.ask_again()
    assert "not skipped, postponed or partly answered" in messages[-1][0]
    workspace.caret.go_to(1)
    workspace.acceptance.next_in_queue()
    assert workspace.caret.sentence_index == 0
    workspace.acceptance.next_in_queue()
    assert "This is the last open sentence" in messages[-1][0]


def test_a_sentence_that_is_put_aside_again_is_told_without_an_undo(workspace, messages) -> None:
    put_aside = []
    workspace.acceptance.put_aside.connect(lambda edit, text: put_aside.append((edit, text)))
    for act, text in (
        (workspace.acceptance.skip, "Sentence skipped."),
        (workspace.acceptance.later, "Sentence moved to the end of the queue."),
    ):
        workspace.caret.go_to(0)
        act()
        assert workspace.session.history.is_in_force(put_aside[-1][0])
        assert put_aside[-1][1] == text
        assert (text, "info") not in messages
        workspace.caret.go_to(0)
        act()
        assert (text, "info") in messages
    assert len(put_aside) == 2


def test_the_last_open_sentence_is_put_aside_with_one_message(workspace, messages) -> None:
    put_aside = []
    workspace.acceptance.put_aside.connect(lambda _, text: put_aside.append(text))
    for _ in range(workspace.session.corpus.n_sentences - 1):
        workspace.acceptance.skip()
    messages.clear()
    workspace.acceptance.later()
    assert put_aside[-1].startswith("Sentence moved to the end of the queue. Only skipped")
    assert messages == []


def test_the_only_open_sentence_is_not_skipped_when_it_is_postponed() -> None:
    workspace = Workspace(Session(project_of([list("ab")])))
    put_aside = []
    workspace.acceptance.put_aside.connect(lambda _, text: put_aside.append(text))
    workspace.caret.go_to(0)
    workspace.acceptance.later()
    assert put_aside == ["Sentence moved to the end of the queue. This is the last open sentence."]


def test_a_skip_is_a_step_that_can_be_undone_and_an_answer_ends_it(workspace) -> None:
    project = workspace.session.project
    workspace.acceptance.skip()
    assert undo_text(workspace.session) == "skip “a b c d e”"
    workspace.undo_redo.undo()
    assert (workspace.caret.sentence_index, project.flags) == (0, {})
    workspace.acceptance.later()
    workspace.caret.go_to(0)
    workspace.acceptance.flag()
    assert project.flags_of(0) == SentenceFlags.LATER | SentenceFlags.FLAGGED
    workspace.acceptance.accept()
    assert project.flags_of(0) == SentenceFlags.FLAGGED


def test_a_flag_is_set_and_taken_away(workspace, messages) -> None:
    project = workspace.session.project
    workspace.acceptance.flag()
    assert (project.flags_of(0), messages[-1][0]) == (SentenceFlags.FLAGGED, "Sentence flagged.")
    workspace.acceptance.flag()
    assert (project.flags_of(0), messages[-1][0]) == (SentenceFlags.NONE, "Flag removed.")


def test_the_next_in_the_queue_is_shown_at_what_is_uncertain(workspace) -> None:
    propose(workspace.session, 1, ["O"] * 3, [0.95, 0.95, 0.2])
    workspace.session.set_queue(np.array([1, 0, 2]))
    workspace.acceptance.next_in_queue()
    assert where(workspace) == (1, 2, 2)
    propose(workspace.session, 0, ["O"] * 5, [0.95, 0.95, 0.85, 0.8, 0.95])
    workspace.session.set_queue(np.array([0, 2]))
    workspace.acceptance.next_in_queue()
    assert where(workspace) == (0, 2, 3)


def test_what_is_right_up_to_here_is_confirmed_and_gone_on_from(workspace, messages) -> None:
    session = workspace.session
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"], [0.95] * 5)
    workspace.caret.go_to(0, 1)
    workspace.acceptance.accept_up_to_here()
    assert token_tags(session.project)[:5] == ["O", "B-DRUG", "I-DRUG", "?", "?"]
    assert where(workspace) == (0, 3, 3)
    workspace.caret.select(1, 1)
    workspace.acceptance.accept_up_to_here()
    assert messages[-1][0] == "Everything up to here is already confirmed."
    assert where(workspace) == (0, 3, 3)
    workspace.undo_redo.undo()
    assert token_tags(session.project)[:5] == ["?"] * 5
    workspace.caret.go_to(2, 1)
    workspace.acceptance.accept_up_to_here()
    assert session.is_done(2)
    assert where(workspace) == (2, 1, 1), "Enter goes on"


def test_without_labels_there_is_nothing_to_confirm(qapp) -> None:
    workspace = Workspace(Session(project_of([list("ab")], labels=())))
    received = []
    workspace.message.connect(lambda text, kind: received.append((text, kind)))
    for accept in (workspace.acceptance.accept, workspace.acceptance.accept_up_to_here):
        accept()
    assert workspace.session.open_tokens[0] == 2
    assert (
        received
        == [("There are no labels yet: make one in the Labels panel first.", "warning")] * 2
    )
