"""A key confirms what the person has seen, whenever a model arrives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain.proposals import ProposalSlice
from app.domain.query_choices import TOKENS_ALONE, QueryChoice
from app.domain.tokens import TokenState
from app.edits.settings import change_order
from app.session import Session
from app.views.workspace import Workspace, seen_labels
from app.views.workspace.seen_labels import GLANCE_SECONDS, HURRY_SECONDS, NOTICE_SECONDS
from tests.memory_projects import project_of, token_tags
from tests.step_names import undo_text
from tests.window_parts import where

DRUG, DOSE = 1, 2
BEFORE, NOW = "O O B-DRUG O", "O B-DOSE B-DRUG O"
TOO_EARLY = "The sentence has just changed: read it, then press the key again."


def arrive(session, tags, sentence_index=0, chance=0.95, corrected=None):
    """Let a model propose tags for a sentence."""
    known = [session.project.tag_id(tag) for tag in tags.split()]
    news = ProposalSlice(
        np.array([sentence_index]),
        np.array(known, np.int32),
        np.full(len(known), chance, np.float32),
        int(session.proposals.models[sentence_index]) + 1,
        session.revision,
    )
    session.propose(news, corrected)


class Clock:
    """Seconds that pass only when a test lets them pass."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def watched(sentences=3, scheme="iob2", clock=None):
    """Return a workspace that a view shows, and a list of what was told."""
    session = Session(project_of([list("abcd")] * sentences, scheme=scheme))
    workspace = Workspace(session, clock=clock or Clock())
    workspace.seen_labels.set_view(lambda: True)
    workspace.session.set_queue(np.arange(sentences))
    received = []
    workspace.message.connect(lambda text, _: received.append(text))
    return workspace, received


@pytest.fixture
def looked(qapp):
    """Return a workspace whose sentence has proposals, and is painted."""
    workspace, received = watched()
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    return workspace, received


@pytest.mark.parametrize("painted", [False, True])
def test_what_a_model_changed_since_is_shown_first_and_then_accepted(looked, painted):
    workspace, received = looked
    arrive(workspace.session, NOW)
    if painted:  # a moment before the key: nobody is that quick
        workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert where(workspace) == (0, 1, 1)
    assert received == [
        "Changed since you looked: “b” no label → DOSE. Press the key again if that is right."
    ]
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["O", "B-DOSE", "B-DRUG", "O"]


def test_what_has_changed_is_marked(looked):
    workspace, _ = looked
    arrive(workspace.session, NOW)
    assert workspace.session.propagation.tokens(0) == [1]
    arrive(workspace.session, "B-DRUG B-DOSE O O")
    assert workspace.session.propagation.tokens(0) == [0, 1, 2]
    arrive(workspace.session, "O O B-DRUG O", sentence_index=1)
    arrive(workspace.session, "O O O O", sentence_index=1)
    assert workspace.session.propagation.tokens(1) == [], "nobody looks at that one"
    assert workspace.undo_redo.take_back_propagation()
    assert workspace.session.propagation.tokens(0) == []
    assert [record.tag for record in workspace.caret.tokens()] == BEFORE.split()


def test_what_was_seen_first_is_shown_again_where_the_screen_has_something_else(looked):
    workspace, received = looked
    arrive(workspace.session, NOW)
    workspace.seen_labels.note_painted()  # and read
    arrive(workspace.session, BEFORE)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert received == [
        "Changed since you looked: “b” DOSE → no label. Press the key again if that is right."
    ]
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == BEFORE.split()


@pytest.mark.parametrize("chance", [0.2, 0.99])
def test_enter_needs_no_second_press_where_the_same_is_shown(looked, chance):
    workspace, received = looked
    arrive(workspace.session, NOW)
    arrive(workspace.session, BEFORE, chance=chance)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == BEFORE.split()
    assert received == []


