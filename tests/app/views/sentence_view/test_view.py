import pytest
from PySide6.QtCore import QEvent, QItemSelection, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from app.views.sentence_view.edges import edges_of
from app.views.sentence_view.letters import MAX_ZOOM, MIN_ZOOM
from app.views.sentence_view.movement import LEAP
from app.views.sentence_view.painting import PULSE_REACH
from app.views.sentence_view.pane import SentencePane
from tests.memory_projects import token_tags
from tests.sentences_on_screen import (
    ARABIC,
    CHINESE,
    CLINICAL,
    EMOJI,
    ENGLISH,
    MIXED,
    confirm,
    middle_of,
    propose,
    session_of,
    shown,
)

LEFT = Qt.MouseButton.LeftButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
key = Qt.Key


@pytest.fixture
def pane(qtbot) -> SentencePane:
    return shown(qtbot, session_of(CLINICAL))


# ---- places


@pytest.mark.parametrize("text", [CLINICAL, ARABIC, MIXED, EMOJI, CHINESE])
@pytest.mark.parametrize("zoom", [0.7, 1.0, 2.0])
def test_the_item_at_the_middle_of_an_item_is_that_item(qtbot, text: str, zoom: float):
    pane = shown(qtbot, session_of(text))
    pane.letters.set_zoom(zoom)
    for token in range(pane.model().rowCount()):
        assert pane.indexAt(middle_of(pane, token)).row() == token


def test_beside_the_text_there_is_no_item(pane: SentencePane):
    assert not pane.indexAt(QPoint(2, 2)).isValid()
    assert pane.visualRect(pane.model().index(-1)).isEmpty()


def test_the_region_of_a_selection_holds_its_tokens(pane: SentencePane):
    model = pane.model()
    region = pane.visualRegionForSelection(QItemSelection(model.index(2), model.index(4)))
    assert all(region.contains(middle_of(pane, token)) for token in (2, 3, 4))
    assert not region.contains(middle_of(pane, 6))


def test_qt_s_own_questions_are_answered(pane: SentencePane):
    assert not pane.isIndexHidden(pane.model().index(0))
    assert (pane.horizontalOffset(), pane.verticalOffset()) == (0, 0)
    move = QAbstractItemView.CursorAction
    none = Qt.KeyboardModifier.NoModifier
    assert pane.moveCursor(move.MoveNext, none).row() == 1
    assert pane.moveCursor(move.MovePrevious, none).row() == 0
    assert pane.moveCursor(move.MovePageDown, none).row() == 0


# ---- the keyboard


def test_arrows_move_and_the_end_is_announced(qtbot, pane: SentencePane):
    qtbot.keyClick(pane, key.Key_Right)
    qtbot.keyClick(pane, key.Key_Right)
    assert pane.selection.selected == (2, 2)
    qtbot.keyClick(pane, key.Key_Left)
    assert pane.selection.token == 1
    qtbot.keyClick(pane, key.Key_Home, CONTROL)
    with qtbot.waitSignal(pane.keys.end_passed) as passed:
        qtbot.keyClick(pane, key.Key_Left)
    assert passed.args == [-1]


def test_shift_and_arrows_select_from_an_anchor(qtbot, pane: SentencePane):
    pane.selection.show(3, 3)
    made = QSignalSpy(pane.selection.made)
    for _ in range(3):
        qtbot.keyClick(pane, key.Key_Right, SHIFT)
    assert pane.selection.selected == (3, 6)
    assert pane.selection.token == 6
    assert made.at(made.count() - 1) == [3, 6]
    assert [index.row() for index in pane.selectionModel().selectedIndexes()] == [3, 4, 5, 6]
    for _ in range(5):
        qtbot.keyClick(pane, key.Key_Left, SHIFT)
    assert pane.selection.selected == (1, 3)


def test_ctrl_and_arrows_leap_and_with_shift_they_select(qtbot, pane: SentencePane):
    last = pane.model().rowCount() - 1
    qtbot.keyClick(pane, key.Key_Right, CONTROL)
    assert pane.selection.selected == (LEAP, LEAP)
    qtbot.keyClick(pane, key.Key_Right, CONTROL | SHIFT)
    words = [pane.model().index(row, 0).data() for row in range(last + 1)]
    capital = next(row for row in range(LEAP + 1, 2 * LEAP) if words[row][:1].isupper())
    assert pane.selection.selected == (LEAP, capital), "it stops at a name"
    pane.selection.show(last, last)
    with qtbot.waitSignal(pane.keys.end_passed) as passed:
        qtbot.keyClick(pane, key.Key_Right, CONTROL)
    assert passed.args == [1]


