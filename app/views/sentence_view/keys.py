"""The keyboard of the sentence view: moves, selects and copies."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView

from app.item_models.tokens import TokensModel
from app.views.sentence_view.movement import (
    HORIZONTAL,
    KEYS,
    VERTICAL,
    Move,
    leap,
    past_the_end,
    target,
)
from app.views.sentence_view.page import Page
from app.views.sentence_view.pointer import Pointer
from app.views.sentence_view.selection import Selection

DIGITS = frozenset("123456789")
"""Keys of labels: one without a label is reported."""


class Keys(QObject):
    """Handles keys in the text.

    Signals
    -------
    end_passed : int
        An arrow key went past the sentence's end (1) or its start (-1).
    line_passed : int, float
        In a document an arrow key went down (1) or up (-1) past the last or first line, at this x.
    out_of_view : ()
        A key was to act on words that are scrolled out of view; they are scrolled back instead.
    digit_unused : str
        This digit was pressed, which is the key of no label.
    """

    end_passed = Signal(int)
    line_passed = Signal(int, float)
    out_of_view = Signal()
    digit_unused = Signal(str)

    def __init__(
        self,
        view: QAbstractItemView,
        tokens: TokensModel,
        page: Page,
        selection: Selection,
        pointer: Pointer,
    ) -> None:
        """Handle the key events passed on by a view."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._page = page
        self._selection = selection
        self._pointer = pointer
        # The x position at which moving up or down started.
        self._column_x: float | None = None
        page.lines_changed.connect(self._forget_column)
        selection.made.connect(self._forget_column)

    def overrides(self, event: QKeyEvent) -> bool:
        """Return whether a key must not trigger a command."""
        # Esc cancels the dragging of an edge.
        escapes = event.key() == Qt.Key.Key_Escape and self._pointer.dragged is not None
        # Tokens scrolled out of sight are not labelled.
        return escapes or (self._page.is_out_of_view() and self._acts_here(event))

    def press(self, event: QKeyEvent) -> None:
        """Handle a key; ignore others, for the window."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._selection.choose_all()
        elif event.key() == Qt.Key.Key_Escape and self._pointer.dragged is not None:
            self._pointer.release_edge()
        elif self._page.is_out_of_view() and self._acts_here(event):
            self.out_of_view.emit()
            self._page.scroll_to_current()
        elif event.key() in KEYS and self._selection.token >= 0:
            self._move(KEYS[Qt.Key(event.key())], event.modifiers())
        elif event.text() in DIGITS and not self._acts_here(event):
            self.digit_unused.emit(event.text())
        else:
            event.ignore()

    def copy(self) -> None:
        """Copy the selected tokens to the clipboard."""
        first, last = self._selection.selected
        records = self._tokens.records
        if 0 <= first < len(records):
            text = self._tokens.sentence.text[records[first].start : records[last].end]
            QGuiApplication.clipboard().setText(text)

    def target(self, move: Move, modifiers: Qt.KeyboardModifier) -> int:
        """Return the token that a cursor action of Qt's leads to."""
        if self._selection.token < 0:
            return 0
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        return target(self._page.geometry, self._selection.token, move, whole=whole)

    # ---- inside

    def _forget_column(self) -> None:
        self._column_x = None

    def _acts_here(self, event: QKeyEvent) -> bool:
        """Return whether a key is the shortcut of a command for the sentence."""
        pressed = QKeySequence(event.keyCombination())
        return any(
            pressed in action.shortcuts()
            for action in self._view.actions()
            if action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
        )

    def _stops(self) -> set[int]:
        """Return where a leap ends: at first tokens of spans, and at capitalised words."""
        sentence = self._tokens.sentence
        return {first for first, _ in sentence.spans} | {
            record.index for record in sentence.records if record.word[:1].isupper()
        }

    def _move(self, move: Move, modifiers: Qt.KeyboardModifier) -> None:
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        geometry = self._page.arrangement().geometry
        anchor, current = self._selection.anchor, self._selection.token
        column = self._column_x if move in VERTICAL else None
        if move in VERTICAL and column is None:
            column = geometry.rect(current).center().x()
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if whole and move in HORIZONTAL:
            token = leap(geometry, current, move, self._stops())
        elif anchor != current and move in HORIZONTAL and not extend:
            # As in any text: an arrow goes to that end of the selection.
            token = self._selection.selected[past_the_end(geometry, move) > 0]
        else:
            token = target(geometry, current, move, whole=whole, column=column)
        if extend:
            self._selection.choose(anchor, token)
        elif token != current or anchor != current:
            self._selection.choose(token, token)
        elif end := past_the_end(geometry, move):
            self.end_passed.emit(end)
        elif move in VERTICAL and self._page.document_mode and column is not None:
            self.line_passed.emit(1 if move == Move.MoveDown else -1, column)
        self._column_x = column
