"""Commands for whole sentences: accept, skip, postpone, flag, and go to the next in the queue."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.display import DisplayKind
from app.domain.edits import Edit, Origin
from app.domain.project import Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import has_outside
from app.domain.tokens import Role, TokenState
from app.edits.accept import accept_sentence, accept_up_to
from app.edits.confirm_queried import answer_sentence
from app.edits.sentence_flags import ask_again, flag_sentence, put_off_sentence, skip_sentence
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.key_again import Question
from app.views.workspace.labeller import Labeller
from app.views.workspace.pieces import Pieces
from app.views.workspace.seen_labels import SeenLabels
from app.views.workspace.show_message import ShowMessage
from app.views.workspace.uncertainty import Uncertainty


class Acceptance(QObject):
    """Accepts, skips or postpones sentences, and goes to the next in the queue.

    Signals
    -------
    confirmed_empty : Edit
        A sentence without labels or suggestions was accepted: it is confirmed as having none.
    put_aside : Edit, str
        A sentence was skipped or postponed, with the message that says so.
    settled : ()
        A sentence was accepted, or answered, as a whole.
    """

    confirmed_empty = Signal(object)
    put_aside = Signal(object, str)
    settled = Signal()

    def __init__(
        self,
        caret: Caret,
        pieces: Pieces,
        uncertainty: Uncertainty,
        seen_labels: SeenLabels,
        labeller: Labeller,
        question: Question,
        show_message: ShowMessage,
        parent: QObject | None = None,
    ) -> None:
        """Connect the parts that accepting needs."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._pieces = pieces
        self._uncertainty = uncertainty
        self._seen_labels = seen_labels
        self._labeller = labeller
        self._question = question
        self._show_message = show_message
        # Sentences that were skipped or postponed: they come last among the next ones.
        self._passed: set[int] = set()
        # Sentences that were left as they are: they come again when the order is new.
        self._left: set[int] = set()
        self._order_number = 0
        # The one that was last gone to in this order.
        self._shown = NOWHERE

    def accept(self) -> None:
        """Confirm the labels shown in the sentence, and go to the next in the queue.

        Where only uncertain tokens are queried, these are confirmed.
        """
        if self._caret.sentence_index == NOWHERE or self._lacks_labels():
            return
        session = self._session
        if session.is_done(self._caret.sentence_index):
            self._settle()  # nothing is confirmed, whatever has been painted
            return
        if self._pieces.queries_tokens:
            self._accept_queried()
            return
        if self._seen_labels.shows_instead() or self._asks_first(self._caret.n_tokens - 1):
            return
        edit = accept_sentence(session.project, session.proposals, self._caret.sentence_index)
        applied = None if edit.empty else self._labeller.apply(edit)
        if applied is None and not edit.empty:
            return
        left = int(session.open_tokens[self._caret.sentence_index])
        if left:
            self._show_message(self._undecided(left), "warning")
            self._to_open_token()
            return
        self._settle()
        if applied is not None and applied.origin is Origin.NOTHING:
            self.confirmed_empty.emit(applied)

    def accept_up_to_here(self) -> None:
        """Confirm the labels shown from the start of the sentence to the caret, and go on."""
        if self._caret.sentence_index == NOWHERE or self._lacks_labels():
            return
        session, here = self._session, self._caret.last
        last = self._caret.span_at(here)[1]
        if self._seen_labels.shows_instead(range(last + 1)) or self._asks_first(last):
            return
        edit = accept_up_to(session.project, session.proposals, self._caret.sentence_index, here)
        if edit.empty:
            self._show_message(self.tr("Everything up to here is already confirmed."), "info")
        elif self._labeller.apply(edit) is None:
            return
        behind = max(here, self._caret.span_at(here)[1]) + 1
        if behind < self._caret.n_tokens:
            self._caret.select(behind, behind)

    def skip(self) -> None:
        """Remove the sentence from the queue without accepting it, and go to the next."""
        self._put_aside(skip_sentence, self.tr("Sentence skipped."))

    def later(self) -> None:
        """Move the sentence to the end of the queue, and go to the next."""
        self._put_aside(put_off_sentence, self.tr("Sentence moved to the end of the queue."))

    def flag(self) -> None:
        """Flag the sentence for review, or remove its flag."""
        if self._caret.sentence_index == NOWHERE:
            return
        edit = self._labeller.apply(
            flag_sentence(self._session.project, self._caret.sentence_index)
        )
        if edit is not None:
            flagged = bool(edit.flags[0].after & SentenceFlags.FLAGGED)
            text = self.tr("Sentence flagged.") if flagged else self.tr("Flag removed.")
            self._show_message(text, "info")

    def ask_again(self) -> None:
        """Return a skipped, postponed or partly answered sentence to the queue."""
        if self._caret.sentence_index == NOWHERE:
            return
        edit = ask_again(self._session.project, self._caret.sentence_index)
        if not edit.empty and self._labeller.apply(edit) is None:
            return
        if edit.empty:
            text = self.tr("This sentence is not skipped, postponed or partly answered.")
        else:
            text = self.tr("Returned to the queue.")
        self._show_message(text, "info")

    def next_in_queue(self) -> None:
        """Go to the first open sentence of the queue that was not left before in this order."""
        left, here = self._left_before(), self._caret.sentence_index
        if here in (self._shown, *self._first_queued(1, without=self._passed | left)):
            left.add(here)
        self._go_on(left)

    def likely_next(self, n: int) -> list[int]:
        """Return up to ``n`` sentences to which `next_in_queue` probably goes, soonest first."""
        without = self._passed | self._left_before() | {self._caret.sentence_index}
        return self._first_queued(n, without=without)

    # ---- this sentence

    def _go_on(self, left: set[int] | None = None) -> None:
        """Go to the top of the queue, or to the first that was not ``left``, if there is one."""
        sentence_index = self._best_in_queue(set() if left is None else left)
        if sentence_index is None:
            self._show_message(self._why_nothing_is_next(), "info")
        else:
            self._go_to(sentence_index)

    def _go_to(self, sentence_index: int) -> None:
        filtered = self._session.queue.filtered
        self._shown = sentence_index
        self._uncertainty.go_to_uncertain(
            sentence_index, None if filtered is None else filtered.token_in(sentence_index)
        )

    def _lacks_labels(self) -> bool:
        """Explain that a project without labels has nothing to confirm; False if it has labels."""
        if self._session.project.visible_labels():
            return False
        self._show_message(
            self.tr("There are no labels yet: make one in the Labels panel first."), "warning"
        )
        return True

    def _asks_first(self, last: int) -> bool:
        """Ask before "no label" is confirmed up to ``last`` where there are no suggestions."""
        session, sentence_index = self._session, self._caret.sentence_index
        states = session.corpus.states[session.corpus.span(sentence_index)]
        if session.corpus.roles[sentence_index] == Role.CONTROL:
            touched = np.isin(states, (TokenState.CONFIRMED, TokenState.NARROWED)).any()
            if touched or last + 1 < len(states) or not has_outside(session.project):
                return False
            return self._question.asks(
                self.tr(
                    "Nothing is labelled in this test sentence. Press Enter again if it has no "
                    "labels."
                )
            )
        if not session.suggestions.are_loading(sentence_index):
            return False
        return self._question.asks(
            self.tr("Suggestions are still loading. Press Enter again to accept without them.")
        )

    def _accept_queried(self) -> None:
        """Confirm the queried tokens, and suggestions that are confident enough."""
        answered = self._pieces.answer()
        if self._seen_labels.shows_instead([*answered.queried, *answered.accepted]):
            return
        edit = answer_sentence(
            self._session.project, self._caret.sentence_index, self._caret.tokens()
        )
        if edit.empty or self._labeller.apply(edit) is not None:
            self._settle()

    def _undecided(self, n: int) -> str:
        if n == 1:
            return self.tr("Not accepted: 1 token has no label or suggestion.")
        many = self.tr("Not accepted: {n} tokens have no label or suggestion.", None, n)
        return many.format(n=n)

    def _to_open_token(self) -> None:
        for record in self._caret.tokens():
            if record.kind is not DisplayKind.PERSON:
                self._caret.select(record.index, record.index)
                return

    def _settle(self) -> None:
        """Go to the next in the queue: the current sentence is settled."""
        self.settled.emit()
        self._passed.discard(self._caret.sentence_index)
        if self._session.queue.filtered is not None:
            # A filter may also list sentences that are done: this one has been seen.
            self._passed.add(self._caret.sentence_index)
        self._go_on()

    def _put_aside(self, make_edit: Callable[[Project, int], Edit], text: str) -> None:
        if self._caret.sentence_index == NOWHERE:
            return
        if self._session.is_done(self._caret.sentence_index):
            self._show_message(
                self.tr("This sentence is done, so it does not wait in the queue."), "info"
            )
            self._go_on()
            return
        edit = make_edit(self._session.project, self._caret.sentence_index)
        applied = None if edit.empty else self._labeller.apply(edit)
        if applied is None and not edit.empty:
            return
        self._passed.add(self._caret.sentence_index)
        sentence_index = self._best_in_queue(set())
        if sentence_index is None:
            # One message: a second one would cover the first and its button.
            text = f"{text} {self._why_nothing_is_next(briefly=True)}"
        if applied is None:
            self._show_message(text, "info")
        else:
            self.put_aside.emit(applied, text)
        if sentence_index is not None:
            self._go_to(sentence_index)

    # ---- the next one

    def _best_in_queue(self, left: set[int]) -> int | None:
        session = self._session
        if session.queue.filtered is not None:
            return self._next_filtered(left)
        waiting = session.visible[session.queue.waits(session.visible)]
        queue = session.queue.sentence_indices
        if session.project.settings.query_choice.tokens_alone:
            queue, waiting = (
                some[session.queue.has_uncertain_tokens(some)] for some in (queue, waiting)
            )
        for sentence_indices in (queue, waiting):
            for without in (self._passed | left, self._passed):
                sentence_index = self._first_open(sentence_indices, without=without)
                if sentence_index is not None:
                    if sentence_index in left:
                        left.clear()  # the queue begins again
                    return sentence_index
        # Everything else is done: now the postponed sentences, then the skipped ones.
        self._passed.clear()
        return self._first_open(waiting, without={self._caret.sentence_index})

    def _next_filtered(self, left: set[int]) -> int | None:
        """Return the first filtered sentence that has not been seen, or the first of all."""
        others = self._session.queue.queried
        others = others[others != self._caret.sentence_index]
        seen = np.isin(others, list(self._passed | left))
        if len(others) and seen.all():
            self._passed.clear()
            left.clear()
            return int(others[0])
        return int(others[~seen][0]) if len(others) else None

    def _left_before(self) -> set[int]:
        """Return the sentences that were left as they are since the order was new."""
        if self._order_number != self._session.queue.order_number:
            self._order_number = self._session.queue.order_number
            self._left.clear()
            self._shown = NOWHERE
        return self._left

    def _first_queued(self, n: int, *, without: set[int]) -> list[int]:
        queued = self._session.queue.queried[: n + len(without)].tolist()
        return [one for one in queued if one not in without][:n]

    def _first_open(self, sentence_indices: Iterable[int], *, without: set[int]) -> int | None:
        order = np.asarray(sentence_indices, np.int64)
        order = order[self._session.open_tokens[order] > 0]
        # Few are left out, so the first few of the order suffice.
        for sentence_index in order[: len(without) + 2].tolist():
            if sentence_index not in without and sentence_index != self._caret.sentence_index:
                return int(sentence_index)
        return None

    def _why_nothing_is_next(self, *, briefly: bool = False) -> str:
        session = self._session
        if session.queue.filtered is not None:
            return self.tr("No more sentences match the queue filter.")
        left = session.visible[session.open_tokens[session.visible] > 0]
        if not len(left):
            return self.tr("Every sentence is confirmed.")
        here = self._caret.sentence_index
        gone = SentenceFlags.SKIPPED | SentenceFlags.ANSWERED
        if left.tolist() == [here] and not session.project.flags_of(here) & gone:
            return self.tr("This is the last open sentence.")
        if session.project.settings.query_choice.tokens_alone and session.queue.waits(left).any():
            if briefly:
                return self.tr("No uncertain token is left.")
            return self.tr(
                "No more uncertain tokens. Switch the queue to whole sentences, or accept "
                "the confident suggestions."
            )
        if session.project.with_flags(SentenceFlags.ANSWERED)[left].any():
            return self.tr(
                "Only skipped or partly answered sentences remain (see the queue filter)."
            )
        return self.tr(
            "Only skipped sentences are left: choose “Skipped” in the queue's filter to see them."
        )
