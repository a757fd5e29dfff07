"""The history panel: what is picked, where it goes, and what can be done from there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.domain.history import HistoryFilter, StepGroup, StepState, StepTarget
from app.edits.spans import label_span
from app.item_models.history import HistoryRole
from app.services.history import HistoryMove
from app.services.task import TaskState
from app.views.controllers.history import HistoryController
from app.views.panels.history import HistoryPanel
from app.views.panels.messages import Messages
from app.views.workspace import Workspace
from tests.app.item_models.test_history import entry
from tests.memory_projects import project_of
from tests.window_parts import QuietProject


@pytest.fixture
def project(qapp):
    return QuietProject(project_of())


@pytest.fixture
def panel(project, qtbot):
    panel = HistoryPanel(Workspace(project.session), project.history, lambda: project.annotators)
    qtbot.addWidget(panel)
    panel.resize(260, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def give(panel, *entries):
    history = panel.model._history
    history.page_read.emit(len(history.requests), list(entries))


def choose(panel, row):
    panel.view.setCurrentIndex(panel.model.index(row, 0))


def wanted(panel):
    received = []
    panel.back_requested.connect(lambda number: received.append(("back", number)))
    panel.forward_requested.connect(lambda number: received.append(("forward", number)))
    return received


def test_the_filters_show_their_texts_also_in_a_narrow_panel(panel, qtbot):
    panel.resize(200, 400)
    for field in (panel.person, panel.group):
        qtbot.waitUntil(lambda field=field: field.width() >= field.sizeHint().width())
        needed = field.fontMetrics().horizontalAdvance(field.currentText())
        assert field.sizeHint().width() > needed
    assert panel.group.y() > panel.person.y()


def test_it_says_what_will_be_there(panel):
    assert "Loading history" in panel.listing.hint
    give(panel)
    assert "label a word" in panel.listing.hint
    assert panel.listing.currentIndex() == 1
    panel.group.setCurrentIndex(panel.group.findData(StepGroup.RULES))
    panel.group.activated.emit(panel.group.currentIndex())
    assert panel.model.filter == HistoryFilter(group=StepGroup.RULES)
    give(panel)
    assert "passes the filter" in panel.listing.hint


def test_a_step_that_is_picked_shows_where_it_was_made(panel, qtbot):
    give(
        panel,
        entry(3, target=StepTarget(3, 2)),
        entry(2),
        entry(1, target=StepTarget(2)),
    )
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel._workspace.caret.sentence_index == 2 or panel._workspace.caret.sentence_index == 0
    choose(panel, 0)
    panel.view.picked.emit(panel.view.currentIndex())
    assert (panel._workspace.caret.sentence_index, panel._workspace.caret.token) == (2, 2)
    choose(panel, 1)
    panel.view.picked.emit(panel.view.currentIndex())
    assert panel._workspace.caret.sentence_index == 2
    with qtbot.waitSignal(panel.left):
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert panel.grab().width() == panel.width()


def test_the_focus_goes_on_to_the_list_as_soon_as_it_is_there(panel, qtbot):
    panel.entry().setFocus()
    qtbot.waitUntil(panel.person.hasFocus)
    give(panel, entry(1))
    assert panel.view.hasFocus()
    assert panel.entry() is panel.view
    panel.model.read_again()
    panel.entry()
    give(panel, entry(1))
    assert panel.view.hasFocus()


def test_a_button_that_can_act_no_more_leaves_the_focus_to_the_list(panel, project, qtbot):
    give(panel, entry(5), entry(4, state=StepState.DISCARDED))
    choose(panel, 0)
    panel.here_button.setFocus()
    choose(panel, 1)
    assert not panel.here_button.isEnabled()
    assert panel.view.hasFocus()


def test_from_a_step_one_goes_back_or_forward(panel, project):
    received = wanted(panel)
    for sentence_index in range(3):
        project.session.apply(label_span(project.session.project, sentence_index, 0, 0, 1))
    give(
        panel,
        entry(5, state=StepState.UNDONE),
        entry(4, state=StepState.DISCARDED),
        entry(3),
        entry(2),
    )
    assert not panel.here_button.isEnabled()
    choose(panel, 0)
    assert panel.here_button.text() == "Redo to here"
    assert not panel.before_button.isEnabled()
    panel.here_button.click()
    choose(panel, 1)
    assert not panel.here_button.isEnabled()
    assert "cannot be redone" in panel.here_button.toolTip()
    choose(panel, 2)
    assert not panel.here_button.isEnabled()
    assert "Current state" in panel.here_button.toolTip()
    panel.before_button.click()
    choose(panel, 3)
    panel.here_button.click()
    assert received == [("forward", 5), ("back", 2), ("back", 2)]
    assert [action.text() for action in panel.menu().actions()] == [
        "Undo to here",
        "Undo this and later",
    ]


def test_people_are_those_of_the_project(panel, project):
    names = [panel.person.itemText(row) for row in range(panel.person.count())]
    assert names == ["All annotators", "AB", "Ben"]
    panel.person.setCurrentIndex(2)
    panel.person.activated.emit(2)
    panel.hide()
    project.annotators.append("Cy")
    panel.show()
    assert panel.person.currentText() == "Ben"
    assert project.history.requests[-1] == (None, HistoryFilter(annotator="Ben"))


def test_near_the_end_the_next_page_is_read(panel, project):
    project.history.page = 60
    give(panel, *(entry(number) for number in range(100, 40, -1)))
    assert len(project.history.requests) == 1
    panel.view.verticalScrollBar().setValue(panel.view.verticalScrollBar().maximum())
    assert project.history.requests[-1] == (41, HistoryFilter())


def test_end_goes_to_the_oldest_change_of_all(panel, project, qtbot):
    project.history.page = 60
    give(panel, *(entry(number) for number in range(300, 240, -1)))
    choose(panel, 0)
    qtbot.keyClick(panel.view, Qt.Key.Key_End)
    for newest in (240, 180):
        give(panel, *(entry(number) for number in range(newest, newest - 60, -1)))
        assert panel.view.currentIndex().row() == panel.model.rowCount() - 1
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    give(panel, *(entry(number) for number in range(120, 90, -1)))
    assert len(project.history.requests) == 4
    assert panel.model.entry(panel.view.currentIndex().row()).id == 122


def test_the_desk_says_what_was_done_and_offers_the_way_back(project, qtbot):
    messages = Messages()
    qtbot.addWidget(messages)
    shown = []
    workspace = Workspace(project.session)
    controller = HistoryController(
        project, workspace, messages, messages, lambda: shown.append(True)
    )
    controller.show_history()
    assert shown == [True]
    for n, back, text, offer in (
        (1, True, "1 change undone.", ("forward", 9)),
        (1200, True, "1,200 changes undone.", ("forward", 9)),
        (1, False, "1 change redone.", ("back", 9)),
        (3, False, "3 changes redone.", ("back", 9)),
    ):
        project.history.history_moved.emit(HistoryMove(n, back, 9))
        assert messages.text.text() == text
        messages.action.click()
        assert project.history.requests[-1] == offer
    project.history.started.emit(TaskState("going", project))


def test_who_said_what_is_asked_of_a_sentence_that_is_stayed_at(project, qtbot):
    messages = Messages()
    qtbot.addWidget(messages)
    workspace = Workspace(project.session)
    HistoryController(project, workspace, messages, messages, list)
    for sentence_index in (1, 2):
        workspace.caret.go_to(sentence_index)
    qtbot.waitUntil(lambda: bool(project.history.requests))
    assert project.history.requests == [("sayers", 2)]


def test_of_a_project_without_sentences_nobody_is_asked(qtbot):
    empty = QuietProject(project_of([]))
    messages = Messages()
    qtbot.addWidget(messages)
    HistoryController(empty, Workspace(empty.session), messages, messages, list)._request_authors()
    assert empty.history.requests == []


def test_the_panel_stays_as_wide_whatever_its_buttons_say(panel):
    give(panel, entry(3, state=StepState.UNDONE), entry(2), entry(1))
    widths = set()
    for row in range(3):
        choose(panel, row)
        widths.add((panel.here_button.text(), panel.minimumSizeHint().width()))
    assert len({text for text, _ in widths}) == 2
    assert len({width for _, width in widths}) == 1


@pytest.mark.parametrize(
    ("words", "is_above"), [("Osei", True), ("a long phrase of many words", False)]
)
def test_the_day_takes_no_room_from_who_and_where_if_there_is_room_above(
    words, is_above, panel, monkeypatch
):
    painted = {}

    def paint(painter, rect, text, *, right=False):
        painted[text] = rect.top()
        return painter.fontMetrics().horizontalAdvance(text)

    monkeypatch.setattr("app.views.panels.history.paint_elided", paint)
    give(panel, replace(entry(1), summary=f"{words} → PERSON"))
    index = panel.model.index(0, 0)
    day, time = index.data(HistoryRole.DAY), index.data(HistoryRole.TIME)
    panel.grab()
    assert (painted[day] < painted[time]) == is_above
    assert painted[index.data(HistoryRole.WHO_WHERE)] == painted[time]
