"""Rows and columns of widgets."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
"""A widget or layout, with its stretch if it has one; None: empty space that stretches."""

NO_MARGINS = (0, 0, 0, 0)

_Box = TypeVar("_Box", bound=QBoxLayout)


def in_row(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return parts side by side; the style gives margins and spacing that are not given."""
    box = QHBoxLayout() if within is None else QHBoxLayout(within)
    return _filled(box, parts, margins, spacing)


def in_column(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return parts one below the other; otherwise as `in_row`."""
    box = QVBoxLayout() if within is None else QVBoxLayout(within)
    return _filled(box, parts, margins, spacing)


def _filled(
    box: _Box,
    parts: tuple[Part, ...],
    margins: tuple[int, int, int, int] | None,
    spacing: int | None,
) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if item is None:
            box.addStretch()
        elif isinstance(item, QLayout):
            box.addLayout(item, stretch)
        else:
            box.addWidget(item, stretch)
    return box
