"""Tests of labelling many matches in one step without changing the user's labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.search import Act, BulkAction, Findings
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role
from app.edits.bulk_actions import apply_to_matches
from app.edits.spans import label_span
from app.session import Session
from tests.memory_projects import WORDS, contents_of, project_of, set_tags, token_tags
from tests.step_names import step_name

DRUG, DOSE = 1, 2


@pytest.fixture
def session(qapp):
    return Session(project_of())


def found(*hits, whole=False):
    sentence_indices, firsts, lasts = (
        np.array(column, np.int64) for column in zip(*hits, strict=True)
    )
    return Findings(
        sentence_indices, firsts.astype(np.int32), lasts.astype(np.int32), len(hits), whole
    )


def act(session, edit_action, hits):
    acted = apply_to_matches(session.project, session.proposals, edit_action, hits)
    session.apply(acted.edit)
    return acted


def propose(session, sentence_index, tags):
    at = session.corpus.span(sentence_index)
    session.proposals.tags[at] = [session.project.tag_id(tag) for tag in tags]
    session.proposals.probabilities[at] = 0.5
    session.proposals.models[sentence_index] = 1


TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]


def test_all_hits_get_the_label_in_one_step(session):
    before = contents_of(session.project)
    acted = act(session, BulkAction(Act.LABEL, DOSE), found((0, 4, 5), (1, 4, 5), (1, 7, 7)))
    assert (acted.n_hits, acted.n_decided) == (3, 0)
    assert step_name(acted.edit) == "3 matches → DOSE"
    assert token_tags(session.project, 0)[4:6] == ["B-DOSE", "I-DOSE"]
    assert token_tags(session.project, 1)[7] == "B-DOSE"
    session.undo()
    assert contents_of(session.project) == before


def test_what_a_person_decided_otherwise_is_left_alone(session):
    session.apply(label_span(session.project, 0, 7, 7, DOSE))
    session.apply(label_span(session.project, 1, 4, 5, DOSE))
    hits = found((0, 7, 7), (1, 4, 4), (2, 7, 7))
    acted = act(session, BulkAction(Act.LABEL, DRUG), hits)
    assert (acted.n_hits, acted.n_decided) == (1, 2)
    assert token_tags(session.project, 0)[7] == "B-DOSE"
    # The same label on a part of a longer span would cut it.
    acted = act(session, BulkAction(Act.LABEL, DOSE), found((1, 4, 4)))
    assert (acted.n_decided, acted.edit.empty) == (1, True)


def test_hits_that_overlap_do_not_cut_one_another(session):
    acted = act(session, BulkAction(Act.LABEL, DRUG), found((0, 4, 5), (0, 5, 6)))
    assert (acted.n_hits, acted.n_decided) == (1, 1)
    assert token_tags(session.project, 0)[4:6] == ["B-DRUG", "I-DRUG"]


def test_the_control_sample_is_left_alone(session):
    session.corpus.roles[1] = Role.CONTROL
    for edit_action in (Act.LABEL, Act.NO_LABEL, Act.CLEAR, Act.ACCEPT):
        acted = apply_to_matches(
            session.project, session.proposals, BulkAction(edit_action, DRUG), found((1, 7, 7))
        )
        assert (acted.n_control, acted.edit.empty) == (1, True)


def test_no_label_and_clear(session):
    propose(session, 0, TAGS)
    act(session, BulkAction(Act.NO_LABEL), found((0, 4, 5)))
    assert token_tags(session.project, 0)[4:6] == ["O", "O"]
    session.apply(label_span(session.project, 1, 7, 7, DRUG))
    acted = act(session, BulkAction(Act.CLEAR), found((0, 4, 5), (1, 7, 7)))
    assert step_name(acted.edit) == "2 matches → open"
    assert set(token_tags(session.project, 0)) == set(token_tags(session.project, 1)) == {"?"}


def test_what_is_shown_is_accepted_span_by_span(session):
    propose(session, 0, TAGS)
    set_tags(session.project, 1, [None] * 7 + ["B-DRUG", None], state=3)
    acted = act(session, BulkAction(Act.ACCEPT), found((0, 5, 6), (1, 7, 7), (2, 0, 0)))
    assert acted.edit.origin == "accepted"
    assert token_tags(session.project, 0)[4:7] == ["B-DOSE", "I-DOSE", "O"]
    assert token_tags(session.project, 1)[7] == "B-DRUG"
    assert token_tags(session.project, 2)[0] == "?"


def test_whole_sentences_are_accepted_as_enter_does(session):
    propose(session, 0, TAGS)
    act(session, BulkAction(Act.ACCEPT), found((0, 0, 8), whole=True))
    assert session.is_done(0)


def test_sentences_are_marked_once_each(session):
    act(session, BulkAction(Act.FLAG), found((0, 1, 1), (0, 3, 3), (2, 1, 1)))
    assert [session.project.flags_of(sentence_index) for sentence_index in range(3)] == [
        SentenceFlags.FLAGGED,
        0,
        SentenceFlags.FLAGGED,
    ]
    acted = act(session, BulkAction(Act.FLAG), found((0, 1, 1)))
    assert acted.edit.empty
    act(session, BulkAction(Act.SKIP), found((0, 1, 1)))
    act(session, BulkAction(Act.LATER), found((2, 1, 1)))
    assert session.project.flags_of(0) == SentenceFlags.FLAGGED | SentenceFlags.SKIPPED
    assert session.project.flags_of(2) == SentenceFlags.FLAGGED | SentenceFlags.LATER
    act(session, BulkAction(Act.LABEL, DRUG), found((0, 1, 1)))
    assert session.project.flags_of(0) == SentenceFlags.FLAGGED
    assert step_name(session.undo()) == "1 match → DRUG"


@pytest.mark.parametrize(("name", "n_flagged"), [("SKIP", 1), ("LATER", 1), ("FLAG", 2)])
def test_test_sentences_are_flagged_but_not_put_aside(session, name, n_flagged):
    session.project.corpus.roles[0] = Role.CONTROL
    matches = found((0, 1, 1), (0, 3, 3), (2, 1, 1))
    result = act(session, BulkAction(Act[name]), matches)
    assert (result.n_hits, result.n_control) == (n_flagged, int(n_flagged == 1))
    assert bool(session.project.flags_of(0)) == (name == "FLAG")
    assert session.project.flags_of(2)


SPANS = st.tuples(st.integers(0, 2), st.integers(0, 8), st.integers(0, 3)).map(
    lambda one: (one[0], one[1], min(one[1] + one[2], 8))
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(SPANS, st.sampled_from([DRUG, DOSE])), max_size=4),
    st.lists(SPANS, min_size=1, max_size=5),
    st.sampled_from([Act.LABEL, Act.NO_LABEL]),
)
def test_no_decision_is_ever_changed(earlier, hits, edit_action):
    session = Session(project_of([WORDS] * 3))
    for (sentence_index, first, last), label in earlier:
        session.apply(label_span(session.project, sentence_index, first, last, label))
    before = [token_tags(session.project, sentence_index) for sentence_index in range(3)]
    taken = contents_of(session.project)
    acted = act(session, BulkAction(edit_action, DRUG), found(*hits))
    for sentence_index in range(3):
        for old, new in zip(
            before[sentence_index], token_tags(session.project, sentence_index), strict=True
        ):
            assert old == new or old == "?" or old.startswith("{")
    assert acted.n_hits + acted.n_decided == len(hits)
    if not acted.edit.empty:
        session.undo()
        assert contents_of(session.project) == taken
