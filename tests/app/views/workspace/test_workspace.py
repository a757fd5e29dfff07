from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.asking import TOKENS_ALONE
from app.domain.fixes import Fix, FixKind
from app.domain.marks import Mark
from app.domain.proposals import ProposalSlice
from app.domain.tokens import TokenState
from app.edits.documents import remove_document, restore_document
from app.edits.label_rows import delete_label
from app.edits.settings import change_order
from app.session import Session
from app.views.workspace import NOWHERE, Workspace
from tests.memory_projects import corpus_of, project_of, said, say

DRUG, DOSE = 1, 2


@pytest.fixture
def workspace():
    return Workspace(Session(project_of([list("abcde"), list("abc"), list("ab")])))


@pytest.fixture
def messages(workspace):
    told = []
    workspace.message.connect(lambda text, kind: told.append((text, kind)))
    return told


def propose(session, place, tags, chances):
    session.propose(
        ProposalSlice(
            np.array([place]),
            np.array([session.project.tag_id(tag) for tag in tags], np.int32),
            np.array(chances, np.float32),
            1,
            session.revision,
        )
    )


def where(workspace):
    return workspace.place, workspace.first, workspace.last


def test_it_begins_at_the_first_open_sentence() -> None:
    project = project_of([list("ab"), list("ab")])
    say(project, 0, ["O", "O"])
    assert Workspace(Session(project)).place == 1
    say(project, 1, ["O", "O"])
    assert Workspace(Session(project)).place == 0


def test_an_empty_project_has_no_place() -> None:
    workspace = Workspace(Session(project_of([])))
    assert workspace.place == NOWHERE
    assert workspace.tokens() == []
    for command in (
        workspace.no_label,
        workspace.clear,
        workspace.forbid,
        workspace.accept,
        workspace.skip,
        workspace.later,
        workspace.flag,
        workspace.ask_again,
        workspace.grow_end,
        workspace.next_uncertain,
        workspace.next_sentence,
        workspace.undo,
        workspace.redo,
        workspace.take_back_propagation,
    ):
        command()
    workspace.label(DRUG)
    workspace.move(1)
    assert where(workspace) == (NOWHERE, 0, 0)


def test_arrows_move_and_go_over_the_end(workspace) -> None:
    workspace.move(1)
    assert where(workspace) == (0, 1, 1)
    workspace.go_to(0, 4)
    workspace.move(1)
    assert where(workspace) == (1, 0, 0)
    workspace.move(-1)
    assert where(workspace) == (0, 4, 4)
    workspace.go_to(0, 0)
    workspace.move(-1)
    assert where(workspace) == (0, 0, 0)


def test_shift_selects_within_the_sentence(workspace) -> None:
    told = []
    workspace.selection_changed.connect(lambda first, last: told.append((first, last)))
    workspace.go_to(0, 2)
    workspace.move(1, extend=True)
    workspace.move(5, extend=True)
    assert where(workspace) == (0, 2, 4)
    workspace.move(-4, extend=True)
    assert where(workspace) == (0, 0, 2)
    assert told[-1] == (0, 2)
    workspace.select_all()
    assert where(workspace) == (0, 0, 4)


def test_sentences_follow_one_another(workspace) -> None:
    workspace.next_sentence()
    workspace.next_sentence()
    workspace.next_sentence()
    assert workspace.place == 2
    workspace.previous_sentence()
    assert workspace.place == 1


def test_a_label_goes_on_what_is_selected(workspace) -> None:
    workspace.select(1, 2)
    workspace.label(DRUG)
    assert said(workspace.session.project)[1:3] == ["B-DRUG", "I-DRUG"]
    workspace.select_span(2)
    assert where(workspace) == (0, 1, 2)
    workspace.no_label()
    assert said(workspace.session.project)[1:3] == ["O", "O"]
    workspace.clear()
    assert said(workspace.session.project)[1:3] == ["?", "?"]


