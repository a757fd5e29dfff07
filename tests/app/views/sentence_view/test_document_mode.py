import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QRegion, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.documents import Document
from app.domain.tokens import Role, TokenState
from app.session import Session
from app.views.sentence_view.edges import edges_of
from app.views.sentence_view.page import MARGIN
from app.views.sentence_view.pane import SentencePane
from app.views.sentence_view.surroundings import Placed
from tests.sentences_on_screen import (
    ARABIC,
    CLINICAL,
    ENGLISH,
    MIXED,
    confirm,
    middle_of,
    propose,
    session_of,
    shown,
)

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
key = Qt.Key


def in_document(qtbot, session: Session, sentence_index: int = 0) -> SentencePane:
    pane = shown(qtbot, session, sentence_index)
    pane.page.set_document_mode(True)
    pane.grab()
    return pane


@pytest.fixture
def session(qapp) -> Session:
    return session_of(*[CLINICAL, "She lives alone .", ENGLISH] * 20)


@pytest.fixture
def pane(qtbot, session: Session) -> SentencePane:
    return in_document(qtbot, session, 31)


def beside(pane: SentencePane, sentence_index: int) -> Placed:
    everything = QRectF(pane.viewport().rect())
    return next(one for one in pane.page.placed(everything) if one.sentence_index == sentence_index)


def word_of(pane: SentencePane, sentence_index: int, token: int) -> QPoint:
    """Return the middle of a word of another sentence in the viewport."""
    one = beside(pane, sentence_index)
    word = one.arrangement.geometry.rect(token).center()
    return (pane.page.origin() + word + QPointF(0, one.top)).toPoint()


def turn_wheel(pane: SentencePane, notches: int) -> None:
    at = QPointF(pane.viewport().rect().center())
    event = QWheelEvent(
        at,
        QPointF(pane.viewport().mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, -120 * notches),
        Qt.MouseButton.NoButton,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane.viewport(), event)


class PaintedRegion(QObject):
    """Collects what of the viewport is painted."""

    def __init__(self, pane: SentencePane) -> None:
        super().__init__()
        self.region = QRegion()
        self.times = 0
        pane.viewport().installEventFilter(self)

    def eventFilter(self, _watched, event) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.region += event.region()
            self.times += 1
        return False


def test_all_sentences_have_the_size_of_the_current_one(pane: SentencePane):
    metrics = pane.page.geometry.metrics
    assert len(pane.page.sentences_in_sight()) > 4
    for sentence_index in pane.page.sentences_in_sight()[1:]:
        one = beside(pane, sentence_index)
        assert one.arrangement.geometry.metrics is metrics
        assert not one.quiet


def test_the_current_sentence_keeps_its_place_when_the_document_comes_and_goes(qtbot, session):
    pane = shown(qtbot, session, 31)
    before = pane.visualRect(pane.currentIndex())
    pane.page.set_document_mode(True)
    assert pane.visualRect(pane.currentIndex()) == before
    pane.page.set_document_mode(False)
    assert pane.visualRect(pane.currentIndex()) == before


@pytest.mark.parametrize("text", [ENGLISH, ARABIC, MIXED])
def test_a_bar_in_the_margin_marks_the_current_sentence(qtbot, text: str):
    pane = in_document(qtbot, session_of(ENGLISH, text, ENGLISH), 1)
    image = pane.grab().toImage()
    geometry = pane.page.geometry
    side = -MARGIN / 2 if geometry.rightwards else geometry.width + MARGIN / 2
    x = round(pane.page.origin().x() + side)
    y = pane.visualRect(pane.currentIndex()).center().y()
    accent = pane.painter._theme.accent.name()
    assert accent in [image.pixelColor(x + off, y).name() for off in (-1, 0, 1)]
    above = round(pane.page.origin().y()) - 12
    assert accent not in [image.pixelColor(x + off, above).name() for off in (-1, 0, 1)]


