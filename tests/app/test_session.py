from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.display import DisplayKind, SpanPosition
from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit, LabelChange, Origin
from app.domain.history import Action
from app.domain.labels import Label
from app.domain.proposals import NO_TAG, ProposalSlice
from app.domain.queue_filter import FilteredQueue, QueueFilter, QueueKind
from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.edits.documents import remove_document, restore_document
from app.edits.label_rows import add_label, delete_label, merge_labels, rename_label
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.session import HISTORY_KEPT, Session
from tests.memory_projects import corpus_of, image, project_of, said, say

DRUG, DOSE = 1, 2


@pytest.fixture
def session():
    return Session(project_of([list("abcde"), list("abc"), list("ab")]), annotator="Ann")


def heard(signal):
    told = []
    signal.connect(lambda *values: told.append(values[0] if len(values) == 1 else values))
    return told


def proposed(session, places, tags, *, model=1, revision=None, chance=0.5):
    return ProposalSlice(
        np.array(places, np.int64),
        np.array([session.project.tag_id(tag) for tag in tags], np.int32),
        np.full(len(tags), chance, np.float32),
        model,
        session.revision if revision is None else revision,
    )


# ---- steps


def test_an_edit_is_stamped_recorded_and_announced(session) -> None:
    changes, steps = heard(session.changed), heard(session.recorded)
    me = object()
    edit = session.apply(label_span(session.project, 1, 0, 1, DRUG), initiator=me)
    assert edit is not None
    assert (edit.id, edit.annotator) == (1, "Ann")
    assert datetime.fromisoformat(edit.made_at).tzinfo is not None
    (change,) = changes
    assert change.sentences.tolist() == [1]
    assert change.initiator is me
    assert change.history
    (step,) = steps
    assert (step.revision, step.action, step.edit) == (1, Action.EDIT, edit)
    assert "B-DRUG" in step.additions.tags
    assert session.project.corpus.edits[5:8].tolist() == [1, 1, 1]


def test_names_are_handed_over_once(session) -> None:
    steps = heard(session.recorded)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    assert steps[0].additions.tags
    assert steps[1].additions.empty


def test_an_empty_edit_leaves_no_step(session) -> None:
    steps = heard(session.recorded)
    assert session.apply(clear_tokens(session.project, 0, 0, 1)) is None
    assert not steps
    assert session.undo_text() is None


def test_undo_and_redo_say_what_they_would_do(session) -> None:
    steps = heard(session.recorded)
    before = image(session.project)
    session.apply(label_span(session.project, 0, 0, 1, DRUG))
    after = image(session.project)
    assert session.undo_text() == "label 2 tokens DRUG"
    session.undo()
    assert image(session.project) == before
    assert (session.undo_text(), session.redo_text()) == (None, "label 2 tokens DRUG")
    session.redo()
    assert image(session.project) == after
    assert [step.action for step in steps] == [Action.EDIT, Action.UNDO, Action.REDO]
    assert steps[1].applied.tokens[0].after is steps[0].edit.tokens[0].before
    session.undo()
    session.apply(label_span(session.project, 0, 3, 3, DOSE))
    assert session.redo_text() is None
    assert session.redo() is None


def test_there_is_an_end_to_undo(session) -> None:
    assert session.undo() is None


ids = st.integers(0, 2)


@st.composite
def acts(draw):
    return draw(
        st.lists(
            st.tuples(
                st.sampled_from(
                    [
                        "label",
                        "none",
                        "clear",
                        "forbid",
                        "accept",
                        "add",
                        "rename",
                        "delete",
                        "merge",
                        "scheme",
                        "pause",
                        "remove",
                        "restore",
                        "undo",
                        "redo",
                    ]
                ),
                ids,
                st.integers(0, 1),
                st.integers(0, 1),
                st.integers(0, 3),
            ),
            max_size=12,
        )
    )