@pytest.mark.parametrize(
    ("before", "now", "changes"),
    [
        ("B-DRUG I-DRUG O O", "B-DOSE I-DOSE O O", "“a b” DRUG → DOSE"),
        ("B-DRUG I-DRUG O O", "B-DRUG B-DRUG O O", "“b” is now a separate DRUG"),
        ("B-DRUG B-DRUG O O", "B-DRUG I-DRUG O O", "“b” is now part of the DRUG before it"),
        ("O B-DRUG O B-DRUG", "O O O B-DOSE", "“b” DRUG → no label, “d” DRUG → DOSE"),
        (
            "O O O O",
            "B-DRUG B-DOSE B-DRUG B-DOSE",
            "“a” no label → DRUG, “b” no label → DOSE, “c” no label → DRUG and 1 more",
        ),
    ],
)
def test_the_message_names_words_and_labels(qapp, before, now, changes):
    workspace, received = watched()
    arrive(workspace.session, before)
    workspace.seen_labels.note_painted()
    arrive(workspace.session, now)
    workspace.acceptance.accept()
    assert received == [
        f"Changed since you looked: {changes}. Press the key again if that is right."
    ]


def test_what_a_key_refuses_to_confirm_is_marked_also_after_a_step_of_ones_own(looked):
    workspace, received = looked
    arrive(workspace.session, NOW)
    workspace.caret.select(3, 3)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    assert workspace.session.propagation.tokens(0) == []
    workspace.acceptance.accept()
    assert len(received) == 1
    assert workspace.session.propagation.tokens(0) == [1]


def test_what_changed_twice_around_a_step_of_ones_own_is_shown_first(looked):
    workspace, received = looked
    arrive(workspace.session, "O O O O")
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    arrive(workspace.session, BEFORE)
    workspace.acceptance.accept()
    assert not workspace.session.is_done(0)
    assert received == [
        "Changed since you looked: “c” no label → DRUG. Press the key again if that is right."
    ]
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["B-DOSE", "O", "B-DRUG", "O"]


def test_a_tag_that_looks_the_same_needs_no_second_press(qapp):
    workspace, received = watched(scheme="bioes")
    arrive(workspace.session, "S-DRUG O O O")
    workspace.seen_labels.note_painted()
    arrive(workspace.session, "B-DRUG I-DRUG O O")
    workspace.acceptance.accept()
    assert received == [
        "Changed since you looked: “b” no label → DRUG. Press the key again if that is right."
    ]


def test_no_label_is_shown_like_nothing(qapp):
    workspace, _ = watched()
    workspace.seen_labels.note_painted()
    arrive(workspace.session, "O O O O")
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["O"] * 4


def test_the_first_suggestions_of_all_are_shown_before_they_are_accepted(qapp):
    workspace, _ = watched()
    workspace.seen_labels.note_painted()
    arrive(workspace.session, NOW)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4


@pytest.fixture
def blank(qapp):
    """Return a workspace painted before there was a model, what was told, and a clock."""
    clock = Clock()
    workspace, received = watched(clock=clock)
    workspace.seen_labels.note_painted()
    clock.now += 60
    return workspace, received, clock


def paint_and_wait(workspace, clock, seconds=NOTICE_SECONDS):
    workspace.seen_labels.note_painted()
    clock.now += seconds


def test_the_first_suggestions_have_been_seen_after_a_moment_on_the_screen(blank):
    workspace, received, clock = blank
    arrive(workspace.session, NOW)
    paint_and_wait(workspace, clock)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == NOW.split()
    assert received == []


@pytest.mark.parametrize("painted", [False, True])
def test_the_first_suggestions_are_shown_once_more_if_they_have_just_appeared(blank, painted):
    workspace, received, clock = blank
    arrive(workspace.session, NOW)
    if painted:
        paint_and_wait(workspace, clock, NOTICE_SECONDS * 0.9)
    else:
        clock.now += 60
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert len(received) == 1
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == NOW.split()


