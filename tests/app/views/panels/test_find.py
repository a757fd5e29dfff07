"""The panel in which the project is searched: the line, the hits, and what is done to all."""

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPalette
from PySide6.QtTest import QTest

from app.domain.queue_filter import FilteredQueue, QueueKind
from app.domain.search import Act, BulkAction, Findings, Order
from app.domain.search_line import read_query
from app.domain.sentence_flags import SentenceFlags
from app.edits.spans import label_span, no_label
from app.item_models.matches import MatchesModel, MatchRole
from app.item_models.queue import QueueModel
from app.services.finder import Finder
from app.views.panels.find import FindPanel
from app.views.panels.find_rows import FindDelegate, cut_name, paint_in_context
from app.views.theme import theme_of
from app.views.widgets.listing import bold
from app.views.workspace import Workspace
from tests.app.jobs.search.test_find import TEXT, session_of
from tests.window_parts import propose


@pytest.fixture
def panel(qtbot):
    session = session_of([*TEXT, ["تناول", "المريض", "aspirin", "."]])
    propose(session, 1, ["B-DRUG", "O", "B-DRUG", "O"], [0.9, 0.99, 0.55, 0.99])
    finder = Finder(session)
    panel = FindPanel(Workspace(session), finder)
    qtbot.addWidget(panel)
    panel.resize(760, 260)
    panel.show()
    qtbot.waitActive(panel)
    yield panel
    finder.close()


def look(panel, qtbot, line):
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        panel.search_for(line)


def rows(panel):
    return [
        panel.model.data(panel.model.index(row), MatchRole.EXCERPT)[1]
        for row in range(panel.model.rowCount())
    ]


def test_hits_are_listed_between_their_neighbours(panel, qtbot):
    look(panel, qtbot, "aspirin OR warfarin")
    model = panel.model
    first = model.index(0)
    assert model.data(first, MatchRole.EXCERPT) == (
        "The patient was given 5 mg of ",
        "warfarin",
        " .",
    )
    assert model.data(model.index(1), MatchRole.NOW) == "DRUG 90.0%"
    assert "DRUG 90.0%" in model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert "no label" in model.data(first, Qt.ItemDataRole.AccessibleTextRole)
    assert model.data(first, Qt.ItemDataRole.ToolTipRole).startswith("The patient")
    assert model.data(first, MatchRole.NUMBER) == 1
    assert panel.status.text() == "5 matches in 4 sentences"
    panel.view.viewport().grab()
    look(panel, qtbot, "sleeps")
    assert panel.status.text() == "1 match"


def test_the_model_is_one_of_qts(qtmodeltester, panel, qtbot):
    look(panel, qtbot, "aspirin")
    qtmodeltester.check(panel.model)


def test_typing_looks_after_a_pause_and_enter_goes_to_the_first_hit(panel, qtbot):
    workspace = panel._workspace
    panel.focus_query()
    QTest.keyClicks(panel.query, "aspirin")
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        pass
    QTest.keyClick(panel.query, Qt.Key.Key_Return)
    assert panel.view.hasFocus()
    first = panel.model.where(0)
    caret = workspace.caret
    assert (caret.sentence_index, caret.first, caret.last) == first, "the sentence follows"
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert (workspace.caret.sentence_index, workspace.caret.first, workspace.caret.last) == (
        2,
        1,
        1,
    )
    with qtbot.waitSignal(panel.left):
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    panel.query.setFocus()
    QTest.keyClick(panel.query, Qt.Key.Key_Down)
    assert panel.view.hasFocus()


def test_enter_before_the_search_is_done_goes_to_the_first_hit_when_it_is(panel, qtbot):
    panel.focus_query()
    QTest.keyClicks(panel.query, "aspirin")
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        QTest.keyClick(panel.query, Qt.Key.Key_Return)
        assert panel.query.hasFocus()
    assert panel.view.hasFocus()
    assert panel.view.currentIndex().row() == 0