def test_arrows_go_from_sentence_to_sentence_and_the_text_stays(qtbot, pane: SentencePane):
    workspace, value = pane.workspace, pane.verticalScrollBar().value()
    workspace.caret.go_to(31, 3)
    qtbot.keyClick(pane, key.Key_Right)
    assert (workspace.caret.sentence_index, workspace.caret.token, pane.selection.token) == (
        32,
        0,
        0,
    )
    qtbot.keyClick(pane, key.Key_Left)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (31, 3)
    assert pane.verticalScrollBar().value() == value


def test_up_and_down_keep_to_the_column_from_sentence_to_sentence(qtbot, pane: SentencePane):
    workspace = pane.workspace
    workspace.caret.go_to(31, 2)
    x = pane.visualRect(pane.currentIndex()).center().x()
    qtbot.keyClick(pane, key.Key_Down)
    assert workspace.caret.sentence_index == 32
    nearest = [abs(middle_of(pane, token).x() - x) for token in range(9)]
    assert workspace.caret.token == int(np.argmin(nearest))
    qtbot.keyClick(pane, key.Key_Up)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (31, 2)
    qtbot.keyClick(pane, key.Key_Up)
    line = pane.page.geometry.line_of(pane.selection.token)
    assert (workspace.caret.sentence_index, line) == (30, len(pane.page.geometry.lines) - 1)
    workspace.caret.go_to(0)
    qtbot.keyClick(pane, key.Key_Up)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (0, 0)


def test_a_click_selects_a_word_anywhere_and_a_drag_goes_on_from_there(qtbot, pane: SentencePane):
    workspace, value = pane.workspace, pane.verticalScrollBar().value()
    start, end = word_of(pane, 32, 2), word_of(pane, 32, 5)
    qtbot.mousePress(pane.viewport(), LEFT, pos=start)
    assert (workspace.caret.sentence_index, workspace.caret.token) == (32, 2)
    assert pane.verticalScrollBar().value() == value
    move = QTest.mouseMove
    move(pane.viewport(), end)
    event = mouse_move(pane, end)
    QApplication.sendEvent(pane.viewport(), event)
    qtbot.mouseRelease(pane.viewport(), LEFT, pos=end)
    assert (workspace.caret.first, workspace.caret.last) == (2, 5)


def mouse_move(pane: SentencePane, at: QPoint):
    from PySide6.QtGui import QMouseEvent

    return QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        pane.viewport().mapToGlobal(QPointF(at)),
        Qt.MouseButton.NoButton,
        LEFT,
        PLAIN,
    )


def test_the_edge_of_a_span_of_any_sentence_can_be_dragged(qtbot, pane: SentencePane):
    workspace, session = pane.workspace, pane.workspace.session
    confirm(session, 32, {4: "B-DOSE"})
    one = beside(pane, 32)
    edge = next(e for e in edges_of(one.arrangement.geometry, (4, 4)) if e.is_end)
    line = one.arrangement.geometry.lines[edge.line]
    grip = QPointF(edge.x - 1, one.top + (line.top + line.chip_bottom) / 2) + pane.page.origin()
    target = word_of(pane, 32, 5) + QPoint(4, 0)
    qtbot.mousePress(pane.viewport(), LEFT, pos=grip.toPoint())
    qtbot.waitUntil(lambda: not workspace.seen_labels.awaits_paint)
    QApplication.sendEvent(pane.viewport(), mouse_move(pane, target))
    qtbot.mouseRelease(pane.viewport(), LEFT, pos=target)
    assert workspace.caret.sentence_index == 32
    assert [record.span for record in workspace.caret.tokens()][4:6] == [4, 4]


def test_a_menu_opens_over_any_sentence(qtbot, pane: SentencePane):
    spot = word_of(pane, 32, 2)
    qtbot.mousePress(pane.viewport(), Qt.MouseButton.RightButton, pos=spot)
    assert (pane.workspace.caret.sentence_index, pane.selection.selected) == (32, (2, 2))
    assert pane.page.placed_at(QPointF(spot)) is None


