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


@pytest.mark.parametrize("points", [9, 15])
def test_it_makes_the_window_no_wider(workspace, notice, points):
    font = notice.font()
    font.setPointSize(points)
    notice.title.setFont(font)
    notice.detail.setFont(font)
    # Wider than the sentence's column of a small window, it would push the docks aside.
    assert notice.minimumSizeHint().width() < 100


def test_where_it_is_narrow_its_texts_are_below_one_another_in_one_line_each(
    workspace, notice, qtbot
):
    workspace.caret.go_to(2)
    notice.resize(1000, 60)
    qtbot.waitUntil(lambda: notice.title.y() == notice.detail.y())
    one_line = notice.detail.sizeHint().height()
    notice.resize(300, 60)
    qtbot.waitUntil(lambda: notice.detail.y() > notice.title.y())
    assert notice.detail.x() == notice.title.x()
    assert notice.sizeHint().height() < 4 * one_line
    notice.resize(150, 60)
    qtbot.waitUntil(lambda: notice.title.heightForWidth(notice.title.width()) > one_line)
    assert notice.heightForWidth(150) > notice.heightForWidth(300), "its texts are wrapped"
