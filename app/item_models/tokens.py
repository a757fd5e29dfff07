"""A model of the tokens of one sentence, with labels and sources."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import numpy as np
from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.domain.changes import Changes
from app.domain.consistency import ConfirmedName, ConfirmedNames
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.edits import Origin
from app.domain.invisible import names_of_invisible
from app.domain.numbers import grouped
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.item_models.local_times import when_words
from app.item_models.rows import Index
from app.session import Session

SUREST = 99
"""The highest percentage shown for a model's probability."""


class TokenRole(IntEnum):
    """Roles of a token beside its word."""

    RECORD = Qt.ItemDataRole.UserRole + 1
    """The whole `TokenDisplay`."""
    TAG = Qt.ItemDataRole.UserRole + 2
    LABEL = Qt.ItemDataRole.UserRole + 3
    """Name of the label shown, "" for none."""
    KIND = Qt.ItemDataRole.UserRole + 4
    PROBABILITY = Qt.ItemDataRole.UserRole + 5
    MISS = Qt.ItemDataRole.UserRole + 6
    """Whether this is a possible missed span."""
    PROPAGATED = Qt.ItemDataRole.UserRole + 7


MOST_NUMBERS = 6
"""The most numbers of sentences in a tool tip."""


def percent(probability: float) -> int:
    """Return a probability in per cent as it is shown."""
    return min(SUREST, round(100 * probability))


