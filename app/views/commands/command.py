"""What a command is, where its keys act, and the menus that commands stand in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

CONTEXT = "Actions"
"""Under this name the texts of all commands are translated."""


class Where(Enum):
    """Where a command's keys act."""

    WINDOW = "window"
    SENTENCE = "sentence view"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the annotator can do.

    ``id`` is also the name of the method of the workspace or the window that does it. ``keys`` are
    spelt as Qt spells them, the one to be shown first. ``short`` is the text on a button. A change
    of ``section`` within a menu draws a line. ``check`` marks what is on or off, ``choice`` the set
    it is one of; ``method`` and ``argument`` say what it calls if not the method of its name.
    Without ``repeats`` it is done once, however long its key is held.
    """

    id: str
    text: str
    tip: str
    menu: str
    section: int = 0
    keys: tuple[str, ...] = ()
    icon: str = ""
    where: Where = Where.WINDOW
    check: bool = False
    choice: str = ""
    argument: object = None
    method: str = ""
    short: str = ""
    repeats: bool = True

    @property
    def handler(self) -> str:
        """Name of the method that does it."""
        return self.method or self.id


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark a text of the table for translation; typed, unlike Qt's function of that name."""
    return text


MENUS = {
    "project": QT_TRANSLATE_NOOP("Actions", "&Project"),
    "edit": QT_TRANSLATE_NOOP("Actions", "&Edit"),
    "label": QT_TRANSLATE_NOOP("Actions", "&Label"),
    "rules": QT_TRANSLATE_NOOP("Actions", "&Rules"),
    "go": QT_TRANSLATE_NOOP("Actions", "&Go"),
    "model": QT_TRANSLATE_NOOP("Actions", "&Model"),
    "view": QT_TRANSLATE_NOOP("Actions", "&View"),
    "help": QT_TRANSLATE_NOOP("Actions", "&Help"),
}
"""The menus in the order of the menu bar; each has a file of its own beside this one."""
