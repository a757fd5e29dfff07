"""Cards that show a number with a title and a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStyle, QVBoxLayout, QWidget

from app.views.plain_text import PlainLabel
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import bold

MIN_LETTERS = 20
"""Minimum letters of a note in one line: narrower cards go below one another."""

NUMBER_SCALE = 1.7
"""Font size of a number, relative to other text."""

UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Fact:
    """The content of a card; ``value`` is "" while it is unknown, and ``note`` then says why."""

    title: str
    value: str = ""
    unit: str = ""
    note: str = ""


class Card(QFrame):
    """One fact with a large number; ``field`` is an optional widget beside its title."""

    def __init__(self, name: str, parent: QWidget, field: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("card", True)  # for the style sheet
        self._title = quiet("", self)
        self._value = PlainLabel(UNKNOWN, self)
        self._unit = PlainLabel("", self)
        self._note = quiet("", self)
        self.fact = Fact("")
        head, number = QHBoxLayout(), QHBoxLayout()
        self.field = field
        head.addWidget(self._title, 1)
        if field is not None:
            head.addWidget(field)
        number.setSpacing(HALF_GRID + 2)
        number.addWidget(self._value)
        number.addWidget(self._unit, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID + HALF_GRID, GRID, GRID + HALF_GRID, GRID)
        column.setSpacing(HALF_GRID)
        column.addLayout(head)
        column.addLayout(number)
        column.addWidget(self._note)
        column.addStretch()
        self._enlarge()

    def show_fact(self, fact: Fact) -> None:
        """Show another fact."""
        if fact == self.fact:
            return
        self.fact = fact
        _set_text(self._title, fact.title)
        _set_text(self._value, fact.value or UNKNOWN)
        _set_text(self._unit, fact.unit if fact.value else "")
        _set_text(self._note, fact.note)
        self.setAccessibleName(fact.title)
        spoken_value = f"{fact.value} {fact.unit}".strip()
        self.setAccessibleDescription(". ".join(filter(None, (spoken_value, fact.note))))

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_note"):
            self._enlarge()

    def needed_height(self, width: int) -> int:
        """Return the height that the card needs at a width."""
        return max(self.heightForWidth(width), self.minimumSizeHint().height())

    def set_head_height(self, height: int) -> None:
        """Set the minimum height of the title."""
        self._title.setMinimumHeight(height)

    def _enlarge(self) -> None:
        font = bold(QFont(self.font()))
        font.setPointSizeF(NUMBER_SCALE * font.pointSizeF())
        self._value.setFont(font)


class Cards(QWidget):
    """Cards of equal width side by side, in as many rows as needed."""

    cards: Sequence[Card] = ()
    """Empty on the class, because Qt sends font changes before `lay_out`."""

    def lay_out(self, cards: Sequence[Card]) -> None:
        """Set the cards, which are children of this widget."""
        self.cards = cards
        self._align()

    def columns(self, width: int) -> int:
        """Return the number of cards in a row of a width."""
        least = MIN_LETTERS * self.fontMetrics().averageCharWidth() + 3 * GRID
        fit = max(1, (width + GRID) // (least + GRID))
        n = len(self.cards)
        # All rows have the same number of cards.
        return next((k for k in range(min(fit, n), 0, -1) if n % k == 0), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.LayoutDirectionChange}:
            self.arrange()
        return done

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange} and self.cards:
            self._align()

    def _align(self) -> None:
        """Align the numbers of all cards, whatever is above them."""
        heights = [card.field.sizeHint().height() for card in self.cards if card.field is not None]
        for card in self.cards:
            card.set_head_height(max(heights, default=0))
        self.arrange()

    def arrange(self) -> None:
        """Place the cards, and set the widget's height to theirs."""
        rects = self._rects(self.width())
        height = rects[-1].bottom() + 1 if rects else 0
        if self.minimumHeight() != height:
            self.setFixedHeight(height)
        for card, rect in zip(self.cards, rects, strict=True):
            card.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))

    def _rects(self, width: int) -> list[QRect]:
        """Return the cards' rectangles for a width."""
        columns = self.columns(width)
        own = (width - GRID * (columns - 1)) // columns
        rects, top = [], 0
        for first in range(0, len(self.cards), columns):
            row = self.cards[first : first + columns]
            height = max(card.needed_height(own) for card in row)
            rects += [QRect(i * (own + GRID), top, own, height) for i in range(len(row))]
            top += height + GRID
        return rects


def _set_text(label: QLabel, text: str) -> None:
    if text != label.text():
        label.setText(text)
