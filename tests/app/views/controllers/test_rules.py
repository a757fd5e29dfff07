"""Rules are made, found, weighed, read and written, and it is said what they change."""

from dataclasses import replace

import numpy as np
import pytest

from app.domain.gazetteers import Gazetteer
from app.domain.project import Project
from app.domain.rule_findings import RuleFinding
from app.domain.rules import ProjectRule, parameters_of
from app.edits.gazetteers import add_gazetteer
from app.edits.rules import add_rules, change_rule, remove_rule, reorder_rules, switch_rule
from app.jobs.rule_effects.mining import MinedRule
from app.jobs.rules.files import ReadRules
from app.views.controllers.rules import RulesController
from app.views.dialogs.sentence_list import SentenceListDialog
from tests.names_to_save import question, type_names
from tests.sessions import heard
from tests.step_names import undo_text
from tests.window_language import window_in
from tests.window_parts import QuietProject, choose


@pytest.fixture
def controller(project, project_controller, messages, files, window):
    return RulesController(project, project_controller, messages, files, window)


def test_a_rule_is_made_changed_and_not_made_twice(controller, project, messages):
    def add() -> None:
        editor = controller.edit_rule(None)
        for name, value in (("a", "DRUG"), ("b", "DOSE")):
            editor.field(name).show_value(value)
        editor.accept_button.click()

    add()
    rule = project.session.project.rules[1]
    assert rule.kind == "followed_by"
    again = controller.edit_rule(rule)
    again.holds.soft.setChecked(True)
    again.accept_button.click()
    assert project.session.project.rules[1].cost == 2.0
    add()
    assert messages.message.text == "This rule already exists."
    session = project.session
    session.apply(switch_rule(session.project, 1, on=False))
    add()
    assert messages.message.text == "This rule already exists, but is switched off."
    messages.message.do()
    assert session.project.rules[1].on
    assert len(session.project.rules) == 1
    assert len(project.session.project.rules) == 1


def test_a_removed_rule_is_told_and_comes_back(controller, project, messages):
    session = project.session
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    session.apply(add_rules(session.project, [rule]))
    (rule,) = session.project.rules.values()
    controller.show_removed(session.apply(remove_rule(session.project, rule.id)), rule)
    assert messages.message.text == "Removed “At most 1 DRUG in a sentence”."
    assert messages.message.action == "Undo"
    messages.message.do()
    assert list(session.project.rules.values()) == [rule]
    assert not messages._waiting


def test_a_form_that_was_open_changes_neither_switch_nor_place(controller, project, messages):
    session = project.session
    rules = [ProjectRule(0, "ends_with", f'{{"a": "{name}"}}') for name in ("O", "DRUG")]
    session.apply(add_rules(session.project, rules))
    editor = controller.edit_rule(session.project.rules[1])
    session.apply(switch_rule(session.project, 1, on=False))
    session.apply(reorder_rules(session.project, [2, 1]))
    editor.name.setText("the end")
    editor.accept_button.click()
    kept = session.project.rules[1]
    assert (kept.name, kept.on, kept.position) == ("the end", False, 1)
    controller.edit_rule(kept).accept_button.click()
    assert messages.message is None


@pytest.mark.parametrize("matcher", ["null", '{"kind": "sounds"}'])
def test_a_rule_of_a_later_version_keeps_what_it_says(controller, project, messages, matcher):
    rule = ProjectRule(0, "lexical", f'{{"matcher": {matcher}}}', name="sounds")
    project.session.apply(add_rules(project.session.project, [rule]))
    assert controller.edit_rule(project.session.project.rules[1]) is None
    assert "“sounds” cannot be edited" in messages.message.text


def test_no_rule_is_typed_into_a_project_that_can_only_be_read(controller, project):
    reasons = heard(project.session.refused)
    project.session.saving.read_only = True
    assert controller.edit_rule(None) is None
    assert len(reasons) == 1


@pytest.mark.parametrize("command", ["find_rules", "learn_costs", "import_rules"])
def test_what_is_refused_is_not_said_to_be_done(
    controller, project, messages, monkeypatch, command
):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    new = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    session.apply(add_rules(session.project, [soft]))
    session.saving.read_only = True
    choose(monkeypatch, getOpenFileName=("r.json", ""))
    getattr(controller, command)()
    found = {
        "find_rules": [MinedRule(new, 61)],
        "learn_costs": {1: 0.75},
        "import_rules": ReadRules((new,), 0),
    }
    project.exchange.jobs[-1].finished.emit(found[command])
    assert messages.message is None
    assert [rule.cost for rule in session.project.ordered_rules()] == [2.0]


