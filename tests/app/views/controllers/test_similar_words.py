"""The command for words like the current one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from app.services.similar_words import SimilarWordsSearch
from app.session import Session
from app.views.controllers.similar_words import SimilarWordsController
from app.views.dialogs.similar_words import SimilarWordsDialog
from app.views.panels.messages import Messages
from app.views.widgets.base_dialog import keep_off
from app.views.workspace import Workspace
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


@pytest.fixture
def made(qtbot):
    def make(project=None):
        window = QWidget()
        qtbot.addWidget(window)
        session = Session(project or project_of())
        learning = FakeLearning()
        search = SimilarWordsSearch(session, learning, window)
        searches.append(search)
        workspace = Workspace(session, window)
        messages = Messages(window)
        queries = []
        window.resize(600, 400)
        results = QWidget(window)
        results.setGeometry(400, 0, 200, 400)
        controller = SimilarWordsController(
            search, workspace, messages, window, queries.append, results
        )
        window.show()
        search.start()
        return controller, queries

    searches: list[SimilarWordsSearch] = []
    yield make
    for search in searches:
        search.close()
        search.wait()


def dialogs(controller):
    return controller._window.findChildren(SimilarWordsDialog)


def test_it_lists_words_like_the_first_selected_one_and_finds_them(made, qtbot):
    controller, queries = made()
    caret = controller._workspace.caret
    caret.go_to(0)
    caret.select(5, 7)
    controller.show_similar_words()
    [dialog] = dialogs(controller)
    qtbot.waitUntil(lambda: dialog.view.count() == 2)
    assert controller._search._word == "mg"
    dialog.view.itemActivated.emit(dialog.view.item(1))
    assert queries == ['case:"this"']
    caret.select(7, 7)
    controller.show_similar_words()
    assert dialogs(controller) == [dialog]
    qtbot.waitUntil(lambda: "warfarin" in dialog.lead.text())


def test_the_list_does_not_cover_what_is_found(made, qtbot):
    controller, queries = made()
    controller._workspace.caret.go_to(0)
    controller.show_similar_words()
    [dialog] = dialogs(controller)
    qtbot.waitUntil(lambda: dialog.view.count() == 2)
    results = controller._results
    dialog.move(results.mapToGlobal(QPoint(10, 10)))
    covered = QRect(results.mapToGlobal(QPoint()), results.size())
    assert dialog.frameGeometry().intersects(covered)
    dialog.view.itemActivated.emit(dialog.view.item(1))
    assert queries == ['case:"this"']
    qtbot.waitUntil(lambda: not dialog.frameGeometry().intersects(covered))
    place = dialog.pos()
    keep_off(dialog, results)
    assert dialog.pos() == place, "it is beside it already"


def test_without_a_text_it_says_so(made):
    controller, _ = made(project_of([]))
    received = []
    controller._messages.show_message = lambda text, _kind: received.append(text)
    controller.show_similar_words()
    assert not dialogs(controller)
    assert received == ["There is no word: import a text first."]
