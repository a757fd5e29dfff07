"""The list of words for a gazetteer."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.gazetteers import Gazetteer
from app.edits.gazetteers import add_gazetteer
from app.edits.label_rows import add_label
from app.edits.settings import change_goal
from app.edits.spans import no_label
from app.jobs.gazetteers.uncertain_words import N_WORDS, UncertainWord
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from app.views.dialogs.uncertain_words import ROLE, UncertainWordsDialog
from tests.local_text import named_project
from tests.memory_projects import project_of
from tests.window_parts import LabelKeysOfTwo


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
        made = UncertainWordsDialog(session, search, LabelKeysOfTwo(session))
        assert made.lead.text() == "Looking for words…"
    qtbot.addWidget(made)
    made.show()
    return made


def words(dialog):
    return [dialog.view.item(row).text().split(" · ")[0] for row in range(dialog.view.count())]


def suggest_names(session, search, dialog, qtbot):
    """Let a model suggest NAME for every token."""
    session.proposals.models[:] = 1
    session.proposals.tags[:] = session.project.tag_ids["B-NAME"]
    with qtbot.waitSignal(search.found):
        dialog.list_words()


def choices(dialog):
    return [dialog.label.itemText(row) for row in range(dialog.label.count())]


def press(qtbot, dialog, key):
    dialog.view.setFocus()
    qtbot.waitUntil(dialog.view.hasFocus)
    QTest.keyClick(dialog.view, key)


def test_a_word_without_a_suggestion_needs_a_label(dialog, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(dialog.label, "showPopup", lambda: shown.append(True))
    assert "chooses the label of a word" in dialog.lead.text()
    assert dialog.lead.text().startswith("Frequent words, those with capital letters first.")
    assert dialog.view.item(0).text().endswith(" open tokens"), "there is no model to expect errors"
    assert choices(dialog) == ["NAME (1)", "No label (0)"]
    assert dialog.label.currentIndex() == -1
    chosen = []
    dialog.chosen.connect(lambda *pair: chosen.append(pair))
    dialog.view.itemActivated.emit(dialog.view.item(0))
    assert chosen == []
    assert shown, "the labels are offered"
    assert dialog.label.hasFocus()
    press(qtbot, dialog, Qt.Key.Key_1)
    assert dialog.label.currentText() == "NAME (1)"
    assert chosen == [], "a key only chooses"
    QTest.keyClick(dialog.view, Qt.Key.Key_Return)
    assert chosen == [(words(dialog)[0], "NAME")]


def test_a_word_starts_with_its_suggestion_until_another_label_is_chosen(
    dialog, session, search, qtbot
):
    suggest_names(session, search, dialog, qtbot)
    assert dialog.view.item(0).text().endswith(" · most often NAME")
    assert dialog.lead.text().startswith("Frequent words whose labels are uncertain.")
    assert re.search(r" · \d+ open tokens · [\d.]+ errors expected · ", dialog.view.item(0).text())
    assert dialog.label.currentText() == "NAME (1)"
    press(qtbot, dialog, Qt.Key.Key_0)
    assert dialog.label.currentText() == "No label (0)"
    dialog._show([dialog.view.item(row).data(ROLE) for row in range(dialog.view.count())])
    assert dialog.label.currentText() == "No label (0)", "it is the choice for this word"
    with qtbot.waitSignal(dialog.chosen) as received:
        dialog.add.click()
    assert received.args == [words(dialog)[0], ""]
    dialog.view.setCurrentRow(1)
    assert dialog.label.currentText() == "NAME (1)", "the next word has its own"


def test_a_word_that_has_mostly_no_label_says_so(dialog, session, search, qtbot):
    session.proposals.models[:] = 1
    session.proposals.tags[:] = session.project.tag_ids["O"]
    with qtbot.waitSignal(search.found):
        dialog.list_words()
    assert dialog.view.item(0).text().endswith(" · most often no label")


def test_where_no_word_is_uncertain_it_says_so(dialog, session, search, qtbot):
    session.proposals.probabilities[:] = 0.9999
    suggest_names(session, search, dialog, qtbot)
    assert words(dialog) == []
    assert dialog.lead.text() == "No word is uncertain enough to be worth adding. Go on labelling."


def test_the_list_of_labels_is_used_from_the_keyboard(dialog, qtbot):
    dialog.label.setFocus()
    qtbot.waitUntil(dialog.label.hasFocus)
    QTest.keyClick(dialog.label, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.chosen) as received:
        QTest.keyClick(dialog.label, Qt.Key.Key_Return)
    assert received.args == [words(dialog)[0], "NAME"]
    assert dialog.label.toolTip()
    assert dialog.view.nextInFocusChain() is not None
    order = [dialog.view, dialog.label, dialog.add]
    for one, other in pairwise(order):
        one.setFocus()
        QTest.keyClick(one, Qt.Key.Key_Tab)
        assert other.hasFocus()


def test_changed_labels_and_keys_are_listed(dialog, session):
    session.apply(add_label(session.project, "PLACE"))
    assert choices(dialog)[:2] == ["NAME (1)", "PLACE (2)"]
    dialog._keys.keys.own = {1: ("F7",)}
    dialog._keys.keys.keys_changed.emit()
    assert choices(dialog)[:2] == ["NAME (F7)", "PLACE"]
    dialog.view.setCurrentRow(0)
    dialog.label.setCurrentIndex(0)
    dialog.label.activated.emit(0)
    assert dialog._picked == (words(dialog)[0], "NAME")


def list_five(dialog):
    dialog._show(
        [UncertainWord(word, 3, 1.0, "") for word in ("Abc", "Novak", "Nun", "queen", "x")]
    )
    dialog.view.setFocus()
    dialog.view.setCurrentRow(0)


def test_letters_go_to_a_word_also_where_they_are_keys_of_labels(dialog, session, qtbot):
    session.apply(add_label(session.project, "PLACE"))
    dialog._keys.keys.own = {1: ("1", "q"), 2: ("Shift+Q", "u")}
    dialog._keys.keys.keys_changed.emit()
    assert choices(dialog)[:2] == ["NAME (1)", "PLACE"], "keys that do not act are not shown"
    list_five(dialog)
    qtbot.waitUntil(dialog.view.hasFocus)
    QTest.keyClicks(dialog.view, "Qu")
    assert dialog._current().word == "queen"
    assert dialog.label.currentIndex() == -1


def test_letters_that_begin_no_word_leave_the_row_and_are_shown(dialog):
    list_five(dialog)
    dialog.view.keyboardSearch("n")
    assert (dialog._current().word, dialog.report.text()) == ("Novak", "")
    dialog.view.keyboardSearch("u")
    assert (dialog._current().word, dialog.report.text()) == ("Nun", "")
    dialog.view.keyboardSearch("t")
    assert dialog._current().word == "Abc"
    assert dialog.report.text() == "No listed word begins with “nut”."
    dialog.view._pause.stop()
    dialog.view.keyboardSearch("x")
    assert (dialog._current().word, dialog.report.text()) == ("x", "")


def test_a_letter_typed_again_goes_to_the_next_word_that_begins_with_it(dialog):
    list_five(dialog)
    dialog.view.keyboardSearch("n")
    dialog.view.keyboardSearch("n")
    assert (dialog._current().word, dialog.report.text()) == ("Nun", "")


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


def test_after_a_word_was_added_the_row_stays_until_a_person_moves(dialog):
    found = [dialog.view.item(row).data(ROLE) for row in range(dialog.view.count())]
    dialog.view.setCurrentRow(0)
    dialog.label.setCurrentIndex(0)
    dialog._add()
    dialog._show(found[::-1])
    assert dialog.view.currentRow() == 0
    dialog.view.setCurrentRow(1)
    dialog._show(found)
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


def test_the_words_stay_while_suggestions_are_being_renewed(dialog, session, search, qtbot):
    session.proposals.probabilities[:] = 0.5
    suggest_names(session, search, dialog, qtbot)
    dialog.view.setCurrentRow(2)
    shown, current = words(dialog), dialog.view.currentItem().text()
    session.apply(add_gazetteer(session.project, Gazetteer(0, "names"), {"Nobody": "NAME"}))
    with qtbot.waitSignal(search.found):
        dialog.list_words()
    session.proposals.models[5:] = 0  # as after a change of gazetteers that suggest
    session.undo()
    assert not search._query.running
    assert words(dialog) == shown
    assert dialog.view.currentItem().text() == current
    session.proposals.models[:] = 1
    with qtbot.waitSignal(search.found):
        dialog.list_words()
    assert words(dialog) == shown
    assert dialog.view.currentItem().text() == current


def test_labels_change_the_list_a_little_later(dialog, session, qtbot):
    before = [dialog.view.item(row).text() for row in range(dialog.view.count())]
    session.apply(no_label(session.project, 20, 0, 3))
    qtbot.waitUntil(
        lambda: [dialog.view.item(row).text() for row in range(dialog.view.count())] != before
    )


def listed(qtbot, session):
    """Return the dialog of a session when its words were looked for."""
    search = UncertainWordsSearch(session)
    with qtbot.waitSignal(search.found):
        made = UncertainWordsDialog(session, search, LabelKeysOfTwo(session))
    search.close()
    qtbot.addWidget(made)
    return made


def test_where_every_token_is_confirmed_it_says_so(qtbot):
    session = Session(project_of([["Ida", "Ida"]]))
    session.apply(no_label(session.project, 0, 0, 1))
    made = listed(qtbot, session)
    assert made.lead.text() == "Every token is confirmed: there is nothing to add."


def test_where_no_word_occurs_twice_it_says_so(qtbot):
    session = Session(project_of([]))
    made = listed(qtbot, session)
    assert made.lead.text() == "No open word occurs twice."
    assert not made.label.isEnabled()
    assert not made.add.isEnabled()
    made._add()
    made._pick("")


def test_a_closed_dialog_drops_its_request(session, search):
    made = UncertainWordsDialog(session, search, LabelKeysOfTwo(session))
    made.show()
    assert search._query.running
    made.reject()
    assert not search._query.running


def test_control_z_takes_the_last_word_back(dialog, session, qtbot):
    word = words(dialog)[0]
    session.apply(add_gazetteer(session.project, Gazetteer(0, "names"), {word: "NAME"}))
    assert word not in words(dialog)
    dialog.activateWindow()
    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not session.project.gazetteers
    assert dialog.report.text().startswith("Undone: ")
    session.apply(change_goal(session.project, 0.5))
    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "not about gazetteers" in dialog.report.text()
    assert session.project.settings.goal == 0.5


def test_what_was_undone_can_be_redone(dialog, session):
    word = words(dialog)[0]
    session.apply(add_gazetteer(session.project, Gazetteer(0, "names"), {word: "NAME"}))
    dialog.activateWindow()
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(dialog, Qt.Key.Key_Z, redo)
    assert dialog.report.text() == "There is no change of gazetteers to redo."
    session.undo()
    QTest.keyClick(dialog, Qt.Key.Key_Z, redo)
    assert session.project.gazetteers
    assert dialog.report.text().startswith("Redone: ")


def test_a_list_that_ends_at_its_limit_says_so(dialog):
    assert "are listed" not in dialog.lead.text()
    found = [UncertainWord(f"w{n}", 3, 1.0, "") for n in range(N_WORDS)]
    dialog._show(found)
    assert "The first 100 are listed." in dialog.lead.text()
    dialog._show(found[1:])
    assert "are listed" not in dialog.lead.text()
