"""The panel that lists the labels with key, colour, name and count."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.domain.numbers import grouped
from app.item_models.labels import LabelRole, LabelsModel
from app.item_models.rows import Index
from app.views.colours import mix
from app.views.icons import icon
from app.views.layouts import NO_MARGINS, in_column
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, LabelColours, Theme
from app.views.widgets.listing import Listing, RowDelegate, name_widget, paint_elided
from app.views.widgets.picker import Picker
from app.views.workspace import Workspace

KEY_WIDTH = 20
SWATCH = 12


class LabelsPanel(QWidget):
    """Lists the labels; choosing one labels the selected tokens.

    Signals
    -------
    left()
        Tokens were labelled, and the annotator wants to return to the sentence.
    new_label_requested()
        Create another label.
    label_edit_requested(int)
        Open the label editor at the label with this id.
    """

    left = Signal()
    new_label_requested = Signal()
    label_edit_requested = Signal(int)

    def __init__(
        self, workspace: Workspace, edit_labels: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "labels",
            self.tr("Labels"),
            self.tr("Labels with key, colour and count"),
        )
        self._workspace = workspace
        self.model = LabelsModel(workspace.session, self)
        self.view = self._list()
        hint = self.tr(
            "Your labels will be listed here, each with its key: create the first with “New label”."
        )
        self.listing = Listing(self.view, hint, self)
        self.new_label = self._button(self.tr("New label"))
        self.new_label.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_tip(self.new_label, self.tr("Make a label, with its key and colour"))
        self.new_label.clicked.connect(self.new_label_requested)
        self.edit_labels = self._button("")
        self.edit_labels.setDefaultAction(edit_labels)
        self.edit_labels.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.new_label.setIcon(icon("add", self.palette()))
        self._arrange()
        self.view.clicked.connect(self._apply)
        self.view.chosen.connect(self._apply)
        self.view.offer_menu(lambda at: self.menu(at.data(LabelRole.LABEL)))

    def menu(self, label: int | None) -> QMenu:
        """Return the menu for a label."""
        menu = QMenu(self)
        if label is not None:
            give = menu.addAction(self.tr("&Label the selected tokens"))
            give.triggered.connect(lambda: self._workspace.labeller.label(label))
            forbid = menu.addAction(self.tr("&Reject this label for the selection"))
            forbid.triggered.connect(lambda: self._workspace.labeller.forbid(label))
            menu.addSeparator()
            edit = menu.addAction(self.tr("&Edit this label…"))
            edit.triggered.connect(lambda: self.label_edit_requested.emit(label))
        new = menu.addAction(self.tr("&New label…"))
        new.triggered.connect(self.new_label_requested)
        return menu

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "new_label"):
            self.new_label.setIcon(icon("add", self.palette()))

    def _list(self) -> Picker:
        view = Picker(self, self.model, LabelDelegate())
        name_widget(
            view,
            "label_list",
            self.tr("Labels"),
            self.tr("Enter or a click gives the label to the selected tokens"),
        )
        return view

    def _button(self, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(GRID, HALF_GRID, GRID, HALF_GRID)
        buttons.setSpacing(GRID)
        buttons.addWidget(self.new_label)
        buttons.addStretch()
        buttons.addWidget(self.edit_labels)
        in_column((self.listing, 1), buttons, within=self, margins=NO_MARGINS, spacing=0)

    def _apply(self, index: QModelIndex) -> None:
        label = self.model.label(index.row())
        if label is None:
            self._workspace.labeller.no_label()
        else:
            self._workspace.labeller.label(label.id)
        self.view.show_row(None)
        self.left.emit()


class LabelDelegate(RowDelegate):
    """Paints a label: key cap, swatch, name, count."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        key, longest = index.data(LabelRole.KEY) or "", index.data(LabelRole.LONGEST_KEY) or ""
        cap = max(KEY_WIDTH, painter.fontMetrics().horizontalAdvance(longest) + GRID)
        paint_key(painter, rect, key, theme, cap)
        swatch = QRectF(
            rect.left() + cap + GRID,
            rect.center().y() - SWATCH / 2 + 0.5,
            SWATCH,
            SWATCH,
        )
        colour = index.data(LabelRole.COLOUR)
        paint_swatch(painter, swatch, None if colour is None else theme.label(colour), theme)
        count = index.data(LabelRole.COUNT)
        width = 0
        if count is not None:
            painter.setPen(theme.muted)
            width = paint_elided(painter, rect, grouped(count) if count else "–", right=True)
        painter.setPen(theme.text if colour is not None else theme.muted)
        start = cap + SWATCH + 2 * GRID
        paint_elided(painter, rect.adjusted(start, 0, -width - GRID, 0), index.data())


def paint_key(
    painter: QPainter, rect: QRect, key: str, theme: Theme, width: int = KEY_WIDTH
) -> None:
    """Paint a key cap at the left of a row; nothing if ``key`` is empty."""
    if not key:
        return
    height = painter.fontMetrics().height() + 2
    cap = QRectF(rect.left() + 0.5, rect.center().y() - height / 2 + 0.5, width, height)
    painter.setPen(QPen(mix(theme.line, theme.text, 0.2), 1))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(cap, 4, 4)
    painter.setPen(theme.muted)
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)


def paint_swatch(
    painter: QPainter, box: QRectF, colours: LabelColours | None, theme: Theme
) -> None:
    """Paint a label's colour with its pattern; an empty ring for "no label"."""
    if colours is None:
        painter.setPen(QPen(theme.faint, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box.adjusted(1, 1, -1, -1))
        return
    painter.setPen(QPen(colours.line, 1))
    painter.setBrush(colours.swatch)
    painter.drawEllipse(box)
    if colours.pattern:
        painter.setBrush(colours.swatch_brush())
        painter.drawEllipse(box)
