"""Accepting everything that is sure enough: how sure, what that is, and how much is wrong in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QPushButton,
    QWidget,
)

from app.domain.sure import SureChoice, SureProposals
from app.item_models.sure import SureModel, SureRole
from app.session import Session
from app.views.dialogs.frame import Frame, quiet, with_margin
from app.views.panels.listing import (
    Listing,
    RowDelegate,
    bold,
    name_widget,
    paint_elided,
    paint_excerpt,
    two_lines,
)
from app.views.panels.picker import Picker
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, Theme

TYPING_PAUSE = 150
"""Milliseconds without a key after which the search begins."""


class AcceptSureDialog(Frame):
    """Shows what would be accepted, and how many errors are to be expected in it.

    Signals
    -------
    asked(SureChoice)
        Look for what is so sure.
    accept_wanted(SureProposals)
        Accept what is listed.
    place_wanted(int, int)
        Go to this sentence, and to this token in it.
    """

    asked = Signal(object)
    accept_wanted = Signal(object)
    place_wanted = Signal(int, int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            "accept_sure",
            self.tr("Accept everything sure"),
            self.tr("Confirm all proposals above a probability, in one step"),
            parent,
        )
        self._session = session
        self.model = SureModel(session, self)
        self.add_lead(
            self.tr(
                "What is listed in the queue and sure enough is confirmed in one step, which one "
                "undo takes back. The least sure sentences come first: look at them."
            )
        )
        self.threshold = self._threshold()
        self.whole = self._whole()
        form = self.add_form()
        self.add_field(form, self.tr("At &least"), self.threshold)
        self.add_field(form, self.tr("&What"), self.whole)
        self.summary = PlainLabel("", self)
        self.summary.setObjectName("summary")
        self.summary.setFont(bold(self.summary.font()))
        self.summary.setWordWrap(True)
        self.column.addWidget(self.summary)
        self.note = quiet("", self)
        self.column.addWidget(self.note)
        self.view = self._list()
        self.listing = Listing(self.view, self.tr("Looking…"), self)
        self.column.addWidget(self.listing, 1)
        box = self.add_buttons(self.tr("Accept"))
        self.button = next(b for b in box.buttons() if isinstance(b, QPushButton) and b.isDefault())
        self.accepted.connect(lambda: self.accept_wanted.emit(self.model.sure))
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(lambda: self.asked.emit(self.choice()))
        self.threshold.valueChanged.connect(self._changed)
        self.whole.currentIndexChanged.connect(self._changed)
        self.button.setEnabled(False)
        self.resize(84 * GRID, 66 * GRID)
        self.threshold.setFocus()

    def choice(self) -> SureChoice:
        """Return what is asked for."""
        return SureChoice(round(self.threshold.value() / 100, 4), bool(self.whole.currentData()))

    def show_found(self, sure: SureProposals) -> None:
        """List what would be accepted, if that is what is asked for."""
        if sure.choice != self.choice():
            return
        self.model.show_found(sure)
        n, n_tokens = len(sure.places), int(sure.n_tokens.sum())
        self.listing.set_hint(self._hint(sure))
        self.summary.setText(self._told(n, n_tokens, sure.expected_errors) if n else "")
        self.note.setText(self._trust(sure) if n else "")
        one, many = self.tr("Accept in 1 sentence"), self.tr("Accept in {n} sentences")
        self.button.setText(one if n == 1 else many.format(n=f"{n:,}"))
        self.button.setEnabled(n > 0)

    def _changed(self) -> None:
        self.button.setEnabled(False)
        self._pause.start()

    def _threshold(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(50.0, 99.99)
        field.setDecimals(2)
        field.setSingleStep(0.5)
        field.setSuffix(" %")
        field.setValue(100 * SureChoice().threshold)
        field.setFixedWidth(16 * GRID)
        set_tip(field, self.tr("So probable a proposal has to be, at least"))
        name_widget(field, "threshold", self.tr("At least"), field.toolTip())
        with_margin(field)
        return field

    def _whole(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("Whole sentences: every open token is so sure"), True)
        field.addItem(self.tr("Single spans and tokens, too: the rest stays open"), False)
        name_widget(field, "whole", self.tr("What"), self.tr("Whole sentences, or parts of them"))
        return field

    def _list(self) -> Picker:
        view = Picker(self)
        view.setModel(self.model)
        view.setItemDelegate(_SureDelegate(view))
        view.doubleClicked.connect(
            lambda index: self.place_wanted.emit(*self.model.where(index.row()))
        )
        name_widget(
            view,
            "sure_list",
            self.tr("What would be accepted"),
            self.tr("A double click goes to the sentence"),
        )
        return view

    def _told(self, n: int, n_tokens: int, errors: float) -> str:
        text = self.tr(
            "{tokens} tokens in {sentences} sentences. About {errors} of them are expected to be "
            "wrong ({share} %)."
        )
        if errors < 1.0:
            text = self.tr(
                "{tokens} tokens in {sentences} sentences. Less than one of them is expected to "
                "be wrong ({share} %)."
            )
        return text.format(
            tokens=f"{n_tokens:,}",
            sentences=f"{n:,}",
            errors=_number(errors),
            share=f"{100 * errors / n_tokens:.2f}",
        )

    def _trust(self, sure: SureProposals) -> str:
        if sure.calibrated:
            return self.tr(
                "The probabilities were held against the control sample, so the number can be "
                "trusted on average."
            )
        return self.tr(
            "The probabilities have not been held against a control sample: a model that has seen "
            "little is often too sure, and more may be wrong than that."
        )

    def _hint(self, sure: SureProposals) -> str:
        session = self._session
        if not sure.n_candidates and not session.open_tokens[session.visible].any():
            return self.tr("Everything is decided: nothing is left to accept.")
        if not sure.n_candidates:
            return self.tr(
                "There are no proposals to accept yet: label a few sentences first, and let the "
                "model learn from them."
            )
        return self.tr("Nothing is so sure: choose a lower probability.")


def _number(errors: float) -> str:
    return f"{errors:.2g}" if errors < 10 else f"{round(errors):,}"


class _SureDelegate(RowDelegate):
    """Paints the words around the least sure token, and below how sure it is."""

    lines = 2

    def paint_row(
        self,
        painter: QPainter,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
    ) -> None:
        upper, lower = two_lines(painter, rect)
        paint_excerpt(painter, upper, index.data(SureRole.EXCERPT), theme)
        painter.setPen(theme.faint)
        paint_elided(painter, lower, index.data(SureRole.NOTE))
