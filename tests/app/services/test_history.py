"""Tests of undoing and redoing many steps at once, with the file."""

from __future__ import annotations

import pytest

from app.domain.edits import Origin
from app.domain.history import Author, HistoryFilter, StepGroup, StepState
from app.edits.label_rows import add_label
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import clear_tokens, no_label
from app.services import history as service
from app.services.history import History, HistoryMove
from app.storage.errors import DiskFullError
from app.storage.history import StoredHistory
from tests.app.services.test_storage_thread import in_file, opened, path, saved  # noqa: F401
from tests.memory_projects import contents_of
from tests.step_names import redo_text, step_name, undo_text


@pytest.fixture
def work_session(path, qapp, monkeypatch):  # noqa: F811
    monkeypatch.setattr("app.services.storage_thread.HISTORY_PAGE", 3)
    monkeypatch.setattr(service, "HISTORY_PAGE", 3)
    storage, session = opened(path)
    history = History(session, storage)
    yield storage, session, history
    history.close()
    storage.close()


def label_some(session, n=6):
    """Make n steps; return the project's image after each, by the step's id."""
    states = {}
    for number in range(n):
        edit = clear_tokens if number < 4 else no_label
        made = session.apply(edit(session.project, 0, number % 4, number % 4))
        states[made.id] = contents_of(session.project)
    return states


def read(qtbot, history, before=None, wanted=HistoryFilter()):  # noqa: B008
    with qtbot.waitSignal(history.page_read) as seen:
        number = history.read(before, wanted)
    assert seen.args[0] == number
    return seen.args[1]


def test_pages_are_read_newest_first(qtbot, work_session):
    _, session, history = work_session
    history.page = 3
    label_some(session)
    session.apply(add_label(session.project, "DATE"))
    session.undo()
    first = read(qtbot, history)
    assert [step_name(entry) for entry in first] == [
        "add label DATE",
        "lives → no label",
        "Anna → no label",
    ]
    assert [entry.state for entry in first] == [StepState.UNDONE, StepState.DONE, StepState.DONE]
    assert {entry.annotator for entry in first} == {"Ben"}
    assert (first[1].target.sentence, first[1].target.token) == (1, 1)
    assert not first[1].target.more
    assert first[0].target is None
    session.apply(flag_sentence(session.project, 2))
    again = read(qtbot, history)
    assert [entry.state for entry in again[:2]] == [StepState.DONE, StepState.DISCARDED]
    assert again[0].target.sentence == 3
    assert read(qtbot, history, before=2)[0].annotator == "Ann"


def test_pages_are_filtered_by_person_and_by_what_they_are_about(qtbot, work_session):
    _, session, history = work_session
    label_some(session, 2)
    session.apply(add_label(session.project, "DATE"))

    def kinds(**wanted):
        return [entry.kind for entry in read(qtbot, history, None, HistoryFilter(**wanted))]

    assert kinds(annotator="Ann") == ["import_document"]
    assert kinds(annotator="Ben", group=StepGroup.WORDS) == ["clear", "clear"]
    assert kinds(group=StepGroup.LABELS) == ["add_label"]
    assert kinds(annotator="Eve") == kinds(group=StepGroup.SETTINGS) == []


def go(qtbot, history, act):
    with qtbot.waitSignal(history.history_moved, timeout=10_000) as seen:
        act()
    return seen.args[0]


def test_going_back_and_forward_reaches_the_file(qtbot, work_session, path):  # noqa: F811
    storage, session, history = work_session
    states = label_some(session)
    goal, newest = sorted(states)[1], max(states)
    assert go(qtbot, history, lambda: history.back_to(goal)) == HistoryMove(
        4, back=True, newest=newest
    )
    assert contents_of(session.project) == states[goal]
    saved(qtbot, session)
    journey = go(qtbot, history, lambda: history.forward_to(newest - 1))
    assert journey == HistoryMove(3, back=False, newest=goal)
    assert contents_of(session.project) == states[newest - 1]
    saved(qtbot, session)
    storage.close()
    assert in_file(path) == states[newest - 1]


