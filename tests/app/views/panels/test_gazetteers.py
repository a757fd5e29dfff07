"""The list of gazetteers: switches for each use, numbers, and the way to what is against them."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFontMetrics

from app.domain.gazetteers import Gazetteer, Use
from app.domain.rule_findings import RuleFinding
from app.edits.gazetteers import add_gazetteer, change_gazetteer, set_phrase, switch_use
from app.edits.label_rows import add_label
from app.item_models.gazetteers import GazetteerRole
from app.jobs.kernels import PREPARING
from app.session import Session
from app.views.panels import gazetteers
from app.views.panels.dock_layout import RIGHT, WIDTHS
from app.views.panels.gazetteers import GazetteersPanel
from app.views.theme import GRID
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_language import window_in
from tests.window_parts import letters_are_unique

RIGHT_COLUMN = WIDTHS[RIGHT]
NAMES = ("import_gazetteer", "new_gazetteer", "new_grammar", "export_gazetteer")


@pytest.fixture
def panel(qtbot):
    session = Session(project_of([WORDS] * 4))
    for name in ("cities", "drugs"):
        row = Gazetteer(0, name, label="DRUG")
        session.apply(add_gazetteer(session.project, row, {"Ulm": "", "Rome": ""}))
    panel = GazetteersPanel(Workspace(session), {name: QAction(name) for name in NAMES})
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    return panel


def test_a_label_that_the_project_lacks_is_named(panel):
    session = panel._workspace.session
    row = Gazetteer(0, "ships", label="VESSEL", share=0.8)
    session.apply(add_gazetteer(session.project, row, {"Batavia": ""}))
    at = panel.model.index(2)
    assert at.data(GazetteerRole.NOTE).startswith("unknown label VESSEL · 1 phrase")
    assert "This project has no label VESSEL: create it" in at.data(Qt.ItemDataRole.ToolTipRole)
    session.apply(add_label(session.project, "VESSEL"))
    assert at.data(GazetteerRole.NOTE).startswith("1 phrase")


def test_an_imported_gazetteer_becomes_current(panel):
    panel.go_to(2)
    assert panel.current == 2
    panel.go_to(1)
    assert panel.current == 1
    panel.go_to(7)
    assert panel.current == 1


def project(panel):
    return panel._workspace.session.project


def note(panel, row):
    return panel.model.index(row).data(GazetteerRole.NOTE)


def plain(action):
    return action.text().replace("&", "")


def test_each_command_of_a_gazetteers_menu_has_its_letter(panel):
    assert letters_are_unique(panel.menu(0))


def choose(panel, row, text):
    next(a for a in panel.menu(row).actions() if plain(a) == text).trigger()


def test_each_says_how_many_phrases_it_has_and_how_often_they_occur(panel):
    assert panel.model.index(0).data() == "cities"
    assert note(panel, 0) == "2 phrases"
    panel.show_counts({1: 1234})
    assert note(panel, 0) == "2 phrases · 1,234 occurrences"
    panel._workspace.session.apply(set_phrase(project(panel), 1, "Oslo"))
    assert note(panel, 0) == "3 phrases · 1,234 occurrences"
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "case matters" in tip
    assert "Expected" not in tip
    session = panel._workspace.session
    changed = replace(session.project.gazetteers[1], share=0.8)
    session.apply(change_gazetteer(session.project, changed))
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Expected: 80% of the words have the label\n" in tip
    assert "until 300 sentences are labelled" in tip
    panel.model.show_kind_of_model(has_segments=True)
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "This is not used while the model scores segments" in tip
    assert "until 300 sentences" not in tip
    panel.model.show_kind_of_model(has_segments=False)
    spoken = panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert ", 3 phrases · 1,234 occurrences, 80% expected, " in spoken
    assert panel.model.index(0).data(GazetteerRole.SHARE) == "80% expected"
    without = replace(changed, label="")
    session.apply(change_gazetteer(session.project, without))
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Expected: 80% of the words have no label\n" in tip
    session.apply(switch_use(session.project, 1, Use.FEATURES, on=False))
    assert panel.model.index(0).data(GazetteerRole.SHARE) == ""
    session.undo()
    session.undo()
    spoken = panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("Features, Early suggestions")
    assert panel.model.index(0).data(Qt.ItemDataRole.DecorationRole) is None


def test_the_boxes_lie_apart_and_say_until_when_phrases_are_suggested(panel):
    view = panel.view
    rect = view.visualRect(panel.model.index(1)).adjusted(2 * GRID, 0, -2 * GRID, 0)
    parts = view.itemDelegate()._parts(rect, QFontMetrics(view.font()))
    assert not [1 for one, other in combinations(parts, 2) if one.intersects(other)]
    assert max(part.bottom() for part in parts) <= rect.bottom()
    shown_text = panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Early suggestions" in shown_text


@pytest.mark.parametrize("width", [RIGHT_COLUMN, 120])
def test_no_name_of_a_use_is_cut_without_an_ellipsis(panel, monkeypatch, width):
    painted = []
    monkeypatch.setattr(
        gazetteers, "paint_elided", lambda _, rect, text: painted.append((rect, text)) or 0
    )
    panel.resize(width, 300)
    panel.grab()
    assert len(painted) == 2 * 5
    inner = panel.view.viewport().width() - 2 * GRID
    assert all(rect.right() < inner or rect.width() <= 0 for rect, _ in painted)
    if width == RIGHT_COLUMN:
        metrics = QFontMetrics(panel.view.font())
        for rect, text in painted[2:5]:
            assert metrics.horizontalAdvance(text) <= rect.width()
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Early suggestions" in tip


def test_an_expected_share_is_painted_beside_the_name(panel, monkeypatch):
    session = panel._workspace.session
    session.apply(
        change_gazetteer(session.project, replace(project(panel).gazetteers[1], share=0.8))
    )
    painted = []
    monkeypatch.setattr(
        gazetteers, "paint_elided", lambda _, rect, text, **__: painted.append((rect, text)) or 60
    )
    panel.grab()
    (_, share), (name, own) = painted[:2]
    assert (share, own) == ("80% expected", "cities")
    assert name.right() < panel.view.viewport().width() - 2 * GRID - 60


def test_without_gazetteers_no_key_of_another_command_is_named(panel):
    assert "(" not in panel.listing.hint


def test_a_click_on_a_box_and_a_key_switch_a_use(panel, qtbot):
    view = panel.view
    rect = view.visualRect(panel.model.index(1)).adjusted(2 * GRID, 0, -2 * GRID, 0)
    boxes = view.itemDelegate()._parts(rect, QFontMetrics(view.font()))[2:]
    for use, box in zip(Use, boxes, strict=True):
        before = project(panel).gazetteers[2].uses(use)
        at = QPoint(box.left() + 4, box.center().y())
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert project(panel).gazetteers[2].uses(use) is not before
    view.setFocus()
    view.show_row(0)
    qtbot.keyClick(view, "1")
    assert project(panel).gazetteers[1].as_rule
    qtbot.keyClick(view, "2")
    assert not project(panel).gazetteers[1].as_features
    qtbot.keyClick(view, "3")
    assert not project(panel).gazetteers[1].as_proposals
    choose(panel, 0, "As early suggestions, while little is labelled")
    assert project(panel).gazetteers[1].as_proposals


def test_a_list_without_a_label_suggests_nothing(panel, qtbot):
    session, index = panel._workspace.session, panel.model.index(0)
    session.apply(
        change_gazetteer(session.project, replace(project(panel).gazetteers[1], label=""))
    )
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", Features")
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("Early suggestions need a label: choose one in the editor")
    panel.view.setFocus()
    panel.view.show_row(0)
    qtbot.keyClick(panel.view, "3")
    assert project(panel).gazetteers[1].as_proposals
    switch = next(a for a in panel.menu(0).actions() if "early suggestions" in plain(a))
    assert (switch.isEnabled(), switch.isChecked()) == (False, False)
    session.apply(set_phrase(project(panel), 1, "Bonn", "DOSE"))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith("Early suggestions")


def test_a_grammar_has_no_box_for_rules_and_tells_why_it_finds_nothing(panel, qtbot):
    session = panel._workspace.session
    row = Gazetteer(0, "dates", grammar='DAY -> "May"')
    session.apply(add_gazetteer(session.project, row, {}))
    assert note(panel, 2) == "Grammar"
    panel.show_counts({3: 12})
    assert note(panel, 2) == "Grammar · 12 occurrences"
    index = panel.model.index(2)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "case" not in tip
    assert tip.endswith("Press 2 or 3 to switch on or off: Features, Early suggestions")
    assert not [one for one in panel.menu(2).actions() if plain(one) == "As a rule"]
    panel.view.setFocus()
    panel.view.show_row(2)
    for key in "123":
        qtbot.keyClick(panel.view, key)
    own = project(panel).gazetteers[3]
    assert (own.as_rule, own.as_features, own.as_proposals) == (False, False, False)
    rect = panel.view.visualRect(index).adjusted(2 * GRID, 0, -2 * GRID, 0)
    delegate = panel.view.itemDelegate()
    first = delegate._parts(rect, QFontMetrics(panel.view.font()), own.possible_uses)[2]
    at = QPoint(first.left() + 4, first.center().y())
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert project(panel).gazetteers[3].as_features
    assert not index.data(GazetteerRole.BROKEN)
    panel.show_counts({3: "It reads column 3."})
    assert note(panel, 2) == "It reads column 3."
    assert index.data(GazetteerRole.BROKEN)
    panel.show_counts({3: PREPARING})
    assert not index.data(GazetteerRole.BROKEN)
    with window_in("de"):
        assert note(panel, 2).startswith("Das Programm wird für diesen Computer vorbereitet")


def test_boxes_are_read_in_the_order_of_their_keys(panel):
    view = panel.view
    rect = view.visualRect(panel.model.index(0))
    boxes = view.itemDelegate()._parts(rect, QFontMetrics(view.font()))[2:]
    assert boxes == sorted(boxes, key=lambda box: (box.top(), box.left()))


def test_what_is_against_its_rule_is_told_and_gone_to(panel, qtbot):
    session = panel._workspace.session
    session.apply(switch_use(session.project, 1, Use.RULE, on=True))
    panel.show_findings({-1: RuleFinding(broken=np.array([1, 3]), broken_at=np.array([2, 0]))})
    assert note(panel, 0).startswith("2 violations · ")
    with qtbot.waitSignal(panel.left):
        choose(panel, 0, "Next violation")
    assert panel._workspace.caret.sentence_index == 1
    assert panel._workspace.caret.token == 2
    rect = panel.view.visualRect(panel.model.index(0))
    line = QFontMetrics(panel.view.font()).height()
    at = QPoint(rect.left() + 40, rect.top() + line + 8)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert panel._workspace.caret.sentence_index == 3
    panel.show_findings({-1: RuleFinding(trouble="No label.")})
    assert note(panel, 0) == "No label."
    assert panel.model.index(0).data(GazetteerRole.BROKEN)
    assert panel.model.finding(1) is None


def test_the_menu_edits_exports_and_removes(panel, qtbot):
    with qtbot.waitSignal(panel.edit_requested) as edit:
        choose(panel, 1, "Edit…")
    assert edit.args == [2]
    with qtbot.waitSignal(panel.export_requested) as export:
        choose(panel, 1, "Export…")
    assert export.args == [2]
    choose(panel, 0, "Remove")
    assert [one.name for one in project(panel).ordered_gazetteers()] == ["drugs"]
    panel.view.show_row(None)
    assert panel.current == 2
    panel.view.show_row(0)
    assert panel.current == 2
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert panel.current is None
    assert panel.listing.currentIndex() == 1
    panel._workspace.session.undo()


def test_enter_opens_the_editor(panel, qtbot):
    panel.view.show_row(1)
    with qtbot.waitSignal(panel.edit_requested) as edit:
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert edit.args == [2]


def test_a_removed_gazetteer_is_told(panel, qtbot):
    panel.view.show_row(0)
    with qtbot.waitSignal(panel.removed) as told:
        qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    edit, name = told.args
    assert (edit.kind if hasattr(edit, "kind") else edit.name, name) == (
        "remove_gazetteer",
        "cities",
    )
    assert panel.model.rowCount() == 1