def test_costs_that_fit_already_are_no_step(controller, project, messages):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    session.apply(add_rules(session.project, [soft]))
    controller.learn_costs()
    project.exchange.jobs[-1].finished.emit({1: 2.0})
    assert "already fit" in messages.message.text
    assert undo_text(session).startswith("add rule")


def test_without_soft_rules_there_is_nothing_to_learn(controller, project, messages):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    hard = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    session.apply(add_rules(session.project, [soft, hard]))
    session.apply(switch_rule(session.project, 1, on=False))
    controller.learn_costs()
    assert messages.message.text.startswith("No soft rules to learn penalties for: ")
    assert messages.message.kind == "info"
    assert not project.exchange.jobs
    gazetteer = Gazetteer(0, "towns", as_rule=True, cost=1.0)
    session.apply(add_gazetteer(session.project, gazetteer, {"Ulm": "DRUG"}))
    controller.learn_costs()
    assert project.exchange.requests[-1] == ("learn_costs",)


def test_without_labels_there_are_no_rules(project_controller, messages, files, window):
    controller = RulesController(
        QuietProject(Project()), project_controller, messages, files, window
    )
    controller.add_rule()
    assert "make the first" in messages.message.text
    controller.export_rules()


def test_rules_come_from_a_file_and_go_into_one(
    controller, project, messages, monkeypatch, tmp_path
):
    choose(monkeypatch, getOpenFileName=(str(tmp_path / "r.json"), ""))
    controller.import_rules()
    assert project.exchange.requests == [("read_rules", tmp_path / "r.json")]
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    project.exchange.jobs[-1].finished.emit(ReadRules((rule, rule), 2))
    assert messages.message.text == (
        "Rules added: 1. Already present: 1. Rules for individual sentences were skipped."
    )
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "out.json"), ""))
    controller.export_rules()
    assert project.exchange.requests[-1] == ("write_rules", tmp_path / "out.json")
    project.exchange.jobs[-1].finished.emit(1)
    assert messages.message.text.startswith("Exported 1 rule to")
    project.exchange.jobs[-1].finished.emit(2)
    assert messages.message.text.startswith("Exported 2 rules to")


def test_found_rules_come_switched_off_with_their_numbers(controller, project, messages, qtbot):
    controller.find_rules()
    project.exchange.jobs[-1].finished.emit([])
    assert "at least 10 examples satisfy it" in messages.message.text
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', on=False)
    with qtbot.waitSignal(controller.added):
        project.exchange.jobs[-1].finished.emit([MinedRule(rule, 61)])
    assert "“At most 1 DRUG in a sentence” (61 of 61)" in messages.message.text
    assert [kept.on for kept in project.session.project.rules.values()] == [False]
    messages.message.do()
    assert project.session.project.rules == {}


def test_learned_costs_are_one_step(controller, project, messages):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    hard = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    session.apply(add_rules(session.project, [soft, hard]))
    controller.learn_costs()
    assert project.exchange.requests[-1] == ("learn_costs",)
    project.exchange.jobs[-1].finished.emit({1: 0.75, 2: 3.0, 9: 1.0})
    assert [rule.cost for rule in session.project.ordered_rules()] == [0.75, None]
    assert "At most 1 DRUG in a sentence: 0.75" in messages.message.text
    messages.message.do()
    assert session.project.rules[1].cost == 2.0


@pytest.mark.parametrize(
    ("changed", "received"),
    [
        ([0, 2], "“At most 1 DRUG in a sentence” affects 2 sentences."),
        ([2], "“At most 1 DRUG in a sentence” affects 1 sentence."),
        ([], "“At most 1 DRUG in a sentence” currently affects no suggestions."),
    ],
)
def test_what_a_new_rule_changes_is_said_once_it_is_counted(
    controller, project_controller, messages, window, qtbot, changed, received
):
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    controller.report_new_rule({1: RuleFinding()})
    controller._keep_rule(rule)
    controller.report_new_rule({})
    controller.report_new_rule({1: RuleFinding(has_model=False)})
    assert messages.message is None
    controller.report_new_rule({1: RuleFinding(changed=np.array(changed, np.int64))})
    assert messages.message.text == received
    if changed:
        messages.message.do()
        dialog = next(d for d in window.findChildren(SentenceListDialog) if d.isVisible())
        with qtbot.waitSignal(project_controller.sentence_requested) as seen:
            dialog.sentence_requested.emit(2)
        assert seen.args == [2, 0]
        project_controller.list_sentences("Others", np.array([1]))
    messages.dismiss()
    controller.report_new_rule({1: RuleFinding()})
    assert messages.message is None