def test_steps_of_earlier_sittings_are_read(qtbot, work_session, path):  # noqa: F811
    storage, session, history = work_session
    states = label_some(session)
    saved(qtbot, session)
    history.close()
    storage.close()
    storage, session = opened(path)
    history = History(session, storage)
    assert len(session.history.steps()) == 3
    assert go(qtbot, history, lambda: history.back_to(0)).n_steps == 7
    assert all(document.removed for document in session.project.documents.values())
    saved(qtbot, session)
    history.close()
    storage.close()
    storage, session = opened(path)
    history = History(session, storage)
    assert undo_text(session) is None
    assert go(qtbot, history, lambda: history.forward_to(max(states))).n_steps == 7
    assert contents_of(session.project) == states[max(states)]
    assert session.redo() is None
    saved(qtbot, session)
    history.close()
    storage.close()
    assert in_file(path) == states[max(states)]


def test_what_is_done_meanwhile_is_taken_back_too(qtbot, work_session):
    _, session, history = work_session
    states = label_some(session)
    goal = min(states)

    def act():
        history.back_to(goal)
        session.apply(flag_sentence(session.project, 1))

    assert go(qtbot, history, act).n_steps == 6
    assert contents_of(session.project) == states[goal]
    assert redo_text(session) == "lives: no label → open"


def test_a_journey_can_be_stopped_and_only_one_goes_on(qtbot, work_session):
    _, session, history = work_session
    states = label_some(session)
    before = contents_of(session.project)
    tasks, received = [], []
    history.started.connect(tasks.append)
    history.started.connect(lambda task: task.cancel())
    history.history_moved.connect(received.append)
    history.back_to(min(states))
    history.back_to(min(states))
    (task,) = tasks
    qtbot.waitUntil(lambda: history._move is None)
    assert task.over
    assert contents_of(session.project) == before
    assert not received


def test_nothing_to_do_says_nothing(qtbot, work_session):
    _, session, history = work_session
    received = []
    history.history_moved.connect(received.append)
    history.back_to(session.history.steps()[-1].id)
    qtbot.waitUntil(lambda: history._move is None)
    assert not received
    session.saving.read_only = True
    with qtbot.waitSignal(session.refused):
        history.back_to(0)


def test_a_journey_that_cannot_be_saved_is_written_later(qtbot, work_session, monkeypatch):
    storage, session, history = work_session
    states = label_some(session)
    saved(qtbot, session)

    def full(self, *_):
        raise DiskFullError(self._database.path, "the disk is full")

    for travel in (lambda: history.back_to(min(states)), lambda: history.forward_to(max(states))):
        with monkeypatch.context() as patch:
            patch.setattr(StoredHistory, "mark_undone", full)
            travel()
            qtbot.waitUntil(lambda: session.saving.state == "failed", timeout=10_000)
        shown = contents_of(session.project)
        storage.try_again()
        qtbot.waitUntil(lambda: session.saving.state == "saved", timeout=10_000)
        assert (
            contents_of(session.project)
            == shown
            == contents_of(storage.call(lambda file: file.load()))
        )


def test_a_file_that_cannot_be_read_gives_an_empty_page(qtbot, work_session, monkeypatch):
    _, _, history = work_session

    def broken(self, *_):
        raise DiskFullError(self._database.path, "it is gone")

    monkeypatch.setattr(StoredHistory, "entries", broken)
    assert read(qtbot, history) == []


def test_who_said_something_is_read_from_the_file(qtbot, work_session, monkeypatch):
    _, session, history = work_session
    made = session.apply(clear_tokens(session.project, 0, 0, 0))
    assert session.history.author_of(made.id) == Author("Ben", made.made_at, Origin.TYPED)
    session.history._done.clear()
    assert session.history.unknown_authors(session.corpus.edits[session.corpus.span(0)]) == [
        1,
        made.id,
    ]
    history.request_authors(0)
    qtbot.waitUntil(
        lambda: not session.history.unknown_authors(session.corpus.edits[session.corpus.span(0)])
    )
    assert session.history.author_of(1) == Author("Ann", "2026-01-01T00:00:00+00:00", Origin.IMPORT)
    assert session.history.author_of(made.id).annotator == "Ben"
    assert session.history.author_of(99) is None
    history.request_authors(0)
    monkeypatch.setattr("app.session.history.MAX_AUTHORS", 1)
    session.history.add_authors({7: session.history.author_of(1)})
    assert session.history.unknown_authors(session.corpus.edits[session.corpus.span(0)]) == [
        1,
        made.id,
    ]

    def broken(self, *_):
        raise DiskFullError(self._database.path, "it is gone")

    monkeypatch.setattr(StoredHistory, "authors", broken)
    history.request_authors(0)
    read(qtbot, history)
    assert session.history.unknown_authors(session.corpus.edits[session.corpus.span(0)]) == [
        1,
        made.id,
    ]
