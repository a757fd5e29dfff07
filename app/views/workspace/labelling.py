"""What is said of the selected tokens: a label, none, not this one, nothing any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.asked import asked_pieces
from app.domain.display import DisplayKind
from app.domain.edits import Edit
from app.domain.fixes import Fix, FixKind
from app.domain.tagging import has_outside
from app.domain.tokens import TokenState
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.session import Session
from app.views.workspace.caret import NOWHERE
from app.views.workspace.sight import Sight


class Labelling(Sight):
    """Labels the selected tokens, and goes on to what is to be labelled next.

    Signals
    -------
    fixed : Fix
        What has just been said of a few tokens: it may be true of the same words elsewhere.
    """

    fixed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Have said nothing yet."""
        super().__init__(session, parent)
        # What was said last, to be said again of what is selected then.
        self._again: Callable[[], None] | None = None
        self._said: Fix | None = None
        # Behind this it was said that the sentence is not accepted yet.
        self._held_back: Fix | None = None

    def label(self, label_id: int) -> None:
        """Give the selected tokens a label, as one span."""
        if self.place != NOWHERE:
            self._again = partial(self.label, label_id)
            place, first, last = self.place, self.first, self.last
            taken = tuple(label for label in self._borne() if label != label_id)
            edit = label_span(self.session.project, place, first, last, label_id)
            self._answer_with(edit, Fix(FixKind.LABEL, place, first, last, (label_id,), taken))

    def no_label(self) -> None:
        """Say that the selected tokens stand in no span."""
        if self.place == NOWHERE:
            return
        self._again = self.no_label
        if not has_outside(self.session.project):
            self.message.emit(
                self.tr("In this project every token has a label: there is no “no label”."), "info"
            )
            return
        place, first, last = self.place, self.first, self.last
        fix = Fix(FixKind.NO_LABEL, place, first, last, taken=self._borne())
        self._answer_with(no_label(self.session.project, place, first, last), fix)

    def clear(self) -> None:
        """Forget what was said of the selected tokens."""
        if self.place != NOWHERE:
            self._again = self.clear
            borne = self._borne()
            edit = clear_tokens(self.session.project, self.place, self.first, self.last)
            if borne:
                self._fix(edit, Fix(FixKind.CLEAR, self.place, self.first, self.last, taken=borne))
            else:
                self._apply(edit)

    def forbid(self, label_id: int | None = None) -> None:
        """Say "not this" of the selected tokens; without a label, of what each of them shows."""
        if self.place == NOWHERE:
            return
        self._again = partial(self.forbid, label_id)
        shown = {
            record.label
            for record in self.tokens()[self.first : self.last + 1]
            if record.label is not None
        }
        wanted = shown if label_id is None else {label_id}
        if not wanted:
            self.message.emit(self.tr("There is no label here to reject."), "info")
            return
        if label_id is None and self._shows_instead(range(self.first, self.last + 1)):
            return
        taken = tuple(label for label in self._borne() if label in wanted)
        edit = forbid_label(self.session.project, self.place, self.first, self.last, wanted)
        if edit.empty:
            self.message.emit(self.tr("At least one label must remain possible."), "info")
        labels = tuple(sorted(wanted))
        fix = Fix(FixKind.FORBID, self.place, self.first, self.last, labels, taken)
        self._answer_with(edit, fix)

    def repeat_last(self) -> None:
        """Say of what is selected now what was said last."""
        if self._again is None:
            self.message.emit(self.tr("Nothing to repeat yet."), "info")
        else:
            self._again()

    def fix_here(self) -> Fix | None:
        """Return what a person has said of the span at the selection, None if nothing."""
        if self._said is not None and self._has_gone_on_from(self._said):
            return None
        records = self.tokens()
        if not records:
            return None
        first, last = self.first, self.last
        if first == last:
            first, last = self._span_at(first)
        chosen = records[first : last + 1]
        if any(record.kind is not DisplayKind.PERSON for record in chosen):
            return None
        labels = {record.label for record in chosen}
        spans = {record.span for record in chosen}
        if len(labels) > 1 or (len(spans) > 1 and not self.one_label_a_token):
            return None
        label = labels.pop()
        if label is None:
            return Fix(FixKind.NO_LABEL, self.place, first, last)
        return Fix(FixKind.LABEL, self.place, first, last, (label,))

    # ---- inside

    def _holds_back(self) -> bool:
        """Stay once in a sentence that was corrected last, and is not accepted yet.

        Whoever has gone through its doubts may press Enter next, and means this sentence.
        """
        said = self._said
        if said is None or said is self._held_back or said.place != self.place:
            return False
        if not self.session.open_tokens[self.place]:
            return False
        self._held_back = said
        text = self.tr(
            "No more uncertain tokens here. Accept the sentence, or press again to move on."
        )
        self.message.emit(text, "info")
        return True

    def _borne(self) -> tuple[int, ...]:
        """Return the label that the selected tokens bear as one span on a person's word."""
        corpus = self.session.corpus
        start = int(corpus.offsets[self.place])
        states = corpus.states[start + self.first : start + self.last + 1]
        if (states != TokenState.CONFIRMED).any():
            return ()
        records = self.tokens()
        chosen = records[self.first : self.last + 1]
        labels = {record.label for record in chosen}
        said = all(record.kind is DisplayKind.PERSON for record in chosen)
        whole = self.one_label_a_token or self._span_at(self.first) == (self.first, self.last)
        label = labels.pop() if len(labels) == 1 and said and whole else None
        return () if label is None else (label,)

    def _apply(self, edit: Edit) -> Edit | None:
        if not edit.empty and self._scrolls_back():
            return None
        with self._own_step():
            return self.session.apply(edit)

    def _fix(self, edit: Edit, fix: Fix) -> Edit | None:
        """Make an edit, and tell what it says of its tokens."""
        applied = self._apply(edit)
        if applied is not None:
            self._said = fix
            self.fixed.emit(fix)
        return applied

    def _answer_with(self, edit: Edit, fix: Fix) -> None:
        """Make an edit; if it says something that was asked, go to what is asked next."""
        pieces = asked_pieces(self.tokens()) if self.asks_tokens else []
        asked = any(first <= self.last and last >= self.first for first, last in pieces)
        if self._fix(edit, fix) is None or fix.place != self.place:
            return
        if asked:
            self._to_piece(self._next_piece(still=fix.kind is FixKind.FORBID))
        elif fix.kind is FixKind.LABEL:
            self._to_next_token(fix)

    def _to_next_token(self, fix: Fix) -> None:
        """Go on after a label for one token, where each token has one: labels are typed then."""
        if self._is_typed(fix) and fix.last + 1 < self.n_tokens:
            self.select(fix.last + 1, fix.last + 1)

    def _has_gone_on_from(self, fix: Fix) -> bool:
        """Say whether the caret stands where it goes by itself after a label for one token."""
        behind = self.place == fix.place and self.first == self.last == fix.last + 1
        return behind and self._is_typed(fix)

    def _is_typed(self, fix: Fix) -> bool:
        return self.one_label_a_token and fix.first == fix.last
