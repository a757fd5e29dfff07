"""The list of rules: switch, change, order and remove them, and go to what breaks them."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction

from app.domain.project import Project
from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.rules import ProjectRule, parameters_of
from app.edits.rules import add_rules, switch_rule
from app.item_models.rules import RuleRole
from app.session import Session
from app.views.panels.rules import RulesPanel
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.step_names import undo_text
from tests.window_parts import letters_are_unique

RULES = [
    ProjectRule(0, "followed_by", parameters_of({"a": "DRUG", "b": "DOSE"})),
    ProjectRule(0, "count", parameters_of({"unit": "DOSE", "at_most": 2}), cost=1.5),
]


def actions():
    return {
        name: QAction(name)
        for name in ("add_rule", "find_rules", "learn_costs", "import_rules", "export_rules")
    }


@pytest.fixture
def panel(qtbot):
    session = Session(project_of([WORDS] * 4))
    session.apply(add_rules(session.project, RULES))
    panel = RulesPanel(Workspace(session), actions())
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    return panel


def rules(panel):
    return list(panel._workspace.session.project.ordered_rules())


def found(changed=(), broken=(), trouble="", unknown=(), broken_at=()):
    changed, broken = np.array(changed, np.int64), np.array(broken, np.int64)
    tokens = np.array(broken_at, np.int64)
    return RuleFinding(changed, broken, trouble, unknown=unknown, broken_at=tokens)


def plain(action):
    return action.text().replace("&", "")


def test_each_command_of_a_rules_menu_has_its_letter(panel):
    assert letters_are_unique(panel.menu(0))


def choose(panel, row, text):
    next(a for a in panel.menu(row).actions() if plain(a) == text).trigger()


def test_without_rules_the_panel_says_what_they_are_and_what_to_do_first(qtbot):
    panel = RulesPanel(Workspace(Session(Project())), actions())
    qtbot.addWidget(panel)
    assert panel.listing.currentWidget() is not panel.view
    assert panel.listing.hint.startswith("No rules yet. Rules such as ")
    assert panel.listing.hint.endswith("Click “New rule” to add one.")


def test_space_and_a_click_on_the_box_switch_a_rule(panel, qtbot):
    panel.view.show_row(1)
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    assert [rule.on for rule in rules(panel)] == [True, False]
    assert panel.model.data(panel.model.index(1), Qt.ItemDataRole.CheckStateRole) == (
        Qt.CheckState.Unchecked
    )
    at = panel.view.visualRect(panel.model.index(0)).topLeft() + QPoint(14, 12)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [rule.on for rule in rules(panel)] == [False, False]
    assert undo_text(panel._workspace.session) == "switch rule off: DRUG is followed by DOSE"


def test_enter_asks_for_the_form(panel, qtbot):
    panel.view.show_row(0)
    with qtbot.waitSignal(panel.edit_requested) as seen:
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert seen.args == [rules(panel)[0]]


def test_delete_removes_a_rule_and_undo_brings_it_back(panel, qtbot):
    before = rules(panel)
    panel.view.show_row(0)
    with qtbot.waitSignal(panel.removed) as told:
        qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert told.args[1] == before[0]
    assert rules(panel) == before[1:]
    assert panel.view.currentIndex().row() == 0
    panel._workspace.undo_redo.undo()
    assert rules(panel) == before
    assert panel.model.rowCount() == 2


def test_the_menu_moves_rules_and_goes_where_they_are_broken(panel):
    choose(panel, 0, "Move down")
    assert [rule.kind for rule in rules(panel)] == ["count", "followed_by"]
    panel.show_findings({1: found(changed=[0, 3], broken=[2])})
    choose(panel, 1, "Next violation")
    assert panel._workspace.caret.sentence_index == 2
    choose(panel, 1, "Next affected sentence")
    assert panel._workspace.caret.sentence_index == 3
    choose(panel, 1, "Next affected sentence")
    assert panel._workspace.caret.sentence_index == 0
    enabled = {plain(a): a.isEnabled() for a in panel.menu(0).actions()}
    assert not enabled["Next violation"]
    assert not enabled["Move up"]


def test_a_click_on_the_count_of_what_breaks_a_rule_goes_there(panel, qtbot):
    panel.show_findings({1: found(broken=[2], broken_at=[1])})
    rect = panel.view.visualRect(panel.model.index(0))
    at = QPoint(60, rect.bottom() - 8)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert panel._workspace.caret.sentence_index == 2
    assert panel._workspace.caret.token == 1


def test_what_a_rule_meets_is_told(panel):
    index = panel.model.index(1)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert index.data(role) == "At most 2 DOSE in a sentence, on, soft, penalty 1.5"
    panel.show_findings({2: found(changed=range(1234), broken=[1])})
    assert index.data(role).endswith("on, 1 violation · soft, penalty 1.5 · affects 1,234")
    assert "Confirmed sentences that violate it: 1" in index.data(Qt.ItemDataRole.ToolTipRole)
    panel.show_findings({2: found(unknown=("DOSE", "B-DRUG"))})
    assert index.data(role).endswith(
        "on, unknown label DOSE, B-DRUG · soft, penalty 1.5 · affects none"
    )
    assert "as if it never occurred" in index.data(Qt.ItemDataRole.ToolTipRole)
    panel.show_findings({2: found(trouble="There is no label DOSE.")})
    assert index.data(role).endswith("There is no label DOSE.")
    assert panel.grab().width() == 300


def test_what_rules_cost_stands_beside_them_and_below(panel):
    assert not panel.cost.isVisible()
    panel.show_states(RuleStates({1: 0, 2: 3}, 3))
    model = panel.model
    assert [model.data(model.index(row), RuleRole.COST) for row in (0, 1)] == ["", "3 states"]
    tips = [model.data(model.index(row), Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert "Adds almost no decoding time" in tips[0]
    assert "Uses 3 states" in tips[1]
    assert panel.cost.isVisible()
    assert panel.cost.text() == "Total: 3 states"
    panel.show_states(RuleStates({1: None, 2: 3}, 0, frozenset({1, 2})))
    assert [model.data(model.index(row), RuleRole.COST) for row in (0, 1)] == [
        "slow (exact search)",
        "slow (exact search)",
    ]
    tips = [model.data(model.index(row), Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert "exact search" in tips[0]
    assert "3 states alone" in tips[1]
    assert panel.cost.text() == "Total: exact search (slower)"
    panel.show_states(RuleStates({1: 1}, 1))
    assert panel.cost.text() == "Total: 1 state"


def test_while_it_counts_the_line_below_says_how_far(panel):
    panel.show_progress(30, 120)
    assert panel.cost.text() == "counting 25%"
    panel.show_states(RuleStates({1: 0, 2: 3}, 3))
    assert panel.cost.text() == "Total: 3 states · counting 25%"
    panel.show_progress(0, 0)
    assert panel.cost.text() == "Total: 3 states"
    session = panel._workspace.session
    for rule in rules(panel):
        session.apply(switch_rule(session.project, rule.id, on=False))
    assert not panel.cost.isVisible()


def test_sentences_of_a_rule_are_listed_on_request(panel, qtbot):
    panel.show_findings({1: found(changed=[0, 2], broken=[1], broken_at=[4]), 2: found()})
    entries = {plain(a): a for a in panel.menu(1).actions()}
    assert not entries["List violations…"].isEnabled()
    for text, title, sentence_indices, tokens in (
        ("List violations…", "Violations of “DRUG is followed by DOSE”", [1], {1: 4}),
        ("List affected sentences…", "Affected by “DRUG is followed by DOSE”", [0, 2], {}),
    ):
        with qtbot.waitSignal(panel.list_requested) as seen:
            choose(panel, 0, text)
        assert seen.args[0] == title
        assert seen.args[1].tolist() == sentence_indices
        assert seen.args[2] == tokens


def test_before_there_is_a_model_nothing_is_said_of_changes(panel):
    panel.show_findings({1: RuleFinding(has_model=False), 2: RuleFinding(has_model=False)})
    model = panel.model
    notes = [model.data(model.index(row), RuleRole.NOTE) for row in (0, 1)]
    assert notes == ["hard", "soft, penalty 1.5"]
    assert "changes" not in model.data(model.index(0), Qt.ItemDataRole.ToolTipRole)
