"""Updates of the window that wait until the result of a key has been painted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.domain.changes import Changes
from app.services.threads import UI_PRIORITY
from app.session import Session

GATHERING_MILLISECONDS = 150
"""Time for which updates are gathered while keys come in quick succession."""


class AfterPaint(QObject):
    """Runs a function after the result of a key has been painted, and at once between keys.

    While keys come in quick succession, it runs a few times a second only: updates of panels after
    each of these keys would delay the next one.

    The function runs once for all calls of `start` before the paint, so it has to look up what to
    show when it runs.
    """

    def __init__(self, function: Callable[[], object], parent: QObject) -> None:
        """Run ``function`` when started, as long as ``parent`` exists."""
        super().__init__(parent)
        self._function = function
        # Qt paints before its timers run.
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(function)

    def start(self) -> None:
        """Run the function now, or after the paint if a key is being handled."""
        if not UI_PRIORITY.claimed:
            self._timer.stop()
            self._function()
        elif not UI_PRIORITY.in_succession:
            self._timer.start(0)
        elif not self._timer.isActive():
            self._timer.start(GATHERING_MILLISECONDS)

    def finish(self) -> None:
        """Run the function now if it is waiting for the paint."""
        if self._timer.isActive():
            self._timer.stop()
            self._function()


def release_after_paint(owner: QObject) -> None:
    """End a claim of priority after the next paint, as long as ``owner`` exists."""
    QTimer.singleShot(0, owner, UI_PRIORITY.release_painted)  # Qt paints before its timers run


class ChangesAfterPaint(QObject):
    """Passes a session's changes to a function: those of a key together, after its paint.

    The function may meet a session that has changed further; the changes come later. An index may
    mean another sentence after changes of the structure, so these are passed at once, with the ones
    before them.
    """

    def __init__(
        self, session: Session, function: Callable[[Changes], object], parent: QObject
    ) -> None:
        """Pass changes to ``function``, as long as ``parent`` exists."""
        super().__init__(parent)
        self._function = function
        self._changes: Changes | None = None
        self._later = AfterPaint(self._pass, self)
        session.changed.connect(self._add)

    def _add(self, changes: Changes) -> None:
        self._changes = changes if self._changes is None else self._changes.followed_by(changes)
        self._later.start()
        if changes.structure:
            self._later.finish()

    def _pass(self) -> None:
        changes, self._changes = self._changes, None
        if changes is not None:
            self._function(changes)
