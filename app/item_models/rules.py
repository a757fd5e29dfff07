"""A model of rules with their effects."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.changes import Changes
from app.domain.numbers import general, grouped
from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.rules import ProjectRule, rule_text, rule_title
from app.item_models.rows import Index, RowsModel
from app.session import Session
from app.translation import translated_message, translator

translated = translator("Rules")
"""Return a sentence of `app.domain.rules` in the user's language."""


class RuleRole(IntEnum):
    """Roles of a rule beside its title."""

    RULE = Qt.ItemDataRole.UserRole + 1
    NOTE = Qt.ItemDataRole.UserRole + 2
    BROKEN = Qt.ItemDataRole.UserRole + 3
    COST = Qt.ItemDataRole.UserRole + 4


def _listed(finding: RuleFinding) -> str:
    return ", ".join(finding.unknown)


class RulesModel(RowsModel):
    """Lists the rules in their order, with effects from `show_findings` and `show_states`."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rules = session.project.ordered_rules()
        self._findings: Mapping[int, RuleFinding] = {}
        self._states = RuleStates()
        session.project_changed.connect(self._follow)

    def rule(self, row: int) -> ProjectRule:
        """Return the rule of a row."""
        return self._rules[row]

    def finding(self, row: int) -> RuleFinding | None:
        """Return the effects of a row's rule; None while unknown."""
        return self._findings.get(self._rules[row].id)

    def row_of(self, rule_id: int) -> int | None:
        """Return the row of a rule, None if it is not listed."""
        rows = (row for row, rule in enumerate(self._rules) if rule.id == rule_id)
        return next(rows, None)

    def show_findings(self, findings: Mapping[int, RuleFinding]) -> None:
        """Show the effects of each rule, by its id."""
        self._findings = findings
        self._all_changed()

    def show_states(self, states: RuleStates) -> None:
        """Show the numbers of states of the rules."""
        self._states = states
        self._all_changed()

    def together(self) -> str:
        """Return the cost of all rules that are on, in words; "" for none, or while unknown."""
        if not any(rule.on for rule in self._rules) or not self._states.each:
            return ""
        n = self._states.together
        parts = [self._n_states(n)] if n else []
        if self._states.by_integers:
            parts.append(self.tr("exact search (slower)"))
        return " · ".join(parts)

    def _n_states(self, n: int) -> str:
        return self.tr("1 state") if n == 1 else self.tr("{n} states", None, n).format(n=grouped(n))

    def _cost(self, rule: ProjectRule) -> str:
        """Return the number of states of a rule in words, "" while unknown."""
        if rule.id not in self._states.each:
            return ""
        states = self._states.each[rule.id]
        if states is None or rule.id in self._states.by_integers:
            return self.tr("slow (exact search)")
        return self._n_states(states) if states else ""

    def _cost_in_words(self, rule: ProjectRule) -> str:
        states = self._states.each[rule.id]
        if states is None:
            return self.tr(
                "Solved by an exact search: slower. Confidences take it into account only if it is "
                "about equal words, in sentences of ordinary length."
            )
        if rule.id in self._states.by_integers:
            return self.tr(
                "{states} alone, but too many combined with the other rules, so it is solved by an "
                "exact search: slower, and confidences do not take it into account."
            ).format(states=self._n_states(states))
        if not states:
            return self.tr("Adds almost no decoding time.")
        return self.tr("Uses {states}. More states mean slower suggestions.").format(
            states=self._n_states(states)
        )

    def _n_rows(self) -> int:
        return len(self._rules)

    def flags(self, index: Index) -> Qt.ItemFlag:  # noqa: D102 (Qt's own)
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def _answer(self, row: int, role: int) -> object:
        rule = self._rules[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return rule_title(rule, translated)
        if role == RuleRole.RULE:
            return rule
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if rule.on else Qt.CheckState.Unchecked
        if role == RuleRole.NOTE:
            return self._note(rule)
        if role == RuleRole.COST:
            return self._cost(rule)
        if role == RuleRole.BROKEN:
            finding = self._findings.get(rule.id)
            return finding is not None and bool(finding.trouble or len(finding.broken))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(rule)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = self.tr("on") if rule.on else self.tr("off")
            return f"{rule_title(rule, translated)}, {state}, {self._note(rule)}"
        return None

    def _note(self, rule: ProjectRule) -> str:
        # Problems come first: the panel is narrow.
        parts = []
        finding = self._findings.get(rule.id)
        if finding is not None:
            if finding.trouble:
                return translated_message(finding.trouble)
            if finding.unknown:
                parts.append(self.tr("unknown label {names}").format(names=_listed(finding)))
            if len(finding.broken):
                n_broken = len(finding.broken)
                many = self.tr("{n} violations", None, n_broken).format(n=grouped(n_broken))
                parts.append(self.tr("1 violation") if n_broken == 1 else many)
        # In a narrow list the end is cut.
        if not rule.on:
            parts.append(self.tr("off"))
        if rule.cost is not None:
            parts.append(self.tr("soft, penalty {cost}").format(cost=general(rule.cost)))
        if rule.on and finding is not None and finding.has_model:
            n = len(finding.changed)
            short = self.tr("affects {n}").format(n=grouped(n))
            parts.append(short if n and len(finding.broken) else self._affected(n))
        return " · ".join(parts) or self.tr("hard")

    def _affected(self, n: int) -> str:
        one = self.tr("affects 1 sentence") if n else self.tr("affects none")
        return self.tr("affects {n} sentences", None, n).format(n=grouped(n)) if n > 1 else one

    def _tip(self, rule: ProjectRule) -> str:
        lines = [rule_text(rule, translated) + "."]
        finding = self._findings.get(rule.id)
        if finding is not None and finding.trouble:
            lines.append(translated_message(finding.trouble))
        elif finding is not None:
            if finding.unknown:
                lines.append(
                    self.tr(
                        "This project has no label {names}; the rule behaves as if it never "
                        "occurred. Edit the rule or switch it off."
                    ).format(names=_listed(finding))
                )
            if finding.has_model:
                lines.append(
                    self.tr("Open sentences whose suggestions it changes: {n}.").format(
                        n=grouped(len(finding.changed))
                    )
                )
            lines.append(
                self.tr("Confirmed sentences that violate it: {n}.").format(
                    n=grouped(len(finding.broken))
                )
            )
        if rule.id in self._states.each:
            lines.append(self._cost_in_words(rule))
        return "\n".join(lines)

    def _follow(self, changes: Changes) -> None:
        if not changes.rules:
            return
        rules = self._session.project.ordered_rules()
        if [rule.id for rule in rules] == [rule.id for rule in self._rules]:
            self._rules = rules
            self._all_changed()
            return
        self.beginResetModel()
        self._rules = rules
        self.endResetModel()
