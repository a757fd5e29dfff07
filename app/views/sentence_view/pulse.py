"""The animation of tokens that a correction has changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from app.views.theme_switch import reduced_motion

MILLISECONDS = 260


class Pulse(QObject):
    """Animates some tokens once, unless motion is reduced.

    Signals
    -------
    moved :
        The pulse has to be painted again, or has ended.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tokens: list[int] = []
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(MILLISECONDS)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock.valueChanged.connect(self.moved)
        self._clock.finished.connect(self.stop)

    @property
    def tokens(self) -> Sequence[int]:
        """The animated tokens."""
        return self._tokens

    @property
    def age(self) -> float:
        """Progress of the animation, 0 to 1."""
        return float(self._clock.currentValue() or 0.0)

    def start(self, tokens: Sequence[int]) -> None:
        """Animate tokens."""
        self.stop()
        if tokens and not reduced_motion():
            self._tokens = list(tokens)
            self._clock.start()

    def stop(self) -> None:
        """End the animation at once."""
        self._clock.stop()
        self._tokens = []
        self.moved.emit()
