"""Above a test sentence stands what it is."""

from dataclasses import replace

import numpy as np
import pytest

from app.domain.tokens import Role
from app.edits.settings import change_settings
from app.session import Session
from app.views.panels.control_notice import ControlNotice
from app.views.workspace import Workspace
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    session = Session(project_of([["a", "b"]] * 4))
    session.corpus.roles[2] = Role.CONTROL
    return session


@pytest.fixture
def workspace(session):
    return Workspace(session)


@pytest.fixture
def notice(workspace, qtbot):
    notice = ControlNotice(workspace)
    qtbot.addWidget(notice)
    return notice


def test_it_is_there_for_control_sentences_alone(workspace, notice) -> None:
    assert notice.isHidden()
    workspace.caret.go_to(2)
    assert not notice.isHidden()
    assert "without suggestions" in notice.title.text()
    workspace.caret.go_to(1)
    assert notice.isHidden()


def test_it_follows_the_sample(session, workspace, notice) -> None:
    workspace.caret.go_to(2)
    session.project.settings = replace(session.project.settings, control_size=1)
    none = replace(session.project.settings, control_size=0)
    session.apply(change_settings(session.project, none, np.random.default_rng(0)))
    assert notice.isHidden()
    session.undo()
    assert not notice.isHidden()


def test_it_makes_the_window_no_wider(notice):
    # Wider than the sentence's column of a small window, it would push the docks aside.
    assert notice.minimumSizeHint().width() < 400
