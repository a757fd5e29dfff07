"""Names of files: file dialogs, unused names, and comparison."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QTreeView, QWidget

from app.views.plain_text import plain_box
from crfcore.errors import as_text

_LOADING = 200
"""Milliseconds after which Qt's dialog has listed most folders."""

_NAMES = 240
"""Minimum width of its column of names in pixels."""


def documents_folder() -> Path:
    """Return the user's documents folder, or the home folder without one."""
    folder = platformdirs.user_documents_path()
    return folder if folder.is_dir() else Path.home()


def same_file(one: Path, other: Path) -> bool:
    """Return whether two paths name the same file."""
    if one.absolute() == other.absolute():
        return True  # also if it does not exist
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # an invalid name
        return False


def free_path(path: Path) -> Path:
    """Return an unused name like the given one, or the given one if it is invalid.

    Creating a file of an invalid name then fails with an error.
    """
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def text_files() -> str:
    """Return the filter of a file dialog for texts."""
    from app.formats.table import suffixes

    shown = QCoreApplication.translate("FileNames", "Texts ({suffixes});;All files (*)")
    return shown.format(suffixes=" ".join(f"*{suffix}" for suffix in suffixes()))


def shown_folder(folder: Path) -> str:
    """Return a folder's path, or words for the home folder."""
    home = QCoreApplication.translate("FileNames", "your home folder")
    return home if folder == Path.home() else as_text(folder)


def prepare_file_dialog() -> None:
    """Prepare the next dialog of Qt; call it before one that asks for a file or a folder.

    Desktops without a dialog of their own show it. It says “Look in” for a folder to save in, and
    cuts off names and dates.
    """
    # The functions that ask return when the dialog is closed.
    QTimer.singleShot(0, _prepare)


def _prepare() -> None:
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QFileDialog):
        return
    if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave:
        label = QCoreApplication.translate("FileNames", "&Folder:")
        dialog.setLabelText(QFileDialog.DialogLabel.LookIn, label)
    QTimer.singleShot(_LOADING, _size_columns)


def _size_columns() -> None:
    """Give sizes and dates the width that they need, and names the rest, in Qt's dialog."""
    dialog = QApplication.activeModalWidget()
    tree = None if dialog is None else dialog.findChild(QTreeView)
    if not isinstance(dialog, QFileDialog) or tree is None:
        return  # the desktop's own, or closed again
    others = range(1, tree.header().count())
    for column in others:
        tree.resizeColumnToContents(column)
    rest = tree.viewport().width() - sum(map(tree.columnWidth, others))
    if rest < _NAMES:
        room = dialog.screen().availableGeometry().width()
        dialog.resize(min(dialog.width() + _NAMES - rest, room), dialog.height())
    tree.setColumnWidth(0, max(_NAMES, rest))


def name_to_save(title: str, proposed: Path, files: str, over: QWidget) -> Path | None:
    """Ask for a file to save; without a suffix it gets the proposed one; None if none was chosen.

    Qt's dialog asks before it replaces a file of the name as it was typed. A file of the name with
    the suffix is asked about here; who does not want to replace it is asked for a name again.
    """
    while True:
        prepare_file_dialog()
        name, _ = QFileDialog.getSaveFileName(over, title, str(proposed), files)
        if not name:
            return None
        chosen = Path(name)
        path = chosen if chosen.suffix else chosen.with_suffix(proposed.suffix)
        if path == chosen or not os.path.lexists(path):
            return path
        text = QCoreApplication.translate(
            "FileNames", "{name} already exists.\nDo you want to replace it?"
        )
        if may_replace(title, text.format(name=as_text(path.name)), over):
            return path
        proposed = path


def may_replace(title: str, question: str, over: QWidget) -> bool:
    """Ask whether to replace files; the answer is no unless the person says otherwise."""
    box = plain_box(over)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(title)
    box.setText(question)
    replace = QCoreApplication.translate("FileNames", "Replace")
    cancel = QCoreApplication.translate("FileNames", "Cancel")
    yes = box.addButton(replace, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(cancel, QMessageBox.ButtonRole.RejectRole))
    box.exec()
    return box.clickedButton() is yes


class FileNames:
    """Asks for files and folders, over one window.

    Attributes
    ----------
    folder : Path
        Initial folder of the next dialog.
    """

    def __init__(self, folder: Path, window: QWidget) -> None:
        """Start in a folder."""
        self.folder = folder
        self._window = window

    def to_open(self, title: str, files: str, over: QWidget | None = None) -> Path | None:
        """Ask for a file to open; ``files`` are Qt's filters; None if none was chosen.

        ``over`` is the dialog that asks, if any: it has the keyboard again afterwards.
        """
        prepare_file_dialog()
        name, _ = QFileDialog.getOpenFileName(over or self._window, title, str(self.folder), files)
        return self._at(Path(name).parent, Path(name)) if name else None

    def several_to_open(self, title: str, files: str) -> list[Path]:
        """Ask for files to open."""
        prepare_file_dialog()
        names, _ = QFileDialog.getOpenFileNames(self._window, title, str(self.folder), files)
        return [self._at(Path(name).parent, Path(name)) for name in names]

    def folder_to_fill(self, title: str) -> Path | None:
        """Ask for a folder to write into; None if none was chosen."""
        prepare_file_dialog()
        name = QFileDialog.getExistingDirectory(self._window, title, str(self.folder))
        return self._at(Path(name), Path(name)) if name else None

    def to_save(
        self, title: str, proposed: Path, files: str, over: QWidget | None = None
    ) -> Path | None:
        """Ask for a file to save, as `name_to_save`; ``over`` as for `to_open`."""
        path = name_to_save(title, proposed, files, over or self._window)
        return None if path is None else self._at(path.parent, path)

    def _at(self, folder: Path, chosen: Path) -> Path:
        """Start in this folder next time."""
        self.folder = folder
        return chosen