def edit_of(session, act):
    kind, place, one, other, label = act
    project = session.project
    first, last = min(one, other), max(one, other)
    labels = [row.id for row in project.visible_labels()]
    chosen = labels[label % len(labels)] if labels else None
    simple = {
        "none": lambda: no_label(project, place, first, last),
        "clear": lambda: clear_tokens(project, place, first, last),
        "accept": lambda: accept_sentence(project, session.proposals, place),
        "add": lambda: add_label(project, f"L{max(project.labels, default=0) + 1}"),
        "scheme": lambda: change_settings(
            project,
            replace(project.settings, scheme=["iob1", "bioes", "ioe2", "tokens"][label]),
        ),
        "pause": lambda: change_settings(
            project,
            replace(project.settings, learning_paused=not project.settings.learning_paused),
        ),
        "remove": lambda: remove_document(project, 1),
        "restore": lambda: restore_document(project, 1),
    }
    if kind in simple:
        return simple[kind]()
    if chosen is None:
        return Edit("nothing", "")
    if kind == "label":
        return label_span(project, place, first, last, chosen)
    if kind == "forbid":
        return forbid_label(project, place, first, last, [chosen])
    if kind == "rename":
        return rename_label(project, chosen, f"R{project.labels[chosen].id}x{place}")
    if kind == "delete":
        return delete_label(project, chosen)
    return merge_labels(project, chosen, labels[0]) if chosen != labels[0] else Edit("nothing", "")


@settings(max_examples=120, deadline=None)
@given(acts())
def test_any_sequence_of_edits_undone_restores_the_image_and_redone_gives_it_back(sequence) -> None:
    session = Session(project_of([list("abc"), list("ab"), list("ab")]))
    session.label_counts()
    images = [image(session.project)]
    for act in sequence:
        if act[0] == "undo":
            if session.undo() is not None:
                images.append(image(session.project))
        elif act[0] == "redo":
            if session.redo() is not None:
                images.append(image(session.project))
        else:
            session.apply(edit_of(session, act))
        assert_counts_are_right(session)
    last = image(session.project)
    steps = 0
    while session.undo() is not None:
        steps += 1
    assert image(session.project) == images[0]
    assert_counts_are_right(session)
    redone = 0
    while redone < steps and session.redo() is not None:
        redone += 1
    assert image(session.project) == last
    assert_counts_are_right(session)


def assert_counts_are_right(session) -> None:
    project = session.project
    fresh = Session(project)
    counts = {label: n for label, n in session.label_counts().items() if n}
    assert counts == fresh.label_counts()
    assert session.open_tokens.tolist() == fresh.open_tokens.tolist()
    assert session.progress() == fresh.progress()
    assert len(set(project.tags)) == len(project.tags)
    assert project.tag_ids == {name: tag for tag, name in enumerate(project.tags)}


def test_a_change_of_many_sentences_is_the_same_in_bulk(monkeypatch) -> None:
    project = project_of([list("abc")] * 5)
    for place in range(5):
        say(project, place, ["B-DRUG", "O", "B-DRUG" if place % 2 else None])
    images, counts, lowest = [], [], []
    for few in (100, 0):
        monkeypatch.setattr("app.session.FEW_SENTENCES", few)
        session = Session(project)
        session.propose(proposed(session, [0, 2, 4], ["B-DRUG", "O", "O"] * 3, chance=0.25))
        session.label_counts()
        session.apply(delete_label(project, DRUG))
        images.append(image(project))
        counts.append((session.label_counts(), session.open_tokens.tolist()))
        lowest.append([session.proposals.lowest.tolist(), session.proposals.doubts.tolist()])
        session.undo()
    assert images[0] == images[1]
    assert counts[0] == counts[1] == ({}, [2, 2, 2, 2, 2])
    assert lowest[0] == lowest[1]


# ---- history beyond memory


def test_older_steps_are_asked_for_in_time_and_put_underneath(session) -> None:
    wanted = heard(session.history_wanted)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    newest = session._done[-1]
    later = Session(session.project, history=[(newest, False)], next_edit=3)
    wanted = heard(later.history_wanted)
    later.undo()
    assert wanted == [2]
    later.extend_history([(session._done[0], False)])
    later.undo()
    assert said(later.project) == ["?"] * 5
    later.extend_history([])
    wanted.clear()
    later.undo()
    assert not wanted


def test_undone_steps_of_an_earlier_sitting_can_be_redone_in_order(session) -> None:
    for token in (0, 2, 4):
        session.apply(label_span(session.project, 0, token, token, DRUG))
    after = image(session.project)
    one, two, three = session._done
    session.undo()
    session.undo()
    later = Session(session.project, history=[(three, True), (two, True), (one, False)])
    assert later.redo() is two
    assert later.redo() is three
    assert image(later.project) == after


def test_memory_stays_flat(session, monkeypatch) -> None:
    monkeypatch.setattr("app.session.HISTORY_KEPT", 3)
    for token in range(5):
        session.apply(label_span(session.project, 0, token, token, DRUG))
    assert HISTORY_KEPT > 3
    assert len(session._done) == 3


