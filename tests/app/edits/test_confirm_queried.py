"""Tests of answering for uncertain tokens: what is confirmed, what stays open, undo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.edits import Origin
from app.domain.query_choices import TOKENS_ALONE
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import TokenState
from app.edits.confirm_queried import answer_sentence
from app.edits.sentence_flags import ask_again, put_off_sentence
from app.edits.spans import clear_tokens, label_span, no_label
from app.jobs.data.snapshot import snapshot, training_targets
from app.session import Session
from tests.memory_projects import contents_of, project_of, set_tags, token_tags
from tests.step_names import step_name
from tests.window_parts import propose

TAGS = ["O", "B-DRUG", "I-DRUG", "O", "B-DOSE"]
CHANCES = [0.99, 0.9, 0.5, 0.4, 0.97]


def session_of(tags=TAGS, chances=CHANCES, *, accept_from=0.0, scheme="iob2"):
    project = project_of([["w"] * len(tags)] * 2, scheme=scheme)
    project.settings = replace(
        project.settings, query_unit=TOKENS_ALONE, accept_rest_from=accept_from
    )
    session = Session(project)
    propose(session, 0, tags, chances)
    return session


def answer(session, sentence_index=0):
    return answer_sentence(session.project, sentence_index, session.token_display(sentence_index))


def test_doubtful_tokens_are_confirmed_and_the_rest_stays_open_in_spans_too(qapp):
    session = session_of()
    edit = answer(session)
    assert (edit.origin, step_name(edit)) == (Origin.ACCEPTED, "answer for 2 tokens")
    session.apply(edit)
    assert token_tags(session.project) == ["?", "?", "I-DRUG", "O", "?"]
    assert session.project.flags_of(0) == SentenceFlags.ANSWERED
    assert not session.is_done(0)
    assert session.state.progress().confirmed_tokens == 2
    session.undo()
    assert token_tags(session.project) == ["?"] * 5
    assert session.project.flags == {}


def test_of_what_is_not_asked_nothing_is_said(qapp):
    session = session_of(["O", "I-DRUG", "O"], [0.9, 0.5, 0.9])
    session.apply(answer(session))
    assert token_tags(session.project) == ["?", "B-DRUG", "?"], (
        "as the scheme writes the span shown"
    )


def test_the_rest_is_accepted_from_a_threshold_on(qapp):
    session = session_of(accept_from=0.98)
    edit = answer(session)
    assert step_name(edit) == "answer for 2 tokens, accept 1"
    session.apply(edit)
    assert token_tags(session.project) == ["O", "?", "I-DRUG", "O", "?"]
    session = session_of(accept_from=0.9)
    session.apply(answer(session))
    assert session.is_done(0)
    assert session.project.flags == {}


def test_what_was_put_off_or_asked_for_again(qapp):
    session = session_of()
    session.apply(put_off_sentence(session.project, 0))
    session.apply(answer(session))
    assert session.project.flags_of(0) == SentenceFlags.ANSWERED
    assert answer(session).flags == ()
    session.apply(ask_again(session.project, 0))
    assert session.project.flags == {}
    session.undo()
    session.apply(clear_tokens(session.project, 0, 2, 2))
    assert session.project.flags == {}, "who takes an answer back wants to be asked"


def test_where_nothing_is_asked_the_sentence_is_left_as_it_is(qapp):
    session = session_of(chances=[0.9] * 5)
    edit = answer(session)
    assert (edit.tokens, step_name(edit)) == ((), "leave a sentence unchanged")
    session.apply(edit)
    assert session.project.flags_of(0) == SentenceFlags.ANSWERED
    set_tags(session.project, 0, TAGS)
    assert answer(session).empty


def test_imported_suggestions_are_confirmed_verbatim(qapp):
    session = session_of(["I-DRUG", "O"], [0.5, 0.9])
    set_tags(session.project, 0, ["I-DRUG", None], state=TokenState.SUGGESTED)
    session.apply(answer(session))
    assert token_tags(session.project) == ["I-DRUG", "?"]


def test_an_answered_sentence_waits_no_more_until_something_else_is_doubted(qapp):
    session = session_of()
    propose(session, 1, TAGS, CHANCES)
    session.set_queue(np.array([0, 1]))
    session.apply(answer(session))
    assert session.queue.sentence_indices.tolist() == [1]
    session.set_queue(np.array([0, 1]))
    assert session.queue.sentence_indices.tolist() == [1]
    propose(session, 0, TAGS, [0.3, *CHANCES[1:]])
    session.set_queue(np.array([0, 1]))
    assert session.queue.sentence_indices.tolist() == [0, 1]
    propose(session, 0, TAGS, [0.99] * 5)
    session.set_queue(np.array([0, 1]))
    session.apply(ask_again(session.project, 0))
    assert session.queue.sentence_indices.tolist() == [0, 1]
    session.undo()
    session.undo()
    assert session.queue.sentence_indices.tolist() == [0, 1]


def test_control_sentences_come_as_often_as_ever(qapp):
    session = session_of()
    before = set(session.queue._since_control)
    session.apply(answer(session))
    assert len(session.queue._since_control - before) == 1


def test_an_open_token_is_unknown_to_the_training(qapp):
    session = session_of()
    session.apply(answer(session))
    wanted = training_targets(snapshot(session.project))
    unknown = len(wanted.labels)
    numbers = wanted.targets.label_sets.tolist()
    assert [numbers[t] for t in (0, 1, 4)] == [unknown] * 3
    assert [wanted.labels[n] for n in numbers[2:4]] == ["I-DRUG", "O"]


def steps(session, draw):
    """Do one of a user's actions on a sentence."""
    first = draw(st.integers(0, 4))
    last = draw(st.integers(first, 4))
    project = session.project
    return draw(
        st.sampled_from(
            [
                lambda: answer(session),
                lambda: label_span(project, 0, first, last, 1 + first % 2),
                lambda: no_label(project, 0, first, last),
                lambda: clear_tokens(project, 0, first, last),
                lambda: ask_again(project, 0),
            ]
        )
    )()


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(["iob1", "iob2", "bioes", "tokens"]))
def test_undo_and_redo_give_the_same_again(data, scheme) -> None:
    tags = data.draw(st.lists(st.sampled_from(["O", "DRUG", "DOSE"]), min_size=5, max_size=5))
    if scheme != "tokens":
        form = {"iob1": "I", "iob2": "B", "bioes": "S"}[scheme]
        tags = [tag if tag == "O" else f"{form}-{tag}" for tag in tags]
    chance = st.sampled_from([0.3, 0.59, 0.6, 0.95, 0.99])
    chances = data.draw(st.lists(chance, min_size=5, max_size=5))
    session = session_of(
        tags, chances, accept_from=data.draw(st.sampled_from([0.0, 0.95])), scheme=scheme
    )
    if scheme == "tokens":
        session.project.labels[3] = replace(session.project.labels[1], id=3, name="O")
    images = [contents_of(session.project)]
    for _ in range(data.draw(st.integers(1, 5))):
        if session.apply(steps(session, data.draw)) is not None:
            images.append(contents_of(session.project))
    for before in reversed(images[:-1]):
        session.undo()
        assert contents_of(session.project) == before
    for after in images[1:]:
        session.redo()
        assert contents_of(session.project) == after


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_answer_confirms_what_the_line_above_the_sentence_says(data) -> None:
    tags = data.draw(
        st.lists(st.sampled_from(["O", "B-DRUG", "I-DRUG", "B-DOSE"]), min_size=6, max_size=6)
    )
    chances = data.draw(st.lists(st.sampled_from([0.3, 0.7, 0.97]), min_size=6, max_size=6))
    session = session_of(tags, chances, accept_from=0.95)
    shown = session.token_display(0)
    session.apply(answer(session))
    after = session.token_display(0)
    for record, now in zip(shown, after, strict=True):
        confident = record.probability is not None and record.probability >= 0.95
        if record.queried:
            assert (now.label, now.span) == (record.label, record.span)
            assert now.kind == "person"
        elif now.kind == "person":
            assert confident
            assert now.label == record.label
    assert all(not record.queried for record in after)
