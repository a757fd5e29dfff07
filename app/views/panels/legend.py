"""The legend: labels and keys in one line below the sentence, while their panel is hidden."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from app.domain.labels import Label
from app.domain.tagging import has_outside
from app.views.actions import Actions, with_keys
from app.views.colours import mix
from app.views.keymap import native
from app.views.panels.labels import KEY_WIDTH, SWATCH, paint_key, paint_swatch
from app.views.plain_text import on_a_button, set_tip
from app.views.theme import GRID, HALF_GRID, RADIUS, theme_of
from app.views.widgets.listing import name_widget
from app.views.workspace import Workspace

LONGEST_NAME = 18 * GRID
"""Maximum width of a name in pixels; the tip has all of it."""


class Legend(QWidget):
    """Shows the key of each label, and labels on a click.

    Signals
    -------
    more_requested : ()
        There are more labels than fit: list them all.
    """

    more_requested = Signal()

    def __init__(
        self, workspace: Workspace, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "legend",
            self.tr("Legend"),
            self.tr("Labels with their keys; a click labels the selected tokens"),
        )
        self._workspace = workspace
        self._actions = actions
        self._wanted = True
        self._panel_seen = False
        self.buttons: list[LegendButton] = []
        self.more = LegendButton("", "", None, self)
        self.more.setAccessibleDescription(self.tr("Find a label by name"))
        self.more.clicked.connect(self.more_requested)
        self.setAutoFillBackground(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        actions.keys_changed.connect(self._show_labels)
        self._show_labels()

    def set_wanted(self, *, wanted: bool) -> None:
        """Allow the legend to be shown, or not."""
        self._wanted = wanted
        self._update_visibility()

    def panel_seen(self, seen: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Hide the legend while the panel of labels is visible."""
        self._panel_seen = seen
        self._update_visibility()

    @property
    def entry(self) -> QWidget:
        """The widget to focus."""
        return self.buttons[0] if self.buttons else self.more

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(8 * GRID, self.more.sizeHint().height() + GRID)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "more"):
            self.updateGeometry()
            self._arrange()

    # ---- inside

    def _show_labels(self) -> None:
        for old in self.buttons:
            old.hide()
            old.deleteLater()
        project = self._workspace.session.project
        keys = self._actions.keys_of_labels()
        labels = project.visible_labels()
        self.buttons = [self._button(label, keys.get(label.id, ())) for label in labels]
        if labels and has_outside(project):
            self.buttons.append(self._nothing())
        self._update_visibility()
        self._arrange()

    def _button(self, label: Label, keys: tuple[str, ...]) -> LegendButton:
        button = LegendButton(label.name, native(keys[0]) if keys else "", label.colour, self)
        tip = self.tr("Label the selection as {name}").format(name=label.name)
        set_tip(button, with_keys(tip, keys))
        button.clicked.connect(lambda: self._workspace.labeller.label(label.id))
        return button

    def _nothing(self) -> LegendButton:
        button = LegendButton(self.tr("No label"), self._actions.key_of("no_label"), None, self)
        set_tip(button, self._actions["no_label"].toolTip())
        button.clicked.connect(self._workspace.labeller.no_label)
        return button

    def _update_visibility(self) -> None:
        self.setVisible(self._wanted and not self._panel_seen and bool(self.buttons))

    def _arrange(self) -> None:
        """Place as many labels as fit, and a button that counts the rest."""
        left, right = 2 * GRID - HALF_GRID, self.width() - GRID
        widths = [button.sizeHint().width() for button in self.buttons]
        n = len(widths)
        if left + sum(widths) > right:
            self.more.show_text(self.tr("+{n} more").format(n=n))
            room = right - left - self.more.sizeHint().width()
            n = next(i for i in range(len(widths) + 1) if sum(widths[: i + 1]) > room)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < n)
            if number < n:
                button.setGeometry(self._spot(left, button))
                left += widths[number]
        rest = len(self.buttons) - n
        self.more.setVisible(bool(rest))
        if rest:
            self.more.show_text(self.tr("+{n} more").format(n=rest))
            key = self._actions.keys_of("label_by_name")
            set_tip(self.more, with_keys(self.tr("List all labels"), key))
            self.more.setGeometry(self._spot(left, self.more))

    def _spot(self, left: int, button: QWidget) -> QRect:
        size = button.sizeHint()
        return QRect(left, (self.height() - size.height()) // 2, size.width(), size.height())


class LegendButton(QToolButton):
    """A label as a button: key cap, swatch, name."""

    def __init__(self, name: str, key: str, colour: int | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._key = key
        self._colour = colour
        self._is_label = bool(name)
        # A click here must not take the keys away from the sentence.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_text(name)
        if key:
            self.setAccessibleDescription(self.tr("Key {key}").format(key=key))

    def show_text(self, text: str) -> None:
        """Change the text."""
        self.setText(on_a_button(text))
        self.setAccessibleName(text)
        self._name = text

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self._shown()) + 2 * GRID
        if self._is_label:
            width += SWATCH + HALF_GRID
        if self._key:
            width += self._cap_width() + HALF_GRID
        return QSize(width, metrics.height() + GRID)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.hasFocus() or self.underMouse():
                ground = mix(theme.window, theme.text, 0.12 if self.isDown() else 0.05)
                painter.setBrush(ground)
                painter.setPen(QPen(theme.accent, 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
            inner = self.rect().adjusted(GRID, 0, -HALF_GRID, 0)
            if self._key:
                paint_key(painter, inner, self._key, theme, self._cap_width())
                inner.adjust(self._cap_width() + HALF_GRID, 0, 0, 0)
            if self._is_label:
                top = inner.center().y() - SWATCH / 2 + 0.5
                colours = None if self._colour is None else theme.label(self._colour)
                paint_swatch(painter, QRectF(inner.left(), top, SWATCH, SWATCH), colours, theme)
                inner.adjust(SWATCH + HALF_GRID, 0, 0, 0)
            painter.setPen(theme.text if self._colour is not None else theme.muted)
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, align, self._shown())

    def _shown(self) -> str:
        elide = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self._name, elide, LONGEST_NAME)

    def _cap_width(self) -> int:
        return max(KEY_WIDTH, self.fontMetrics().horizontalAdvance(self._key) + GRID)
