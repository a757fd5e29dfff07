"""Tests of the labelling pace: pauses excluded, accepted apart from corrected."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from app.domain.corrections import Correction, CorrectionKind
from app.domain.edits import Edit, Origin
from app.domain.measurement import Pace
from app.domain.query_choices import TOKENS_ALONE
from app.edits.accept import accept_sentence, accept_up_to
from app.edits.confirm_queried import answer_sentence
from app.edits.occurrences import correct_elsewhere
from app.edits.spans import label_span
from app.jobs.queue import pace as module
from app.jobs.queue.finished import Finished
from app.jobs.queue.pace import is_work
from app.session import Session
from tests.memory_projects import project_of
from tests.window_parts import propose

NONE_DONE = Finished(np.arange(1, 100), np.full(99, 3), np.zeros(99, bool))


def pace_of(edits, control, helped_since=0.0, finished=NONE_DONE):
    return module.pace_of(edits, control, finished, helped_since)


def at(edit, seconds):
    minutes, rest = divmod(seconds, 60)
    return replace(edit, made_at=f"2026-03-01T10:{minutes:02d}:{rest:02d}.000+00:00")


@pytest.fixture
def session():
    return Session(project_of([["a", "b", "c"]] * 6))


def accept(session, sentence_index):
    return session.apply(accept_sentence(session.project, session.proposals, sentence_index))


def test_nothing_done_has_no_pace() -> None:
    pace = pace_of((), frozenset())
    assert (pace.labels_an_hour, pace.seconds_a_sentence) == (None, None)


def test_labels_an_hour_without_pauses(session) -> None:
    steps = [accept(session, sentence_index) for sentence_index in range(4)]
    timed = [at(step, second) for step, second in zip(steps, (0, 10, 1000, 1020), strict=True)]
    pace = pace_of(timed, frozenset())
    # How long the first step and the one after the pause took is unknown.
    assert (pace.n_labels, pace.n_sentences, pace.seconds) == (6, 2, 30.0)
    assert pace.labels_an_hour == pytest.approx(720.0)
    assert pace.seconds_a_sentence == pytest.approx(15.0)


def test_a_bulk_that_met_one_sentence_is_no_work_on_it(session) -> None:
    steps = [accept(session, 0), session.apply(label_span(session.project, 1, 0, 0, 1))]
    correction = Correction(CorrectionKind.LABEL, 1, 0, 0, (1,))
    steps.append(session.apply(correct_elsewhere(session.project, correction, [(2, 0)])))
    steps.append(replace(accept(session, 3), kind="accept_sure"))
    steps.append(replace(accept(session, 4), kind="found_accept"))
    assert [is_work(step) for step in steps] == [True, True, False, False, False]
    pace = pace_of([at(step, 5 * n) for n, step in enumerate(steps)], frozenset())
    assert (pace.n_sentences, pace.seconds) == (0, 5.0)


def test_unchanged_are_those_of_which_nothing_else_was_said(session) -> None:
    steps = [session.apply(label_span(session.project, 1, 0, 0, 1))]
    steps += [accept(session, sentence_index) for sentence_index in range(4)]
    pace = pace_of([at(step, n) for n, step in enumerate(steps)], frozenset([4]))
    assert (pace.n_helped, pace.n_unchanged) == (3, 2)


def test_before_there_was_a_model_nothing_was_accepted_unchanged(session) -> None:
    steps = [
        at(accept(session, sentence_index), 10 * sentence_index) for sentence_index in range(4)
    ]
    third = datetime.fromisoformat(steps[2].made_at).timestamp()
    pace = pace_of(steps, frozenset(), third)
    assert (pace.n_helped, pace.n_unchanged, pace.n_sentences) == (2, 2, 3)


def test_steps_on_many_sentences_and_of_rules_are_nobody_s_pace(session) -> None:
    edit = accept(session, 0)
    many = replace(edit, tokens=edit.tokens * 2)
    constrained = replace(edit, origin=Origin.RULE)
    nothing = Edit("settings", "change the settings", made_at=edit.made_at)
    pace = pace_of([many, constrained, nothing], frozenset())
    assert (pace.n_helped, pace.seconds) == (0, 0.0)


def test_a_clock_that_was_put_back_does_not_count(session) -> None:
    steps = [
        at(accept(session, sentence_index), second) for sentence_index, second in ((0, 50), (1, 10))
    ]
    assert pace_of(steps, frozenset()).seconds == 0.0
    assert np.isclose(pace_of(steps[::-1], frozenset()).seconds, 40.0)


def test_a_pace_is_told_only_after_half_a_minute():
    assert Pace(n_labels=5, n_sentences=2, seconds=29.0).labels_an_hour is None
    assert Pace(n_labels=5, n_sentences=2, seconds=29.0).seconds_a_sentence is None
    assert Pace(n_labels=5, n_sentences=2, seconds=60.0).labels_an_hour == 300.0
    assert Pace(n_labels=5, n_sentences=2, seconds=60.0).seconds_a_sentence == 30.0


def test_who_answers_for_doubtful_tokens_is_done_with_the_sentence(session) -> None:
    settings = replace(session.project.settings, query_unit=TOKENS_ALONE)
    session.project.settings = settings
    for sentence_index in (0, 1):
        propose(session, sentence_index, ["O"] * 3, [0.9, 0.4, 0.9])
    steps = [
        session.apply(
            answer_sentence(session.project, sentence_index, session.token_display(sentence_index))
        )
        for sentence_index in (0, 1)
    ]
    pace = pace_of([at(step, 10 * n) for n, step in enumerate(steps)], frozenset())
    assert (pace.n_labels, pace.n_sentences, pace.seconds) == (1, 1, 10.0)
    assert (pace.n_helped, pace.n_unchanged) == (2, 2)


def test_what_is_confirmed_in_two_steps_was_not_corrected(session) -> None:
    propose(session, 0, ["O", "O", "B-DRUG"], [0.9] * 3)
    part = session.apply(accept_up_to(session.project, session.proposals, 0, 1))
    edits = (at(part, 0), at(accept(session, 0), 10))
    pace = pace_of(edits, frozenset())
    assert (pace.n_helped, pace.n_unchanged) == (1, 1)


def test_a_sentence_whose_tokens_were_all_labelled_is_finished_by_the_last_label(session) -> None:
    steps = [
        session.apply(label_span(session.project, sentence_index, token, token, 1))
        for sentence_index in range(3)
        for token in range(3)
    ]
    steps.append(session.apply(label_span(session.project, 3, 0, 0, 1)))  # still open
    finished = Finished.of(session.project, session.open_tokens)
    timed = [at(step, 5 * n) for n, step in enumerate(steps)]
    pace = pace_of(timed, frozenset([3]), finished=finished)
    assert (pace.n_labels, pace.n_sentences, pace.seconds) == (9, 3, 45.0)
    assert (pace.n_helped, pace.n_unchanged) == (2, 0)