def test_first_suggestions_replaced_within_a_moment_have_not_been_seen(blank):
    workspace, received, clock = blank
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock, NOTICE_SECONDS * 0.6)
    arrive(workspace.session, NOW)
    paint_and_wait(workspace, clock, NOTICE_SECONDS * 0.6)
    workspace.caret.select(1, 1)
    workspace.acceptance.accept_up_to_here()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert len(received) == 1


def test_what_replaces_the_first_suggestions_later_is_shown_first(blank):
    workspace, received, clock = blank
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock)
    arrive(workspace.session, NOW)
    paint_and_wait(workspace, clock, 60)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert received == [
        "Changed since you looked: “b” no label → DOSE. Press the key again if that is right."
    ]


def test_suggestions_that_appear_after_a_first_label_need_no_second_press(blank):
    workspace, received, clock = blank
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["B-DOSE", "O", "B-DRUG", "O"]
    assert received == []


def test_a_label_in_the_moment_of_the_first_suggestions_does_not_confirm_them(blank):
    workspace, _, clock = blank
    arrive(workspace.session, NOW)
    workspace.seen_labels.note_painted()
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert not workspace.session.is_done(0)
    workspace.seen_labels.note_painted()
    clock.now += NOTICE_SECONDS
    workspace.acceptance.accept()
    assert workspace.session.is_done(0)


@pytest.mark.parametrize(("seconds", "pressed"), [(NOTICE_SECONDS, 1), (0.1, 2)])
def test_what_was_seen_before_an_undone_label_needs_no_second_press(qapp, seconds, pressed):
    clock = Clock()
    workspace, received = watched(clock=clock)
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.select(2, 2)
    workspace.labeller.label(DOSE)
    arrive(workspace.session, "O O B-DOSE O")  # a model that has learnt it
    paint_and_wait(workspace, clock, 3.0)
    workspace.undo_redo.undo()
    paint_and_wait(workspace, clock, 1.0)
    assert [record.tag for record in workspace.caret.tokens()] == ["O", "O", "B-DOSE", "O"]
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock, seconds)
    for _ in range(pressed):
        assert token_tags(workspace.session.project) == ["?"] * 4
        workspace.acceptance.accept()
        workspace.seen_labels.note_painted()
    assert token_tags(workspace.session.project) == BEFORE.split()
    assert len(received) == pressed - 1


@pytest.mark.parametrize(("seconds", "pressed"), [(NOTICE_SECONDS, 1), (0.1, 2)])
def test_nor_after_the_sentence_was_accepted_and_both_were_undone(qapp, seconds, pressed):
    clock = Clock()
    workspace, received = watched(clock=clock)
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.select(0, 1)
    workspace.labeller.label(DOSE)
    paint_and_wait(workspace, clock, 1.0)
    workspace.acceptance.accept()
    assert where(workspace)[0] == 1
    paint_and_wait(workspace, clock, 1.0)
    for step in range(2):
        workspace.undo_redo.undo()
        if not step:
            # By a model that has learned what was accepted.
            arrive(workspace.session, "B-DOSE I-DOSE B-DRUG B-DRUG")
        paint_and_wait(workspace, clock, 1.0)
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert [record.label for record in workspace.caret.tokens()] == [DOSE, DOSE, DRUG, DRUG]
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock, seconds)
    workspace.caret.select(2, 2)
    workspace.labeller.label(DRUG)
    paint_and_wait(workspace, clock, 0.1)
    for _ in range(pressed):
        assert not workspace.session.is_done(0)
        workspace.acceptance.accept()
        workspace.seen_labels.note_painted()
    assert token_tags(workspace.session.project) == BEFORE.split()
    assert len(received) == pressed - 1


def test_what_no_one_has_seen_before_an_undone_label_is_shown_first(qapp):
    clock = Clock()
    workspace, received = watched(clock=clock)
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    paint_and_wait(workspace, clock, 1.0)
    workspace.acceptance.accept()
    for _ in range(2):
        workspace.undo_redo.undo()
        paint_and_wait(workspace, clock, 1.0)
    arrive(workspace.session, "B-DRUG O B-DRUG O")
    paint_and_wait(workspace, clock, 60.0)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert len(received) == 1


