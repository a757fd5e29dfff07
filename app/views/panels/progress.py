"""The panel of progress: learning curve, scores, and labelling speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QLabel,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.control_sample import SampleRoom, count_open_others, sample_room
from app.domain.measurement import MIN_SENTENCES
from app.domain.numbers import percentage
from app.services.measurements import Measurements, Progress
from app.services.plot_library import PlotLibrary
from app.session import Session
from app.views.actions import Actions
from app.views.layouts import NO_MARGINS, in_column
from app.views.panels import progress_words as words
from app.views.panels.cards import Card, Cards
from app.views.panels.progress_tables import ConfusionTable, LabelTable
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.base_dialog import quiet, with_margin
from app.views.widgets.buttons import WordedButton
from app.views.widgets.listing import name_widget

if TYPE_CHECKING:
    from app.views.panels.progress_plots import LearningCurvePlot, ReliabilityPlot

TABS_HEIGHT = 22 * GRID
"""Minimum height of the plots in pixels: below it the page scrolls."""
GOAL_MILLISECONDS = 700
"""Pause after which a new goal is set, so that several steps are one change."""


class ProgressPanel(QWidget):
    """Shows measurements on the test sample.

    Plots are made when the panel is first shown: their library is loaded on a thread.

    Signals
    -------
    sentences_requested(str, object)
        List sentences (indices, int64) under a title.
    sample_requested()
        Open the setting of the test sample.
    left()
        The annotator wants to work on the sentence again.
    """

    sentences_requested = Signal(str, object)
    sample_requested = Signal()
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
            self.tr("Model quality, your speed, and the distance to your goal"),
        )
        self._session = session
        self._measurements = measurements
        self._plots = plots
        self.curve: LearningCurvePlot | None = None
        self.reliability: ReliabilityPlot | None = None
        self.preview = quiet(words.preview(), self)
        self.hint = quiet("", self)
        self.forecast, self.calibration = quiet("", self), quiet("", self)
        self.draw_sample = WordedButton(
            actions["project_settings"], self.tr("Create a test sample…"), self
        )
        # After its command, which opens the settings at their first page.
        self.draw_sample.clicked.connect(self.sample_requested)
        self._goal_set = QTimer(self, singleShot=True, interval=GOAL_MILLISECONDS)
        self._goal_set.timeout.connect(self._set_goal)
        self.cards = Cards(self)
        self.target = self._target_field()
        self.score, self.goal, self.pace, self.saving = (
            Card("score_card", self.cards),
            Card("goal_card", self.cards, self.target),
            Card("pace_card", self.cards),
            Card("saving_card", self.cards),
        )
        self.cards.lay_out((self.score, self.goal, self.pace, self.saving))
        self.labels = LabelTable(self)
        self.confusion = ConfusionTable(self)
        self.confusion.picked.connect(self._list)
        self.tabs = self._tabs()
        self._arrange()
        plots.loaded.connect(self._make_plots)
        measurements.progressed.connect(self._follow)
        session.project_changed.connect(self._changed)

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(90 * GRID, 46 * GRID)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self._measurements.watch(wanted=True)
        if self.curve is None:
            # After the panel has been painted.
            QTimer.singleShot(0, self, self._plots.load)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self._measurements.watch(wanted=False)
        self._set_goal_now()

    def stops(self) -> tuple[QWidget, ...]:
        """Return the widgets where the focus enters.

        Never the field of the goal, which a digit would change.
        """
        parts = (self.draw_sample, self.tabs)
        return tuple(part for part in parts if not part.isHidden()) or (self,)

    def refresh(self) -> None:
        """Show the newest measurement."""
        progress = self._measurements.progress
        measurement = progress.measurement
        every = self._session.project.settings.control_every
        n_control, n_labelled = self._measurements.sample()
        others = self._measurements.labelled_others()
        # Counting takes milliseconds in large projects, and a sample with enough unlabelled
        # sentences needs no room.
        room = SampleRoom(n_control, n_control)
        if n_control < max(MIN_SENTENCES, 2 * n_labelled):
            room = sample_room(self._session.corpus, self._session.visible)
        hint = words.missing(progress, n_control, n_labelled, every, others, room.n_open)
        _set_text(self.hint, hint)
        may_be_larger = n_control < min(MIN_SENTENCES, room.largest)
        self.draw_sample.setVisible(may_be_larger)
        self.score.show_fact(words.score(progress, room.largest))
        set_tip(self.score, words.about_interval(progress, room.largest))
        target, session = self._measurements.target, self._session
        n_open = count_open_others(session.corpus, session.visible, session.open_tokens)
        self.goal.show_fact(words.goal(progress, target, n_open))
        self.pace.show_fact(words.pace(progress.pace))
        set_tip(self.pace, self.tr("Pauses of more than two minutes do not count"))
        self.saving.show_fact(words.saving(progress.saving))
        self.cards.arrange()
        _set_text(self.forecast, words.forecast_text(progress))
        self.tabs.setVisible(bool(progress.points))
        self._rest.setVisible(not progress.points)
        self.preview.setVisible(not progress.points)
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
        self._curve_page.addWidget(self.curve, 1)
        self._curve_page.addWidget(self.forecast)
        self._calibration_page.addWidget(self.reliability, 1)
        self._calibration_page.addWidget(self.calibration)
        self._show_plots(self._measurements.progress)

    def _show_plots(self, progress: Progress) -> None:
        if self.curve is None or self.reliability is None:
            return
        measurement = progress.measurement
        name = words.score_name(progress)
        self.curve.show_points(progress.points, self._measurements.target, name)
        found = None if measurement is None else measurement.calibration
        self.reliability.show_calibration(found)
        text = ""
        if measurement is not None and found is not None:
            text = words.calibration(found, measurement.n_labelled)
        self.calibration.setText(text)

    def _target_field(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(1.0, 99.9)
        field.setDecimals(1)
        field.setSuffix(percentage(""))
        field.setValue(100.0 * self._measurements.target)
        field.setKeyboardTracking(False)
        set_tip(field, self.tr("Target score; the card and the plot show the distance to it"))
        field.setAccessibleName(self.tr("Goal"))
        with_margin(field)
        field.valueChanged.connect(lambda _: self._goal_set.start())
        field.editingFinished.connect(self._set_goal_now)
        return field

    def _set_goal(self) -> None:
        """Set the goal of the project to the field's value."""
        self._measurements.set_target(round(self.target.value() / 100.0, 3))

    def _set_goal_now(self) -> None:
        """Set a changed goal without waiting for further changes."""
        if self._goal_set.isActive():
            self._goal_set.stop()
            self._set_goal()

    def _show_goal(self) -> None:
        """Show the goal of the project."""
        with QSignalBlocker(self.target):
            self.target.setValue(100.0 * self._measurements.target)

    def _tabs(self) -> QTabWidget:
        tabs = _Tabs(self)
        tabs.setDocumentMode(True)
        tabs.setAccessibleName(self.tr("View"))
        pages = [QWidget(tabs) for _ in range(3)]
        self._curve_page, self._calibration_page, mistakes = (QVBoxLayout(page) for page in pages)
        for layout in (self._curve_page, self._calibration_page, mistakes):
            layout.setContentsMargins(0, GRID, 0, 0)
            layout.setSpacing(HALF_GRID)
        tabs.addTab(pages[0], self.tr("Curve"))
        tabs.addTab(self.labels, self.tr("Labels"))
        mistakes.addWidget(self.confusion, 1)
        explained = self.tr(
            "Token counts. Rows: true label, columns: predicted label. The stronger the colour, "
            "the larger the share of the row. Click a cell to list its sentences."
        )
        mistakes.addWidget(quiet(explained, pages[2]))
        tabs.addTab(pages[2], self.tr("Confusion"))
        tabs.addTab(pages[1], self.tr("Calibration"))
        return tabs

    def _arrange(self) -> None:
        page = _Page(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.cards)
        column.addWidget(self.preview)
        column.addWidget(self.hint)
        column.addWidget(self.draw_sample, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.tabs, 1)
        self._rest = QWidget(page)  # takes the place of the tabs
        column.addWidget(self._rest, 1)
        self.tabs.setMinimumHeight(TABS_HEIGHT)
        scroll = QScrollArea(self)
        scroll.setObjectName("progress_page")
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(scroll.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        in_column(scroll, within=self, margins=NO_MARGINS)

    def _list(self, right: int, proposed: int) -> None:
        measurement = self._measurements.progress.measurement
        if measurement is None:
            return
        found = measurement.confusion
        names = [name or self.tr("no label") for name in found.labels]
        title = self.tr("{right}, predicted as {proposed}").format(
            right=names[right], proposed=names[proposed]
        )
        self.sentences_requested.emit(title, found.sentences(right, proposed))


class _Tabs(QTabWidget):
    """Tabs of any height: plots fit into the room that there is."""

    def hasHeightForWidth(self) -> bool:
        return False


class _Page(QWidget):
    """A page that scrolls only below its minimum height."""

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return -1 if layout is None else layout.totalMinimumHeightForWidth(width)


def _set_text(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
