"""The dialog that accepts all suggestions above a threshold, with the errors to expect."""

from __future__ import annotations

import math

from PySide6.QtCore import QRect, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QSlider,
    QWidget,
)

from app.domain.confident_proposals import MIN_CONFIDENCE, ConfidenceChoice, ConfidentProposals
from app.domain.numbers import decimal, general, grouped, percentage
from app.item_models.confident_proposals import ConfidentModel, ConfidentRole
from app.item_models.rows import Index
from app.session import Session
from app.views.actions import KeyOf, default_key, with_key
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_column, in_row
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.base_dialog import quiet, with_margin
from app.views.widgets.font_sizes import keep_width
from app.views.widgets.listing import (
    Listing,
    RowDelegate,
    bold,
    name_widget,
    paint_elided,
    paint_excerpt,
    two_lines,
)
from app.views.widgets.picker import Picker

TYPING_PAUSE = 150
"""Milliseconds without a key after which the search starts."""

MAX_CONFIDENCE = 0.9999
SLIDER_STEPS = 200
"""The slider is logarithmic in 1 - threshold: it has as many steps between 99 and 99.9 % as
between 90 and 99 %."""

MIN_ERRORS = 0.95
"""Fewer expected errors are shown with two decimals."""

LEAST_SHOWN = 0.01
"""Fewer expected errors are shown as fewer than this."""

HEADLINE = 1.4
"""Font size of the headline, relative to other text."""


