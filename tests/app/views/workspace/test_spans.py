"""Spans grow, shrink, are split and joined."""

from __future__ import annotations

import pytest

from app.domain.corrections import Correction, CorrectionKind
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of, set_tags, token_tags
from tests.step_names import redo_text, undo_text
from tests.window_parts import propose, where

DRUG, DOSE = 1, 2


def test_spans_grow_and_shrink_at_either_end(workspace, messages) -> None:
    workspace.caret.select(2, 2)
    workspace.labeller.label(DRUG)
    workspace.spans.grow_end()
    workspace.spans.grow_start()
    assert token_tags(workspace.session.project)[1:4] == ["B-DRUG", "I-DRUG", "I-DRUG"]
    workspace.spans.shrink_end()
    workspace.spans.shrink_start()
    assert token_tags(workspace.session.project)[1:3] == ["?", "B-DRUG"]
    workspace.spans.shrink_end()
    assert token_tags(workspace.session.project)[2] == "B-DRUG"
    assert "cannot be shortened" in messages[-1][0]


def test_the_grown_span_is_selected_and_the_caret_is_where_it_has_moved(workspace) -> None:
    workspace.caret.select(2, 2)
    workspace.labeller.label(DRUG)
    workspace.spans.grow_end()
    assert where(workspace) == (0, 2, 3)
    assert workspace.caret.token == 3
    workspace.spans.grow_start()
    assert where(workspace) == (0, 1, 3)
    assert workspace.caret.token == 1
    workspace.spans.shrink_end()
    assert where(workspace) == (0, 1, 2)
    workspace.spans.resize_to((1, 2), (1, 4))
    assert where(workspace) == (0, 1, 4)


@pytest.mark.parametrize(
    ("labelled_before", "grow", "received"),
    [
        (
            ["O", "B-DRUG", "B-DOSE", "I-DOSE", "O"],
            lambda workspace: workspace.spans.grow_end(),
            "“c d” is confirmed as DOSE: clear that first, or select all words and give them one "
            "label.",
        ),
        (
            ["B-DOSE", "B-DRUG", "O", "O", "O"],
            lambda workspace: workspace.spans.grow_start(),
            "“a” is confirmed as DOSE: clear that first, or select all words and give them one "
            "label.",
        ),
        (
            ["O", "B-DRUG", "B-DRUG", "O", "O"],
            lambda workspace: workspace.spans.grow_end(),
            "“c” is confirmed as DRUG, too: merge the spans, or clear that one first.",
        ),
        (
            ["O", "B-DRUG", "O", "B-DOSE", "O"],
            lambda workspace: workspace.spans.resize_to((1, 1), (1, 4)),
            "“d” is confirmed as DOSE: clear that first, or select all words and give them one "
            "label.",
        ),
    ],
)
def test_a_span_does_not_grow_over_a_label_that_was_confirmed(
    workspace, messages, labelled_before, grow, received
) -> None:
    project = workspace.session.project
    set_tags(project, 0, labelled_before)
    workspace.caret.go_to(0, 1)
    grow(workspace)
    assert token_tags(project, 0) == labelled_before
    assert undo_text(workspace.session) is None
    assert where(workspace) == (0, 1, 1)
    assert messages == [(received, "info")]


def test_a_span_grows_over_a_word_confirmed_without_a_label_and_over_proposals(workspace) -> None:
    project = workspace.session.project
    set_tags(project, 0, ["O", "B-DRUG", "O", None, None])
    propose(workspace.session, 0, ["O", "B-DRUG", "O", "B-DOSE", "O"], [0.9] * 5)
    workspace.caret.go_to(0, 1)
    workspace.spans.grow_end()
    workspace.spans.grow_end()
    assert token_tags(project, 0)[:4] == ["O", "B-DRUG", "I-DRUG", "I-DRUG"]


