"""A model of gazetteers with their sizes, occurrences and uses."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.changes import Changes
from app.domain.control_sample import is_control
from app.domain.gazetteers import Gazetteer, Use, rule_id_of
from app.domain.numbers import grouped
from app.domain.rule_findings import RuleFinding
from app.item_models.rows import RowsModel
from app.jobs.data.snapshot import ENOUGH_LABELLED
from app.jobs.kernels import PREPARING
from app.session import Session
from app.translation import translated_message, translator

tr = translator("GazetteersModel")


class GazetteerRole(IntEnum):
    """Roles of a gazetteer beside its name."""

    GAZETTEER = Qt.ItemDataRole.UserRole + 1
    NOTE = Qt.ItemDataRole.UserRole + 2
    BROKEN = Qt.ItemDataRole.UserRole + 3
    USES = Qt.ItemDataRole.UserRole + 4
    SHARE = Qt.ItemDataRole.UserRole + 5


class GazetteersModel(RowsModel):
    """Lists the gazetteers, with counts from `show_counts` and `show_findings`."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: tuple[Gazetteer, ...] = ()
        self._labelled: frozenset[int] = frozenset()
        self._unknown: Mapping[int, list[str]] = {}
        self._list()
        self._counts: Mapping[int, int | str] = {}
        self._findings: Mapping[int, RuleFinding] = {}
        self._has_segments = False
        session.project_changed.connect(self._follow)

    def gazetteer(self, row: int) -> Gazetteer:
        """Return the gazetteer of a row."""
        return self._rows[row]

    def uses(self, row: int) -> tuple[Use, ...]:
        """Return the uses that a row's gazetteer has now: suggestions need a label."""
        own = self._rows[row]
        return tuple(use for use in own.possible_uses if own.uses(use) and self.can(row, use))

    def can(self, row: int, use: Use) -> bool:
        """Return whether a row's gazetteer can be used in this way."""
        own = self._rows[row]
        return use in own.possible_uses and (use is not Use.PROPOSALS or own.id in self._labelled)

    def finding(self, row: int) -> RuleFinding | None:
        """Return the effects of a row's gazetteer as a rule; None while unknown."""
        own = self._rows[row]
        return self._findings.get(rule_id_of(own.id)) if own.as_rule else None

    def show_kind_of_model(self, *, has_segments: bool) -> None:
        """Say of expectations whether the model can have them: those of segments have none."""
        if has_segments != self._has_segments:
            self._has_segments = has_segments
            self._all_changed()

    def show_counts(self, counts: Mapping[int, int | str]) -> None:
        """Show the number of occurrences of each gazetteer, by its id."""
        self._counts = counts
        self._all_changed()

    def show_findings(self, findings: Mapping[int, RuleFinding]) -> None:
        """Show the effects of each rule, by its id."""
        self._findings = findings
        self._all_changed()

    def _n_rows(self) -> int:
        return len(self._rows)

    def _answer(self, row: int, role: int) -> object:
        own = self._rows[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return own.name
        if role == GazetteerRole.GAZETTEER:
            return own
        if role == GazetteerRole.NOTE:
            return self._note(row)
        if role == GazetteerRole.SHARE:
            return self._share(row)
        if role == GazetteerRole.USES:
            return self.uses(row)
        if role == GazetteerRole.BROKEN:
            finding = self.finding(row)
            count = self._counts.get(own.id)
            if isinstance(count, str):
                return count != PREPARING
            return finding is not None and bool(finding.trouble or len(finding.broken))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            listed = ", ".join(use_name(use) for use in self.uses(row)) or self.tr("off")
            parts = own.name, self._note(row), self._share(row), listed
            return ", ".join(part for part in parts if part)
        return None

    def _note(self, row: int) -> str:
        own, finding = self._rows[row], self.finding(row)
        if finding is not None and finding.trouble:
            return translated_message(finding.trouble)
        n_found = self._counts.get(own.id)
        if isinstance(n_found, str):
            return translated_message(n_found)
        n_phrases = len(self._session.project.phrases.get(own.id, ()))
        many = self.tr("{n} phrases", None, n_phrases).format(n=grouped(n_phrases))
        parts = [self.tr("1 phrase") if n_phrases == 1 else many]
        if own.grammar:
            parts = [self.tr("Grammar")]
        if finding is not None and len(finding.broken):
            n_broken = len(finding.broken)
            many = self.tr("{n} violations", None, n_broken).format(n=grouped(n_broken))
            parts.insert(0, self.tr("1 violation") if n_broken == 1 else many)
        unknown = self._unknown[own.id]
        if unknown:
            parts.insert(0, self.tr("unknown label {names}").format(names=", ".join(unknown)))
        if n_found is not None:
            many = self.tr("{n} occurrences", None, n_found).format(n=grouped(n_found))
            parts.append(self.tr("1 occurrence") if n_found == 1 else many)
        return " · ".join(parts)

    def _tip(self, row: int) -> str:
        own = self._rows[row]
        case = self.tr("ignores case") if own.ignore_case else self.tr("case matters")
        lines = [f"{own.name}: {self._note(row)}" + ("" if own.grammar else f", {case}")]
        if own.label:
            lines.append(self.tr("Label: {label}").format(label=own.label))
        if self._expects(row):
            lines.append(self._expectation(row))
        if isinstance(self._counts.get(own.id), int) and self._has_sample():
            lines.append(self.tr("Occurrences in test sentences are not counted"))
        names = ", ".join(use_name(use) for use in own.possible_uses)
        text = self.tr("Press 1, 2 or 3 to switch on or off: {uses}")
        if own.grammar:
            text = self.tr("Press 2 or 3 to switch on or off: {uses}")
        lines.append(text.format(uses=names))
        if self._unknown[own.id]:
            text = self.tr("This project has no label {names}: create it, or edit the gazetteer")
            lines.append(text.format(names=", ".join(self._unknown[own.id])))
        if not self.can(row, Use.PROPOSALS):
            lines.append(self.tr("Early suggestions need a label: choose one in the editor"))
        return "\n".join(lines)

    def _expects(self, row: int) -> bool:
        """Return whether models learn the expectation of a row's gazetteer."""
        own = self._rows[row]
        return own.share is not None and own.as_features

    def _share(self, row: int) -> str:
        """Return the expected share of a row's words, "" without one."""
        share = self._rows[row].share if self._expects(row) else None
        return "" if share is None else self.tr("{n}% expected").format(n=round(100 * share))

    def _expectation(self, row: int) -> str:
        own = self._rows[row]
        text = self.tr("Expected: {n}% of the words have no label")
        if own.id in self._labelled:
            text = self.tr("Expected: {n}% of the words have the label")
        expected = text.format(n=round(100 * (own.share or 0.0)))
        if self._has_segments:
            unused = self.tr("This is not used while the model scores segments")
            return f"{expected}\n{unused}"
        until = self.tr("The model learns this until {n} sentences are labelled")
        return f"{expected}\n{until.format(n=ENOUGH_LABELLED)}"

    def _list(self) -> None:
        project = self._session.project
        self._rows = project.ordered_gazetteers()
        rows = [project.listed(one.id) for one in self._rows]
        self._labelled = frozenset(one.gazetteer.id for one in rows if one.has_label)
        known = {label.name for label in project.visible_labels()}
        self._unknown = {one.gazetteer.id: sorted(one.labels - known) for one in rows}

    def _has_sample(self) -> bool:
        return bool(is_control(self._session.corpus, self._session.visible).any())

    def _follow(self, changes: Changes) -> None:
        if not (changes.gazetteers or changes.labels):
            return
        rows = self._session.project.ordered_gazetteers()
        if [one.id for one in rows] == [one.id for one in self._rows]:
            self._list()
            self._all_changed()
            return
        self.beginResetModel()
        self._list()
        self.endResetModel()


def use_name(use: Use) -> str:
    """Return the name of a use."""
    names = {
        Use.RULE: tr("Rule"),
        Use.FEATURES: tr("Features"),
        Use.PROPOSALS: tr("Early suggestions"),
    }
    return names[use]
