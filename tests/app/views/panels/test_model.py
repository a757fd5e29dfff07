"""The model panel: state, objective, curve, age, and its three commands."""

import math
import time
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel

from app.domain.consistency import CONSISTENT, PHRASES
from app.domain.gazetteers import Gazetteer
from app.domain.query_choices import QueryChoice
from app.domain.segments import WHY_TOKENS, SegmentNote
from app.domain.settings import ProjectSettings
from app.domain.training_choice import BOTH, CLUSTERS, NOTHING, VECTORS, TrainingChoice
from app.edits.gazetteers import add_gazetteer
from app.edits.settings import change_order, change_settings
from app.edits.spans import label_span, no_label
from app.jobs.data.snapshot import OTHER_LACKS, OUTSIDE_LACKS
from app.jobs.training import word_clusters
from app.services.training_status import NO_MODEL
from app.session import Session
from app.views.actions import Actions
from app.views.panels.curve import POINTS, ObjectiveCurve
from app.views.panels.model import ModelPanel
from tests.app.views.test_actions import Everybody
from tests.memory_projects import project_of
from tests.window_parts import QuietTrainer, finished_status


@pytest.fixture
def trainer(qapp):
    return QuietTrainer(Session(project_of()))


@pytest.fixture
def panel(trainer, qtbot):
    everybody = Everybody()
    qtbot.addWidget(everybody)
    panel = ModelPanel(trainer, Actions(everybody))
    qtbot.addWidget(panel)
    panel.show()
    return panel


def test_before_the_first_model_it_says_what_to_do(panel):
    assert panel.headline.text() == "No model yet"
    assert "Label and accept a sentence" in panel.source.text()
    assert not panel.curve.isVisible()
    assert not panel.cancel.isVisible()
    assert not panel.newest.isVisible()


def test_it_says_what_labels_lack_for_a_model(panel, trainer):
    trainer.session.apply(label_span(trainer.session.project, 0, 0, 1, 1))
    trainer.show(lacks=OUTSIDE_LACKS)
    assert panel.headline.text() == "No model yet"
    assert panel.source.text() == (
        "The model waits for tokens without a label: press 0 on some, or Enter to accept the "
        "sentence."
    )
    panel.show_shortcuts(lambda _: "")
    assert panel.source.text().endswith("without a label: accept a sentence.")
    trainer.show(lacks=OTHER_LACKS)
    assert "waits for a labelled span" in panel.source.text()


def test_on_the_first_start_it_says_from_what_the_model_is_being_prepared(panel, trainer):
    session = trainer.session
    for sentence_index in (0, 1):
        session.apply(no_label(session.project, sentence_index, 0, 8))
    trainer.show(state="preparing")
    assert panel.headline.text() == "Preparing the first model…"
    assert panel.source.text().startswith("It learns from the 2 labelled sentences.")
    trainer.show(state="preparing", model_number=1, trained_sentences=2, partly_labelled=1)
    assert " on 2 sentences (1 partial), " in panel.newest.text()


def test_a_model_of_gazetteers_alone_says_so(panel, trainer):
    trainer.show(model_number=1, model_kind="full", trained_sentences=0, trained_tokens=0)
    assert panel.newest.text().endswith(" ago from the expectations of your gazetteers alone.")


def test_an_expectation_that_waits_for_kernels_is_being_prepared(panel, trainer):
    session = trainer.session
    nothing = Gazetteer(0, "nothing", share=0.8)
    session.apply(add_gazetteer(session.project, nothing, {"Us": ""}))
    for compiling in (False, True):
        trainer.show(state="idle", compiling=compiling)
        assert panel.headline.text() == "No model yet"
        assert panel.source.text().startswith("Label and accept a sentence")
        assert "prepared for this computer" not in panel.rhythm.text()
    towns = Gazetteer(0, "towns", label="DRUG", share=0.8)
    session.apply(add_gazetteer(session.project, towns, {"Ulm": ""}))
    trainer.show(state="idle", compiling=False)
    assert panel.headline.text() == "No model yet"
    assert panel.source.text() == (
        "The expectations of your gazetteers are learned in a moment; “Train now” starts it."
    )
    trainer.show(state="paused")
    assert "in a moment" not in panel.source.text()
    trainer.show(state="idle", compiling=True)
    assert panel.headline.text() == "Preparing the first model…"
    assert panel.source.text().startswith("It learns from your gazetteers.")
    assert "prepared for this computer" in panel.rhythm.text()
    assert panel.rhythm.isVisible()
    trainer.show(model_number=1)
    assert panel.headline.text() == "Up to date"
    assert not panel.rhythm.isVisible()