def test_typing_on_after_enter_stays_in_the_query(panel, qtbot):
    panel.focus_query()
    QTest.keyClicks(panel.query, "aspir")
    QTest.keyClick(panel.query, Qt.Key.Key_Return)
    QTest.keyClicks(panel.query, "in")
    qtbot.waitUntil(lambda: panel.status.text() == "3 matches in 3 sentences")
    assert panel.query.hasFocus()


def test_whoever_goes_elsewhere_during_a_search_stays_there(panel, qtbot):
    panel.focus_query()
    QTest.keyClicks(panel.query, "aspirin")
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        QTest.keyClick(panel.query, Qt.Key.Key_Return)
        panel.order.setFocus()
    assert panel.order.hasFocus()


def test_enter_during_a_second_search_waits_for_its_hits(panel, qtbot):
    look(panel, qtbot, "sleeps")
    panel.focus_query()
    panel.query.setText("aspirin")
    QTest.keyClick(panel.query, Qt.Key.Key_Return)
    assert panel.query.hasFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    assert panel.status.text() == "3 matches in 3 sentences"


def test_what_is_wrong_is_told_and_selected(panel, qtbot):
    with qtbot.waitSignal(panel._finder.failed):
        panel.search_for("aspirin labl:x")
    assert "did you mean “label:”?" in panel.status.text()
    assert "Change the query" in panel.listing.hint
    QTest.keyClick(panel.query, Qt.Key.Key_Return)
    assert panel.query.selectedText() == "labl:"
    look(panel, qtbot, "")
    assert "Matches appear here, in their context." in panel.listing.hint
    assert panel.status.text() == ""
    look(panel, qtbot, "nowhere")
    assert "No matches" in panel.listing.hint
    assert panel.status.text() == "", "said once"


def trigger(menu, *path):
    menu.aboutToShow.emit()
    for name in path[:-1]:
        menu = next(a.menu() for a in menu.actions() if plain(a) == name)
    next(a for a in menu.actions() if plain(a) == path[-1]).trigger()


def plain(action):
    return action.text().split("\t")[0].replace("&", "")


def test_the_menu_writes_conditions(panel, qtbot):
    menu = panel.add.menu()
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        trigger(menu, "With the label", "DRUG")
    assert panel.query.text() == "label:DRUG"
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        trigger(menu, "With the label", "DOSE")
    assert panel.query.text() == "label:DOSE"
    trigger(menu, "Confidence", "Below 50%")
    assert panel.query.text() == "label:DOSE p<50"
    panel.query.setText("a")
    trigger(menu, "Document", "notes.txt")
    assert panel.query.text() == 'a doc:"notes.txt"'
    panel.query.setText("a")
    trigger(menu, "Exact phrase")
    assert panel.query.text() == 'a ""'
    assert panel.query.cursorPosition() == 3


def test_everything_in_the_menu_can_be_read(panel):
    menu = panel.add.menu()
    menu.aboutToShow.emit()
    terms = [
        a.text().split("\t")[1]
        for m in menu.actions()
        if m.menu()
        for a in m.menu().actions()
        if "\t" in a.text()
    ]
    assert len(terms) > 30
    for term in terms:
        read_query(term)


def test_all_hits_or_those_selected_get_what_is_chosen(panel, qtbot):
    session = panel._workspace.session
    look(panel, qtbot, "aspirin")
    assert panel.bulk_button.text() == "Edit all 3"
    panel.view.selectionModel().select(
        panel.model.index(0), QItemSelectionModel.SelectionFlag.Select
    )
    panel.view.selectionModel().select(
        panel.model.index(2), QItemSelectionModel.SelectionFlag.Select
    )
    assert panel.bulk_button.text() == "Edit 2 selected"
    assert panel.chosen().sentence_indices.tolist() == [1, 4]
    with qtbot.waitSignal(panel._finder.bulk_done, timeout=5000):
        trigger(panel.bulk_button.menu(), "Label", "DRUG")
    assert [session.project.tags_of(1)[2], session.project.tags_of(2)[1]] == ["B-DRUG", None]
    assert session.project.tags_of(4)[2] == "B-DRUG"
    panel.view.clearSelection()
    with qtbot.waitSignal(panel._finder.bulk_done, timeout=5000):
        trigger(panel.bulk_button.menu(), "Flag the sentences")
    assert session.project.with_flags(SentenceFlags.FLAGGED).tolist() == [
        False,
        True,
        True,
        False,
        True,
    ]


