"""A model of the history, newest step first, loaded in pages."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import (
    QModelIndex,
    QObject,
    Qt,
)

from app.domain.history import (
    Action,
    HistoryEntry,
    HistoryFilter,
    HistoryStep,
    StepState,
    entry_of,
)
from app.domain.numbers import grouped
from app.item_models.local_times import day_words, moment_of, time_words, when_words
from app.item_models.rows import RowsModel
from app.item_models.step_names import step_headline
from app.session import Session

if TYPE_CHECKING:
    from app.services.history import History


class HistoryRole(IntEnum):
    """Roles of a row beside its text."""

    ENTRY = Qt.ItemDataRole.UserRole + 1
    TIME = Qt.ItemDataRole.UserRole + 2
    DAY = Qt.ItemDataRole.UserRole + 3
    """The day of a row, "" if it is that of the row above."""
    WHO_WHERE = Qt.ItemDataRole.UserRole + 4
    STATE = Qt.ItemDataRole.UserRole + 5
    """The state of the step in words, "" if it is done."""


class HistoryModel(RowsModel):
    """Lists the pages read of the history, and follows new steps.

    While it is not active it is empty and follows nothing.
    """

    def __init__(self, session: Session, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._history = history
        self._entries: list[HistoryEntry] = []
        self._filter = HistoryFilter()
        self._read = 0
        self._complete = False
        self._to_end = False
        self._active = False
        history.page_read.connect(self._take)
        session.recorded.connect(self._follow)
        session.save_state_changed.connect(self._saved)

    @property
    def filter(self) -> HistoryFilter:
        """The present filter."""
        return self._filter

    @property
    def reading(self) -> bool:
        """Whether the first page is being read."""
        return self._read > 0 and not self._entries

    @property
    def reads_to_end(self) -> bool:
        """Whether all pages are being read."""
        return self._to_end

    def set_active(self, active: bool) -> None:  # noqa: FBT001
        """Begin to list steps, or stop."""
        if active != self._active:
            self._active = active
            self.read_again()

    def set_filter(self, wanted: HistoryFilter) -> None:
        """Set another filter."""
        if wanted != self._filter:
            self._filter = wanted
            self.read_again()

    def read_again(self) -> None:
        """Clear the list, and read the newest steps."""
        self.beginResetModel()
        self._entries = []
        self._complete = self._to_end = False
        self._read = self._history.read(None, self._filter) if self._active else 0
        self.endResetModel()

    def read_more(self) -> None:
        """Read the next page, unless one is being read or there is none."""
        if self._active and not self._read and not self._complete and self._entries:
            self._read = self._history.read(self._entries[-1].id, self._filter)

    def read_to_end(self) -> None:
        """Read all pages, one after the other."""
        self._to_end = not self._complete
        self.read_more()

    def entry(self, row: int) -> HistoryEntry | None:
        """Return the step in a row."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def target(self, row: int) -> tuple[int, int] | None:
        """Return the sentence and the token of a step, None without any."""
        entry = self.entry(row)
        if entry is None or entry.target is None:
            return None
        corpus = self._session.corpus
        sentence_index = int(np.searchsorted(corpus.ids, entry.target.sentence))
        known = (
            sentence_index < corpus.n_sentences
            and corpus.ids[sentence_index] == entry.target.sentence
        )
        if not known or sentence_index not in self._session.visible:
            return None
        return sentence_index, entry.target.token

    def _n_rows(self) -> int:
        return len(self._entries)

    def _answer(self, row: int, role: int) -> object:
        entry = self._entries[row]
        answers = {
            Qt.ItemDataRole.DisplayRole: lambda: step_headline(entry),
            Qt.ItemDataRole.ToolTipRole: lambda: self._spoken(row, entry),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(row, entry),
            HistoryRole.ENTRY: lambda: entry,
            HistoryRole.TIME: lambda: time_words(moment_of(entry.made_at)),
            HistoryRole.DAY: lambda: self._new_day(row, entry),
            HistoryRole.WHO_WHERE: lambda: self._who_where(row, entry),
            HistoryRole.STATE: lambda: self._state(entry),
        }
        answer = answers.get(role)  # type: ignore[call-overload]
        return answer() if answer is not None else None

    # ---- inside

    def _new_day(self, row: int, entry: HistoryEntry) -> str:
        day = moment_of(entry.made_at).date()
        if row and moment_of(self._entries[row - 1].made_at).date() == day:
            return ""
        return day_words(day)

    def _who_where(self, row: int, entry: HistoryEntry) -> str:
        who = entry.annotator or self.tr("Unknown annotator")
        # The number of the sentence comes first: a long name is cut.
        return " · ".join(filter(None, (self._where(row), who)))

    def _where(self, row: int) -> str:
        at = self.target(row)
        if at is None:
            return ""
        sentence_index, _ = at
        session = self._session
        name = session.project.documents[int(session.corpus.documents[sentence_index])].name
        number = int(np.searchsorted(session.visible, sentence_index)) + 1
        entry = self._entries[row]
        more = entry.target is not None and entry.target.more
        text = self.tr("sentence {n} and more, {name}") if more else self.tr("sentence {n}, {name}")
        return text.format(name=name, n=grouped(number))

    def _state(self, entry: HistoryEntry) -> str:
        names = {
            StepState.UNDONE: self.tr("undone"),
            StepState.DISCARDED: self.tr("discarded"),
        }
        return names.get(entry.state, "")

    def _spoken(self, row: int, entry: HistoryEntry) -> str:
        parts = (
            step_headline(entry),
            self._state(entry),
            self._who_where(row, entry),
            when_words(entry.made_at),
        )
        return ", ".join(filter(None, parts))

    def _take(self, number: int, entries: list[HistoryEntry]) -> None:
        if number != self._read:
            return
        self._read = 0
        self._complete = len(entries) < self._history.page
        first = not self._entries
        if first:
            self.beginResetModel()
            self._entries = list(entries)
            self.endResetModel()
        elif entries:
            n = len(self._entries)
            self.beginInsertRows(QModelIndex(), n, n + len(entries) - 1)
            self._entries += entries
            self.endInsertRows()
        self._to_end = self._to_end and not self._complete
        if self._to_end:
            self.read_more()

    def _follow(self, step: HistoryStep) -> None:
        """List a new step, or show that some were undone or redone."""
        if not self._active:
            return
        if self.reading:
            self.read_again()  # the pending page may lack this step
            return
        again, self._read = bool(self._read), 0
        self._show_step(step)
        if again:
            self.read_more()  # the pending page may be older than this step

    def _show_step(self, step: HistoryStep) -> None:
        if step.action in (Action.EDIT, Action.IMPORT):
            self._change(
                {e.id for e in self._entries if e.state is StepState.UNDONE}, StepState.DISCARDED
            )
            self._insert(entry_of(step.edit))
            return
        undone = step.action in (Action.UNDO, Action.BACK)
        state = StepState.UNDONE if undone else StepState.DONE
        self._change({edit.id for edit in step.steps or (step.edit,)}, state)

    def _insert(self, entry: HistoryEntry) -> None:
        if self._filter.passes(entry):
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._entries.insert(0, entry)
            self.endInsertRows()

    def _change(self, steps: set[int], state: StepState) -> None:
        rows = [row for row, entry in enumerate(self._entries) if entry.id in steps]
        for row in rows:
            self._entries[row] = replace(self._entries[row], state=state)
        if rows:
            self.dataChanged.emit(self.index(rows[0]), self.index(rows[-1]))

    def _saved(self, state: str) -> None:
        if state == "failed" and self._active:
            # Steps that could not be saved are not in the file.
            self.read_again()
