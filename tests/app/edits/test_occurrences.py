"""Saying the same of the same words elsewhere: one step, and a person's word stays."""

import pytest

from app.domain.fixes import Correction, FixKind
from app.domain.marks import Mark
from app.edits.occurrences import say_elsewhere
from app.edits.spans import clear_tokens, label_span, no_label
from app.session import Session
from tests.memory_projects import image, project_of, said
from tests.step_names import step_name

DRUG, DOSE = 1, 2


@pytest.fixture
def session(qapp):
    return Session(project_of([["a", "b"], ["b", "b"], ["c", "b"]]))


def test_a_label_goes_to_all_in_one_step_and_comes_back_in_one(session):
    before = image(session.project)
    fix = Correction(FixKind.LABEL, 0, 1, 1, (DRUG,))
    edit = session.apply(say_elsewhere(session.project, fix, [(1, 0), (1, 1), (2, 1)]))
    assert step_name(edit) == "b → DRUG in 2 sentences"
    assert said(session.project, 1) == ["B-DRUG", "B-DRUG"]
    assert said(session.project, 2) == ["?", "B-DRUG"]
    session.undo()
    assert image(session.project) == before


def test_what_was_decided_meanwhile_stays(session):
    session.apply(no_label(session.project, 1, 0, 0))
    fix = Correction(FixKind.LABEL, 0, 1, 1, (DRUG,))
    edit = session.apply(say_elsewhere(session.project, fix, [(1, 0), (2, 1)]))
    assert step_name(edit) == "b → DRUG in 1 sentence"
    assert said(session.project, 1)[0] == "O"


def test_no_label_and_not_this(session):
    project = session.project
    edit = session.apply(say_elsewhere(project, Correction(FixKind.NO_LABEL, 0, 1, 1), [(1, 0)]))
    assert step_name(edit) == "b → no label in 1 sentence"
    assert said(project, 1) == ["O", "?"]
    edit = session.apply(
        say_elsewhere(project, Correction(FixKind.FORBID, 0, 1, 1, (DRUG,)), [(2, 1)])
    )
    assert step_name(edit) == "b: not DRUG in 1 sentence"
    assert said(project, 2)[1] == "{B-DOSE I-DOSE O}"


def test_nothing_that_can_be_said_leaves_no_step(session):
    session.apply(label_span(session.project, 2, 1, 1, DOSE))
    fix = Correction(FixKind.LABEL, 0, 1, 1, (DRUG,))
    assert say_elsewhere(session.project, fix, [(2, 1)]).empty


def test_what_was_said_everywhere_is_taken_back_everywhere(session):
    project = session.project
    before = image(project)
    session.apply(label_span(project, 0, 1, 1, DRUG))
    fix = Correction(FixKind.LABEL, 0, 1, 1, (DRUG,))
    session.apply(say_elsewhere(project, fix, [(1, 0), (1, 1), (2, 1)]))
    session.apply(clear_tokens(project, 0, 1, 1))
    clear = Correction(FixKind.CLEAR, 0, 1, 1, taken=(DRUG,))
    edit = session.apply(say_elsewhere(project, clear, [(1, 0), (1, 1), (2, 1)]))
    assert step_name(edit) == "b: DRUG → open in 2 sentences"
    assert [said(project, place) for place in range(3)] == [["?", "?"]] * 3
    for _ in range(4):
        session.undo()
    assert image(project) == before


def test_only_just_that_span_is_cleared_and_its_sentence_waits_again(session):
    project = session.project
    session.apply(label_span(project, 1, 0, 1, DRUG))
    session.apply(label_span(project, 2, 1, 1, DRUG))
    project.marks[int(project.corpus.ids[2])] = Mark.ANSWERED
    clear = Correction(FixKind.CLEAR, 0, 1, 1, taken=(DRUG,))
    edit = session.apply(say_elsewhere(project, clear, [(1, 0), (2, 1)]))
    assert said(project, 1) == ["B-DRUG", "I-DRUG"]
    assert said(project, 2) == ["?", "?"]
    assert [mark.after for mark in edit.marks] == [Mark(0)]


def test_a_label_that_was_changed_here_is_changed_where_it_was_confirmed(session):
    project = session.project
    session.apply(label_span(project, 1, 0, 0, DRUG))
    session.apply(label_span(project, 2, 1, 1, DOSE))
    fix = Correction(FixKind.NO_LABEL, 0, 1, 1, taken=(DRUG,))
    session.apply(say_elsewhere(project, fix, [(1, 0), (2, 1)]))
    assert said(project, 1)[0] == "O"
    assert said(project, 2)[1] == "B-DOSE"


def test_with_one_label_a_token_it_is_taken_back_too(qapp):
    session = Session(project_of([["a"], ["a"]], scheme="tokens", labels=["DT", "NN"]))
    session.apply(label_span(session.project, 1, 0, 0, 1))
    fix = Correction(FixKind.CLEAR, 0, 0, 0, taken=(1,))
    session.apply(say_elsewhere(session.project, fix, [(1, 0)]))
    assert said(session.project, 1) == ["?"]