def test_whole_sentences_get_no_label(panel, qtbot):
    look(panel, qtbot, "state:todo")
    assert panel.status.text() == "5 of 5 sentences"
    panel.bulk_button.menu().aboutToShow.emit()
    labels = next(a for a in panel.bulk_button.menu().actions() if plain(a) == "Label")
    assert not labels.menu().isEnabled()
    panel.view.viewport().grab()
    panel.go_to_row(3)
    assert panel._workspace.caret.sentence_index == 3


def test_the_list_follows_and_keeps_its_row(panel, qtbot):
    session = panel._workspace.session
    look(panel, qtbot, "aspirin -label:DOSE")
    panel.view.show_row(2)
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        session.apply(label_span(session.project, 2, 1, 1, 2))
    assert panel.model.rowCount() == 2
    assert panel.view.currentIndex().row() == 1


def test_what_is_selected_stays_selected_while_the_list_follows(panel, qtbot):
    session = panel._workspace.session
    look(panel, qtbot, "aspirin -label:DOSE")
    panel.view.selectAll()
    with qtbot.assertNotEmitted(panel.model.modelReset), qtbot.waitSignal(panel._finder.found):
        propose(session, 2, ["O"] * 6, [0.9] * 6)
    assert panel.bulk_button.text() == "Edit 3 selected"
    with qtbot.waitSignal(panel._finder.found):
        session.apply(label_span(session.project, 2, 1, 1, 2))
    assert panel.bulk_button.text() == "Edit 2 selected"
    assert panel.chosen().sentence_indices.tolist() == [1, 4]
    panel.view.clearSelection()
    panel._select(np.zeros(0, np.int64))
    assert len(panel.model.rows_of(Findings())) == 0


def test_several_are_selected_with_keys_and_mouse(panel, qtbot):
    look(panel, qtbot, "aspirin")
    view, shift = panel.view, Qt.KeyboardModifier.ShiftModifier
    view.setFocus()
    view.show_row(0)
    QTest.keyClick(view, Qt.Key.Key_Down, shift)
    QTest.keyClick(view, Qt.Key.Key_Down, shift)
    assert panel.bulk_button.text() == "Edit 3 selected"
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert panel.bulk_button.text() == "Edit all 3"
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert panel.bulk_button.text() == "Edit 3 selected"
    for row, keys in (
        (0, Qt.KeyboardModifier.NoModifier),
        (2, Qt.KeyboardModifier.ControlModifier),
    ):
        at = view.visualRect(panel.model.index(row)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, keys, at)
    assert panel.chosen().sentence_indices.tolist() == [1, 4]


def test_the_order_can_be_chosen(panel, qtbot):
    look(panel, qtbot, "aspirin OR sleeps")
    with qtbot.waitSignal(panel._finder.found, timeout=5000):
        panel.order.setCurrentIndex(panel.order.findData(Order.MIDDLE))
    assert rows(panel) == ["aspirin"] * 3 + ["sleeps"]


def test_the_next_hit_goes_round(qapp):
    model = MatchesModel(session_of())
    assert model.next_row(0, 0, 1) is None
    sentence_indices = np.array([2, 0, 2], np.int64)
    tokens = np.array([3, 1, 1], np.int32)
    model.show_findings(Findings(sentence_indices, tokens, tokens, 2))
    assert [model.next_row(*at) for at in ((0, 0, 1), (0, 1, 1), (2, 1, 1), (2, 3, 1))] == [
        1,
        2,
        0,
        1,
    ]
    assert [model.next_row(*at) for at in ((2, 3, -1), (0, 1, -1), (1, 0, -1))] == [2, 0, 1]
    assert model.row_of(2, 3, 3) == 0
    assert model.row_of(2, 3, 4) is None


