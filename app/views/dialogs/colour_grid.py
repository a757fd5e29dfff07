"""The grid of colours for a label."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QToolButton, QWidget

from app.views.panels.labels import paint_swatch
from app.views.plain_text import set_tip
from app.views.theme import LABEL_COLOURS, OKABE_ITO, Pattern, theme_of
from app.views.widgets.listing import name_widget

SIDE = 20


class ColourGrid(QWidget):
    """One button for each colour of the theme; rows are patterns, columns are hues.

    Signals
    -------
    picked(int)
        A person picked the colour of this index.
    """

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "colour_grid",
            self.tr("Colour"),
            self.tr("Colour-blind-safe palette"),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self._group = QButtonGroup(self)
        for colour in range(LABEL_COLOURS):
            button = self._button(colour)
            self._group.addButton(button, colour)
            grid.addWidget(button, *divmod(colour, len(OKABE_ITO)))
        grid.setColumnStretch(len(OKABE_ITO), 1)
        self._group.idClicked.connect(self.picked)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_group"):
            for colour in range(LABEL_COLOURS):
                self._dress(self._group.button(colour), colour)

    def show_colour(self, colour: int) -> None:
        """Check the colour of the label."""
        self._group.button(colour % LABEL_COLOURS).setChecked(True)

    def _button(self, colour: int) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setIconSize(QSize(SIDE, SIDE))
        self._dress(button, colour)
        return button

    def _dress(self, button: QAbstractButton, colour: int) -> None:
        button.setIcon(self._swatch(colour))
        button.setAccessibleName(self._spoken(colour))
        set_tip(button, self._spoken(colour))

    def _swatch(self, colour: int) -> QIcon:
        theme = theme_of(self.palette())
        scale = 2
        picture = QPixmap(SIDE * scale, SIDE * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_swatch(painter, QRectF(2, 2, SIDE - 4, SIDE - 4), theme.label(colour), theme)
        return QIcon(picture)

    def _spoken(self, colour: int) -> str:
        pattern = theme_of(self.palette()).label(colour).pattern
        hue = colour % len(OKABE_ITO)
        hues = (
            self.tr("Blue"),
            self.tr("Orange"),
            self.tr("Green"),
            self.tr("Purple"),
            self.tr("Sky blue"),
            self.tr("Vermilion"),
            self.tr("Yellow"),
            self.tr("Black or white"),
        )
        patterns = {
            Pattern.SOLID: "{hue}",
            Pattern.STRIPES: self.tr("{hue}, striped"),
            Pattern.DOTS: self.tr("{hue}, dotted"),
            Pattern.BACK_STRIPES: self.tr("{hue}, striped (reverse)"),
            Pattern.LINES: self.tr("{hue}, with lines"),
            Pattern.BARS: self.tr("{hue}, with bars"),
            Pattern.GRID: self.tr("{hue}, with a grid"),
            Pattern.LATTICE: self.tr("{hue}, with a lattice"),
        }
        return patterns[pattern].format(hue=hues[hue])
