"""Names of files: where they are asked for, which are free, and which mean the same file."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from PySide6.QtWidgets import QFileDialog, QWidget


def documents_folder() -> Path:
    """Return the user's folder of documents, or the home folder where there is none."""
    folder = platformdirs.user_documents_path()
    return folder if folder.is_dir() else Path.home()


def same_file(one: Path, other: Path) -> bool:
    """Say whether two paths name one file."""
    if one.absolute() == other.absolute():
        return True  # also where it has been taken away
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # a name that the system refuses is nobody's
        return False


def free_path(path: Path) -> Path:
    """Return a name beside the given one that no file has, the given one if it can't be looked for.

    Whoever makes a file of that name is told what is wrong with it.
    """
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def shortened_folder(folder: Path) -> str:
    """Return a folder as people name it, from their home on."""
    home = Path.home()
    return str("~" / folder.relative_to(home)) if folder.is_relative_to(home) else str(folder)


class FileNames:
    """Asks for the names of files and folders, over one window.

    Attributes
    ----------
    folder : Path
        Where the next dialog begins.
    """

    def __init__(self, folder: Path, window: QWidget) -> None:
        """Begin in a folder."""
        self.folder = folder
        self._window = window

    def to_open(self, title: str, files: str) -> Path | None:
        """Ask for a file of some kinds; None if nothing was chosen."""
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(self.folder), files)
        return self._at(Path(name).parent, Path(name)) if name else None

    def several_to_open(self, title: str, files: str) -> list[Path]:
        """Ask for files of some kinds."""
        names, _ = QFileDialog.getOpenFileNames(self._window, title, str(self.folder), files)
        return [self._at(Path(name).parent, Path(name)) for name in names]

    def folder_to_fill(self, title: str) -> Path | None:
        """Ask for a folder to write into; None if none was chosen."""
        name = QFileDialog.getExistingDirectory(self._window, title, str(self.folder))
        return self._at(Path(name), Path(name)) if name else None

    def to_save(self, title: str, proposed: Path, files: str) -> Path | None:
        """Ask where a file is to be written; it gets the proposed suffix if it was given none."""
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(proposed), files)
        if not name:
            return None
        path = self._at(Path(name).parent, Path(name))
        return path if path.suffix else path.with_suffix(proposed.suffix)

    def _at(self, folder: Path, chosen: Path) -> Path:
        """Begin in this folder next time."""
        self.folder = folder
        return chosen
