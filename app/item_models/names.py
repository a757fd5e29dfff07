"""A model of the names of a document, with the labels of their occurrences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from app.domain.invisible import listed_text
from app.domain.names import NameGroup, TypeCount
from app.domain.numbers import grouped
from app.item_models.rows import RowsModel
from app.session import Session
from app.translation import translator

_tr = translator("Names")


class NameRole(IntEnum):
    """Roles of a name beside its text."""

    GROUP = Qt.ItemDataRole.UserRole + 1
    PARTS = Qt.ItemDataRole.UserRole + 2
    TYPES = Qt.ItemDataRole.UserRole + 3
    OPEN = Qt.ItemDataRole.UserRole + 4


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of the bar of labels: a share of the occurrences, and the index of their colour.

    ``colour`` is None for no label; the part is ``confirmed``, or suggested.
    """

    share: float
    colour: int | None
    confirmed: bool


def types_in_words(types: Sequence[TypeCount]) -> str:
    """Return the labels of a name with their counts, as "ORG 3, PER 1"."""
    return ", ".join(f"{one.label or _tr('no label')} {grouped(one.n)}" for one in types)


def labels_in_words(types: Sequence[TypeCount]) -> tuple[str, str]:
    """Return the labels of a name, with their counts and without."""
    return types_in_words(types), ", ".join(one.label or _tr("no label") for one in types)


def reason_in_words(group: NameGroup) -> str:
    """Return why a sentence with a mixed name is listed, as "Springer: ORG 3, PER 1"."""
    return f"{group.name}: {types_in_words(group.types)}"


class NamesModel(RowsModel):
    """Lists the groups from `show_groups`."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._groups: list[NameGroup] = []

    def group(self, row: int) -> NameGroup:
        """Return the name of a row."""
        return self._groups[row]

    def row_of(self, key: tuple[int, str]) -> int | None:
        """Return the row of a name by its key, None if it is not listed."""
        rows = (row for row, group in enumerate(self._groups) if group.key == key)
        return next(rows, None)

    def row_at(self, sentence_index: int, token: int) -> int | None:
        """Return the row of the name at a token, None for none."""
        return next(
            (row for row, one in enumerate(self._groups) if one.is_at(sentence_index, token)), None
        )

    @property
    def n_mixed(self) -> int:
        """The number of names with different labels."""
        return sum(group.is_mixed for group in self._groups)

    @property
    def n_labelled(self) -> int:
        """The number of names that have a label somewhere, other than "no label"."""
        return sum(any(one.label for one in group.types) for group in self._groups)

    def show_groups(self, groups: Sequence[NameGroup]) -> None:
        """List other groups; the rows stay if they are the same names in the same order."""
        same = [group.key for group in groups] == [group.key for group in self._groups]
        if same:
            self._groups = list(groups)
            self._all_changed()
        else:
            self.beginResetModel()
            self._groups = list(groups)
            self.endResetModel()

    def _n_rows(self) -> int:
        return len(self._groups)

    def _answer(self, row: int, role: int) -> object:
        group = self._groups[row]
        answers: dict[int, Callable[[], object]] = {
            Qt.ItemDataRole.DisplayRole: lambda: group.name,
            Qt.ItemDataRole.ToolTipRole: lambda: self._tip(group),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(group),
            NameRole.GROUP: lambda: group,
            NameRole.PARTS: lambda: self._parts(group),
            NameRole.TYPES: lambda: types_in_words(group.types),
            NameRole.OPEN: lambda: self._open(group),
        }
        answer = answers.get(role)
        return None if answer is None else answer()

    def _parts(self, group: NameGroup) -> tuple[BarPart, ...]:
        colours = {one.name: one.colour for one in self._session.project.visible_labels()}
        return tuple(
            BarPart(n / group.n, colours.get(one.label), confirmed)
            for one in group.types
            for n, confirmed in ((one.confirmed, True), (one.suggested, False))
            if n
        )

    def _open(self, group: NameGroup) -> str:
        if not group.n_open:
            return self.tr("all confirmed")
        text = self.tr("{n} confirmed, {open} open")
        return text.format(n=grouped(group.n - group.n_open), open=grouped(group.n_open))

    def _tip(self, group: NameGroup) -> str:
        lines = [f"{listed_text(group.name)}: {self._count(group)}"]
        lines += [self._type_line(one) for one in group.types]
        shown = sum(one.n for one in group.types)
        if shown < group.n:
            lines.append(self.tr("{n} without a suggestion").format(n=grouped(group.n - shown)))
        if group.is_mixed:
            lines.append(self.tr("The same name has different labels: one of them may be wrong"))
        lines.append(self.tr("Enter goes to the next occurrence, a label key labels the open ones"))
        return "\n".join(lines)

    def _type_line(self, one: TypeCount) -> str:
        parts = [
            text.format(n=grouped(n))
            for n, text in (
                (one.confirmed, self.tr("{n} confirmed")),
                (one.suggested, self.tr("{n} suggested")),
            )
            if n
        ]
        return f"{one.label or self.tr('No label')}: {', '.join(parts)}"

    def _count(self, group: NameGroup) -> str:
        text = self.tr("{n} occurrences", None, group.n)
        return self.tr("1 occurrence") if group.n == 1 else text.format(n=grouped(group.n))

    def _spoken(self, group: NameGroup) -> str:
        mixed = self.tr("different labels") if group.is_mixed else ""
        types = types_in_words(group.types)
        parts = (group.name, self._count(group), mixed, types, self._open(group))
        return ", ".join(filter(None, parts))
