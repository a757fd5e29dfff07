"""Tests of the history's model: pages, days, and new steps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from app.domain.history import HistoryEntry, HistoryFilter, StepGroup, StepState, StepTarget
from app.edits.documents import remove_document
from app.edits.label_rows import add_label
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import label_span
from app.item_models.history import HistoryModel, HistoryRole
from app.session import Session
from tests.memory_projects import project_of
from tests.window_parts import QuietHistory


def entry(number, days=0, state=StepState.DONE, target=None, who="Ann", kind="label"):
    made = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    return HistoryEntry(number, made, who, kind, "label 1 token DRUG", state, target)


@pytest.fixture
def history(qapp):
    return QuietHistory(None)


@pytest.fixture
def model(history, qtmodeltester):
    model = HistoryModel(Session(project_of(), annotator="Ben"), history)
    yield model
    qtmodeltester.check(model)


def show(model, history, *entries):
    model.set_active(True)
    history.page_read.emit(len(history.requests), list(entries))


def data_of(model, role, row=0):
    return model.index(row, 0).data(role)


def states(model):
    return [model.entry(row).state for row in range(model.rowCount())]


def test_nothing_is_read_before_it_is_looked_at(model, history):
    model._session.apply(add_label(model._session.project, "DATE"))
    assert history.requests == []
    assert model.rowCount() == 0
    model.read_more()
    show(model, history, entry(1))
    assert history.requests == [(None, HistoryFilter())]
    model.set_active(False)
    assert model.rowCount() == 0


def test_the_next_page_follows_and_the_last_one_ends_it(model, history):
    show(model, history, entry(9), entry(8), entry(7))
    model.read_more()
    model.read_more()
    assert history.requests[1:] == [(7, HistoryFilter())]
    history.page_read.emit(2, [entry(6)])
    model.read_more()
    assert len(history.requests) == 2
    assert [model.entry(row).id for row in range(4)] == [9, 8, 7, 6]
    history.page_read.emit(1, [entry(5)])
    assert model.rowCount() == 4


def test_a_row_says_what_who_where_and_when(model, history):
    show(
        model,
        history,
        entry(5, target=StepTarget(2, 4)),
        entry(4, target=StepTarget(1, more=True), who=""),
        entry(3, days=1, state=StepState.UNDONE),
        entry(2, days=400, state=StepState.DISCARDED, target=StepTarget(99)),
    )
    assert data_of(model, HistoryRole.WHO_WHERE) == "sentence 2, notes.txt · Ann"
    where = data_of(model, HistoryRole.WHO_WHERE, 1)
    assert where == "sentence 1 and more, notes.txt · Unknown annotator"
    assert data_of(model, HistoryRole.WHO_WHERE, 3) == "Ann"
    days = [data_of(model, HistoryRole.DAY, row) for row in range(4)]
    assert days[:3] == ["Today", "", "Yesterday"]
    assert str(datetime.now(UTC).year - 1) in days[3] or str(datetime.now(UTC).year - 2) in days[3]
    assert [data_of(model, HistoryRole.STATE, row) for row in range(4)] == [
        "",
        "",
        "undone",
        "discarded",
    ]
    assert model.target(0) == (1, 4)
    assert model.target(2) is model.target(3) is model.target(9) is None
    spoken = data_of(model, Qt.ItemDataRole.AccessibleTextRole, 2)
    assert spoken.startswith("1 token → DRUG, undone, Ann, yesterday ")
    assert model.data(model.index(7, 0)) is None
    session = model._session
    session.apply(remove_document(session.project, 1))
    assert model.target(1) is None


def test_a_date_that_cannot_be_read_hurts_nobody(model, history):
    show(model, history, HistoryEntry(1, "then", "", "label", "label", StepState.DONE))
    assert "1970" in data_of(model, HistoryRole.DAY) or "1969" in data_of(model, HistoryRole.DAY)


def test_steps_that_are_made_appear_and_change(model, history):
    session = model._session
    show(model, history)
    session.apply(label_span(session.project, 0, 0, 0, 1))
    session.apply(flag_sentence(session.project, 1))
    session.apply(add_label(session.project, "DATE"))
    assert [model.entry(row).id for row in range(3)] == [3, 2, 1]
    assert model.target(1) == (1, 0)
    session.undo()
    session.undo()
    session.redo()
    assert states(model) == [StepState.UNDONE, StepState.DONE, StepState.DONE]
    session.apply(label_span(session.project, 0, 0, 0, 2))
    assert states(model) == [StepState.DONE, StepState.DISCARDED, StepState.DONE, StepState.DONE]


def test_only_what_passes_the_filter_is_listed(model, history):
    session = model._session
    model.set_filter(HistoryFilter(group=StepGroup.LABELS))
    show(model, history, entry(1, kind="add_label"))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert model.rowCount() == 1
    model.set_filter(model.filter)
    assert len(history.requests) == 1
    model.set_filter(HistoryFilter(annotator="Ben"))
    assert history.requests[-1] == (None, HistoryFilter(annotator="Ben"))
    history.page_read.emit(2, [])
    session.apply(label_span(session.project, 0, 0, 0, 2))
    assert model.rowCount() == 1


def test_what_is_done_while_a_page_is_read_makes_it_read_again(model, history):
    session = model._session
    model.set_active(True)
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert len(history.requests) == 2
    history.page_read.emit(1, [entry(1)])
    assert model.rowCount() == 0
    assert model.reading


def test_a_further_page_is_asked_for_again_after_a_step(model, history):
    session = model._session
    show(model, history, entry(9), entry(8), entry(7))
    model.read_more()
    session.apply(label_span(session.project, 0, 0, 0, 1))
    history.page_read.emit(2, [entry(6)])
    assert model.rowCount() == 4, "what was read before the step counts for nothing"
    assert history.requests[2:] == [(7, HistoryFilter())]
    history.page_read.emit(3, [entry(6)])
    assert [model.entry(row).id for row in (3, 4)] == [7, 6]
    session.undo()
    assert len(history.requests) == 3


def test_what_could_not_be_saved_is_read_again(model, history):
    session = model._session
    show(model, history, entry(1))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    session.saving.stop("the disk is full")
    assert len(history.requests) == 2