def test_the_wheel_goes_through_the_document_and_the_sentence_stays_current(pane: SentencePane):
    value = pane.verticalScrollBar().value()
    turn_wheel(pane, 12)
    assert pane.verticalScrollBar().value() > value
    assert pane.workspace.caret.sentence_index == 31
    assert pane.page.is_out_of_view()
    pane.selection.show(0, 0)
    assert not pane.page.is_out_of_view()


ACTS = {
    "label": lambda workspace: workspace.labeller.label(1),
    "no label": lambda workspace: workspace.labeller.no_label(),
    "not this": lambda workspace: workspace.labeller.forbid(),
    "clear": lambda workspace: workspace.labeller.clear(),
    "longer": lambda workspace: workspace.spans.grow_end(),
    "accept": lambda workspace: workspace.acceptance.accept(),
    "up to here": lambda workspace: workspace.acceptance.accept_up_to_here(),
    "skip": lambda workspace: workspace.acceptance.skip(),
    "flag": lambda workspace: workspace.acceptance.flag(),
}


@pytest.mark.parametrize("name", list(ACTS))
def test_nothing_is_said_of_what_is_out_of_view_whoever_says_it(pane: SentencePane, name: str):
    workspace, received = pane.workspace, []
    workspace.caret.select(0, 0)
    workspace.labeller.label(2)
    token = int(name == "up to here")
    workspace.caret.select(token, token)
    workspace.message.connect(lambda text, _: received.append(text))
    pane.grab()
    turn_wheel(pane, 12)
    assert pane.page.is_out_of_view()
    before = workspace.session.history.steps()

    ACTS[name](workspace)

    assert workspace.session.history.steps() == before
    assert not pane.page.is_out_of_view()
    assert (workspace.caret.sentence_index, workspace.caret.first, workspace.caret.last) == (
        31,
        token,
        token,
    )
    assert received == ["The selected words were out of view: read them, then press the key again."]
    ACTS[name](workspace)
    assert workspace.session.history.steps() != before, "done the second time"


def test_what_has_been_painted_is_moved_and_only_the_rest_is_painted(pane: SentencePane):
    QApplication.processEvents()
    seen = PaintedRegion(pane)
    before = {
        sentence_index: beside(pane, sentence_index).top
        for sentence_index in pane.page.sentences_in_sight()[1:]
    }
    value = pane.verticalScrollBar().value()
    turn_wheel(pane, 1)
    moved = pane.verticalScrollBar().value() - value
    QApplication.processEvents()
    assert seen.region.boundingRect().height() <= moved + 1
    after = {
        sentence_index: beside(pane, sentence_index).top
        for sentence_index in pane.page.sentences_in_sight()[1:]
    }
    assert all(
        after[sentence_index] == top
        for sentence_index, top in before.items()
        if sentence_index in after
    )


def test_a_model_s_answer_paints_the_sentence_it_is_for_and_no_other(pane: SentencePane):
    QApplication.processEvents()
    seen = PaintedRegion(pane)
    one = beside(pane, 32)
    propose(pane.workspace.session, 32, {7: ("B-DRUG", 0.9)})
    QApplication.processEvents()
    assert len(beside(pane, 32).arrangement.chips) == 1
    strip = pane.page.strip(one.top, one.bottom)
    assert seen.times
    assert seen.region.subtracted(QRegion(strip)).isEmpty()
    painted = seen.times
    propose(pane.workspace.session, 0, {7: ("B-DRUG", 0.9)})
    QApplication.processEvents()
    assert seen.times == painted, "nobody sees that sentence"


