"""Commands of finding: the panel, the way from hit to hit, and what was done."""

import pytest
from PySide6.QtWidgets import QWidget

from app.domain.search import Act, BulkAction, Findings
from app.edits.bulk_actions import BulkResult
from app.edits.spans import label_span
from app.services.finder import Finder
from app.views.find_controller import FindController
from app.views.panels.find import FindPanel
from app.views.panels.messages import Messages
from app.views.workspace import Workspace
from tests.app.jobs.test_find import session_of


@pytest.fixture
def shown():
    """Note how often the panel is shown."""
    return []


@pytest.fixture
def desk(qtbot, shown):
    window = QWidget()
    qtbot.addWidget(window)
    session = session_of()
    finder = Finder(session, None, window)
    workspace = Workspace(session, window)
    panel = FindPanel(workspace, finder, (), window)
    desk = FindController(finder, workspace, panel, lambda: shown.append(1), Messages(window))
    window.show()
    yield desk
    finder.close()


def look(desk, qtbot, line):
    with qtbot.waitSignal(desk._finder.found, timeout=5000):
        desk._panel.search_for(line)


def where(desk):
    return desk._workspace.caret.sentence_index, desk._workspace.caret.first


def test_next_and_previous_go_round_the_hits(desk, qtbot):
    look(desk, qtbot, "aspirin OR mg")
    seen = []
    for step in (desk.find_next, desk.find_next, desk.find_next, desk.find_next, desk.find_next):
        step()
        seen.append(where(desk))
    assert seen == [(0, 5), (1, 2), (2, 1), (2, 4), (0, 5)]
    desk.find_previous()
    assert where(desk) == (2, 4)


def test_without_a_query_the_panel_is_shown(desk, qtbot, shown):
    desk.find_next()
    assert shown == [1]
    look(desk, qtbot, "nowhere")
    desk.find_next()
    assert "No matches" in desk._messages.text.text()


def test_what_was_done_is_told_and_can_be_undone(desk, qtbot):
    look(desk, qtbot, "aspirin")
    with qtbot.waitSignal(desk._finder.bulk_done, timeout=5000):
        desk._finder.act(BulkAction(Act.LABEL, 1), desk._panel.chosen())
    assert desk._messages.text.text() == "Done: 2 matches → DRUG."
    desk._messages.action.click()
    session = desk._workspace.session
    assert session.project.tags_of(1)[2] is None
    # What has been taken back is told no longer, and nothing else is taken back for it.
    assert desk._messages.message is None
    with qtbot.waitSignal(desk._finder.bulk_done, timeout=5000) as seen:
        desk._finder.act(BulkAction(Act.LABEL, 1), desk._panel.chosen())
    session.apply(label_span(session.project, 0, 0, 0, 1))
    desk._messages.action.click()
    assert session.history.is_in_force(seen.args[1])
    assert "Later changes" in desk._messages.text.text()


def test_what_is_left_alone_is_told(desk):
    received = desk._messages.text
    desk.report_bulk_result(BulkResult(None, 0, 1, 2), None)
    assert received.text() == (
        "Skipped 1 match that someone labelled differently. Skipped 2 matches in the test sample."
    )
    desk.report_bulk_result(BulkResult(None, 0, 3, 1), None)
    assert received.text().startswith("Skipped 3 matches that")
    desk.report_bulk_result(BulkResult(None, n_changed=2), None)
    assert received.text() == "Skipped 2 sentences that have changed since you looked."
    desk.report_bulk_result(BulkResult(None), None)
    assert "already done for all matches" in received.text()
    assert len(Findings()) == 0
