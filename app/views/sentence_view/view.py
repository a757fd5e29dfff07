"""The view itself: a list of tokens that reads as flowing text, and what keys do in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.movement import (
    HORIZONTAL,
    KEYS,
    VERTICAL,
    Move,
    leap,
    past_the_end,
    target,
)
from app.views.sentence_view.pointed import PointedView


class SentenceView(PointedView):
    """Shows one sentence as running text with a chip for each label, and what surrounds it.

    That is its neighbours, quieter, or in document mode the whole document. Each token of the
    sentence is an item of the list, so that screen readers find it with its name and place. The
    view changes nothing: it says by signals what the person did, and shows what it is told.
    Without a session there is nothing around the sentence.

    Signals
    -------
    end_passed : int
        An arrow key went past the sentence's end (1) or its beginning (-1).
    line_passed : int, float
        In a document an arrow key went down (1) or up (-1) past the last or first line, from this
        place in the line.
    """

    end_passed = Signal(int)
    line_passed = Signal(int, float)

    def __init__(
        self, model: TokensModel, parent: QWidget | None = None, session: Session | None = None
    ) -> None:
        super().__init__(model, parent, session)
        self._set_up()
        self.setModel(model)

    def copy(self) -> None:
        """Copy the selected tokens, as they are shown, to the clipboard."""
        first, last = self.selected
        records = self._tokens.records
        if 0 <= first < len(records):
            text = self._tokens.sentence.text[records[first].start : records[last].end]
            QGuiApplication.clipboard().setText(text)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        # Ahead of every key, whatever it will do.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self.answer_wanted.emit()
            # While an edge is dragged Esc gives that up, whatever else it does.
            escapes = event.key() == Qt.Key.Key_Escape and self._dragged is not None
            # Nothing is said of what has been scrolled out of sight.
            if escapes or (self.is_out_of_sight() and self._acts_here(event)):
                event.accept()
                return True
        return super().event(event)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letters give labels here, they do not look for words."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._choose(0, self._tokens.rowCount() - 1)
        elif event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._let_go()
        elif self.is_out_of_sight() and self._acts_here(event):
            self.scrollTo(self.currentIndex())
        elif event.key() in KEYS and self.token >= 0:
            self._move(KEYS[Qt.Key(event.key())], event.modifiers())
        else:
            event.ignore()

    def _acts_here(self, event: QKeyEvent) -> bool:
        """Say whether a key is that of a command that acts on the sentence."""
        pressed = QKeySequence(event.keyCombination())
        return any(
            pressed in action.shortcuts()
            for action in self.actions()
            if action.shortcutContext() == Qt.ShortcutContext.WidgetShortcut
        )

    def moveCursor(  # noqa: D102 (Qt's own)
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        if self.token < 0:
            return self._tokens.index(0)
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        return self._tokens.index(
            target(self.geometry_of_sentence, self.token, action, whole=whole)
        )

    def _stops(self) -> set[int]:
        """Return where a leap ends: where a span begins, and at words with a capital."""
        sentence = self._tokens.sentence
        return {first for first, _ in sentence.spans} | {
            record.index for record in sentence.records if record.word[:1].isupper()
        }

    def _move(self, move: Move, modifiers: Qt.KeyboardModifier) -> None:
        extend = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        geometry = self._arrangement().geometry
        column = self._column_x if move in VERTICAL else None
        if move in VERTICAL and column is None:
            column = geometry.rect(self.token).center().x()
        whole = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if whole and move in HORIZONTAL:
            token = leap(geometry, self.token, move, self._stops())
        elif self._anchor != self.token and move in HORIZONTAL and not extend:
            # As in any text: an arrow goes to that end of what is selected.
            ends = sorted((self._anchor, self.token))
            token = ends[past_the_end(geometry, move) > 0]
        else:
            token = target(geometry, self.token, move, whole=whole, column=column)
        if extend:
            self._choose(self._anchor, token)
        elif token != self.token or self._anchor != self.token:
            self._choose(token, token)
        elif end := past_the_end(geometry, move):
            self.end_passed.emit(end)
        elif move in VERTICAL and self.document_mode and column is not None:
            self.line_passed.emit(1 if move == Move.MoveDown else -1, column)
        self._column_x = column