def test_an_arrow_at_the_sentence_s_end_lets_a_selection_go_first(qtbot, pane: SentencePane):
    last = pane.model().rowCount() - 1
    pane.selection.show(last - 2, last)
    with qtbot.assertNotEmitted(pane.keys.end_passed):
        qtbot.keyClick(pane, key.Key_Right)
    assert pane.selection.selected == (last, last)


def test_an_arrow_goes_to_that_end_of_what_is_selected(qtbot, pane: SentencePane):
    for arrow, end in ((key.Key_Left, 2), (key.Key_Right, 4)):
        for ends in ((2, 4), (4, 2)):
            pane.selection.show(*ends)
            qtbot.keyClick(pane, arrow)
            assert pane.selection.selected == (end, end)
    arabic = shown(qtbot, session_of(ARABIC))
    arabic.selection.show(1, 2)
    qtbot.keyClick(arabic, key.Key_Left)
    assert arabic.selection.selected == (2, 2)


def test_in_arabic_left_reads_on(qtbot):
    pane = shown(qtbot, session_of(ARABIC))
    qtbot.keyClick(pane, key.Key_Left)
    qtbot.keyClick(pane, key.Key_Left, SHIFT)
    assert pane.selection.selected == (1, 2)
    qtbot.keyClick(pane, key.Key_Home, CONTROL)
    with qtbot.waitSignal(pane.keys.end_passed) as passed:
        qtbot.keyClick(pane, key.Key_Right)
    assert passed.args == [-1]


def test_down_and_up_come_back_to_where_they_began(qtbot):
    pane = shown(qtbot, session_of(CLINICAL), size=(500, 600))
    geometry = pane.page.geometry
    assert len(geometry.lines) >= 4
    start = geometry.lines[0].pieces[-1].token
    pane.selection.show(start, start)
    for _ in range(3):
        qtbot.keyClick(pane, key.Key_Down)
    assert geometry.line_of(pane.selection.token) == 3
    for _ in range(3):
        qtbot.keyClick(pane, key.Key_Up)
    assert pane.selection.token == start


def test_home_and_end_go_to_the_edges_of_the_line_or_sentence(qtbot, pane: SentencePane):
    line = pane.page.geometry.lines[1].pieces
    pane.selection.show(line[2].token, line[2].token)
    qtbot.keyClick(pane, key.Key_Home)
    assert pane.selection.token == line[0].token
    qtbot.keyClick(pane, key.Key_End, SHIFT)
    assert pane.selection.selected == (line[0].token, line[-1].token)
    qtbot.keyClick(pane, key.Key_End, CONTROL)
    assert pane.selection.token == pane.model().rowCount() - 1


def test_everything_can_be_selected_and_copied(qtbot, pane: SentencePane):
    qtbot.keyClick(pane, key.Key_A, CONTROL)
    assert pane.selection.selected == (0, pane.model().rowCount() - 1)
    pane.selection.show(4, 7)
    qtbot.keyClick(pane, key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "5 mg of warfarin"


@pytest.mark.parametrize("pressed", [key.Key_W, key.Key_1, key.Key_Return, key.Key_Backspace])
def test_keys_that_are_commands_are_left_to_them(pane: SentencePane, pressed: Qt.Key):
    event = QKeyEvent(QEvent.Type.KeyPress, pressed, Qt.KeyboardModifier.NoModifier, "w")
    QApplication.sendEvent(pane, event)
    assert not event.isAccepted()
    assert pane.selection.selected == (0, 0)
    pane.keyboardSearch("w")
    assert pane.selection.selected == (0, 0)


# ---- the mouse


def test_a_click_makes_a_token_current(qtbot, pane: SentencePane):
    made = QSignalSpy(pane.selection.made)
    qtbot.mouseClick(pane.viewport(), LEFT, pos=middle_of(pane, 7))
    assert pane.selection.selected == (7, 7)
    assert made.at(0) == [7, 7]
    qtbot.mouseClick(pane.viewport(), LEFT, SHIFT, middle_of(pane, 4))
    assert pane.selection.selected == (4, 7)


def test_a_click_beside_the_text_changes_nothing(qtbot, pane: SentencePane):
    pane.selection.show(3, 5)
    qtbot.mouseClick(pane.viewport(), LEFT, pos=QPoint(2, 2))
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.MiddleButton, pos=middle_of(pane, 1))
    assert pane.selection.selected == (3, 5)


