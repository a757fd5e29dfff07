"""The record of a command, where its keys act, and the menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from app.translation import translator

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

CONTEXT = "Actions"
"""Translation context of the texts of all commands."""


class Where(Enum):
    """Where a command's keys act."""

    WINDOW = "window"
    SENTENCE = "sentence view"


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the menus.

    ``do`` carries it out; a command that is on or off has ``switch`` instead. ``keys`` are in Qt's
    spelling, the one to be shown first. ``short`` is the text on a button. A change of ``section``
    draws a line in the menu; `menu_of` sets both. ``choice`` names the exclusive group it belongs
    to. With ``repeats`` it is repeated while its key is held: only for steps, not for what opens or
    confirms.
    """

    id: str
    text: str
    tip: str
    menu: str = ""
    section: int = 0
    keys: tuple[str, ...] = ()
    icon: str = ""
    where: Where = Where.WINDOW
    choice: str = ""
    short: str = ""
    repeats: bool = False
    do: Callable[[MainWindow], object] | None = None
    switch: Callable[[MainWindow, bool], object] | None = None


in_sentence = partial(Command, where=Where.SENTENCE)
"""Makes a command whose keys act in the sentence view alone."""

LINE = None
"""Stands between two sections of a menu."""


def menu_of(menu: str, *entries: Command | None) -> tuple[Command, ...]:
    """Return the commands of a menu, of which some are separated by `LINE`."""
    section = 0
    commands = []
    for entry in entries:
        if entry is LINE:
            section += 1
        else:
            commands.append(replace(entry, menu=menu, section=section))
    return tuple(commands)


translated = translator(CONTEXT)
"""Return a text of a command or menu in the language of the window."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark a text for translation; typed, unlike Qt's function of that name."""
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