def test_ids_go_on_behind_those_of_the_file(session) -> None:
    later = Session(session.project, next_edit=8)
    edit = later.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert edit is not None
    assert edit.id == 8


# ---- saving


def test_saved_is_said_when_every_step_is_saved(session) -> None:
    states = heard(session.save_state_changed)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.mark_saved(1)
    assert session.save_state == "saving"
    session.mark_saved(2)
    assert states == ["saving", "saved"]
    assert session.saved_revision == 2


def test_what_could_not_be_saved_is_taken_back_and_edits_are_refused(session) -> None:
    reasons = heard(session.refused)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.mark_saved(1)
    kept = image(session.project)
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    session.undo()
    session.redo()
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(2, "the disk is full")
    assert image(session.project) == kept
    assert (session.read_only, session.save_state) == (True, "failed")
    assert reasons == ["the disk is full"]
    assert session.undo_text() == "label 1 token DRUG"
    assert session.apply(label_span(session.project, 0, 2, 2, DRUG)) is None
    assert session.undo() is None
    assert session.redo() is None
    assert len(reasons) == 3
    session.set_writable()
    steps = heard(session.recorded)
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    assert session.save_state == "saving"
    # Names that went down with the lost steps come again.
    assert steps[0].additions.first_tag + len(steps[0].additions.tags) == len(session.project.tags)
    assert steps[0].additions.tag_sets


def test_what_a_lost_step_gave_up_can_be_redone_again(session) -> None:
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.apply(label_span(session.project, 0, 2, 2, DOSE))
    session.mark_saved(2)
    before = image(session.project)
    session.undo()
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(3, "the disk is full")
    assert image(session.project) == before
    assert (session.undo_text(), session.redo_text()) == ("label 1 token DOSE", None)
    session.set_writable()
    session.undo()
    session.mark_saved(session.revision)
    session.apply(label_span(session.project, 1, 0, 0, DOSE))
    session.take_back(session.revision, "the disk is full")
    assert session.redo_text() == "label 1 token DOSE"
    session.set_writable()
    session.redo()
    assert image(session.project)[:2] == before[:2]


def test_a_lost_undo_is_undone(session) -> None:
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.mark_saved(1)
    after = image(session.project)
    session.undo()
    session.take_back(2, "no")
    assert image(session.project) == after
    assert session.undo_text() is not None
    assert session.redo_text() is None


# ---- an imported document


def imported(session, *, labels=()):
    document = Document(2, "more.txt", 1)
    shown = DocumentChange(replace(document, removed=True), document)
    edit = Edit(
        "import_document",
        "import more.txt",
        Origin.IMPORT,
        documents=(shown,),
        labels=labels,
        id=session.reserve_edit(),
    )
    corpus = corpus_of([list("xyz")], first_id=4, document=2)
    return session.add_document(document, corpus, edit)


def test_an_import_appears_hides_and_comes_back(session) -> None:
    changes, steps = heard(session.changed), heard(session.recorded)
    label = Label(3, "DATE", 2, "3", 2)
    imported(session, labels=(LabelChange(None, label),))
    assert steps[0].action is Action.IMPORT
    assert changes[-1].structure
    assert changes[-1].labels
    assert session.visible.tolist() == [0, 1, 2, 3]
    assert session.document_progress()[2].tokens == 3
    assert len(session.proposals.tags) == session.corpus.n_tokens == 13
    session.undo()
    assert session.visible.tolist() == [0, 1, 2]
    assert 3 not in session.project.labels
    session.redo()
    session.apply(label_span(session.project, 3, 0, 0, DRUG))
    assert said(session.project, 3)[0] == "B-DRUG"


def test_an_import_that_could_not_be_finished_is_hidden_again(session) -> None:
    imported(session)
    session.take_back(1, "no")
    assert session.visible.tolist() == [0, 1, 2]
    assert session.undo_text() is None


def test_a_read_only_project_takes_nothing_in(session) -> None:
    session.read_only = True
    assert imported(session) is None
    assert session.corpus.n_sentences == 3


def test_names_on_another_way_are_not_sent_twice_unless_they_get_lost(session) -> None:
    steps = heard(session.recorded)
    session.project.words.append("new")
    assert session.take_names().words == ("new",)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    assert steps[-1].additions.words == ()
    session.names_lost(replace(steps[-1].additions, first_word=1))
    session.apply(label_span(session.project, 0, 2, 2, DRUG))
    assert steps[-1].additions.words == ("new",)


# ---- proposals