def test_a_menu_acts_on_what_it_is_opened_over(qtbot, pane: SentencePane):
    pane.selection.show(3, 5)
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.RightButton, pos=middle_of(pane, 4))
    assert pane.selection.selected == (3, 5)
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.RightButton, pos=middle_of(pane, 1))
    assert pane.selection.selected == (1, 1)


@pytest.mark.parametrize("text", [CLINICAL, MIXED])
def test_a_drag_selects(qtbot, text: str):
    pane = shown(qtbot, session_of(text))
    view = pane.viewport()
    qtbot.mousePress(view, LEFT, pos=middle_of(pane, 2))
    for token in (3, 5):
        _drag(pane, middle_of(pane, token))
    qtbot.mouseRelease(view, LEFT, pos=middle_of(pane, 5))
    assert pane.selection.selected == (2, 5)
    _drag(pane, middle_of(pane, 8), buttons=Qt.MouseButton.NoButton)
    assert pane.selection.selected == (2, 5)


def test_a_drag_beyond_the_text_keeps_to_the_nearest_token(qtbot, pane: SentencePane):
    qtbot.mousePress(pane.viewport(), LEFT, pos=middle_of(pane, 4))
    _drag(pane, QPoint(5, 595))
    assert pane.selection.token >= pane.page.geometry.lines[-1].pieces[0].token
    assert pane.selection.selected[0] == 4


def test_a_double_click_takes_the_whole_span(qtbot, pane: SentencePane):
    session = pane.workspace.session
    propose(session, 0, {21: ("B-PLACE", 0.9), 22: ("I-PLACE", 0.9), 23: ("I-PLACE", 0.9)})
    qtbot.mouseDClick(pane.viewport(), LEFT, pos=middle_of(pane, 22))
    assert pane.selection.selected == (21, 23)
    qtbot.mouseDClick(pane.viewport(), LEFT, pos=middle_of(pane, 2))
    assert pane.selection.selected == (2, 2)
    qtbot.mouseDClick(pane.viewport(), LEFT, pos=QPoint(2, 2))
    assert pane.selection.selected == (2, 2)


def _drag(pane: SentencePane, to: QPoint, buttons: Qt.MouseButton = LEFT) -> None:
    from PySide6.QtGui import QMouseEvent

    where = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        pane.viewport().mapToGlobal(where),
        Qt.MouseButton.NoButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(pane.viewport(), event)


# ---- zoom and scrolling


def _turn(pane: SentencePane, notches: int, modifiers: Qt.KeyboardModifier) -> None:
    centre = QPointF(pane.viewport().rect().center())
    event = QWheelEvent(
        centre,
        pane.viewport().mapToGlobal(centre),
        QPoint(0, 0),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane.viewport(), event)


def test_control_and_the_wheel_zoom(qtbot, pane: SentencePane):
    before = pane.visualRect(pane.model().index(0)).height()
    with qtbot.waitSignal(pane.letters.zoom_changed) as zoomed:
        _turn(pane, 2, CONTROL)
    assert zoomed.args == [1.2]
    assert pane.visualRect(pane.model().index(0)).height() > before
    _turn(pane, -100, CONTROL)
    assert pane.letters.zoom == MIN_ZOOM
    _turn(pane, 100, CONTROL)
    assert pane.letters.zoom == MAX_ZOOM
    pane.letters.reset_zoom()
    pane.letters.zoom_in()
    pane.letters.zoom_in()
    pane.letters.zoom_out()
    assert pane.letters.zoom == 1.1
    with qtbot.assertNotEmitted(pane.letters.zoom_changed):
        pane.letters.set_zoom(1.1)


