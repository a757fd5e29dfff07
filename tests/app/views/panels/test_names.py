"""The panel of names: its rows, the way to an occurrence, and labelling all of them."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.domain.names import TypeCount
from app.edits.accept import accept_sentence
from app.edits.spans import label_span
from app.item_models.names import BarPart, NameRole, reason_in_words
from app.session import Session
from app.views.panels.names import NamesPanel
from app.views.widgets.picker import framed_index
from app.views.workspace import Workspace
from tests.app.jobs.search.test_names import made
from tests.memory_projects import token_tags
from tests.step_names import undo_text
from tests.window_parts import LabelKeysOfTwo, QuietNames, QuietOccurrences, propose

Key = Qt.Key


@pytest.fixture
def panel(qtbot):
    session = Session(made(["Ulm is big", "Ulm was", "Rom or Ulm", "Rom"], labels=("LOC", "PER")))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    session.apply(label_span(session.project, 1, 0, 0, 2))
    propose(session, 2, ["B-LOC", "O", "B-LOC"], [0.9] * 3)
    workspace = Workspace(session)
    workspace.caret.go_to(3)
    names, occurrences = QuietNames(session), QuietOccurrences(session, workspace)
    panel = NamesPanel(workspace, names, occurrences, LabelKeysOfTwo(workspace))
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def press(qtbot, panel, key):
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    QTest.keyClick(panel.view, key)


def applied(qtbot, panel, key):
    with qtbot.waitSignal(panel._occurrences.action.applied):
        press(qtbot, panel, key)
    session = panel._workspace.session
    return [token_tags(session.project, index) for index in range(4)]


def test_names_without_any_label_are_not_called_consistent(panel):
    model = panel.model
    model.show_groups([replace(model.group(row), types=()) for row in range(2)])
    assert panel._summary() == "2 names in the document"


def test_names_are_called_consistent_where_they_have_a_label(panel):
    labelled = replace(panel.model.group(0), types=panel.model.group(0).types[:1])
    outside = replace(panel.model.group(1), types=(TypeCount("", 0, 2),))
    assert labelled.types[0].label
    panel.model.show_groups([labelled, outside])
    assert panel._summary() == "1 name with a label, consistent"
    panel.model.show_groups([labelled, replace(labelled, name="Bern"), outside])
    assert panel._summary() == "2 names with a label, all consistent"
    panel.model.show_groups([outside])
    assert panel._summary() == "1 name in the document"


def test_without_text_the_key_of_importing_is_named(qtbot):
    session = Session(made([], labels=("LOC", "PER")))
    workspace = Workspace(session)
    panel = NamesPanel(
        workspace,
        QuietNames(session),
        QuietOccurrences(session, workspace),
        LabelKeysOfTwo(workspace),
    )
    qtbot.addWidget(panel)
    assert panel.listing.hint.endswith("Import a text first (Ctrl+I).")
    panel.show_shortcuts(lambda _: "F9")
    assert panel.listing.hint.endswith("Import a text first (F9).")


def test_a_long_line_wraps_and_widens_nothing(panel, qapp):
    narrowest = panel.minimumSizeHint().width()
    panel.line.setText("1,238 names in the document, 1,117 with different labels")
    qapp.processEvents()
    assert panel.minimumSizeHint().width() == narrowest
    panel.resize(narrowest, 400)
    panel.show()
    qapp.processEvents()
    line = panel.line
    assert line.height() >= line.heightForWidth(line.width()) > 2 * line.fontMetrics().height()


def test_rows_say_how_often_and_with_which_labels(panel):
    model = panel.model
    assert [model.group(row).name for row in range(model.rowCount())] == ["Ulm", "Rom"]
    assert panel.line.text() == "2 names in the document, 1 with different labels"
    row = model.index(0)
    assert row.data(NameRole.TYPES) == "LOC 2, PER 1"
    assert row.data(NameRole.OPEN) == "2 confirmed, 1 open"
    third = 1 / 3
    assert row.data(NameRole.PARTS) == (
        BarPart(third, 0, confirmed=True),
        BarPart(third, 0, confirmed=False),
        BarPart(third, 1, confirmed=True),
    )
    assert reason_in_words(model.group(0)) == "Ulm: LOC 2, PER 1"
    assert "LOC: 1 confirmed, 1 suggested" in row.data(Qt.ItemDataRole.ToolTipRole)
    assert "1 without a suggestion" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    spoken = row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Ulm, 3 occurrences, different labels, LOC 2, PER 1, 2 confirmed, 1 open"


def test_enter_goes_from_one_occurrence_to_the_next(qtbot, panel):
    caret = panel._workspace.caret
    panel.view.show_row(0)
    seen = []
    for _ in range(4):
        press(qtbot, panel, Key.Key_Return)
        seen.append((caret.sentence_index, caret.first))
    assert seen == [(0, 0), (1, 0), (2, 2), (0, 0)]
    caret.go_to(1)
    panel.view.activated.emit(panel.model.index(1))
    assert (caret.sentence_index, caret.first) == (2, 0), "from elsewhere to the first"


def test_a_label_key_labels_what_is_open_in_one_step(qtbot, panel):
    session = panel._workspace.session
    panel.view.show_row(0)
    before = [token_tags(session.project, index) for index in range(4)]
    tags = applied(qtbot, panel, Key.Key_1)
    assert tags[0][0] == "B-LOC"
    assert tags[1][0] == "B-PER", "what a person has confirmed stays"
    assert tags[2] == ["?", "?", "B-LOC"]
    assert undo_text(session) == "Ulm → LOC in 1 occurrence"
    assert panel.view.currentIndex().row() == 0, "the row stays current"
    session.undo()
    assert [token_tags(session.project, index) for index in range(4)] == before


def test_no_label_is_given_by_its_key(qtbot, panel):
    panel.view.show_row(1)
    tags = applied(qtbot, panel, Key.Key_0)
    assert (tags[2][0], tags[3][0]) == ("O", "O")


def test_confirmed_occurrences_are_relabelled_only_when_asked(qtbot, panel):
    session = panel._workspace.session
    session.apply(accept_sentence(session.project, session.proposals, 2))
    panel.view.show_row(0)
    messages = []
    panel._workspace.message.connect(lambda text, _: messages.append(text))
    press(qtbot, panel, Key.Key_2)
    assert messages == [
        "All occurrences of “Ulm” are confirmed: its menu can relabel them.",
    ]
    some, every = (one.menu() for one in panel.menu(0).actions()[2:])
    assert not some.isEnabled()
    assert [one.text() for one in every.actions()] == ["LOC", "PER", "No label"]
    with qtbot.waitSignal(panel._occurrences.action.applied):
        every.actions()[1].trigger()
    tags = [token_tags(session.project, index) for index in range(4)]
    places = panel.model.group(0).places()
    assert [tags[index][token] for index, token in places] == ["B-PER"] * 3


def test_the_row_with_the_frame_is_the_chosen_one_when_the_keys_get_there(qtbot, panel):
    view = panel.view
    view.clearFocus()
    view.show_row(None)
    view.scrollToTop()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert panel._highlighted() == framed_index(view).row() == 0
    assert panel.model.group(0).name == "Ulm"
    assert applied(qtbot, panel, Key.Key_1)[2] == ["?", "?", "B-LOC"]


def test_so_is_that_of_names_which_are_counted_later(qtbot, panel):
    groups = [panel.model.group(row) for row in range(2)]
    panel.view.clearSelection()
    panel._chosen = None
    panel.view.scrollToTop()
    panel.show_groups([])
    panel.listing.entry.setFocus()
    qtbot.waitUntil(panel.listing.entry.hasFocus)
    panel.show_groups(groups)
    qtbot.waitUntil(panel.view.hasFocus)
    assert panel._highlighted() == 0
    panel.show_groups([])
    assert panel.listing.entry.hasFocus()
    assert not panel.view.hasFocus()


def test_a_label_key_after_a_click_beside_the_rows_first_chooses_a_row(qtbot, panel):
    session, view = panel._workspace.session, panel.view
    panel.resize(300, 400)
    view.show_row(None)
    view.scrollToTop()
    below = view.visualRect(panel.model.index(1)).bottomLeft() + QPoint(5, 20)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=below)
    qtbot.waitUntil(view.hasFocus)
    assert panel._highlighted() is None
    before = [token_tags(session.project, index) for index in range(4)]
    QTest.keyClick(view, Key.Key_1)
    assert panel._highlighted() == 0
    assert not panel._occurrences.action.busy
    assert [token_tags(session.project, index) for index in range(4)] == before


def test_the_key_of_the_next_sentence_leaves_the_list(qtbot, panel):
    caret = panel._workspace.caret
    caret.go_to(1)
    panel.view.show_row(0)
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    with qtbot.waitSignal(panel.left):
        QTest.keyClick(panel.view, Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert caret.sentence_index == 2
    assert panel._highlighted() == 0
    QTest.keyClick(panel.view, Key.Key_PageDown)
    assert caret.sentence_index == 2, "it moves in the list"


def test_the_next_inconsistent_name_is_highlighted_where_one_was_made_consistent(qtbot, panel):
    session = panel._workspace.session
    propose(session, 2, ["B-LOC", "O", "B-LOC"], [0.9] * 3)
    propose(session, 3, ["B-PER"], [0.9])
    session.undo()  # of Ulm as PER
    propose(session, 1, ["B-PER", "O"], [0.9] * 2)
    names = [panel.model.group(row) for row in range(2)]
    assert [(one.name, one.is_mixed) for one in names] == [("Ulm", True), ("Rom", True)]
    panel.view.show_row(0)
    applied(qtbot, panel, Key.Key_1)
    names = [panel.model.group(row) for row in range(2)]
    assert [(one.name, one.is_mixed) for one in names] == [("Rom", True), ("Ulm", False)]
    assert panel._highlighted() == 0
    assert panel.model.group(0).name == "Rom"


@pytest.fixture
def two_mixed(panel):
    """Ulm and Rom have different labels, and Ulm is highlighted."""
    session = panel._workspace.session
    propose(session, 2, ["B-LOC", "O", "B-LOC"], [0.9] * 3)
    propose(session, 3, ["B-PER"], [0.9])
    session.undo()  # of Ulm as PER
    propose(session, 1, ["B-PER", "O"], [0.9] * 2)
    panel.view.show_row(0)
    panel._clock = lambda: panel.now
    panel.now = 50.0
    return panel


def test_undo_highlights_the_name_that_was_labelled(qtbot, two_mixed):
    panel = two_mixed
    applied(qtbot, panel, Key.Key_1)
    assert panel.model.group(panel._highlighted()).name == "Rom"
    panel._workspace.undo_redo.undo()
    row = panel._highlighted()
    assert (row, panel.model.group(row).name) == (0, "Ulm")
    panel.now += 1
    assert applied(qtbot, panel, Key.Key_2)[1][0] == "B-PER"


def test_undo_of_another_step_leaves_the_name_highlighted(qtbot, two_mixed):
    panel = two_mixed
    applied(qtbot, panel, Key.Key_1)
    session = panel._workspace.session
    session.apply(label_span(session.project, 1, 1, 1, 2))
    panel._workspace.undo_redo.undo()
    assert panel.model.group(panel._highlighted()).name == "Rom"


def test_a_key_pressed_twice_labels_one_name(qtbot, two_mixed):
    panel = two_mixed
    after = applied(qtbot, panel, Key.Key_1)
    panel.now += 0.2
    press(qtbot, panel, Key.Key_1)
    session = panel._workspace.session
    assert not panel._occurrences.action.busy
    assert [token_tags(session.project, index) for index in range(4)] == after
    panel.now += 0.2
    assert applied(qtbot, panel, Key.Key_1)[3] == ["B-LOC"]


def test_a_name_that_the_person_has_gone_to_is_labelled_at_once(qtbot, two_mixed):
    panel = two_mixed
    applied(qtbot, panel, Key.Key_1)
    panel.view.show_row(1)
    name = panel.model.group(1).name
    assert name == "Ulm"
    press(qtbot, panel, Key.Key_1)
    panel.view.show_row(0)
    panel.now += 0.31
    assert applied(qtbot, panel, Key.Key_1)[3] == ["B-LOC"]


def test_a_name_that_the_model_makes_consistent_stays_highlighted(panel):
    session = panel._workspace.session
    propose(session, 3, ["B-PER"], [0.9])
    session.undo()
    propose(session, 1, ["B-PER", "O"], [0.9] * 2)
    panel.view.show_row(0)
    propose(session, 1, ["B-LOC", "O"], [0.9] * 2)
    row = panel._highlighted()
    assert (row, panel.model.group(row).name) == (1, "Ulm")


def test_a_name_that_nobody_chose_gives_way_when_the_model_makes_it_consistent(panel):
    mixed, consistent = panel.model.group(0), replace(panel.model.group(1), types=())

    def list_names(*names, n_mixed):
        panel.show_groups(
            [
                replace(mixed if at < n_mixed else consistent, name=name)
                for at, name in enumerate(names)
            ]
        )

    def highlighted():
        return panel.model.group(panel._highlighted()).name

    list_names("Tour", "Bern", "Rom", "Ulm", n_mixed=4)
    panel.view.show_row(0)
    panel._labelled = (0, panel.model.group(0).key)  # as the key of a label does
    list_names("Bern", "Rom", "Ulm", "Tour", n_mixed=3)
    assert highlighted() == "Bern"
    list_names("Rom", "Ulm", "Bern", "Tour", n_mixed=2)
    assert highlighted() == "Rom"
    panel.view.show_row(1)
    list_names("Rom", "Tour", "Bern", "Ulm", n_mixed=1)
    assert highlighted() == "Ulm", "the person has chosen it"


def test_the_panel_opens_at_the_name_under_the_caret(panel):
    panel._workspace.caret.go_to(2)
    panel.hide()
    panel.show()
    row = panel._highlighted()
    assert panel.model.group(row).name == "Rom"


def test_the_names_of_another_document_are_listed_from_the_name_under_the_caret(panel):
    caret, session = panel._workspace.caret, panel._workspace.session
    session.corpus.documents[2:] = 2
    group = panel.model.group(0)
    once = {"sentence_indices": np.array([3]), "firsts": np.array([0]), "is_open": np.array([True])}
    many = [replace(group, name=f"Name {n}", types=(), **once) for n in range(60)]
    panel.show_groups([*many, group])
    panel.view.scrollToBottom()
    assert panel.view.verticalScrollBar().value() > 0
    panel.show_groups([*many, group])
    assert panel.view.verticalScrollBar().value() > 0, "of the same document"
    caret.go_to(2, 1)
    panel.show_groups([*many, group])
    assert panel.view.verticalScrollBar().value() == 0
    caret.go_to(0)
    panel.show_groups([*many, group])
    assert panel._highlighted() == 60
    assert panel.view.verticalScrollBar().value() > 0


def test_names_that_are_not_counted_yet_are_looked_for(panel):
    panel.show_groups(None)
    assert panel.line.text() == "Looking for names…"
    panel.show_groups([])
    assert panel.line.text() == ""


def test_a_key_opens_the_menu_of_the_current_name(qtbot, panel, monkeypatch):
    opened = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: opened.append((menu, at)))
    panel.view.show_row(1)
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    QTest.keyClick(panel.view, Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    ((menu, at),) = opened
    assert menu.actions()[0].text() == "Next occurrence"
    row = panel.view.visualRect(panel.view.model().index(1, 0))
    assert row.contains(panel.view.viewport().mapFromGlobal(at))


def test_it_counts_only_while_it_is_visible(panel):
    names = panel._names
    assert names.watched
    panel.hide()
    assert not names.watched


def test_it_follows_the_document_and_says_what_will_be_there(qtbot, panel):
    session = panel._workspace.session
    panel._workspace.caret.go_to(0)
    assert panel._names.document == 1
    panel.show_groups([])
    assert "different labels first" in panel.listing.hint
    assert "Import a text" not in panel.listing.hint
    assert panel.line.text() == ""
    assert session.project.labels


def test_keys_that_are_changed_label(qtbot, panel):
    panel._keys.keys.own = {2: ("q",)}
    panel._keys.keys.keys_changed.emit()
    panel.view.show_row(1)
    tags = applied(qtbot, panel, Key.Key_Q)
    assert (tags[2][0], tags[3][0]) == ("B-PER", "B-PER")


def test_the_tip_of_the_line_tells_in_two_lines_what_is_listed(panel):
    which, how = panel.line.toolTip().split("\n")
    assert which.endswith("without those of test sentences")
    assert how == "Filled parts of a bar are confirmed, outlined ones suggested"
