"""The main window over a project in memory: panels, keys, names for screen readers, layout."""

from dataclasses import replace
from functools import reduce
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QContextMenuEvent, QDropEvent, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QMenu,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QWidget,
)

from app.domain.corrections import Correction, CorrectionKind, Occurrences
from app.domain.gazetteers import Gazetteer
from app.domain.proposals import ProposalSlice
from app.domain.query_choices import QUERY_STRATEGIES
from app.domain.rules import ProjectRule
from app.domain.segments import SegmentNote
from app.domain.tokens import Role, TokenState
from app.edits.gazetteers import add_gazetteer
from app.edits.label_rows import add_label
from app.edits.rules import add_rules
from app.edits.settings import change_goal
from app.services.threads import UI_PRIORITY
from app.views.actions import COMMANDS
from app.views.dialogs.annotator import AnnotatorDialog
from app.views.dialogs.grammar_editor import GrammarEditor
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.manual import page_for
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.main_window import SIZE, MainWindow
from app.views.panels.dock_layout import LEFT, MAX_SHARE, RIGHT, WIDTHS, in_window
from app.views.theme_switch import ThemeSwitch
from app.views.window_parts import PANELS
from app.views.workspace import Workspace
from tests.app.views.test_actions import Part
from tests.memory_projects import WORDS, project_of
from tests.step_names import undo_text
from tests.window_parts import QuietProject, finished_status, propose

TAGS = ["O"] * 4 + ["B-DOSE", "I-DOSE", "O", "B-DRUG", "O"]
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.fixture
def project(qapp):
    project = QuietProject(project_of([WORDS] * 4))
    for sentence_index in range(4):
        propose(
            project.session,
            sentence_index,
            TAGS,
            [0.99] * 5 + [0.4 + 0.1 * sentence_index] + [0.9] * 3,
        )
    project.session.set_queue(np.arange(4))
    return project


@pytest.fixture
def window(project, themes, qtbot):
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    qtbot.waitActive(window)
    window.workspace.caret.go_to(0)  # a person has clicked the first word
    return window


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.windowHandle(), key, modifiers)


def states(window, sentence_index=0):
    corpus = window.workspace.session.corpus
    return corpus.states[corpus.span(sentence_index)].tolist()


def test_every_panel_is_known_by_its_module(window):
    for name in (*PANELS, "status", "messages"):
        panel = window.findChild(QWidget, name)
        assert panel is not None, name
        assert type(panel).__module__ == f"app.views.panels.{name}"
        assert panel.accessibleName()
        assert panel.accessibleDescription()


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_can_be_asked_for_and_left_again(name, window):
    panel = window.panels[name]
    window.show_panel(name)
    assert in_window(panel)
    assert panel.isAncestorOf(QApplication.focusWidget())
    assert page_for(QApplication.focusWidget()) != "index"
    window.actions_["close_panel"].trigger()
    assert not window.docks[name].isVisible()
    assert window.sentence_view.hasFocus()


def test_a_panel_behind_another_one_comes_forward(window):
    window.show_panel("labels")
    window.controllers.panels.show("rules")
    assert in_window(window.panels.rules)
    assert not in_window(window.panels.labels)


