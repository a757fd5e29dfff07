"""Garbage collection at times when no key is being handled."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from app.services.threads import UI_PRIORITY

INTERVAL_MILLISECONDS = 500
"""The time between two looks at the new objects."""

WORTH_COLLECTING = 2_000
"""The number of new objects from which they are collected."""

QUICK_TO_COLLECT = 20_000
"""The largest number of new objects that are collected at once: a few milliseconds."""

MANY_NEW = 50_000
"""The number of new objects after which all objects may be collected."""

QUIET_SECONDS = 30.0
"""The time without keys before all objects are collected."""


class GarbageCollector(QObject):
    """Collects cyclic garbage in the window's thread, between keys.

    Python would do it in whichever thread makes the next object, and stop all of them: a collection
    of all objects of an open project takes 0.15 s, often while a key is handled, and one of new
    objects takes long in a worker that waits for a core.

    New objects are collected twice a second. All are collected when there are a quarter more of
    them, and when a project has been closed, once no keys have come for a while.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Replace the automatic collection until `close`."""
        super().__init__(parent)
        gc.disable()
        self._n_new = self._n_old = 0
        self._is_due = False
        self._timer = QTimer(self, interval=INTERVAL_MILLISECONDS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect what is due."""
        if UI_PRIORITY.seconds_without_keys > QUIET_SECONDS and (
            self._is_due or self._n_new > max(MANY_NEW, self._n_old / 4)
        ):
            gc.collect()
            self._n_new, self._n_old = 0, _number_of_objects()
            self._is_due = False
            return
        n_new = gc.get_count()[0]
        if n_new < WORTH_COLLECTING:
            return
        self._n_new += n_new
        if n_new <= QUICK_TO_COLLECT:
            gc.collect(1)
        else:
            # Makes them old objects without a look at them.
            gc.freeze()
            gc.unfreeze()

    def expect_garbage(self) -> None:
        """Collect all objects at the next quiet time, because a project has been closed."""
        self._is_due = True

    def close(self) -> None:
        """Let Python collect automatically again."""
        self._timer.stop()
        gc.enable()


def _number_of_objects() -> int:
    """Return the number of objects that the collector knows.

    Not by `gc.get_objects`: another thread may be making a tuple, and fails if somebody refers to
    it before it is whole.
    """
    gc.freeze()
    n_objects = gc.get_freeze_count()
    gc.unfreeze()
    return n_objects
