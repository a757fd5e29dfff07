"""The list of words for a gazetteer."""

from __future__ import annotations

import pytest

from app.domain.gazetteers import Gazetteer
from app.edits.gazetteers import add_gazetteer
from app.edits.spans import no_label
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from app.views.dialogs.uncertain_words import ROLE, UncertainWordsDialog
from tests.local_text import named_project
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    return Session(named_project(60))


@pytest.fixture
def search(session):
    made = UncertainWordsSearch(session)
    yield made
    made.close()


@pytest.fixture
def dialog(session, search, qtbot):
    with qtbot.waitSignal(search.found):
        made = UncertainWordsDialog(session, search)
        assert made.lead.text() == "Looking for words…"
    qtbot.addWidget(made)
    made.show()
    return made


def words(dialog):
    return [dialog.view.item(row).text().split(" · ")[0] for row in range(dialog.view.count())]


def test_a_word_is_chosen(dialog, qtbot):
    assert "Enter or a double click adds one to a gazetteer" in dialog.lead.text()
    assert dialog.view.item(0).text().endswith(" open"), "there is no model to expect errors"
    with qtbot.waitSignal(dialog.chosen) as received:
        dialog.view.itemActivated.emit(dialog.view.item(0))
    assert received.args == [words(dialog)[0], ""]


def test_a_word_with_a_suggestion_has_its_label(dialog, session, search, qtbot):
    session.proposals.models[:] = 1
    session.proposals.tags[:] = session.project.tag_ids["B-NAME"]
    with qtbot.waitSignal(search.found):
        dialog.list_words()
    assert dialog.view.item(0).text().endswith(" · mostly NAME")
    assert " open · expected errors: " in dialog.view.item(0).text()
    with qtbot.waitSignal(dialog.chosen) as received:
        dialog.view.itemActivated.emit(dialog.view.item(0))
    assert received.args[1] == "NAME"


def test_a_listed_word_leaves_at_once_and_the_row_stays(dialog, session, search, qtbot):
    before = words(dialog)
    dialog.view.setCurrentRow(1)
    with qtbot.waitSignal(search.found):
        session.apply(add_gazetteer(session.project, Gazetteer(0, "known"), {before[1]: ""}))
        assert words(dialog) == [before[0], *before[2:]]
    assert words(dialog) == [before[0], *before[2:]]
    assert dialog.view.currentRow() == 1


def test_another_order_keeps_the_current_word(dialog):
    found = [dialog.view.item(row).data(ROLE) for row in range(dialog.view.count())]
    dialog.view.setCurrentRow(1)
    dialog._show(found[::-1])
    assert dialog.view.currentItem().data(ROLE) == found[1]
    assert dialog.view.currentRow() == len(found) - 2


def test_the_words_stay_while_a_new_model_is_trained(dialog, session):
    found = [dialog.view.item(row).data(ROLE) for row in range(dialog.view.count())]
    session.proposals.models[:] = 1
    dialog._show(found)
    shown = words(dialog)
    session.proposals.models[:] = 0
    dialog._show(found[::-1])
    assert words(dialog) == shown
    session.proposals.models[:] = 2
    dialog._show(found[::-1])
    assert words(dialog) == shown[::-1]


def test_labels_change_the_list_a_little_later(dialog, session, qtbot):
    before = [dialog.view.item(row).text() for row in range(dialog.view.count())]
    session.apply(no_label(session.project, 20, 0, 3))
    qtbot.waitUntil(
        lambda: [dialog.view.item(row).text() for row in range(dialog.view.count())] != before
    )


def test_where_no_word_occurs_twice_it_says_so(qtbot):
    session = Session(project_of([]))
    search = UncertainWordsSearch(session)
    with qtbot.waitSignal(search.found):
        made = UncertainWordsDialog(session, search)
    search.close()
    qtbot.addWidget(made)
    assert made.lead.text() == "No open word occurs twice and is uncertain."


def test_a_closed_dialog_drops_its_request(session, search):
    made = UncertainWordsDialog(session, search)
    made.show()
    assert search._query.running
    made.reject()
    assert not search._query.running
