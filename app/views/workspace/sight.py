"""What the person has seen of the sentence in work: nothing else is confirmed by a key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from app.domain.display import DisplayKind, TokenDisplay
from app.session import Session
from app.views.workspace.caret import NOWHERE
from app.views.workspace.doubts import Doubts

Seen = tuple[str | None, bool]
"""The tag that a token shows, and whether the person is asked about it."""


class Sight(Doubts):
    """Tells what has come to be shown since the person looked, and shows it before it is confirmed.

    What is seen is what the sentence shows when it is painted first, and what the person's own
    steps make of it. What a model changes at any other moment has not been looked at, be it
    painted or not: the next key that would confirm it selects it instead.

    Signals
    -------
    look_wanted :
        A key came before its sentence was painted: it is to be painted now.
    """

    look_wanted = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        """Have seen nothing yet."""
        super().__init__(session, parent)
        # Without a view nobody looks.
        self._is_on_screen: Callable[[], bool] = lambda: False
        self._seen: list[Seen] | None = None
        self._painted = True
        self.current_changed.connect(self._begin)

    def be_shown(self, is_on_screen: Callable[[], bool]) -> None:
        """Be shown by a view, which can say if it is on the screen, and tells of each paint."""
        self._is_on_screen = is_on_screen
        self._begin()

    @property
    def awaits_paint(self) -> bool:
        """Whether nobody can have seen yet what the sentence shows."""
        return not self._painted and self._is_on_screen()

    def look(self) -> None:
        """Have what is shown painted now, if it is not on the screen yet."""
        if self.awaits_paint:
            self.look_wanted.emit()
            self.note_painted()

    def note_painted(self) -> None:
        """Note that what is shown now is on the screen."""
        self._painted = True
        if self._seen is None:
            self._seen = self._shown()

    # ---- inside

    def _begin(self) -> None:
        self._painted = not self._is_on_screen()
        self._seen = None

    def _shown(self) -> list[Seen]:
        return [self._seen_of(record) for record in self.tokens()]

    def _seen_of(self, record: TokenDisplay) -> Seen:
        # Where nothing is shown, a span scheme confirms "O": the same is painted for both.
        tag = record.tag if record.tag is not None or self.one_label_a_token else "O"
        return tag, record.asked

    def _unseen(self) -> list[int]:
        """Return the tokens still open that show, or ask, something else than what was seen."""
        if self._seen is None:
            return []
        return [
            record.index
            for record, (tag, asked) in zip(self.tokens(), self._seen, strict=True)
            if record.kind is not DisplayKind.PERSON
            and (self._seen_of(record)[0] != tag or (record.asked and not asked))
        ]

    @contextmanager
    def _own_step(self) -> Iterator[None]:
        """Count what becomes of the sentence as seen, once it is painted: the person does it.

        What was not seen before still is not.
        """
        place, unseen, before = self.place, self._unseen(), self._shown()
        yield
        if self.place != place or place == NOWHERE or self._seen is None:
            return
        seen, now = self._seen, self._shown()
        self._seen = [seen[i] if i in unseen else one for i, one in enumerate(now)]
        said = {record.index for record in self.tokens() if record.kind is DisplayKind.PERSON}
        if any(i not in said for i, one in enumerate(now) if one != before[i]):
            self._painted = self._painted and not self._is_on_screen()

    def _shows_instead(self, tokens: Collection[int] | None = None) -> bool:
        """Show what a key would confirm of these tokens (all) unseen; False if there is nothing."""
        if self.awaits_paint:
            self.look()
            return True
        unseen = [one for one in self._unseen() if tokens is None or one in tokens]
        if not unseen:
            return False
        self._seen = self._shown()
        self._painted = not self._is_on_screen()
        self.select(*self._span_at(unseen[0]))
        one = self.tr(
            "1 suggestion has changed since you looked: press the key once more if it is right."
        )
        many = self.tr(
            "{n} suggestions have changed since you looked: press the key once more if they are "
            "right."
        )
        self.message.emit(one if len(unseen) == 1 else many.format(n=len(unseen)), "info")
        return True