def label_learned_and_undone(workspace, clock):
    """Label a token, let a model learn it, and undo; the model still suggests the label."""
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.select(2, 2)
    workspace.labeller.label(DOSE)
    arrive(workspace.session, "O O B-DOSE O")
    paint_and_wait(workspace, clock, 3.0)
    workspace.undo_redo.undo()
    paint_and_wait(workspace, clock, 3.0)


def test_what_returned_only_out_of_view_has_not_been_seen(qapp):
    clock, in_view = Clock(), {0, 1, 2, 3}
    workspace, received = watched(clock=clock)
    workspace.seen_labels.set_view(lambda: True, tokens_in_view=lambda: in_view)
    label_learned_and_undone(workspace, clock)
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock, 0.1)
    in_view.remove(2)
    paint_and_wait(workspace, clock, NOTICE_SECONDS)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert len(received) == 1


def test_what_returns_after_a_message_is_told_again(qapp):
    clock = Clock()
    workspace, received = watched(clock=clock)
    label_learned_and_undone(workspace, clock)
    for tags in (BEFORE, "O O B-DOSE O"):
        arrive(workspace.session, tags)
        paint_and_wait(workspace, clock, 3.0)
    workspace.acceptance.accept()
    paint_and_wait(workspace, clock, 600.0)
    arrive(workspace.session, BEFORE)
    paint_and_wait(workspace, clock, 3.0)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert [text.partition(".")[0] for text in received] == [
        "Changed since you looked: “c” DRUG → DOSE",
        "Changed since you looked: “c” DOSE → DRUG",
    ]


def test_an_undone_label_does_not_hide_that_the_screen_shows_something_else(qapp):
    clock = Clock()
    workspace, received = watched(clock=clock)
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.select(2, 2)
    workspace.labeller.label(DOSE)
    arrive(workspace.session, "O O B-DOSE O")
    paint_and_wait(workspace, clock, 3.0)
    workspace.undo_redo.undo()
    paint_and_wait(workspace, clock, 3.0)
    arrive(workspace.session, BEFORE)  # not painted
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert received == [
        "Changed since you looked: “c” DOSE → DRUG. Press the key again if that is right."
    ]


def test_first_suggestions_out_of_view_have_not_been_seen(blank):
    workspace, _, clock = blank
    in_view = {0, 1, 2, 3}
    workspace.seen_labels.set_view(lambda: True, tokens_in_view=lambda: in_view)
    workspace.seen_labels.note_painted()
    in_view -= {0, 1}
    arrive(workspace.session, NOW)
    paint_and_wait(workspace, clock)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert workspace.caret.first == 1


def test_first_suggestions_that_come_while_the_text_is_hidden_have_not_been_seen(blank):
    workspace, _, clock = blank
    arrive(workspace.session, NOW)
    clock.now += 60
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4


def test_a_sentence_entered_again_begins_anew(blank):
    workspace, received, clock = blank
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    workspace.caret.go_to(1)
    workspace.seen_labels.note_painted()
    workspace.caret.go_to(0)
    workspace.seen_labels.note_painted()
    clock.now += 60
    arrive(workspace.session, NOW)
    paint_and_wait(workspace, clock, 60)
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["?"] * 4
    assert len(received) == 1


@pytest.fixture
def pace_of_a_person(monkeypatch):
    """Let keys come too early, as for a person."""
    monkeypatch.setattr(seen_labels, "GLANCE_SECONDS", GLANCE_SECONDS)
    monkeypatch.setattr(seen_labels, "HURRY_SECONDS", HURRY_SECONDS)


