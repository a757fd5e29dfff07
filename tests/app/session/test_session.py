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
from app.domain.proposals import ProposalSlice
from app.edits.accept import accept_sentence
from app.edits.documents import remove_document, restore_document
from app.edits.label_rows import add_label, delete_label, merge_labels, rename_label
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.session import Session
from tests.memory_projects import contents_of, corpus_of, project_of, set_tags, token_tags
from tests.sessions import heard, proposed
from tests.step_names import redo_text, undo_text

DRUG, DOSE = 1, 2


def test_an_edit_is_stamped_recorded_and_announced(session) -> None:
    changes, steps = heard(session.changed), heard(session.recorded)
    edit = session.apply(label_span(session.project, 1, 0, 1, DRUG))
    assert edit is not None
    assert (edit.id, edit.annotator) == (1, "Ann")
    assert datetime.fromisoformat(edit.made_at).tzinfo is not None
    (change,) = changes
    assert change.sentences.tolist() == [1]
    assert change.by_hand
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
    assert undo_text(session) is None


def test_undo_and_redo_say_what_they_would_do(session) -> None:
    steps = heard(session.recorded)
    before = contents_of(session.project)
    session.apply(label_span(session.project, 0, 0, 1, DRUG))
    after = contents_of(session.project)
    assert undo_text(session) == "a b → DRUG"
    session.undo()
    assert contents_of(session.project) == before
    assert (undo_text(session), redo_text(session)) == (None, "a b → DRUG")
    session.redo()
    assert contents_of(session.project) == after
    assert [step.action for step in steps] == [Action.EDIT, Action.UNDO, Action.REDO]
    assert steps[1].applied.tokens[0].after is steps[0].edit.tokens[0].before
    session.undo()
    session.apply(label_span(session.project, 0, 3, 3, DOSE))
    assert redo_text(session) is None
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
    kind, sentence_index, one, other, label = act
    project = session.project
    first, last = min(one, other), max(one, other)
    labels = [row.id for row in project.visible_labels()]
    chosen = labels[label % len(labels)] if labels else None
    simple = {
        "none": lambda: no_label(project, sentence_index, first, last),
        "clear": lambda: clear_tokens(project, sentence_index, first, last),
        "accept": lambda: accept_sentence(project, session.proposals, sentence_index),
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
        return label_span(project, sentence_index, first, last, chosen)
    if kind == "forbid":
        return forbid_label(project, sentence_index, first, last, [chosen])
    if kind == "rename":
        return rename_label(project, chosen, f"R{project.labels[chosen].id}x{sentence_index}")
    if kind == "delete":
        return delete_label(project, chosen)
    return merge_labels(project, chosen, labels[0]) if chosen != labels[0] else Edit("nothing", "")


@settings(max_examples=120, deadline=None)
@given(acts())
def test_any_sequence_of_edits_undone_restores_the_image_and_redone_gives_it_back(sequence) -> None:
    session = Session(project_of([list("abc"), list("ab"), list("ab")]))
    session.state.label_counts()
    images = [contents_of(session.project)]
    for act in sequence:
        if act[0] == "undo":
            if session.undo() is not None:
                images.append(contents_of(session.project))
        elif act[0] == "redo":
            if session.redo() is not None:
                images.append(contents_of(session.project))
        else:
            session.apply(edit_of(session, act))
        assert_counts_are_right(session)
    last = contents_of(session.project)
    steps = 0
    while session.undo() is not None:
        steps += 1
    assert contents_of(session.project) == images[0]
    assert_counts_are_right(session)
    redone = 0
    while redone < steps and session.redo() is not None:
        redone += 1
    assert contents_of(session.project) == last
    assert_counts_are_right(session)


def assert_counts_are_right(session) -> None:
    project = session.project
    fresh = Session(project)
    counts = {label: n for label, n in session.state.label_counts().items() if n}
    assert counts == fresh.state.label_counts()
    assert session.open_tokens.tolist() == fresh.open_tokens.tolist()
    assert session.state.progress() == fresh.state.progress()
    assert len(set(project.tags)) == len(project.tags)
    assert project.tag_ids == {name: tag for tag, name in enumerate(project.tags)}


def imported(session, *, labels=()):
    document = Document(2, "more.txt", 1)
    shown = DocumentChange(replace(document, removed=True), document)
    edit = Edit(
        "import_document",
        "import more.txt",
        Origin.IMPORT,
        documents=(shown,),
        labels=labels,
        id=session.history.reserve(),
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
    assert session.state.document_progress()[2].tokens == 3
    assert len(session.proposals.tags) == session.corpus.n_tokens == 13
    session.undo()
    assert session.visible.tolist() == [0, 1, 2]
    assert 3 not in session.project.labels
    session.redo()
    session.apply(label_span(session.project, 3, 0, 0, DRUG))
    assert token_tags(session.project, 3)[0] == "B-DRUG"


def test_a_read_only_project_takes_nothing_in(session) -> None:
    session.saving.read_only = True
    assert imported(session) is None
    assert session.corpus.n_sentences == 3


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
    set_tags(session.project, 0, ["B-DOSE", None, None, None, None])
    set_tags(session.project, 0, [None, "B-DOSE", "B-DRUG", None, None], state=3)
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
    assert session.state.touched_since(np.array([0, 1, 2]), 0).tolist() == [False, True, False]


def test_proposals_beyond_the_project_are_left_out(session) -> None:
    late = ProposalSlice(
        np.array([7]), np.zeros(2, np.int32), np.zeros(2, np.float32), 1, session.revision
    )
    assert session.propose(late).tolist() == [7]
