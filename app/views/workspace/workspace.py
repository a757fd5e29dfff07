"""Where the annotator is, and what each command does there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.asked import Answer, Piece, answer_of, asked_pieces
from app.domain.changes import Changes
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.edits import Edit
from app.domain.fixes import Fix, FixKind
from app.domain.marks import Mark
from app.domain.project import Project
from app.domain.proposals import NO_TAG
from app.domain.tagging import TOKENS, has_outside
from app.domain.tokens import TokenState
from app.edits.accept import accept_sentence
from app.edits.answer import answer_sentence
from app.edits.marks import ask_again, flag_sentence, put_off_sentence, skip_sentence
from app.edits.spans import (
    clear_tokens,
    forbid_label,
    join_spans,
    label_span,
    no_label,
    resize_span,
    split_span,
)
from app.session import Session

LOOKED_THROUGH = 50
"""So many sentences are looked at one by one for a token that is shown as uncertain."""

NOWHERE = -1
"""The current place while the project shows no sentence."""

SECOND_LOOK = 0.9
"""Of a sentence without a token under the project's threshold, tokens under this are looked at.

In Dutch news, after 60 labelled sentences, 72 % of the wrong proposals lay under the usual
threshold of 0.6, and 95 % under this."""


class Workspace(QObject):
    """The current sentence, the tokens selected in it, and one method for each command.

    The selection is never empty while there is a sentence with tokens: without Shift it is the
    current token alone. ``place`` is -1 while there is nothing to show.

    Signals
    -------
    current_changed : int
        Another sentence is current.
    selection_changed : int, int
        First and last selected token.
    message : str, str
        A sentence for the line at the bottom, and its kind: "info", "warning" or "error".
    propagated : int, object
        Place, and tokens (list of int) that the model changed by itself after a correction; an
        empty list takes the marks away.
    fixed : Fix
        What has just been said of a few tokens: it may be true of the same words elsewhere.
    """

    current_changed = Signal(int)
    selection_changed = Signal(int, int)
    message = Signal(str, str)
    propagated = Signal(int, object)
    fixed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Stand on the first open sentence, or on the first of all."""
        super().__init__(parent)
        self.session = session
        self.place = NOWHERE
        self.token = 0
        """The current token: where the caret is."""
        self.anchor = 0
        """The other end of the selection."""
        # Sentences left open while they were next: they are not next again at once.
        self._passed: set[int] = set()
        self._tokens_alone = session.project.settings.asking.tokens_alone
        # What was said last, to be said again of what is selected then.
        self._again: Callable[[], None] | None = None
        self._said: Fix | None = None
        session.changed.connect(self._session_changed)
        session.propagated.connect(self.propagated)
        session.refused.connect(self._refused)
        self._keep_a_place()
        waiting = session.visible[session.waits(session.visible)]
        if len(waiting):
            self.go_to(int(waiting[0]))

    # ---- where we are

    @property
    def first(self) -> int:
        """First selected token."""
        return min(self.token, self.anchor)

    @property
    def last(self) -> int:
        """Last selected token."""
        return max(self.token, self.anchor)

    @property
    def n_tokens(self) -> int:
        """How many tokens the current sentence has."""
        if self.place == NOWHERE:
            return 0
        offsets = self.session.corpus.offsets
        return int(offsets[self.place + 1] - offsets[self.place])

    def tokens(self) -> list[TokenDisplay]:
        """Return what is shown of the current sentence."""
        return self.session.token_display(self.place) if self.place != NOWHERE else []

    def go_to(self, place: int, token: int = 0) -> None:
        """Make a sentence current, and a token in it."""
        if place == NOWHERE or place == self.place:
            self.select(token, token)
            return
        left, self.place = self.place, place
        self.token = self.anchor = 0
        if left != NOWHERE and left < self.session.corpus.n_sentences:
            self.session.clear_marks(left)
        self.current_changed.emit(place)
        self.select(token, token)

    def go_round(self, places: Sequence[int]) -> bool:
        """Go to the next of some sentences, from the last to the first; say if there are any."""
        if not places:
            return False
        later = [place for place in places if place > self.place]
        self.go_to(later[0] if later else places[0])
        return True

    def go_to_document(self, document: int | None) -> None:
        """Go to a document's first open sentence, or its first, unless one of it is current."""
        corpus, visible = self.session.corpus, self.session.visible
        places = visible[corpus.documents[visible] == document]
        if document is None or not len(places) or self.place in places:
            return
        opened = places[self.session.open_tokens[places] > 0]
        self.go_to(int((opened if len(opened) else places)[0]))

    @property
    def sentence_id(self) -> int | None:
        """Id of the current sentence, None while there is nothing to show."""
        return int(self.session.corpus.ids[self.place]) if self.place != NOWHERE else None

    def return_to(self, sentence_id: int | None) -> None:
        """Go to a sentence by its id, if the project still shows it."""
        visible = self.session.visible
        if sentence_id is not None and sentence_id in self.session.corpus.ids[visible]:
            self.go_to(self.session.corpus.place_of(sentence_id))

    def select(self, anchor: int, token: int) -> None:
        """Select from ``anchor`` to ``token``, which becomes the current one."""
        top = max(0, self.n_tokens - 1)
        self.anchor, self.token = min(max(anchor, 0), top), min(max(token, 0), top)
        self.selection_changed.emit(self.first, self.last)

    def move(self, step: int, *, extend: bool = False) -> None:
        """Go ``step`` tokens on (or back), over the sentence's end too; with Shift, select."""
        target = self.token + step
        if extend:
            self.select(self.anchor, target)
        elif 0 <= target < self.n_tokens:
            self.select(target, target)
        elif target < 0 and (place := self._neighbour(-1)) is not None:
            self.go_to(place, len(self.session.corpus.words_of(place)) - 1)
        elif target >= self.n_tokens and (place := self._neighbour(1)) is not None:
            self.go_to(place)

    def select_all(self) -> None:
        """Select every token of the sentence."""
        self.select(0, self.n_tokens - 1)

    def select_span(self, token: int | None = None) -> None:
        """Select the whole span shown at a token (the current one), or the token alone."""
        if self.place != NOWHERE:
            self.select(*self._span_at(self.token if token is None else token))

    def next_sentence(self) -> None:
        """Go to the next sentence in the text."""
        self._go_if(self._neighbour(1))

    def previous_sentence(self) -> None:
        """Go to the previous sentence in the text."""
        self._go_if(self._neighbour(-1))

    def _undecided(self, n: int) -> str:
        if n == 1:
            return self.tr("1 token has neither a label nor a proposal: not accepted.")
        many = self.tr("{n} tokens have neither a label nor a proposal: not accepted.")
        return many.format(n=n)

    def next_uncertain(self) -> None:
        """Go to the next token that the model is not sure of, in this sentence or a later one."""
        self._to_uncertain(1)

    def previous_uncertain(self) -> None:
        """Go to the previous token that the model is not sure of."""
        self._to_uncertain(-1)

    def next_in_queue(self) -> None:
        """Go to the open sentence that is worth most."""
        place = self._best_in_queue()
        if place is None:
            self.message.emit(self._why_nothing_is_next(), "info")
        else:
            self.go_to_doubt(place, self._first_uncertain(place))

    def go_to_doubt(self, place: int, token: int) -> None:
        """Go to a sentence of the queue: to one token, or to what is asked of it first."""
        self.go_to(place, token)
        self._to_first_asked()

    @property
    def asks_tokens(self) -> bool:
        """Whether of the current sentence only doubtful tokens are asked for."""
        return self.place != NOWHERE and self.session.asks_tokens(self.place)

    def answer(self) -> Answer:
        """Return what Enter confirms of a sentence of which doubtful tokens alone are asked for."""
        return answer_of(self.tokens(), self.session.project.settings.asking.accept_from)

    # ---- what is said

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
            self.message.emit(self.tr("There is no label here to rule out."), "info")
            return
        taken = tuple(label for label in self._borne() if label in wanted)
        edit = forbid_label(self.session.project, self.place, self.first, self.last, wanted)
        if edit.empty:
            self.message.emit(
                self.tr("A label must stay possible: the last one cannot be ruled out."), "info"
            )
        labels = tuple(sorted(wanted))
        fix = Fix(FixKind.FORBID, self.place, self.first, self.last, labels, taken)
        self._answer_with(edit, fix)

    def accept(self) -> None:
        """Confirm what is shown of the sentence, and go to the next in the queue.

        Where doubtful tokens alone are asked for, these are confirmed.
        """
        if self.place == NOWHERE:
            return
        session = self.session
        if self.asks_tokens:
            answer = answer_sentence(session.project, self.place, self.tokens())
            if answer.empty or self._apply(answer) is not None:
                self._go_on()
            return
        edit = accept_sentence(session.project, session.proposals, self.place)
        if not edit.empty and self._apply(edit) is None:
            return
        left = int(session.open_tokens[self.place])
        if left:
            self.message.emit(
                self._undecided(left),
                "warning",
            )
            self._to_open_token()
            return
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next in the queue: the current sentence is settled."""
        self._passed.discard(self.place)
        if self.session.filtered is not None:
            # A filter may list finished sentences, too: this one has been looked at.
            self._passed.add(self.place)
        self.next_in_queue()

    def skip(self) -> None:
        """Take the sentence out of the queue as it is, and go to the next."""
        self._put_aside(skip_sentence)

    def later(self) -> None:
        """Ask for the sentence when everything else is done, and go to the next in the queue."""
        self._put_aside(put_off_sentence)

    def flag(self) -> None:
        """Mark the sentence to be looked at again, or take the mark away."""
        if self.place == NOWHERE:
            return
        edit = self._apply(flag_sentence(self.session.project, self.place))
        if edit is not None:
            flagged = bool(edit.marks[0].after & Mark.FLAGGED)
            text = self.tr("Flagged.") if flagged else self.tr("The flag is gone.")
            self.message.emit(text, "info")

    def ask_again(self) -> None:
        """Let the sentence wait again that was skipped, put off or answered in part."""
        if self.place == NOWHERE:
            return
        if self._apply(ask_again(self.session.project, self.place)) is None:
            text = self.tr("This sentence was neither skipped nor put off, nor answered in part.")
        else:
            text = self.tr("This sentence waits in the queue again.")
        self.message.emit(text, "info")

    def _put_aside(self, note: Callable[[Project, int], Edit]) -> None:
        if self.place == NOWHERE:
            return
        edit = note(self.session.project, self.place)
        if not edit.empty and self._apply(edit) is None:
            return
        self._passed.add(self.place)
        self.next_in_queue()

    def grow_end(self) -> None:
        """Take one more token into the span at its end."""
        self._again = self.grow_end
        self._resize(0, 1)

    def shrink_end(self) -> None:
        """Leave the last token out of the span."""
        self._again = self.shrink_end
        self._resize(0, -1)

    def grow_start(self) -> None:
        """Take one more token into the span at its start."""
        self._again = self.grow_start
        self._resize(-1, 0)

    def shrink_start(self) -> None:
        """Leave the first token out of the span."""
        self._again = self.shrink_start
        self._resize(1, 0)

    def split_span(self) -> None:
        """Let a second span begin at the selection; at the span's first token, behind it."""
        self._again = self.split_span
        here = self._labelled_span(self.first)
        if here is None:
            self._say_no_span(self.tr("There is no span here to split."))
            return
        first, last, label = here
        at = self.first if self.first > first else self.last + 1
        if not first < at <= last:
            self.message.emit(self.tr("A span of one token cannot be split."), "info")
            return
        if self._apply(split_span(self.session.project, self.place, first, last, at, label)):
            self.select(at, at)

    def join_span(self) -> None:
        """Make one span of all that are selected, or of this one and the next."""
        self._again = self.join_span
        if self.one_label_a_token:
            self._say_no_span(self.tr("In this project every token has a label of its own."))
            return
        here = self._labelled_span(self.first)
        behind = self._labelled_span(self.last)
        if here is None:
            self._say_no_span(self.tr("There is no span here to join with the next."))
            return
        if behind is None or behind[0] == here[0]:
            behind = self._next_span(here[1])
        if behind is None:
            self.message.emit(self.tr("No span stands behind this one in the sentence."), "info")
            return
        first, last, label = here[0], behind[1], here[2]
        edit = join_spans(self.session.project, self.place, first, last, label)
        fix = Fix(FixKind.LABEL, self.place, first, last, (label,))
        if self._fix(edit, fix) is not None:
            self.select(first, first)

    def resize_to(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        """Let the span from ``old[0]`` to ``old[1]`` reach from ``new[0]`` to ``new[1]``."""
        here = self._labelled_span(old[0])
        if here is None or here[:2] != old or old == new:
            return
        label = here[2]
        edit = resize_span(self.session.project, self.place, old, new, label)
        if self._fix(edit, Fix(FixKind.LABEL, self.place, *new, (label,))) is not None:
            token = min(max(self.token, new[0]), new[1])
            self.select(token, token)

    def repeat_last(self) -> None:
        """Say of what is selected now what was said last."""
        if self._again is None:
            self.message.emit(self.tr("Nothing has been said yet that could be repeated."), "info")
        else:
            self._again()

    def take_back_propagation(self) -> bool:
        """Show again what was proposed before the last correction; False if it changed nothing."""
        return self.place != NOWHERE and self.session.take_back_propagation(self.place)

    def undo(self) -> None:
        """Take back the newest step, and show where."""
        self._show_step(self.session.undo())

    def redo(self) -> None:
        """Make the step again that was taken back last, and show where."""
        self._show_step(self.session.redo())

    # ---- inside

    def _apply(self, edit: Edit) -> Edit | None:
        return self.session.apply(edit, initiator=self)

    def _fix(self, edit: Edit, fix: Fix) -> Edit | None:
        """Make an edit, and tell what it says of its tokens."""
        applied = self._apply(edit)
        if applied is not None:
            self._said = fix
            self.fixed.emit(fix)
        return applied

    # ---- doubtful tokens alone

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

    def _to_first_asked(self) -> None:
        if self.asks_tokens:
            self._to_piece(next(iter(asked_pieces(self.tokens())), None))

    def _to_piece(self, piece: Piece | None) -> None:
        if piece is not None:
            self.select(*piece)

    def _next_piece(self, *, still: bool = False) -> Piece | None:
        """Return what is to be answered next: behind the selection, then ahead of it.

        What has been looked at is not; with ``still`` what is selected comes before all else.
        """
        records = self.tokens()
        waiting = [
            piece
            for piece in asked_pieces(records)
            if not all(
                self.session.was_looked_at(self.place, record)
                for record in records[piece[0] : piece[1] + 1]
                if record.asked
            )
        ]
        here = [piece for piece in waiting if piece[0] <= self.last and piece[1] >= self.first]
        behind = [piece for piece in waiting if piece[0] > self.last]
        ordered = [*here, *behind] if still else behind
        return next(iter((*ordered, *waiting)), None)

    def _asked_at(self, token: int) -> Piece | None:
        """Return the piece in which a token is asked, None where it is not."""
        pieces = asked_pieces(self.tokens())
        return next((one for one in pieces if one[0] <= token <= one[1]), None)

    def _to_asked(self, step: int) -> bool:
        """Go to the next piece that is asked of this sentence; False if there is none.

        What was selected until now has been looked at, and may stand as it is shown.
        """
        records = self.tokens()
        seen = [record for record in records[self.first : self.last + 1] if record.asked]
        self.session.look_at(self.place, seen)
        pieces = asked_pieces(records)
        if step > 0:
            piece = next((one for one in pieces if one[0] > self.last), None)
        else:
            piece = next((one for one in reversed(pieces) if one[1] < self.first), None)
        self._to_piece(piece)
        return piece is not None

    def _resize(self, start: int, end: int) -> None:
        if self.place == NOWHERE:
            return
        records = self.tokens()
        record = records[self.token] if records else None
        if record is None or record.label is None:
            self.message.emit(self.tr("There is no span here to make longer or shorter."), "info")
            return
        if self.one_label_a_token:
            self._say_no_span(self.tr("In this project every token has a label of its own."))
            return
        first, last = self._span_at(self.token)
        new_first, new_last = first + start, last + end
        if new_first > new_last:
            text = self.tr("A span of one token cannot become shorter: clear it instead.")
            self.message.emit(text, "info")
        elif new_first < 0:
            self.message.emit(self.tr("The span begins with the sentence already."), "info")
        elif new_last >= len(records):
            self.message.emit(self.tr("The span ends with the sentence already."), "info")
        else:
            self.resize_to((first, last), (new_first, new_last))

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

    def _labelled_span(self, token: int) -> tuple[int, int, int] | None:
        """Return first and last token, and label, of the span at a token; None without one."""
        records = self.tokens()
        if not records or (label := records[token].label) is None:
            return None
        return *self._span_at(token), label

    def _next_span(self, last: int) -> tuple[int, int, int] | None:
        labelled = (one.index for one in self.tokens()[last + 1 :] if one.label is not None)
        token = next(labelled, None)
        return None if token is None else self._labelled_span(token)

    def _say_no_span(self, text: str) -> None:
        if self.place != NOWHERE:
            self.message.emit(text, "info")

    def _span_at(self, token: int) -> tuple[int, int]:
        records = self.tokens()
        if not records or records[token].span < 0:
            return token, token
        first = records[token].span
        last = token
        while last + 1 < len(records) and records[last + 1].span == first:
            last += 1
        return first, last

    def _neighbour(self, step: int) -> int | None:
        visible = self.session.visible
        if self.place == NOWHERE or not len(visible):
            return None
        at = int(np.searchsorted(visible, self.place)) + step
        return int(visible[at]) if 0 <= at < len(visible) else None

    def _go_if(self, place: int | None) -> None:
        if place is not None:
            self.go_to(place)

    def _best_in_queue(self) -> int | None:
        session = self.session
        if session.filtered is not None:
            return self._next_filtered()
        waiting = session.visible[session.waits(session.visible)]
        queue = session.queue
        if session.project.settings.asking.tokens_alone:
            queue, waiting = (some[session.has_doubts(some)] for some in (queue, waiting))
        for places in (queue, waiting):
            if (place := self._first_open(places, without=self._passed)) is not None:
                return place
        # Everything else is done: what was put off comes now, then what was only passed by.
        self._passed.clear()
        return self._first_open(waiting, without={self.place})

    def _next_filtered(self) -> int | None:
        """Return the first sentence that passes the filter and was not passed by, or the first."""
        left = self.session.asked
        left = left[left != self.place]
        seen = np.isin(left, list(self._passed))
        if len(left) and seen.all():
            self._passed.clear()
            return int(left[0])
        return int(left[~seen][0]) if len(left) else None

    def _why_nothing_is_next(self) -> str:
        session = self.session
        if session.filtered is not None:
            return self.tr("No other sentence passes the filter of the queue.")
        left = session.visible[session.open_tokens[session.visible] > 0]
        if not len(left):
            return self.tr("Every sentence is confirmed.")
        if left.tolist() == [self.place] and not session.project.mark_of(self.place):
            return self.tr("Only this sentence is left.")
        if session.project.settings.asking.tokens_alone and session.waits(left).any():
            return self.tr(
                "No other sentence has a doubtful token: choose “Ask for whole sentences” in the "
                "queue, or accept everything sure."
            )
        if session.project.marked(Mark.ANSWERED)[left].any():
            return self.tr(
                "Only sentences are left that were answered or skipped: the queue's filter lists "
                "them."
            )
        return self.tr(
            "Only skipped sentences are left: choose “Skipped” in the queue's filter to see them."
        )

    def _first_open(self, places: Iterable[int], *, without: set[int]) -> int | None:
        order = np.asarray(places, np.int64)
        order = order[self.session.open_tokens[order] > 0]
        # Only a handful is left out, so the first few of the order suffice.
        for place in order[: len(without) + 2].tolist():
            if place not in without and place != self.place:
                return int(place)
        return None

    def _first_uncertain(self, place: int) -> int:
        filtered = self.session.filtered
        token = None if filtered is None else filtered.token_in(place)
        if token is not None:
            return token
        return next(iter(_worth_a_look(self.session.token_display(place))), 0)

    def _to_uncertain(self, step: int) -> None:
        if self.place == NOWHERE:
            return
        if self._to_asked(step) if self.asks_tokens else self._to_uncertain_here(step):
            return
        place = self._uncertain_sentence(step)
        if place is None:
            self.message.emit(self.tr("No further token is uncertain."), "info")
            return
        found = [r.index for r in self.session.token_display(place) if _is_uncertain(r)]
        self.go_to(place, found[0 if step > 0 else -1])
        if self.asks_tokens:
            self._to_piece(self._asked_at(self.token))

    def _to_uncertain_here(self, step: int) -> bool:
        found = _worth_a_look(self.tokens())
        ahead = [token for token in found[::step] if (token - self.token) * step > 0]
        if ahead:
            self.select(ahead[0], ahead[0])
        return bool(ahead)

    def _uncertain_sentence(self, step: int) -> int | None:
        session = self.session
        visible = session.visible
        limit = session.project.settings.uncertain_below
        candidates = visible[session.proposals.lowest[visible] < limit]
        if step > 0:
            candidates = candidates[candidates > self.place]
        else:
            candidates = candidates[candidates < self.place][::-1]
        # Of most, something unsure is shown; where a suggestion stands in its place, nothing is.
        for place in candidates[:LOOKED_THROUGH].tolist():
            if self._shows_uncertain(place):
                return int(place)
        rest = self._with_doubts_shown(candidates[LOOKED_THROUGH:])
        return next((place for place in rest.tolist() if self._shows_uncertain(place)), None)

    def _shows_uncertain(self, place: int) -> bool:
        return any(map(_is_uncertain, self.session.token_display(place)))

    def _with_doubts_shown(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Leave out sentences in which suggestions hide whatever the model is not sure of."""
        session, corpus = self.session, self.session.corpus
        at = session.flat_tokens(places)
        tags, states = session.proposals.tags[at], corpus.states[at]
        chances = session.proposals.probabilities[at]
        one = [members[0] if len(members) == 1 else NO_TAG for members in session.project.tag_sets]
        said = np.array(one, np.int64)[corpus.tag_sets[at]]
        doubtful = (tags != NO_TAG) & (chances < session.project.settings.uncertain_below)
        doubtful &= (states != TokenState.SUGGESTED) | (said == tags)
        owners = np.repeat(np.arange(len(places)), corpus.lengths(places))
        shown = np.zeros(len(places), np.bool_)
        shown[owners[doubtful & (states != TokenState.CONFIRMED)]] = True
        return np.asarray(places[shown])

    def _to_open_token(self) -> None:
        for record in self.tokens():
            if record.kind is not DisplayKind.PERSON:
                self.select(record.index, record.index)
                return

    def _show_step(self, edit: Edit | None) -> None:
        # A label merged or deleted changes hundreds of sentences: none of them is where.
        if edit is None or len(edit.tokens) > 1:
            return
        sentences = {c.sentence for c in edit.tokens} | {c.sentence for c in edit.marks}
        if len(sentences) != 1:
            return
        place = self.session.corpus.place_of(sentences.pop())
        token = int(edit.tokens[0].tokens[0]) if edit.tokens else 0
        if place != self.place and place in self.session.visible:
            self.go_to(place, token)
        if place == self.place and self.asks_tokens:
            self._to_piece(self._asked_at(token))

    def _session_changed(self, changes: Changes) -> None:
        if changes.structure:
            self._keep_a_place()
        if changes.labels:
            self._again = None  # its label may be gone
        tokens_alone = self.session.project.settings.asking.tokens_alone
        if tokens_alone != self._tokens_alone:
            self._tokens_alone = tokens_alone
            self._to_first_asked()

    def _keep_a_place(self) -> None:
        """Stand on a visible sentence as long as there is one."""
        visible = self.session.visible
        if not len(visible):
            if self.place != NOWHERE:
                self.place = NOWHERE
                self.token = self.anchor = 0
                self.current_changed.emit(NOWHERE)
            return
        at = int(np.searchsorted(visible, self.place))
        if self.place == NOWHERE or at >= len(visible) or int(visible[at]) != self.place:
            self.go_to(int(visible[min(max(at, 0), len(visible) - 1)]))

    def _refused(self, reason: str) -> None:
        self.message.emit(reason, "error")

    @property
    def one_label_a_token(self) -> bool:
        """Whether the project's scheme gives every token a label of its own."""
        return self.session.project.settings.scheme == TOKENS


def _worth_a_look(records: Sequence[TokenDisplay]) -> list[int]:
    """Return the tokens of which the model is not sure; without one, the less sure ones."""
    found = [record.index for record in records if _is_uncertain(record)]
    return found or [
        record.index
        for record in records
        if record.probability is not None and record.probability < SECOND_LOOK
    ]


def _is_uncertain(record: TokenDisplay) -> bool:
    return record.uncertain and record.kind is not DisplayKind.PERSON
