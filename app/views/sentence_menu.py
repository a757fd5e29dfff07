"""The context menu of the sentence view."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from app.translation import translator
from app.views.actions import Actions

tr = translator("SentenceMenu")

MAX_LABELS = 12
"""Number of labels in the menu itself; the others are in a submenu."""

SECTIONS = (
    ("no_label", "forbid", "clear", "accept_up_to_here"),
    ("select_span", "split_span", "join_span", "repeat_last"),
    ("say_elsewhere", "similar_words", "add_to_gazetteer"),
)
"""Commands below the labels."""


def sentence_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return a menu of commands for the selected tokens; it is deleted when it closes."""
    menu = QMenu(parent)
    menu.setObjectName("sentence_menu")
    menu.setAccessibleName(tr("The selected tokens"))
    menu.setToolTipsVisible(True)
    labels = actions.label_actions()
    menu.addActions(labels[:MAX_LABELS])
    if labels[MAX_LABELS:]:
        more = menu.addMenu(tr("More labels"))
        more.addActions(labels[MAX_LABELS:])
    for section in SECTIONS:
        menu.addSeparator()
        menu.addActions([actions[command] for command in section])
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