def test_kernels_that_nothing_waits_for_are_not_mentioned(panel, trainer):
    session = trainer.session
    session.apply(add_gazetteer(session.project, Gazetteer(0, "towns"), {"Ulm": ""}))
    trainer.show(state="idle", compiling=True)
    assert panel.headline.text() == "No model yet"
    assert not panel.rhythm.isVisible()


def test_while_it_trains(panel, trainer):
    trainer.show(**finished_status())
    assert panel.headline.text() == "Training · iteration 84"
    assert panel.objective.text().startswith("Training loss 12,8")
    assert panel.curve.isVisible()
    assert panel.cancel.isVisible()
    assert not panel.train.isVisible()
    assert panel.newest.text() == "Trained just now on 412 sentences, 9,870 tokens."
    assert "Model number 12" in panel.newest.toolTip()
    assert not panel.source.isVisible()


@pytest.mark.parametrize(
    ("status", "headline"),
    [
        ({"state": "preparing"}, "No model yet"),
        ({"state": "preparing", "model_number": 1}, "Learning from counts"),
        ({"state": "loading"}, "Loading the model…"),
        ({"state": "paused"}, "Learning is paused"),
        ({"state": "idle", "model_number": 3}, "Up to date"),
        ({"error": "A label was never seen."}, "A label was never seen."),
        ({"model_number": 3, "missing_labels": 1}, "Trains after 1 more label"),
        ({"model_number": 3, "missing_labels": 1_200}, "Trains after 1,200 more labels"),
        ({"begins_at": 1.0}, "Trains in 0 s"),
        ({"state": "training", "missing_labels": 4}, "Training…"),
        ({"cluster_progress": 0.4}, "Learning from unlabelled text · 40%"),
        ({"state": "training", "cluster_progress": 0.4}, "Training…"),
    ],
)
def test_other_states(panel, trainer, status, headline):
    trainer.show(**status)
    assert panel.headline.text() == headline


def test_it_shows_where_word_clusters_come_from(panel, trainer):
    trainer.show(**finished_status())
    assert not panel.clusters.isVisible()
    trainer.show(cluster_tokens=312_000)
    assert panel.clusters.isVisible()
    assert panel.clusters.text() == "Word vectors and clusters from 312,000 tokens of this project."
    trainer.show(cluster_tokens=25)
    assert panel.clusters.text() == (
        "Word vectors and clusters from 25 tokens of this project (now 27; they are learned again "
        "at 30)."
    )
    trainer.show(cluster_tokens=20)
    assert panel.clusters.text().endswith("from 20 tokens of this project (27 now).")
    trainer.show(cluster_tokens=20, cluster_progress=0.4)
    assert panel.clusters.text().endswith("(27 now: being learned again).")
    trainer.show(cluster_tokens=0, cluster_progress=0.0)
    assert not panel.clusters.isVisible()


def test_it_says_that_word_vectors_wait_for_kernels(panel, trainer, monkeypatch):
    trainer.show(state="idle", model_number=1, compiling=True)
    assert not panel.clusters.isVisible(), "a short text has none"
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 10)
    trainer.show(compiling=True)
    assert panel.clusters.isVisible()
    assert panel.clusters.text().startswith("Preparing word vectors and clusters")
    trainer.show(compiling=True, cluster_tokens=312_000)
    assert "312,000" in panel.clusters.text()
    trainer.show(compiling=False, cluster_tokens=0)
    assert not panel.clusters.isVisible()
    session = trainer.session
    for settings in ({"learn_from_text": False}, {"template": "chunking"}):
        now = session.project.settings
        session.apply(change_settings(session.project, replace(now, **settings)))
        trainer.show(compiling=True)
        assert not panel.clusters.isVisible()
        session.apply(change_settings(session.project, now))


