"""Commands for the selected tokens: label, reject, clear, repeat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.corrections import Correction, CorrectionKind
from app.domain.display import DisplayKind
from app.domain.edits import Edit
from app.domain.queried_tokens import queried_pieces
from app.domain.tagging import has_outside
from app.domain.tokens import TokenState
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.pieces import Pieces
from app.views.workspace.seen_labels import SeenLabels
from app.views.workspace.show_message import ShowMessage


class Labeller(QObject):
    """Labels the selected tokens, and moves to the next to be labelled.

    Signals
    -------
    corrected : Correction
        A person labelled tokens: other occurrences of the words may get the same label.
    """

    corrected = Signal(object)

    def __init__(
        self,
        caret: Caret,
        pieces: Pieces,
        seen_labels: SeenLabels,
        show_message: ShowMessage,
        parent: QObject | None = None,
    ) -> None:
        """Connect the parts that labelling needs."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._seen_labels = seen_labels
        self._show_message = show_message
        # The last action, for `repeat_last`.
        self._last_action: Callable[[], None] | None = None
        self._last_correction: Correction | None = None
        # The correction after which the person was reminded to accept the sentence.
        self._held_back: Correction | None = None

    def label(self, label_id: int) -> None:
        """Label the selected tokens, as one span."""
        if self._caret.sentence_index != NOWHERE:
            self.repeat_with(partial(self.label, label_id))
            sentence_index, first, last = self._caret.selection
            taken = tuple(label for label in self._current_label() if label != label_id)
            edit = label_span(self._session.project, sentence_index, first, last, label_id)
            self._answer_with(
                edit,
                Correction(CorrectionKind.LABEL, sentence_index, first, last, (label_id,), taken),
            )

    def no_label(self) -> None:
        """Label the selected tokens as being in no span."""
        if self._caret.sentence_index == NOWHERE:
            return
        self.repeat_with(self.no_label)
        if not has_outside(self._session.project):
            self._show_message(
                self.tr("In this project every token has a label: there is no “no label”."), "info"
            )
            return
        sentence_index, first, last = self._caret.selection
        correction = Correction(
            CorrectionKind.NO_LABEL, sentence_index, first, last, taken=self._current_label()
        )
        self._answer_with(no_label(self._session.project, sentence_index, first, last), correction)

    def clear(self) -> None:
        """Remove the labels of the selected tokens."""
        if self._caret.sentence_index == NOWHERE:
            return
        self.repeat_with(self.clear)
        sentence_index, first, last = self._caret.selection
        label = self._current_label()
        edit = clear_tokens(self._session.project, sentence_index, first, last)
        if label:
            self.correct(
                edit, Correction(CorrectionKind.CLEAR, sentence_index, first, last, taken=label)
            )
        else:
            self.apply(edit)

    def forbid(self, label_id: int | None = None) -> None:
        """Reject a label for the selected tokens; without one, the labels that they show."""
        if self._caret.sentence_index == NOWHERE:
            return
        self.repeat_with(partial(self.forbid, label_id))
        sentence_index, first, last = self._caret.selection
        chosen = self._caret.tokens()[first : last + 1]
        shown = {record.label for record in chosen if record.label is not None}
        wanted = shown if label_id is None else {label_id}
        if not wanted:
            self._show_message(self.tr("There is no label here to reject."), "info")
            return
        if label_id is None and self._seen_labels.shows_instead(range(first, last + 1)):
            return
        taken = tuple(label for label in self._current_label() if label in wanted)
        edit = forbid_label(self._session.project, sentence_index, first, last, wanted)
        if edit.empty:
            self._show_message(self.tr("At least one label must remain possible."), "info")
        labels = tuple(sorted(wanted))
        correction = Correction(CorrectionKind.FORBID, sentence_index, first, last, labels, taken)
        self._answer_with(edit, correction)

    def repeat_last(self) -> None:
        """Apply the last action to the selection."""
        if self._last_action is None:
            self._show_message(self.tr("Nothing to repeat yet."), "info")
        else:
            self._last_action()

    def correction_here(self) -> Correction | None:
        """Return the confirmed label at the selection as a correction, None without one."""
        if self._last_correction is not None and self._has_gone_on_from(self._last_correction):
            return None
        records = self._caret.tokens()
        if not records:
            return None
        first, last = self._caret.first, self._caret.last
        if first == last:
            first, last = self._caret.span_at(first)
        chosen = records[first : last + 1]
        if any(record.kind is not DisplayKind.PERSON for record in chosen):
            return None
        labels = {record.label for record in chosen}
        spans = {record.span for record in chosen}
        if len(labels) > 1 or (len(spans) > 1 and not self._caret.one_label_a_token):
            return None
        label = labels.pop()
        if label is None:
            return Correction(CorrectionKind.NO_LABEL, self._caret.sentence_index, first, last)
        return Correction(CorrectionKind.LABEL, self._caret.sentence_index, first, last, (label,))

    # ---- for the other parts

    def apply(self, edit: Edit) -> Edit | None:
        """Apply an edit unless its words are out of sight; return the applied edit."""
        if not edit.empty and self._seen_labels.scrolls_back():
            return None
        with self._seen_labels.own_step():
            return self._session.apply(edit)

    def correct(self, edit: Edit, correction: Correction) -> Edit | None:
        """Apply an edit, and emit ``corrected``."""
        applied = self.apply(edit)
        if applied is not None:
            self._last_correction = correction
            self.corrected.emit(correction)
        return applied

    def repeat_with(self, action: Callable[[], None] | None) -> None:
        """Set what `repeat_last` does; None for nothing."""
        self._last_action = action

    def holds_back(self) -> bool:
        """Stay once in a sentence that was corrected last, and is not accepted yet.

        A person who has checked its uncertain tokens may press Enter next, and means this one.
        """
        last_correction = self._last_correction
        if (
            last_correction is None
            or last_correction is self._held_back
            or last_correction.sentence_index != self._caret.sentence_index
        ):
            return False
        if not self._session.open_tokens[self._caret.sentence_index]:
            return False
        self._held_back = last_correction
        text = self.tr(
            "No more uncertain tokens here. Accept the sentence, or press the key again to move on."
        )
        if self._session.proposals.models[self._caret.sentence_index] <= 0:
            text = self.tr(
                "The suggestions for this sentence are still being computed. Accept the sentence, "
                "or press the key again to move on."
            )
        self._show_message(text, "info")
        return True

    # ---- inside

    def _current_label(self) -> tuple[int, ...]:
        """Return the confirmed label of the selected tokens, if they are one span."""
        corpus = self._session.corpus
        start = int(corpus.offsets[self._caret.sentence_index])
        first, last = self._caret.first, self._caret.last
        states = corpus.states[start + first : start + last + 1]
        if (states != TokenState.CONFIRMED).any():
            return ()
        chosen = self._caret.tokens()[first : last + 1]
        labels = {record.label for record in chosen}
        by_person = all(record.kind is DisplayKind.PERSON for record in chosen)
        whole = self._caret.one_label_a_token or self._caret.span_at(first) == (first, last)
        label = labels.pop() if len(labels) == 1 and by_person and whole else None
        return () if label is None else (label,)

    def _answer_with(self, edit: Edit, correction: Correction) -> None:
        """Apply an edit; if it answers a query, select the next queried tokens."""
        pieces = queried_pieces(self._caret.tokens()) if self._pieces.queries_tokens else []
        queried = any(
            first <= self._caret.last and last >= self._caret.first for first, last in pieces
        )
        if (
            self.correct(edit, correction) is None
            or correction.sentence_index != self._caret.sentence_index
        ):
            return
        if queried:
            self._pieces.select(
                self._pieces.next_queried(still=correction.kind is CorrectionKind.FORBID)
            )
        elif correction.kind is CorrectionKind.LABEL:
            self._to_next_token(correction)

    def _to_next_token(self, correction: Correction) -> None:
        """Move on after labelling one token, in a project with one label per token."""
        if self._is_typed(correction) and correction.last + 1 < self._caret.n_tokens:
            self._caret.select(correction.last + 1, correction.last + 1)

    def _has_gone_on_from(self, correction: Correction) -> bool:
        """Return whether the caret is where `_to_next_token` moved it."""
        caret = self._caret
        behind = (
            caret.sentence_index == correction.sentence_index
            and caret.first == caret.last == correction.last + 1
        )
        return behind and self._is_typed(correction)

    def _is_typed(self, correction: Correction) -> bool:
        return self._caret.one_label_a_token and correction.first == correction.last
