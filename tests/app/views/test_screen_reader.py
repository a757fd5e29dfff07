"""What a screen reader is told beside the names of things."""

import pytest
from PySide6.QtGui import QAccessible, QStandardItem, QStandardItemModel

from app.views.announcer import Announcer
from app.views.panels.messages import Messages
from app.views.screen_reader import announce
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject, propose

Event = QAccessible.Event
TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]


@pytest.fixture
def announced(monkeypatch):
    """Give what a reader is told: kind and row, or the words with their urgency."""
    heard = []

    def hear(event):
        if event.type() is Event.Announcement:
            urgent = event.politeness() is QAccessible.AnnouncementPoliteness.Assertive
            heard.append((event.message(), urgent))
        else:
            heard.append((event.type(), event.child()))

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return heard


@pytest.fixture
def picker(qtbot, monkeypatch):
    picker = Picker()
    model = QStandardItemModel(picker)
    for name in "abc":
        model.appendRow(QStandardItem(name))
    picker.setModel(model)
    qtbot.addWidget(picker)
    picker.show()
    qtbot.waitExposed(picker)
    monkeypatch.setattr(picker, "hasFocus", lambda: True)
    return picker


def test_a_list_says_which_row_has_the_focus_and_is_selected(picker, announced):
    announced.clear()
    picker.setCurrentIndex(picker.model().index(1, 0))
    assert announced == [(Event.SelectionAdd, 1), (Event.Focus, 1)]
    announced.clear()
    picker.setCurrentIndex(picker.model().index(2, 0))
    assert set(announced) == {(Event.SelectionAdd, 2), (Event.SelectionRemove, 1), (Event.Focus, 2)}


def test_nobody_is_told_while_nobody_listens(picker, announced, monkeypatch):
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    announced.clear()
    picker.setCurrentIndex(picker.model().index(1, 0))
    announce(picker, "Something.")
    assert announced == []


@pytest.fixture
def workspace(qtbot, announced):
    project = QuietProject(project_of([WORDS] * 3))
    for sentence_index in range(3):
        propose(project.session, sentence_index, TAGS, [0.99] * 5 + [0.4] + [0.9] * 3)
    yield Workspace(project.session, project)
    project.deleteLater()


@pytest.fixture
def messages(workspace, qtbot):
    messages = Messages()
    qtbot.addWidget(messages)
    messages.announcer = Announcer(workspace, messages, messages)
    return messages


def words(announced):
    return [one for one in announced if isinstance(one[0], str)]


def test_messages_are_read_and_errors_at_once(messages, announced):
    messages.show_message("Written.", "done")
    messages.show_message("The disk is full.", "error")
    assert words(announced) == [("Written.", False), ("The disk is full.", True)]


def test_a_new_sentence_is_read_and_an_accepted_one_is_named(workspace, messages, announced):
    text = " ".join(WORDS)
    workspace.caret.next_sentence()
    assert words(announced) == [(f"Sentence 2 of 3: {text}", False)]
    announced.clear()
    workspace.acceptance.accept()
    assert words(announced)[0][0].startswith("Accepted. Sentence")
    announced.clear()
    workspace.caret.go_to(0 if workspace.caret.sentence_index else 1)
    assert not words(announced)[0][0].startswith("Accepted")


@pytest.mark.parametrize(
    ("tokens", "shown_text"),
    [
        ([4], [("1 token was updated automatically.", False)]),
        ([4, 5], [("2 tokens were updated automatically.", False)]),
        ([], []),
    ],
)
def test_what_changed_by_itself_is_said(workspace, messages, announced, tokens, shown_text):
    workspace.propagated.emit(workspace.caret.sentence_index, tokens)
    workspace.propagated.emit(workspace.caret.sentence_index + 1, [1])
    assert words(announced) == shown_text
