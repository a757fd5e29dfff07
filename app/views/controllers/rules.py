"""Commands of rules: editing, mining, learning penalties, files.

Dialogs are imported on first use, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.numbers import general, grouped
from app.domain.rules import rule_text, rule_title, title_in_quotes
from app.edits.rules import add_rules, change_rule, set_costs, switch_rule
from app.item_models.rules import translated
from app.views.controllers.project import ProjectController
from app.views.file_names import FileNames
from app.views.panels.messages import Messages
from app.views.undoable_messages import UndoableMessages
from app.views.widgets.base_dialog import open_one
from crfcore.errors import as_text

if TYPE_CHECKING:
    from app.domain.changes import Changes
    from app.domain.edits import Edit
    from app.domain.rule_findings import RuleFinding
    from app.domain.rules import ProjectRule
    from app.jobs.rule_effects.mining import MinedRule
    from app.jobs.rules.files import ReadRules
    from app.services.projects import OpenProject
    from app.views.dialogs.rule_editor import RuleEditor


class RulesController(QObject):
    """Carries out the commands about the rules of one open project.

    Signals
    -------
    added : ()
        Rules were found and added, switched off: they are to be seen.
    """

    added = Signal()

    def __init__(
        self,
        project: OpenProject,
        project_controller: ProjectController,
        messages: Messages,
        files: FileNames,
        window: QWidget,
    ) -> None:
        """Act on a project; ``project_controller`` creates labels and lists sentences."""
        super().__init__(window)
        self._project = project
        self._project_controller = project_controller
        self._messages = messages
        self._files = files
        self._window = window
        self._new_rule: int | None = None
        self._reported_rule: tuple[ProjectRule, str] | None = None
        self._undoable = UndoableMessages(project.session, messages, self)
        project.session.project_changed.connect(self._forget_old_rule)
        project.rule_counts.counted.connect(self.report_new_rule)

    def add_rule(self) -> None:
        """Open the editor of a new rule."""
        self.edit_rule(None)

    def edit_rule(self, rule: ProjectRule | None) -> RuleEditor | None:
        """Open the editor of a rule, None for a new one."""
        from app.views.dialogs.rule_editor import RuleEditor
        from app.views.dialogs.rule_forms import form_of

        session = self._project.session
        if session.saving.refuses():
            return None
        if not session.project.visible_labels():
            self._messages.show_message(
                self.tr("Rules refer to labels: make the first."),
                "info",
                self.tr("New label…"),
                self._project_controller.new_label,
            )
            return None
        if rule is not None and form_of(rule.kind, rule.fields) < 0:
            text = self.tr("{rule} cannot be edited in this version, only removed or switched off.")
            self._messages.show_message(text.format(rule=title_in_quotes(rule, translated)), "info")
            return None
        number = None if rule is None else rule.id
        opened = open_one(RuleEditor, self._window, lambda one: one.rule_id == number)
        if opened is not None:
            return opened
        editor = RuleEditor(session.project, rule, self._window)
        editor.wanted.connect(self._keep_rule)
        editor.show()
        return editor

    def show_removed(self, edit: Edit, rule: ProjectRule) -> None:
        """Report that a rule was removed, with a button that brings it back."""
        title = title_in_quotes(rule, translated)
        self._undoable.show(edit, self.tr("Removed {rule}.").format(rule=title))

    def _keep_rule(self, rule: ProjectRule) -> None:
        session = self._project.session
        now = session.project.rules.get(rule.id)
        if now is not None:
            # Its switch and its position are not in the form, and may have changed meanwhile.
            edit = change_rule(session.project, replace(rule, on=now.on, position=now.position))
        else:
            edit = add_rules(session.project, [rule])
            if edit.empty:
                self._report_existing(rule)
        if session.apply(edit) is not None:
            self._new_rule = next(c.after.id for c in edit.rules if c.after is not None)

    def _report_existing(self, rule: ProjectRule) -> None:
        """Say that a rule exists already, and offer to switch it on if it is off."""
        project = self._project.session.project
        alike = (rule.kind, rule.parameters)
        found = [one for one in project.rules.values() if (one.kind, one.parameters) == alike]
        if all(one.on for one in found):
            self._messages.show_message(self.tr("This rule already exists."), "info")
            return
        off = next(one.id for one in found if not one.on)
        self._messages.show_message(
            self.tr("This rule already exists, but is switched off."),
            "info",
            self.tr("Switch on"),
            lambda: self._switch_on(off),
        )

    def _switch_on(self, number: int) -> None:
        session = self._project.session
        if number in session.project.rules:
            session.apply(switch_rule(session.project, number, on=True))

    def report_new_rule(self, findings: Mapping[int, RuleFinding]) -> None:
        """Report what a new rule affects, once that is counted."""
        rule = self._project.session.project.rules.get(self._new_rule or 0)
        if rule is None or rule.id not in findings or not findings[rule.id].has_model:
            return
        self._new_rule = None
        changed, broken = findings[rule.id].changed, findings[rule.id].broken
        title = title_in_quotes(rule, translated)
        if not rule.on or findings[rule.id].trouble:
            return
        self._withdraw_rule()
        if len(broken):
            text = self._violations_text(title, len(broken), len(changed))
            self._messages.show_message(
                text,
                "warning",
                self._show_text(len(broken)),
                lambda: self._project_controller.list_sentences(
                    self.tr("Violations of {rule}").format(rule=title),
                    broken,
                    findings[rule.id].tokens(),
                ),
            )
        elif not len(changed):
            text = self.tr("{rule} currently affects no suggestions.").format(rule=title)
            self._messages.show_message(text, "info")
        else:
            one = self.tr("{rule} affects 1 sentence.")
            many = self.tr("{rule} affects {n} sentences.", None, len(changed))
            text = (one if len(changed) == 1 else many).format(rule=title, n=grouped(len(changed)))
            self._messages.show_message(
                text,
                "done",
                self._show_text(len(changed)),
                lambda: self._project_controller.list_sentences(
                    self.tr("Affected by {rule}").format(rule=title), changed
                ),
                temporary=True,
            )
        self._reported_rule = rule, text

    def _show_text(self, n: int) -> str:
        return self.tr("Show it…") if n == 1 else self.tr("Show them…")

    def _violations_text(self, title: str, n_broken: int, n_changed: int) -> str:
        one = self.tr("The confirmed labels of 1 sentence violate {rule}.")
        many = self.tr("The confirmed labels of {n} sentences violate {rule}.", None, n_broken)
        text = (one if n_broken == 1 else many).format(rule=title, n=grouped(n_broken))
        if not n_changed:
            return text
        one = self.tr("{violations} It affects 1 open sentence.")
        many = self.tr("{violations} It affects {n} open sentences.", None, n_changed)
        return (one if n_changed == 1 else many).format(violations=text, n=grouped(n_changed))

    def _forget_old_rule(self, changes: Changes) -> None:
        """Withdraw the report about a rule that was removed or changed."""
        if changes.rules and self._reported_rule is not None:
            rule = self._reported_rule[0]
            if self._project.session.project.rules.get(rule.id) != rule:
                self._withdraw_rule()

    def _withdraw_rule(self) -> None:
        if self._reported_rule is not None:
            self._messages.withdraw(self._reported_rule[1])
            self._reported_rule = None

    # ---- mining and penalties

    def find_rules(self) -> None:
        """Mine rules from the confirmed labels, and add them, switched off."""
        self._project.exchange.find_rules().finished.connect(self._take_found)

    def _take_found(self, found: list[MinedRule]) -> None:
        from app.jobs.rule_effects.mining import MIN_TIMES

        session = self._project.session
        if not found:
            self._messages.show_message(
                self.tr(
                    "No new rules found. They need labelled sentences: a rule is found where at "
                    "least {n} examples satisfy it, and none violates it."
                ).format(n=MIN_TIMES),
                "info",
            )
            return
        edit = session.apply(add_rules(session.project, [one.rule for one in found]))
        if edit is None:  # refused with a message; or these rules exist by now
            return
        listed = "; ".join(
            self.tr("“{rule}” ({n} of {n})").format(
                rule=rule_text(one.rule, translated), n=one.times
            )
            for one in found
        )
        one = self.tr("1 rule found and added, switched off: {rules}. Switch it on if it is right.")
        many = self.tr(
            "{n} rules found and added, switched off: {rules}. Switch on those that are right.",
            None,
            len(found),
        )
        text = one if len(found) == 1 else many
        self._undoable.show(edit, text.format(n=grouped(len(found)), rules=listed))
        self.added.emit()

    def learn_costs(self) -> None:
        """Learn the penalties of soft rules from the confirmed labels."""
        project = self._project.session.project
        made = any(rule.on and not rule.hard for rule in project.rules.values())
        listed = any(one.as_rule and one.cost is not None for one in project.gazetteers.values())
        if not made and not listed:
            self._messages.show_message(
                self.tr(
                    "No soft rules to learn penalties for: make a rule soft, or switch a soft one "
                    "on."
                ),
                "info",
            )
            return
        self._project.exchange.learn_costs().finished.connect(self._take_costs)

    def _take_costs(self, costs: dict[int, float]) -> None:
        session = self._project.session
        wanted = set_costs(session.project, costs)
        if wanted.empty:
            self._messages.show_message(
                self.tr("Penalties already fit the confirmed labels."), "info"
            )
            return
        edit = session.apply(wanted)
        if edit is None:
            return
        rules = session.project.rules
        listed = "; ".join(
            self.tr("{rule}: {cost}").format(
                rule=rule_title(rules[number], translated), cost=general(cost)
            )
            for number, cost in costs.items()
            if number in rules
        )
        self._undoable.show(edit, self.tr("Penalties updated: {rules}.").format(rules=listed))

    # ---- files

    def import_rules(self) -> None:
        """Ask for a file of rules, and add them."""
        path = self._files.to_open(self.tr("Import rules"), self._rule_files())
        if path is not None:
            self._project.exchange.read_rules(path).finished.connect(self._take_rules)

    def _take_rules(self, found: ReadRules) -> None:
        session = self._project.session
        edit = add_rules(session.project, found.rules)
        applied = session.apply(edit)
        if applied is None and not edit.empty:
            return  # refused with a message
        n_added = len(edit.rules)
        text = self.tr("Rules added: {n}.").format(n=n_added)
        if n_added < len(found.rules):
            known = len(found.rules) - n_added
            text += " " + self.tr("Already present: {n}.").format(n=known)
        if found.n_sentences:
            text += " " + self.tr("Rules for individual sentences were skipped.")
        self._messages.show_message(text, "done")
        if applied is not None:
            self._undoable.withdraw_with((applied,), text)

    def export_rules(self) -> None:
        """Ask for a file, and export the rules."""
        if not self._project.session.project.rules:
            self._messages.show_message(self.tr("There are no rules to export yet."), "info")
            return
        proposed = self._files.folder / f"{self._project.path.stem}-{self.tr('rules')}.json"
        path = self._files.to_save(self.tr("Export rules"), proposed, self._rule_files())
        if path is not None:
            self._messages.report_when_done(
                self._project.exchange.write_rules(path),
                lambda n: (
                    self.tr("Exported 1 rule to {path}.").format(path=as_text(path))
                    if n == 1
                    else self.tr("Exported {n} rules to {path}.", None, n).format(
                        n=n, path=as_text(path)
                    )
                ),
            )

    def _rule_files(self) -> str:
        return self.tr("Rules (*.json);;All files (*)")
