"""The letters of the text: font, zoom, and the sizes that follow from them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.views.sentence_view.metrics import DEFAULT_POINTS, NEIGHBOUR_SHARE, Metrics

SMALLEST_ZOOM, LARGEST_ZOOM, ZOOM_STEP = 0.5, 3.0, 0.1


class Letters(QObject):
    """Measures the letters of a widget's font, or of another one, at any zoom.

    Attributes: ``metrics`` of the current sentence, ``small`` those of its neighbours.

    Signals
    -------
    zoom_changed : float
        The size of the text; 1 is 16 points.
    changed : ()
        The text has other letters than before.
    """

    zoom_changed = Signal(float)
    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        """Take the font of a widget at its usual size."""
        super().__init__(widget)
        self._widget = widget
        self._zoom = 1.0
        self._family, self._points = "", DEFAULT_POINTS
        self.metrics, self.small = self._measured(), self._measured(NEIGHBOUR_SHARE)

    @property
    def zoom(self) -> float:
        """The size of the text; 1 is 16 points."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Show the text larger or smaller; 1 is 16 points."""
        zoom = round(min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self.measure()
            self.zoom_changed.emit(zoom)

    def set_font(self, family: str, points: float) -> None:
        """Show the text in another font ("" for the window's) and, at a zoom of 1, size (0: 16)."""
        wanted = (family, points or DEFAULT_POINTS)
        if wanted != (self._family, self._points):
            self._family, self._points = wanted
            self.measure()

    def zoom_by(self, steps: float) -> None:
        """Show the text some steps larger, or smaller."""
        self.set_zoom(self._zoom + ZOOM_STEP * steps)

    def zoom_in(self) -> None:
        """Show the text one step larger."""
        self.zoom_by(1)

    def zoom_out(self) -> None:
        """Show the text one step smaller."""
        self.zoom_by(-1)

    def reset_zoom(self) -> None:
        """Show the text at its usual size."""
        self.set_zoom(1.0)

    def measure(self) -> None:
        """Measure anew, because the font of the widget may be another one."""
        self.metrics, self.small = self._measured(), self._measured(NEIGHBOUR_SHARE)
        self.changed.emit()

    def _measured(self, share: float = 1.0) -> Metrics:
        font = QFont(self._widget.font())
        if self._family:
            font.setFamilies([self._family, *font.families()])
        return Metrics.of(font, share * self._zoom * self._points / DEFAULT_POINTS)
