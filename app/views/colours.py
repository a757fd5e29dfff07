"""Contrast of colours by WCAG 2, and mixing of colours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor

TEXT_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3: text against its background."""
SHAPE_CONTRAST = 3.0
"""WCAG 2.2, success criterion 1.4.11: lines and shapes that carry meaning."""

_STEPS = 100


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2: 0 for black, 1 for white."""
    red, green, blue = (_linear(c) for c in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    """Return the contrast ratio of WCAG 2: 1 for the same colour, 21 for black on white."""
    return _ratio(luminance(first), luminance(second))


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """Return a mixture of two colours; ``share`` is that of the second, 0 to 1."""
    kept = 1.0 - share
    return QColor.fromRgbF(
        first.redF() * kept + second.redF() * share,
        first.greenF() * kept + second.greenF() * share,
        first.blueF() * kept + second.blueF() * share,
    )


def readable(colour: QColor, backgrounds: Sequence[QColor], ratio: float) -> QColor:
    """Return the colour, moved towards black or white until it contrasts with all backgrounds."""
    behind = [luminance(background) for background in backgrounds]
    goal = QColor("white") if behind[0] < 0.18 else QColor("black")
    for step in range(_STEPS):
        candidate = QColor(mix(colour, goal, step / _STEPS).name())
        own = luminance(candidate)
        if all(_ratio(own, other) >= ratio for other in behind):
            return candidate
    return goal


def _ratio(first: float, second: float) -> float:
    darker, lighter = sorted((first, second))
    return (lighter + 0.05) / (darker + 0.05)


def _linear(channel: float) -> float:
    if channel <= 0.04045:
        return channel / 12.92
    return float(((channel + 0.055) / 1.055) ** 2.4)
