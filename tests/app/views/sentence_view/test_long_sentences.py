"""Of a sentence that is longer than the view no key confirms what was never in view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.session import Session
from app.views.sentence_view.pane import SentencePane
from app.views.workspace.seen_labels import SeenLabels
from tests.sentences_on_screen import CLINICAL, propose, session_of, shown

SMALL = (420, 260)
LONG = " ".join(f"{number} {CLINICAL[:-2]} and" for number in range(12)) + " no more ."
BELOW = "There is more text below: read it, then press the key again."
ABOVE = "There is more text above: read it, then press the key again."


@pytest.fixture
def session(qapp) -> Session:
    return session_of(LONG, CLINICAL, LONG, CLINICAL)


def messages_of(pane: SentencePane) -> list[str]:
    received: list[str] = []
    pane.workspace.message.connect(lambda text, _: received.append(text))
    return received


def pages(pane: SentencePane, most: int = 40) -> list[set[int]]:
    """Accept as often as it takes; return which tokens were in view before each press."""
    sentence_index, session = pane.workspace.caret.sentence_index, pane.workspace.session
    seen = []
    for _ in range(most):
        pane.viewport().repaint()
        seen.append({*pane.page.tokens_in_view()})
        pane.workspace.acceptance.accept()
        if session.is_done(sentence_index):
            return seen
    raise AssertionError("Enter never accepts the sentence")


@pytest.mark.parametrize("document", [False, True])
@pytest.mark.parametrize("sentence_index", [0, 2])
def test_enter_pages_through_a_long_sentence_and_then_accepts(
    qtbot, session: Session, sentence_index: int, document: bool
) -> None:
    pane = shown(qtbot, session, sentence_index, SMALL)
    pane.page.set_document_mode(document)
    pane.viewport().repaint()
    received = messages_of(pane)
    n_tokens = pane.workspace.caret.n_tokens
    seen = pages(pane)
    assert {token for some in seen for token in some} == set(range(n_tokens))
    assert received == [BELOW] * (len(seen) - 1)
    assert 1 < len(seen) < n_tokens / 4, "a page at a time"


def test_what_has_been_in_view_needs_no_second_press(qtbot, session: Session) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    received = messages_of(pane)
    for token in range(pane.workspace.caret.n_tokens):
        pane.workspace.caret.select(token, token)
        pane.viewport().repaint()
    pane.workspace.acceptance.accept()
    assert session.is_done(0)
    assert received == []


def test_a_sentence_that_is_all_in_view_needs_one_press(qtbot, session: Session) -> None:
    pane = shown(qtbot, session, 1)
    pane.viewport().repaint()
    received = messages_of(pane)
    QTest.keyClick(pane, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    pane.workspace.acceptance.accept()
    assert session.is_done(1)
    assert received == []


def test_what_lies_above_is_told_to_be_above(qtbot, session: Session) -> None:
    pane = shown(qtbot, session, 1, SMALL)
    caret = pane.workspace.caret
    last = session.corpus.offsets[3] - session.corpus.offsets[2] - 1
    caret.go_to(2, int(last))
    pane.viewport().repaint()
    received = messages_of(pane)
    pane.workspace.acceptance.accept()
    assert received == [ABOVE]
    assert caret.first == 0
    pane.viewport().repaint()
    assert 0 in pane.page.tokens_in_view()


def test_accepting_up_to_here_asks_for_no_more_than_that(qtbot, session: Session) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    pane.viewport().repaint()
    received = messages_of(pane)
    pane.workspace.caret.select(2, 2)
    pane.viewport().repaint()
    pane.workspace.acceptance.accept_up_to_here()
    assert received == []
    assert session.open_tokens[0] == pane.workspace.caret.n_tokens - 3


def test_what_a_model_changed_out_of_view_is_new_when_it_comes_into_view(
    qtbot, session: Session
) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    pane.viewport().repaint()
    received = messages_of(pane)
    n_tokens = pane.workspace.caret.n_tokens
    propose(session, 0, {n_tokens - 2: ("B-DRUG", 0.9)})
    pages(pane)
    assert set(received) == {BELOW}, "nobody had looked at it before"


def read_all(pane: SentencePane) -> None:
    """Scroll through the sentence, and back to its beginning."""
    for token in [*range(pane.workspace.caret.n_tokens), 0]:
        pane.workspace.caret.select(token, token)
        pane.viewport().repaint()


@pytest.mark.parametrize("document", [False, True])
def test_changes_out_of_view_are_not_confirmed_before_they_are_in_view(
    qtbot, session: Session, document: bool
) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    pane.page.set_document_mode(document)
    n_tokens = pane.workspace.caret.n_tokens
    read_all(pane)
    received = messages_of(pane)
    changed = {1, n_tokens // 2, n_tokens - 3}
    propose(session, 0, dict.fromkeys(changed, ("B-DRUG", 0.9)))
    pane.viewport().repaint()
    in_view = pages(pane)
    assert changed <= {token for some in in_view[1:] for token in some}
    assert received[0].startswith("Changed since you looked: ")
    assert set(received[1:]) == {BELOW}


def test_what_an_own_step_changes_out_of_view_is_not_confirmed_before_it_is_in_view(
    qtbot, session: Session
) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    last = pane.workspace.caret.n_tokens - 3
    read_all(pane)
    received = messages_of(pane)
    with pane.workspace.seen_labels.own_step():
        propose(session, 0, {last: ("B-DRUG", 0.9)})
    pane.viewport().repaint()
    in_view = pages(pane)
    assert last in in_view[-1]
    assert received == [BELOW]


def test_what_a_model_changes_before_the_paint_of_an_own_step_is_told(
    qtbot, session: Session
) -> None:
    pane = shown(qtbot, session, 0, SMALL)
    read_all(pane)
    received = messages_of(pane)
    with pane.workspace.seen_labels.own_step():
        propose(session, 0, {1: ("B-DRUG", 0.9)})
    propose(session, 0, {1: ("B-DOSE", 0.9)})
    pages(pane)
    assert received[0].startswith("Changed since you looked: ")


def test_a_view_that_cannot_show_a_token_holds_nothing_up_for_ever(qtbot, session: Session) -> None:
    pane = shown(qtbot, session, 3)
    seen_labels: SeenLabels = pane.workspace.seen_labels
    seen_labels.set_view(lambda: True, tokens_in_view=lambda: ())
    for _ in range(2 * pane.workspace.caret.n_tokens + 2):
        seen_labels.look()
        pane.workspace.acceptance.accept()
    assert session.is_done(3)