def test_a_key_paints_the_lines_that_it_changes_and_no_others(qtbot, pane: SentencePane):
    pane.workspace.caret.go_to(30, 2)
    QApplication.processEvents()
    seen = PaintedRegion(pane)
    row = pane.page.geometry.lines[pane.page.geometry.line_of(2)]
    line = pane.page.strip(row.top, row.bottom)
    assert line.height() < pane.page.sentence_strip().height()
    qtbot.keyClick(pane, key.Key_Right)
    pane.workspace.labeller.label(1)
    for _ in range(5):
        QApplication.processEvents()
    assert seen.times
    assert seen.region.subtracted(QRegion(line)).isEmpty()


@pytest.mark.parametrize("document", [True, False])
def test_beside_an_unfinished_test_sentence_only_labels_are_shown(
    pane: SentencePane, document: bool
):
    session, workspace = pane.workspace.session, pane.workspace
    pane.page.set_document_mode(document)
    confirm(session, 32, {2: "B-DRUG"})
    propose(session, 32, {7: ("B-DRUG", 0.9)})
    session.corpus.roles[31] = Role.CONTROL
    assert len(beside(pane, 32).arrangement.chips) == 2

    workspace.caret.go_to(30)
    workspace.caret.go_to(31)
    assert len(beside(pane, 32).arrangement.chips) == 1, "a person said so"
    seen = PaintedRegion(pane)
    workspace.caret.select_all()
    workspace.labeller.no_label()
    QApplication.processEvents()
    assert session.is_done(31)
    assert len(beside(pane, 32).arrangement.chips) == 2, "nothing is given away any more"
    one = beside(pane, 32)
    assert seen.region.contains(pane.page.strip(one.top, one.bottom).center())
    workspace.undo_redo.undo()
    assert len(beside(pane, 32).arrangement.chips) == 1
    workspace.caret.go_to(30)
    assert len(beside(pane, 32).arrangement.chips) == 2


def test_a_control_sentence_shows_no_suggestion(pane: SentencePane):
    session = pane.workspace.session
    session.corpus.roles[32] = Role.CONTROL
    propose(session, 32, {7: ("B-DRUG", 0.9)})
    assert beside(pane, 32).arrangement.chips == ()


def test_what_is_seen_is_told_so_that_it_gets_suggestions_first(qtbot, pane: SentencePane):
    received = QSignalSpy(pane.binding.sight_reported)
    turn_wheel(pane, 12)
    qtbot.waitUntil(lambda: received.count() > 0)
    (sentence_indices,) = received.at(received.count() - 1)
    assert sentence_indices[0] == 31
    assert min(sentence_indices[1:]) > 31


@pytest.mark.parametrize("zoom", [0.6, 1.5, 2.0])
def test_the_current_sentence_stays_where_it_is_at_another_size(pane: SentencePane, zoom: float):
    before = pane.page.origin().y()
    pane.letters.set_zoom(zoom)
    pane.grab()
    assert abs(pane.page.origin().y() - before) <= pane.letters.metrics.line_height
    assert not pane.page.is_out_of_view()


def test_nothing_is_said_of_other_sentences(qtbot, pane: SentencePane):
    session = pane.workspace.session
    propose(session, 32, {7: ("B-DRUG", 0.9)})
    states = session.corpus.states.copy()
    pane.workspace.acceptance.accept()
    changed = np.flatnonzero(session.corpus.states != states)
    at = session.corpus.span(31)
    assert set(changed.tolist()) <= set(range(at.start, at.stop))
    assert (session.corpus.states[at] == TokenState.CONFIRMED).all()


