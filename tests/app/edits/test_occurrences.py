"""Tests of labelling the same words elsewhere in one step."""

import pytest

from app.domain.corrections import Correction, CorrectionKind
from app.domain.sentence_flags import SentenceFlags
from app.domain.step_texts import step_data, step_text
from app.edits.occurrences import correct_elsewhere
from app.edits.spans import clear_tokens, label_span, no_label
from app.session import Session
from tests.memory_projects import contents_of, project_of, token_tags
from tests.step_names import step_name

DRUG, DOSE = 1, 2


@pytest.fixture
def session(qapp):
    return Session(project_of([["a", "b"], ["b", "b"], ["c", "b"]]))


def test_a_label_goes_to_all_in_one_step_and_comes_back_in_one(session):
    before = contents_of(session.project)
    correction = Correction(CorrectionKind.LABEL, 0, 1, 1, (DRUG,))
    edit = session.apply(correct_elsewhere(session.project, correction, [(1, 0), (1, 1), (2, 1)]))
    assert step_name(edit) == "b → DRUG in 3 occurrences"
    assert token_tags(session.project, 1) == ["B-DRUG", "B-DRUG"]
    assert token_tags(session.project, 2) == ["?", "B-DRUG"]
    session.undo()
    assert contents_of(session.project) == before


def test_what_was_decided_meanwhile_stays(session):
    session.apply(no_label(session.project, 1, 0, 0))
    correction = Correction(CorrectionKind.LABEL, 0, 1, 1, (DRUG,))
    edit = session.apply(correct_elsewhere(session.project, correction, [(1, 0), (2, 1)]))
    assert step_name(edit) == "b → DRUG in 1 occurrence"
    assert token_tags(session.project, 1)[0] == "O"


def test_what_is_labelled_already_is_not_counted(session):
    session.apply(label_span(session.project, 2, 1, 1, DRUG))
    correction = Correction(CorrectionKind.LABEL, 0, 1, 1, (DRUG,))
    edit = session.apply(correct_elsewhere(session.project, correction, [(1, 0), (2, 1)]))
    assert step_name(edit) == "b → DRUG in 1 occurrence"


def test_steps_that_counted_sentences_still_name_sentences():
    data = step_data("b", "DRUG", 2, case="label")
    assert step_text("say_elsewhere", data) == "b → DRUG in 2 sentences"


def test_no_label_and_not_this(session):
    project = session.project
    edit = session.apply(
        correct_elsewhere(project, Correction(CorrectionKind.NO_LABEL, 0, 1, 1), [(1, 0)])
    )
    assert step_name(edit) == "b → no label in 1 occurrence"
    assert token_tags(project, 1) == ["O", "?"]
    edit = session.apply(
        correct_elsewhere(project, Correction(CorrectionKind.FORBID, 0, 1, 1, (DRUG,)), [(2, 1)])
    )
    assert step_name(edit) == "b: not DRUG in 1 occurrence"
    assert token_tags(project, 2)[1] == "{B-DOSE I-DOSE O}"


def test_nothing_that_can_be_said_leaves_no_step(session):
    session.apply(label_span(session.project, 2, 1, 1, DOSE))
    correction = Correction(CorrectionKind.LABEL, 0, 1, 1, (DRUG,))
    assert correct_elsewhere(session.project, correction, [(2, 1)]).empty


def test_what_was_said_everywhere_is_taken_back_everywhere(session):
    project = session.project
    before = contents_of(project)
    session.apply(label_span(project, 0, 1, 1, DRUG))
    correction = Correction(CorrectionKind.LABEL, 0, 1, 1, (DRUG,))
    session.apply(correct_elsewhere(project, correction, [(1, 0), (1, 1), (2, 1)]))
    session.apply(clear_tokens(project, 0, 1, 1))
    clear = Correction(CorrectionKind.CLEAR, 0, 1, 1, taken=(DRUG,))
    edit = session.apply(correct_elsewhere(project, clear, [(1, 0), (1, 1), (2, 1)]))
    assert step_name(edit) == "b: DRUG → open in 3 occurrences"
    assert [token_tags(project, sentence_index) for sentence_index in range(3)] == [["?", "?"]] * 3
    for _ in range(4):
        session.undo()
    assert contents_of(project) == before


def test_only_just_that_span_is_cleared_and_its_sentence_waits_again(session):
    project = session.project
    session.apply(label_span(project, 1, 0, 1, DRUG))
    session.apply(label_span(project, 2, 1, 1, DRUG))
    project.flags[int(project.corpus.ids[2])] = SentenceFlags.ANSWERED
    clear = Correction(CorrectionKind.CLEAR, 0, 1, 1, taken=(DRUG,))
    edit = session.apply(correct_elsewhere(project, clear, [(1, 0), (2, 1)]))
    assert token_tags(project, 1) == ["B-DRUG", "I-DRUG"]
    assert token_tags(project, 2) == ["?", "?"]
    assert [mark.after for mark in edit.flags] == [SentenceFlags(0)]


def test_a_label_that_was_changed_here_is_changed_where_it_was_confirmed(session):
    project = session.project
    session.apply(label_span(project, 1, 0, 0, DRUG))
    session.apply(label_span(project, 2, 1, 1, DOSE))
    correction = Correction(CorrectionKind.NO_LABEL, 0, 1, 1, taken=(DRUG,))
    session.apply(correct_elsewhere(project, correction, [(1, 0), (2, 1)]))
    assert token_tags(project, 1)[0] == "O"
    assert token_tags(project, 2)[1] == "B-DOSE"


def test_with_one_label_a_token_it_is_taken_back_too(qapp):
    session = Session(project_of([["a"], ["a"]], scheme="tokens", labels=["DT", "NN"]))
    session.apply(label_span(session.project, 1, 0, 0, 1))
    correction = Correction(CorrectionKind.CLEAR, 0, 0, 0, taken=(1,))
    session.apply(correct_elsewhere(session.project, correction, [(1, 0)]))
    assert token_tags(session.project, 1) == ["?"]