def test_the_current_line_stays_in_the_middle_third(qtbot):
    pane = shown(qtbot, session_of(" ".join([CLINICAL] * 12)), size=(700, 600))
    third = pane.viewport().height() / 3
    n_tokens = pane.model().rowCount()
    for token in [*range(0, n_tokens, 17), n_tokens - 1, n_tokens // 2, 0]:
        pane.selection.show(token, token)
        rect = pane.visualRect(pane.model().index(token))
        assert third - 1 <= rect.top()
        assert rect.bottom() <= 2 * third + 1


def test_a_short_sentence_needs_no_scroll_bar_and_stands_still(qtbot):
    pane = shown(qtbot, session_of(ENGLISH))
    assert not pane.verticalScrollBar().isVisible()
    before = pane.visualRect(pane.model().index(0))
    qtbot.keyClick(pane, key.Key_End, CONTROL)
    assert pane.visualRect(pane.model().index(0)) == before
    assert before.top() == pytest.approx(pane.viewport().height() / 3, abs=1)


def test_the_wheel_scrolls_a_long_sentence(qtbot):
    pane = shown(qtbot, session_of(" ".join([CLINICAL] * 12)), size=(700, 600))
    assert pane.verticalScrollBar().isVisible()
    before = pane.visualRect(pane.model().index(0)).top()
    _turn(pane, -2, Qt.KeyboardModifier.NoModifier)
    assert pane.visualRect(pane.model().index(0)).top() < before


def test_the_column_is_never_too_wide_to_read_and_stands_in_the_middle(qtbot):
    pane = shown(qtbot, session_of(" ".join([CLINICAL] * 3)), size=(2200, 600))
    geometry = pane.page.geometry
    letters = len(CLINICAL) * 3 / len(geometry.lines)
    assert 50 <= letters <= 110
    left = pane.visualRect(pane.model().index(0)).left()
    assert left == pytest.approx((pane.viewport().width() - geometry.width) / 2, abs=12)


def test_a_narrower_view_breaks_the_lines_anew(qtbot, pane: SentencePane):
    lines = len(pane.page.geometry.lines)
    pane.resize(420, 600)
    assert len(pane.page.geometry.lines) > lines
    geometry = pane.page.geometry
    pane.resize(420, 500)
    assert pane.page.geometry is geometry


def test_a_change_of_font_is_followed(qtbot, pane: SentencePane):
    font = pane.font()
    font.setFamily("DejaVu Serif")
    pane.setFont(font)
    assert pane.page.geometry.metrics.font.family() == "DejaVu Serif"


# ---- what changes


def test_labels_come_without_moving_the_text(qtbot, pane: SentencePane):
    session = pane.workspace.session
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    geometry = pane.page.geometry
    confirm(session, 0, {7: "B-DRUG"})
    propose(session, 0, {7: ("B-DRUG", 0.9), 12: ("B-DATE", 0.4)})
    assert pane.page.geometry is geometry


def test_a_paint_says_when_it_has_ended(qtbot, pane: SentencePane):
    with qtbot.waitSignal(pane.painter.painted):
        pane.viewport().update()


def test_a_pulse_is_painted(qtbot, pane: SentencePane):
    pane.painter.pulse([3, 4])
    with qtbot.waitSignal(pane.painter._pulse.moved):
        pane.viewport().grab()
    qtbot.waitUntil(lambda: not pane.painter._pulse.tokens)


class Paints(QObject):
    """Notes what is painted of a widget."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.rects: list[QRect] = []
        watched.installEventFilter(self)

    def eventFilter(self, _watched, event) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.rects.append(event.rect())
        return False


def test_a_pulse_paints_no_more_than_it_reaches_and_takes_itself_away(qtbot, pane: SentencePane):
    with qtbot.waitSignal(pane.painter.painted):
        pane.viewport().update()
    paints = Paints(pane.viewport())
    pane.painter.pulse([3])
    qtbot.waitUntil(lambda: not pane.painter._pulse.tokens)
    QApplication.processEvents()
    assert len(paints.rects) > 1
    reach = PULSE_REACH
    reached = pane.visualRect(pane.model().index(3)).adjusted(-reach, -reach, reach, reach)
    for rect in paints.rects:
        assert rect.contains(reached)
        assert rect.width() <= reached.width() + 2
        assert rect.height() <= reached.height() + 2


# ---- screen readers


def test_every_token_is_a_list_item_with_a_name_and_a_place(qtbot, pane: SentencePane):
    session = pane.workspace.session
    propose(session, 0, {7: ("B-DRUG", 0.61)})
    confirm(session, 0, {10: "B-PERSON"})
    interface = QAccessible.queryAccessibleInterface(pane)
    assert interface.role() == QAccessible.Role.List
    assert interface.text(QAccessible.Text.Name) == "Sentence"
    assert interface.text(QAccessible.Text.Description)
    assert interface.childCount() == pane.model().rowCount()
    names = {}
    for number in range(interface.childCount()):
        child = interface.child(number)
        assert child.role() == QAccessible.Role.ListItem
        name = child.text(QAccessible.Text.Name)
        assert name
        corner = pane.viewport().mapFromGlobal(child.rect().center())
        assert pane.indexAt(corner).row() == number
        names[number] = name
    assert names[7] == "warfarin, DRUG, suggested 61%"
    assert names[10] == "Osei, PERSON, confirmed"
    assert names[0].startswith("The")


def test_the_current_token_has_the_focus_of_the_reader(qtbot, pane: SentencePane):
    interface = QAccessible.queryAccessibleInterface(pane)
    interface.childCount()
    qtbot.keyClick(pane, key.Key_Right)
    focused = [
        number
        for number in range(interface.childCount())
        if interface.child(number).state().focused
    ]
    assert focused == [1]
    selected = [
        number
        for number in range(interface.childCount())
        if interface.child(number).state().selected
    ]
    assert selected == [1]


def test_a_reader_is_told_what_the_current_token_has_become(pane: SentencePane, monkeypatch):
    received: list[tuple[QAccessible.Event, int]] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible,
        "updateAccessibility",
        lambda event: received.append((event.type(), event.child())),
    )
    pane.selection.show(7, 7)
    received.clear()
    confirm(pane.workspace.session, 0, {3: "O"})
    assert received == []
    confirm(pane.workspace.session, 0, {7: "B-DRUG"})
    assert received == [(QAccessible.Event.NameChanged, 7)]


def test_the_view_is_found_by_its_name(pane: SentencePane):
    assert pane.objectName() == "sentence_view"
    assert pane.accessibleName()
    assert pane.accessibleDescription()


# ---- edges of spans


def grip(pane, span, *, is_end):
    """Return where the mouse takes one end of a span."""
    geometry = pane.page.geometry
    edge = next(one for one in edges_of(geometry, span) if one.is_end == is_end)
    line = geometry.lines[edge.line]
    inwards = -1.0 if edge_is_right(geometry, edge) else 1.0
    at = QPointF(edge.x + inwards, (line.top + line.chip_bottom) / 2) + pane.page.origin()
    return at.toPoint()


def edge_is_right(geometry, edge):
    return edge.is_end == geometry.rightwards


def move(pane, at, buttons=LEFT):
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(pane.viewport().mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(pane.viewport(), event)


def edge_of(pane, token, *, end):
    """Return a point just inside a token, at its end or beginning as the sentence is read."""
    rect = pane.visualRect(pane.model().index(token))
    right = end == pane.page.geometry.rightwards
    return QPoint(rect.right() - 2 if right else rect.left() + 2, rect.center().y())


@pytest.mark.parametrize("text", [CLINICAL, ARABIC])
def test_an_edge_is_dragged_to_another_token(qtbot, text):
    session = session_of(text)
    pane = shown(qtbot, session)
    confirm(session, 0, {1: "B-PERSON", 2: "I-PERSON"})
    received = QSignalSpy(pane.pointer.span_dragged)
    move(pane, grip(pane, (1, 2), is_end=True), Qt.MouseButton.NoButton)
    assert pane.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor
    pane.grab()
    qtbot.mousePress(pane.viewport(), LEFT, pos=grip(pane, (1, 2), is_end=True))
    move(pane, edge_of(pane, 4, end=True))
    pane.grab()
    assert received.count() == 0, "nothing is said before the button is let go"
    qtbot.mouseRelease(pane.viewport(), LEFT, pos=edge_of(pane, 4, end=True))
    assert received.at(0) == [(1, 2), (1, 4)]
    assert token_tags(session.project)[1:5] == ["B-PERSON"] + ["I-PERSON"] * 3
    qtbot.mousePress(pane.viewport(), LEFT, pos=grip(pane, (1, 4), is_end=False))
    move(pane, edge_of(pane, 3, end=False))
    qtbot.mouseRelease(pane.viewport(), LEFT)
    assert token_tags(session.project)[2:5] == ["?", "B-PERSON", "I-PERSON"]


def test_escape_gives_a_drag_up(pane, qtbot):
    session = pane.workspace.session
    confirm(session, 0, {1: "B-DRUG"})
    at = grip(pane, (1, 1), is_end=True)
    qtbot.mousePress(pane.viewport(), LEFT, pos=at)
    move(pane, edge_of(pane, 3, end=True))
    override = QKeyEvent(
        QEvent.Type.ShortcutOverride, key.Key_Escape, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(pane, override)
    assert override.isAccepted()
    qtbot.keyClick(pane, key.Key_Escape)
    with qtbot.assertNotEmitted(pane.pointer.span_dragged):
        qtbot.mouseRelease(pane.viewport(), LEFT, pos=edge_of(pane, 3, end=True))


def test_a_click_on_an_edge_selects_its_token(pane, qtbot):
    confirm(pane.workspace.session, 0, {1: "B-DRUG", 2: "I-DRUG"})
    qtbot.mouseClick(pane.viewport(), LEFT, pos=grip(pane, (1, 2), is_end=True))
    assert pane.selection.selected == (2, 2)
    qtbot.mouseClick(pane.viewport(), LEFT, SHIFT, grip(pane, (1, 2), is_end=False))
    assert pane.selection.selected == (1, 2)


def test_what_changes_meanwhile_or_a_mouse_gone_away_lets_an_edge_go(pane, qtbot):
    session = pane.workspace.session
    confirm(session, 0, {1: "B-DRUG"})
    qtbot.mousePress(pane.viewport(), LEFT, pos=grip(pane, (1, 1), is_end=True))
    confirm(session, 0, {1: "B-DOSE"})
    with qtbot.assertNotEmitted(pane.pointer.span_dragged):
        qtbot.mouseRelease(pane.viewport(), LEFT)
    move(pane, grip(pane, (1, 1), is_end=True), Qt.MouseButton.NoButton)
    assert pane.pointer.edge is not None
    QApplication.sendEvent(pane, QEvent(QEvent.Type.Leave))
    assert pane.pointer.edge is None


def test_with_one_label_a_token_there_are_no_edges(qtbot):
    session = session_of(CLINICAL, scheme="tokens")
    pane = shown(qtbot, session)
    confirm(session, 0, {1: "DRUG"})
    assert pane._tokens.sentence.spans == []


def with_key(qtbot, pane):
    """Give the focused pane an action with the key 2."""
    label = QAction("DOSE", pane)
    label.setShortcut(QKeySequence("2"))
    label.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    pane.addAction(label)
    pane.setFocus()
    qtbot.waitUntil(pane.hasFocus)
    return label


@pytest.mark.qt_log_ignore("This plugin does not support grabbing", extend=True)
def test_an_open_menu_gets_the_keys_of_labels(pane, qtbot):
    label = with_key(qtbot, pane)
    menu = QMenu(pane)
    more = menu.addMenu("&More")
    entry = more.addAction("&2 sample")
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    qtbot.keyClick(menu, key.Key_M)
    qtbot.waitUntil(more.isVisible)
    with qtbot.assertNotEmitted(label.triggered), qtbot.waitSignal(entry.triggered):
        QTest.keyClick(pane.window().windowHandle(), key.Key_2)
    qtbot.waitUntil(lambda: not menu.isVisible())


@pytest.mark.qt_log_ignore("This plugin does not support grabbing", extend=True)
def test_an_open_menu_carries_out_the_entry_whose_key_it_shows(pane, qtbot):
    label = with_key(qtbot, pane)
    menu = QMenu(pane)
    menu.addAction(label)
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    with qtbot.waitSignal(label.triggered):
        QTest.keyClick(pane.window().windowHandle(), key.Key_2)
    assert not menu.isVisible()
