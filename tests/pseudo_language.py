"""A language for tests, in which all texts are «quoted», and what a window shows in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QObject,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

WORD = re.compile(r"[a-z]{2}")
MOST_ROWS = 20
OF_QT = re.compile(r"Q[A-Z]")
"""Contexts of Qt, of which some texts are translated here."""


class PseudoLanguage(QTranslator):
    """Translates the given texts, pairs of context and source; `unknown` are others of ours."""

    def __init__(self, texts: set[tuple[str, str]], parent: QObject) -> None:
        super().__init__(parent)
        self._texts = texts
        self._asked: set[tuple[str, str]] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        self._asked.add((context, source))
        return f"«{source}»" if (context, source) in self._texts else None

    @property
    def unknown(self) -> list[tuple[str, str]]:
        """Texts that were looked up in a context of ours, and in none with success."""
        contexts = {context for context, _ in self._texts if not OF_QT.match(context)}
        known = {source for context, source in self._asked if (context, source) in self._texts}
        return sorted(
            (context, source)
            for context, source in self._asked
            if context in contexts and source not in known
        )


def texts_shown(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield the texts of a window's widgets, actions and models, each with where it is."""
    for widget in [window, *window.findChildren(QWidget)]:
        where = f"{type(widget).__name__} {widget.objectName()}"
        yield f"title of {where}", widget.windowTitle()
        yield f"tip of {where}", widget.toolTip()
        yield f"name of {where}", widget.accessibleName()
        yield f"description of {where}", widget.accessibleDescription()
        for text in _own_texts(widget):
            yield where, text
    for action in window.findChildren(QAction):
        yield "action", action.text()
        yield "tip of action", action.toolTip()
    for model in window.findChildren(QAbstractItemModel):
        yield from _texts_of_model(model)


def untranslated(window: QWidget) -> list[tuple[str, str]]:
    """Return the texts with words that are not «translated», each with where it is."""
    return sorted(
        {
            (where, text)
            for where, text in texts_shown(window)
            if WORD.search(text) and "«" not in text
        }
    )


def _texts_of_model(model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    """Yield the headers of a model, and what its first rows say in words."""
    name = type(model).__name__
    # That of lists is private in Qt.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for column in range(columns):
        yield f"header of {name}", str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(MOST_ROWS, model.rowCount(QModelIndex()))):
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                yield f"{role.name} of {name}", str(model.index(row, column).data(role) or "")


def _own_texts(widget: QWidget) -> list[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()]
    if isinstance(widget, QComboBox):
        return [widget.itemText(row) for row in range(widget.count())] + [widget.placeholderText()]
    if isinstance(widget, QTabBar):
        return [widget.tabText(row) for row in range(widget.count())]
    if isinstance(widget, QGroupBox | QMenu):
        return [widget.title()]
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        return [widget.placeholderText()]
    if isinstance(widget, QAbstractSpinBox):
        return [widget.specialValueText()]
    if isinstance(widget, QDockWidget | QHeaderView):
        return [widget.windowTitle()]
    return []