class AcceptConfidentDialog(DialogWithHelp):
    """Shows what would be accepted, and how many errors to expect in it.

    Signals
    -------
    choice_changed(ConfidenceChoice)
        Search for suggestions above a threshold.
    accept_requested(ConfidentProposals)
        Accept what is listed.
    sentence_requested(int, int)
        Go to this sentence, and to this token in it.
    """

    choice_changed = Signal(object)
    accept_requested = Signal(object)
    sentence_requested = Signal(int, int)

    _to_button = False
    """Whether Enter was pressed in the threshold before the search ended."""
    _wanted = ConfidenceChoice()
    """The newest choice."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, key_of: KeyOf = default_key
    ) -> None:
        """List suggestions of a session; ``key_of`` returns the current keys of commands."""
        super().__init__(
            "accept_confident",
            self.tr("Accept confident suggestions"),
            self.tr("Accept all suggestions above a threshold in one step"),
            parent,
        )
        self._session = session
        self._key_of = key_of
        self.model = ConfidentModel(session, self)
        self._newest = self.model.confident
        self.summary = self._headline()
        self.note = quiet("", self)
        texts = in_column(self.summary, self.note, spacing=HALF_GRID)
        self.column.addLayout(texts)
        self.threshold = self._threshold()
        self.slider = self._slider()
        self.whole = self._whole()
        self.setTabOrder(self.slider, self.threshold)
        self.setTabOrder(self.threshold, self.whole)
        form = self.add_form()
        row = in_row((self.slider, 1), self.threshold, spacing=2 * GRID)
        title = PlainLabel(self.tr("&Minimum confidence"), self)
        title.setBuddy(self.threshold)
        form.addRow(title, row)
        self.add_field(form, self.tr("&Accept"), self.whole)
        self.add_lead(
            self.tr(
                "Everything in the queue at or above the minimum confidence is accepted as one "
                "change. The least confident come first, so check those."
            )
        )
        self.view = self._list()
        self.listing = Listing(self.view, self.tr("Searching…"), self)
        self.column.addWidget(self.listing, 1)
        self.add_buttons(self.tr("A&ccept"))
        self.accepted.connect(lambda: self.accept_requested.emit(self.model.confident))
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(lambda: self.choice_changed.emit(self.choice()))
        self.threshold.valueChanged.connect(self._moved)
        self.slider.valueChanged.connect(self._slid)
        self.whole.currentIndexChanged.connect(self._changed)
        self.accept_button.setEnabled(False)
        self.set_usual_size(84 * GRID, 66 * GRID)
        self.threshold.setFocus()

    def choice(self) -> ConfidenceChoice:
        """Return the threshold and unit in the fields."""
        return ConfidenceChoice(
            round(self.threshold.value() / 100, 4), bool(self.whole.currentData())
        )

    def show_found(self, confident: ConfidentProposals) -> None:
        """List what would be accepted, if it is for the current choice; always show the errors."""
        self._newest = confident
        if confident.choice != self.choice():
            self._show_errors()
            return
        self.model.show_found(confident)
        n = len(confident.sentence_indices)
        self.listing.set_hint(self._hint(confident))
        self._show_errors()
        one, many = self.tr("A&ccept 1 sentence"), self.tr("A&ccept {n} sentences", None, n)
        if not confident.choice.whole:
            one, many = (
                self.tr("A&ccept in 1 sentence"),
                self.tr("A&ccept in {n} sentences", None, n),
            )
        button_text = one if n == 1 else many.format(n=grouped(n))
        self.accept_button.setText(button_text if n else self.tr("A&ccept"))
        self.accept_button.setEnabled(n > 0)
        if self._to_button:
            self._go_to_button()

    def _go_to_button(self) -> None:
        """Move the focus from the threshold to the button, now or once that is enabled."""
        self._to_button = self.threshold.hasFocus() and not self.accept_button.isEnabled()
        if self.threshold.hasFocus() and self.accept_button.isEnabled():
            self.accept_button.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if self.threshold.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_to_button()
        else:
            super().keyPressEvent(event)

    def _changed(self) -> None:
        self._wanted = self.choice()
        self.accept_button.setEnabled(False)
        self._pause.start()
        self._show_errors()

    def _slid(self, step: int) -> None:
        """Set the threshold from the slider."""
        self.threshold.setValue(100 * threshold_at(step))

    def _moved(self, percent: float) -> None:
        """Set the slider from the threshold."""
        if self.choice() == self._wanted:
            return  # Enter emits the same value again
        with QSignalBlocker(self.slider):
            self.slider.setValue(step_at(percent / 100))
        self.slider.setAccessibleDescription(self.threshold.text())
        self._changed()

    def _show_errors(self) -> None:
        """Show how many errors to expect; the curve of the last search covers all thresholds."""
        confident, choice = self._newest, self.choice()
        if confident.choice.whole != choice.whole or not confident.n_candidates:
            waits = confident.choice != choice or self._pause.isActive()
            self.summary.setText(self.tr("Searching…") if waits else self.tr("Nothing to accept"))
            self.note.setText("")
            return
        n_tokens, errors = confident.curve.at(choice.threshold)
        self.summary.setText(self._summary_text(n_tokens, errors))
        self.note.setText(
            self._error_note(calibrated=confident.calibrated)
            if n_tokens
            else self._highest_threshold_text(confident.curve.highest_threshold)
        )

    def _headline(self) -> PlainLabel:
        label = PlainLabel(self.tr("Searching…"), self)
        label.setObjectName("summary")
        font = bold(label.font())
        font.setPointSizeF(HEADLINE * font.pointSizeF())
        label.setFont(font)
        label.setWordWrap(True)
        return label

    def _slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(0, SLIDER_STEPS)
        slider.setPageStep(SLIDER_STEPS // 20)
        slider.setValue(step_at(ConfidenceChoice().threshold))
        tip = self.tr("Further left: more is accepted, with more errors in it")
        set_tip(slider, tip)
        name = self.tr("Minimum confidence")
        name_widget(slider, "threshold_slider", name, self.threshold.text())
        return slider

    def _threshold(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(100 * MIN_CONFIDENCE, 100 * MAX_CONFIDENCE)
        field.setDecimals(2)
        field.setSingleStep(0.5)
        field.setSuffix(percentage(""))
        field.setValue(100 * ConfidenceChoice().threshold)
        keep_width(field, 16 * GRID)
        set_tip(field, self.tr("Minimum confidence of a suggestion"))
        name_widget(field, "threshold", self.tr("Minimum confidence"), field.toolTip())
        with_margin(field)
        return field

    def _whole(self) -> QComboBox:
        field = QComboBox(self)
        field.addItem(self.tr("Whole sentences, if every open token qualifies"), True)
        field.addItem(self.tr("Individual spans and tokens; the rest stays open"), False)
        name_widget(field, "whole", self.tr("Accept"), self.tr("Whole sentences, or parts of them"))
        return field

    def _list(self) -> Picker:
        view = Picker(self, self.model, _ConfidentDelegate())
        view.doubleClicked.connect(
            lambda index: self.sentence_requested.emit(*self.model.where(index.row()))
        )
        name_widget(
            view,
            "sure_list",
            self.tr("Suggestions to be accepted"),
            self.tr("Double-click to open a sentence"),
        )
        return view

    def _summary_text(self, n_tokens: int, errors: float) -> str:
        if not n_tokens:
            if self.choice().whole:
                return self.tr("No sentence is that confident")
            return self.tr("No suggestion is that confident")
        if n_tokens == 1:
            return self.tr("1 token, probably correct")
        text = self.tr("About {errors} of {tokens} tokens will be wrong")
        if errors < MIN_ERRORS:
            text = self.tr("{errors} errors expected among {tokens} tokens")
        shown = grouped(round(errors)) if errors >= MIN_ERRORS else _small(errors)
        return text.format(tokens=grouped(n_tokens), errors=shown)

    def _error_note(self, *, calibrated: bool) -> str:
        if calibrated:
            return self.tr(
                "Confidence was calibrated on the test sample, so this estimate is reliable on "
                "average."
            )
        return self.tr(
            "The confidence values are not calibrated yet: a model trained on little data tends to "
            "be overconfident, so more may be wrong."
        )

    def _highest_threshold_text(self, threshold: float | None) -> str:
        """Return a text with the confidence of the most confident sentence or suggestions."""
        if threshold is None:
            return ""
        percent = math.floor(10_000 * threshold) / 100
        text = self.tr("The most confident suggestions are at {percent}%.")
        if self.choice().whole:
            text = self.tr("The most confident sentence is at {percent}%.")
        return text.format(percent=decimal(percent, 2))

    def _hint(self, confident: ConfidentProposals) -> str:
        session = self._session
        if not len(session.visible):
            return with_key(self.tr("No text yet. Import one first."), self._key_of("import_files"))
        if not confident.n_candidates and not session.open_tokens[session.visible].any():
            return self.tr("Nothing left to accept: every token is confirmed.")
        if not confident.n_candidates and (session.proposals.models > 0).any():
            return self.tr(
                "The sentences in the queue have no suggestions. Test sentences never have any."
            )
        if not confident.n_candidates:
            return self.tr("No model yet. Label and accept a sentence first.")
        return self.tr("Choose a lower minimum confidence, or label more sentences.")


def _small(errors: float) -> str:
    """Return a number of errors with two decimals."""
    return decimal(errors, 2) if errors >= LEAST_SHOWN else f"< {general(LEAST_SHOWN)}"


def threshold_at(step: int) -> float:
    """Return the threshold of a step of the slider, rounded to 0.01 %."""
    least, most = 1.0 - MAX_CONFIDENCE, 1.0 - MIN_CONFIDENCE
    return round(1.0 - most * math.pow(least / most, step / SLIDER_STEPS), 4)


def step_at(threshold: float) -> int:
    """Return the step of the slider nearest to a threshold."""
    least, most = 1.0 - MAX_CONFIDENCE, 1.0 - MIN_CONFIDENCE
    error_chance = min(max(1.0 - threshold, least), most)
    return round(SLIDER_STEPS * math.log(error_chance / most) / math.log(least / most))


class _ConfidentDelegate(RowDelegate):
    """Paints the words around the least confident token, and below all labels to accept."""

    lines = 2

    def paint_row(self, painter: QPainter, rect: QRect, index: Index, theme: Theme) -> None:
        upper, lower = two_lines(painter, rect)
        paint_excerpt(painter, upper, index.data(ConfidentRole.EXCERPT), theme)
        painter.setPen(theme.faint)
        paint_elided(painter, lower, index.data(ConfidentRole.NOTE))