CHOSEN = TrainingChoice(
    c2=0.3,
    text_parts=NOTHING,
    bias=0.0,
    n_sentences=100,
    score=-0.201,
    score_before=-0.25,
    f1=0.431,
    f1_before=0.406,
    c2_before=0.1,
    compared_text=True,
    template="",
)


CHOSE = "Cross-validation on 100 sentences chose L2 regularisation\u00a00.3"
KEEPS = "Cross-validation on 100 sentences kept L2 regularisation\u00a00.3"
SCORE = "(log-likelihood per token\u00a0"
SCORES = f"{SCORE}−0.201; −0.250 with your own settings)"
BIAS = "(F1 43.1%; 40.6% without it)"


@pytest.mark.parametrize(
    ("change", "shown_text"),
    [
        ({}, f"{CHOSE}, without unlabelled text {SCORES}"),
        ({"text_parts": BOTH}, f"{CHOSE} {SCORES}"),
        (
            {"text_parts": VECTORS, "bias": 0.5},
            f"{CHOSE}, without word clusters {SCORES}; bias 0.5 against “O” {BIAS}",
        ),
        ({"text_parts": CLUSTERS}, f"{CHOSE}, without word vectors {SCORES}"),
        ({"score": -0.25}, f"{KEEPS} {SCORE}−0.250)"),
        ({"score": -0.25, "bias": 2.0}, f"{KEEPS} {SCORE}−0.250); bias 2 against “O” {BIAS}"),
        (
            {
                "text_parts": BOTH,
                "preset": "ner",
                "exponent": 2.0,
                "counts_score": 0.801,
                "counts_score_before": 0.756,
            },
            f"{CHOSE}, template ner {SCORES}; exponent 2 of quick models (score 80.1%; 75.6% with "
            "exponent 1)",
        ),
        (
            {"text_parts": BOTH, "score": -0.0551, "score_before": -0.0559},
            f"{CHOSE} {SCORE}−0.05510; −0.05590 with your own settings)",
        ),
    ],
)
def test_it_shows_what_cross_validation_has_chosen(panel, trainer, change, shown_text):
    trainer.show(choice=replace(CHOSEN, **change))
    assert panel.choice.text() == f"{shown_text}."
    assert panel.choice.isVisible()


@pytest.mark.parametrize(
    ("status", "shown_text"),
    [
        ({}, "Cross-validation begins at 30 labelled sentences (0 so far)."),
        ({"state": "loading"}, ""),
        (
            {"trained_sentences": 18, "choosing": True},
            "Cross-validation begins at 30 labelled sentences (18 so far).",
        ),
        ({"trained_sentences": 30, "choosing": True}, "Cross-validation is running."),
        ({"trained_sentences": 30}, "Cross-validation begins after the next training."),
        ({"trained_sentences": 30, "state": "paused"}, ""),
    ],
)
def test_it_says_what_cross_validation_waits_for(panel, trainer, status, shown_text):
    trainer.show(**status)
    assert panel.choice.text() == shown_text
    assert panel.choice.isVisible() == bool(shown_text)
    settings = replace(trainer.session.project.settings, choose_training=False)
    trainer.session.apply(change_settings(trainer.session.project, settings))
    trainer.show(**status)
    assert panel.choice.text() == ""


def test_figures_of_sentences_that_are_no_longer_labelled_are_marked(panel, trainer):
    marked = "Only 70 sentences are labelled now, so these figures are out of date."
    trainer.show(choice=CHOSEN, trained_sentences=70)
    assert panel.choice.text().endswith(f"{SCORES}. {marked}")
    for n in (100, 140):
        trainer.show(choice=CHOSEN, trained_sentences=n)
        assert "earlier state" not in panel.choice.text()


