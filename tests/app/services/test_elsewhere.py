"""Saying the same at many places: a little at a time, in one step, and one can stop it."""

import gc

import pytest

from app.domain.fixes import Fix, FixKind
from app.edits.label_rows import delete_label
from app.edits.spans import no_label
from app.services import elsewhere
from app.services.elsewhere import ElsewhereSayer
from app.session import Session
from tests.memory_projects import project_of, said

DRUG, DOSE = 1, 2
FIX = Fix(FixKind.LABEL, 0, 0, 0, (DRUG,))
N = 30
WHERE = [(place, 0) for place in range(1, N)]


@pytest.fixture
def sayer(qapp, monkeypatch):
    monkeypatch.setattr(elsewhere, "SLICE_SECONDS", 1e-9)
    return ElsewhereSayer(Session(project_of([["a"]] * N)))


def first_tags(sayer):
    return [said(sayer._session.project, place)[0] for place in range(N)]


def test_it_is_one_step(sayer, qtbot):
    with qtbot.waitSignal(sayer.said) as seen:
        sayer.say(FIX, WHERE)
        assert first_tags(sayer)[1] == "?"
    assert seen.args[0].summary == f"a → DRUG in {N - 1} sentences"
    assert first_tags(sayer)[1:] == ["B-DRUG"] * (N - 1)
    sayer._session.undo()
    assert first_tags(sayer) == ["?"] * N


def test_it_tells_how_far_it_is_and_ends(sayer, qtbot):
    tasks, told = [], []
    sayer.started.connect(tasks.append)
    sayer.started.connect(lambda task: task.progress.connect(lambda n, of, _: told.append((n, of))))
    with qtbot.waitSignal(sayer.said):
        sayer.say(FIX, WHERE)
    assert told[0] == (1, N - 1)
    assert told[-1] == (N - 1, N - 1)
    assert tasks[0].over


def test_whoever_stops_it_finds_nothing_said(sayer, qtbot):
    tasks = []
    sayer.started.connect(tasks.append)
    sayer.say(FIX, WHERE)
    with qtbot.waitSignal(tasks[0].cancelled):
        tasks[0].cancel()
    qtbot.wait(20)
    assert first_tags(sayer) == ["?"] * N


def test_what_is_decided_meanwhile_stays(sayer, qtbot):
    with qtbot.waitSignal(sayer.said):
        sayer.say(FIX, WHERE)
        sayer._go_on()
        session = sayer._session
        session.apply(no_label(session.project, 1, 0, 0))
    assert first_tags(sayer)[1:3] == ["O", "B-DRUG"]


def test_without_its_label_nothing_is_said(sayer, qtbot):
    sayer.say(FIX, WHERE)
    session = sayer._session
    with qtbot.assertNotEmitted(sayer.said, wait=30):
        session.apply(delete_label(session.project, DRUG))
    sayer._go_on()
    assert session.undo_text().startswith("delete")


def test_where_nothing_is_left_to_say_that_is_told(sayer, qtbot):
    session = sayer._session
    session.apply(no_label(session.project, 1, 0, 0))
    with qtbot.waitSignal(sayer.outdated):
        sayer.say(FIX, [(1, 0)])


def test_of_very_many_places_no_search_for_cycles_stops_the_window(sayer, qtbot, monkeypatch):
    monkeypatch.setattr(elsewhere, "MANY_SENTENCES", 3)
    with qtbot.waitSignal(sayer.said):
        sayer.say(FIX, WHERE)
    assert first_tags(sayer)[1:] == ["B-DRUG"] * (N - 1)
    assert gc.isenabled()


def test_a_label_that_is_gone_is_said_nowhere(sayer, qtbot):
    session = sayer._session
    session.apply(delete_label(session.project, DRUG))
    with qtbot.waitSignal(sayer.outdated):
        sayer.say(FIX, WHERE)
    qtbot.wait(20)
    assert first_tags(sayer) == ["?"] * N
