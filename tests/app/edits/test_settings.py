from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.edits.settings import change_goal, change_settings
from app.edits.spans import label_span
from app.session import Session
from crfcore.text.tag_schemes import Span, encode, spans
from tests.memory_projects import contents_of, project_of, set_tags, token_tags
from tests.step_names import step_name, undo_text

SPAN_SCHEMES = ["iob1", "iob2", "ioe2", "bioes", "bilou"]


def to_scheme(project, scheme):
    return change_settings(project, replace(project.settings, scheme=scheme))


def test_the_same_settings_are_no_step() -> None:
    project = project_of()
    assert change_settings(project, project.settings).empty


def test_a_change_of_settings_comes_back() -> None:
    project = project_of()
    session = Session(project)
    session.apply(change_settings(project, replace(project.settings, learning_paused=True)))
    assert project.settings.learning_paused
    assert undo_text(session) == "pause learning"
    session.undo()
    assert not project.settings.learning_paused


@pytest.mark.parametrize(
    ("change", "summary"),
    [
        ({"template": "ner"}, "change the template"),
        ({"c2": 0.5}, "change the settings"),
        ({"learn_from_text": False}, "stop learning from unlabelled text"),
        ({"learn_from_text": False, "c2": 0.5}, "change the settings"),
        ({"choose_training": False}, "turn off cross-validation"),
        ({"more_suggestions": True}, "turn on “Favour recall over precision”"),
        ({"segments": True}, "switch the model to segments"),
        ({"scheme": "ioe2"}, "change the scheme to ioe2"),
        ({"goal": 0.855}, "set the goal to 85.5%"),
        ({"goal": 0.8, "c2": 0.5}, "change the settings"),
    ],
)
def test_the_undo_menu_says_what_was_changed(change, summary) -> None:
    project = project_of()
    edit = change_settings(project, replace(project.settings, **change))
    assert step_name(edit) == summary


def test_a_goal_is_a_step_that_leaves_labels_and_models_alone() -> None:
    session = Session(project_of())
    received = []
    session.changed.connect(received.append)
    session.apply(change_goal(session.project, 0.8))
    assert session.project.settings.goal == 0.8
    session.undo()
    assert session.project.settings.goal == 0.9
    assert [(one.goal, one.settings, one.order) for one in received] == [(True, False, False)] * 2


def test_another_scheme_keeps_spans_states_and_edits() -> None:
    project = project_of([list("abcde")])
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "B-DRUG", None, "O"])
    session = Session(project)
    before = contents_of(project)
    session.apply(to_scheme(project, "bioes"))
    assert token_tags(project) == ["B-DRUG", "E-DRUG", "S-DRUG", "?", "O"]
    assert project.corpus.edits.tolist() == [1, 1, 1, 0, 1]
    session.undo()
    assert contents_of(project) == before


def test_a_choice_says_the_same_under_another_scheme() -> None:
    project = project_of([list("ab")])
    session = Session(project)
    session.apply(label_span(project, 0, 0, 0, 1))
    session.apply(to_scheme(project, "iob1"))
    assert token_tags(project) == ["I-DRUG", "{B-DOSE B-DRUG I-DOSE O}"]
    session.apply(to_scheme(project, "bioes"))
    assert token_tags(project) == ["S-DRUG", "?"]


def test_under_tokens_outside_becomes_a_label_and_back() -> None:
    project = project_of([list("abcd")])
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "O", None])
    session = Session(project)
    session.apply(to_scheme(project, "tokens"))
    assert token_tags(project) == ["DRUG", "DRUG", "O", "?"]
    assert [label.name for label in project.visible_labels()] == ["DRUG", "DOSE", "O"]
    session.apply(to_scheme(project, "iob2"))
    assert token_tags(project) == ["B-DRUG", "I-DRUG", "O", "?"]
    assert [label.name for label in project.visible_labels()] == ["DRUG", "DOSE"]


@pytest.mark.parametrize("state", [1, 3])
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SPAN_SCHEMES),
    st.sampled_from(SPAN_SCHEMES),
    st.lists(st.integers(1, 3), min_size=1, max_size=6),
    st.data(),
)
def test_spans_survive_any_change_of_scheme(state, old, new, lengths, data) -> None:
    found, at = [], 0
    for length in lengths:
        label = data.draw(st.sampled_from(["DRUG", "DOSE", ""]))
        if label:
            found.append(Span(at, at + length, label))
        at += length
    project = project_of([["w"] * at, ["w"] * at], scheme=old)
    for sentence_index in (0, 1):
        set_tags(project, sentence_index, encode(found, at, old), state=state)
    session = Session(project)
    session.apply(to_scheme(project, new))
    for sentence_index in (0, 1):
        tags = [tag.rstrip("*") for tag in token_tags(project, sentence_index)]
        assert spans(tags) == found
        assert tags == encode(found, at, new)