def test_a_lower_view_still_shows_the_current_token_if_it_was_visible(pane: SentencePane):
    bar, tall = pane.verticalScrollBar(), pane.height()
    bar.setValue(round(bar.value() + pane.page.origin().y() - tall * 0.7))
    place = pane.page.rect_of(0)
    pane.resize(pane.width(), place.bottom() + 200)
    pane.grab()
    assert pane.page.rect_of(0) == place  # nothing moves without need
    pane.resize(pane.width(), place.top())
    pane.grab()
    assert pane.viewport().rect().contains(pane.page.rect_of(0))
    pane.resize(pane.width(), tall)
    bar.setValue(round(bar.value() + pane.page.origin().y() - tall - 50))
    value = bar.value()
    pane.resize(pane.width(), tall // 2)
    pane.grab()
    assert bar.value() == value  # scrolled away by the person


def test_a_jump_into_the_far_brings_the_sentence_to_a_third(pane: SentencePane):
    pane.workspace.caret.go_to(59)
    pane.grab()
    assert not pane.page.is_out_of_view()
    pane.workspace.caret.go_to(0)
    pane.grab()
    assert pane.page.origin().y() == MARGIN


def test_a_sentence_of_another_document_paints_the_whole_view(qtbot, session: Session):
    session.project.documents[2] = Document(2, "other.txt", 1)
    session.corpus.documents[30:] = 2
    pane = in_document(qtbot, session, 31)
    QApplication.processEvents()
    for sentence_index in (1, 33, 3, 59, 29):
        painted = PaintedRegion(pane)
        pane.workspace.caret.go_to(sentence_index)
        QApplication.processEvents()
        assert painted.region == QRegion(pane.viewport().rect())


def test_the_page_that_the_queue_asks_for_next_is_laid_out_ahead(qtbot, pane: SentencePane):
    session = pane.workspace.session
    session.set_queue(np.array([31, 3, 50]))
    kept = pane.page.around._full._cache
    expected = [(sentence_index, None) for sentence_index in (3, 2, 4, 5)]
    qtbot.waitUntil(lambda: all(one in kept for one in expected))
    laid_out = {one: kept[one] for one in expected}
    pane.workspace.acceptance.next_in_queue()
    pane.grab()
    assert all(kept[one].geometry is made.geometry for one, made in laid_out.items())


def test_a_renamed_label_is_painted_everywhere(pane: SentencePane):
    session = pane.workspace.session
    confirm(session, 32, {7: "B-DRUG"})
    kept = beside(pane, 32).arrangement
    session.changed.emit(Changes(labels=True))
    assert beside(pane, 32).arrangement is not kept


@pytest.mark.parametrize("clauses", [6, 30, 90, 300])
@pytest.mark.parametrize("share", [0.3, 0.7, 1.0])
@pytest.mark.parametrize("begin", [0, 45])
def test_a_word_in_the_middle_of_a_long_sentence_is_scrolled_into_view(
    qtbot, clauses: int, share: float, begin: int
):
    long = " ".join([f"{ENGLISH[:-2]} ,"] * clauses)
    session = session_of(*[CLINICAL, "She lives alone .", ENGLISH] * 5, long, *[CLINICAL] * 30)
    pane = in_document(qtbot, session, begin)
    token = int(share * (session.corpus.lengths(np.array([15]))[0] - 1))
    pane.workspace.caret.go_to(15, token)
    pane.grab()
    assert not pane.page.is_out_of_view()
    pane.grab()
    assert not pane.page.is_out_of_view()


@pytest.mark.parametrize("document_mode", [True, False])
def test_a_line_above_moves_no_text_of_a_document(qtbot, session: Session, document_mode: bool):
    pane = in_document(qtbot, session, 31)
    pane.page.set_document_mode(document_mode)
    column, line = QWidget(), QLabel("Test sentence: label it without suggestions")
    qtbot.addWidget(column)
    line.hide()
    layout = QVBoxLayout(column)
    layout.addWidget(line)
    layout.addWidget(pane)
    column.resize(700, 500)
    column.show()
    pane.page.scroll_to_current()
    QApplication.processEvents()

    def height_of_text() -> float:
        return pane.viewport().mapToGlobal(pane.page.origin().toPoint()).y()

    before = height_of_text()
    for shown_line in (True, False):
        line.setVisible(shown_line)
        QApplication.processEvents()
        assert (height_of_text() == before) == (document_mode or not shown_line)
    pane.setParent(None)
