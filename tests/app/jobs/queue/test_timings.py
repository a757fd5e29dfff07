"""Tests of sentence times from the history, against those that the window measured."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.edits import Origin
from app.domain.timings import Timed, Timings
from app.edits.accept import accept_sentence
from app.edits.spans import clear_tokens, label_span
from app.jobs.queue.finished import Finished
from app.jobs.queue.timings import earlier_timings
from app.session import Session
from tests.memory_projects import project_of

LENGTHS = (3, 5, 2, 4)
BEGIN = datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.fixture
def session():
    return new_session()


def new_session():
    project = project_of([[f"w{token}" for token in range(length)] for length in LENGTHS])
    return Session(project, annotator="Ann")


def at(edit, seconds):
    return replace(edit, made_at=(BEGIN + timedelta(seconds=seconds)).isoformat())


def label(session, sentence_index, token=0):
    return session.apply(label_span(session.project, sentence_index, token, token, 1))


def accept(session, sentence_index):
    return session.apply(accept_sentence(session.project, session.proposals, sentence_index))


def found(session, *steps, annotator="Ann"):
    finished = Finished.of(session.project, session.open_tokens)
    return list(earlier_timings(steps, annotator, finished))


def test_without_steps_nothing_is_known(session) -> None:
    assert found(session) == []


def test_the_time_between_two_finished_sentences_was_spent_on_the_second(session) -> None:
    steps = [
        at(accept(session, 0), 0.0),
        at(label(session, 1), 4.0),
        at(label(session, 1, 2), 6.5),
        at(accept(session, 1), 9.25),
        at(accept(session, 2), 10.0),
    ]
    assert found(session, *steps) == [Timed(5, 2, 9.25), Timed(2, 0, 0.75)]


def test_a_sentence_labelled_to_its_end_needs_no_accepting(session) -> None:
    steps = [at(accept(session, 0), 0.0)]
    steps += [at(label(session, 2, token), 2.0 + token) for token in range(2)]
    steps += [at(label(session, 3), 5.0)]
    assert found(session, *steps) == [Timed(2, 1, 3.0)]


def test_only_what_the_annotator_did_by_hand_counts(session) -> None:
    steps = [at(accept(session, 0), 0.0), at(accept(session, 1), 2.0), at(accept(session, 2), 5.0)]
    other = replace(steps[1], annotator="Ben")
    by_rule = replace(steps[1], origin=Origin.RULE)
    of_many = replace(steps[1], tokens=steps[1].tokens * 2)
    for odd in (other, by_rule, of_many):
        assert found(session, steps[0], odd, steps[2]) == [Timed(2, 0, 5.0)]
    assert found(session, *steps, annotator="Ben") == []


def test_a_clock_that_was_put_back_does_not_count(session) -> None:
    steps = [
        at(accept(session, sentence_index), second)
        for sentence_index, second in ((0, 50.0), (1, 10.0))
    ]
    assert found(session, *steps) == []


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from([label, "clear", accept])),
        max_size=12,
    )
)
def test_any_steps_that_end_in_accepting_are_timed_as_the_window_times_them(moves) -> None:
    session = new_session()
    watched, steps = Timings(), []
    done = []
    for number, (sentence_index, token, move) in enumerate(
        [*moves, (0, 0, accept), (1, 0, accept)]
    ):
        token = min(token, LENGTHS[sentence_index] - 1)
        if sentence_index in done:
            continue
        if move == "clear":
            step = session.apply(clear_tokens(session.project, sentence_index, token, token))
        elif move is label:
            step = label(session, sentence_index, token)
        else:
            step = accept(session, sentence_index)
        if step is None:
            continue
        steps.append(at(step, float(number)))
        if session.is_done(sentence_index):
            done.append(sentence_index)
            seconds = datetime.fromisoformat(steps[-1].made_at).timestamp()
            watched.finish(seconds, LENGTHS[sentence_index])
        else:
            watched.correct()
    assert found(session, *steps) == watched.kept
