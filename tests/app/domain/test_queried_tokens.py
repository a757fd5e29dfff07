"""Tests of queries for uncertain tokens only: pieces, and answers."""

from dataclasses import replace

import numpy as np
import pytest

from app.domain.queried_tokens import Answer, answer_of, queried_pieces
from app.domain.query_choices import TOKENS_ALONE
from app.domain.tokens import Role
from app.session import Session
from tests.memory_projects import project_of, set_tags
from tests.window_parts import propose


def session_of(tags, chances, *, scheme="iob2", labels=("DRUG", "DOSE"), accept_from=0.0):
    project = project_of([["w"] * len(tags)] * 2, scheme=scheme, labels=labels)
    project.settings = replace(
        project.settings, query_unit=TOKENS_ALONE, accept_rest_from=accept_from
    )
    session = Session(project)
    propose(session, 0, tags, chances)
    return session


@pytest.fixture
def session(qapp):
    tags = ["O", "B-DRUG", "I-DRUG", "O", "O", "O", "B-DOSE"]
    return session_of(tags, [0.99, 0.9, 0.5, 0.4, 0.3, 0.7, 0.99])


def queried_tokens(session):
    return [record.index for record in session.token_display(0) if record.queried]


def test_a_doubtful_token_is_looked_at_with_its_span_and_asked_alone(session):
    assert queried_tokens(session) == [2, 3, 4]
    assert queried_pieces(session.token_display(0)) == [(1, 2), (3, 4)]
    assert answer_of(session.token_display(0), 0.0) == Answer((2, 3, 4), (), 4)


def test_what_a_person_said_is_not_asked(session):
    set_tags(session.project, 0, [None, "B-DRUG"] + [None] * 5)
    assert queried_tokens(session) == [2, 3, 4]
    assert queried_pieces(session.token_display(0)) == [(1, 2), (3, 4)]
    assert answer_of(session.token_display(0), 0.0).queried == (2, 3, 4)


def test_of_the_rest_whole_spans_are_accepted(qapp):
    tags = ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"]
    session = session_of(tags, [np.float32(0.95), 0.99, 0.9, 0.5, 0.97])
    answer = answer_of(session.token_display(0), 0.95)
    assert answer == Answer((3,), (0, 4), 2)


def test_one_label_a_token_is_asked_one_by_one(qapp):
    session = session_of(
        ["NOUN", "NOUN", "VERB"], [0.4, 0.4, 0.9], scheme="tokens", labels=("NOUN", "VERB")
    )
    assert queried_pieces(session.token_display(0)) == [(0, 0), (1, 1)]


def test_what_was_looked_at_is_asked_until_it_shows_something_else(session):
    session.looked_at.note(0, session.token_display(0)[3:4])
    propose(session, 0, ["O"] * 7, [0.99] * 7)
    assert queried_tokens(session) == [3]
    assert session.looked_at.has(0, session.token_display(0)[3])
    propose(session, 0, ["O", "O", "O", "B-DRUG", "O", "O", "O"], [0.99] * 7)
    assert queried_tokens(session) == []
    session.clear_marks(0)
    propose(session, 0, ["O"] * 7, [0.99] * 7)
    assert queried_tokens(session) == []


def test_without_a_model_and_in_the_control_sample_whole_sentences_are_asked_for(session):
    assert session.queries_tokens(0)
    assert not session.queries_tokens(1)
    session.proposals.models[0] = -1
    assert not session.queries_tokens(0)
    session.proposals.models[0] = 1
    session.corpus.roles[0] = Role.CONTROL
    assert not session.queries_tokens(0)
    assert queried_tokens(session) == []


def test_as_long_as_whole_sentences_are_asked_for_nothing_is_marked(session):
    session.project.settings = replace(session.project.settings, query_unit="sentence")
    assert queried_tokens(session) == []
