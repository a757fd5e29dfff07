from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.edits.spans import (
    clear_tokens,
    forbid_label,
    join_spans,
    label_span,
    no_label,
    resize_span,
    split_span,
)
from app.session import Session
from crfcore.text.tag_schemes import Span, continues, encode, spans
from tests.memory_projects import contents_of, project_of, set_tags, token_tags
from tests.step_names import step_name

DRUG, DOSE = 1, 2
N = 5


@pytest.fixture
def project():
    return project_of([list("abcde")])


def apply(project, edit):
    Session(project).apply(edit)
    return token_tags(project)


def test_labelling_pins_the_tokens_touched_and_closes_the_span(project) -> None:
    edit = label_span(project, 0, 1, 2, DRUG)
    assert step_name(edit) == "b c → DRUG"
    assert apply(project, edit) == ["?", "B-DRUG", "I-DRUG", "{B-DOSE B-DRUG I-DOSE O}", "?"]


def test_an_edit_leaves_the_project_alone_until_it_is_applied(project) -> None:
    before = contents_of(project)
    label_span(project, 0, 1, 2, DRUG)
    assert contents_of(project) == before


def test_a_span_at_the_end_of_the_sentence_needs_no_closing(project) -> None:
    assert apply(project, label_span(project, 0, 4, 4, DOSE)) == ["?", "?", "?", "?", "B-DOSE"]


def test_under_bioes_the_tags_close_the_span_themselves() -> None:
    project = project_of([list("abcde")], scheme="bioes")
    assert apply(project, label_span(project, 0, 1, 3, DRUG)) == [
        "?",
        "B-DRUG",
        "I-DRUG",
        "E-DRUG",
        "?",
    ]


def test_under_iob1_the_token_ahead_is_kept_out_too() -> None:
    project = project_of([list("abcde")], scheme="iob1")
    received = apply(project, label_span(project, 0, 1, 2, DRUG))
    assert received[0] == "{B-DOSE I-DOSE O}"
    assert received[3] == "{B-DOSE B-DRUG I-DOSE O}"


def test_a_label_in_the_middle_of_a_span_leaves_two_sound_spans(project) -> None:
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", "I-DRUG", "I-DRUG"])
    assert apply(project, label_span(project, 0, 2, 2, DOSE)) == [
        "B-DRUG",
        "I-DRUG",
        "B-DOSE",
        "B-DRUG",
        "I-DRUG",
    ]


@pytest.mark.parametrize(
    ("scheme", "tags", "rest"),
    [
        ("iob2", "B I I I I", ["B-DRUG", "I-DRUG", "?", "B-DRUG", "I-DRUG"]),
        ("bioes", "B I I I E", ["B-DRUG", "E-DRUG", "?", "B-DRUG", "E-DRUG"]),
        ("bilou", "B I I L O", ["B-DRUG", "L-DRUG", "?", "U-DRUG", "O"]),
    ],
)
def test_clearing_the_middle_of_a_span_leaves_a_sound_rest(scheme, tags, rest) -> None:
    project = project_of([list("abcde")], scheme=scheme)
    set_tags(project, 0, [t if t == "O" else f"{t}-DRUG" for t in tags.split()])
    assert apply(project, clear_tokens(project, 0, 2, 2)) == rest


def test_a_rest_keeps_the_edit_that_said_it(project) -> None:
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", None, None])
    session = Session(project, next_edit=7)
    session.apply(no_label(project, 0, 1, 1))
    assert token_tags(project) == ["B-DRUG", "O", "B-DRUG", "?", "?"]
    assert project.corpus.edits.tolist() == [1, 7, 1, 0, 0]


def test_an_import_that_goes_on_behind_the_new_end_is_contradicted(project) -> None:
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", "O", None], state=3)
    assert apply(project, label_span(project, 0, 0, 1, DRUG)) == [
        "B-DRUG",
        "I-DRUG",
        "{B-DOSE B-DRUG I-DOSE O}",
        "O*",
        "?",
    ]


