"""Texts of a window that have less room than they need: cut off, or shown with an ellipsis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractSpinBox,
        QComboBox,
        QHeaderView,
        QLabel,
        QLineEdit,
        QTabBar,
        QWidget,
    )

FRAME = 4
"""Pixels in a line of text that are not for text."""


def cut_texts(window: QWidget) -> list[str]:
    """Return the texts of visible widgets that are cut, each with its widget."""
    found = []
    for widget in [window, *_children(window)]:
        if widget.isVisible() and _is_in_front(widget):
            found += [f"{_named(widget)}: “{text}”" for text in _cut(widget)]
    return list(dict.fromkeys(found))


def watch_painted_lines(report: Callable[[str], None], is_data: Callable[[str], bool]) -> None:
    """Report each line of a list from now on that is painted with an ellipsis, but for data."""
    from app.views.widgets import listing

    # All lists paint their lines by this function.
    paint = listing._paint_line  # noqa: SLF001

    def paint_and_report(painter: QPainter, rect: QRect, text: str, *, right: bool) -> str:
        shown = paint(painter, rect, text, right=right)
        if shown != text and not is_data(text):
            report(f"painted line: “{text}” as “{shown}”")
        return shown

    listing._paint_line = paint_and_report  # noqa: SLF001


def _children(window: QWidget) -> list[QWidget]:
    from PySide6.QtWidgets import QWidget

    return [one for one in window.findChildren(QWidget) if one.window() is window.window()]


def _is_in_front(widget: QWidget) -> bool:
    """Return whether some of a widget is seen; panels behind others are not laid out."""
    from PySide6.QtWidgets import QAbstractScrollArea

    seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    return not seen.visibleRegion().isEmpty()


def _cut(widget: QWidget) -> Iterable[str]:
    """Return the texts of a widget that are cut."""
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractSpinBox,
        QComboBox,
        QGroupBox,
        QHeaderView,
        QLabel,
        QLineEdit,
        QTabBar,
    )

    from app.views.widgets.elided import ElidedButton, ElidedLabel

    if isinstance(widget, QAbstractSpinBox | QAbstractButton | QComboBox) and _juts_out(widget):
        return [_text_of(widget)]
    narrow = widget.width() < widget.minimumSizeHint().width()
    if isinstance(widget, ElidedButton | ElidedLabel):
        return [widget.text()] if widget.shown_text != widget.text() else []
    if isinstance(widget, QLabel):
        return [widget.text()] if _is_cut_label(widget) else []
    if isinstance(widget, QTabBar):
        return _cut_tabs(widget)
    if isinstance(widget, QHeaderView):
        return _cut_headers(widget)
    if isinstance(widget, QLineEdit):
        return _cut_line(widget)
    if isinstance(widget, QComboBox):
        return _cut_choice(widget)
    text = ""
    if isinstance(widget, QAbstractButton):
        text = widget.text()
    elif isinstance(widget, QGroupBox):
        text = widget.title()
    return [text] if text and narrow else []


def _juts_out(widget: QWidget) -> bool:
    """Return whether the widget around another one, not a scrolled one, cuts off its side."""
    from PySide6.QtWidgets import QAbstractScrollArea

    around = widget.parentWidget()
    if around is None or isinstance(around.parentWidget(), QAbstractScrollArea):
        return False
    return widget.x() < 0 or widget.geometry().right() > around.rect().right()


def _text_of(widget: QAbstractSpinBox | QAbstractButton | QComboBox) -> str:
    from PySide6.QtWidgets import QComboBox

    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()


def _is_cut_label(label: QLabel) -> bool:
    if not label.text():
        return False
    if label.wordWrap():
        return label.height() < label.heightForWidth(label.width())
    return (
        label.width() < label.minimumSizeHint().width()
        or label.height() < label.minimumSizeHint().height()
    )


def _cut_tabs(tabs: QTabBar) -> Iterator[str]:
    for index in range(tabs.count()):
        text = tabs.tabText(index)
        if (
            tabs.fontMetrics().horizontalAdvance(text.replace("&", ""))
            > tabs.tabRect(index).width()
        ):
            yield text


def _cut_line(line: QLineEdit) -> Iterator[str]:
    """Yield the text of an empty line, or of a field for numbers; others can be longer."""
    from PySide6.QtWidgets import QAbstractSpinBox

    text, room = line.placeholderText(), line.contentsRect().width() - FRAME
    if isinstance(line.parentWidget(), QAbstractSpinBox):
        text = line.text()
    elif line.text():
        return
    if line.fontMetrics().horizontalAdvance(text) > room:
        yield text


def _cut_choice(box: QComboBox) -> Iterator[str]:
    from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box)
    if box.fontMetrics().horizontalAdvance(box.currentText()) > room.width():
        yield box.currentText()


def _cut_headers(header: QHeaderView) -> Iterator[str]:
    from PySide6.QtCore import Qt

    if header.orientation() != Qt.Orientation.Horizontal or header.model() is None:
        return
    for column in range(header.count()):
        if not header.isSectionHidden(column):
            needed = header.sectionSizeFromContents(column).width()
            if header.sectionSize(column) < needed:
                yield str(header.model().headerData(column, Qt.Orientation.Horizontal) or "")


def _named(widget: QWidget) -> str:
    """Return a widget's class, and the name of the nearest widget around it that has one."""
    around: QWidget | None = widget
    while around is not None and not around.objectName():
        around = around.parentWidget()
    name = around.objectName() if around is not None else ""
    return f"{type(widget).__name__} in {name}"
