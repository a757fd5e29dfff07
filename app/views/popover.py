"""A popover above a button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from app.views.layouts import in_column
from app.views.panels.dock_layout import first_focus_widget
from app.views.theme import GRID, HALF_GRID, theme_of


class Popover(QFrame):
    """Holds one widget above a button; Esc, a click or the focus elsewhere close it.

    It is a child widget, not a window of its own, so that it can be placed on every system. The
    focus goes back to the widget that had it before.
    """

    def __init__(self, inner: QWidget, anchor: QWidget, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName(f"{inner.objectName()}_popover")
        self.setAccessibleName(inner.accessibleName())
        self.setAccessibleDescription(inner.accessibleDescription())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._inner = inner
        self._anchor = anchor
        self._before: QWidget | None = None
        in_column(inner, within=self, margins=(2, HALF_GRID, 2, 2))
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_moved)
        self.hide()

    def toggle(self) -> None:
        """Open or close it."""
        if self.isVisible():
            self.put_away()
        else:
            self.open_it()

    def open_it(self) -> None:
        """Show it above its button, and focus it."""
        self._before = QApplication.focusWidget()
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self.show()
        self._arrange()
        self.raise_()
        entry = first_focus_widget(self._inner)
        if entry is not None:
            entry.setFocus(Qt.FocusReason.PopupFocusReason)

    def put_away(self) -> None:
        """Close it, and restore the focus."""
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        if had_focus and self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self._before = None
        self.hide()

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.window)
            # The window has the same background: the border must be visible in every theme.
            painter.setPen(QPen(theme.muted, 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102 (Qt's own)
        event.accept()  # not for the widgets below

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._arrange()
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close at a click outside; move with the button."""
        if watched is self._anchor and event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._arrange()
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            here = watched is self or self.isAncestorOf(watched) or watched is self._anchor
            if not here and watched.window() is self.window():
                self.put_away()
        return False

    # ---- inside

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isVisible() or now.window() is not self.window():
            return
        if not self.isAncestorOf(now) and now is not self._anchor:
            self._before = None
            self.put_away()

    def _arrange(self) -> None:
        """Place it above the button, aligned right."""
        window = self.window()
        room = window.rect().adjusted(GRID, GRID, -GRID, -GRID)
        corner = self._anchor.mapTo(window, QPoint(self._anchor.width(), -HALF_GRID))
        size = self.sizeHint().boundedTo(QSize(room.width(), max(1, corner.y() - room.top())))
        spot = QRect(QPoint(), size)
        spot.moveBottomRight(QPoint(min(corner.x(), room.right()), corner.y()))
        spot.moveLeft(max(spot.left(), room.left()))
        self.setGeometry(spot)
