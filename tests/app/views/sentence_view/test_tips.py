"""Tool tips of the sentences around the current one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QHelpEvent, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QToolTip

from app.domain.consistency import ConfirmedName
from app.domain.tokens import Role
from app.item_models.displayed_sentence import NOWHERE
from app.views.sentence_view.pane import SentencePane
from tests.app.views.sentence_view.test_pane import SENTENCES, beside
from tests.sentences_on_screen import middle_of, propose, session_of, shown
from tests.sessions import heard

INR = 2
"""A sentence below the current one."""


@pytest.fixture
def pane(qtbot):
    session = session_of(*SENTENCES)
    propose(session, INR, {0: ("B-DRUG", 0.61)})
    pane = shown(qtbot, session, sentence_index=1)
    qtbot.waitActive(pane)
    yield pane
    QToolTip.hideText()
    # The last one disappears a moment later.
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def word_at(pane: SentencePane, sentence_index: int, token: int) -> QPoint:
    one = beside(pane, sentence_index)
    middle = one.arrangement.geometry.rect(token).center()
    return (pane.page.origin() + QPointF(0, one.top) + middle).toPoint()


def rest_at(pane: SentencePane, spot: QPoint) -> str:
    """Let the pointer rest at a point, and return the tool tip."""
    event = QHelpEvent(QEvent.Type.ToolTip, spot, pane.viewport().mapToGlobal(spot))
    QApplication.sendEvent(pane.viewport(), event)
    return tip() if QToolTip.isVisible() else ""


def tip() -> str:
    """Return the words of the tool tip."""
    return QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()


@pytest.mark.parametrize("document_mode", [False, True])
def test_a_suggestion_in_another_sentence_says_what_it_is(pane, document_mode):
    pane.page.set_document_mode(document_mode)
    QApplication.processEvents()
    wanted = heard(pane.tips.names_wanted)
    told = rest_at(pane, word_at(pane, INR, 0))
    assert told == "DRUG: suggested by the model, 61% confidence"
    assert wanted == [INR]
    assert (
        rest_at(pane, word_at(pane, INR, 1)) == "No label: suggested by the model, 99% confidence"
    )
    assert wanted == [INR], "it is known which names speak about the sentence"


def test_the_names_behind_it_follow_when_they_are_found(pane):
    rest_at(pane, word_at(pane, INR, 0))
    pane.tips.show_names(0, {0: [ConfirmedName("INR", "DRUG", (3,))]})
    assert "confirmed" not in tip(), "of another sentence"
    pane.tips.show_names(INR, {0: [ConfirmedName("INR", "DRUG", (3,))]})
    assert tip() == (
        "DRUG: suggested by the model, 61% confidence\n"
        "“INR” is confirmed as DRUG elsewhere in this document: sentence 4."
    )


def test_names_that_come_too_late_are_not_shown(pane, qtbot):
    wanted = heard(pane.tips.names_wanted)
    rest_at(pane, word_at(pane, INR, 0))
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    QApplication.sendEvent(pane, QEvent(QEvent.Type.Leave))
    assert wanted == [INR, NOWHERE]
    pane.tips.show_names(INR, {0: [ConfirmedName("INR", "DRUG", (3,))]})
    assert not QToolTip.isVisible()


def test_the_current_sentence_keeps_its_own_tips(pane):
    wanted = heard(pane.tips.names_wanted)
    propose(pane.workspace.session, 1, {0: ("B-DOSE", 0.7)})
    told = rest_at(pane, middle_of(pane, 0))
    assert told == "DOSE: suggested by the model, 70% confidence"
    assert wanted == []
    rest_at(pane, word_at(pane, INR, 0))
    pane.workspace.caret.go_to(INR)
    assert wanted == [INR, NOWHERE]


def test_beside_a_test_sentence_they_give_nothing_away(pane):
    session = pane.workspace.session
    session.corpus.roles[1] = Role.CONTROL
    pane.workspace.caret.go_to(0)
    pane.workspace.caret.go_to(1)
    QApplication.processEvents()
    assert rest_at(pane, word_at(pane, INR, 0)) == "No label or suggestion yet"
    pane.tips.show_names(INR, {0: [ConfirmedName("INR", "DRUG", (3,))]})
    assert tip() == "No label or suggestion yet"


def test_of_a_part_of_a_long_sentence_the_words_are_told_apart(qtbot):
    words = [f"word{number}" for number in range(200)]
    session = session_of(" ".join(words), "He took it .")
    propose(session, 0, {199: ("B-DRUG", 0.8)})
    pane = shown(qtbot, session, sentence_index=1)
    qtbot.waitActive(pane)
    one = beside(pane, 0)
    assert one.first > 0, "only its end is shown"
    told = rest_at(pane, word_at(pane, 0, 199 - one.first))
    assert told == "DRUG: suggested by the model, 80% confidence"
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