def test_without_text_it_says_what_to_do_first(qtbot):
    session = session_of([])
    panel = FindPanel(Workspace(session), Finder(session))
    qtbot.addWidget(panel)
    assert "import" in panel.listing.hint


def test_deeds_are_told(panel, qtbot):
    seen = []
    panel.bulk_button.bulk_action_requested.connect(seen.append)
    trigger(panel.bulk_button.menu(), "No label")
    assert seen == [BulkAction(Act.NO_LABEL)]


def test_the_queue_can_ask_for_what_was_found(panel, qtbot):
    look(panel, qtbot, "aspirin")
    with qtbot.waitSignal(panel.queue_requested) as seen:
        trigger(panel.bulk_button.menu(), "Show in queue")
    assert seen.args[0].kind is QueueKind.FOUND
    assert seen.args[0].found.sentence_indices.tolist() == [1, 2, 4]


def test_a_button_that_has_nothing_left_to_do_gives_the_keys_to_the_query(panel, qtbot):
    look(panel, qtbot, "aspirin")
    panel.bulk_button.setFocus()
    look(panel, qtbot, "nowhere")
    assert not panel.bulk_button.isEnabled()
    assert panel.query.hasFocus()


def test_a_search_that_failed_asks_for_another_query(panel, qtbot):
    look(panel, qtbot, "aspirin")
    panel._finder._refuse("This expression takes too long.")
    assert panel.status.text() == "This expression takes too long."
    assert panel.listing.hint == "Change the query to see matches."
    panel.show_shortcuts(lambda _: "F1")
    assert panel.listing.hint == "Change the query to see matches."


def test_a_label_that_is_none_is_named(panel, qtbot):
    look(panel, qtbot, "label:DRUGS OR has:*")
    panel.status.grab()
    look(panel, qtbot, "label:DRUGS")
    assert "“DRUGS”" in panel.listing.hint


def test_an_annotator_who_changed_nothing_is_named(panel, qtbot):
    session = panel._workspace.session
    session.annotator = "Ann"
    session.apply(no_label(session.project, 0, 0, 0))
    look(panel, qtbot, "by:Nobody")
    assert panel.listing.hint == "Unknown annotator “Nobody”. Annotators of this project: Ann."
    panel._finder._people.update({-n: f"P{n}" for n in range(1, 8)})
    panel.show_shortcuts(lambda _: "F1")
    assert panel.listing.hint.endswith("Annotators of this project: Ann, P1, P2, P3, P4, P5, …")
    look(panel, qtbot, "by:ann aspirin xyz")
    assert panel.listing.hint.startswith("No matches.")


def test_an_unknown_annotator_is_named_alone_before_anyone_has_changed_anything(panel, qtbot):
    look(panel, qtbot, "by:Nobody")
    assert panel.listing.hint == "Unknown annotator “Nobody”."


def test_the_own_name_is_known_before_it_has_changed_anything(panel, qtbot):
    panel._workspace.session.annotator = "Joy"
    look(panel, qtbot, "by:joy")
    assert panel.listing.hint.startswith("No matches.")


def test_a_search_that_takes_long_is_told(panel, qtbot):
    look(panel, qtbot, "aspirin")
    panel._show_searching()
    assert panel.status.text() == "Searching…"
    with qtbot.waitSignal(panel._finder.failed):
        panel.search_for("labl:x")
    with qtbot.waitSignal(panel._finder.found):
        panel.search_for("warfarin")
        assert "Searching…" in panel.listing.hint
        panel.show_shortcuts(lambda _: "F1")
        assert "Searching…" in panel.listing.hint
    look(panel, qtbot, "")
    panel._show_searching()
    assert panel.status.text() == ""


def test_tips_and_hints_name_the_keys_that_hold(panel):
    panel.show_shortcuts(lambda command: {"show_manual": "F7"}.get(command, ""))
    assert panel.query.toolTip().endswith("(F7)")


def test_what_nobody_sees_is_told_in_tips_too(qtbot):
    finder = Finder(session_of([["\u202eab", "\u200bc"]]))
    model = FindPanel(Workspace(finder._session), finder).model
    model.show_findings(Findings(np.zeros(1, np.int64), np.array([1]), np.array([1]), 1))
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole) == "▯ab ¦\u200bc"
    finder.close()