def test_a_span_does_not_grow_out_of_its_sentence(workspace, messages) -> None:
    workspace.caret.go_to(2, 1)
    workspace.labeller.label(DRUG)
    workspace.spans.grow_end()
    assert messages[-1][0] == "The span already ends at the end of the sentence."
    workspace.spans.grow_start()
    workspace.spans.grow_start()
    assert messages[-1][0] == "The span already starts at the beginning of the sentence."
    workspace.spans.shrink_start()
    assert redo_text(workspace.session) is None
    assert token_tags(workspace.session.project, 2)[1] == "B-DRUG"


def test_a_proposed_span_becomes_a_persons_by_growing(workspace) -> None:
    propose(workspace.session, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"], [0.9] * 5)
    workspace.caret.go_to(0, 1)
    workspace.caret.select(1, 1)
    workspace.spans.grow_end()
    assert token_tags(workspace.session.project)[1:4] == ["B-DRUG", "I-DRUG", "I-DRUG"]


def test_one_token_without_a_label_is_selected_further_as_several_are(workspace, messages) -> None:
    propose(workspace.session, 0, ["O"] * 5, [0.95, 0.95, 0.4, 0.95, 0.95])
    workspace.uncertainty.go_to_uncertain(0)
    assert where(workspace) == (0, 2, 2)
    workspace.spans.grow_end()
    assert where(workspace) == (0, 2, 3)
    workspace.spans.shrink_end()
    workspace.spans.grow_start()
    assert where(workspace) == (0, 1, 2)
    workspace.labeller.label(DRUG)
    assert token_tags(workspace.session.project)[1:3] == ["B-DRUG", "I-DRUG"]
    assert not messages


def test_a_selection_grows_over_spans_and_leaves_them_as_they_are(workspace) -> None:
    propose(workspace.session, 0, ["O", "O", "B-DRUG", "O", "O"], [0.9] * 5)
    workspace.caret.go_to(0, 1)
    for end in (2, 3):
        workspace.spans.grow_end()
        assert where(workspace) == (0, 1, end)
    for end in (2, 1):
        workspace.spans.shrink_end()
        assert where(workspace) == (0, 1, end)
    assert undo_text(workspace.session) is None


def test_where_there_is_nothing_more_to_select_it_is_said(workspace, messages) -> None:
    workspace.spans.shrink_end()
    assert messages[-1][0] == "There is no span here to shorten, and only one token is selected."
    workspace.spans.grow_start()
    assert messages[-1][0] == "The sentence has no further token there."
    assert where(workspace) == (0, 0, 0)


def test_one_label_a_token_has_no_span_to_resize() -> None:
    project = project_of([list("ab")], scheme="tokens")
    workspace, received = Workspace(Session(project)), []
    workspace.message.connect(lambda text, _: received.append(text))
    workspace.labeller.label(DRUG)
    workspace.caret.select(0, 0)
    workspace.spans.grow_end()
    assert token_tags(project) == ["DRUG", "?"]
    assert "one label per token" in received[-1]


def test_space_and_a_label_relabel_the_whole_span(workspace) -> None:
    set_tags(workspace.session.project, 0, ["O", "B-DRUG", "I-DRUG", "O", "O"])
    workspace.caret.go_to(0, 2)
    workspace.caret.select_span()
    assert where(workspace) == (0, 1, 2)
    workspace.labeller.label(DOSE)
    assert token_tags(workspace.session.project, 0) == ["O", "B-DOSE", "I-DOSE", "O", "O"]
    workspace.caret.select_span(0)
    assert where(workspace) == (0, 0, 0)


def test_a_span_is_split_at_the_caret_or_behind_its_first_token(workspace, messages) -> None:
    project = workspace.session.project
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", "O", "O"])
    workspace.caret.go_to(0, 2)
    workspace.spans.split_span()
    assert token_tags(project, 0)[:3] == ["B-DRUG", "I-DRUG", "B-DRUG"]
    workspace.caret.go_to(0, 0)
    workspace.spans.split_span()
    assert token_tags(project, 0)[:3] == ["B-DRUG", "B-DRUG", "B-DRUG"]
    assert where(workspace) == (0, 1, 1)
    workspace.spans.split_span()
    assert "one token cannot be split" in messages[-1][0]
    workspace.caret.select(4, 4)
    workspace.spans.split_span()
    assert messages[-1] == ("There is no span here to split.", "info")
    workspace.undo_redo.undo()
    workspace.undo_redo.undo()
    assert token_tags(project, 0)[:3] == ["B-DRUG", "I-DRUG", "I-DRUG"]


def test_a_span_is_joined_with_the_next_or_with_all_that_are_selected(workspace, messages) -> None:
    project, received = workspace.session.project, []
    workspace.labeller.corrected.connect(received.append)
    tags = ["B-DRUG", "O", "B-DOSE", "I-DOSE", "B-DRUG"]
    set_tags(project, 0, tags)
    workspace.caret.go_to(0, 0)
    workspace.spans.join_span()
    assert token_tags(project, 0) == ["B-DRUG", "I-DRUG", "I-DRUG", "I-DRUG", "B-DRUG"]
    assert received[-1] == Correction(CorrectionKind.LABEL, 0, 0, 3, (DRUG,))
    workspace.undo_redo.undo()
    workspace.caret.select(3, 4)
    workspace.spans.join_span()
    assert token_tags(project, 0) == ["B-DRUG", "O", "B-DOSE", "I-DOSE", "I-DOSE"]
    workspace.spans.join_span()
    assert messages[-1] == ("There is no later span in this sentence.", "info")
    workspace.caret.select(1, 1)
    workspace.spans.join_span()
    assert messages[-1] == ("There is no span here to merge with the next.", "info")


def test_with_one_label_a_token_nothing_is_joined() -> None:
    workspace = Workspace(Session(project_of([list("ab")], scheme="tokens")))
    received = []
    workspace.message.connect(lambda text, kind: received.append(text))
    workspace.caret.select(0, 1)
    workspace.labeller.label(DRUG)
    workspace.spans.join_span()
    workspace.spans.split_span()
    assert received == ["This project has one label per token: there are no spans."] * 2


def test_a_piece_of_a_span_is_split_where_that_is_plain(workspace, messages) -> None:
    session = workspace.session
    propose(session, 0, ["B-DRUG", "I-DRUG", "O", "O", "O"], [0.5, 0.8, 0.95, 0.95, 0.95])
    workspace.uncertainty.go_to_uncertain(0)
    assert where(workspace) == (0, 0, 1)
    workspace.spans.split_span()
    assert token_tags(session.project, 0)[:2] == ["B-DRUG", "B-DRUG"]
    propose(session, 1, ["B-DRUG", "I-DRUG", "I-DRUG"], [0.5, 0.8, 0.95])
    workspace.uncertainty.go_to_uncertain(1)
    workspace.spans.split_span()
    assert messages[-1][0] == "Place the cursor on the first token of the second span."
    assert token_tags(session.project, 1) == ["?"] * 3


def test_what_is_selected_and_no_span_yet_grows_and_shrinks_likewise(workspace, messages) -> None:
    propose(workspace.session, 0, ["O"] * 5, [0.95, 0.8, 0.8, 0.8, 0.95])
    workspace.uncertainty.go_to_uncertain(0)
    assert where(workspace) == (0, 1, 3)
    workspace.spans.shrink_start()
    assert where(workspace) == (0, 2, 3)
    workspace.spans.grow_end()
    assert where(workspace) == (0, 2, 4)
    workspace.spans.grow_end()
    assert where(workspace) == (0, 2, 4)
    workspace.spans.shrink_end()
    workspace.spans.grow_start()
    assert where(workspace) == (0, 1, 3)
    assert [text for text, _ in messages] == ["The sentence has no further token there."]
    assert undo_text(workspace.session) is None
    workspace.spans.shrink_start()
    workspace.labeller.label(DRUG)
    assert token_tags(workspace.session.project)[1:4] == ["?", "B-DRUG", "I-DRUG"]
