"""Where the words of a correction stand elsewhere: each in its context, to be ticked or not."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain.changes import Changes
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.fixes import FixKind, Occurrences
from app.item_models.queue import percent
from app.session import Session

WORDS_AROUND = 12
"""So many words of the context on either side."""

Excerpt = tuple[str, str, str]


class OccurrenceRole(IntEnum):
    """What the model says of a row beside its text."""

    EXCERPT = Qt.ItemDataRole.UserRole + 1
    NOW = Qt.ItemDataRole.UserRole + 2
    THEN = Qt.ItemDataRole.UserRole + 3


class OccurrencesModel(QAbstractListModel):
    """Lists occurrences, all ticked at first; a row finds its words when it is shown."""

    def __init__(
        self, session: Session, occurrences: Occurrences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._fix = occurrences.fix
        self._where = list(
            zip(occurrences.places.tolist(), occurrences.firsts.tolist(), strict=True)
        )
        self._ticked = [True] * len(self._where)
        self.then = self._wording()
        """What would be said of each, in a few words."""
        session.changed.connect(self._follow)

    def where(self, row: int) -> tuple[int, int]:
        """Return the sentence of a row, and the first token in it."""
        return self._where[row]

    def ticked(self) -> list[tuple[int, int]]:
        """Return the sentences and tokens of the rows that are ticked."""
        return [where for where, on in zip(self._where, self._ticked, strict=True) if on]

    def switch(self, row: int) -> None:
        """Tick a row, or take its tick away."""
        self._ticked[row] = not self._ticked[row]
        self.dataChanged.emit(self.index(row), self.index(row))

    def tick_all(self, *, on: bool) -> None:
        """Tick every row, or none."""
        self._ticked = [on] * len(self._ticked)
        self.dataChanged.emit(self.index(0), self.index(len(self._ticked) - 1))

    def rowCount(  # noqa: D102 (Qt's own)
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 (Qt's default)
    ) -> int:
        return 0 if parent.isValid() else len(self._where)

    def flags(  # noqa: D102 (Qt's own)
        self, index: QModelIndex | QPersistentModelIndex
    ) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    def data(  # noqa: D102 (Qt's own)
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid() or index.row() >= len(self._where):
            return None
        row = index.row()
        answers = {
            Qt.ItemDataRole.DisplayRole: lambda: " ".join(filter(None, self._excerpt(row))),
            Qt.ItemDataRole.CheckStateRole: lambda: self._check_state(row),
            Qt.ItemDataRole.ToolTipRole: lambda: self._session.corpus.texts[self._where[row][0]],
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(row),
            OccurrenceRole.EXCERPT: lambda: self._excerpt(row),
            OccurrenceRole.NOW: lambda: self._now(row),
            OccurrenceRole.THEN: lambda: self.then,
        }
        answer = answers.get(role)  # type: ignore[call-overload]
        return answer() if answer is not None else None

    # ---- inside

    def _wording(self) -> str:
        fix = self._fix
        if fix.kind is FixKind.NO_LABEL:
            return self.tr("no label")
        names = ", ".join(self._session.project.labels[label].name for label in fix.labels)
        return self.tr("not {label}").format(label=names) if fix.kind is FixKind.FORBID else names

    def _check_state(self, row: int) -> Qt.CheckState:
        return Qt.CheckState.Checked if self._ticked[row] else Qt.CheckState.Unchecked

    def _excerpt(self, row: int) -> Excerpt:
        place, first = self._where[row]
        words = self._session.corpus.words_of(place)
        behind = first + self._fix.n_tokens
        return (
            " ".join(words[max(0, first - WORDS_AROUND) : first]),
            " ".join(words[first:behind]),
            " ".join(words[behind : behind + WORDS_AROUND]),
        )

    def _now(self, row: int) -> str:
        place, first = self._where[row]
        records = self._session.token_display(place)[first : first + self._fix.n_tokens]
        told = dict.fromkeys(self._shown(record) for record in records)
        return ", ".join(told)

    def _shown(self, record: TokenDisplay) -> str:
        if record.tag is None:
            return self.tr("no proposal")
        label = self._session.project.labels.get(record.label or 0)
        name = label.name if label is not None else self.tr("no label")
        if record.kind is DisplayKind.IMPORTED:
            return self.tr("{label}, imported").format(label=name)
        if record.probability is None:
            return name
        return f"{name} {percent(record.probability)}"

    def _spoken(self, row: int) -> str:
        state = self.tr("ticked") if self._ticked[row] else self.tr("not ticked")
        return self.tr("{text}, now {now}, then {then}, {state}").format(
            text=self.data(self.index(row)), now=self._now(row), then=self.then, state=state
        )

    def _follow(self, changes: Changes) -> None:
        if self._where and (len(changes.proposals) or len(changes.sentences)):
            self.dataChanged.emit(self.index(0), self.index(len(self._where) - 1))