def test_nothing_is_done_with_hits_of_another_query(panel, qtbot):
    look(panel, qtbot, "aspirin")
    assert panel.bulk_button.isEnabled()
    panel.query.setText("warfarin")
    assert not panel.bulk_button.isEnabled()
    qtbot.waitUntil(
        lambda: panel.bulk_button.isEnabled() and rows(panel) == ["warfarin", "Warfarin"]
    )
    look(panel, qtbot, "(")
    assert not panel.bulk_button.isEnabled()


def test_hits_stand_under_one_another_with_and_without_a_label(panel, qtbot, monkeypatch):
    look(panel, qtbot, "warfarin")
    rects = []
    monkeypatch.setattr(
        "app.views.panels.find_rows.paint_in_context", lambda _p, rect, *_: rects.append(rect)
    )
    assert [panel.model.index(row).data(MatchRole.NOW) for row in range(2)] == ["", "DRUG 90.0%"]
    image = QImage(600, 24, QImage.Format.Format_ARGB32)
    painter, delegate = QPainter(image), FindDelegate(panel.view)
    for row in range(2):
        where = QRect(0, 0, 600, 24)
        delegate.paint_row(painter, where, panel.model.index(row), theme_of(panel.palette()))
    painter.end()
    assert len(rects) == 2
    assert (rects[0].left(), rects[0].right()) == (rects[1].left(), rects[1].right())


def test_a_full_stop_stands_next_to_the_word_that_was_found(monkeypatch):
    places = {}
    monkeypatch.setattr(
        "app.views.panels.find_rows.paint_elided",
        lambda _painter, rect, text, **_: places.update({text: rect}),
    )
    image = QImage(600, 24, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    wide = bold(painter.font())
    excerpt = ("He saw ", "Sirius", ".")
    paint_in_context(painter, QRect(0, 0, 600, 24), excerpt, theme_of(QPalette()))
    painter.end()
    advance = QFontMetrics(wide).horizontalAdvance("Sirius")
    assert places["."].left() - places["Sirius"].left() == advance
    assert places["."].right() == 599


def test_the_queue_goes_to_what_was_found(panel, qtbot):
    look(panel, qtbot, "mg")
    with qtbot.waitSignal(panel.queue_requested) as received:
        panel._queue()
    wanted = received.args[0]
    session = panel._workspace.session
    session.set_filtered(FilteredQueue(wanted, wanted.found.sentence_indices))
    panel._workspace.caret.go_to(0)
    panel._workspace.acceptance.next_in_queue()
    assert (panel._workspace.caret.sentence_index, panel._workspace.caret.token) == (2, 4)
    assert QueueModel(session).where(0) == (0, 5)
    look(panel, qtbot, "state:todo")
    with qtbot.waitSignal(panel.queue_requested) as received:
        panel._queue()
    assert received.args[0].found.token_in(0) is None


def test_the_hint_of_the_query_is_never_cut_off(panel):
    query, hints = panel.query, set()
    for width in (760, 320, 240, 150):
        panel.resize(width, 260)
        panel.layout().activate()
        hint = query.placeholderText()
        hints.add(hint)
        assert hint == "Words …" or query.fontMetrics().horizontalAdvance(hint) < query.width()
    assert 'Words, "a phrase", label:NAME, p<60 …' in hints
    assert len(hints) > 1


def test_a_long_name_of_a_label_leaves_room_for_its_percentage(qapp):
    metrics = QFontMetrics(qapp.font())
    room = metrics.horizontalAdvance("HISTORICAL_INT 35%")
    shown = cut_name("HISTORICAL_INTERNATIONAL_ORGANISATION 35%", room, metrics)
    assert shown.startswith("HISTORICAL_")
    assert shown.endswith("… 35%")
    assert metrics.horizontalAdvance(shown) <= room
    assert cut_name("PLACE 35%", room, metrics) == "PLACE 35%"
    assert cut_name("no label of the person's own", 5, metrics).startswith("no label")