def test_a_cut_import_stays_an_import(project) -> None:
    set_tags(project, 0, ["B-DRUG", "I-DRUG", "I-DRUG", None, None], state=3)
    assert apply(project, label_span(project, 0, 0, 0, DOSE)) == [
        "B-DOSE",
        "B-DRUG*",
        "I-DRUG*",
        "?",
        "?",
    ]


def test_clearing_a_span_opens_what_was_closed_for_its_sake(project) -> None:
    session = Session(project)
    session.apply(label_span(project, 0, 1, 1, DRUG))
    session.apply(clear_tokens(project, 0, 1, 1))
    assert token_tags(project) == ["?"] * N


def test_a_span_made_longer_at_its_start_takes_its_closing_over(project) -> None:
    session = Session(project)
    session.apply(label_span(project, 0, 2, 2, DRUG))
    session.apply(label_span(project, 0, 1, 2, DRUG))
    assert token_tags(project) == ["?", "B-DRUG", "I-DRUG", "{B-DOSE B-DRUG I-DOSE O}", "?"]
    session.apply(clear_tokens(project, 0, 1, 2))
    assert token_tags(project) == ["?"] * N


def test_not_this_stays_when_the_neighbour_is_cleared(project) -> None:
    session = Session(project)
    session.apply(forbid_label(project, 0, 2, 2, [DOSE]))
    session.apply(label_span(project, 0, 1, 1, DRUG))
    session.apply(clear_tokens(project, 0, 1, 1))
    assert token_tags(project)[1:3] == ["?", "{B-DRUG O}"]


def test_resizing_gives_up_tokens_and_takes_others(project) -> None:
    session = Session(project)
    session.apply(label_span(project, 0, 1, 2, DRUG))
    session.apply(resize_span(project, 0, (1, 2), (1, 3), DRUG))
    assert token_tags(project) == ["?", "B-DRUG", "I-DRUG", "I-DRUG", "{B-DOSE B-DRUG I-DOSE O}"]
    session.apply(resize_span(project, 0, (1, 3), (1, 1), DRUG))
    assert token_tags(project) == ["?", "B-DRUG", "{B-DOSE B-DRUG I-DOSE O}", "?", "?"]
    session.apply(resize_span(project, 0, (1, 1), (0, 1), DRUG))
    assert token_tags(project)[:2] == ["B-DRUG", "I-DRUG"]


def test_not_this_narrows_and_takes_a_label_away(project) -> None:
    set_tags(project, 0, ["B-DRUG", "I-DRUG", None, None, None])
    assert apply(project, forbid_label(project, 0, 1, 2, [DRUG])) == [
        "B-DRUG",
        "{B-DOSE I-DOSE O}",
        "{B-DOSE I-DOSE O}",
        "?",
        "?",
    ]


def test_not_this_of_the_last_choice_is_a_decision(project) -> None:
    session = Session(project)
    session.apply(forbid_label(project, 0, 0, 0, [DRUG]))
    session.apply(forbid_label(project, 0, 0, 0, [DOSE]))
    assert token_tags(project)[0] == "O"


def test_the_only_label_cannot_be_ruled_out_under_tokens() -> None:
    project = project_of([["a"]], scheme="tokens", labels=["NOUN"])
    assert forbid_label(project, 0, 0, 0, [1]).empty


def test_not_this_of_another_label_changes_nothing(project) -> None:
    set_tags(project, 0, ["B-DRUG", None, None, None, None])
    assert forbid_label(project, 0, 0, 0, [DOSE]).empty


def test_under_tokens_each_token_has_the_label_alone() -> None:
    project = project_of([list("abc")], scheme="tokens", labels=["NOUN", "VERB"])
    assert apply(project, label_span(project, 0, 0, 1, 1)) == ["NOUN", "NOUN", "?"]


