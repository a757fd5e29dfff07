"""The way back that is offered after a journey through the history, and until when."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.gazetteers import Gazetteer
from app.edits.documents import remove_document, restore_document
from app.edits.gazetteers import add_gazetteer
from app.edits.spans import label_span
from app.services.history import HistoryMove
from app.session import Session
from app.views.controllers.history import HistoryController
from app.views.panels.messages import Messages
from app.views.workspace import Workspace
from tests.memory_projects import project_of


class QuietHistory(QObject):
    started = Signal(object)
    history_moved = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.received: list[tuple[str, int]] = []

    def request_authors(self, sentence_index: int) -> None:
        pass

    def forward_to(self, number: int) -> None:
        self.received.append(("forward", number))

    def back_to(self, number: int) -> None:
        self.received.append(("back", number))


@pytest.fixture
def controller(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    workspace = Workspace(Session(project_of()), window)
    project = SimpleNamespace(history=QuietHistory())
    yield HistoryController(project, workspace, Messages(window), window, list)
    window.close()


@pytest.mark.parametrize(
    ("history_move", "text", "wanted"),
    [
        (HistoryMove(3, back=True, newest=7), "3 changes undone.", ("forward", 7)),
        (HistoryMove(1, back=False, newest=4), "1 change redone.", ("back", 4)),
    ],
)
def test_the_way_back_is_offered(controller, history_move, text, wanted):
    controller.report_move(history_move)
    assert controller._messages.text.text() == text
    controller._messages.action.click()
    assert controller._history.received == [wanted]


def test_it_is_offered_no_longer_once_another_step_would_go_with_it(controller):
    session = controller._workspace.session
    controller.report_move(HistoryMove(3, back=False, newest=4))
    session.extend_history([])
    assert controller._messages.message is not None
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert controller._messages.message is None


def test_a_document_that_goes_with_undo_or_redo_is_reported(controller):
    """Ctrl+Z, once too often, undoes an import."""
    session, changes = controller._workspace.session, controller._workspace.undo_redo
    document = next(iter(session.project.documents.values()))
    session.apply(remove_document(session.project, document.id))
    changes.undo()
    assert controller._messages.message is None
    changes.redo()
    message = controller._messages.message
    assert message is not None
    assert message.text == f"Redone: remove {document.name}."
    controller._messages.action.click()
    assert not session.project.documents[document.id].removed
    assert controller._messages.message is None
    session.apply(remove_document(session.project, document.id))
    session.apply(restore_document(session.project, document.id))
    changes.undo()
    assert controller._messages.message is not None
    assert controller._messages.message.text == f"Undone: bring back {document.name}."


def test_a_change_of_something_else_than_the_sentence_is_reported(controller):
    """In the sentence nothing shows that a gazetteer is back as it was."""
    session, changes = controller._workspace.session, controller._workspace.undo_redo
    controller._workspace.caret.go_to(0)
    session.apply(add_gazetteer(session.project, Gazetteer(0, "drugs"), {"aspirin": ""}))
    changes.undo()
    assert controller._messages.message.text.startswith("Undone: ")
    assert controller._messages.action.text() == "Redo"
    changes.redo()
    assert controller._messages.message.text.startswith("Redone: ")
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert controller._messages.message is None
    changes.undo()
    assert controller._messages.message is None, "the sentence shows it"
