"""Commands of finding: the panel, the way from hit to hit, and what was done."""

import pytest
from PySide6.QtWidgets import QWidget

from app.domain.edits import Edit
from app.domain.search import Act, BulkAction, Findings
from app.domain.step_texts import step_data
from app.edits.bulk_actions import BulkResult
from app.edits.spans import label_span
from app.services.finder import Finder
from app.views.controllers.find import FindController
from app.views.panels.find import FindPanel
from app.views.panels.messages import Messages
from app.views.workspace import Workspace
from tests.app.jobs.search.test_find import session_of


@pytest.fixture
def shown():
    """Note how often the panel is shown."""
    return []


@pytest.fixture
def controller(qtbot, shown):
    window = QWidget()
    qtbot.addWidget(window)
    session = session_of()
    finder = Finder(session, None, window)
    workspace = Workspace(session, window)
    panel = FindPanel(workspace, finder, (), window)
    messages, show = Messages(window), lambda: shown.append(1)
    controller = FindController(finder, workspace, panel, show, messages)
    window.show()
    yield controller
    finder.close()


def look(controller, qtbot, line):
    with qtbot.waitSignal(controller._finder.found, timeout=5000):
        controller._panel.search_for(line)


def where(controller):
    return controller._workspace.caret.sentence_index, controller._workspace.caret.first


def test_next_and_previous_go_round_the_hits(controller, qtbot):
    look(controller, qtbot, "aspirin OR mg")
    seen = []
    for step in (
        controller.find_next,
        controller.find_next,
        controller.find_next,
        controller.find_next,
        controller.find_next,
    ):
        step()
        seen.append(where(controller))
    assert seen == [(0, 5), (1, 2), (2, 1), (2, 4), (0, 5)]
    controller.find_previous()
    assert where(controller) == (2, 4)


def test_without_a_query_the_panel_is_shown(controller, qtbot, shown):
    controller.find_next()
    assert shown == [1]
    look(controller, qtbot, "nowhere")
    controller.find_next()
    assert "No matches" in controller._messages.text.text()


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Act.SKIP, "Skipped 2 sentences."),
        (Act.LATER, "Postponed 2 sentences."),
        (Act.FLAG, "Flagged 2 sentences."),
    ],
)
def test_sentences_that_were_flagged_are_counted(controller, qtbot, act, text):
    look(controller, qtbot, "aspirin")
    with qtbot.waitSignal(controller._finder.bulk_done, timeout=5000):
        controller._finder.act(BulkAction(act), controller._panel.chosen())
    qtbot.waitUntil(lambda: controller._messages.text.text() == text)


def test_what_was_done_is_told_and_can_be_undone(controller, qtbot):
    look(controller, qtbot, "aspirin")
    with qtbot.waitSignal(controller._finder.bulk_done, timeout=5000):
        controller._finder.act(BulkAction(Act.LABEL, 1), controller._panel.chosen())
    received = controller._messages.text
    qtbot.waitUntil(lambda: received.text() == "Set “DRUG” on 2 matches.")
    controller._messages.action.click()
    session = controller._workspace.session
    assert session.project.tags_of(1)[2] is None
    # What has been taken back is told no longer, and nothing else is taken back for it.
    assert controller._messages.message is None
    with qtbot.waitSignal(controller._finder.bulk_done, timeout=5000) as seen:
        controller._finder.act(BulkAction(Act.LABEL, 1), controller._panel.chosen())
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert session.history.is_in_force(seen.args[1])
    assert controller._messages.message is None


def test_what_is_left_alone_is_told(controller):
    received = controller._messages.text
    controller.report_bulk_result(BulkResult(None, 0, 1, 2), None)
    assert received.text() == (
        "No match was changed; 1 that someone labelled differently was left out; "
        "2 in the test sample were left out."
    )
    controller.report_bulk_result(BulkResult(None, 0, 3, 1), None)
    assert "; 3 that someone labelled differently were left out; 1 in" in received.text()
    controller.report_bulk_result(BulkResult(None, n_changed=2), None)
    assert received.text() == (
        "No match was changed; 2 sentences that have changed since you looked were left out."
    )
    controller.report_bulk_result(BulkResult(None, n_changed=1), None)
    assert "; 1 sentence that has changed since you looked was left out." in received.text()
    controller.report_bulk_result(BulkResult(None), None)
    assert "already done for all matches" in received.text()
    assert len(Findings()) == 0


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [
        ("found_label", (1, "DRUG"), "Set “DRUG” on 1 match"),
        ("found_label", (26, "DRUG"), "Set “DRUG” on 26 matches"),
        ("found_no_label", (1,), "Set “no label” on 1 match"),
        ("found_no_label", (26,), "Set “no label” on 26 matches"),
        ("found_clear", (1,), "Cleared the labels of 1 match"),
        ("found_clear", (18,), "Cleared the labels of 18 matches"),
        ("found_accept", (2,), "Accepted 2 matches"),
        ("found_later", (1,), "Postponed 1 sentence"),
    ],
)
def test_what_was_done_is_told_in_a_sentence(controller, kind, values, text):
    edit = Edit(kind, step_data(*values))
    controller.report_bulk_result(BulkResult(edit, values[0], 0, 1), edit)
    assert controller._messages.text.text() == f"{text}; 1 in the test sample was left out."