def test_spans_grow_and_shrink_at_either_end(workspace, messages) -> None:
    workspace.select(2, 2)
    workspace.label(DRUG)
    workspace.grow_end()
    workspace.grow_start()
    assert said(workspace.session.project)[1:4] == ["B-DRUG", "I-DRUG", "I-DRUG"]
    workspace.shrink_end()
    workspace.shrink_start()
    assert said(workspace.session.project)[1:3] == ["?", "B-DRUG"]
    workspace.shrink_end()
    assert said(workspace.session.project)[2] == "B-DRUG"
    assert "cannot become shorter" in messages[-1][0]


def test_a_span_does_not_grow_out_of_its_sentence(workspace, messages) -> None:
    workspace.go_to(2, 1)
    workspace.label(DRUG)
    workspace.grow_end()
    assert messages[-1][0] == "The span ends with the sentence already."
    workspace.grow_start()
    workspace.grow_start()
    assert messages[-1][0] == "The span begins with the sentence already."
    workspace.shrink_start()
    assert workspace.session.redo_text() is None
    assert said(workspace.session.project, 2)[1] == "B-DRUG"


def test_a_proposed_span_becomes_a_persons_by_growing(workspace) -> None:
    propose(workspace.session, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"], [0.9] * 5)
    workspace.go_to(0, 1)
    workspace.select(1, 1)
    workspace.grow_end()
    assert said(workspace.session.project)[1:4] == ["B-DRUG", "I-DRUG", "I-DRUG"]


def test_there_must_be_a_span_to_resize(workspace, messages) -> None:
    workspace.grow_end()
    assert messages[-1][1] == "info"


def test_one_label_a_token_has_no_span_to_resize() -> None:
    project = project_of([list("ab")], scheme="tokens")
    workspace, told = Workspace(Session(project)), []
    workspace.message.connect(lambda text, _: told.append(text))
    workspace.label(DRUG)
    workspace.select(0, 0)
    workspace.grow_end()
    assert said(project) == ["DRUG", "?"]
    assert "every token has a label" in told[-1]


def test_not_this_is_said_of_what_is_shown(workspace, messages) -> None:
    workspace.forbid()
    assert "no label here" in messages[-1][0]
    propose(workspace.session, 0, ["B-DRUG", "O", "O", "O", "O"], [0.9] * 5)
    workspace.forbid()
    assert said(workspace.session.project)[0] == "{B-DOSE I-DOSE O}"


def test_the_last_label_cannot_be_ruled_out() -> None:
    workspace = Workspace(Session(project_of([["a"]], scheme="tokens", labels=["NOUN"])))
    told = []
    workspace.message.connect(lambda text, kind: told.append(text))
    workspace.forbid(1)
    assert "must stay possible" in told[-1]
    workspace.no_label()
    assert "every token has a label" in told[-1]
    assert workspace.one_label_a_token


def test_accepting_goes_to_the_next_in_the_queue(workspace) -> None:
    workspace.session.set_queue(np.array([2, 0, 1]))
    workspace.accept()
    assert said(workspace.session.project) == ["O"] * 5
    assert workspace.place == 2


def test_accepting_the_last_one_says_so(workspace, messages) -> None:
    for _ in range(3):
        workspace.accept()
    assert "Every sentence is confirmed" in messages[-1][0]
    assert np.all(workspace.session.corpus.states == TokenState.CONFIRMED)


def test_accepting_what_is_confirmed_goes_on_without_a_step(workspace) -> None:
    workspace.accept()
    workspace.go_to(0)
    workspace.accept()
    assert workspace.place == 1
    workspace.session.undo()
    assert workspace.session.undo_text() is None


def test_tokens_without_label_or_proposal_are_told() -> None:
    session = Session(project_of([list("abc"), list("ab")], scheme="tokens", labels=["NOUN"]))
    workspace = Workspace(session)
    told = []
    workspace.message.connect(lambda text, kind: told.append((text, kind)))
    propose(session, 0, ["NOUN", "NOUN", "NOUN"], [0.9] * 3)
    session.proposals.tags[1] = -1
    workspace.accept()
    assert workspace.place == 0
    assert said(session.project) == ["NOUN", "?", "NOUN"]
    assert told[-1][1] == "warning"
    assert where(workspace) == (0, 1, 1)


def test_what_was_put_off_comes_last(workspace) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.later()
    assert workspace.session.queue.tolist() == [1, 2, 0]
    assert workspace.place == 1
    workspace.accept()
    assert workspace.place == 2
    workspace.accept()
    assert workspace.place == 0


def test_skipped_sentences_do_not_come_again(workspace, messages) -> None:
    workspace.session.set_queue(np.array([0, 1, 2]))
    workspace.skip()
    assert workspace.place == 1
    workspace.accept()
    workspace.accept()
    assert workspace.place == 2
    assert "Only skipped sentences" in messages[-1][0]
    workspace.go_to(0)
    workspace.ask_again()
    assert "waits in the queue again" in messages[-1][0]
    workspace.ask_again()
    assert "neither skipped nor put off" in messages[-1][0]
    workspace.go_to(1)
    workspace.next_in_queue()
    assert workspace.place == 0
    workspace.next_in_queue()
    assert "Only this sentence" in messages[-1][0]


def test_a_skip_is_a_step_that_can_be_undone_and_an_answer_ends_it(workspace) -> None:
    project = workspace.session.project
    workspace.skip()
    assert workspace.session.undo_text() == "skip a sentence"
    workspace.undo()
    assert (workspace.place, project.marks) == (0, {})
    workspace.later()
    workspace.go_to(0)
    workspace.flag()
    assert project.mark_of(0) == Mark.LATER | Mark.FLAGGED
    workspace.accept()
    assert project.mark_of(0) == Mark.FLAGGED


def test_a_flag_is_set_and_taken_away(workspace, messages) -> None:
    project = workspace.session.project
    workspace.flag()
    assert (project.mark_of(0), messages[-1][0]) == (Mark.FLAGGED, "Flagged.")
    workspace.flag()
    assert (project.mark_of(0), messages[-1][0]) == (Mark.NONE, "The flag is gone.")


def test_tab_goes_to_uncertain_tokens_here_and_further_on(workspace, messages) -> None:
    session = workspace.session
    propose(session, 0, ["O"] * 5, [0.9, 0.4, 0.9, 0.5, 0.9])
    propose(session, 2, ["O"] * 2, [0.9, 0.1])
    workspace.next_uncertain()
    assert where(workspace) == (0, 1, 1)
    workspace.next_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.next_uncertain()
    assert where(workspace) == (2, 1, 1)
    workspace.next_uncertain()
    assert "No further" in messages[-1][0]
    workspace.previous_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.previous_uncertain()
    assert where(workspace) == (0, 1, 1)


@pytest.mark.parametrize("one_by_one", [0, 50])
def test_tab_passes_by_doubts_that_suggestions_hide(messages, monkeypatch, one_by_one) -> None:
    monkeypatch.setattr("app.views.workspace.workspace.LOOKED_THROUGH", one_by_one)
    project = project_of([list("ab")] * 4)
    for place, tags in enumerate((["O", "O"], ["B-DRUG", "O"], ["B-DRUG", "O"])):
        say(project, place, tags, state=TokenState.SUGGESTED)
    workspace = Workspace(Session(project))
    for place in range(4):
        propose(workspace.session, place, ["O", "O"], [0.4, 0.9])
    workspace.go_to(0, 0)
    workspace.next_uncertain()
    assert where(workspace) == (3, 0, 0)
    workspace.previous_uncertain()
    assert where(workspace) == (0, 0, 0)
    workspace.previous_uncertain()
    assert where(workspace) == (0, 0, 0)


def test_of_a_sentence_without_doubts_tab_goes_to_the_less_sure_tokens(workspace) -> None:
    session = workspace.session
    propose(session, 0, ["O"] * 5, [0.95, 0.8, 0.95, 0.7, 0.95])
    propose(session, 2, ["O"] * 2, [0.9, 0.1])
    workspace.next_uncertain()
    assert where(workspace) == (0, 1, 1)
    workspace.label(DRUG)
    workspace.next_uncertain()
    assert where(workspace) == (0, 3, 3)
    workspace.next_uncertain()
    assert where(workspace) == (2, 1, 1)
    # Where there is a doubt, it alone counts.
    propose(session, 1, ["O"] * 3, [0.8, 0.2, 0.8])
    workspace.previous_uncertain()
    assert where(workspace) == (1, 1, 1)
    workspace.previous_uncertain()
    assert where(workspace) == (1, 1, 1)


def test_the_next_in_the_queue_is_shown_at_its_uncertain_token(workspace) -> None:
    propose(workspace.session, 1, ["O"] * 3, [0.9, 0.9, 0.2])
    workspace.session.set_queue(np.array([1, 0, 2]))
    workspace.next_in_queue()
    assert where(workspace) == (1, 2, 2)
    propose(workspace.session, 0, ["O"] * 5, [0.95, 0.95, 0.85, 0.95, 0.8])
    workspace.session.set_queue(np.array([0, 2]))
    workspace.next_in_queue()
    assert where(workspace) == (0, 2, 2)


def test_undo_shows_where(workspace) -> None:
    workspace.go_to(0, 3)
    workspace.label(DRUG)
    workspace.go_to(2)
    workspace.undo()
    assert where(workspace) == (0, 3, 3)
    workspace.go_to(2)
    workspace.redo()
    assert workspace.place == 0


def test_undo_of_a_change_of_many_sentences_stays_where_one_is(workspace) -> None:
    for place in (0, 1):
        workspace.go_to(place)
        workspace.label(DRUG)
    workspace.session.apply(delete_label(workspace.session.project, DRUG))
    workspace.go_to(2)
    workspace.undo()
    assert said(workspace.session.project, 1)[0] == "B-DRUG"
    assert workspace.place == 2


def test_a_document_is_gone_to_at_its_first_open_sentence(workspace) -> None:
    session = workspace.session
    session.corpus.documents[1:] = 2
    session.project.documents[2] = replace(session.project.documents[1], id=2)
    say(session.project, 1, ["O"] * 3)
    session = Session(session.project)
    workspace = Workspace(session)
    assert workspace.place == 0
    for document, place in ((None, 0), (1, 0), (7, 0), (2, 2)):
        workspace.go_to_document(document)
        assert workspace.place == place
    workspace.go_to(1)
    workspace.go_to_document(2)
    assert workspace.place == 1


def test_a_removed_document_takes_its_place_away(workspace) -> None:
    told = []
    workspace.current_changed.connect(told.append)
    session = workspace.session
    workspace.go_to(1, 2)
    session.apply(remove_document(session.project, 1))
    assert told[-1] == NOWHERE
    assert workspace.n_tokens == 0
    session.apply(restore_document(session.project, 1))
    assert workspace.place == 0


def test_removing_one_of_two_documents_goes_to_what_is_left() -> None:
    project = project_of([list("ab")])
    project.documents[2] = project.documents[1].__class__(2, "b", 1)
    project.corpus.append(corpus_of([list("cd")], first_id=2, document=2))
    session = Session(project)
    workspace = Workspace(session)
    workspace.go_to(1)
    session.apply(remove_document(project, 2))
    assert workspace.place == 0


def test_leaving_a_sentence_drops_its_marks(workspace, messages) -> None:
    session = workspace.session
    told = []
    workspace.propagated.connect(lambda place, tokens: told.append((place, tokens)))
    propose(session, 0, ["O"] * 5, [0.9] * 5)
    workspace.label(DRUG)
    tags = [session.project.tag_id(t) for t in ("B-DRUG", "O", "B-DOSE", "O", "O")]
    news = ProposalSlice(
        np.array([0]), np.array(tags, np.int32), np.full(5, 0.9, np.float32), 1, session.revision
    )
    session.propose(news, corrected=session.corrected_tokens(0))
    assert told == [(0, [2])]
    workspace.next_sentence()
    assert told[-1] == (0, [])
    assert not workspace.take_back_propagation()


def test_a_refusal_is_an_error(workspace, messages) -> None:
    workspace.session.read_only = True
    workspace.label(DRUG)
    workspace.accept()
    assert [kind for _, kind in messages] == ["error", "error"]
    assert workspace.place == 0


def test_one_returns_to_a_sentence_that_is_still_there(workspace) -> None:
    workspace.return_to(workspace.session.corpus.ids[1].item())
    assert workspace.place == 1
    assert workspace.sentence_id == workspace.session.corpus.ids[1]
    for gone in (None, 10**9):
        workspace.return_to(gone)
        assert workspace.place == 1


def test_what_is_said_of_tokens_is_told(workspace) -> None:
    told = []
    workspace.fixed.connect(told.append)
    workspace.select(1, 2)
    workspace.label(DRUG)
    workspace.grow_end()
    workspace.label(DRUG)  # says nothing new of the tokens already said
    workspace.select(0, 0)
    workspace.no_label()
    workspace.select(4, 4)
    workspace.forbid(DOSE)
    workspace.clear()
    assert told[:2] == [
        Fix(FixKind.LABEL, 0, 1, 2, (DRUG,)),
        Fix(FixKind.LABEL, 0, 1, 3, (DRUG,)),
    ]
    assert told[-2:] == [Fix(FixKind.NO_LABEL, 0, 0, 0), Fix(FixKind.FORBID, 0, 4, 4, (DOSE,))]


@pytest.fixture
def asking(workspace):
    """Doubtful tokens alone are asked for; two of three sentences have such tokens."""
    session = workspace.session
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"], [0.9, 0.9, 0.5, 0.9, 0.4])
    propose(session, 1, ["O"] * 3, [0.9] * 3)
    propose(session, 2, ["O"] * 2, [0.3, 0.2])
    asking = replace(session.project.settings.asking, unit=TOKENS_ALONE)
    session.apply(change_order(session.project, asking))
    session.set_queue(np.array([2, 0, 1]))
    return workspace


def test_asking_for_doubtful_tokens_goes_to_the_first_with_its_span(asking) -> None:
    assert where(asking) == (0, 1, 2)
    asking.next_in_queue()
    assert where(asking) == (2, 0, 1)
    asking.undo()
    assert not asking.asks_tokens


def test_one_key_answers_and_the_next_doubtful_token_is_selected(asking) -> None:
    asking.label(DOSE)
    assert said(asking.session.project)[1:3] == ["B-DOSE", "I-DOSE"]
    assert where(asking) == (0, 4, 4)
    asking.no_label()
    assert where(asking) == (0, 4, 4), "nothing is left to go to"
    assert asking.answer().asked == ()
    asking.accept()
    assert asking.place == 2
    assert said(asking.session.project)[0] == "?"
    assert asking.session.project.mark_of(0) == Mark.ANSWERED


def test_who_says_not_this_is_asked_again_while_it_is_doubtful(asking) -> None:
    session = asking.session
    news = [["O", "B-DOSE", "I-DOSE", "O", "B-DOSE"], [0.9, 0.5, 0.9, 0.9, 0.4]]
    session.changed.connect(lambda done: len(done.sentences) and propose(session, 0, *news))
    asking.forbid()
    assert where(asking) == (0, 1, 2), "something else is proposed there, and not surely"
    news[:] = [["O"] * 4 + ["B-DOSE"], [0.9] * 4 + [0.4]]
    asking.forbid()
    assert where(asking) == (0, 4, 4)


def test_where_each_token_has_a_label_labels_are_typed(qapp) -> None:
    project = project_of([list("abc"), list("ab")], scheme="tokens", labels=["NOUN", "VERB"])
    workspace = Workspace(Session(project))
    told = []
    workspace.fixed.connect(told.append)
    for label in (1, 2, 1):
        workspace.label(label)
    assert said(project)[:3] == ["NOUN", "VERB", "NOUN"]
    assert where(workspace) == (0, 2, 2), "the last one stays"
    workspace.select(0, 0)
    workspace.label(2)
    assert where(workspace) == (0, 1, 1)
    assert workspace.fix_here() is None, "it is about what has just been said"
    workspace.select(0, 0)
    assert (workspace.fix_here().first, told[-1].first) == (0, 0)
    workspace.select(0, 1)
    workspace.label(1)
    assert where(workspace) == (0, 0, 1), "who has selected several looks at them"


def test_what_nobody_asked_about_is_answered_without_going_on(asking) -> None:
    asking.select(0, 0)
    asking.no_label()
    assert where(asking) == (0, 0, 0)


def test_tab_counts_as_looked_at_and_enter_confirms_what_is_asked(asking, messages) -> None:
    session = asking.session
    asking.next_uncertain()
    assert where(asking) == (0, 4, 4)
    asking.previous_uncertain()
    assert where(asking) == (0, 1, 2)
    asking.next_uncertain()
    propose(session, 0, ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"], [0.9, 0.9, 0.8, 0.9, 0.4])
    assert asking.answer().asked == (2, 4), "what was looked at is confirmed, however sure by now"
    asking.accept()
    assert said(session.project)[1:] == ["?", "I-DRUG", "?", "B-DOSE"]
    assert where(asking) == (2, 0, 1)
    asking.accept()
    assert asking.place == 2
    assert "No other sentence has a doubtful token" in messages[-1][0]
    asking.select(0, 0)
    asking.undo()
    assert where(asking) == (2, 0, 1), "what was taken back is selected, to be answered anew"
    asking.undo()
    assert asking.place == 0
    assert said(session.project) == ["?"] * 5
    assert session.project.marks == {}


def test_what_was_looked_at_is_not_gone_to_again_after_an_answer(asking) -> None:
    asking.next_uncertain()
    asking.label(DRUG)
    assert where(asking) == (0, 4, 4)
    propose(asking.session, 0, ["B-DOSE", "B-DRUG", "I-DRUG", "O", "O"], [0.5, 0.9, 0.5, 0.9, 0.9])
    asking.label(DOSE)
    assert where(asking) == (0, 4, 4), "that token was not asked about"
    asking.select(1, 2)
    asking.label(DOSE)
    assert where(asking) == (0, 0, 0), "ahead of the selection something is doubtful now"


def test_tab_goes_over_to_the_next_sentence_that_is_asked(asking, messages) -> None:
    asking.next_uncertain()
    asking.next_uncertain()
    assert where(asking) == (2, 0, 1)
    asking.next_uncertain()
    assert "No further" in messages[-1][0]
    asking.previous_uncertain()
    assert where(asking) == (0, 4, 4)
    asking.accept()
    assert said(asking.session.project)[1:3] == ["?", "I-DRUG"]


def test_a_finished_sentence_is_passed_by(asking) -> None:
    say(asking.session.project, 0, ["O"] * 5)
    asking.accept()
    assert asking.place == 2
    assert asking.session.undo_text() == "ask for doubtful tokens only"


def test_at_the_end_it_is_said_what_is_left(asking, messages) -> None:
    asking.accept()
    asking.accept()
    asking.go_to(1)
    asking.accept()
    assert "answered or skipped" in messages[-1][0]


def test_what_cannot_be_written_is_not_gone_on_from(asking) -> None:
    asking.session.read_only = True
    asking.accept()
    assert asking.place == 0


# ---- spans by hand


def test_space_and_a_label_relabel_the_whole_span(workspace) -> None:
    say(workspace.session.project, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"])
    workspace.go_to(0, 2)
    workspace.select_span()
    assert where(workspace) == (0, 1, 2)
    workspace.label(DOSE)
    assert said(workspace.session.project, 0) == ["O", "B-DOSE", "I-DOSE", "O", "O"]
    workspace.select_span(0)
    assert where(workspace) == (0, 0, 0)


def test_a_span_is_split_at_the_caret_or_behind_its_first_token(workspace, messages) -> None:
    project = workspace.session.project
    say(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", "O", "O"])
    workspace.go_to(0, 2)
    workspace.split_span()
    assert said(project, 0)[:3] == ["B-DRUG", "I-DRUG", "B-DRUG"]
    workspace.go_to(0, 0)
    workspace.split_span()
    assert said(project, 0)[:3] == ["B-DRUG", "B-DRUG", "B-DRUG"]
    assert where(workspace) == (0, 1, 1)
    workspace.split_span()
    assert "one token cannot be split" in messages[-1][0]
    workspace.select(4, 4)
    workspace.split_span()
    assert messages[-1] == ("There is no span here to split.", "info")
    workspace.undo()
    workspace.undo()
    assert said(project, 0)[:3] == ["B-DRUG", "I-DRUG", "I-DRUG"]


def test_a_span_is_joined_with_the_next_or_with_all_that_are_selected(workspace, messages) -> None:
    project, told = workspace.session.project, []
    workspace.fixed.connect(told.append)
    tags = ["B-DRUG", "O", "B-DOSE", "I-DOSE", "B-DRUG"]
    say(project, 0, tags)
    workspace.go_to(0, 0)
    workspace.join_span()
    assert said(project, 0) == ["B-DRUG", "I-DRUG", "I-DRUG", "I-DRUG", "B-DRUG"]
    assert told[-1] == Fix(FixKind.LABEL, 0, 0, 3, (DRUG,))
    workspace.undo()
    workspace.select(3, 4)
    workspace.join_span()
    assert said(project, 0) == ["B-DRUG", "O", "B-DOSE", "I-DOSE", "I-DOSE"]
    workspace.join_span()
    assert messages[-1] == ("No span stands behind this one in the sentence.", "info")
    workspace.select(1, 1)
    workspace.join_span()
    assert messages[-1] == ("There is no span here to join with the next.", "info")


def test_with_one_label_a_token_nothing_is_joined() -> None:
    workspace = Workspace(Session(project_of([list("ab")], scheme="tokens")))
    told = []
    workspace.message.connect(lambda text, kind: told.append(text))
    workspace.select(0, 1)
    workspace.label(DRUG)
    workspace.join_span()
    assert told == ["In this project every token has a label of its own."]


def test_the_last_thing_is_said_again_of_what_is_selected_then(workspace, messages) -> None:
    project = workspace.session.project
    workspace.repeat_last()
    assert messages == [("Nothing has been said yet that could be repeated.", "info")]
    workspace.label(DOSE)
    workspace.select(2, 3)
    workspace.repeat_last()
    assert said(project, 0)[2:4] == ["B-DOSE", "I-DOSE"]
    workspace.shrink_end()
    workspace.repeat_last()
    assert said(project, 0)[2:4] == ["B-DOSE", "{B-DOSE B-DRUG I-DRUG O}"]
    workspace.select(0, 2)
    workspace.clear()
    workspace.undo()
    workspace.select(0, 0)
    workspace.repeat_last()
    assert said(project, 0)[0] == "?"
    workspace.session.apply(delete_label(project, DOSE))
    workspace.repeat_last()
    assert messages[-1] == messages[0]


def test_what_a_person_had_said_and_takes_away_is_told(workspace) -> None:
    told = []
    workspace.fixed.connect(told.append)
    say(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", "B-DOSE", None])
    workspace.select(0, 1)
    workspace.clear()
    assert told == [Fix(FixKind.CLEAR, 0, 0, 1, taken=(DRUG,))]
    workspace.undo()
    workspace.label(DOSE)
    assert told[-1] == Fix(FixKind.LABEL, 0, 0, 1, (DOSE,), (DRUG,))
    workspace.select(3, 3)
    workspace.no_label()
    assert told[-1] == Fix(FixKind.NO_LABEL, 0, 3, 3, taken=(DOSE,))
    workspace.undo()
    workspace.forbid()
    assert told[-1] == Fix(FixKind.FORBID, 0, 3, 3, (DOSE,), (DOSE,))


def test_clearing_a_part_of_a_span_or_nothing_tells_nobody(workspace) -> None:
    told = []
    workspace.fixed.connect(told.append)
    say(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", None, None])
    for first, last in ((1, 1), (0, 2), (2, 2), (4, 4)):
        workspace.select(first, last)
        workspace.clear()
    assert told == []


def test_what_has_been_said_of_a_span_is_found_at_its_tokens(workspace) -> None:
    say(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", "O", None])
    expected = {
        (1, 1): Fix(FixKind.LABEL, 0, 0, 1, (DRUG,)),
        (0, 1): Fix(FixKind.LABEL, 0, 0, 1, (DRUG,)),
        (2, 2): Fix(FixKind.NO_LABEL, 0, 2, 2),
        (2, 3): Fix(FixKind.NO_LABEL, 0, 2, 3),
        (1, 2): None,
        (3, 4): None,
    }
    for (first, last), fix in expected.items():
        workspace.select(first, last)
        assert workspace.fix_here() == fix, (first, last)
    assert Workspace(Session(project_of([]))).fix_here() is None