def test_of_keys_that_arrive_together_only_the_first_accepts(qapp, pace_of_a_person):
    clock = Clock()
    workspace, _ = watched(clock=clock)
    workspace.seen_labels.note_painted()
    clock.now += 1.0
    for _ in range(6):
        workspace.acceptance.accept()
        clock.now += 0.01
    assert workspace.caret.sentence_index == 1
    assert token_tags(workspace.session.project, 1) == ["?"] * 4
    clock.now += 1.0
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 2


def test_keys_of_a_program_are_never_too_early(qapp, pace_of_a_person):
    workspace, _ = watched()
    workspace.seen_labels.is_patient = False
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    workspace.seen_labels.look()
    assert workspace.seen_labels.seconds_to_wait == 0.0
    workspace.acceptance.accept()
    assert workspace.caret.sentence_index == 2


@pytest.mark.parametrize(("seconds", "accepts"), [(0.02, False), (1.5 * GLANCE_SECONDS, True)])
def test_a_key_that_bounces_accepts_one_sentence(qapp, pace_of_a_person, seconds, accepts):
    clock = Clock()
    workspace, received = watched(clock=clock)
    workspace.seen_labels.note_painted()
    clock.now += 1.0
    workspace.acceptance.accept()
    workspace.seen_labels.note_painted()
    clock.now += seconds
    workspace.acceptance.accept()
    assert (workspace.caret.sentence_index == 2) == accepts
    assert received == ([] if accepts else [TOO_EARLY])


@pytest.mark.parametrize(("seconds", "accepts"), [(0.2, False), (1.5 * HURRY_SECONDS, True)])
def test_a_message_about_changes_is_read_before_it_is_answered(
    looked, pace_of_a_person, seconds, accepts
):
    workspace, received = looked
    clock = workspace.seen_labels._clock
    clock.now += 1.0
    arrive(workspace.session, NOW)
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    workspace.seen_labels.note_painted()
    clock.now += seconds
    workspace.acceptance.accept()
    assert workspace.session.is_done(0) == accepts
    assert received == received[:1] * (1 if accepts else 2), "the same, not that it came too early"


@pytest.mark.parametrize(("seconds", "accepts"), [(0.2, False), (1.5 * HURRY_SECONDS, True)])
def test_what_a_correction_changes_is_shown_before_a_hurried_key(
    looked, pace_of_a_person, seconds, accepts
):
    workspace, received = looked
    session, clock = workspace.session, workspace.seen_labels._clock
    session.changed.connect(
        lambda changes: changes.by_hand and arrive(session, "O B-DRUG O O", corrected=[0])
    )
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    clock.now += seconds
    workspace.acceptance.accept()
    assert session.is_done(0) == accepts
    assert bool(received) != accepts
    clock.now += 1.0
    workspace.seen_labels.note_painted()
    clock.now += 1.0
    workspace.acceptance.accept()
    assert session.is_done(0)


def test_a_correction_that_changes_nothing_else_may_be_accepted_at_once(looked, pace_of_a_person):
    workspace, received = looked
    workspace.seen_labels._clock.now += 1.0
    workspace.caret.select(2, 2)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert workspace.session.is_done(0)
    assert received == []


def test_a_message_that_is_no_longer_true_is_withdrawn(looked):
    workspace, received = looked
    withdrawn = []
    workspace.seen_labels.outdated.connect(withdrawn.append)
    arrive(workspace.session, NOW)
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    workspace.seen_labels.note_painted()
    assert (len(received), withdrawn) == (1, [])
    arrive(workspace.session, BEFORE)
    workspace.seen_labels.note_painted()
    assert withdrawn == received


def test_enter_ahead_of_the_paint_shows_the_sentence(qapp):
    clock = Clock()
    workspace, received = watched(clock=clock)
    workspace.seen_labels.note_painted()
    requests = []
    workspace.seen_labels.look_requested.connect(
        lambda: requests.append(workspace.caret.sentence_index)
    )
    for _ in range(2):
        workspace.acceptance.accept()
    assert requests == [1]
    assert workspace.caret.sentence_index == 1
    assert token_tags(workspace.session.project, 1) == ["?"] * 4
    clock.now += 1.0
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project, 1) == ["O"] * 4
    assert received == [TOO_EARLY]


