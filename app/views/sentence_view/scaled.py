"""The size of the text: zoom, font, and the sizes that follow from them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from app.item_models.tokens import TokensModel
from app.views.sentence_view.metrics import DEFAULT_POINTS, NEIGHBOUR_SHARE, Metrics
from app.views.theme import GRID, theme_of

SMALLEST_ZOOM, LARGEST_ZOOM, ZOOM_STEP = 0.5, 3.0, 0.1


class ScaledView(QListView):
    """A list of tokens that is shown in letters of any size.

    Signals
    -------
    zoom_changed : float
        The size of the text; 1 is 16 points.
    """

    zoom_changed = Signal(float)

    def __init__(self, model: TokensModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = model
        self._zoom = 1.0
        self._family, self._points = "", DEFAULT_POINTS
        self._metrics, self._small = self._measured(), self._measured(NEIGHBOUR_SHARE)
        self._theme = theme_of(self.palette())

    def _set_up(self) -> None:
        self.setObjectName("sentence_view")
        self.setAccessibleName(self.tr("Sentence"))
        self.setAccessibleDescription(
            self.tr("The tokens of the current sentence, with their labels and suggestions.")
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setAutoScroll(False)  # whoever moves the caret scrolls, once
        self.setMouseTracking(True)
        self.setMinimumSize(34 * GRID, 16 * GRID)

    @property
    def zoom(self) -> float:
        """The size of the text; 1 is 16 points."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller; 1 is 16 points."""
        zoom = round(min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self._measure()
            self.zoom_changed.emit(zoom)

    def set_letters(self, family: str, points: float) -> None:
        """Show the text in another font ("" for the window's) and, at a zoom of 1, size (0: 16)."""
        wanted = (family, points or DEFAULT_POINTS)
        if wanted != (self._family, self._points):
            self._family, self._points = wanted
            self._measure()

    def zoom_in(self) -> None:
        """Show the text one step larger."""
        self.set_zoom(self._zoom + ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show the text one step smaller."""
        self.set_zoom(self._zoom - ZOOM_STEP)

    def reset_zoom(self) -> None:
        """Show the text at its usual size."""
        self.set_zoom(1.0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._theme = theme_of(self.palette())
            self.viewport().update()
        elif event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._measure()

    def _measure(self) -> None:
        self._metrics, self._small = self._measured(), self._measured(NEIGHBOUR_SHARE)
        self._lay_out_anew()

    def _measured(self, share: float = 1.0) -> Metrics:
        font = QFont(self.font())
        if self._family:
            font.setFamilies([self._family, *font.families()])
        return Metrics.of(font, share * self._zoom * self._points / DEFAULT_POINTS)

    def _lay_out_anew(self) -> None:
        """Forget all places: another font or width."""
        raise NotImplementedError
