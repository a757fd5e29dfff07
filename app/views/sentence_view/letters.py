"""Font and zoom of the text, and the sizes that follow from them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.views.sentence_view.metrics import DEFAULT_POINTS, NEIGHBOUR_SHARE, Metrics

MIN_ZOOM, MAX_ZOOM, ZOOM_STEP = 0.5, 3.0, 0.1


class Letters(QObject):
    """Font and zoom of a sentence view.

    Attributes: ``metrics`` of the current sentence, ``small`` those of its neighbours.

    Signals
    -------
    zoom_changed : float
        The zoom; 1 is 16 points.
        changed : ()
        Font or zoom has changed.
    """

    zoom_changed = Signal(float)
    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        """Start with the font of a widget at a zoom of 1."""
        super().__init__(widget)
        self._widget = widget
        self._zoom = 1.0
        self._family, self._points = "", DEFAULT_POINTS
        self.metrics, self.small = self._measured(), self._measured(NEIGHBOUR_SHARE)

    @property
    def zoom(self) -> float:
        """The zoom; 1 is 16 points."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Set the zoom; 1 is 16 points."""
        zoom = round(min(max(zoom, MIN_ZOOM), MAX_ZOOM), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self.measure()
            self.zoom_changed.emit(zoom)

    def set_font(self, family: str, points: float) -> None:
        """Set the font family ("" for the window's) and the points at a zoom of 1 (0 for 16)."""
        wanted = (family, points or DEFAULT_POINTS)
        if wanted != (self._family, self._points):
            self._family, self._points = wanted
            self.measure()

    def zoom_by(self, steps: float) -> None:
        """Zoom in by some steps, or out by negative ones."""
        self.set_zoom(self._zoom + ZOOM_STEP * steps)

    def zoom_in(self) -> None:
        """Zoom in by one step."""
        self.zoom_by(1)

    def zoom_out(self) -> None:
        """Zoom out by one step."""
        self.zoom_by(-1)

    def reset_zoom(self) -> None:
        """Set the zoom to 1."""
        self.set_zoom(1.0)

    def measure(self) -> None:
        """Measure again, because the font of the widget may have changed."""
        self.metrics, self.small = self._measured(), self._measured(NEIGHBOUR_SHARE)
        self.changed.emit()

    def _measured(self, share: float = 1.0) -> Metrics:
        font = QFont(self._widget.font())
        if self._family:
            font.setFamilies([self._family, *font.families()])
        return Metrics.of(font, share * self._zoom * self._points / DEFAULT_POINTS)