@pytest.mark.parametrize("painted", [False, True])
def test_enter_goes_on_from_a_sentence_that_the_person_has_labelled(
    qapp, pace_of_a_person, painted
):
    workspace, received = watched(scheme="tokens", clock=Clock())
    workspace.seen_labels.note_painted()
    workspace.caret.select(0, 0)
    for _ in range(4):
        workspace.labeller.label(DRUG)
    if painted:  # late, just before the key
        workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert workspace.session.is_done(0)
    assert (workspace.caret.sentence_index, received) == (1, [])


def test_what_a_correction_changes_at_once_is_accepted_once_it_is_painted(looked):
    workspace, _ = looked
    session = workspace.session
    session.changed.connect(
        lambda changes: changes.by_hand and arrive(session, "O B-DRUG O O", corrected=[0])
    )
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.acceptance.accept()
    assert not session.is_done(0), "typed ahead of the paint"
    workspace.acceptance.accept()
    assert token_tags(session.project) == ["B-DOSE", "B-DRUG", "O", "O"]


def test_what_a_correction_changes_later_is_shown_first(looked):
    workspace, _ = looked
    workspace.caret.select(0, 0)
    workspace.labeller.label(DOSE)
    workspace.seen_labels.note_painted()
    arrive(workspace.session, "O B-DRUG O O", corrected=[0])
    workspace.acceptance.accept()
    assert not workspace.session.is_done(0)
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert token_tags(workspace.session.project) == ["B-DOSE", "B-DRUG", "O", "O"]


ON_A_SPAN = {
    "up to here": (lambda workspace: workspace.acceptance.accept_up_to_here(), 2),
    "not this": (lambda workspace: workspace.labeller.forbid(), 2),
    "longer": (lambda workspace: workspace.spans.grow_start(), 2),
    "shorter": (lambda workspace: workspace.spans.shrink_start(), 2),
    "split": (lambda workspace: workspace.spans.split_span(), 2),
    "join": (lambda workspace: workspace.spans.join_span(), 0),
}


@pytest.mark.parametrize("name", list(ON_A_SPAN))
def test_other_keys_say_nothing_either_of_what_was_not_seen(qapp, name):
    act, token = ON_A_SPAN[name]
    workspace, received = watched()
    session = workspace.session
    arrive(session, "B-DRUG O B-DRUG I-DRUG")
    workspace.seen_labels.note_painted()
    workspace.caret.select(token, token)
    arrive(session, "B-DOSE O B-DOSE I-DOSE")
    act(workspace)
    assert undo_text(session) is None
    assert len(received) == 1
    workspace.seen_labels.note_painted()
    workspace.caret.select(token, token)
    act(workspace)
    assert undo_text(session) is not None


def test_what_changed_behind_the_caret_holds_nothing_up(looked):
    workspace, _ = looked
    workspace.caret.select(1, 1)
    arrive(workspace.session, "O O B-DRUG B-DOSE")
    workspace.acceptance.accept_up_to_here()
    assert token_tags(workspace.session.project)[:2] == ["O", "O"]
    workspace.acceptance.accept()
    assert not workspace.session.is_done(0), "what was not seen before is not seen by that"


def test_where_doubtful_tokens_are_asked_for_a_new_question_is_shown_first(looked):
    workspace, _ = looked
    session = workspace.session
    session.apply(change_order(session.project, QueryChoice(unit=TOKENS_ALONE)))
    workspace.caret.go_to(1)
    arrive(session, BEFORE, sentence_index=1)
    workspace.seen_labels.note_painted()
    arrive(session, BEFORE, sentence_index=1, chance=0.3)
    workspace.acceptance.accept()
    assert token_tags(session.project, 1) == ["?"] * 4
    workspace.seen_labels.note_painted()
    workspace.acceptance.accept()
    assert session.is_done(1)


