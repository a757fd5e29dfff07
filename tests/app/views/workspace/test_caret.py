"""Moving about: tokens, sentences, documents, and what is selected."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.proposals import ProposalSlice
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from app.edits.documents import remove_document, restore_document
from app.services.threads import UI_PRIORITY
from app.session import Session
from app.views.workspace import NOWHERE, Workspace
from app.views.workspace import caret as module
from tests.memory_projects import corpus_of, project_of, set_tags
from tests.window_parts import propose, where

DRUG, DOSE = 1, 2


def test_an_empty_project_has_no_place() -> None:
    workspace = Workspace(Session(project_of([])))
    assert workspace.caret.sentence_index == NOWHERE
    assert workspace.caret.tokens() == []
    for command in (
        workspace.labeller.no_label,
        workspace.labeller.clear,
        workspace.labeller.forbid,
        workspace.acceptance.accept,
        workspace.acceptance.skip,
        workspace.acceptance.later,
        workspace.acceptance.flag,
        workspace.acceptance.ask_again,
        workspace.spans.grow_end,
        workspace.uncertainty.next_uncertain,
        workspace.caret.next_sentence,
        workspace.undo_redo.undo,
        workspace.undo_redo.redo,
        workspace.undo_redo.take_back_propagation,
    ):
        command()
    workspace.labeller.label(DRUG)
    workspace.caret.move(1)
    assert where(workspace) == (NOWHERE, 0, 0)


def test_arrows_move_and_go_over_the_end(workspace) -> None:
    workspace.caret.move(1)
    assert where(workspace) == (0, 1, 1)
    workspace.caret.go_to(0, 4)
    workspace.caret.move(1)
    assert where(workspace) == (1, 0, 0)
    workspace.caret.move(-1)
    assert where(workspace) == (0, 4, 4)
    workspace.caret.go_to(0, 0)
    workspace.caret.move(-1)
    assert where(workspace) == (0, 0, 0)


def test_shift_selects_within_the_sentence(workspace) -> None:
    received = []
    workspace.caret.selection_changed.connect(lambda first, last: received.append((first, last)))
    workspace.caret.go_to(0, 2)
    workspace.caret.move(1, extend=True)
    workspace.caret.move(5, extend=True)
    assert where(workspace) == (0, 2, 4)
    workspace.caret.move(-4, extend=True)
    assert where(workspace) == (0, 0, 2)
    assert received[-1] == (0, 2)
    workspace.caret.select_all()
    assert where(workspace) == (0, 0, 4)


def test_sentences_follow_one_another(workspace) -> None:
    workspace.caret.next_sentence()
    workspace.caret.next_sentence()
    workspace.caret.next_sentence()
    assert workspace.caret.sentence_index == 2
    workspace.caret.previous_sentence()
    assert workspace.caret.sentence_index == 1


def test_a_document_is_gone_to_at_its_first_open_sentence(workspace) -> None:
    session = workspace.session
    session.corpus.documents[1:] = 2
    session.project.documents[2] = replace(session.project.documents[1], id=2)
    set_tags(session.project, 1, ["O"] * 3)
    session = Session(session.project)
    workspace = Workspace(session)
    assert workspace.caret.sentence_index == 0
    for document, sentence_index in ((None, 0), (1, 0), (7, 0), (2, 2)):
        workspace.caret.go_to_document(document)
        assert workspace.caret.sentence_index == sentence_index
    workspace.caret.go_to(1)
    workspace.caret.go_to_document(2)
    assert workspace.caret.sentence_index == 1


def test_a_removed_document_takes_its_place_away(workspace) -> None:
    received = []
    workspace.caret.current_changed.connect(received.append)
    session = workspace.session
    workspace.caret.go_to(1, 2)
    session.apply(remove_document(session.project, 1))
    assert received[-1] == NOWHERE
    assert workspace.caret.n_tokens == 0
    session.apply(restore_document(session.project, 1))
    assert workspace.caret.sentence_index == 0


def test_removing_one_of_two_documents_goes_to_what_is_left() -> None:
    project = project_of([list("ab")])
    project.documents[2] = project.documents[1].__class__(2, "b", 1)
    project.corpus.append(corpus_of([list("cd")], first_id=2, document=2))
    session = Session(project)
    workspace = Workspace(session)
    workspace.caret.go_to(1)
    session.apply(remove_document(project, 2))
    assert workspace.caret.sentence_index == 0


def test_leaving_a_sentence_drops_its_marks(workspace, messages) -> None:
    session = workspace.session
    received = []
    workspace.propagated.connect(
        lambda sentence_index, tokens: received.append((sentence_index, tokens))
    )
    propose(session, 0, ["O"] * 5, [0.9] * 5)
    workspace.labeller.label(DRUG)
    tags = [session.project.tag_id(t) for t in ("B-DRUG", "O", "B-DOSE", "O", "O")]
    news = ProposalSlice(
        np.array([0]), np.array(tags, np.int32), np.full(5, 0.9, np.float32), 1, session.revision
    )
    session.propose(news, corrected=session.suggestions.corrected_tokens(0))
    assert received == [(0, [2])]
    workspace.caret.next_sentence()
    assert received[-1] == (0, [])
    assert not workspace.undo_redo.take_back_propagation()


def test_one_returns_to_what_is_to_be_done() -> None:
    project = project_of([list("ab")] * 6)
    ids = project.corpus.ids.tolist()
    for sentence_index in (1, 2, 5):
        set_tags(project, sentence_index, ["O", "O"])
    project.flags[ids[3]] = SentenceFlags.SKIPPED
    for left, sentence_index in ((0, 0), (1, 4), (3, 4), (4, 4), (5, 0)):
        workspace = Workspace(Session(project))
        workspace.caret.return_to(ids[left])
        assert workspace.caret.sentence_index == sentence_index, left
    for sentence_index in (0, 3, 4):
        set_tags(project, sentence_index, ["O", "O"])
    workspace = Workspace(Session(project))
    workspace.caret.return_to(ids[4])
    assert workspace.caret.sentence_index == 4, "nothing is to be done anywhere"


def test_one_begins_with_the_first_row_of_the_queue_and_goes_with_it() -> None:
    session = Session(project_of([list("ab")] * 6))
    session.set_queue(np.array([4, 2, 0, 1, 3, 5]))
    workspace = Workspace(session)
    workspace.caret.return_to(None)
    assert workspace.caret.sentence_index == 4
    session.set_queue(np.array([5, 2, 0, 1, 3, 4]))
    assert workspace.caret.sentence_index == 5, "nobody has done anything yet"
    session.set_queue(np.array([2, 5, 0, 1, 3, 4]))
    assert workspace.caret.sentence_index == 5, "it follows only once"


@pytest.mark.parametrize("what", ["a move", "suggestions", "time", "a key", "nothing"])
def test_a_sentence_that_may_be_read_stays(what, monkeypatch) -> None:
    session = Session(project_of([list("ab")] * 6))
    session.set_queue(np.array([4, 2, 0, 1, 3, 5]))
    workspace = Workspace(session)
    workspace.caret.return_to(None)
    if what == "a move":
        workspace.caret.select(1, 1)
    elif what == "suggestions":
        propose(session, 4, ["O"] * 2, [0.9] * 2)
    elif what == "time":
        monkeypatch.setattr(module, "READING_SECONDS", -1.0)
    elif what == "a key":
        UI_PRIORITY.claim_for_key()
        UI_PRIORITY.release()
    session.set_queue(np.array([5, 2, 0, 1, 3, 4]))
    assert workspace.caret.sentence_index == (5 if what == "nothing" else 4)


def test_a_decision_ends_the_following_of_the_queue() -> None:
    session = Session(project_of([list("ab")] * 4))
    session.set_queue(np.array([3, 2, 0, 1]))
    workspace = Workspace(session)
    workspace.caret.return_to(None)
    workspace.labeller.label(DRUG)
    session.set_queue(np.array([2, 3, 0, 1]))
    assert workspace.caret.sentence_index == 3


def test_one_returns_to_the_sentence_left_open_or_to_the_first_row_of_the_queue() -> None:
    project = project_of([list("ab")] * 6)
    set_tags(project, 1, ["O", "O"])
    session = Session(project)
    session.set_queue(np.array([4, 2, 0, 3, 5]))
    workspace = Workspace(session)
    workspace.caret.return_to(int(project.corpus.ids[3]))
    session.set_queue(np.array([2, 4, 0, 3, 5]))
    assert workspace.caret.sentence_index == 3
    workspace.caret.return_to(int(project.corpus.ids[1]))
    assert workspace.caret.sentence_index == 2


def test_nobody_begins_with_a_test_sentence_or_what_was_put_off() -> None:
    project = project_of([list("ab")] * 5)
    project.corpus.roles[[0, 2]] = Role.CONTROL
    project.flags[int(project.corpus.ids[1])] = SentenceFlags.LATER
    assert Workspace(Session(project)).caret.sentence_index == 3
    set_tags(project, 3, ["O", "O"])
    workspace = Workspace(Session(project))
    workspace.caret.return_to(int(project.corpus.ids[3]))
    assert workspace.caret.sentence_index == 4
    workspace.caret.return_to(int(project.corpus.ids[2]))
    assert workspace.caret.sentence_index == 4, "nor does anybody go on with one"
    set_tags(project, 4, ["O", "O"])
    assert Workspace(Session(project)).caret.sentence_index == 0, "nothing else waits"
    project.flags.clear()
    set_tags(project, 1, ["O", "O"])
    workspace = Workspace(Session(project))
    workspace.caret.return_to(int(project.corpus.ids[2]))
    assert workspace.caret.sentence_index == 2, "one goes on where only tests wait"


def test_a_first_import_is_begun_with_a_sentence_that_has_help() -> None:
    project = project_of([list("ab")] * 4)
    session = Session(project)
    session.apply(remove_document(project, 1))
    workspace = Workspace(session)
    assert workspace.caret.sentence_index == NOWHERE
    project.corpus.roles[[0, 1]] = Role.CONTROL
    session.apply(restore_document(project, 1))
    assert workspace.caret.sentence_index == 2


def test_one_returns_to_a_sentence_that_is_still_there(workspace) -> None:
    workspace.caret.return_to(workspace.session.corpus.ids[1].item())
    assert workspace.caret.sentence_index == 1
    assert workspace.caret.sentence_id == workspace.session.corpus.ids[1]
    for gone in (None, 10**9):
        workspace.caret.return_to(gone)
        assert workspace.caret.sentence_index == 1


def test_the_first_uncertain_word_is_selected_until_somebody_moves() -> None:
    """On opening a project, as by Ctrl+Enter and by a click on the row of the queue."""
    session = Session(project_of([list("abcde")] * 3))
    workspace = Workspace(session)
    workspace.caret.return_to(session.corpus.ids[1].item())
    assert where(workspace) == (1, 0, 0)
    propose(session, 1, ["O"] * 5, [0.95, 0.8, 0.95, 0.3, 0.95])
    assert where(workspace) == (1, 3, 3), "as the queue underlines it"
    propose(session, 1, ["O"] * 5, [0.95, 0.3, 0.95, 0.3, 0.95])
    assert where(workspace) == (1, 1, 1), "nobody has done anything yet"
    workspace.caret.move(1)
    propose(session, 1, ["O"] * 5, [0.3] + [0.95] * 4)
    assert where(workspace) == (1, 2, 2)


def test_a_label_keeps_the_selection_where_it_is() -> None:
    session = Session(project_of([list("abcde")] * 2))
    workspace = Workspace(session)
    workspace.labeller.label(DRUG)
    propose(session, 0, ["O"] * 5, [0.95, 0.95, 0.95, 0.3, 0.95])
    assert where(workspace) == (0, 0, 0)


def test_the_first_uncertain_word_of_what_the_queue_brings_is_selected() -> None:
    session = Session(project_of([list("abc")] * 3))
    for sentence_index in range(3):
        propose(
            session,
            sentence_index,
            ["O"] * 3,
            [0.95] * sentence_index + [0.3] + [0.95] * (2 - sentence_index),
        )
    session.set_queue(np.array([1, 0, 2]))
    workspace = Workspace(session)
    workspace.caret.return_to(None)
    assert where(workspace) == (1, 1, 1)
    workspace.caret.place_at(2)
    assert where(workspace) == (2, 2, 2)


def test_the_first_uncertain_word_after_an_import_is_selected() -> None:
    project = project_of([list("ab")] * 3)
    session = Session(project)
    session.apply(remove_document(project, 1))
    workspace = Workspace(session)
    session.apply(restore_document(project, 1))
    propose(session, 0, ["O"] * 2, [0.95, 0.3])
    assert where(workspace) == (0, 1, 1)


def test_a_document_is_gone_to_at_its_first_uncertain_word(workspace) -> None:
    session = workspace.session
    session.corpus.documents[1:] = 2
    session.project.documents[2] = replace(session.project.documents[1], id=2)
    propose(session, 1, ["O"] * 3, [0.95, 0.95, 0.3])
    workspace.caret.go_to_document(2)
    assert where(workspace) == (1, 2, 2)


def test_a_sentence_is_announced_before_it_is_shown(workspace) -> None:
    received = []
    workspace.caret.about_to_change.connect(lambda one: received.append(("soon", one)))
    workspace.caret.current_changed.connect(lambda one: received.append(("now", one)))
    workspace.caret.go_to(1)
    workspace.caret.go_to(1, 1)
    assert received == [("soon", 1), ("now", 1)]