def test_proposals_are_shown_with_their_probability(session) -> None:
    changes = heard(session.changed)
    session.propose(proposed(session, [1], ["B-DRUG", "I-DRUG", "O"], chance=0.25))
    assert changes[-1].proposals.tolist() == [1]
    one, two, three = session.token_display(1)
    assert (one.kind, one.tag, one.label) == (DisplayKind.PROPOSAL, "B-DRUG", DRUG)
    assert one.probability == pytest.approx(0.25)
    assert one.uncertain
    assert (one.position, two.position) == (SpanPosition.FIRST, SpanPosition.LAST)
    assert (one.span, two.span, three.span) == (0, 0, -1)
    assert (three.label, three.position) == (None, SpanPosition.NONE)
    assert (one.word, one.start, two.start, two.end) == ("a", 0, 2, 3)
    assert session.proposals.lowest[1] == pytest.approx(0.25)
    assert session.proposals.models[1] == 1


def test_a_person_outranks_the_model_and_an_import_too(session) -> None:
    session.propose(proposed(session, [0], ["B-DRUG"] * 5))
    say(session.project, 0, ["B-DOSE", None, None, None, None])
    say(session.project, 0, [None, "B-DOSE", "B-DRUG", None, None], state=3)
    kinds = [record.kind for record in session.token_display(0)]
    assert kinds[:4] == [
        DisplayKind.PERSON,
        DisplayKind.IMPORTED,
        DisplayKind.IMPORTED,
        DisplayKind.PROPOSAL,
    ]
    records = session.token_display(0)
    assert records[1].probability is None
    assert records[2].probability == pytest.approx(0.5)


def test_what_was_ruled_out_is_named(session) -> None:
    session.apply(forbid_label(session.project, 0, 0, 0, [DRUG]))
    record = session.token_display(0)[0]
    assert record.kind is DisplayKind.NARROWED
    assert record.forbidden == (DRUG,)
    assert record.tag is None
    session.propose(proposed(session, [0], ["B-DOSE", "O", "O", "O", "O"]))
    assert session.token_display(0)[0].tag == "B-DOSE"


def test_proposals_for_sentences_edited_meanwhile_are_left_out(session) -> None:
    late = proposed(session, [0, 1, 2], ["O"] * 10, revision=session.revision)
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    assert session.propose(late).tolist() == [1]
    assert session.proposals.models.tolist() == [1, 0, 1]
    assert session.touched_since(np.array([0, 1, 2]), 0).tolist() == [False, True, False]


def test_proposals_beyond_the_project_are_left_out(session) -> None:
    late = ProposalSlice(
        np.array([7]), np.zeros(2, np.int32), np.zeros(2, np.float32), 1, session.revision
    )
    assert session.propose(late).tolist() == [7]


def test_the_lowest_marginal_and_the_doubts_are_those_of_open_tokens(session) -> None:
    session.propose(proposed(session, [2], ["O", "O"], chance=0.3))
    assert session.proposals.doubts[2] == pytest.approx(1.4)
    session.apply(no_label(session.project, 2, 0, 0))
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.doubts[2] == pytest.approx(0.7)
    session.apply(no_label(session.project, 2, 1, 1))
    assert session.proposals.lowest[2] == 2.0
    assert session.proposals.doubts[2] == 0.0
    session.undo()
    assert session.proposals.lowest[2] == pytest.approx(0.3)
    assert session.proposals.doubts[2] == pytest.approx(0.7)


def corrected(session):
    """Label a token of sentence 0, after which the model changes tokens 2 and 3 by itself."""
    session.propose(proposed(session, [0], ["O", "O", "O", "O", "O"], chance=0.9))
    session.apply(label_span(session.project, 0, 0, 0, DRUG), initiator=session)
    news = proposed(session, [0], ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], model=1)
    session.propose(news, corrected=session.corrected_tokens(0))


def test_what_changes_by_itself_is_marked_and_announced(session) -> None:
    told = heard(session.propagated)
    corrected(session)
    assert told == [(0, [2, 3])]
    assert session.marked_tokens(0) == [2, 3]
    marks = [record.propagated for record in session.token_display(0)]
    assert marks == [False, False, True, True, False]


def test_it_can_be_taken_back(session) -> None:
    told = heard(session.propagated)
    corrected(session)
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["B-DRUG", "O", "O", "O", "O"]
    assert session.token_display(0)[2].probability == pytest.approx(0.9)
    assert told[-1] == (0, [])
    assert not session.take_back_propagation(0)


