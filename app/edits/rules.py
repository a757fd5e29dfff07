"""Edits of a project's rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from app.domain.edits import Edit, RuleChange
from app.domain.invisible import as_name
from app.domain.project import Project
from app.domain.rules import ProjectRule, renamed, rule_title
from app.domain.step_texts import step_data


def add_rules(project: Project, rules: Iterable[ProjectRule]) -> Edit:
    """Add rules at the end of the list, with new ids.

    A rule equal to another of the project is left out.
    """
    number = max(project.rules, default=0)
    position = max((rule.position for rule in project.rules.values()), default=-1)
    known = {(rule.kind, rule.parameters) for rule in project.rules.values()}
    added: list[ProjectRule] = []
    for rule in rules:
        if (rule.kind, rule.parameters) not in known:
            known.add((rule.kind, rule.parameters))
            step = len(added) + 1
            name = as_name(rule.name)
            added.append(replace(rule, id=number + step, position=position + step, name=name))
    if len(added) == 1:
        summary = step_data(rule_title(added[0]))
    else:
        summary = step_data(len(added), case="many")
    return Edit("add_rules", summary, rules=tuple(RuleChange(None, rule) for rule in added))


def change_rule(project: Project, rule: ProjectRule) -> Edit:
    """Replace the rule that has the same id."""
    before = project.rules[rule.id]
    rule = replace(rule, name=as_name(rule.name))
    changes = (RuleChange(before, rule),) if rule != before else ()
    return Edit("change_rule", step_data(rule_title(rule)), rules=changes)


def switch_rule(project: Project, rule_id: int, *, on: bool) -> Edit:
    """Switch a rule on or off."""
    before = project.rules[rule_id]
    edit = change_rule(project, replace(before, on=on))
    return replace(edit, summary=step_data(rule_title(before), case="on" if on else "off"))


def set_costs(project: Project, costs: Mapping[int, float]) -> Edit:
    """Change the penalties of soft rules; rules that are hard now, or removed, stay so."""
    changes = []
    for number, cost in costs.items():
        before = project.rules.get(number)
        if before is not None and before.cost is not None and before.cost != cost:
            changes.append(RuleChange(before, replace(before, cost=cost)))
    return Edit("set_costs", rules=tuple(changes))


def remove_rule(project: Project, rule_id: int) -> Edit:
    """Remove a rule."""
    rule = project.rules[rule_id]
    return Edit("remove_rule", step_data(rule_title(rule)), rules=(RuleChange(rule, None),))


def reorder_rules(project: Project, rule_ids: Sequence[int]) -> Edit:
    """Reorder the rules."""
    changes = [
        RuleChange(project.rules[number], replace(project.rules[number], position=position))
        for position, number in enumerate(rule_ids)
        if project.rules[number].position != position
    ]
    return Edit("reorder_rules", rules=tuple(changes))


def rules_renamed(project: Project, before: str, after: str) -> tuple[RuleChange, ...]:
    """Return the changes of rules for a label's new name."""
    changes = []
    for rule in project.ordered_rules():
        new = renamed(rule, before, after)
        if new != rule:
            changes.append(RuleChange(rule, new))
    return tuple(changes)