TAGS = st.sampled_from(["O", "B-DRUG", "B-DOSE"])
MOMENTS = st.one_of(
    st.tuples(st.just("model"), st.lists(TAGS, min_size=4, max_size=4)),
    st.tuples(st.sampled_from(["paint", "wait", "enter", "part", "undo", "next"]), st.none()),
    st.tuples(st.just("label"), st.integers(0, 3)),
)


@settings(max_examples=300, deadline=None)
@example(
    [
        ("model", ["B-DRUG", "O", "O", "B-DOSE"]),
        ("paint", None),
        ("model", ["O", "O", "O", "O"]),
        ("label", 2),
        ("model", ["B-DRUG", "O", "B-DRUG", "B-DOSE"]),
        ("undo", None),
        ("enter", None),
    ]
)
@example(
    [
        ("model", ["O", "B-DRUG", "O", "O"]),
        ("paint", None),
        ("model", ["O"] * 4),
        ("label", 0),
        ("paint", None),
        ("model", ["O"] * 4),
        ("model", ["O", "B-DRUG", "O", "O"]),
        ("enter", None),
    ]
)
@given(st.lists(MOMENTS, max_size=14))
def test_whenever_a_model_arrives_nothing_is_confirmed_that_was_not_looked_at(qapp, moments):
    """Somebody looks when a sentence comes, after each step of theirs, and when a key says so.

    Where nothing was suggested then, they notice the first suggestion that lasts a moment.
    """
    clock = Clock()
    workspace, received = watched(6, clock=clock)
    session = workspace.session
    looked: dict[int, list[str]] = {}
    blank: dict[int, set[int]] = {}
    screen: dict[int, list[str | None]] = {}
    due = True

    def paint():
        screen[workspace.caret.sentence_index] = [record.tag for record in workspace.caret.tokens()]

    def look():
        paint()
        here = workspace.caret.sentence_index
        looked[here] = [tag or "O" for tag in screen[here]]
        blank[here] = {i for i, tag in enumerate(screen[here]) if tag is None}

    def notice():
        here = workspace.caret.sentence_index
        for token in sorted(blank.get(here, ())):
            if screen[here][token] is not None:
                looked[here][token] = screen[here][token]
                blank[here].discard(token)

    for moment, what in moments:
        sentence_index, before = workspace.caret.sentence_index, len(received)
        at = session.corpus.span(sentence_index)
        states = session.corpus.states[at].copy()
        shown = [record.tag or "O" for record in workspace.caret.tokens()]
        if moment == "model":
            arrive(session, " ".join(what), sentence_index)
        elif moment == "paint":
            workspace.seen_labels.note_painted()
            paint()
            if due:
                look()
                due = False
        elif moment == "wait":
            clock.now += NOTICE_SECONDS
            notice()
        elif moment == "label":
            workspace.caret.select(what, what)
            workspace.labeller.label(DRUG)
            due = True
        elif moment in ("undo", "next"):
            (workspace.undo_redo.undo if moment == "undo" else workspace.caret.next_sentence)()
            due = True
        else:
            unpainted = not workspace.seen_labels._painted
            (
                workspace.acceptance.accept
                if moment == "enter"
                else workspace.acceptance.accept_up_to_here
            )()
            told_now = len(received) > before or unpainted
            newly = (session.corpus.states[at] == TokenState.CONFIRMED) & (
                states != TokenState.CONFIRMED
            )
            for token in np.flatnonzero(newly).tolist():
                assert looked[sentence_index][token] == shown[token]
            if (
                moment == "enter"
                and sentence_index in looked
                and looked[sentence_index] == shown
                and not due
            ):
                assert told_now or session.is_done(sentence_index)
            due = due or told_now or workspace.caret.sentence_index != sentence_index
            if unpainted:
                look()
