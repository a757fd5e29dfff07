"""Closing a project while an editor has unsaved entries, or a file is being written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from app.services.task import TaskState
from app.views.plain_text import plain_box
from app.views.widgets.base_dialog import BaseDialog
from crfcore.errors import as_text

LOOK_MILLISECONDS = 200
"""The interval of looks at what is saved while the question is open."""


class OpenEditors(QObject):
    """Lets a window close once what is entered or being written is saved, or given up."""

    def __init__(
        self, window: QWidget, unwritten: Callable[[], Sequence[TaskState]] = lambda: ()
    ) -> None:
        """Ask for the editors of a window, and for tasks whose files are not written yet."""
        super().__init__(window)
        self._window = window
        self._unwritten = unwritten
        self._then: Callable[[], object] = lambda: None
        self._or_else: Callable[[], object] = lambda: None
        self.box: QMessageBox | None = None
        self._is_saved = False

    def may_leave(self, then: Callable[[], object], or_else: Callable[[], object]) -> bool:
        """Return whether no editor has anything unsaved, and no file is being written.

        Otherwise the person is asked; ``then`` is called if it may be lost, else ``or_else``.
        """
        text = self._text()
        if not text:
            return True
        self._then, self._or_else = then, or_else
        if self.box is None:
            self._ask(text)
        else:
            self.box.raise_()
        return False

    # ---- inside

    def _text(self) -> str:
        """Return what is not saved, a line each; "" for nothing."""
        lines = [one.unsaved() for one in self._unsaved()]
        for task in self._unwritten():
            name = as_text(task.out.name) if task.out else ""
            line = self.tr("{title}: {name} is not written yet.")
            lines.append(line.format(title=task.title, name=name))
        return "\n".join(lines)

    def _unsaved(self) -> list[BaseDialog]:
        """Return the editors that have something unsaved; closed ones may not be deleted yet."""
        dialogs = self._window.findChildren(BaseDialog)
        return [one for one in dialogs if one.isVisible() and one.unsaved()]

    def _ask(self, text: str) -> None:
        box = self.box = plain_box(self._window)
        box.setObjectName("unsaved_editors")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Not saved"))
        box.setText(text)
        box.setInformativeText(self.tr("If you close the project now, this is lost."))
        discard = box.addButton(self.tr("Close &anyway"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("&Do not close"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.finished.connect(lambda _: self._answered(discards=box.clickedButton() is discard))
        for task in self._unwritten():
            # The window stays, and shows why.
            task.failed.connect(lambda _: self._end_question(self._or_else))
        look = QTimer(box, interval=LOOK_MILLISECONDS)
        look.timeout.connect(self._look)
        look.start()
        self._is_saved = False
        box.open()

    def _look(self) -> None:
        """Follow what is saved meanwhile, and close the project once everything is."""
        text = self._text()
        if text and self.box is not None:
            self.box.setText(text)
        if not text and self._is_saved:
            self._end_question(self._then)
        # At the second look: a task that has failed is over a little before it says so.
        self._is_saved = not text

    def _end_question(self, do: Callable[[], object]) -> None:
        """Close the question without an answer, and call ``do``."""
        box, self.box = self.box, None
        if box is not None:
            box.close()
            box.deleteLater()
            do()

    def _answered(self, *, discards: bool) -> None:
        box, self.box = self.box, None
        if box is None:
            return
        box.deleteLater()
        editors = self._unsaved()
        if discards:
            for editor in editors:
                editor.done(QDialog.DialogCode.Rejected)
            for task in self._unwritten():
                task.cancel()
            self._then()
            return
        for editor in editors[:1]:
            editor.bring_forward()
        self._or_else()