@pytest.mark.parametrize(
    ("broken", "changed", "text"),
    [
        (
            [0, 2],
            [1],
            "The confirmed labels of 2 sentences violate “At most 1 DRUG in a sentence”. "
            "It affects 1 open sentence.",
        ),
        ([2], [], "The confirmed labels of 1 sentence violate “At most 1 DRUG in a sentence”."),
    ],
)
def test_violations_of_a_new_rule_are_a_warning(
    controller, project_controller, messages, window, qtbot, broken, changed, text
):
    controller._keep_rule(ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}'))
    changed, broken = np.array(changed, np.int64), np.array(broken, np.int64)
    finding = RuleFinding(changed=changed, broken=broken, broken_at=broken + 1)
    controller.report_new_rule({1: finding})
    assert (messages.message.text, messages.message.kind) == (text, "warning")
    messages.message.do()
    dialog = next(d for d in window.findChildren(SentenceListDialog) if d.isVisible())
    assert dialog.windowTitle() == "Violations of “At most 1 DRUG in a sentence”"
    with qtbot.waitSignal(project_controller.sentence_requested) as seen:
        dialog.sentence_requested.emit(2)
    assert seen.args == [2, 3], "at the token that violates it"


def reported_rule(controller, project, unit):
    """Add a rule, and have it told that it changes two sentences; return its number."""
    controller._keep_rule(ProjectRule(0, "count", parameters_of({"unit": unit, "at_most": 1})))
    number = max(project.session.project.rules)
    controller.report_new_rule({number: RuleFinding(changed=np.array([0, 2]))})
    return number


def remove(session, number):
    session.apply(remove_rule(session.project, number))


def turn_off(session, number):
    session.apply(switch_rule(session.project, number, on=False))


def change(session, number):
    rule = session.project.rules[number]
    edited = replace(rule, parameters=parameters_of({"unit": "DOSE", "at_most": 3}))
    session.apply(change_rule(session.project, edited))


def undo(session, _number):
    session.undo()


@pytest.mark.parametrize("end", [undo, remove, turn_off, change])
def test_what_a_rule_changes_is_said_no_longer_once_it_is_gone(controller, project, messages, end):
    number = reported_rule(controller, project, "DRUG")
    assert "affects 2 sentences" in messages.message.text
    end(project.session, number)
    assert messages.message is None
    if end is remove:
        project.session.undo()
        assert messages.message is None


def test_only_the_newest_rule_is_told_of(controller, project, messages):
    reported_rule(controller, project, "DRUG")
    reported_rule(controller, project, "DOSE")
    assert "DOSE" in messages.message.text
    project.session.undo()
    assert messages.message is None


def test_quotes_in_the_title_of_a_rule_are_single_inside_others(controller, project, messages):
    shown_text = {
        "matcher": {"kind": "phrases", "phrases": [["York"]]},
        "effect": "implies",
        "labels": ["DRUG"],
    }
    controller._keep_rule(ProjectRule(0, "lexical", parameters_of(shown_text)))
    controller.report_new_rule({1: RuleFinding(changed=np.array([0]))})
    assert messages.message.text == "“‘York’: always DRUG” affects 1 sentence."


@pytest.mark.parametrize(
    ("broken", "changed", "end"),
    [
        ([1], [0, 2], "1 Satz verstoßen gegen {}. Die Regel betrifft 2 offene Sätze."),
        ([1, 2], [0], "2 Sätzen verstoßen gegen {}. Die Regel betrifft 1 offenen Satz."),
    ],
)
def test_each_number_of_a_report_has_its_own_plural(
    controller, project, messages, broken, changed, end
):
    controller._keep_rule(ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', name="One"))
    finding = RuleFinding(changed=np.array(changed), broken=np.array(broken))
    with window_in("de"):
        controller.report_new_rule({1: finding})
    text = messages.message.text
    assert text == f"Die bestätigten Labels von {end.format('„One“')}"


def test_rules_from_a_file_are_told_of_until_they_are_taken_back(
    controller, project, messages, monkeypatch
):
    choose(monkeypatch, getOpenFileName=("r.json", ""))
    controller.import_rules()
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    project.exchange.jobs[-1].finished.emit(ReadRules((rule,), 0))
    assert messages.message.text == "Rules added: 1."
    project.session.undo()
    assert messages.message is None


def test_a_rule_that_cannot_be_obeyed_changes_nothing_and_says_so_in_its_list(controller, messages):
    controller._keep_rule(ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', on=False))
    controller.report_new_rule({1: RuleFinding(changed=np.array([1]))})
    assert messages.message is None


def test_another_file_of_rules_is_replaced_only_on_request(
    controller, project, monkeypatch, tmp_path
):
    project.session.apply(
        add_rules(
            project.session.project, [ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')]
        )
    )
    (tmp_path / "out.json").touch()
    seen = type_names(monkeypatch, "Cancel", tmp_path / "out")
    controller.export_rules()
    assert seen[1] == question(tmp_path / "out.json")
    assert project.exchange.requests == []