class TokensModel(QAbstractListModel):
    """Lists the tokens of one sentence, and follows their changes."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = ShownSentence(session)
        self._names: ConfirmedNames = {}
        session.changed.connect(self._follow)

    @property
    def sentence(self) -> ShownSentence:
        """The sentence as it is shown."""
        return self._shown

    @property
    def sentence_index(self) -> int:
        """Index of the sentence shown, -1 for none."""
        return self._shown.sentence_index

    @property
    def records(self) -> list[TokenDisplay]:
        """The display records of the tokens."""
        return self._shown.records

    def show(self, sentence_index: int) -> None:
        """List the tokens of another sentence."""
        self.beginResetModel()
        self._shown = ShownSentence(self._session, sentence_index)
        self._names = {}
        self.endResetModel()

    def show_names(self, sentence_index: int, names: ConfirmedNames) -> None:
        """Tell which confirmed names speak about the suggestions of the sentence."""
        if sentence_index == self.sentence_index:
            self._names = names

    def show_changes(self, *, everything: bool = False) -> None:
        """Show the sentence as it is now; ``everything``: the names of labels may have changed."""
        # No reset, with which views would lose the caret.
        before = self.records
        self._shown = ShownSentence(self._session, self.sentence_index)
        self._shown.keep(before)
        if everything:
            changed = list(range(len(self.records)))
        else:
            pairs = enumerate(zip(before, self.records, strict=True))
            changed = [row for row, (old, new) in pairs if old is not new]
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: D102 (Qt's own)
        return 0 if parent is not None and parent.isValid() else len(self.records)

    def data(  # noqa: D102 (Qt's own)
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not index.isValid() or index.row() >= len(self.records):
            return None
        return self._value(self.records[index.row()], role)

    def flags(self, index: Index) -> Qt.ItemFlag:  # noqa: D102 (Qt's own)
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def _value(self, record: TokenDisplay, role: int) -> object:
        texts: dict[int, Callable[[], object]] = {
            Qt.ItemDataRole.DisplayRole: lambda: record.word,
            Qt.ItemDataRole.ToolTipRole: lambda: self._tip(record),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(record),
            Qt.ItemDataRole.AccessibleDescriptionRole: lambda: (
                self._tip(record) if record.tag else ""
            ),
            TokenRole.RECORD: lambda: record,
            TokenRole.TAG: lambda: record.tag,
            TokenRole.LABEL: lambda: self._shown.name_of(record),
            TokenRole.KIND: lambda: record.kind,
            TokenRole.PROBABILITY: lambda: record.probability,
            TokenRole.MISS: lambda: self._shown.is_miss(record),
            TokenRole.PROPAGATED: lambda: record.propagated,
        }
        found = texts.get(role)
        return found() if found is not None else None

    def _spoken(self, record: TokenDisplay) -> str:
        parts = [record.word]
        if record.kind is not DisplayKind.NONE and record.tag is not None:
            parts += [
                self._shown.name_of(record) or self.tr("no label"),
                self._author_words(record),
            ]
        parts += [self.tr("not {name}").format(name=n) for n in self._shown.forbidden_names(record)]
        if self._shown.is_miss(record):
            parts.append(self.tr("possible missed span"))
        if record.queried:
            parts.append(self.tr("to check"))
        if record.propagated:
            parts.append(self.tr("changed automatically"))
        return ", ".join(parts)

    def _author_words(self, record: TokenDisplay) -> str:
        if record.kind is DisplayKind.PERSON:
            return self.tr("confirmed")
        if record.kind is DisplayKind.IMPORTED:
            return self.tr("imported suggestion")
        if record.kind is DisplayKind.LISTED:
            if record.probability is None:
                return self.tr("from a gazetteer")
            text = self.tr("from a grammar, {percent}%")
            return text.format(percent=percent(record.probability))
        if record.probability is None:
            return self.tr("suggested")
        return self.tr("suggested {percent}%").format(percent=percent(record.probability))

    def _tip(self, record: TokenDisplay) -> str:
        lines = [self._tip_of_tag(record), *self._tips_of_names(record)]
        names = self._shown.forbidden_names(record)
        if names:
            lines.append(self.tr("Rejected: {names}.").format(names=", ".join(names)))
        lines += self._who(record)
        if record.queried:
            lines.append(self.tr("Please check this token. Accepting confirms the label shown."))
        if names := names_of_invisible(self._with_gaps(record)):
            lines.append(self.tr("Invisible characters: {names}.").format(names=", ".join(names)))
        if record.propagated:
            lines.append(self.tr("This suggestion has changed since the sentence was first shown."))
        return "\n".join(lines)

    def _with_gaps(self, record: TokenDisplay) -> str:
        """Return a word with the gaps before and after it."""
        records, index = self.records, record.index
        start = records[index - 1].end if index else 0
        behind = records[index + 1 : index + 2]
        return self._shown.text[start : behind[0].start if behind else None]

    def _who(self, record: TokenDisplay) -> list[str]:
        """Return who labelled a token and when, nothing if unknown or if nobody's label is left."""
        if record.kind not in (DisplayKind.PERSON, DisplayKind.NARROWED, DisplayKind.IMPORTED):
            return []
        corpus = self._session.corpus
        edit_id = int(corpus.edits[int(corpus.offsets[self.sentence_index]) + record.index])
        author = self._session.history.author_of(edit_id) if edit_id > 0 else None
        if author is None:
            return []
        texts = {
            Origin.ACCEPTED: self.tr("Accepted by {who} · {when}"),
            Origin.NOTHING: self.tr("Confirmed without a suggestion by {who} · {when}"),
            Origin.IMPORT: self.tr("Imported by {who} · {when}"),
            Origin.RULE: self.tr("Set by a rule · {who} · {when}"),
        }
        usual = self.tr("Labelled by {who} · {when}")
        if record.kind is DisplayKind.NARROWED:
            usual = self.tr("Rejected by {who} · {when}")
        text = texts.get(author.origin, usual)
        who = author.annotator or self.tr("an unknown annotator")
        return [text.format(who=who, when=when_words(author.made_at))]

    def _tip_of_tag(self, record: TokenDisplay) -> str:
        if record.tag is None:
            return self.tr("No label or suggestion yet")
        tag = record.tag if record.label is not None else self.tr("No label")
        if record.kind is DisplayKind.PERSON:
            return self.tr("{tag}: confirmed").format(tag=tag)
        if record.kind is DisplayKind.IMPORTED:
            return self.tr("{tag}: an imported suggestion, not confirmed yet").format(tag=tag)
        if record.kind is DisplayKind.LISTED:
            text = self.tr("{tag}: suggested by a gazetteer")
            if record.probability is not None:
                text = self.tr("{tag}: suggested by a grammar, {percent}%")
            return text.format(tag=tag, percent=percent(record.probability or 0.0))
        chance = percent(record.probability or 0.0)
        if self._shown.is_miss(record):
            return self.tr(
                "Possible missed span: the model suggests no label, with {percent}% confidence"
            ).format(percent=chance)
        return self.tr("{tag}: suggested by the model, {percent}% confidence").format(
            tag=tag, percent=chance
        )

    def _tips_of_names(self, record: TokenDisplay) -> list[str]:
        """Return which confirmed names speak about a suggestion."""
        if record.kind not in (DisplayKind.PROPOSAL, DisplayKind.NARROWED):
            return []
        names = self._names.get(record.index, ())
        # Nobody asks why a word without a label has none.
        return [self._tip_of_name(one) for one in names if one.label or record.label is not None]

    def _tip_of_name(self, name: ConfirmedName) -> str:
        visible = self._session.visible
        numbers = [int(np.searchsorted(visible, at)) + 1 for at in name.sentence_indices]
        listed = ", ".join(grouped(number) for number in numbers[:MOST_NUMBERS])
        if len(numbers) > MOST_NUMBERS:
            more = self.tr("{numbers} and {n} more")
            listed = more.format(numbers=listed, n=grouped(len(numbers) - MOST_NUMBERS))
        where = (
            self.tr("sentence {numbers}") if len(numbers) == 1 else self.tr("sentences {numbers}")
        )
        text = (
            self.tr("“{name}” is confirmed as {label} elsewhere in this document: {where}.")
            if name.label
            else self.tr(
                "“{name}” is confirmed without a label elsewhere in this document: {where}."
            )
        )
        where = where.format(numbers=listed)
        return text.format(name=name.name, label=name.label, where=where)

    def _follow(self, changes: Changes) -> None:
        if self.sentence_index == NOWHERE:
            return
        if not (
            changes.structure
            or changes.labels
            or changes.settings
            or changes.order
            or self.sentence_index in changes.sentences
            or self.sentence_index in changes.proposals
        ):
            return
        self.show_changes(everything=changes.labels)
