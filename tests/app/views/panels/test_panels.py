"""Panels without a project, with thousands of sentences, and what their menus offer."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from app.domain.project import Project
from app.edits.documents import remove_document
from app.session import Session
from app.views.panels.documents import DocumentsPanel
from app.views.panels.labels import LabelsPanel
from app.views.panels.queue import QueuePanel
from app.views.panels.sentences import SentencesPanel
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of, set_tags
from tests.window_parts import QuietTexts, letters_are_unique


@pytest.fixture
def empty(qapp):
    return Workspace(Session(Project()))


@pytest.fixture
def workspace(qapp):
    return Workspace(Session(project_of([WORDS] * 3)))


def test_each_empty_panel_says_what_will_be_there_and_what_to_do(empty, qtbot):
    panels = [
        (DocumentsPanel(empty.session, QAction()), "No documents yet.", "Import a text to begin"),
        (SentencesPanel(empty, QuietTexts(empty.session)), "will be listed here", "first"),
        (LabelsPanel(empty, QAction()), "will be listed here", "first"),
        (QueuePanel(empty), "will appear here", "Import a text first"),
    ]
    for panel, what, edit_action in panels:
        qtbot.addWidget(panel)
        assert panel.listing.currentWidget() is not panel.view
        assert what in panel.listing.hint
        assert edit_action in panel.listing.hint


def test_a_filter_that_finds_nothing_says_so(workspace, qtbot):
    panel = SentencesPanel(workspace, QuietTexts(workspace.session))
    qtbot.addWidget(panel)
    panel.text.setText("zebra")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 0)
    assert panel.listing.hint == "No matching sentences."


def test_with_other_sentences_the_text_is_looked_for_again(workspace, qtbot):
    session = workspace.session
    panel = SentencesPanel(workspace, QuietTexts(session))
    qtbot.addWidget(panel)
    panel.text.setText("warfarin")
    qtbot.waitUntil(lambda: panel.model.filter.text == "warfarin")
    assert panel.model.rowCount() == 3
    with qtbot.waitSignal(panel._texts.found):
        session.apply(remove_document(session.project, 1))
    assert panel.model.rowCount() == 0
    session.undo()
    panel.text.clear()
    qtbot.waitUntil(lambda: not panel.model.filter.text)
    assert panel.model.rowCount() == 3


class LateTexts(QuietTexts):
    """Finds what was looked for last when it is told to."""

    def look(self, text):
        self.wanted = text

    def answer(self):
        super().look(self.wanted)


def searching(workspace, qtbot):
    """Return a panel of which the search field has the focus."""
    panel = SentencesPanel(workspace, LateTexts(workspace.session))
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.text.setFocus()
    return panel


def test_enter_goes_to_what_is_found_for_the_typed_text(workspace, qtbot):
    panel = searching(workspace, qtbot)
    panel.text.setText("warfarin")
    QTest.keyClick(panel.text, Qt.Key.Key_Return)
    assert panel.text.hasFocus(), "the list is that of no text"
    panel._texts.answer()
    assert panel.view.hasFocus()
    with qtbot.waitSignal(panel.left):
        QTest.keyClick(panel.view, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["warfari", "zebra", "warfarin"])
def test_enter_stays_where_nothing_is_found_or_more_is_typed(workspace, qtbot, text):
    panel = searching(workspace, qtbot)
    panel.text.setText("zebra" if text == "zebra" else "warf")
    QTest.keyClick(panel.text, Qt.Key.Key_Return)
    panel.text.setText(text)
    panel._texts.answer()
    assert panel.text.hasFocus()


def test_the_state_filter_and_the_text_filter_work_together(workspace, qtbot):
    set_tags(workspace.session.project, 1, ["O"] * len(WORDS))
    workspace.session.state.count_corpus()
    panel = SentencesPanel(workspace, QuietTexts(workspace.session))
    qtbot.addWidget(panel)
    panel.state.setCurrentIndex(3)
    assert [panel.model.sentence_index(row) for row in range(panel.model.rowCount())] == [1]
    panel.show_document(1)
    assert panel.model.rowCount() == 1


def test_a_finished_queue_says_so(qapp, qtbot):
    project = project_of([["a"]])
    set_tags(project, 0, ["O"])
    panel = QueuePanel(Workspace(Session(project)))
    qtbot.addWidget(panel)
    assert panel.listing.hint == "All done: every sentence is confirmed."


def test_the_menu_of_a_label(workspace, qtbot):
    panel = LabelsPanel(workspace, QAction())
    qtbot.addWidget(panel)
    menu = panel.menu(1)
    assert letters_are_unique(menu)
    actions = [action for action in menu.actions() if not action.isSeparator()]
    workspace.caret.select(7, 7)
    actions[0].trigger()
    assert workspace.caret.tokens()[7].tag == "B-DRUG"
    with qtbot.waitSignal(panel.label_edit_requested) as seen:
        actions[2].trigger()
    assert seen.args == [1]
    assert len(panel.menu(None).actions()) == 1


def test_the_menu_of_a_document_imports_more(workspace, qtbot):
    more = QAction("Import texts…")
    panel = DocumentsPanel(workspace.session, more)
    qtbot.addWidget(panel)
    assert more in panel.menu().actions()
    assert not panel.rename.isEnabled()