def test_marks_stay_while_the_same_is_proposed_and_go_when_the_sentence_is_left(session) -> None:
    told = heard(session.propagated)
    corrected(session)
    news = ["B-DRUG", "O", "B-DOSE", "O", "O"]
    session.propose(proposed(session, [0], news, model=2))
    assert told[-1] == (0, [2])
    session.clear_marks(0)
    assert told[-1] == (0, [])
    assert session.marked_tokens(0) == []


def test_undo_of_a_correction_brings_the_proposals_back_without_marks(session) -> None:
    corrected(session)
    session.undo()
    session.propose(proposed(session, [0], ["O"] * 5))
    assert session.marked_tokens(0) == []


# ---- the queue


def test_finished_sentences_leave_the_queue_and_come_back(session) -> None:
    session.set_queue(np.array([2, 0, 1]))
    changes = heard(session.changed)
    session.apply(no_label(session.project, 2, 0, 1))
    assert session.queue.tolist() == [0, 1]
    assert changes[-1].queue
    assert session.is_done(2)
    session.set_queue(np.array([2, 1, 0, 9]))
    assert session.queue.tolist() == [1, 0]
    session.undo()
    assert session.queue.tolist() == [2, 1, 0]


def test_hidden_sentences_leave_the_queue(session) -> None:
    session.set_queue(np.array([2, 0, 1]))
    session.apply(remove_document(session.project, 1))
    assert session.queue.tolist() == []
    session.set_queue(np.array([2, 0, 1]))  # an order that was asked for before
    assert session.queue.tolist() == []
    session.set_filtered(FilteredQueue(QueueFilter(QueueKind.FLAGGED), np.array([1, 2])))
    assert session.asked.tolist() == []


def test_counts_of_spans_go_by_their_beginnings() -> None:
    project = project_of([list("abcde")])
    say(project, 0, ["B-DRUG", "I-DRUG", "B-DRUG", "O", "I-DOSE"])
    session = Session(project)
    assert session.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(clear_tokens(project, 0, 0, 0))
    assert session.label_counts() == {DRUG: 2, DOSE: 1}
    session.apply(remove_document(project, 1))
    assert session.label_counts() == {}


# ---- the control sample


def test_the_queue_asks_for_every_third_sentence_without_help() -> None:
    session = Session(project_of([list("ab")] * 12))
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    asked = []
    for _ in range(12):
        # Another order after each sentence, as a strategy makes it.
        session.set_queue(np.argsort(-session.open_tokens, kind="stable"))
        place = int(session.queue[0])
        asked.append(int(session.corpus.roles[place]))
        session.apply(accept_sentence(session.project, session.proposals, place))
    assert asked == [0, 0, 1] * 4


def test_a_new_order_while_a_sentence_is_worked_on_puts_no_control_sentence_off() -> None:
    session = Session(project_of([list("ab")] * 12))
    session.project.settings = replace(session.project.settings, control_size=4)
    session.corpus.roles[[2, 5, 7, 10]] = Role.CONTROL
    order, asked = np.arange(12), []
    session.set_queue(order)
    for _ in range(12):
        place = int(session.queue[0])
        asked.append(int(session.corpus.roles[place]))
        order = np.roll(order, 5)
        session.set_queue(order)
        session.apply(accept_sentence(session.project, session.proposals, place))
    assert asked == [0, 0, 1] * 4


def test_a_sample_drawn_later_is_in_the_queue_at_once() -> None:
    session = Session(project_of([list("ab")] * 12))
    session.set_queue(np.arange(12))
    wanted = replace(session.project.settings, control_size=3)
    session.apply(change_settings(session.project, wanted))
    roles = session.corpus.roles[session.queue].tolist()
    assert [place for place, role in enumerate(roles) if role] == [2, 5, 8]
    session.undo()
    assert not session.corpus.roles.any()


def test_what_was_proposed_for_a_sentence_that_has_become_a_control_sentence_is_left_out() -> None:
    session = Session(project_of([list("ab")] * 9))
    revision = session.revision
    wanted = replace(session.project.settings, control_size=3)
    session.apply(change_settings(session.project, wanted, np.random.default_rng(1)))
    control = session.corpus.roles == Role.CONTROL
    late = proposed(session, range(9), ["B-DRUG", "O"] * 9, revision=revision)
    stale = session.propose(late)
    assert stale.tolist() == np.flatnonzero(control).tolist()
    assert (session.proposals.tags.reshape(9, 2)[control] == NO_TAG).all()
    assert (session.proposals.models[control] == 0).all()
