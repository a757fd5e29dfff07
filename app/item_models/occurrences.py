"""A model of other occurrences of a correction's words, with check marks."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby

import numpy as np
from PySide6.QtCore import QObject, Qt

from app.domain.changes import Changes
from app.domain.corrections import CorrectionKind, Occurrences
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.invisible import listed_text
from app.domain.spacing import excerpt, readable_text
from app.edits.wording import words_of
from app.item_models.queue_words import percent
from app.item_models.rows import Index, RowsModel
from app.session import Session

WORDS_AROUND = 20
"""Words of the context on either side."""

Excerpt = tuple[str, str, str]


class OccurrenceRole(IntEnum):
    """Roles of a row beside its text."""

    EXCERPT = Qt.ItemDataRole.UserRole + 1
    NOW = Qt.ItemDataRole.UserRole + 2
    THEN = Qt.ItemDataRole.UserRole + 3


class OccurrencesModel(RowsModel):
    """Lists occurrences, all ticked at first; rows are computed when they are shown.

    Those where the same is suggested already can be accepted: they come after the others, and are
    ticked at first only if there are no others. Those that a person has decided otherwise cannot be
    ticked; they come last, and only after `list_left`.
    """

    def __init__(
        self, session: Session, occurrences: Occurrences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._lists_left = False
        self._take(occurrences)
        self.then = self._wording()
        """The label after the correction, in a few words."""
        session.changed.connect(self._follow)

    def show_found(self, occurrences: Occurrences) -> None:
        """List other occurrences of the same correction, all ticked."""
        self.beginResetModel()
        self._take(occurrences)
        self.endResetModel()

    def list_left(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """List unchanged occurrences as well, or not."""
        self.beginResetModel()
        self._lists_left = wanted
        self.endResetModel()

    def where(self, row: int) -> tuple[int, int]:
        """Return the sentence of a row, and the first token in it."""
        return int(self._sentence_indices[row]), int(self._firsts[row])

    def ticked(self) -> list[tuple[int, int]]:
        """Return the sentences and tokens of the rows that are ticked."""
        at = np.flatnonzero(self._ticked)
        return list(
            zip(self._sentence_indices[at].tolist(), self._firsts[at].tolist(), strict=True)
        )

    @property
    def n_ticked(self) -> int:
        """How many rows are ticked."""
        return int(np.count_nonzero(self._ticked))

    @property
    def n_unticked_suggestions(self) -> int:
        """How many rows have the same suggestion already, and are not ticked."""
        return int(np.count_nonzero(~self._ticked[self._n_changed :]))

    @property
    def n_unticked_inside(self) -> int:
        """How many rows are parts of longer spans, and are not ticked."""
        first = self._n_changed - self._n_inside
        return int(np.count_nonzero(~self._ticked[first : self._n_changed]))

    @property
    def only_accepts(self) -> bool:
        """Whether all ticked rows have the same suggestion already."""
        return not self._ticked[: self._n_changed].any()

    def stays(self, row: int) -> bool:
        """Return whether a person has decided otherwise here."""
        return row >= len(self._ticked)

    def switch(self, row: int) -> None:
        """Tick or untick a row."""
        if not self.stays(row):
            self._ticked[row] = not self._ticked[row]
            self.dataChanged.emit(self.index(row), self.index(row))

    def tick_all(self, *, on: bool) -> None:
        """Tick every row, or none."""
        self._ticked[:] = on
        self._all_changed()

    def _n_rows(self) -> int:
        return len(self._sentence_indices) if self._lists_left else len(self._ticked)

    def flags(self, index: Index) -> Qt.ItemFlag:  # noqa: D102 (Qt's own)
        flags = super().flags(index)
        may = index.isValid() and not self.stays(index.row())
        return flags | Qt.ItemFlag.ItemIsUserCheckable if may else flags

    def _answer(self, row: int, role: int) -> object:
        answers = {
            Qt.ItemDataRole.DisplayRole: lambda: "".join(self._excerpt(row)),
            Qt.ItemDataRole.CheckStateRole: lambda: self._check_state(row),
            Qt.ItemDataRole.ToolTipRole: lambda: self._tip(row),
            Qt.ItemDataRole.AccessibleTextRole: lambda: self._spoken(row),
            OccurrenceRole.EXCERPT: lambda: self._excerpt(row),
            OccurrenceRole.NOW: lambda: self._now(row),
            OccurrenceRole.THEN: lambda: self._then(row),
        }
        answer = answers.get(role)  # type: ignore[call-overload]
        return answer() if answer is not None else None

    # ---- inside

    def _take(self, found: Occurrences) -> None:
        self._correction = found.correction
        self._sentence_indices = np.concatenate(
            [found.sentence_indices, found.alike_sentence_indices, found.left_sentence_indices]
        )
        self._firsts = np.concatenate([found.firsts, found.alike_firsts, found.left_firsts])
        self._n_changed = len(found.sentence_indices)
        self._ticked = np.zeros(self._n_changed + len(found.alike_sentence_indices), np.bool_)
        self._n_inside = found.n_inside
        n = self._n_changed - found.n_inside
        self._ticked[:n] = True
        # Where nothing else is offered.
        self._ticked[self._n_changed :] = n == 0

    def _then(self, row: int) -> str:
        if self.stays(row):
            return self.tr("unchanged")
        if row >= self._n_changed:
            return self.tr("accepted")
        is_label = self._correction.kind is CorrectionKind.LABEL
        if is_label and self._has_other_boundaries(row, self._pieces(row)):
            words = self._excerpt(row)[1]
            return self.tr("{label} “{words}”").format(label=self.then, words=words)
        return self.then

    def _wording(self) -> str:
        correction = self._correction
        if correction.kind is CorrectionKind.CLEAR:
            return self.tr("not labelled yet")
        if correction.kind is CorrectionKind.NO_LABEL:
            return self.tr("no label")
        names = ", ".join(self._session.project.labels[label].name for label in correction.labels)
        return (
            self.tr("not {label}").format(label=names)
            if correction.kind is CorrectionKind.FORBID
            else names
        )

    def _check_state(self, row: int) -> Qt.CheckState | None:
        if self.stays(row):
            return None
        return Qt.CheckState.Checked if self._ticked[row] else Qt.CheckState.Unchecked

    def _tip(self, row: int) -> str:
        return listed_text(readable_text(self._session.project, int(self._sentence_indices[row])))

    def _excerpt(self, row: int) -> Excerpt:
        sentence_index, first = self.where(row)
        last = first + self._correction.n_tokens - 1
        project = self._session.project
        return excerpt(project, sentence_index, first, last, WORDS_AROUND, WORDS_AROUND)

    def _now(self, row: int) -> str:
        pieces = self._pieces(row)
        if not self._has_other_boundaries(row, pieces):
            return self._shown(pieces[0]) if pieces else ""
        texts = (
            self.tr("{label} “{words}”").format(
                label=self._shown(piece),
                words=words_of(
                    self._session.project, self.where(row)[0], piece[0].index, piece[-1].index
                ),
            )
            for piece in pieces
        )
        return ", ".join(texts)

    def _pieces(self, row: int) -> list[list[TokenDisplay]]:
        """Return the spans that are shown on the words of a row, with the tokens around them.

        Neighbouring tokens outside of spans are one piece if they show the same tag. There are none
        in a row that is outdated because documents were removed.
        """
        sentence_index, first = self.where(row)
        records = self._session.token_display(sentence_index)
        end = first + self._correction.n_tokens
        spans = {one.span for one in records[first:end] if one.span >= 0}
        touched = [one for one in records if first <= one.index < end or one.span in spans]
        pieces = groupby(touched, lambda one: (one.span, "" if one.span >= 0 else one.tag))
        return [list(piece) for _, piece in pieces]

    def _has_other_boundaries(self, row: int, pieces: list[list[TokenDisplay]]) -> bool:
        first = self.where(row)[1]
        last = first + self._correction.n_tokens - 1
        return bool(pieces) and (pieces[0][0].index, pieces[0][-1].index) != (first, last)

    def _shown(self, piece: list[TokenDisplay]) -> str:
        if piece[0].tag is None:
            return self.tr("no suggestion")
        label = self._session.project.labels.get(piece[0].label or 0)
        name = label.name if label is not None else self.tr("no label")
        kinds = {record.kind for record in piece}
        if kinds == {DisplayKind.IMPORTED}:
            return self.tr("{label}, imported").format(label=name)
        if kinds == {DisplayKind.PERSON}:
            return self.tr("{label}, confirmed").format(label=name)
        known = [record.probability for record in piece if record.probability is not None]
        return f"{name} {percent(min(known))}" if known else name

    def _spoken(self, row: int) -> str:
        text, now = self.data(self.index(row)), self._now(row)
        if self.stays(row):
            return self.tr("{text}, now {now}, unchanged").format(text=text, now=now)
        state = self.tr("selected") if self._ticked[row] else self.tr("not selected")
        return self.tr("{text}, now {now}, then {then}, {state}").format(
            text=text, now=now, then=self._then(row), state=state
        )

    def _follow(self, changes: Changes) -> None:
        if len(changes.proposals) or len(changes.sentences):
            self._all_changed()