def test_under_iob1_a_span_behind_one_of_the_same_label_says_that_it_begins() -> None:
    project = project_of([list("abcde")], scheme="iob1")
    set_tags(project, 0, [None, None, "I-DRUG", "I-DRUG", None])
    assert apply(project, label_span(project, 0, 0, 1, DRUG))[:4] == [
        "I-DRUG",
        "I-DRUG",
        "B-DRUG",
        "I-DRUG",
    ]


acts = st.lists(
    st.tuples(
        st.sampled_from(["label", "none", "clear", "forbid"]),
        st.integers(0, N - 1),
        st.integers(0, N - 1),
        st.sampled_from([DRUG, DOSE]),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["iob1", "iob2", "ioe2", "bioes", "bilou"]), acts)
def test_confirmed_spans_stay_well_formed_and_say_what_was_asked(scheme, sequence) -> None:
    project = project_of([list("abcde")], scheme=scheme)
    session = Session(project)
    for kind, one, other, label in sequence:
        first, last = min(one, other), max(one, other)
        if kind == "label":
            edit = label_span(project, 0, first, last, label)
        elif kind == "none":
            edit = no_label(project, 0, first, last)
        elif kind == "clear":
            edit = clear_tokens(project, 0, first, last)
        else:
            edit = forbid_label(project, 0, first, last, [label])
        session.apply(edit)
        tags = [tag or "O" for tag in project.tags_of(0)]
        if kind == "label":
            found = [(s.start, s.end, s.label) for s in spans(tags)]
            assert (first, last + 1, project.labels[label].name) in found
            if last + 1 < N and project.corpus.states[last + 1] == 2:
                members = project.tag_sets[int(project.corpus.tag_sets[last + 1])]
                assert not any(continues(tags[last], project.tags[m]) for m in members)
        elif kind == "none":
            assert set(tags[first : last + 1]) == {"O"}
        elif kind == "clear":
            assert token_tags(project)[first : last + 1] == ["?"] * (last + 1 - first)
        # Written from its own spans each confirmed tag is the same, but for a B of IOB1 that a
        # removed neighbour has left behind.
        again = encode(spans(tags), N, scheme)
        assert [Span(s.start, s.end, s.label) for s in spans(again)] == spans(tags)
        if scheme != "iob1":
            assert again == tags


# ---- split and join


def test_both_halves_of_a_proposed_span_are_said(project) -> None:
    edit = split_span(project, 0, 1, 3, 2, DRUG)
    assert step_name(edit) == "split DRUG: b | c d"
    assert apply(project, edit) == [
        "?",
        "B-DRUG",
        "B-DRUG",
        "I-DRUG",
        "{B-DOSE B-DRUG I-DOSE O}",
    ]


@given(st.sampled_from(["iob1", "iob2", "ioe2", "bioes", "bilou"]), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_split_and_joined_again_is_as_it_was(scheme, data) -> None:
    first = data.draw(st.integers(0, N - 2))
    last = data.draw(st.integers(first + 1, N - 1))
    at = data.draw(st.integers(first + 1, last))
    around = data.draw(st.lists(st.sampled_from([None, "O"]), min_size=N, max_size=N))
    project = project_of([list("abcde")], scheme=scheme)
    set_tags(project, 0, around)
    session = Session(project)
    session.apply(label_span(project, 0, first, last, DRUG))
    before = token_tags(project)
    session.apply(split_span(project, 0, first, last, at, DRUG))
    shown = [tag if tag[0] not in "?{" else "O" for tag in token_tags(project)]
    assert {Span(first, at, "DRUG"), Span(at, last + 1, "DRUG")} <= set(spans(shown))
    session.apply(join_spans(project, 0, first, last, DRUG))
    assert token_tags(project) == before


def test_joining_takes_what_stands_between(project) -> None:
    set_tags(project, 0, ["B-DRUG", "O", "B-DOSE", "I-DOSE", None])
    edit = join_spans(project, 0, 0, 3, DRUG)
    assert step_name(edit) == "merge DRUG: a b c d"
    assert apply(project, edit)[:4] == ["B-DRUG", "I-DRUG", "I-DRUG", "I-DRUG"]
