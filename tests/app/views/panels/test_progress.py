"""The progress panel: what to do before there is a curve, and what the curve says."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from app.domain.measurement import Confusion, CurvePoint, Forecast, LabelScore, Pace, Saving
from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.services.measurements import Measurements, Progress
from app.services.plot_library import PlotLibrary
from app.session import Session
from app.views.actions import Actions
from app.views.colours import contrast
from app.views.panels import progress_words as words
from app.views.panels.cards import Fact
from app.views.panels.progress import ProgressPanel
from app.views.panels.progress_tables import heat
from app.views.theme import THEMES, theme_of
from tests.app.views.test_actions import Everybody
from tests.fake_learning import FakeLearning
from tests.measurements import FORECAST, measurement, point_at
from tests.memory_projects import project_of
from tests.step_names import undo_text

TIP = Qt.ItemDataRole.ToolTipRole
MANY = 1_000_000
"""A number of sentences that no goal takes."""


@pytest.fixture
def n_sentences():
    return 60


@pytest.fixture
def session(qapp, n_sentences):
    return Session(project_of([["a", "b"]] * n_sentences))


class Forecasting(FakeLearning):
    """Says the same whatever was measured."""

    def forecast(self, points, models, target, n_open):
        return FORECAST


@pytest.fixture
def measurements(session):
    made = Measurements(session, Forecasting())
    yield made
    made.close()


@pytest.fixture
def panel(session, measurements, qtbot):
    everybody = Everybody()
    qtbot.addWidget(everybody)
    plots = PlotLibrary()
    panel = ProgressPanel(session, measurements, plots, Actions(everybody))
    qtbot.addWidget(panel)
    panel.resize(900, 320)
    yield panel
    plots.close()


def publish(measurements, **news):
    progress = Progress(
        measurement(), FORECAST, Pace(600, 30, 1200.0, 20, 15), (point_at(50, 0.75), point_at(120))
    )
    measurements.progress = replace(progress, **news)
    measurements.progressed.emit(measurements.progress)


def test_without_a_sample_it_says_how_to_get_one(panel):
    panel.show()
    assert "Create a test sample first" in panel.hint.text()
    assert panel.draw_sample.isVisible()
    assert not panel.tabs.isVisible()


def test_before_anything_is_measured_it_says_what_will_be_here(panel, measurements):
    panel.show()
    assert panel.preview.isVisible()
    assert "learning curve" in panel.preview.text()
    publish(measurements)
    assert not panel.preview.isVisible()


@pytest.mark.parametrize("n_sentences", [4])
def test_of_a_small_project_it_says_why_there_is_no_sample(panel):
    panel.show()
    assert "at least 50 open sentences, and this project has 4" in panel.hint.text()
    assert not panel.draw_sample.isVisible()


def test_the_button_keeps_its_words_whatever_becomes_of_its_command(panel, qtbot):
    panel.show()
    action = panel.draw_sample._action
    action.setEnabled(False)
    assert not panel.draw_sample.isEnabled()
    action.setEnabled(True)
    assert panel.draw_sample.isEnabled()
    assert panel.draw_sample.text() == "Create a test sample…"
    with qtbot.waitSignal(action.triggered):
        panel.draw_sample.click()


def test_long_names_of_labels_leave_room_for_the_counts(panel):
    names = ("x" * 200, "y")
    counts = np.array([0, 1], np.int32)
    panel.resize(700, 320)
    panel.confusion.resize(400, 200)
    panel.confusion.show_confusion(Confusion(names, counts, counts, np.arange(2)))
    panel.confusion.setParent(None)
    panel.confusion.show()
    assert panel.confusion.verticalHeader().width() <= 160
    assert panel.confusion.counts.headerData(0, Qt.Orientation.Vertical, TIP) == "x" * 200
    assert panel.confusion.columnWidth(0) <= 220


def test_a_single_point_stands_between_whole_sentences(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements, points=(point_at(30),))
    low, high = panel.curve.viewRange()[0]
    assert low <= 25
    assert high >= 35


def drawn(monkeypatch, plot):
    """Return a list that grows whenever a plot is drawn."""
    times = []
    draw = plot.draw
    monkeypatch.setattr(plot, "draw", lambda theme: (times.append(theme), draw(theme)))
    return times


def test_plots_are_drawn_where_they_are_seen_and_when_they_change(
    panel, measurements, session, qtbot, monkeypatch
):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    judged = measurement()
    publish(measurements, measurement=judged)
    curves, trust = drawn(monkeypatch, panel.curve), drawn(monkeypatch, panel.reliability)
    publish(measurements, measurement=judged, pace=Pace(700, 31, 1300.0))
    assert (curves, trust) == ([], [])
    points = tuple(point_at(n, 0.5) for n in (20, 40, 60))
    publish(measurements, measurement=measurement(), points=points)
    assert (curves, trust) == ([], [])  # moved, which is quicker
    assert panel.curve.viewRange()[0][1] >= 60
    assert panel.curve.line.getData()[0].tolist() == [20, 40, 60]
    perfect = tuple(point_at(n, 1.0) for n in (20, 40))
    publish(measurements, measurement=measurement(), points=perfect)
    assert panel.curve.viewRange()[1][1] > 100.5, "the whole circle is drawn"
    publish(measurements, measurement=measurement(), points=points)
    assert panel.curve.bars.isVisible()
    many = tuple(point_at(n, 0.5) for n in range(20, 60))
    publish(measurements, measurement=measurement(), points=many)
    assert not panel.curve.bars.isVisible(), "forty bars hide the line, and the band says the same"
    publish(measurements, measurement=measurement(), points=points)
    panel.tabs.setCurrentIndex(3)
    assert len(trust) == 1
    panel.tabs.setCurrentIndex(0)
    publish(measurements, measurement=measurement(is_f1=False), points=points)
    assert len(curves) == 1


def test_with_few_labelled_it_says_how_many_are_missing(panel, session):
    session.corpus.roles[:15] = Role.CONTROL
    session.apply(accept_sentence(session.project, session.proposals, 3))
    panel.show()
    assert "Label 10 test sentences to see a learning curve (1 so far)." in panel.hint.text()
    assert not panel.draw_sample.isVisible()


def test_what_is_missing_is_said_step_by_step():
    nothing = Progress()
    assert "make it larger" in words.missing(nothing, 5, 5, 3, 20, 200).lower()
    assert "As soon as a model is trained" in words.missing(nothing, 20, 12, 3, 20, 200)
    assert words.missing(Progress(measurement()), 60, 40, 3, 90, 200) == ""


def test_plots_are_loaded_when_the_panel_is_first_shown(
    panel, measurements, session, qtbot, monkeypatch
):
    session.corpus.roles[:15] = Role.CONTROL
    monkeypatch.setattr(measurements, "sample", lambda: (80, 40))
    assert panel.curve is None
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements)
    assert panel.score.fact == Fact("F1", "80.0%", "", "95% CI 75.0–85.0%, 40 of 60 test sentences")
    assert "±3.6 points" in panel.score.toolTip()
    shown_text = "From 75% on 50 sentences to 80% on 120 sentences, goal 90%"
    assert shown_text in panel.curve.accessibleDescription()
    assert panel.tabs.isVisible()
    for page in range(panel.tabs.count()):
        panel.tabs.setCurrentIndex(page)
        panel.grab()


def test_the_window_does_not_load_pyqtgraph():
    code = (
        "import sys, app.views.main_window; "
        "sys.exit(any(n.startswith('pyqtgraph') for n in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_scores_by_label_and_confusion_are_tables(panel, measurements, session):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    publish(measurements)
    table = panel.labels
    row = [table.scores.index(0, column).data() for column in range(6)]
    assert row == ["DOSE", "50.0%", "25.0%", "33.3%", "8", "4"]
    counts = panel.confusion.counts
    cells = [[counts.index(r, c).data() for c in range(3)] for r in range(3)]
    assert cells == [["1", "·", "2"], ["·", "1", "·"], ["·", "·", "1"]]
    assert counts.headerData(2, Qt.Orientation.Horizontal) == "no label"
    assert counts.index(0, 2).data(Qt.ItemDataRole.ToolTipRole).startswith("2 tokens are DOSE")
    assert counts.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) is None


def test_fifty_labels_are_shown_within_a_moment(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    names = tuple(f"L{number}" for number in range(50))
    right = np.tile(np.arange(50, dtype=np.int32), 20)
    for shift in (1, 2):
        found = Confusion(names, right, np.roll(right, shift), np.zeros(1000, np.int64))
        scores = tuple(LabelScore(name, 0.5, 0.5, 0.5, 2, 2) for name in names)
        started = time.perf_counter()
        publish(measurements, measurement=replace(measurement(), confusion=found, per_label=scores))
        seconds = time.perf_counter() - started
    # Half a minute, where headers measure every cell whenever one changes.
    assert seconds < 0.2


def test_the_focus_stays_in_its_cell_while_nothing_new_was_measured(panel, measurements, session):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    same = measurement()
    publish(measurements, measurement=same)
    panel.confusion.setCurrentIndex(panel.confusion.counts.index(0, 2))
    publish(measurements, measurement=same)
    assert panel.confusion.currentIndex().column() == 2


def test_a_cell_lists_its_sentences(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    publish(measurements)
    with qtbot.waitSignal(panel.sentences_requested) as wanted:
        panel.confusion.clicked.emit(panel.confusion.counts.index(0, 2))
    assert wanted.args[0] == "DOSE, predicted as no label"
    assert wanted.args[1].tolist() == [1, 2]
    with qtbot.assertNotEmitted(panel.sentences_requested):
        panel.confusion.clicked.emit(panel.confusion.counts.index(0, 1))
    panel.confusion.setCurrentIndex(panel.confusion.counts.index(0, 0))
    panel.tabs.setCurrentIndex(2)
    with qtbot.waitSignal(panel.sentences_requested):
        qtbot.keyClick(panel.confusion, Qt.Key.Key_Return)


def test_another_goal_is_asked_for(panel, measurements, session, qtbot):
    panel.show()
    panel.target.setFocus()
    panel.target.stepBy(1)
    panel.target.setValue(85.0)
    assert measurements.target == 0.9, "perhaps it is changed further"
    qtbot.waitUntil(lambda: measurements.target == 0.85)
    assert undo_text(session) == "set the goal to 85%"
    session.undo()
    assert panel.target.value() == 90.0
    assert undo_text(session) is None, "to show what was taken back is no step"


@pytest.mark.parametrize("end", ["Return", "away"])
def test_a_goal_is_kept_at_once_when_somebody_is_done_with_it(
    panel, measurements, session, qtbot, end
):
    panel.show()
    panel.target.setValue(70.5)
    if end == "Return":
        qtbot.keyClick(panel.target, Qt.Key.Key_Return)
    else:
        panel.hide()
    assert session.project.settings.goal == 0.705
    assert len(session.history.steps()) == 1


def test_nobody_is_watched_while_the_panel_is_hidden(panel, measurements, qtbot):
    panel.show()
    assert measurements._watched
    panel.hide()
    assert not measurements._watched
    publish(measurements)
    assert panel.score.fact == Fact("F1", note="Not measured yet")


def test_it_follows_light_and_dark(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements)
    palette = panel.palette()
    palette.setColor(palette.ColorRole.Base, Qt.GlobalColor.black)
    panel.setPalette(palette)
    assert panel.curve.backgroundBrush().color().lightness() < 60


# ---- sentences


def test_a_curve_that_fits_everything_tells_nothing_of_what_is_to_come():
    vague = Forecast((0.0, 0.0, 1.0), (np.inf, 0.0, np.inf), 0.98, 4)
    received = words.forecast_text(Progress(forecast=vague, points=(point_at(1),)))
    assert received.startswith(
        "Too few data points to forecast the gain of more sentences. The last 4"
    )
    assert words.goal(Progress(forecast=vague), 0.9, MANY).note.startswith("Too few data points")
    reached = replace(vague, needed=(0.0, 0.0, 0.0))
    assert words.goal(Progress(forecast=reached), 0.9, 0).value == "0"


def test_going_on_is_told_with_what_is_uncertain():
    received = words.forecast_text(Progress(measurement(), FORECAST, points=(point_at(1),)))
    assert "100 sentences: 1.2 points (0.3–2.1)" in received
    few = replace(FORECAST, n_ahead=68)
    assert "next 68 sentences" in words.forecast_text(Progress(forecast=few, points=(point_at(1),)))
    assert "The last 4 models agree on 98.4%" in received
    assert "at least four points" in words.forecast_text(Progress(points=(point_at(1),)))
    assert words.forecast_text(Progress()) == ""


@pytest.mark.parametrize(
    ("needed", "value", "note"),
    [
        (
            (240.0, 110.0, np.inf),
            "240",
            "110 sentences or more, about 2.7 hours at your pace; the goal may be out of reach",
        ),
        ((12.0, 4.0, 30.0), "12", "4–30 sentences, about 8 minutes at your pace"),
        ((0.0, 0.0, 9.0), "0", "Reached, by the learning curve"),
        ((np.inf, 90.0, np.inf), "", "The learning curve levels off below this goal"),
        ((0.2, 0.0, 30.0), "1", "0–30 sentences, about 1 minute at your pace"),
        ((3e14, 900.0, np.inf), "", "More than 100,000 sentences, by the learning curve"),
        (
            (900.0, 100.0, 7e20),
            "900",
            "100–more than 100,000 sentences, about 10.0 hours at your pace",
        ),
        (None, "", "Needs four points of the learning curve (0 so far)"),
    ],
)
def test_the_way_to_the_goal(needed, value, note):
    pace = Pace(600, 30, 1200.0)
    received = words.goal(Progress(forecast=Forecast(needed=needed), pace=pace), 0.9, MANY)
    assert (received.value, received.note) == (value, note)
    assert received.unit == ("to go" if value else "")


@pytest.mark.parametrize(
    ("n_open", "note"),
    [
        (219, "About 7,700 more sentences, by the learning curve: more than the 219 that are left"),
        (1, "About 7,700 more sentences, by the learning curve: more than the one that is left"),
        (0, "About 7,700 more sentences, by the learning curve, and none is left here"),
    ],
)
def test_a_goal_beyond_the_project_says_so(n_open, note):
    progress = Progress(forecast=Forecast(needed=(7_741.0, 900.0, 20_000.0)))
    received = words.goal(progress, 0.9, n_open)
    assert (received.value, received.unit) == ("", "")
    assert received.note.startswith(note)
    assert received.note.endswith(": import more texts")


def test_sentences_left_are_neither_labelled_nor_test_sentences(panel, measurements, session):
    session.apply(accept_sentence(session.project, session.proposals, 0))
    session.corpus.roles[[1, 2]] = Role.CONTROL
    panel.show()
    publish(measurements, forecast=replace(FORECAST, needed=(58.0, 20.0, 90.0)))
    assert "more than the 57 that are left in this project" in panel.goal.fact.note


def test_an_old_curve_is_no_forecast_without_a_measurement():
    old = Progress(points=tuple(point_at(n) for n in (40, 45, 50, 55)))
    assert words.forecast_text(old) == ""
    assert words.goal(old, 0.9, MANY).note == "Not measured yet"


@pytest.mark.parametrize(
    ("newest", "why"),
    [
        ({"low": 0.366, "high": 0.997}, "Too few labelled test sentences to "),
        ({"score": 0.933, "low": 0.85, "high": 0.97}, "Too few data points to "),
    ],
)
def test_a_forecast_that_the_newest_score_contradicts_is_not_shown(newest, why):
    progress = Progress(
        measurement(),
        Forecast((0.165, 0.091, 0.239), (18.0, 11.0, 80.0), 0.98, 4),
        points=(replace(point_at(50), **newest),),
    )
    assert words.forecast_text(progress).startswith(f"{why}forecast")
    assert words.goal(progress, 0.9, MANY).note.startswith(f"{why}estimate")


def test_many_points_are_not_too_few():
    points = tuple(point_at(n) for n in range(10, 310, 10))
    points = tuple(replace(p, score=0.6 + 0.1 * (at % 2)) for at, p in enumerate(points))
    wide = Forecast((0.1, -0.2, 0.4), (50.0, 1.0, np.inf))
    progress = Progress(measurement(), wide, points=points)
    assert words.forecast_text(progress).startswith("The data points have no clear trend to")
    assert words.goal(progress, 0.9, MANY).note.startswith("The data points have no clear trend")
    progress = replace(progress, points=points[:5])
    assert words.forecast_text(progress).startswith("Too few data points")


def test_a_curve_at_zero_is_no_forecast():
    zero = Progress(measurement(), points=(replace(point_at(1), score=0.0),) * 5)
    assert words.forecast_text(zero) == "A forecast needs a score above 0: label more sentences."
    assert words.goal(zero, 0.9, MANY).note == "Needs a score above 0"


def test_a_sample_without_spans_is_no_score():
    nothing = CurvePoint(50, 500, 0.0, 0.0, 1.0, 12, 1.0)
    received = Progress(replace(measurement(), point=nothing, twice=0.5))
    assert words.score(received, MANY).value == ""
    assert "too few labels" in words.score(received, MANY).note
    assert words.narrower(received, MANY) == ""
    assert words.about_interval(received, MANY) == ""


def test_where_twice_as_many_would_tell_nothing_that_is_not_said():
    assert words.narrower(Progress(replace(measurement(), twice=0.5)), MANY) == ""
    assert "±3.6 points" in words.narrower(Progress(measurement()), 80)
    assert words.narrower(Progress(measurement()), 79) == "", "there cannot be so many"


def test_a_wide_interval_is_explained():
    why = "The interval counts sentences, not single tokens or spans"
    assert words.about_interval(Progress(), MANY) == ""
    assert words.about_interval(Progress(measurement()), 79).startswith(why)
    both = words.about_interval(Progress(measurement()), 80)
    assert both.startswith(why)
    assert "±3.6 points" in both


def test_a_sample_that_cannot_grow_is_not_to_be_made_larger():
    few = words.missing(Progress(), 5, 5, 3, 20, 49)
    assert "larger in the project" not in few
    assert few.endswith("import more texts.")
    nothing = CurvePoint(50, 500, 0.0, 0.0, 1.0, 12, 1.0)
    received = replace(measurement(), point=nothing, n_labelled=60)
    assert "larger in the project" in words.score(Progress(received), 61).note
    text = words.score(Progress(received), 60).note
    assert text.startswith("The 60 test sentences contain too few labels")
    assert text.endswith("import more texts.")
    assert "Label more" in words.score(Progress(replace(received, n_labelled=59)), 60).note


def test_what_is_known_no_more_is_shown_no_more(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements)
    assert panel.calibration.text()
    publish(measurements, measurement=None)
    assert panel.labels.scores.rowCount() == panel.confusion.counts.rowCount() == 0
    assert panel.calibration.text() == ""
    assert panel.reliability.accessibleDescription() == "No measurement yet"


def test_plots_are_pictures_to_a_screen_reader_and_show_the_focus(
    panel, measurements, session, qtbot
):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements)
    for plot, shown_text in ((panel.curve, "From 75% on 50"), (panel.reliability, "% shown, ")):
        face = QAccessible.queryAccessibleInterface(plot.overlay)
        assert face.role() == QAccessible.Role.Graphic
        assert face.text(QAccessible.Text.Name) == plot.accessibleName()
        assert shown_text in face.text(QAccessible.Text.Description)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.curve.setFocus()
    assert panel.focusWidget() is panel.curve.overlay
    assert panel.curve.overlay.size() == panel.curve.size()
    ring = panel.curve.grab().toImage().pixelColor(panel.curve.width() // 2, 0)
    assert ring == theme_of(panel.palette()).accent


def test_without_a_pace_no_time_is_told():
    received = words.goal(Progress(forecast=FORECAST), 0.9, MANY)
    assert (received.value, received.note) == (
        "240",
        "110 sentences or more; the goal may be out of reach",
    )


def test_the_pace_in_words():
    assert words.pace(Pace(600, 30, 1200.0, 20, 15)) == Fact(
        "Sentences per hour", "90", "", "1,800 tokens per hour; 75% of 20 accepted unchanged"
    )
    assert words.pace(Pace(600, 30, 1200.0, 1, 0)).note == (
        "1,800 tokens per hour; 0 of 1 accepted unchanged"
    )
    assert words.pace(Pace(600, 0, 1200.0)) == Fact(
        "Sentences per hour", note="No sentence is done yet; 1,800 tokens per hour"
    )
    assert words.pace(Pace()) == Fact(
        "Sentences per hour", note="Shown after half a minute of labelling"
    )


@pytest.mark.parametrize(
    ("seconds", "received"),
    [
        (
            (840.0, 540.0, 1140.0),
            Fact(
                "Time saved",
                "14",
                "minutes",
                "by suggestions (95% CI 9–19); 0.7 s per token instead of 1.9",
            ),
        ),
        (
            (-240.0, -300.0, -180.0),
            Fact(
                "Time lost",
                "4",
                "minutes",
                "by suggestions (95% CI 3–5); 0.7 s per token instead of 1.9",
            ),
        ),
        (
            (60.0, -30.0, 150.0),
            Fact("Time saved", note="Too few data to tell: 0.7 s per token instead of 1.9"),
        ),
    ],
)
def test_what_suggestions_save_is_told_with_how_that_is_known(seconds, received):
    assert words.saving(Saving(*seconds, 1_200, 24, 0.7, 1.9)) == received


def test_every_card_says_what_it_counts_or_what_is_missing(panel, measurements):
    panel.show()
    for card in panel.cards.cards:
        assert card.fact.title
        assert card.fact.note, "an empty card says what is missing"
        assert card.fact.value == ""
    publish(measurements)
    assert panel.saving.fact.value == ""
    near = replace(FORECAST, needed=(40.0, 20.0, 60.0))
    publish(measurements, saving=Saving(840.0, 540.0, 1140.0, 120, 24, 0.7, 1.9), forecast=near)
    shown = [(card.fact.title, card.fact.value) for card in panel.cards.cards]
    assert shown == [
        ("F1", "80.0%"),
        ("Goal", "40"),
        ("Sentences per hour", "90"),
        ("Time saved", "14"),
    ]
    assert panel.saving.accessibleName() == "Time saved"
    assert panel.saving.accessibleDescription().startswith("14 minutes. by suggestions")


@pytest.mark.parametrize(("width", "columns"), [(900, 4), (620, 2), (300, 1)])
def test_cards_stand_below_one_another_where_there_is_no_room(
    panel, measurements, qtbot, width, columns
):
    panel.resize(width, 500)
    panel.show()
    publish(measurements)
    cards = panel.cards.cards
    qtbot.waitUntil(lambda: all(panel.cards.rect().contains(c.geometry()) for c in cards))
    assert len({card.x() for card in cards}) == columns
    assert len({card.y() for card in cards}) == 4 // columns
    for card in cards:
        assert card.height() >= card.needed_height(card.width())
    tops = {card._value.y() for card in cards}
    assert len(tops) == 1, "the numbers stand at one height"


def test_cards_follow_the_direction_of_reading(panel, measurements, qtbot):
    panel.show()
    publish(measurements)
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.waitUntil(lambda: panel.score.x() > panel.saving.x())


def test_the_goal_line_bears_its_name(panel, measurements, session, qtbot):
    session.corpus.roles[:15] = Role.CONTROL
    panel.show()
    qtbot.waitUntil(lambda: panel.curve is not None)
    publish(measurements)
    assert panel.curve._goal.label.format == "Goal 90"
    assert panel.curve.getAxis("bottom").labelText == "Training sentences"
    assert panel.curve.getAxis("left").labelText == "F1, %"


def test_the_axes_of_a_low_calibration_plot_are_named_in_full(panel, measurements, qtbot):
    panel.resize(420, 320)  # so narrow that the cards take two rows
    panel.show()
    qtbot.waitUntil(lambda: panel.reliability is not None)
    publish(measurements)
    panel.tabs.setCurrentIndex(3)
    plot = panel.reliability
    qtbot.waitUntil(lambda: plot.isVisible() and plot.drawn)
    assert plot.getAxis("bottom").labelText == "Confidence, %"
    assert plot.getAxis("left").labelText == "Correct, %"

    def named_in_full(side):
        label = plot.getAxis(side).label
        margin = label.document().documentMargin()
        text = label.boundingRect().adjusted(margin, margin, -margin, -margin)
        return plot.sceneRect().contains(label.mapRectToScene(text))

    qtbot.waitUntil(lambda: named_in_full("left") and named_in_full("bottom"))


@pytest.mark.parametrize("theme", THEMES.values())
def test_the_confusion_table_has_one_hue_and_legible_numbers(theme):
    shares = [0.01 * step for step in range(1, 101)]
    hues = {heat(theme, share).hue() for share in shares}
    assert max(hues) - min(hues) <= 12, "one hue"
    for share in shares:
        assert contrast(theme.text, heat(theme, share)) >= theme.text_contrast
    steps = [contrast(heat(theme, share), theme.base) for share in (0.05, 0.35, 0.7, 1.0)]
    assert steps == sorted(steps)
    assert steps[-1] > 1.3, "the full cell stands out"


def test_calibrated_or_not_is_said():
    without = words.calibration(measurement().calibration, 40)
    assert "Calibration error: 5.1 points" in without
    assert "with temperature scaling (■), which starts at 50" in without
    assert without.endswith(" test sentences (40 so far).")
    with_one = measurement(temperature=1.3).calibration
    assert "temperature 1.30" in words.calibration(with_one, 60)


def test_accuracy_is_called_so():
    received = words.score(Progress(measurement(is_f1=False)), MANY)
    assert (received.title, received.value) == ("Accuracy", "80.0%")
    assert words.score(Progress(measurement(score=None)), MANY).value == ""


def test_before_ten_labelled_sentences_it_says_when_the_sample_begins():
    text = words.missing(Progress(), 20, 0, 3, 4, 200)
    assert "begins after 10 labelled sentences" in text
    assert "4 so far" in text
    assert "begins" not in words.missing(Progress(), 20, 0, 3, 10, 200)
    assert "begins" not in words.missing(Progress(), 20, 1, 3, 4, 200)


def test_the_last_number_below_the_curve_is_not_cut(panel, measurements, qtbot):
    panel.show()
    publish(measurements)
    qtbot.waitUntil(lambda: panel.curve is not None)
    _, _, right, _ = panel.curve.getPlotItem().layout.getContentsMargins()
    assert right >= panel.fontMetrics().horizontalAdvance("120") / 2


def test_the_score_of_the_saved_model_is_shown_while_it_is_loading(panel, measurements):
    saved = point_at(50)
    panel.show()
    measurements.progress = Progress(points=(saved,), loading=True, saved=saved)
    panel.refresh()
    received = words.score(measurements.progress, MANY)
    assert received.value == f"{100 * saved.score:.1f}%"
    assert received.note.endswith("of the saved model (still loading)")
    measurements.progress = Progress(loading=True, is_f1=False)
    received = words.score(measurements.progress, MANY)
    assert received == Fact("Accuracy", note="Loading the saved model…")
    assert words.missing(measurements.progress, 40, 30, 3, 20, 400) == ""
    assert words.missing(Progress(), 40, 30, 3, 20, 400).startswith("As soon as a model")


def flat_progress(sentences, scores, high=0.95, needed=inf):
    points = tuple(
        CurvePoint(n, 10 * n, score, score - 0.1, high, 11, float(at))
        for at, (n, score) in enumerate(zip(sentences, scores, strict=True))
    )
    forecast = Forecast((0.0, 0.0, 0.0), (needed, needed, needed))
    return Progress(points=points, forecast=forecast)


@pytest.mark.parametrize(
    ("sentences", "scores", "why"),
    [
        ((143, 146, 149, 151, 154), (0.88, 0.884, 0.884, 0.884, 0.884), "are too close together"),
        (tuple(range(120, 154)), (0.88,) + (0.884,) * 33, "are too close together"),
        ((40, 80, 120, 154), (0.884, 0.884, 0.884, 0.884), "have no clear trend"),
    ],
)
def test_points_close_together_or_of_one_score_give_no_forecast(sentences, scores, why):
    progress = flat_progress(sentences, scores)
    assert words.forecast_text(progress).startswith(f"The data points {why} to forecast")
    assert words.goal(progress, 0.92, MANY).note.startswith(f"The data points {why} to estimate")


def test_a_goal_within_the_interval_is_not_called_out_of_reach():
    progress = flat_progress((40, 80, 120, 154), (0.86, 0.87, 0.88, 0.884))
    assert words.goal(progress, 0.92, MANY).note.startswith("The score is too uncertain")
    assert words.goal(progress, 0.96, MANY).note == "The learning curve levels off below this goal"


@pytest.mark.parametrize("target", [0.7, 0.909, 0.95])
@pytest.mark.parametrize("needed", [(0.0, 0.0, 0.0), (9.0, 6.0, 20.0)])
@pytest.mark.parametrize(
    ("n_labelled", "advice"), [(30, "label more test sentences"), (40, "larger test sample")]
)
def test_a_goal_within_the_interval_is_neither_reached_nor_estimated(
    target, needed, n_labelled, advice
):
    point = replace(point_at(120, 0.909), low=0.676, high=0.98, made_at=2.0)
    measured = replace(measurement(), point=point, n_labelled=n_labelled, n_control=40)
    progress = Progress(measured, replace(FORECAST, needed=needed), points=(point_at(50), point))
    received = words.goal(progress, target, MANY)
    assert (received.value, received.unit) == ("", "")
    assert received.note.startswith("The score is too uncertain to tell")
    assert received.note.endswith(advice)
    stored = words.goal(replace(progress, measurement=None), target, MANY)
    assert stored.note.startswith("The score is too uncertain to tell")
    assert words.goal(progress, 0.6, MANY).value
