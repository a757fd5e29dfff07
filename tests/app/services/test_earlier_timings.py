"""Tests of reading the history only when an order by time needs it, and once."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.query_choices import PER_SECOND, PLAIN, QueryChoice
from app.domain.settings import ProjectSettings
from app.edits.accept import accept_sentence
from app.edits.settings import change_order
from app.edits.spans import clear_tokens
from app.services.earlier_timings import EarlierTimings
from app.services.storage_thread import StorageThread, open_project_file
from app.session import Session
from app.storage.project_file import ProjectFile
from tests.project_files import small_project


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        project = file.load()
        session = Session(project, annotator="Ann", next_edit=file.history.last_edit_id() + 1)
        session.recorded.connect(lambda step: file.write_edit(step.edit, step.additions))
        for sentence_index in range(project.corpus.n_sentences):
            last = int(project.corpus.lengths(np.array([sentence_index]))[0]) - 1
            session.apply(clear_tokens(project, sentence_index, 0, last))
            session.apply(accept_sentence(project, session.proposals, sentence_index))
    return path


@pytest.fixture
def work_session(path, qtbot):
    storage = StorageThread(open_project_file(path))
    storage.wait_until_open()
    project = storage.call(lambda file: file.load())
    next_edit = storage.call(lambda file: file.history.last_edit_id()) + 1
    session = Session(project, annotator="Ann", next_edit=next_edit)
    storage.attach(session)
    project.settings = ProjectSettings(query_wrapper=PLAIN)
    timings = EarlierTimings(session, storage, next_edit)
    yield session, timings
    timings.close()
    storage.close()


def by_the_second(session):
    query_choice = QueryChoice(session.project.settings.query_strategy, PER_SECOND)
    session.apply(change_order(session.project, query_choice))


def test_they_are_read_when_seconds_are_asked_for_and_only_once(work_session, qtbot):
    session, timings = work_session
    timings.start()
    assert timings._task is None
    with qtbot.waitSignal(timings.found) as found:
        by_the_second(session)
    lengths = session.corpus.lengths(session.visible)
    assert [one.tokens for one in found.args[0]] == lengths[1:].tolist()
    assert {one.corrections for one in found.args[0]} == {1}
    with qtbot.assertNotEmitted(timings.found, wait=50):
        session.undo()
        by_the_second(session)


def test_a_project_that_asks_by_the_second_brings_them_at_once(work_session, qtbot):
    session, timings = work_session
    session.project.settings = ProjectSettings(query_wrapper=PER_SECOND)
    with qtbot.waitSignal(timings.found):
        timings.start()


def test_of_somebody_new_nothing_is_told(work_session, qtbot):
    session, timings = work_session
    session.annotator = "Ben"
    timings.start()
    with qtbot.assertNotEmitted(timings.found, wait=100):
        by_the_second(session)


def test_after_the_end_nothing_is_read(work_session, qtbot):
    session, timings = work_session
    timings.start()
    timings.close()
    by_the_second(session)
    assert timings._task is None
