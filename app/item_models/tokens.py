"""A model of the tokens of one sentence, with labels and sources."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.domain.changes import Changes
from app.domain.consistency import ConfirmedNames
from app.domain.display import DisplayKind, TokenDisplay
from app.item_models.displayed_sentence import NOWHERE, ShownSentence
from app.item_models.rows import Index
from app.item_models.token_tips import TokenTips, percent
from app.session import Session


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


class TokensModel(QAbstractListModel):
    """Lists the tokens of one sentence, and follows their changes."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = ShownSentence(session)
        self._names: ConfirmedNames = {}
        self._tips = TokenTips(session)
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

    def _tip(self, record: TokenDisplay) -> str:
        return self._tips.tip(self._shown, record, self._names)

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
