"""Tests of an action on many matches: on a thread, in one step, cancellable."""

import gc
import threading

import pytest

from app.domain.corrections import Correction, CorrectionKind
from app.domain.edits import Edit
from app.edits.bulk_actions import BulkResult
from app.edits.label_rows import add_label, delete_label
from app.edits.occurrences import correct_elsewhere
from app.edits.spans import no_label
from app.services import match_action
from app.services.match_action import MatchAction
from app.services.occurrences import OccurrenceFinder
from app.services.threads import UI_PRIORITY
from app.session import Session
from tests.memory_projects import project_of, token_tags
from tests.step_names import step_name, undo_text

DRUG, DOSE = 1, 2
FIX = Correction(CorrectionKind.LABEL, 0, 0, 0, (DRUG,))
N = 30
WHERE = [(sentence_index, 0) for sentence_index in range(1, N)]


@pytest.fixture
def finder(qapp, monkeypatch):
    monkeypatch.setattr(match_action, "MATCHES_BETWEEN_REPORTS", 1)
    made = OccurrenceFinder(Session(project_of([["a"]] * N)))
    yield made
    made.close()


def first_tags(finder):
    return [token_tags(finder._session.project, sentence_index)[0] for sentence_index in range(N)]


def test_it_is_one_step(finder, qtbot):
    with qtbot.waitSignal(finder.action.done) as seen:
        finder.apply(FIX, WHERE)
        assert first_tags(finder)[1] == "?"
    assert step_name(seen.args[0]) == f"a → DRUG in {N - 1} occurrences"
    assert first_tags(finder)[1:] == ["B-DRUG"] * (N - 1)
    assert gc.isenabled()
    finder._session.undo()
    assert first_tags(finder) == ["?"] * N


def test_workers_go_on_soon_also_if_nothing_in_sight_has_changed(finder, qtbot):
    claimed = []
    finder.action.done.connect(lambda _: claimed.append(UI_PRIORITY.claimed))
    with qtbot.waitSignal(finder.action.done):
        finder.apply(FIX, WHERE)
    assert claimed == [True]
    qtbot.waitUntil(lambda: not UI_PRIORITY.claimed)


def test_it_tells_how_far_it_is_and_ends(finder, qtbot):
    tasks, received = [], []
    finder.action.started.connect(tasks.append)
    finder.action.started.connect(
        lambda task: task.progress.connect(lambda n, of, _: received.append((n, of)))
    )
    with qtbot.waitSignal(finder.action.done):
        finder.apply(FIX, WHERE)
    assert received == [(n, N - 1) for n in range(N - 1)]
    assert tasks[0].over


@pytest.fixture
def held(qapp):
    """Return an action that builds its step when `go` is set, and its builder."""
    action, go = MatchAction(Session(project_of([["a"]] * N))), threading.Event()

    def start():
        def build(project, _, report):
            go.wait()
            return BulkResult(correct_elsewhere(project, FIX, WHERE, report))

        action.start("Applying", build)

    yield action, start, go
    go.set()
    action.close()


def tags(action, sentence_index):
    return token_tags(action._session.project, sentence_index)


def test_whoever_stops_it_finds_nothing_changed(held, qtbot):
    action, start, go = held
    tasks, reasons = [], []
    action.started.connect(tasks.append)
    action.outdated.connect(reasons.append)
    start()
    assert reasons == []
    start()
    assert len(tasks) == 1, "one at a time"
    assert reasons == ["The change before is still being made. Try again when it is done."]
    with qtbot.waitSignal(tasks[0].cancelled):
        tasks[0].cancel()
        go.set()
    assert undo_text(action._session) is None


def test_what_is_decided_meanwhile_stays(held, qtbot):
    action, start, go = held
    session = action._session
    start()
    session.apply(no_label(session.project, 1, 0, 0))
    with qtbot.waitSignal(action.applied) as seen:
        go.set()
    acted, edit = seen.args
    assert isinstance(edit, Edit)
    assert acted.n_changed == 1
    assert (tags(action, 1), tags(action, 2)) == (["O"], ["B-DRUG"])


def test_if_labels_change_meanwhile_nothing_is_done_and_it_says_why(held, qtbot):
    action, start, go = held
    session = action._session
    start()
    session.apply(add_label(session.project, "NEW"))
    with qtbot.waitSignal(action.outdated) as seen, qtbot.assertNotEmitted(action.done):
        go.set()
    assert "Try again" in seen.args[0]
    assert tags(action, 2) == ["?"]


def test_after_the_end_nothing_is_begun_and_nothing_done(held, qtbot):
    action, start, go = held
    start()
    go.set()
    action.close()
    with qtbot.assertNotEmitted(action.applied, wait=20):
        start()
    assert tags(action, 2) == ["?"]


def test_where_nothing_is_left_to_do_that_is_told(finder, qtbot):
    session = finder._session
    session.apply(no_label(session.project, 1, 0, 0))
    with qtbot.waitSignal(finder.action.outdated) as seen:
        finder.apply(FIX, [(1, 0)])
    assert seen.args == [""]


def test_a_label_that_is_gone_is_given_nowhere(finder, qtbot):
    session = finder._session
    session.apply(delete_label(session.project, DRUG))
    with qtbot.waitSignal(finder.action.outdated):
        finder.apply(FIX, WHERE)
    assert first_tags(finder) == ["?"] * N


def test_a_project_that_cannot_be_written_refuses(finder, qtbot):
    finder._session.saving.read_only = True
    with qtbot.waitSignal(finder._session.refused):
        finder.apply(FIX, WHERE)
