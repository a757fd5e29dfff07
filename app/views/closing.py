"""Closing a project with changes that are not saved, unsaved entries or unfinished exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from app.domain.edits import Edit
from app.domain.numbers import grouped
from app.domain.quotes import in_quotes
from app.item_models.step_names import step_name, translate
from app.services.storage_thread import CLOSE_SECONDS
from app.views.open_editors import OpenEditors
from app.views.panels.messages import Messages
from app.views.plain_text import plain_box

if TYPE_CHECKING:
    from app.services.projects import OpenProject


MAX_NAMED = 5
"""Maximum number of unsaved changes named; equal ones in a row count as one."""


class Closing(QObject):
    """Lets a window close once every change is saved, copied, or given up by the person."""

    def __init__(
        self,
        project: OpenProject,
        messages: Messages,
        save_copy: Callable[[Callable[[], object], Callable[[], object]], object],
        window: QWidget,
    ) -> None:
        """``save_copy`` asks for a file and saves a copy.

        It calls its first argument when the copy is written, else its second.
        """
        super().__init__(window)
        self._project = project
        self._messages = messages
        self._save_copy = save_copy
        self._window = window
        self._then: Callable[[], object] | None = None
        self._or_else: Callable[[], object] = lambda: None
        self._waiting = ""
        self._free = False
        self._n_left = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        self.box: QMessageBox | None = None
        self.editors = OpenEditors(window, project.exchange.unwritten)
        self._why = self.tr("They are still being written.")
        project.storage.failed.connect(self._note_why)
        project.session.save_state_changed.connect(self._saving_changed)

    def may_leave(
        self, then: Callable[[], object], or_else: Callable[[], object] = lambda: None
    ) -> bool:
        """Return whether the project can be closed now without a loss.

        If not, the person is asked; ``then`` is called when it may close, ``or_else`` if the person
        decides not to.
        """
        if self._free:
            return True
        if not self.editors.may_leave(then, or_else):
            return False
        session = self._project.session
        if not session.saving.n_unsaved or self._project.storage.kept_elsewhere:
            return True
        asked_again = self._then is not None
        self._then, self._or_else = then, or_else
        if session.saving.state == "failed" or asked_again:
            self._ask()
        else:
            self._watch()
            self._waiting = self.tr(
                "Saving the last changes. The project closes as soon as they are saved."
            )
            self._messages.show_message(self._waiting, "error")
        return False

    def leave(self) -> None:
        """Allow closing without a question."""
        self._free = True

    # ---- inside

    def _watch(self) -> None:
        """Check after some time whether more changes are saved."""
        self._n_left = self._project.session.saving.n_unsaved
        self._timer.start(round(CLOSE_SECONDS * 1000))

    def _look(self) -> None:
        n = self._project.session.saving.n_unsaved
        if self._then is None or not n:
            return
        if n < self._n_left:
            self._watch()
        else:
            self._why = self.tr("The disk does not answer.")
            self._ask()

    def _note_why(self, reason: str) -> None:
        self._why = reason

    def _saving_changed(self, state: str) -> None:
        if self._then is None or state == "saving":
            return
        if state == "failed":
            self._ask()
        else:
            self._go_on()

    def _ask(self) -> None:
        if self.box is not None:
            return
        session = self._project.session
        n = session.saving.n_unsaved
        one = self.tr("The last change is not saved.")
        many = self.tr("The last {n} changes are not saved.", None, n).format(n=grouped(n))
        lost_one = self.tr("Without a copy this change is lost when the project is closed.")
        lost_many = self.tr("Without a copy these changes are lost when the project is closed.")
        box = self.box = plain_box(self._window)
        box.setObjectName("unsaved")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Not saved"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(one if n == 1 else many)
        box.setInformativeText(
            self.tr(
                "{why}\n\nNot saved: {steps}.\n\nA copy in another folder or on another disk holds "
                "everything that you see. {lost}"
            ).format(
                why=self._why,
                steps=_named(session.saving.unsaved_steps()),
                lost=lost_one if n == 1 else lost_many,
            )
        )
        role = QMessageBox.ButtonRole
        copy = box.addButton(self.tr("&Save a copy…"), role.AcceptRole)
        again = box.addButton(self.tr("&Try again"), role.ActionRole)
        without = self.tr("Close &without it") if n == 1 else self.tr("Close &without them")
        lose = box.addButton(without, role.DestructiveRole)
        stay = box.addButton(self.tr("&Do not close"), role.RejectRole)
        box.setDefaultButton(copy)
        box.setEscapeButton(stay)
        do: dict[object, Callable[[], object]] = {
            copy: lambda: self._save_copy(self._go_on, self._ask_again),
            again: self._project.storage.try_again,
            lose: self._go_on,
            stay: self._stay,
        }
        box.finished.connect(lambda _: self._answered(do.get(box.clickedButton(), self._stay)))
        box.open()

    def _ask_again(self) -> None:
        """Ask again after a failed copy, unless all is saved by now."""
        if self._then is not None and self._project.session.saving.n_unsaved:
            self._ask()

    def _answered(self, do: Callable[[], object]) -> None:
        box, self.box = self.box, None
        if box is not None:
            box.deleteLater()
        do()

    def _stay(self) -> None:
        self._then = None
        self._messages.withdraw(self._waiting)
        self._or_else()

    def _go_on(self) -> None:
        self._free = True
        then, self._then = self._then, None
        if self.box is not None:
            self.box.close()
        if then is not None:
            then()


def _named(steps: Sequence[Edit]) -> str:
    """Return the names of the newest changes, with counts, and the number of the others."""
    runs = [(step, len(list(alike))) for step, alike in groupby(map(step_name, steps))]
    shown = runs[-MAX_NAMED:]
    named = [(in_quotes(step, translate), n) for step, n in shown]
    text = "; ".join(step if n == 1 else f"{step} × {grouped(n)}" for step, n in named)
    more = len(steps) - sum(n for _, n in shown)
    return f"{text} (+ {grouped(more)})" if more else text