def test_whatever_can_be_operated_has_an_accessible_name(window):
    window.messages.show_message("Something went wrong.", "error", "Mend it", str)
    kinds = (QAbstractItemView, QAbstractButton, QLineEdit, QComboBox)
    nameless = [
        f"{type(widget).__name__} {widget.objectName()} in {widget.parent().objectName()}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds)
        and not widget.objectName().startswith("qt_")
        and widget.isVisible()
        and not isinstance(widget.parentWidget(), (QDockWidget, QLineEdit))
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert nameless == []


def test_it_fits_a_small_screen(window):
    assert (window.width(), window.height()) == (1024, 700)
    assert window.sentence_view.width() >= 480


@pytest.mark.parametrize("room", [QSize(640, 380), QSize(3000, 2000)])
def test_at_first_it_is_no_larger_than_the_screen(project, themes, qtbot, monkeypatch, room):
    monkeypatch.setattr("app.views.main_window.room_on", lambda _: room)
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    assert window.size() == SIZE.boundedTo(room).expandedTo(window.minimumSizeHint())


def test_it_fits_a_screen_of_1280_by_800_where_everything_is_twice_as_large(window):
    least = window.minimumSizeHint()
    assert least.height() <= 400
    window.resize(least.width(), 400)
    assert window.height() == 400


@pytest.mark.parametrize("points", [9, 15])
def test_with_all_panels_and_large_letters_it_fits_a_narrow_screen(window, points):
    font = window.font()
    font.setPointSize(points)
    window.setFont(font)
    session = window.workspace.session
    session.corpus.roles[1] = Role.CONTROL
    window.workspace.caret.go_to(1)
    for name in ("progress", "find", "history"):
        window.bring_up(name)
    assert window.minimumSizeHint().width() <= 80 * points


def rows_seen(view):
    return view.viewport().height() // view.sizeHintForRow(0)


def test_labels_have_the_height_of_the_window(window):
    session = window.workspace.session
    while len(session.project.visible_labels()) < 12:
        session.apply(add_label(session.project, f"L{len(session.project.labels)}"))
    assert rows_seen(window.panels.labels.view) >= window.panels.labels.model.rowCount() == 13
    assert rows_seen(window.panels.queue.view) >= 4


def test_queue_sentences_and_documents_are_tabs_of_one_column(project, themes, qtbot, monkeypatch):
    monkeypatch.setattr("app.views.main_window.room_on", lambda _: SIZE)
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    column = [window.docks[name] for name in ("queue", "sentences", "documents")]
    assert set(window.tabifiedDockWidgets(column[0])) == set(column[1:])
    assert in_window(window.panels.queue)
    assert column[0].width() >= 296
    assert in_window(window.panels.labels)
    page = window.centralWidget().geometry()
    assert window.docks["labels"].x() > page.right() > page.left() > column[0].x()


@pytest.mark.parametrize("room", [SIZE, QSize(1024, 700)])
def test_the_order_of_the_queue_is_read_whole(project, themes, qtbot, monkeypatch, room):
    monkeypatch.setattr("app.views.main_window.room_on", lambda _: room)
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    box = window.panels.queue.strategy
    metrics = box.fontMetrics()
    widest = max(metrics.horizontalAdvance(choice.title) for choice in QUERY_STRATEGIES)
    style, option = box.style(), QStyleOptionComboBox()
    box.initStyleOption(option)
    field = style.subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    assert field.width() >= widest


def test_a_layout_kept_by_an_earlier_version_gives_the_new_one(window, project, themes, qtbot):
    window.docks["queue"].hide()
    old = {"state": bytes(window.saveState().toBase64()).decode(), "zoom": "1.10"}
    again = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(again)
    again.restore_layout(old)
    again.show()
    assert in_window(again.panels.queue)
    assert again.sentence_view.letters.zoom == pytest.approx(1.1)


def test_a_label_key_acts_in_the_sentence_view(window):
    window.workspace.caret.select(4, 5)
    press(window, Qt.Key.Key_2)
    assert states(window)[4:6] == [TokenState.CONFIRMED] * 2
    assert window.panels.labels.model.index(1).data(258 + 2) == 1


def test_a_label_key_types_where_text_is_typed(window):
    press(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.panels.sentences.text.hasFocus()
    press(window, Qt.Key.Key_2)
    assert window.panels.sentences.text.text() == "2"
    assert TokenState.CONFIRMED not in states(window)


def test_enter_accepts_and_goes_on(window):
    press(window, Qt.Key.Key_Return)
    assert states(window) == [TokenState.CONFIRMED] * len(WORDS)
    assert window.workspace.caret.sentence_index == 1
    assert window.status.done.text().startswith("1 of ")
    assert window.panels.queue.model.rowCount() == 3


@pytest.mark.parametrize(
    ("key", "modifiers", "selected"),
    [
        (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, (0, 5)),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, (0, 1)),
        (Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier, (0, 8)),
    ],
)
def test_keys_that_move(window, key, modifiers, selected):
    press(window, key, modifiers)
    assert (window.workspace.caret.sentence_index, window.workspace.caret.last) == selected


def test_zero_minus_and_backspace(window):
    press(window, Qt.Key.Key_0)
    assert states(window)[0] == TokenState.CONFIRMED
    press(window, Qt.Key.Key_Backspace)
    assert states(window)[0] == TokenState.UNKNOWN
    window.workspace.caret.select(7, 7)
    press(window, Qt.Key.Key_Minus)
    assert states(window)[7] == TokenState.NARROWED


def test_brackets_change_the_span(window):
    window.workspace.caret.select(4, 5)
    press(window, Qt.Key.Key_2)
    press(window, Qt.Key.Key_BracketRight)
    assert [record.tag for record in window.workspace.caret.tokens()][4:7] == [
        "B-DOSE",
        "I-DOSE",
        "I-DOSE",
    ]
    press(window, Qt.Key.Key_BracketRight, Qt.KeyboardModifier.ShiftModifier)
    assert window.workspace.caret.tokens()[3].tag == "B-DOSE"
    press(window, Qt.Key.Key_BracketLeft, Qt.KeyboardModifier.ShiftModifier)
    press(window, Qt.Key.Key_BracketLeft)
    assert [record.tag for record in window.workspace.caret.tokens()][3:6] == [
        "O",
        "B-DOSE",
        "I-DOSE",
    ]


def test_a_training_moves_no_panel(window, project, qapp):
    def widths():
        qapp.processEvents()
        return {name: dock.width() for name, dock in window.docks.items()}

    before = widths()
    for state in ("preparing", "training", "idle", "training", "paused", "idle"):
        project.trainer.show(**finished_status() | {"state": state})
        assert widths() == before, state


def test_without_a_sentence_there_is_nothing_to_label(themes, qtbot):
    project = QuietProject(project_of([]))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    assert not window.actions_["accept"].isEnabled()
    assert not any(action.isEnabled() for action in window.actions_.label_actions())
    assert window.actions_["import_files"].isEnabled()
    window.actions_.allow_labelling(possible=True)
    assert window.actions_["accept"].isEnabled()
    assert all(action.isEnabled() for action in window.actions_.label_actions())


def test_undo_is_named_and_undoes(window):
    press(window, Qt.Key.Key_0)
    assert window.actions_["undo"].text().startswith("&Undo The → ")
    press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert states(window)[0] == TokenState.UNKNOWN
    assert not window.actions_["undo"].isEnabled()
    press(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert states(window)[0] == TokenState.CONFIRMED


@pytest.mark.parametrize(
    ("modifier", "text"),
    [
        (Qt.KeyboardModifier.ShiftModifier, "Sentence skipped."),
        (Qt.KeyboardModifier.AltModifier, "Sentence moved to the end of the queue."),
    ],
)
def test_the_message_about_a_skipped_or_postponed_sentence_undoes_that(
    window, qtbot, modifier, text
):
    session, messages = window.workspace.session, window.messages
    here = window.workspace.caret.sentence_index
    press(window, Qt.Key.Key_Return, modifier)
    assert session.project.flags
    assert window.workspace.caret.sentence_index != here
    # Messages are shown after the paint of the key.
    qtbot.waitUntil(lambda: (messages.text.text(), messages.action.text()) == (text, "Undo"))
    messages.action.click()
    assert not session.project.flags
    assert (window.workspace.caret.sentence_index, messages.message) == (here, None)
    press(window, Qt.Key.Key_Return, modifier)
    press(window, Qt.Key.Key_1)
    assert messages.message is None


def test_f6_goes_round_the_panels_and_back(window):
    seen = []
    for _ in range(4):
        press(window, Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget().objectName())
    assert seen == ["label_list", "queue_list", "model_chip", "sentence_view"]
    press(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget().objectName() == "model_chip"


def test_f6_enters_panels_whose_lists_are_empty(themes, qtbot):
    project = QuietProject(project_of([]))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    entered = set()
    for _ in range(8):
        press(window, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        entered |= {name for name in PANELS if window.panels[name].isAncestorOf(focus)}
    assert {"labels", "queue"} <= entered
    window.show_panel("queue")
    assert QApplication.focusWidget() is window.panels.queue.strategy


def test_f6_passes_hidden_panels_by(window):
    window.docks["labels"].hide()
    window.docks["rules"].hide()
    window.docks["gazetteers"].hide()
    press(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget().objectName() == "queue_list"


def test_f6_reaches_a_message(window):
    window.messages.show_message("Something went wrong.", "error")
    press(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.messages.isAncestorOf(QApplication.focusWidget())


def test_arrows_in_the_list_go_from_sentence_to_sentence(window):
    window.panels.sentences.view.setFocus()
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Down)
    assert window.workspace.caret.sentence_index == 2
    press(window, Qt.Key.Key_Return)
    assert window.sentence_view.hasFocus()


def test_the_queue_goes_to_the_least_sure_token(window):
    window.panels.queue.view.setFocus()
    press(window, Qt.Key.Key_Down)
    assert (window.workspace.caret.sentence_index, window.workspace.caret.token) == (1, 5)


def test_the_lists_follow_the_workspace(window, qtbot):
    window.workspace.caret.go_to(3)
    qtbot.waitUntil(lambda: window.panels.sentences.view.currentIndex().row() == 3)
    assert window.panels.queue.view.currentIndex().row() == 3
    assert window.status.sentence.text() == "Sentence 4 of 4"


def test_the_palette_labels_by_keyboard_alone(window):
    window.workspace.caret.select(7, 7)
    press(window, Qt.Key.Key_F6)
    press(window, Qt.Key.Key_Home)
    press(window, Qt.Key.Key_Return)
    assert window.workspace.caret.tokens()[7].tag == "B-DRUG"
    assert window.sentence_view.hasFocus()


def test_the_palette_labels_by_mouse(window, qtbot):
    window.workspace.caret.select(7, 7)
    view = window.panels.labels.view
    at = view.visualRect(view.model().index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert window.workspace.caret.tokens()[7].tag == "B-DRUG"


def test_a_click_in_a_list_leaves_the_keys_with_the_sentence(window, qtbot):
    for view in (window.panels.sentences.view, window.panels.queue.view):
        at = view.visualRect(view.model().index(1, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert window.workspace.caret.sentence_index == 1
        assert window.sentence_view.hasFocus()
        window.workspace.caret.go_to(0)


def test_escape_leads_back_to_the_sentence(window):
    for widget in (
        window.panels.sentences.text,
        window.panels.sentences.state,
        window.panels.sentences.view,
        window.panels.labels.view,
        window.panels.queue.view,
        window.panels.documents.view,
        window.status.model,
    ):
        widget.setFocus()
        press(window, Qt.Key.Key_Escape)
        assert window.sentence_view.hasFocus(), widget


def test_what_is_known_of_the_model_opens_and_gives_the_focus_back(window, qtbot):
    press(window, Qt.Key.Key_T, CONTROL_SHIFT)
    assert window.model.isVisible()
    assert window.model.isAncestorOf(QApplication.focusWidget())
    assert page_for(QApplication.focusWidget()) == "model"
    assert window.rect().contains(window.model_popover.geometry())
    press(window, Qt.Key.Key_Escape)
    assert not window.model.isVisible()
    assert window.sentence_view.hasFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        window.status.model.setFocus()
        press(window, key)
        assert window.model.isAncestorOf(QApplication.focusWidget())
        press(window, Qt.Key.Key_Escape)
        assert window.status.model.hasFocus()


def test_a_click_on_the_chip_opens_what_is_known_and_one_beside_it_closes_that(window, qtbot):
    window.sentence_view.setFocus()
    chip = window.status.model
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert window.model.isVisible()
    qtbot.mouseClick(window.model.headline, Qt.MouseButton.LeftButton)
    assert window.model.isVisible()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not window.model.isVisible()
    assert window.sentence_view.hasFocus()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.sentence_view.viewport(), Qt.MouseButton.LeftButton)
    assert not window.model.isVisible()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    window.panels.labels.view.setFocus()
    assert not window.model.isVisible()
    assert window.panels.labels.view.hasFocus()


def test_while_it_is_open_training_and_cancelling_keep_the_focus_in_it(window, project, qtbot):
    window.actions_["show_model"].trigger()
    window.model.train.setFocus()
    project.trainer.show(**finished_status())
    assert window.model.isVisible()
    assert window.model.cancel.hasFocus()
    opened = window.model_popover
    qtbot.waitUntil(lambda: opened.height() >= window.model.sizeHint().height())
    assert window.rect().contains(opened.geometry())


def test_its_buttons_leave_the_status_line_as_it_is(window):
    window.actions_["show_model"].trigger()
    for kind in (QEvent.Type.Enter, QEvent.Type.Leave):
        middle = QPointF(window.model.pause.rect().center())
        entered = QEnterEvent(middle, middle, middle) if kind == QEvent.Type.Enter else QEvent(kind)
        QApplication.sendEvent(window.model.pause, entered)
        assert window.statusBar().currentMessage() == ""
        assert window.status.isVisible()


def test_a_command_under_the_mouse_leaves_the_status_line_as_it_is(window):
    told = []
    window.statusBar().messageChanged.connect(told.append)
    for action in window.findChildren(QAction):
        action.showStatusText(window)
    assert not any(told), "tool tips say what a command does"
    assert window.status.isVisible()


def test_a_long_message_takes_room_from_the_panel_below_and_gives_it_back(window, qtbot):
    window.resize(853, 533)
    dock, view, messages = window.docks["progress"], window.sentence_view, window.messages
    dock.show()
    qtbot.wait(100)  # until it has the height that it asks for
    before = dock.height()
    messages.show_message("This text has so many words. " * 10, "done", "Undo", str)
    qtbot.waitUntil(lambda: messages.isVisible() and dock.height() < before)
    assert messages.text.height() >= messages.text.heightForWidth(messages.text.width())
    assert messages.y() > view.geometry().bottom()
    assert messages.action.y() >= messages.text.geometry().bottom()
    messages.dismiss()
    qtbot.waitUntil(lambda: dock.height() == before)


def test_escape_closes_a_message_once_nothing_is_to_be_taken_back(window):
    window.messages.show_message("Something went wrong.", "error")
    press(window, Qt.Key.Key_Escape)
    assert not window.messages.isVisible()
    press(window, Qt.Key.Key_Escape)
    assert not window.messages.isVisible(), "there is nothing to say of it"


def test_escape_takes_an_offer_away_before_a_message(window, qtbot):
    occurrences = window.project.occurrences
    occurrences.offer = Occurrences(
        Correction(CorrectionKind.NO_LABEL, 0, 0, 0), *np.zeros((2, 2), np.int64)
    )
    occurrences.found.emit(occurrences.offer)
    assert window.status.offer.isVisible()
    window.messages.show_message("Something went wrong.", "error")
    qtbot.waitUntil(window.messages.isVisible)
    press(window, Qt.Key.Key_Escape)
    assert not window.status.offer.isVisible()
    assert window.messages.isVisible()


def test_what_is_said_is_looked_for_elsewhere(window):
    press(window, Qt.Key.Key_1)
    press(window, Qt.Key.Key_Equal)
    [shown_text, (listed, _)] = window.project.occurrences.requests
    assert shown_text.kind == "label"
    assert listed == shown_text, "what is not offered yet is looked for at once"


def test_a_message_that_is_answered_gives_the_keys_back(window, qtbot):
    window.messages.show_message("Something went wrong.", "error", "Mend it", str)
    qtbot.mouseClick(window.messages.action, Qt.MouseButton.LeftButton)
    assert window.sentence_view.hasFocus()
    window.messages.show_message("Something went wrong.", "error")
    window.messages.close_button.setFocus()
    press(window, Qt.Key.Key_Space)
    assert window.sentence_view.hasFocus()


def test_a_narrow_window_begins_with_the_labels_beneath_the_sentence(
    project, themes, qtbot, monkeypatch
):
    monkeypatch.setattr("app.views.main_window.room_on", lambda _: QSize(650, 430))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitActive(window)
    assert not window.docks["labels"].isVisible()
    assert window.legend.isVisible()
    assert window.sentence_view.width() >= 320
    press(window, Qt.Key.Key_B, CONTROL_SHIFT)
    qtbot.waitUntil(lambda: in_window(window.panels.labels))
    assert window.width() <= 800
    status = window.status
    shown = (status.saved, status.sentence, status.done, status.model)
    assert all(part.width() >= part.sizeHint().width() for part in shown)


def test_the_text_stands_still_when_a_message_comes(window, qapp):
    view = window.sentence_view
    window.controllers.keys.show_hints(False)  # in their place it would need no room
    qapp.processEvents()
    before = view.visualRect(view.currentIndex()), view.viewport().height()
    window.messages.show_message("Something went wrong.", "error")
    qapp.processEvents()
    assert view.viewport().height() < before[1]
    assert view.visualRect(view.currentIndex()) == before[0]


def test_a_removed_document_can_be_brought_back(window, qtbot):
    window.panels.documents.view.setFocus()
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Delete)
    assert window.panels.documents.model.rowCount() == 0
    assert "notes.txt" in window.messages.text.text()
    qtbot.mouseClick(window.messages.action, Qt.MouseButton.LeftButton)
    assert window.panels.documents.model.rowCount() == 2
    assert window.messages.message is None


def test_nothing_else_is_taken_back_for_a_removed_document(window, qtbot):
    session = window.workspace.session
    window.panels.documents.view.setFocus()
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Delete)
    step = session.apply(change_goal(session.project, 0.5))
    qtbot.mouseClick(window.messages.action, Qt.MouseButton.LeftButton)
    assert session.history.is_in_force(step)


def test_a_document_is_renamed_in_place(window, qtbot):
    window.panels.documents.view.setFocus()
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_F2)
    editor = window.panels.documents.view.findChild(QLineEdit)
    editor.setText("day book")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.panels.documents.model.index(1).data() == "day book")
    assert undo_text(window.workspace.session) == "rename notes.txt to day book"
    assert window.panels.documents.view.hasFocus()


def test_layout_and_zoom_come_back(window, project, themes, qtbot):
    window.docks["queue"].hide()
    window.sentence_view.letters.zoom_in()
    kept = window.layout_kept()
    again = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(again)
    again.restore_layout(kept)
    again.show()
    assert not again.docks["queue"].isVisible()
    assert again.sentence_view.letters.zoom == pytest.approx(1.1)
    again.reset_layout()
    assert again.docks["queue"].isVisible()


def test_the_first_layout_fits_the_window_as_large_as_it_is_now(window, qtbot):
    window.resize(700, 600)
    window.reset_layout()
    assert not window.docks["labels"].isVisible()
    window.resize(1400, 800)
    window.reset_layout()
    assert window.docks["labels"].isVisible()
    for area, name in ((LEFT, "queue"), (RIGHT, "labels")):
        qtbot.waitUntil(lambda dock=window.docks[name], area=area: dock.width() == WIDTHS[area])


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_reset_layout_has_the_widths_of_a_new_window(window, qtbot, width):
    window.resize(width, 720)
    window.reset_layout()
    queue, labels = window.docks["queue"], window.docks["labels"]
    window.resizeDocks([queue, labels], [420, 200], Qt.Orientation.Horizontal)
    window.widths.keep()
    window.show_panel("progress")
    window.reset_layout()
    usual = (WIDTHS[LEFT], min(WIDTHS[RIGHT], round(MAX_SHARE[RIGHT] * width)))
    assert (queue.width(), labels.width()) == usual
    qtbot.wait(50)  # for what restores the widths later
    assert (queue.width(), labels.width()) == usual


@pytest.mark.parametrize("text", ["§", "nonsense", "\ud800", "\0", "A" * 100_000])
def test_a_layout_that_cannot_be_read_does_no_harm(window, text):
    window.restore_layout({"geometry": text, "state": text, "zoom": "big"})
    assert window.sentence_view.letters.zoom == 1.0


def test_closing_hands_over_the_layout(window, qtbot):
    with qtbot.waitSignal(window.closed) as seen:
        window.close()
    assert set(seen.args[0]) >= {"geometry", "state", "zoom"}


def test_it_does_not_close_over_unsaved_rules_of_a_grammar(window, qtbot):
    window.controllers.gazetteers.new_grammar()
    editor = window.findChild(GrammarEditor)
    editor.text.setPlainText("DOSE -> 5")
    window.activateWindow()
    window.close()
    editors = window.controllers.closing.editors
    editors.box.escapeButton().click()
    assert window.isVisible()
    assert editor.isVisible()
    window.close()
    with qtbot.waitSignal(window.closed):
        next(one for one in editors.box.buttons() if one.text() == "Close &anyway").click()
    assert not window.isVisible()


def test_after_the_test_sample_is_saved_the_sentence_has_the_focus(window, qtbot):
    window.show_panel("progress")
    window.panels.progress.target.setFocus()
    window.panels.progress.sample_requested.emit()
    dialog = window.findChild(ProjectSettingsDialog)
    dialog.accept()
    qtbot.waitUntil(window.sentence_view.hasFocus)


def drop(window, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    window.dropEvent(
        QDropEvent(
            QPointF(10, 10),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def test_dropped_texts_are_imported(window, project, tmp_path, qtbot):
    path = tmp_path / "note.txt"
    path.write_text("One. Two.")
    drop(window, path)
    dialog = window.findChild(ImportDialog)
    qtbot.waitUntil(lambda: bool(project.exchange.requests))
    kind, paths, options = project.exchange.requests[0]
    assert (kind, paths, options.format) == ("read", [path], "")
    dialog.close()


def test_a_dropped_project_is_opened(window, qtbot):
    with qtbot.waitSignal(window.controllers.project.open_requested) as seen:
        drop(window, Path("/projects/other.tagwright"))
    assert seen.args == [Path("/projects/other.tagwright")]


def test_a_failed_write_offers_to_try_again(window, project, qtbot):
    project.session.saving.stop("the disk is full")
    window.workspace.labeller.label(1)
    assert "cannot be changed now" in window.messages.text.text()
    assert window.messages.action.text() == "Try again"
    qtbot.mouseClick(window.messages.action, Qt.MouseButton.LeftButton)
    assert project.storage.tries == 1


def test_a_project_that_was_opened_read_only_offers_a_copy(window, project):
    project.session.saving.read_only = True
    window.workspace.labeller.label(1)
    assert "cannot be changed now" in window.messages.text.text()
    assert window.messages.action.text() == "Save a copy…"


@pytest.mark.parametrize("focused", ["text", "action"])
def test_after_the_button_of_a_message_keys_go_to_the_sentence(window, qtbot, focused):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    line = window.messages
    line.show_message("An earlier problem.", "error")
    line.show_message(
        "Not saved.", "error", "Try again", lambda: line.show_message("Saved.", "done")
    )
    qtbot.waitUntil(line.action.isVisible)
    getattr(line, focused).setFocus()
    line.action.click()
    qtbot.waitUntil(lambda: line.text.text() == "Saved.")
    assert window.sentence_view.hasFocus()


def test_once_the_file_can_be_written_again_the_error_goes(window, project):
    project.session.saving.stop("the disk is full")
    window.workspace.labeller.label(1)
    assert window.messages.message.kind == "error"
    project.session.saving.set_writable()
    project.storage.writable.emit()
    assert window.messages.message.text == "All changes are saved again, and you can go on."
    window.messages.dismiss()
    assert window.messages.message is None


def test_the_name_is_asked_for_once(window, qtbot):
    window.ask_annotator()
    window.messages.dismiss()
    window.ask_annotator()
    assert window.messages.message is None
    kept = window.layout_kept()
    assert kept["name_asked"] == "yes"
    window.controllers.project.set_annotator()
    dialog = window.findChild(AnnotatorDialog)
    dialog.name.setText(" Ada ")
    with qtbot.waitSignal(window.controllers.project.annotator_named) as seen:
        dialog.accept()
    assert seen.args == ["Ada"]


def test_the_name_is_not_asked_for_while_a_problem_is_shown(window):
    window.messages.show_message("The log of this project was damaged.", "error")
    window.ask_annotator()
    assert window.messages.message.text == "The log of this project was damaged."
    assert "name_asked" not in window.layout_kept()
    window.messages.dismiss()
    window.ask_annotator()
    assert "What name" in window.messages.message.text


def test_the_name_is_asked_for_after_the_tour(window):
    window.controllers.tour.show_tour()
    window.ask_annotator()
    assert window.messages.message is None
    window.controllers.tour.end_tour()
    assert "What name" in window.messages.message.text
    # It is still there after the next sentence.
    window.workspace.caret.next_sentence()
    assert "What name" in window.messages.message.text


def test_the_status_line_asks_for_a_name_until_there_is_one(window):
    window.show_annotator("")
    window.ask_annotator()
    assert window.status.nameless.isVisible()
    window.status.nameless.click()
    assert window.findChild(AnnotatorDialog) is not None
    window.show_annotator("Ada")
    assert not window.status.nameless.isVisible()
    assert window.messages.message is None


def test_the_name_of_the_account_is_suggested(window, monkeypatch):
    monkeypatch.setenv("LOGNAME", "ada")
    window.workspace.session.annotator = ""
    window.controllers.project.set_annotator()
    dialog = window.findChild(AnnotatorDialog)
    assert dialog.name.text() == "ada"


def test_no_key_acts_behind_the_dialog_that_asks_for_a_name(window, qtbot):
    window.controllers.project.set_annotator()
    dialog = window.findChild(AnnotatorDialog)
    assert QApplication.activeModalWidget() is dialog
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(QApplication.focusWindow(), Qt.Key.Key_1)
    assert "1" in dialog.name.text()
    assert undo_text(window.workspace.session) is None
    dialog.reject()
    assert QApplication.activeModalWidget() is None
    qtbot.waitUntil(window.isActiveWindow)


def test_commands_of_the_model_reach_the_trainer(window, project):
    project.trainer.show(**finished_status())
    window.actions_["cancel_training"].trigger()
    window.actions_["pause_learning"].trigger()
    project.trainer.show(state="idle")
    window.actions_["train_now"].trigger()
    assert project.trainer.received == ["cancel", "pause", "train_now"]


def test_cross_validation_is_switched_off_and_on_by_a_command(window):
    session, action = window.workspace.session, window.actions_["choose_training"]
    assert action.isChecked()
    box = window.findChild(QCheckBox, "choose_training")
    assert box.isChecked()
    action.trigger()
    assert not session.project.settings.choose_training
    assert window.messages.text.text().startswith("Cross-validation is off: ")
    assert not box.isChecked()
    assert undo_text(session) == "turn off cross-validation"
    session.undo()
    assert session.project.settings.choose_training
    assert not window.messages.isVisible()
    box.click()
    assert not session.project.settings.choose_training
    box.click()
    assert window.messages.text.text().startswith("Cross-validation is on: ")
    assert box.isChecked()
    assert action.isChecked()


def test_a_theme_is_chosen_and_told(window, qtbot):
    with qtbot.waitSignal(window.theme_chosen) as seen:
        window.actions_["theme_dark"].trigger()
    assert seen.args == ["dark"]
    window.actions_["theme_light"].trigger()


def test_the_title_names_the_project(window):
    assert window.windowTitle() == "notes", "the system adds the name of the program"


def test_gazetteers_know_whether_the_model_scores_segments(window):
    session = window.workspace.session
    row = Gazetteer(0, "cities", label="DRUG", share=0.8)
    session.apply(add_gazetteer(session.project, row, {"Ulm": ""}))

    def tip():
        return window.panels.gazetteers.model.index(0).data(Qt.ItemDataRole.ToolTipRole)

    assert "not used" not in tip()
    window.project.trainer.show(segments=SegmentNote(has_segments=True))
    assert "not used while the model scores segments" in tip()


def test_the_notice_of_a_test_sentence_is_read_in_full_in_a_narrow_window(window, qtbot):
    window.workspace.session.corpus.roles[:] = Role.CONTROL
    window.workspace.caret.go_to(1)
    notice = window.control_notice
    for width in (1280, 800, 700):
        window.resize(width, 600)
        beside = width > 1000
        qtbot.waitUntil(lambda beside=beside: (notice.title.y() == notice.detail.y()) == beside)
        for label in (notice.title, notice.detail):
            needed = label.heightForWidth(label.width())
            assert needed > 0, "it wraps its text"
            qtbot.waitUntil(lambda label=label, needed=needed: label.height() >= needed)


def test_the_rules_stand_behind_the_labels_until_they_are_asked_for(window):
    assert not in_window(window.panels.rules)
    press(window, Qt.Key.Key_R, CONTROL_SHIFT)
    assert window.panels.rules.add.hasFocus()
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    window.workspace.session.apply(add_rules(window.workspace.session.project, [rule]))
    window.sentence_view.setFocus()
    press(window, Qt.Key.Key_R, CONTROL_SHIFT)
    assert window.panels.rules.view.hasFocus()
    assert not in_window(window.panels.labels)
    press(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget().objectName() == "queue_list"


def test_a_sentence_in_conflict_says_so_when_it_is_reached(window):
    session = window.workspace.session
    session.suggestions.conflicts[2] = "The rule contradicts this."
    window.workspace.caret.go_to(2)
    assert window.messages.message.text == "The rule contradicts this."
    assert window.messages.message.action == "Rules"
    window.messages.message.do()
    assert in_window(window.panels.rules)


def test_a_conflict_that_a_label_brings_is_said_at_once(window):
    session = window.workspace.session
    news = ProposalSlice(
        np.array([0]),
        np.full(9, session.project.tag_id("O"), np.int32),
        np.ones(9, np.float32),
        2,
        session.revision,
        {0: "Not both."},
    )
    session.propose(news)
    assert window.messages.message.text == "Not both."
    session.propose(replace(news, conflicts={}))
    assert session.suggestions.conflicts == {}
    assert window.messages.message is None


def test_columns_get_their_width_back_in_a_window_that_is_large_again(window, qtbot):
    window.resize(1280, 800)
    window.reset_layout()
    queue, labels = window.docks["queue"], window.docks["labels"]
    before = queue.width(), labels.width()
    for size in ((800, 600), (640, 480)):
        window.resize(*size)
        QApplication.processEvents()
    assert queue.width() < before[0]
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: (queue.width(), labels.width()) == before)


def right_column(window):
    """Return the width of the column at the right, whichever panel is in front in it."""
    QApplication.processEvents()
    return window.width() - window.centralWidget().geometry().right()


def widen_by_history(window):
    """Show a history that needs more width than its column has; return the width before."""
    window.resize(1280, 800)
    window.reset_layout()
    before = right_column(window)
    window.panels.history.setMinimumWidth(before + 80)
    window.docks["history"].widget().updateGeometry()
    window.actions_["show_history"].trigger()
    assert right_column(window) > before
    return before


@pytest.mark.parametrize(
    "close",
    [
        lambda window: window.actions_["close_panel"].trigger(),
        lambda window: window.docks["history"].close(),
        lambda window: window.docks["history"].setFloating(True),
    ],
    ids=("command", "button", "floating"),
)
def test_a_column_gives_back_the_width_that_a_closed_panel_needed(window, qtbot, close):
    before = widen_by_history(window)
    close(window)
    qtbot.waitUntil(lambda: right_column(window) < before + 20)


def test_a_wide_panel_of_the_last_time_does_not_widen_its_column_for_ever(window, qtbot):
    before = widen_by_history(window)
    kept = window.layout_kept()
    window.reset_layout()
    window.restore_layout(kept)
    assert right_column(window) > before
    window.widths.keep()  # as when a window with a layout of its own is shown first
    window.docks["history"].close()
    qtbot.waitUntil(lambda: right_column(window) < before + 20)


def test_a_column_that_was_drawn_wide_stays_wide(window, monkeypatch):
    window.resize(1280, 800)
    window.reset_layout()
    before = right_column(window)
    monkeypatch.setattr("app.views.panels.dock_layout._mouse_drags", lambda: True)
    front = next(n for n in ("labels", "rules", "gazetteers") if in_window(window.panels[n]))
    window.resizeDocks([window.docks[front]], [400], Qt.Orientation.Horizontal)
    wide = right_column(window)
    assert wide > before
    monkeypatch.undo()
    window.show_panel("history")
    window.docks["history"].close()
    assert right_column(window) == wide


def test_the_history_widens_its_column_where_there_is_room(window, qtbot):
    window.resize(1400, 800)
    QApplication.processEvents()
    before = right_column(window)
    window.show_panel("history")
    QApplication.processEvents()
    assert right_column(window) > before
    window.docks["history"].close()
    qtbot.waitUntil(lambda: right_column(window) == before)


@pytest.mark.parametrize("names", [("history", "find"), ("find", "history", "progress")])
def test_panels_never_overlap_in_a_low_window(window, names):
    for name in names:
        window.show_panel(name)
    for height in (860, 760, 700, 600, 500):
        window.resize(1024, height)
        QApplication.processEvents()
        docks = [dock for dock in window.docks.values() if dock.isVisible()]
        boxes = [dock.geometry() for dock in docks if in_window(dock.widget())]
        boxes.append(window.centralWidget().geometry())
        for one, other in combinations(boxes, 2):
            assert not one.intersects(other), height
        assert all(window.rect().contains(box) for box in boxes), height


def test_a_digit_in_progress_does_not_change_the_goal(window):
    window.show_progress()
    QApplication.processEvents()
    assert window.panels.progress.draw_sample.isHidden() or window.panels.progress.tabs.isHidden()
    for hidden in (False, True):
        window.panels.progress.draw_sample.setHidden(hidden)
        window.show_panel("progress")
        focused = QApplication.focusWidget()
        assert window.panels.progress is focused or window.panels.progress.isAncestorOf(focused)
        goal = window.panels.progress.target.value()
        QTest.keyClick(focused, Qt.Key.Key_5)
        assert window.panels.progress.target.value() == goal
        assert not window.panels.progress.target.hasFocus()


def test_progress_is_shown_below_the_sentence_when_it_is_asked_for(window):
    assert not window.docks["progress"].isVisible()
    assert not window.project.measurements.watched
    press(window, Qt.Key.Key_P, CONTROL_SHIFT)
    assert window.docks["progress"].isVisible()
    assert window.project.measurements.watched
    assert QApplication.focusWidget() is window.panels.progress
    window.actions_["close_panel"].trigger()
    assert not window.docks["progress"].isVisible()
    assert window.sentence_view.hasFocus()


def test_f6_goes_to_the_progress_panel_too(window):
    window.show_progress()
    window.panels.labels.view.setFocus()
    press(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is window.panels.progress


def test_the_menu_key_opens_a_menu_over_the_sentence(window, monkeypatch):
    opened = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: opened.append((menu, at)))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(window.sentence_view.viewport(), event)
    [(menu, at)] = opened
    assert window.actions_["split_span"] in menu.actions()
    assert at == window.spot()


def test_while_a_key_is_answered_threads_that_compute_give_way(window, qtbot):
    claimed = []
    window.workspace.caret.selection_changed.connect(lambda *_: claimed.append(UI_PRIORITY.claimed))
    press(window, Qt.Key.Key_Right)
    assert claimed == [True]
    qtbot.waitUntil(lambda: not UI_PRIORITY.claimed)


def test_while_another_sentence_is_shown_threads_that_compute_give_way(window, qtbot):
    claimed = []
    caret = window.workspace.caret
    caret.current_changed.connect(lambda _: claimed.append(UI_PRIORITY.claimed))
    caret.go_to(2)  # as by a click in a list
    assert claimed == [True]
    qtbot.waitUntil(lambda: not UI_PRIORITY.claimed)


def test_a_panel_that_is_put_away_shows_again_what_it_covered(window, qtbot):
    def in_front(name):
        return in_window(window.panels[name])

    qtbot.waitUntil(lambda: in_front("labels"))
    press(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: in_front("history"))
    window.actions_["close_panel"].trigger()
    qtbot.waitUntil(lambda: in_front("labels"))
    assert window.sentence_view.hasFocus()


def test_it_has_the_method_of_every_command(window):
    for command in COMMANDS:
        calls = []
        if command.do is not None:
            command.do(Part(calls))
        else:
            command.switch(Part(calls), True)
        (path, *_), *others = calls
        assert others == []
        assert callable(reduce(getattr, path, window)), command.id


def test_what_was_reported_goes_with_the_next_label(window, monkeypatch):
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 0)
    window.messages.show_message("Imported.", "done", "Go there", str, temporary=True)
    window.workspace.labeller.label(1)
    assert window.messages.message is None


def test_a_second_start_brings_it_to_the_front(qtbot, window):
    window.showMinimized()
    window.project.show_requests.received.emit("")
    assert not window.isMinimized()
    qtbot.waitUntil(window.isActiveWindow)


def titles_width(window):
    """Return the width that the titles of the tabs at the right need."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    title = window.docks["labels"].windowTitle()
    found = [bar for bar in bars if title in [bar.tabText(n) for n in range(bar.count())]]
    return found[0].sizeHint().width()


def test_a_column_that_is_restored_has_room_for_the_titles_of_its_tabs(window, qtbot):
    window.resize(1300, 800)
    window.reset_layout()
    labels = window.docks["labels"]
    window.setStyleSheet("QMainWindow > QTabBar::tab { padding: 4px 20px; }")
    QApplication.processEvents()
    assert labels.width() < titles_width(window)
    window.widths.keep()  # as when a window with a layout of its own is shown first
    qtbot.waitUntil(lambda: labels.width() >= titles_width(window))
