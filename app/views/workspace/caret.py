"""The caret: the current sentence, the selected tokens, and moving between sentences."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.control_sample import is_control
from app.domain.display import TokenDisplay
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import TOKENS
from app.services.threads import UI_PRIORITY
from app.session import Session

READING_SECONDS = 1.0
"""The time in which nobody has read a sentence yet."""

NOWHERE = -1
"""The index of the current sentence while the project shows none."""


class Caret(QObject):
    """The current sentence and the tokens selected in it.

    The selection is never empty while there is a sentence with tokens: without Shift it is the
    current token alone. ``sentence_index`` is -1 while there is nothing to show.

    Signals
    -------
    about_to_change : int
        This sentence will be current: its suggestions can be renewed before it is shown.
    current_changed : int
        Another sentence is current.
    selection_changed : int, int
        First and last selected token.
    placed : ()
        The program, not the person, chose the sentence: select its first uncertain tokens.
    """

    about_to_change = Signal(int)
    current_changed = Signal(int)
    selection_changed = Signal(int, int)
    placed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Start without a current sentence."""
        super().__init__(parent)
        self.session = session
        self.sentence_index = NOWHERE
        self.token = 0
        """The current token."""
        self.anchor = 0
        """The other end of the selection."""
        # Whether to stay on the first row of the queue, because the person has done nothing yet.
        self._follows_queue = False
        self._shown_at = 0.0
        self.is_placed = False
        """Whether the program made the selection, and the person has done nothing since."""

    # ---- position

    @property
    def first(self) -> int:
        """First selected token."""
        return min(self.token, self.anchor)

    @property
    def last(self) -> int:
        """Last selected token."""
        return max(self.token, self.anchor)

    @property
    def selection(self) -> tuple[int, int, int]:
        """The current sentence, and its first and last selected token."""
        return self.sentence_index, self.first, self.last

    @property
    def n_tokens(self) -> int:
        """Number of tokens in the current sentence."""
        if self.sentence_index == NOWHERE:
            return 0
        offsets = self.session.corpus.offsets
        return int(offsets[self.sentence_index + 1] - offsets[self.sentence_index])

    @property
    def sentence_id(self) -> int | None:
        """Id of the current sentence, None while there is nothing to show."""
        return (
            int(self.session.corpus.ids[self.sentence_index])
            if self.sentence_index != NOWHERE
            else None
        )

    @property
    def one_label_a_token(self) -> bool:
        """Whether the project's scheme gives every token a label of its own."""
        return self.session.project.settings.scheme == TOKENS

    def tokens(self) -> list[TokenDisplay]:
        """Return the tokens of the current sentence as shown."""
        return (
            self.session.token_display(self.sentence_index)
            if self.sentence_index != NOWHERE
            else []
        )

    # ---- moving

    def go_to(self, sentence_index: int, token: int = 0, last: int | None = None) -> None:
        """Make a sentence and a token current; with ``last``, select up to that token."""
        self._follows_queue = self.is_placed = False
        last = token if last is None else last
        if sentence_index == NOWHERE or sentence_index == self.sentence_index:
            self.select(token, last)
            return
        left, self.sentence_index = self.sentence_index, sentence_index
        self._shown_at = time.monotonic()
        self.session.suggestions.begin_work_on(sentence_index)
        self.token = self.anchor = 0
        if left != NOWHERE and left < self.session.corpus.n_sentences:
            self.session.clear_marks(left)
        self.about_to_change.emit(sentence_index)
        self.current_changed.emit(sentence_index)
        self.select(token, last)

    def place_at(self, sentence_index: int) -> None:
        """Go to a sentence; its first uncertain tokens are selected until a person moves."""
        self.go_to(sentence_index)
        self.is_placed = True
        self.placed.emit()

    def go_round(self, sentence_indices: Sequence[int], tokens: Sequence[int] = ()) -> bool:
        """Go to the next of some sentences, after the last to the first; False if empty.

        With ``tokens``, one for each, go to that token, else to the first.
        """
        if not sentence_indices:
            return False
        ahead = (n for n, index in enumerate(sentence_indices) if index > self.sentence_index)
        number = next(ahead, 0)
        self.go_to(sentence_indices[number], tokens[number] if tokens else 0)
        return True

    def go_to_document(self, document: int | None) -> None:
        """Go to a document's first open sentence, or its first, unless already in the document."""
        corpus, visible = self.session.corpus, self.session.visible
        sentence_indices = visible[corpus.documents[visible] == document]
        if document is None or not len(sentence_indices) or self.sentence_index in sentence_indices:
            return
        opened = sentence_indices[self.session.open_tokens[sentence_indices] > 0]
        self.place_at(int((opened if len(opened) else sentence_indices)[0]))

    def return_to(self, sentence_id: int | None) -> None:
        """Go to the last sentence of the previous session, or to the queue's first if it is done.

        Likewise if it is a test sentence and others wait. Then the first row of the queue becomes
        current once more if it is sorted before the person has read anything; see `follow_queue`.
        """
        session = self.session
        if sentence_id is None or sentence_id not in session.corpus.ids[session.visible]:
            self._follows_queue = True
            return
        left = session.corpus.sentence_index_of(sentence_id)
        first = self._first_to_do(left)
        is_test, only_tests = is_control(session.corpus, np.array([left, first], np.int64))
        waits = session.queue.waits(np.array([left], np.int64))[0]
        stays = waits and (not is_test or only_tests)
        self.place_at(left if stays else first)
        self._follows_queue = not stays

    def next_sentence(self) -> None:
        """Go to the next sentence in the text."""
        self._go_if(self._neighbour(1))

    def previous_sentence(self) -> None:
        """Go to the previous sentence in the text."""
        self._go_if(self._neighbour(-1))

    def move(self, step: int, *, extend: bool = False) -> None:
        """Move by ``step`` tokens, also past the sentence's ends; with ``extend``, select."""
        target = self.token + step
        if extend:
            self.select(self.anchor, target)
        elif 0 <= target < self.n_tokens:
            self.select(target, target)
        elif target < 0 and (sentence_index := self._neighbour(-1)) is not None:
            self.go_to(sentence_index, len(self.session.corpus.words_of(sentence_index)) - 1)
        elif target >= self.n_tokens and (sentence_index := self._neighbour(1)) is not None:
            self.go_to(sentence_index)

    # ---- selecting

    def select(self, anchor: int, token: int) -> None:
        """Select from ``anchor`` to ``token``, which becomes the current one."""
        self._follows_queue = self.is_placed = False
        top = max(0, self.n_tokens - 1)
        self.anchor, self.token = min(max(anchor, 0), top), min(max(token, 0), top)
        self.selection_changed.emit(self.first, self.last)

    def preselect(self, first: int, last: int) -> None:
        """Select tokens on behalf of the program, if the person has not moved yet."""
        if (first, last) == (self.first, self.last):
            return
        follows_queue, is_placed = self._follows_queue, self.is_placed
        self.select(first, last)
        self._follows_queue, self.is_placed = follows_queue, is_placed

    def select_all(self) -> None:
        """Select every token of the sentence."""
        self.select(0, self.n_tokens - 1)

    def collapse(self) -> bool:
        """Select the current token alone; False if it is so already."""
        is_wide = self.first != self.last
        if is_wide:
            self.select(self.token, self.token)
        return is_wide

    def select_span(self, token: int | None = None) -> None:
        """Select the whole span shown at a token (the current one), or the token alone."""
        if self.sentence_index != NOWHERE:
            self.select(*self.span_at(self.token if token is None else token))

    def span_at(self, token: int) -> tuple[int, int]:
        """Return first and last token of the span shown at a token; the token alone if none is."""
        records = self.tokens()
        if not records or records[token].span < 0:
            return token, token
        first = records[token].span
        last = token
        while last + 1 < len(records) and records[last + 1].span == first:
            last += 1
        return first, last

    # ---- following the project

    def follow_queue(self, changes: Changes) -> None:
        """Go once to the first row of a new queue, while the person cannot have read the other.

        Not once the current sentence has suggestions, nor after `READING_SECONDS`, a key or a step.
        """
        if changes.history:
            self._follows_queue = self.is_placed = False
        if self._follows_queue and self._may_be_read():
            self._follows_queue = False
        queried = self.session.queue.queried
        if (
            self._follows_queue
            and changes.queue
            and len(queried)
            and queried[0] != self.sentence_index
        ):
            self.place_at(int(queried[0]))

    def stay_visible(self) -> None:
        """Move to a visible sentence if the current one is not visible."""
        visible = self.session.visible
        if not len(visible):
            if self.sentence_index != NOWHERE:
                self.sentence_index = NOWHERE
                self.session.suggestions.begin_work_on(NOWHERE)
                self.token = self.anchor = 0
                self.current_changed.emit(NOWHERE)
            return
        if self.sentence_index == NOWHERE:
            self.place_at(self._first_to_do(int(visible[0])))
            return
        at = int(np.searchsorted(visible, self.sentence_index))
        if at >= len(visible) or int(visible[at]) != self.sentence_index:
            self.place_at(int(visible[min(max(at, 0), len(visible) - 1)]))

    # ---- inside

    def _neighbour(self, step: int) -> int | None:
        visible = self.session.visible
        if self.sentence_index == NOWHERE or not len(visible):
            return None
        at = int(np.searchsorted(visible, self.sentence_index)) + step
        return int(visible[at]) if 0 <= at < len(visible) else None

    def _first_to_do(self, start: int) -> int:
        """Return the queue's first sentence, else the first waiting one from ``start`` on.

        It is ``start`` if none waits. Postponed sentences and test sentences come last: nobody
        should begin with a test.
        """
        session = self.session
        if len(session.queue.queried):
            return int(session.queue.queried[0])
        sentence_indices = session.visible[session.queue.waits(session.visible)]
        if not len(sentence_indices):
            return start
        last = (
            is_control(session.corpus, sentence_indices)
            | session.project.with_flags(SentenceFlags.LATER)[sentence_indices]
        )
        return int(
            sentence_indices[np.lexsort((sentence_indices, sentence_indices < start, last))[0]]
        )

    def _may_be_read(self) -> bool:
        """Return whether the sentence has suggestions, was shown for some time, or keys came."""
        if self.sentence_index == NOWHERE:
            return False
        has_suggestions = self.session.proposals.models[self.sentence_index] > 0
        seconds = time.monotonic() - self._shown_at
        # Scrolling counts as a key there.
        touched = UI_PRIORITY.seconds_without_keys < seconds
        return bool(has_suggestions) or touched or seconds > READING_SECONDS

    def _go_if(self, sentence_index: int | None) -> None:
        if sentence_index is not None:
            self.go_to(sentence_index)
