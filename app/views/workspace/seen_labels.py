"""The record of what was seen of the current sentence, which alone a key confirms."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from math import inf
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.domain.display import DisplayKind, TokenDisplay
from app.domain.step_texts import ARROW
from app.edits.wording import words_of
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.key_again import READ_SECONDS
from app.views.workspace.show_message import ShowMessage

MAX_NAMED = 3
"""Number of changes named with their words; the others are counted."""

GLANCE_SECONDS = 0.1
"""Nobody sees what is new in less time: a key that would confirm it sooner does not."""

HURRY_SECONDS = READ_SECONDS
"""How long what a person's own change brings must have been on the screen to count as seen."""

NOTICE_SECONDS = 0.5
"""How long the first suggestions must have been on the screen to count as seen."""

MAX_REMEMBERED = 1000
"""Number of sentences of which it is known what was seen before their labels."""


class Seen(NamedTuple):
    """What is shown of a token: its label ("" for none), if it begins a span, if it is queried.

    ``blank``: neither confirmed nor suggested, not even as having no label.
    """

    label: str
    begins: bool
    queried: bool
    blank: bool


class SeenLabels(QObject):
    """Shows what has changed since the person looked, before a key confirms it.

    ``is_patient``: a key can come too early; a program that plays keys faster than a person turns
    this off.

    A person has seen what the sentence shows when it is first painted, and the results of the
    person's own changes once they have been painted for `HURRY_SECONDS`. A token that was still
    blank then has been seen when its first suggestion has been on the screen for
    `NOTICE_SECONDS`. What a model changes at any other moment counts as unseen, painted or not:
    the next key that would confirm it selects it instead. Nothing has been seen before it was in
    view: a key that would confirm such tokens scrolls to them instead. A key that comes within
    `GLANCE_SECONDS` of what is new only shows a message.

    Signals
    -------
    look_requested :
        A key came before its sentence was painted: paint it now.
    scroll_requested :
        A key would have labelled words that are out of sight: show them.
    more_requested : int
        A key would have confirmed a token that has never been in view: scroll to it.
    outdated : str
        This message about changes is no longer true: withdraw it.
    """

    look_requested = Signal()
    scroll_requested = Signal()
    more_requested = Signal(int)
    outdated = Signal(str)

    def __init__(
        self,
        caret: Caret,
        show_message: ShowMessage,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        """Start without a view: nothing has been seen; ``clock`` returns seconds."""
        super().__init__(parent)
        self.is_patient = True
        self._clock = clock
        self._caret = caret
        self._session = caret.session
        self._show_message = show_message
        self._is_on_screen: Callable[[], bool] = lambda: False
        self._is_out_of_view: Callable[[], bool] = lambda: False
        self._tokens_in_view: Callable[[], Collection[int]] = self._all_tokens
        self._seen: list[Seen] | None = None
        # What changed unseen, and was painted together with a change of the person's.
        self._missed: dict[int, Seen] = {}
        self._viewed: set[int] = set()
        # What has changed since it was in view, and counts as seen once it is in view as it is.
        self._awaited: set[int] = set()
        # By token: the first suggestion painted where nothing was shown, or after an undo what was
        # seen before the label that was undone; and since when.
        self._first: dict[int, tuple[Seen, float]] = {}
        # By token: what was seen before a label of the person's, and of those the undone ones.
        self._replaced: dict[int, Seen] = {}
        self._restored: dict[int, Seen] = {}
        # The same by the id of a sentence, for labels that are undone after it was left.
        self._replaced_in: dict[int, dict[int, Seen]] = {}
        self._painted = True
        # By token: what a person's own change has replaced, and when that was painted.
        self._fresh: dict[int, Seen] = {}
        self._fresh_at = inf
        # Whether a message tells what is to be read once it is painted.
        self._is_told = False
        # The last message about what has to be read before a key confirms it.
        self._notice = ""
        # From when on a key can be an answer to what is painted.
        self._readable_at = -inf
        # The message about changes, and what it says that the tokens show.
        self._told: tuple[str, dict[int, Seen]] = ("", {})
        # What the last paint showed of the sentence; None before it.
        self._painted_records: Sequence[TokenDisplay] | None = None
        caret.current_changed.connect(self._begin)

    def set_view(
        self,
        is_on_screen: Callable[[], bool],
        is_out_of_view: Callable[[], bool] = lambda: False,
        tokens_in_view: Callable[[], Collection[int]] | None = None,
    ) -> None:
        """Set the view that paints the sentence, and calls `note_painted`.

        It says if it is on the screen, if the current token is scrolled out of sight, and which
        tokens are in view (all, unless given).
        """
        self._is_on_screen = is_on_screen
        self._is_out_of_view = is_out_of_view
        self._tokens_in_view = tokens_in_view or self._all_tokens
        self._begin()

    @property
    def awaits_paint(self) -> bool:
        """Whether nobody can have seen yet what the sentence shows."""
        return not self._painted and self._is_on_screen()

    @property
    def seconds_to_wait(self) -> float:
        """After how long a key that confirms is neither ignored nor answered with a message."""
        read_at = self._fresh_at + HURRY_SECONDS if self._fresh else -inf
        return max(0.0, max(self._readable_at, read_at) - self._clock()) if self.is_patient else 0.0

    def look(self) -> None:
        """Request a paint now, if the sentence is not on the screen yet."""
        if self.awaits_paint:
            self.look_requested.emit()
            self.note_painted()

    def note_painted(self) -> None:
        """Note that the view has painted the sentence as it is now."""
        if not self._painted:
            seconds = HURRY_SECONDS if self._is_told else GLANCE_SECONDS
            self._readable_at, self._is_told = self._clock() + seconds, False
            self._fresh_at = min(self._fresh_at, self._clock())
        self._painted, self._painted_records = True, self._caret.tokens()
        if self._seen is None:
            self._seen, self._viewed = self._shown(), {*self._tokens_in_view()}
            return
        if len(self._viewed) < self._caret.n_tokens:
            self._note_viewed(self._seen)
        self._note_first(self._seen)
        self._check_told()

    # ---- inside

    def _begin(self) -> None:
        self._painted = not self._is_on_screen()
        self._seen = None
        self._painted_records = None
        self._readable_at, self._is_told = -inf, False
        self._fresh, self._fresh_at = {}, inf
        self._told, self._notice = ("", {}), ""
        self._missed = {}
        self._first = {}
        self._viewed = set()
        self._awaited = set()
        self._recall()

    def _recall(self) -> None:
        """Recall what was seen in this sentence before labels of an earlier visit.

        Those that are no longer there have been undone.
        """
        self._replaced = self._replaced_in.get(self._caret.sentence_id or 0, {})
        gone = {*self._replaced} - self._own_tokens() if self._replaced else set()
        self._restored = {token: self._replaced[token] for token in gone}

    def _remember(self) -> None:
        """Keep what was seen before the labels of this sentence for the next visit."""
        if self._replaced and self._caret.sentence_id is not None:
            self._replaced_in.pop(self._caret.sentence_id, None)
            self._replaced_in[self._caret.sentence_id] = self._replaced
        if len(self._replaced_in) > MAX_REMEMBERED:
            del self._replaced_in[next(iter(self._replaced_in))]

    def _check_told(self) -> None:
        """Take back the message about changes if the sentence shows something else by now."""
        text, told = self._told
        records = self._caret.tokens()
        if any(self._seen_of(records[token]) != one for token, one in told.items()):
            self._told, self._notice = ("", {}), ""
            self.outdated.emit(text)

    def _note_returns(self) -> None:
        """Note the tokens that are what was seen again, while the screen shows something else."""
        records, painted_records = self._caret.tokens(), self._painted_records
        if self._seen is None or painted_records is None or painted_records is records:
            return
        for token, (seen, old) in enumerate(zip(self._seen, painted_records, strict=True)):
            if old is records[token]:
                continue
            painted, now = self._seen_of(old), self._seen_of(records[token])
            if _differs(painted, now) and not _differs(seen, now):
                self._missed.setdefault(token, painted)

    def _note_viewed(self, seen: Sequence[Seen]) -> None:
        """Note the tokens that are in view for the first time as seen."""
        viewed = {*self._tokens_in_view()} - self._viewed
        if viewed:
            now, first = self._shown(), viewed - self._awaited
            self._seen = [now[i] if i in first else one for i, one in enumerate(seen)]
            self._viewed |= viewed
            self._awaited -= viewed

    def _note_fresh(self) -> None:
        """Note what a person's own change has replaced too short a time ago to be seen."""
        fresh, self._fresh = self._fresh, {}
        if self.is_patient and self._clock() - self._fresh_at < HURRY_SECONDS:
            now = self._shown()
            changed = {token: one for token, one in fresh.items() if _differs(one, now[token])}
            self._missed = changed | self._missed

    def _note_first(self, seen: Sequence[Seen]) -> None:
        """Note since when the first suggestions are painted on tokens that were seen blank.

        And what was seen before a label that was undone, where it is shown again.
        """
        if not self._restored and not any(one.blank for one in seen):
            return
        self._count_first_as_seen()
        now, time_now = self._shown(), self._clock()
        in_view = {*self._tokens_in_view()}
        self._first = {token: one for token, one in self._first.items() if token in in_view}
        for token in in_view:
            restored = self._restored.get(token)
            returns = restored is not None and not _differs(restored, now[token])
            if not (seen[token].blank or returns) or now[token].blank:
                self._first.pop(token, None)
            elif token not in self._first or self._first[token][0] != now[token]:
                self._first[token] = now[token], time_now

    def _count_first_as_seen(self) -> None:
        """Count first suggestions as seen that have been on the screen long enough."""
        if self._seen is None:
            return
        latest = self._clock() - NOTICE_SECONDS
        for token, (first, since) in list(self._first.items()):
            if since <= latest:
                del self._first[token]
                self._restored.pop(token, None)
                self._seen[token] = first
                self._missed.pop(token, None)

    def _all_tokens(self) -> Collection[int]:
        return range(self._caret.n_tokens)

    def _shown(self) -> list[Seen]:
        return [self._seen_of(record) for record in self._caret.tokens()]

    def _own_tokens(self) -> set[int]:
        """Return the tokens that a person has labelled."""
        records = self._caret.tokens()
        return {record.index for record in records if record.kind is DisplayKind.PERSON}

    def _seen_of(self, record: TokenDisplay) -> Seen:
        label = self._session.project.labels.get(record.label or 0)
        begins = record.label is not None and record.span == record.index
        name = label.name if label is not None else ""
        return Seen(name, begins, record.queried, record.tag is None)

    def _unseen(self, shown: Sequence[Seen]) -> list[int]:
        """Return the open tokens of which ``shown`` differs from what was seen."""
        if self._seen is None:
            return []
        self._count_first_as_seen()
        own = self._own_tokens()
        return [
            token
            for token, (seen, now) in enumerate(zip(self._seen, shown, strict=True))
            if token not in own
            and token in self._viewed
            and (token in self._missed or _differs(seen, now))
        ]

    @contextmanager
    def own_step(self) -> Iterator[None]:
        """Count the changes made in this context as seen: they are the person's.

        What was unseen before stays unseen.
        """
        sentence_index, before = self._caret.sentence_index, self._shown()
        unseen, own_before = self._unseen(before), self._own_tokens()
        yield
        if (
            self._caret.sentence_index != sentence_index
            or sentence_index == NOWHERE
            or self._seen is None
        ):
            return
        self._notice = ""
        seen, now = self._seen, self._shown()
        self._seen = [seen[i] if i in unseen else one for i, one in enumerate(now)]
        self._missed = {i: self._missed.get(i, before[i]) for i in unseen}
        # A token that is no longer the person's is a suggestion now, even with the same label.
        changed = {i for i, one in enumerate(now) if one[:3] != before[i][:3]} | own_before
        own = self._own_tokens()
        self._replaced |= {i: before[i] for i in own - own_before - {*unseen}}
        self._remember()
        self._restored |= {i: self._replaced.pop(i) for i in own_before - own & {*self._replaced}}
        if changed - own:
            self._await_view(changed - own)
            if not self._painted:
                differing = {i for i in changed - own if _differs(before[i], now[i])}
                self._fresh |= {i: before[i] for i in differing}
                self._fresh_at = inf

    def shows_instead(self, tokens: Collection[int] | None = None) -> bool:
        """Show the unseen changes of these tokens (default: all); False if there are none."""
        if self.scrolls_back():
            return True
        if self._is_early():
            return True
        self._note_returns()
        self._note_fresh()
        changed = self._unseen(self._shown())
        unseen = [one for one in changed if tokens is None or one in tokens]
        if not unseen:
            return self._shows_more(tokens)
        text, shown = self._changes_of(unseen), self._shown()
        self._told = text, {token: shown[token] for token in unseen}
        self._count_as_shown(unseen, {*changed} - {*unseen})
        self._session.point_at(self._caret.sentence_index, unseen)
        self._caret.select(*self._caret.span_at(unseen[0]))
        self._notify(text)
        return True

    def _notify(self, text: str) -> None:
        self._notice = text
        self._show_message(text, "info")

    def _is_early(self) -> bool:
        """Return whether the key came before a person can have seen the sentence, and paint it.

        A key may bounce, and keys that were pressed while the computer was busy come all at once:
        after one that was ahead of the paint, the others only show a message.
        """
        if self.awaits_paint:
            self.look()
            self._readable_at = self._clock() + HURRY_SECONDS
        elif not self.is_patient or self._clock() >= self._readable_at:
            return False
        text = self.tr("The sentence has just changed: read it, then press the key again.")
        self._show_message(self._notice or text, "info")
        return True

    def _count_as_shown(self, unseen: Collection[int], others: set[int]) -> None:
        """Count changes as seen once they are painted in view; the ``others`` stay unseen."""
        if self._seen is None:
            return
        self._seen = [
            seen if token in others else now
            for token, (seen, now) in enumerate(zip(self._seen, self._shown(), strict=True))
        ]
        self._missed = {i: one for i, one in self._missed.items() if i in others}
        self._first = {i: one for i, one in self._first.items() if i in others}
        self._restored = {i: one for i, one in self._restored.items() if i in others}
        self._await_view(unseen)
        self._is_told = True

    def _await_view(self, tokens: Collection[int]) -> None:
        """Await a paint of the sentence, and of these tokens one in view."""
        if self._is_on_screen():
            self._painted = False
            self._awaited |= self._viewed & {*tokens}
            self._viewed -= self._awaited

    def _shows_more(self, tokens: Collection[int] | None) -> bool:
        """Scroll to a token that a key would confirm and was never in view; False without one."""
        if self._seen is None or not self._is_on_screen():
            return False
        hidden = [
            record.index
            for record in self._caret.tokens()
            if record.kind is not DisplayKind.PERSON
            and record.index not in self._viewed
            and (tokens is None or record.index in tokens)
        ]
        if not hidden:
            return False
        is_above = any(token > hidden[0] for token in self._tokens_in_view())
        self._caret.select(hidden[0], hidden[0])
        self.more_requested.emit(hidden[0])
        # Even if the view could not scroll there: no token is asked about twice.
        self._viewed.add(hidden[0])
        self._awaited.discard(hidden[0])
        self._painted, self._is_told = False, True
        above = self.tr("There is more text above: read it, then press the key again.")
        below = self.tr("There is more text below: read it, then press the key again.")
        self._notify(above if is_above else below)
        return True

    def scrolls_back(self) -> bool:
        """Scroll to the selected words if they are out of sight; False if they are in sight."""
        if not self._is_out_of_view():
            return False
        self.scroll_requested.emit()
        text = self.tr("The selected words were out of view: read them, then press the key again.")
        self._show_message(text, "info")
        return True

    def _changes_of(self, unseen: Sequence[int]) -> str:
        """Return a text that names the words that have changed since they were seen."""
        seen, now = self._seen or [], self._shown()
        changes = [
            (
                token,
                seen[token] if _differs(seen[token], now[token]) else self._missed[token],
                now[token],
            )
            for token in unseen
        ]
        pieces = [
            [change for _, change in some]
            for _, some in groupby(enumerate(changes), lambda one: _alike(one[0], *one[1]))
        ]
        named_changes = ", ".join(self._change_of(piece) for piece in pieces[:MAX_NAMED])
        if pieces[MAX_NAMED:]:
            named_changes = self.tr("{changes} and {n} more").format(
                changes=named_changes, n=len(pieces) - MAX_NAMED
            )
        text = self.tr("Changed since you looked: {changes}. Press the key again if that is right.")
        return text.format(changes=named_changes)

    def _change_of(self, piece: Sequence[tuple[int, Seen, Seen]]) -> str:
        first, before, now = piece[0]
        words = words_of(self._session.project, self._caret.sentence_index, first, piece[-1][0])
        nothing = self.tr("no label")
        if before.label != now.label:
            text = "“{words}” {before}" + ARROW + "{now}"
        elif before.begins != now.begins:
            text = (
                self.tr("“{words}” is now a separate {now}")
                if now.begins
                else self.tr("“{words}” is now part of the {now} before it")
            )
        else:
            text = self.tr("“{words}” {now} is now uncertain")
        return text.format(words=words, before=before.label or nothing, now=now.label or nothing)


def _differs(seen: Seen, now: Seen) -> bool:
    """Return whether a token shows something else, or is newly queried."""
    return seen[:2] != now[:2] or (now.queried and not seen.queried)


def _alike(number: int, token: int, seen: Seen, now: Seen) -> tuple[int, str, str, bool]:
    """Return a key that is equal for neighbours named as one change."""
    return token - number, seen.label, now.label, seen.label == now.label and now.begins
