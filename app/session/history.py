"""The newest steps of a project, for undo and redo."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import Edit
from app.domain.history import Author

HISTORY_KEPT = 2_000
"""Steps kept in memory; undo reads older ones from the project file again."""

HISTORY_LOW = 50
"""With so few steps left to undo, older ones are requested."""

MAX_AUTHORS = 10_000
"""The most authors of earlier steps that are cached."""


class History:
    """The undo and redo stacks of a project; the steps are carried out elsewhere."""

    def __init__(self, next_edit: int) -> None:
        """Begin without a step; the next one gets the id ``next_edit``."""
        # Ids of done steps rise, and each undone step is newer than all of them.
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._next_edit = next_edit
        self._authors_by_edit: dict[int, Author] = {}
        self._complete = False
        self._requested = False

    @property
    def next_edit(self) -> int:
        """The id that the next step gets."""
        return self._next_edit

    def reserve(self) -> int:
        """Reserve the id of a later step."""
        number = self._next_edit
        self._next_edit += 1
        return number

    def steps(self) -> tuple[Edit, ...]:
        """Return the done steps, oldest first."""
        return tuple(self._done)

    def newest(self) -> Edit | None:
        """Return the step to undo next, None if there is none."""
        return self._done[-1] if self._done else None

    def next_again(self) -> Edit | None:
        """Return the step to redo next, None if there is none."""
        return self._undone[-1] if self._undone else None

    def add(self, edit: Edit) -> None:
        """Add a new step; undone steps are discarded."""
        self._done.append(edit)
        self._undone = []

    def keep_newest(self) -> None:
        """Drop old steps if there are too many: they are in the project file."""
        if len(self._done) > HISTORY_KEPT:
            del self._done[:-HISTORY_KEPT]
            self._complete = False

    def step_back(self) -> Edit:
        """Move the newest done step to the undone ones."""
        edit = self._done.pop()
        self._undone.append(edit)
        return edit

    def step_forward(self) -> Edit:
        """Move the step undone last to the done ones."""
        edit = self._undone.pop()
        self._done.append(edit)
        return edit

    def above(self, number: int) -> tuple[Edit, ...]:
        """Return the known done steps with ids above ``number``, the newest first."""
        at = bisect_right(self._done, number, key=lambda step: step.id)
        return tuple(reversed(self._done[at:]))

    def again_up_to(self, number: int) -> tuple[Edit, ...]:
        """Return the undone steps with ids up to ``number``, in the order of redoing."""
        return tuple(takewhile(lambda step: step.id <= number, reversed(self._undone)))

    def unknown_below(self, number: int) -> int | None:
        """Return the id below which steps above ``number`` are to be read, None for none."""
        oldest = self._oldest_known()
        if self._complete or oldest is None or oldest <= number + 1:
            return None
        return oldest

    def are_next(self, steps: Sequence[Edit], *, back: bool) -> bool:
        """Return whether these are the steps to undo, or to redo, next."""
        source = self._done if back else self._undone
        return bool(steps) and source[-len(steps) :][::-1] == list(steps)

    def move(self, steps: Sequence[Edit], *, back: bool) -> None:
        """Move several steps from the done to the undone ones (``back``), or the other way."""
        source, target = (self._done, self._undone) if back else (self._undone, self._done)
        del source[-len(steps) :]
        target.extend(steps)

    def is_in_force(self, edit: Edit) -> bool:
        """Return whether a known step is done."""
        return self._in_force(edit.id) is not None

    def author_of(self, number: int) -> Author | None:
        """Return the author of a step, None if that has not been read yet."""
        step = self._in_force(number)
        if step is not None:
            return Author(step.annotator, step.made_at, step.origin)
        return self._authors_by_edit.get(number)

    def unknown_authors(self, steps: NDArray[np.int64]) -> list[int]:
        """Return those of some steps whose authors are unknown; 0 is no step."""
        named = np.unique(steps).tolist()
        return [step for step in named if step > 0 and self.author_of(step) is None]

    def add_authors(self, authors: Mapping[int, Author]) -> None:
        """Add the authors of earlier steps, read from the project file."""
        if len(self._authors_by_edit) > MAX_AUTHORS:
            self._authors_by_edit.clear()
        self._authors_by_edit.update(authors)

    def extend(self, older: Iterable[tuple[Edit, bool]]) -> bool:
        """Add older steps, newest first; none means that there are no more.

        Each comes with whether it is undone. Return whether there was one.
        """
        self._requested = False
        pairs = list(older)
        self._complete = not pairs
        oldest = self._oldest_known()
        # The same steps may have been requested twice.
        pairs = [pair for pair in pairs if oldest is None or pair[0].id < oldest]
        self._undone += [edit for edit, undone in pairs if undone]
        self._done[:0] = [edit for edit, undone in reversed(pairs) if not undone]
        if pairs:
            self._next_edit = max(self._next_edit, pairs[0][0].id + 1)
        return bool(pairs)

    def wanted(self) -> int | None:
        """Return the id below which older steps are to be read now, None for no reading."""
        if len(self._done) > HISTORY_LOW or self._complete or self._requested:
            return None
        oldest = self._oldest_known()
        self._requested = oldest is not None
        return oldest

    def _in_force(self, number: int) -> Edit | None:
        at = bisect_left(self._done, number, key=lambda step: step.id)
        return self._done[at] if at < len(self._done) and self._done[at].id == number else None

    def _oldest_known(self) -> int | None:
        known = (*self._done[:1], *self._undone[-1:])
        return min((step.id for step in known), default=None)