def test_figures_of_another_text_are_marked(panel, trainer):
    n_tokens = trainer.session.corpus.n_tokens
    marked = "The text has changed since then, so these figures are out of date."
    for n in (n_tokens + 1, n_tokens // 2):
        trainer.show(choice=replace(CHOSEN, text_tokens=n), trained_sentences=100)
        assert panel.choice.text().endswith(f"{SCORES}. {marked}")
    for n in (0, n_tokens, n_tokens - 1):
        trainer.show(choice=replace(CHOSEN, text_tokens=n), trained_sentences=100)
        assert "earlier state" not in panel.choice.text()


def test_consistent_names_that_wait_for_kernels_are_being_prepared(panel, trainer):
    settings = trainer.session.project.settings
    chosen = replace(settings, consistency=PHRASES)
    trainer.session.apply(change_settings(trainer.session.project, chosen))
    trainer.show()
    assert "are being prepared" in panel.consistency.text()
    trainer.show(consistent=PHRASES)
    assert panel.consistency.text() == CONSISTENT[PHRASES]


OF_SEGMENTS = SegmentNote(has_segments=True)
COMPARED = replace(CHOSEN, compared_segments=True, f1_segments=0.6123, f1_tokens=0.601)


@pytest.mark.parametrize("reason", WHY_TOKENS)
def test_it_says_why_a_model_scores_tokens(panel, trainer, reason):
    assert not panel.segments.isVisible()
    trainer.show(segments=SegmentNote(why_tokens=reason))
    assert panel.segments.text() == WHY_TOKENS[reason]
    assert panel.segments.isVisible()


def test_it_says_what_a_model_of_segments_does_without(panel, trainer):
    trainer.show(segments=OF_SEGMENTS, trained_sentences=10)
    assert panel.segments.text() == "It scores segments: tokens and whole spans."
    session = trainer.session
    session.apply(
        add_gazetteer(session.project, Gazetteer(0, "drugs", label="DRUG", share=0.8), {"zol": ""})
    )
    query_choice = QueryChoice.of("sequence_entropy", "plain", "sentence", 0.0)
    session.apply(change_order(session.project, query_choice))
    trainer.show(segments=replace(OF_SEGMENTS, left_out=3))
    text = panel.segments.text()
    assert "Sentences left out, because their labels are no segments: 3." in text
    assert "Expectations about gazetteers are not used." in text
    assert "“Sequence entropy” needs a model of tokens" in text


def test_it_says_which_expectations_the_model_learns(panel, trainer):
    session = trainer.session
    trainer.show(model_number=1, model_kind="full", trained_sentences=12)
    assert not panel.expectations.isVisible()
    ships = Gazetteer(0, "ships", label="VESSEL", share=0.9)
    session.apply(add_gazetteer(session.project, ships, {"Batavia": ""}))
    assert not panel.expectations.isVisible(), "the project has no such label"
    for name, share in (("drugs", 0.8), ("stop words", 0.95), ("towns", None)):
        row = Gazetteer(0, name, label="DRUG", share=share)
        session.apply(add_gazetteer(session.project, row, {"zol": ""}))
    assert panel.expectations.text() == (
        "Until 300 sentences are labelled, the model also learns from expectations: drugs 80%, "
        "stop words 95%."
    )
    assert panel.expectations.isVisible()
    trainer.show(model_number=2, model_kind="empirical", trained_sentences=12)
    assert not panel.expectations.isVisible(), "a quick model only counts"
    trainer.show(model_number=3, model_kind="full", trained_sentences=300)
    assert not panel.expectations.isVisible()
    trainer.show(model_number=4, model_kind="full", trained_sentences=0)
    for number in range(4):
        row = Gazetteer(0, f"list {number}", label="DRUG", share=0.5)
        session.apply(add_gazetteer(session.project, row, {"zol": ""}))
    assert panel.expectations.text().endswith("list 0 50%, list 1 50%, 2 more.")
    trainer.show(choice=CHOSEN)
    without = " The cross-validation figures do not include them."
    assert panel.expectations.text().endswith(f"2 more.{without}")


def test_it_compares_segments_and_recommends_them_only_where_clearly_better(panel, trainer):
    trainer.show(choice=COMPARED)
    figures = "In cross-validation, segments have an F1 of 61.2%, tokens 60.1%."
    assert panel.segments.text() == figures
    assert panel.choice.y() < panel.segments.y(), "it introduces the cross-validation"
    assert panel.sizeHint().width() >= panel.minimumSizeHint().width()
    trainer.show(choice=replace(COMPARED, prefers_segments=True))
    assert panel.segments.text().startswith(f"{figures} That is clearly better")
    session = trainer.session
    settings = replace(session.project.settings, segments=True)
    session.apply(change_settings(session.project, settings))
    trainer.show(choice=replace(COMPARED, prefers_segments=True))
    assert panel.segments.text() == figures
    trainer.show(choice=CHOSEN)
    assert not panel.segments.isVisible()


@pytest.mark.parametrize(
    ("parts", "shown_text"), [(VECTORS, "Word vectors from"), (CLUSTERS, "Word clusters from")]
)
def test_it_names_the_parts_that_the_model_has(panel, trainer, parts, shown_text):
    trainer.show(cluster_tokens=312_000, choice=replace(CHOSEN, text_parts=parts))
    assert panel.clusters.text() == f"{shown_text} 312,000 tokens of this project."


def test_the_first_start_on_a_computer_is_explained(panel, trainer):
    trainer.show(state="preparing")
    assert "prepared for this computer" in panel.rhythm.text()
    assert panel.rhythm.isVisible()
    assert not panel.cancel.isVisible()
    assert not panel.train.defaultAction().isEnabled()


def test_a_pause_is_shown_on_its_switch(panel, trainer):
    action = panel._actions["pause_learning"]
    assert panel.pause.text() == "Pa&use learning"
    trainer.show(state="paused")
    assert action.isChecked()
    assert panel.pause.text() == "Res&ume learning"
    assert panel.pause.toolTip() == "Learn from your labels again"
    trainer.show(state="idle")
    assert not action.isChecked()
    assert panel.pause.text() == "Pa&use learning"
    assert panel.pause.toolTip() == action.toolTip()


def test_a_new_training_keeps_the_last_curve_until_it_has_its_own(panel, trainer):
    trainer.show(**finished_status())
    before = panel.objective.text()
    trainer.show(state="training", iteration=0, objective=math.nan, history=())
    assert panel.headline.text() == "Training…"
    assert panel.objective.text() == before
    assert panel.curve.isVisible()
    trainer.show(iteration=2, objective=50.0, history=((1, 100.0), (2, 50.0)))
    assert panel.objective.text() == "Training loss 50.0"


def test_the_curve_goes_with_its_model(panel, trainer):
    trainer.show(**finished_status())
    assert panel.curve.isVisible()
    trainer.show(state="idle", lacks=OUTSIDE_LACKS, **NO_MODEL)
    assert not panel.curve.isVisible()
    assert not panel.objective.isVisible()


def test_a_hidden_panel_does_not_keep_time(panel, trainer):
    trainer.show(**finished_status())
    assert panel._clock.isActive()
    panel.hide()
    assert not panel._clock.isActive()


def test_the_curve_falls_from_corner_to_corner(qtbot):
    curve = ObjectiveCurve()
    qtbot.addWidget(curve)
    curve.show_points([(1, 100.0), (2, 60.0), (5, 50.0)])
    line = curve.line(QRectF(0, 0, 40, 10))
    assert [(point.x(), point.y()) for point in line] == [(0, 0), (10, 8), (40, 10)]


def test_the_curve_tells_a_screen_reader(qtbot):
    curve = ObjectiveCurve()
    qtbot.addWidget(curve)
    assert curve.accessibleDescription() == "No training yet"
    curve.show_points([(1, 100_000.0), (150, 12_769.0)])
    assert curve.accessibleDescription() == "From 100,000 to 12,769, evaluations: 150"


def test_a_long_training_keeps_the_curve_short(qtbot):
    curve = ObjectiveCurve()
    qtbot.addWidget(curve)
    curve.show_points([(i, 1.0 / i) for i in range(1, 2001)])
    assert len(curve._points) <= POINTS + 1
    assert curve._points[-1][0] == 2000


def test_a_flat_curve_is_drawn(qtbot):
    curve = ObjectiveCurve()
    qtbot.addWidget(curve)
    curve.show_points([(1, 5.0), (2, 5.0)])
    curve.resize(100, 50)
    assert not curve.grab().isNull()


def test_how_long_a_training_still_waits_is_counted_down(panel, trainer, monkeypatch):
    now = time.time()
    trainer.show(model_number=3, model_made_at=now - 600.0, begins_at=now + 20.0)
    assert panel.headline.text() == "Trains in 20 s"
    assert panel._clock.interval() == 1000
    monkeypatch.setattr(time, "time", lambda: now + 5.5)
    panel._clock.timeout.emit()
    assert panel.headline.text() == "Trains in 15 s"


def test_when_the_project_wants_to_train_is_said_where_it_is_not_always(panel, trainer):
    assert not panel.rhythm.isVisible()
    for wanted, shown_text in (
        ({"train_after": 20}, "Trains after 20 new labels."),
        (
            {"train_after": 20, "train_every": 30},
            "Trains after 20 new labels and a pause of 30 s.",
        ),
        ({"train_every": 1_800}, "Trains after a pause of 1,800 s."),
    ):
        trainer.session.project.settings = ProjectSettings(**wanted)
        trainer.show()
        assert panel.rhythm.text() == shown_text
        assert panel.rhythm.isVisible()
    trainer.show(missing_labels=3)
    assert not panel.rhythm.isVisible()  # the first line says what it comes to


def test_the_curve_is_a_picture_to_a_screen_reader(panel, trainer):
    trainer.show(**finished_status())
    face = QAccessible.queryAccessibleInterface(panel.curve)
    assert face.role() == QAccessible.Role.Graphic
    assert face.text(QAccessible.Text.Name) == "Training loss"
    assert "evaluations" in face.text(QAccessible.Text.Description)


def test_in_little_room_texts_scroll_and_never_overlap(panel, trainer, qapp):
    trainer.show(**finished_status())
    font = panel.font()
    font.setPointSizeF(2 * font.pointSizeF())
    panel.setFont(font)
    panel.resize(180, 150)
    qapp.processEvents()
    shown = [one for one in panel.findChildren(QLabel) if one.isVisible()]
    assert len(shown) > 3
    for label in shown:
        assert label.height() >= label.heightForWidth(label.width())
    extents = sorted((one.mapTo(panel, one.rect().topLeft()).y(), one.height()) for one in shown)
    assert all(top + height <= below for (top, height), (below, _) in pairwise(extents))
    assert panel.pause.geometry().bottom() <= panel.height()


def test_a_scroll_bar_goes_once_there_is_room(panel, trainer, qapp):
    bar = panel._scroll_area.verticalScrollBar()
    panel.resize(panel.sizeHint())
    # Wide enough for two lines, but not beside a scroll bar.
    trainer.show(**finished_status(), choice=replace(CHOSEN, score=-0.25))
    qapp.processEvents()
    assert bar.isVisible()
    panel.resize(panel.sizeHint())
    qapp.processEvents()
    assert not bar.isVisible()
    assert panel.choose.geometry().bottom() <= panel._scroll_area.viewport().height()


def test_a_button_without_an_icon_has_a_border(panel):
    assert panel.lines.text() == "Suggest template l&ines…"
    assert panel.lines.icon().isNull()
    assert not panel.lines.autoRaise()


def test_with_a_large_font_nothing_is_beyond_its_right_edge(panel, qtbot):
    larger = panel.font()
    larger.setPointSizeF(15.0)
    panel.setFont(larger)
    panel.resize(panel.sizeHint())
    panel.show()
    edge = panel.lines.mapTo(panel, panel.lines.rect().topRight()).x()
    assert edge < panel.width()
    assert panel.sizeHint().width() >= panel._page.minimumSizeHint().width()
