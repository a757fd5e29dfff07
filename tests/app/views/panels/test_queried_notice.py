"""The line above a sentence of which doubtful tokens are asked for, and the box that asks so."""

from dataclasses import replace

import numpy as np
import pytest

from app.domain.query_choices import TOKENS_ALONE, WHOLE, QueryChoice
from app.domain.tokens import Role
from app.edits.settings import change_order, change_settings
from app.session import Session
from app.views.panels.queried_notice import QueriedNotice
from app.views.panels.queue import QueuePanel
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.step_names import undo_text
from tests.window_parts import propose


@pytest.fixture
def session(qapp):
    session = Session(project_of([WORDS] * 3))
    propose(session, 0, ["O"] * len(WORDS), [0.9] * 6 + [0.4, 0.95, 0.4])
    session.set_queue(np.arange(3))
    return session


@pytest.fixture
def workspace(session):
    return Workspace(session)


@pytest.fixture
def notice(workspace, qtbot):
    notice = QueriedNotice(workspace)
    qtbot.addWidget(notice)
    return notice


def ask(session, accept_from=0.0):
    query_choice = QueryChoice(unit=TOKENS_ALONE, accept_from=accept_from)
    session.apply(change_order(session.project, query_choice))


def texts(notice):
    return f"{notice.title.text()}. {notice.detail.text()}"


def test_it_says_what_enter_will_do(session, workspace, notice):
    assert not notice.isVisibleTo(None)
    ask(session)
    assert notice.isVisibleTo(None)
    assert texts(notice) == ("2 tokens to check. Enter confirms them as shown; 7 tokens stay open.")
    workspace.labeller.no_label()
    assert texts(notice).startswith("1 token to check. Enter confirms it as shown; 7")
    workspace.labeller.no_label()
    assert texts(notice) == "Nothing to check here. Enter goes on; 7 tokens stay open."


def test_it_says_what_is_accepted(session, notice):
    ask(session, 0.95)
    assert undo_text(session) == "check uncertain tokens only"
    assert "as shown, accepts 1 from 95%; 6 tokens stay open." in texts(notice)
    ask(session, 0.5)
    assert undo_text(session) == "accept remaining tokens from 50%"
    assert texts(notice).endswith("accepts 7 from 50%.")
    ask(session)
    assert undo_text(session) == "leave remaining tokens open"
    propose(session, 0, ["O"] * len(WORDS), [0.4] * 8 + [0.9])
    assert texts(notice).endswith("; 1 token stays open.")


def test_it_is_there_only_where_tokens_are_asked_for(session, workspace, notice):
    ask(session)
    workspace.caret.next_sentence()
    assert not notice.isVisibleTo(None), "nothing is proposed there"
    workspace.caret.previous_sentence()
    assert notice.isVisibleTo(None)
    session.corpus.roles[0] = Role.CONTROL
    workspace.caret.next_sentence()
    workspace.caret.previous_sentence()
    assert not notice.isVisibleTo(None), "test sentences are labelled whole"


def test_another_threshold_asks_for_other_tokens(session, notice):
    ask(session)
    settings = replace(session.project.settings, uncertain_below=0.99)
    session.apply(change_settings(session.project, settings))
    assert texts(notice) == "9 tokens to check. Enter confirms them as shown."


def test_the_box_in_the_queue_chooses(session, workspace, qtbot):
    panel = QueuePanel(workspace)
    qtbot.addWidget(panel)
    received = []
    session.changed.connect(received.append)
    row = panel.unit.choices.row_of(TOKENS_ALONE)
    panel.unit.activated.emit(row)
    assert session.project.settings.query_choice.tokens_alone
    assert (received[-1].order, received[-1].settings) == (True, False), (
        "no model is trained for that"
    )
    assert (workspace.caret.first, workspace.caret.last) == (6, 6)
    panel.view.picked.emit(panel.model.index(0))
    assert (workspace.caret.first, workspace.caret.last) == (6, 6)
    session.undo()
    assert panel.unit.currentText() == "Check whole sentences"
    assert session.project.settings.query_choice.unit == WHOLE


def test_an_empty_queue_says_why(session, workspace, qtbot):
    panel = QueuePanel(workspace)
    qtbot.addWidget(panel)
    ask(session)
    workspace.acceptance.accept()
    for sentence_index in (1, 2):
        propose(session, sentence_index, ["O"] * len(WORDS), [0.9] * len(WORDS))
        workspace.caret.go_to(sentence_index)
        workspace.acceptance.accept()
    assert not len(session.queue.sentence_indices)
    assert "skipped or partly answered" in panel.listing.hint
