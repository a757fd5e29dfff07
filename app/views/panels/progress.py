"""The panel that says how far along the labelling is: the curve, the scores, and the pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.measurement import LEAST_SENTENCES
from app.services.measurements import Measurements, Progress
from app.services.plot_library import PlotLibrary
from app.session import Session
from app.views.actions import Actions
from app.views.dialogs.frame import quiet, with_margin
from app.views.panels import progress_words as words
from app.views.panels.buttons import WordedButton
from app.views.panels.listing import bold, name_widget
from app.views.panels.progress_tables import ConfusionTable, LabelTable
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID, HALF_GRID

if TYPE_CHECKING:
    from app.views.panels.progress_plots import LearningCurvePlot, ReliabilityPlot

FACTS_WIDTH = 38 * GRID
GOAL_MILLISECONDS = 700
"""A goal that is changed step by step is one step of the history: it is set when this is over."""

ALONE_WIDTH = 64 * GRID
"""Lines longer than this are hard to read."""


class ProgressPanel(QWidget):
    """Shows what the control sample says; numbers for a person's decision, never a decision.

    Plots are made when the panel is first shown: their library takes a moment to load, on a thread.

    Signals
    -------
    sentences_wanted(str, object)
        List sentences (int64 places) under a title.
    left()
        The annotator wants to work on the sentence again.
    """

    sentences_wanted = Signal(str, object)
    left = Signal()

    def __init__(
        self,
        session: Session,
        measurements: Measurements,
        plots: PlotLibrary,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "progress",
            self.tr("Progress"),
            self.tr("How good the model is, how fast you work, and how far it is"),
        )
        self._session = session
        self._measurements = measurements
        self._plots = plots
        self.curve: LearningCurvePlot | None = None
        self.reliability: ReliabilityPlot | None = None
        self.headline = PlainLabel("", self)
        self.headline.setFont(bold(self.headline.font()))
        self.hint = quiet("", self)
        self.exactness, self.forecast, self.way, self.pace, self.saving, self.trust = (
            quiet("", self) for _ in range(6)
        )
        self.draw_sample = WordedButton(
            actions["project_settings"], self.tr("Draw a control sample…"), self
        )
        self._goal_set = QTimer(self, singleShot=True, interval=GOAL_MILLISECONDS)
        self._goal_set.timeout.connect(self._set_goal)
        self.target = self._target_field()
        self.target_row = self._target_row()
        self.labels = LabelTable(self)
        self.confusion = ConfusionTable(self)
        self.confusion.picked.connect(self._list)
        self.tabs = self._tabs()
        self._arrange()
        plots.loaded.connect(self._make_plots)
        measurements.progressed.connect(self._follow)
        session.changed.connect(self._changed)

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(90 * GRID, 34 * GRID)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self._measurements.watch(wanted=True)
        if self.curve is None:
            # The panel itself is painted first.
            QTimer.singleShot(0, self, self._plots.load)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self._measurements.watch(wanted=False)
        self._settle_goal()

    def entry(self) -> QWidget:
        """Return where the focus enters: what can be done, or else what can be looked at."""
        return self.tabs if self.draw_sample.isHidden() else self.draw_sample

    def refresh(self) -> None:
        """Show what was measured last."""
        progress = self._measurements.progress
        measurement = progress.measurement
        every = self._session.project.settings.control_every
        n_control, n_labelled = self._measurements.sample()
        others = self._measurements.labelled_others()
        hint = words.missing(progress, n_control, n_labelled, every, others)
        _say(self.headline, words.headline(progress))
        _say(self.hint, hint)
        self.draw_sample.setVisible(n_control < LEAST_SENTENCES)
        _say(self.exactness, words.exactness(progress))
        _say(self.forecast, words.going_on(progress))
        _say(self.way, words.way_to_go(progress))
        self.target_row.setVisible(progress.forecast.needed is not None)
        self.target.setPrefix(self.tr("Goal: {name} ").format(name=words.score_name(measurement)))
        _say(self.pace, words.pace(progress.pace))
        _say(self.saving, words.saving(progress.saving))
        known = bool(progress.points)
        self.tabs.setVisible(known)
        self._facts.setMaximumWidth(FACTS_WIDTH if known else ALONE_WIDTH)
        self.labels.show_scores(() if measurement is None else measurement.per_label)
        self.confusion.show_confusion(None if measurement is None else measurement.confusion)
        self._show_plots(progress)

    def _follow(self, _: object = None) -> None:
        if self.isVisible():
            self.refresh()

    def _changed(self, changes: Changes) -> None:
        if changes.goal:
            self._show_goal()
        if changes.settings or changes.goal or changes.structure:
            self._follow()

    def _make_plots(self) -> None:
        if self.curve is not None:
            return
        from app.views.panels.progress_plots import LearningCurvePlot, ReliabilityPlot

        self.curve = LearningCurvePlot(self)
        self.reliability = ReliabilityPlot(self)
        self._curve_page.addWidget(self.curve)
        self._trust_page.addWidget(self.reliability, 1)
        self._trust_page.addWidget(self.trust)
        self._show_plots(self._measurements.progress)

    def _show_plots(self, progress: Progress) -> None:
        if self.curve is None or self.reliability is None:
            return
        measurement = progress.measurement
        name = words.score_name(measurement)
        self.curve.show_points(progress.points, self._measurements.target, name)
        found = None if measurement is None else measurement.calibration
        self.reliability.show_calibration(found)
        trust = ""
        if measurement is not None and found is not None:
            trust = words.calibration(found, measurement.n_labelled)
        self.trust.setText(trust)

    def _target_field(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(1.0, 99.9)
        field.setDecimals(1)
        field.setSuffix(" %")
        field.setValue(100.0 * self._measurements.target)
        field.setKeyboardTracking(False)
        set_tip(field, self.tr("A score you would be content with: the panel says how far it is."))
        field.setAccessibleName(self.tr("Goal"))
        with_margin(field)
        field.valueChanged.connect(lambda _: self._goal_set.start())
        field.editingFinished.connect(self._settle_goal)
        return field

    def _set_goal(self) -> None:
        """Let the project keep the goal that is shown."""
        self._measurements.set_target(round(self.target.value() / 100.0, 3))

    def _settle_goal(self) -> None:
        """Do not wait for further changes of the goal, if there was one."""
        if self._goal_set.isActive():
            self._goal_set.stop()
            self._set_goal()

    def _show_goal(self) -> None:
        """Show the goal of the project, and set none."""
        with QSignalBlocker(self.target):
            self.target.setValue(100.0 * self._measurements.target)

    def _target_row(self) -> QWidget:
        row = QWidget(self)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(HALF_GRID)
        column.addWidget(self.target, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.way)
        return row

    def _tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        tabs.setAccessibleName(self.tr("What is shown"))
        pages = [QWidget(tabs) for _ in range(3)]
        self._curve_page, self._trust_page, mistakes = (QVBoxLayout(page) for page in pages)
        for layout in (self._curve_page, self._trust_page, mistakes):
            layout.setContentsMargins(0, GRID, 0, 0)
            layout.setSpacing(HALF_GRID)
        tabs.addTab(pages[0], self.tr("Curve"))
        tabs.addTab(self.labels, self.tr("Labels"))
        mistakes.addWidget(self.confusion, 1)
        explained = self.tr(
            "Tokens: rows say what is right, columns what is proposed. Click a cell to see where."
        )
        mistakes.addWidget(quiet(explained, pages[2]))
        tabs.addTab(pages[2], self.tr("Confusion"))
        tabs.addTab(pages[1], self.tr("Calibration"))
        return tabs

    def _arrange(self) -> None:
        facts = QWidget(self)
        column = QVBoxLayout(facts)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID)
        for text in (self.headline, self.hint, self.exactness):
            column.addWidget(text)
        column.addWidget(self.draw_sample, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.forecast, self.target_row, self.pace, self.saving):
            column.addWidget(widget)
        column.addStretch()
        self._facts = scroll = QScrollArea(self)
        scroll.setWidget(facts)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(scroll.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(24 * GRID)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(scroll, 2)
        row.addWidget(self.tabs, 3)
        row.addStretch()

    def _list(self, right: int, proposed: int) -> None:
        measurement = self._measurements.progress.measurement
        if measurement is None:
            return
        found = measurement.confusion
        names = [name or self.tr("no label") for name in found.labels]
        title = self.tr("{right}, proposed as {proposed}").format(
            right=names[right], proposed=names[proposed]
        )
        self.sentences_wanted.emit(title, found.sentences(right, proposed))


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
