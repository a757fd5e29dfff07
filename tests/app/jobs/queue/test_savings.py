"""Tests of the time saved by proposals, and of when it is reported."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from app.domain.edits import Edit
from app.edits.accept import accept_sentence
from app.edits.spans import label_span
from app.jobs.queue.finished import Finished
from app.jobs.queue.savings import saving_of
from app.session import Session
from tests.memory_projects import project_of

START = datetime(2026, 3, 1, 10, tzinfo=UTC)
MODEL = 3_600.0
"""The first model exists so long after the start."""


@pytest.fixture
def session():
    return Session(project_of([["w"] * (4 + sentence_index % 5) for sentence_index in range(60)]))


class WorkSession:
    """Makes the steps of a user who takes a given number of seconds for a sentence."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.steps: list[Edit] = []
        self.now = 0.0

    def at(self, edit: Edit | None, seconds: float) -> None:
        assert edit is not None
        self.now += seconds
        made_at = (START + timedelta(seconds=self.now)).isoformat()
        self.steps.append(replace(edit, made_at=made_at, annotator="Ann"))

    def accept(self, sentence_index: int, seconds: float) -> None:
        session = self.session
        edit = session.apply(accept_sentence(session.project, session.proposals, sentence_index))
        self.at(edit, seconds)

    def label(self, sentence_index: int, seconds: float) -> None:
        session = self.session
        self.at(session.apply(label_span(session.project, sentence_index, 0, 0, 1)), seconds)

    def saving(self, control=frozenset(), annotator="Ann", steps=None):
        session = self.session
        finished = Finished.of(session.project, session.open_tokens)
        since = START.timestamp() + MODEL
        return saving_of(steps or self.steps, annotator, finished, frozenset(control), since)


@pytest.fixture
def work_session(session):
    return WorkSession(session)


def lengths(session, sentence_indices):
    return np.diff(session.corpus.offsets)[list(sentence_indices)]


def work(work_session, alone=range(1, 21), helped=range(21, 51), alone_pace=3.0, helped_pace=1.0):
    """Accept a first sentence, then some before the first model and some after it."""
    work_session.accept(0, 0.0)
    for sentence_index in alone:
        work_session.accept(
            sentence_index, alone_pace * lengths(work_session.session, [sentence_index])[0]
        )
    work_session.now = MODEL
    for sentence_index in helped:
        work_session.accept(
            sentence_index, helped_pace * lengths(work_session.session, [sentence_index])[0]
        )


def test_what_would_have_taken_longer_is_saved(session, work_session):
    work(work_session)
    saved = work_session.saving()
    # When the first sentence after each break was begun is unknown.
    assert (saved.n_alone, saved.n_helped) == (20, 29)
    assert (saved.alone_pace, saved.helped_pace) == pytest.approx((3.0, 1.0))
    assert saved.seconds == pytest.approx(2.0 * lengths(session, range(22, 51)).sum())
    # Each token took as long as the others, so nothing is uncertain.
    assert (saved.low, saved.high) == pytest.approx((saved.seconds, saved.seconds))


def test_how_exactly_it_is_known_is_that_of_a_ratio(session, work_session):
    chance = np.random.default_rng(1)
    work_session.accept(0, 0.0)
    n, seconds = lengths(session, range(1, 31)), []
    for sentence_index in range(1, 31):
        seconds.append(float(chance.uniform(5.0, 25.0)))
        work_session.accept(sentence_index, seconds[-1])
    work_session.now = MODEL
    for sentence_index in range(31, 60):
        work_session.accept(sentence_index, 5.0)
    saved = work_session.saving()
    drawn = chance.integers(30, size=(4_000, 30))
    rates = np.array(seconds)[drawn].sum(axis=1) / n[drawn].sum(axis=1)
    spread = 1.96 * rates.std() * lengths(session, range(32, 60)).sum()
    assert saved.high - saved.seconds == pytest.approx(spread, rel=0.1)
    assert saved.seconds - saved.low == pytest.approx(saved.high - saved.seconds)


def test_control_sentences_show_none_whenever_they_come(session, work_session):
    work(work_session, alone=(), helped=range(1, 60))
    assert work_session.saving() is None
    control = session.corpus.ids[2:40:2].tolist()
    assert work_session.saving(control).n_alone == len(control)


def test_proposals_may_cost_time(work_session):
    work(work_session, alone_pace=2.0, helped_pace=3.0)
    assert work_session.saving().seconds < 0.0


@pytest.mark.parametrize("n", [9, 10])
def test_few_sentences_tell_nothing(work_session, n):
    work(work_session, alone=range(1, 1 + n))
    assert (work_session.saving() is None) == (n < 10)


def test_little_time_tells_nothing(work_session):
    work(work_session, alone_pace=0.01)
    assert work_session.saving() is None


def test_what_was_typed_in_a_sentence_is_part_of_its_time(session, work_session):
    work(work_session, helped=range(21, 50))
    before = work_session.saving()
    work_session.label(50, 30.0)
    work_session.accept(50, 10.0)
    after = work_session.saving()
    assert after.n_helped == before.n_helped + 1
    spent = [
        s.helped_pace * lengths(session, range(22, end)).sum()
        for s, end in ((before, 50), (after, 51))
    ]
    assert spent[1] - spent[0] == pytest.approx(40.0)


def test_a_sentence_with_a_pause_or_after_something_else_is_left_out(session, work_session):
    work(work_session, helped=range(21, 50))
    n_helped = work_session.saving().n_helped
    work_session.label(50, 500.0)  # a pause
    work_session.accept(50, 3.0)
    work_session.at(Edit("settings", "change the settings"), 3.0)
    work_session.accept(51, 3.0)
    work_session.accept(52, -30.0)  # the clock was set back
    assert work_session.saving().n_helped == n_helped
    work_session.accept(53, 3.0)
    assert work_session.saving().n_helped == n_helped + 1


def test_answers_for_single_tokens_and_other_people_do_not_count(work_session):
    work(work_session)
    answers = [replace(step, kind="answer") for step in work_session.steps]
    assert work_session.saving(steps=answers) is None
    assert work_session.saving(annotator="Ben") is None


def test_a_sentence_whose_tokens_were_all_labelled_counts_from_its_last_label(
    session, work_session
):
    work(work_session, helped=range(21, 50))
    before = work_session.saving()
    for token in range(lengths(session, [50])[0]):
        edit = session.apply(label_span(session.project, 50, token, token, 1))
        work_session.at(edit, 5.0)
    after = work_session.saving()
    assert after.n_helped == before.n_helped + 1
    assert work_session.saving(control=[int(session.corpus.ids[50])]).n_alone == before.n_alone + 1
