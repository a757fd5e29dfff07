"""A tool bar that keeps its place while its commands change their words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QActionEvent, QShowEvent
from PySide6.QtWidgets import QToolBar, QWidget

_LARGEST = (1 << 24) - 1
"""Qt's own limit of a widget's size."""


class ToolBar(QToolBar):
    """A tool bar of icons, which is not laid out anew when an action has another text or tip.

    "Undo" names what it would take back, and that is something else after every key; Qt would lay
    out the whole main window for it.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        # The buttons hear of it later than this.
        queued = Qt.ConnectionType.QueuedConnection
        self.iconSizeChanged.connect(self._fix_sizes, queued)

    def actionEvent(self, event: QActionEvent) -> None:  # noqa: D102 (Qt's own)
        if event.type() != QEvent.Type.ActionChanged:
            super().actionEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self._fix_sizes()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fix_sizes()

    def _fix_sizes(self) -> None:
        """Let no button ask for room again: all of them show icons, whatever their texts are."""
        for action in self.actions():
            button = self.widgetForAction(action)
            if not action.isSeparator():
                button.setMinimumSize(0, 0)
                button.setMaximumSize(_LARGEST, _LARGEST)
                button.setFixedSize(button.sizeHint())
