"""What the labels of a project lack for a model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.gazetteers import Gazetteer, Listed
from app.domain.tagging import TOKENS
from app.edits.spans import label_span, no_label
from app.jobs.data.snapshot import LABEL_LACKS, OTHER_LACKS, OUTSIDE_LACKS, snapshot
from app.session import Session
from tests.memory_projects import project_of


@pytest.fixture
def session():
    return Session(project_of())


def lacks(session):
    return snapshot(session.project).lacks()


def test_spans_need_a_token_without_a_label(session):
    assert lacks(session) == LABEL_LACKS
    session.apply(label_span(session.project, 0, 0, 1, 1))
    session.apply(label_span(session.project, 1, 0, 1, 1))
    assert lacks(session) == OUTSIDE_LACKS
    session.apply(no_label(session.project, 1, 3, 3))
    assert not lacks(session)


def test_many_labels_need_several_tokens_without_a_label():
    session = Session(project_of())
    session.apply(label_span(session.project, 0, 0, 4, 1))
    session.apply(no_label(session.project, 1, 0, 0))
    assert snapshot(session.project).needs_more_outside()  # five to one
    assert not lacks(session), "measurements and commands train on these labels, too"
    session.apply(no_label(session.project, 1, 1, 1))
    assert not snapshot(session.project).needs_more_outside()


def test_finished_sentences_need_one_token_without_a_label():
    session = Session(project_of())
    length = int(session.project.corpus.offsets[1])
    session.apply(label_span(session.project, 0, 0, length - 2, 1))
    session.apply(no_label(session.project, 0, length - 1, length - 1))
    assert not snapshot(session.project).needs_more_outside()


def test_tokens_without_a_label_need_a_span(session):
    session.apply(no_label(session.project, 0, 0, 8))
    assert lacks(session) == OTHER_LACKS


def test_labels_of_tokens_need_a_second_one():
    session = Session(project_of(scheme=TOKENS))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert lacks(session) == OTHER_LACKS
    session.apply(label_span(session.project, 0, 1, 1, 2))
    assert not lacks(session)


def test_expectations_need_one_for_a_label(session):
    none = Listed(Gazetteer(1, "No label", as_features=True, share=0.95), {"the": ""})
    place = Listed(replace(none.gazetteer, id=2, name="PLACE", label="PLACE"), {"Ard": ""})

    def lacks_with(*lists):
        return replace(snapshot(session.project), lists=lists).lacks()

    assert lacks_with(none) == LABEL_LACKS
    assert lacks_with(none, place) == ""
    session.apply(label_span(session.project, 0, 0, 1, 1))
    assert lacks_with(none) == OUTSIDE_LACKS


def test_expectations_need_two_labels_where_every_token_has_one():
    session = Session(project_of(scheme=TOKENS))
    place = Listed(
        Gazetteer(1, "PLACE", as_features=True, share=0.95, label="PLACE"), {"Ard": "", "Ham": ""}
    )
    person = replace(place, phrases={"Ard": "", "Ann": "PERSON"})

    def lacks_with(*lists):
        return replace(snapshot(session.project), lists=lists).lacks()

    assert "O" not in snapshot(session.project).tags
    assert lacks_with(place) == LABEL_LACKS
    assert lacks_with(person) == ""
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert lacks_with(place) == OTHER_LACKS
