"""Closing a project while an editor has unsaved entries, or a file is being written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from app.services.task import TaskState
from app.views.plain_text import plain_box
from app.views.widgets.base_dialog import BaseDialog
from crfcore.errors import as_text


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

    def may_leave(self, then: Callable[[], object], or_else: Callable[[], object]) -> bool:
        """Return whether no editor has anything unsaved, and no file is being written.

        Otherwise the person is asked; ``then`` is called if it may be lost, else ``or_else``.
        """
        texts = [one.unsaved() for one in self._unsaved()]
        for task in self._unwritten():
            name = as_text(task.out.name) if task.out else ""
            text = self.tr("{title}: {name} is not written yet.")
            texts.append(text.format(title=task.title, name=name))
        if not texts:
            return True
        self._then, self._or_else = then, or_else
        if self.box is None:
            self._ask("\n".join(texts))
        else:
            self.box.raise_()
        return False

    # ---- inside

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
        box.setInformativeText(self.tr("What is not saved is lost when the project is closed."))
        discard = box.addButton(self.tr("D&iscard"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("&Do not close"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.finished.connect(lambda _: self._answered(discards=box.clickedButton() is discard))
        box.open()

    def _answered(self, *, discards: bool) -> None:
        box, self.box = self.box, None
        if box is not None:
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
