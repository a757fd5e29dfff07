"""The panel opened by the chip in the status line: training state, training data, age."""

from __future__ import annotations

import time
from math import ceil

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.numbers import decimal, grouped
from app.domain.settings import ProjectSettings
from app.jobs.kernels import PREPARING
from app.services.trainer import Trainer
from app.services.training_status import TrainingStatus
from app.translation import translated_message
from app.views.actions import Actions, KeyOf, default_key
from app.views.durations import age_of, ago, in_words, next_change
from app.views.icons import icon
from app.views.panels import model_words as words
from app.views.panels.curve import ObjectiveCurve
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.buttons import WordedButton
from app.views.widgets.font_sizes import scaled
from app.views.widgets.listing import bold, name_widget, scrolled

BUSY = ("preparing", "loading", "training")


WIDTH = 36 * GRID


class ModelPanel(QWidget):
    """Shows the state of training, its loss and the newest model; can cancel and pause."""

    def __init__(self, trainer: Trainer, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "model",
            self.tr("Model"),
            self.tr("Model status"),
        )
        self._trainer = trainer
        self._actions = actions
        self.headline = self._text("headline")
        self.headline.setFont(bold(self.headline.font()))
        self.objective = self._text("objective")
        self.curve = ObjectiveCurve(self)
        self.newest = self._text("newest")
        self.source = self._text("source")
        self.clusters = self._text("clusters")
        self.expectations = self._text("expectations")
        self.choice = self._text("choice")
        self.segments = self._text("segments")
        self.consistency = self._text("consistency")
        self.rhythm = self._text("rhythm")
        self._facts = (
            *(self.newest, self.source, self.clusters, self.expectations, self.choice),
            *(self.segments, self.consistency, self.rhythm),
        )
        for label in self._facts:
            label.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.train = self._button("train_now")
        self.cancel = self._button("cancel_training")
        self.pause = self._pause_button()
        self.choose = self._check_box("choose_training")
        self.lines = self._button("suggested_lines")
        self.lines.setAutoRaise(False)  # without an icon, a border shows that it is a button
        self._arrange()
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._show_age)
        self._key_of: KeyOf = default_key
        trainer.status_changed.connect(self.refresh)
        trainer.session.project_changed.connect(self._follow)
        self.refresh()

    def _follow(self, changes: Changes) -> None:
        if changes.settings or changes.gazetteers:
            self.refresh()

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        self.source.setText(self._source(self._trainer.status))

    def refresh(self) -> None:
        """Show the trainer's status: its texts only while they are visible."""
        status = self._trainer.status
        busy, training = status.state in BUSY, status.state == "training"
        if len(status.history) > 1:
            # The curve of the last training stays until the next one has points.
            self.objective.setText(self._objective(status))
            self.curve.show_points(status.history)
        if self.isVisible():
            self._show_status(status, can_train=not busy, can_cancel=training)
        # Afterwards: a button that is turned off loses the focus, which its successor is to have.
        settings = self._trainer.session.project.settings
        self._actions["train_now"].setEnabled(not busy)
        self._actions["cancel_training"].setEnabled(training)
        self._actions["pause_learning"].setChecked(status.state == "paused")
        self._actions["choose_training"].setChecked(settings.choose_training)

    def _show_status(self, status: TrainingStatus, *, can_train: bool, can_cancel: bool) -> None:
        self.headline.setText(self._headline(status))
        # Not that of a model that is gone.
        has_loss = bool(status.model_number) or status.state == "training"
        self.objective.setVisible(has_loss and bool(self.objective.text()))
        self.curve.setVisible(has_loss and self.curve.has_points)
        self.source.setText(self._source(status))
        self.clusters.setText(words.clusters(status, self._trainer.session))
        self.clusters.setVisible(bool(self.clusters.text()))
        self.expectations.setText(words.expectations(status, self._trainer.session))
        self.expectations.setVisible(bool(self.expectations.text()))
        self.choice.setText(words.choice(status, self._trainer.session))
        self.choice.setVisible(bool(self.choice.text()))
        self.segments.setText(words.segments(status, self._trainer.session))
        self.segments.setVisible(bool(self.segments.text()))
        self.consistency.setText(words.consistency(status, self._trainer.session))
        self.consistency.setVisible(bool(self.consistency.text()))
        rhythm = self._rhythm(status, self._trainer.session.project.settings)
        self.rhythm.setText(rhythm)
        self.rhythm.setVisible(bool(rhythm) and not status.missing_labels and not status.begins_at)
        self.source.setVisible(not status.model_number and not can_cancel)
        gone, come = (self.train, self.cancel) if can_cancel else (self.cancel, self.train)
        come.defaultAction().setEnabled(can_cancel or can_train)
        come.show()
        if gone.hasFocus():
            come.setFocus(Qt.FocusReason.OtherFocusReason)
        gone.hide()
        self.updateGeometry()
        self._allow_scrolling()
        self._show_age()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        width = max(scaled(self, WIDTH), self._page.minimumSizeHint().width())
        layout = self._page.layout()
        texts = layout.totalHeightForWidth(width) if layout is not None else 0
        width = max(width, super().minimumSizeHint().width())
        return QSize(width, texts + self.pause.sizeHint().height() + 2 * GRID)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        self._allow_scrolling()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self._clock.stop()

    def _text(self, name: str) -> QLabel:
        label = PlainLabel("", self)
        label.setObjectName(name)
        label.setWordWrap(True)
        return label

    def _button(self, command: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._actions[command])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _pause_button(self) -> WordedButton:
        """Return the button that pauses or resumes: its text says what it does now."""
        action = self._actions["pause_learning"]
        button = WordedButton(action, action.iconText(), self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

        def follow() -> None:
            paused = action.isChecked()
            button.setText(self.tr("Res&ume learning") if paused else action.iconText())
            button.setIcon(icon("resume", self.palette()) if paused else action.icon())
            if paused:
                set_tip(button, self.tr("Learn from your labels again"))

        action.changed.connect(follow)
        action.toggled.connect(follow)
        follow()
        return button

    def _check_box(self, command: str) -> QCheckBox:
        """Return a box that shows and switches a command."""
        action = self._actions[command]
        box = QCheckBox(action.iconText(), self)
        box.setObjectName(command)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tip = self._actions.tip_of(command)
        set_tip(box, tip)
        box.setAccessibleDescription(tip)
        box.setChecked(action.isChecked())
        box.clicked.connect(lambda _: action.trigger())
        action.toggled.connect(box.setChecked)
        return box

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(HALF_GRID)
        for button in (self.train, self.cancel, self.pause):
            buttons.addWidget(button)
        buttons.addStretch()
        page = self._page = QWidget(self)
        texts = QVBoxLayout(page)
        texts.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, 0)
        texts.setSpacing(HALF_GRID)
        for label in (self.headline, *self._facts, self.objective):
            texts.addWidget(label)
        texts.addWidget(self.curve)
        texts.addWidget(self.choose)
        texts.addWidget(self.lines)
        texts.addStretch()
        buttons.setContentsMargins(2 * GRID, 0, 2 * GRID, GRID)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(HALF_GRID)
        self._scroll_area = scrolled(page, self.accessibleName(), self)
        layout.addWidget(self._scroll_area, 1)
        layout.addLayout(buttons)

    def _allow_scrolling(self) -> None:
        """Allow a scroll bar only in too little room.

        Beside one that was needed earlier, texts may take more lines, so that it stays.
        """
        fits = self.height() >= self.sizeHint().height()
        self._scroll_area.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )

    def _headline(self, status: TrainingStatus) -> str:
        if status.error:
            return status.error
        if status.state == "preparing" and status.model_number:
            return self.tr("Learning from counts")
        if status.state == "training" and not status.iteration:
            return self.tr("Training…")
        if status.state == "training":
            return self.tr("Training · iteration {n}").format(n=grouped(status.iteration))
        if status.state == "paused":
            return self.tr("Learning is paused")
        if status.missing_labels == 1:
            return self.tr("Trains after 1 more label")
        if status.missing_labels:
            return self.tr("Trains after {n} more labels", None, status.missing_labels).format(
                n=grouped(status.missing_labels)
            )
        if status.begins_at:
            left = max(0.0, status.begins_at - time.time())
            return self.tr("Trains in {time}").format(time=in_words(ceil(left)))
        return words.at_rest(status, self._trainer.session)

    def _objective(self, status: TrainingStatus) -> str:
        return self.tr("Training loss {value}").format(value=decimal(status.objective, 1))

    def _newest(self, status: TrainingStatus, age: float) -> str:
        """Return when the model was trained, and on what."""
        if not status.trained_sentences:
            text = self.tr("Trained {age} from the expectations of your gazetteers alone.")
            return text.format(age=ago(age))
        text = self.tr("Trained {age} on {sentences}, {tokens}.")
        if status.model_kind in ("first", "empirical"):
            text = self.tr("Counted {age} on {sentences}, {tokens}.")
        tokens = words.tokens(status.trained_tokens)
        return text.format(age=ago(age), sentences=words.sentences(status), tokens=tokens)

    def _source(self, status: TrainingStatus) -> str:
        """Return from what the first model will learn, or what it waits for."""
        if text := words.first_model_text(status, self._trainer.session):
            return text
        return words.wanted_label(status, self._trainer.session, self._key_of)

    def _rhythm(self, status: TrainingStatus, settings: ProjectSettings) -> str:
        """Return when the model is trained, "" for after every change."""
        expects = words.awaits_expectations(status, self._trainer.session)
        if status.state == "preparing" or expects:
            return translated_message(PREPARING)
        labels = self.tr("{n} new labels", None, settings.train_after).format(
            n=grouped(settings.train_after)
        )
        seconds = self.tr("a pause of {n} s").format(n=grouped(settings.train_every))
        wanted = [labels] if settings.train_after > 1 else []
        wanted += [seconds] if settings.train_every else []
        when = self.tr(" and ").join(wanted)
        return self.tr("Trains after {when}.").format(when=when) if wanted else ""

    def _show_age(self) -> None:
        status = self._trainer.status
        self.newest.setVisible(bool(status.model_number))
        if status.begins_at:
            self.headline.setText(self._headline(status))
        if not status.model_number:
            self._clock.stop()
            return
        age = age_of(status.model_made_at)
        self.newest.setText(self._newest(status, age))
        set_tip(self.newest, words.model_note(status))
        if self.isVisible():
            self._clock.start(next_change(0.0 if status.begins_at else age))
