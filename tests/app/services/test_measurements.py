"""Tests of measuring models on a worker, and of the stored learning curve."""

from __future__ import annotations

import threading
from dataclasses import asdict, replace

import numpy as np
import pytest

from app.domain.tokens import Role
from app.edits.accept import accept_sentence
from app.services import measurements as module
from app.services.measurements import Measurements, with_point
from app.services.trainer import NumberedModel
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning
from tests.measurements import FORECAST, measurement, point_at
from tests.memory_projects import project_of


class Question:
    """A request; two are equal while no label changed."""

    def __init__(self, shown_text):
        self.shown_text = shown_text

    def same_as(self, other):
        return self.shown_text == other.shown_text


class Judge(FakeLearning):
    """Records what it measures, and on which thread."""

    judged = None

    def control_question(self, project, visible, open_tokens):
        control = np.repeat(project.corpus.roles, np.diff(project.corpus.offsets))
        return Question(int((project.corpus.states * control).sum()))

    def measure(self, model, question, trained_on, made_at, *, detailed):
        self.threads.add(threading.current_thread().name)
        if isinstance(model, Exception):
            raise model
        self.judged = [*(self.judged or []), (model, question.shown_text, detailed)]
        found = measurement(trained_on[0])
        return found if detailed else replace(found, calibration=None)

    def forecast(self, points, models, target, n_open):
        return replace(FORECAST, gain=(target, 0.0, 1.0), n_models=len(models))


@pytest.fixture
def session():
    session = Session(project_of([["a", "b"]] * 6))
    session.corpus.roles[[1, 4]] = Role.CONTROL
    return session


@pytest.fixture
def learning():
    return Judge()


@pytest.fixture
def measurements(qtbot, session, learning, monkeypatch):
    target = "app.services.measurements.control_question"
    monkeypatch.setattr(target, learning.control_question)
    made = Measurements(session, learning)
    yield made
    made.close()


def model(number, sentences, kind="full", what="m"):
    return NumberedModel(number, what, kind, sentences, 10 * sentences, 1.0)


def judge(qtbot, measurements, one):
    with qtbot.waitSignal(measurements.progressed):
        measurements.set_model(one)
    return measurements.progress


def test_each_trained_model_is_a_point_made_on_a_worker(qtbot, measurements, learning):
    judge(qtbot, measurements, model(1, 20))
    progress = judge(qtbot, measurements, model(2, 50))
    assert [point.sentences for point in progress.points] == [20, 50]
    assert progress.forecast.gain[0] == 0.9
    assert progress.forecast.n_models == 2
    assert learning.threads == {"workers"}


def test_counted_models_and_projects_without_a_sample_are_left_alone(
    qtbot, session, measurements, learning
):
    measurements.set_model(model(1, 20, kind="empirical"))
    session.corpus.roles[:] = Role.POOL
    measurements.set_model(model(2, 20))
    qtbot.wait(50)
    assert learning.judged is None


def test_a_control_sentence_that_was_labelled_counts_for_the_model_of_now(
    qtbot, session, measurements, learning
):
    judge(qtbot, measurements, model(1, 20))
    with qtbot.waitSignal(measurements.progressed):
        session.apply(accept_sentence(session.project, session.proposals, 1))
    assert [shown_text for _, shown_text, _ in learning.judged] == [0, 2]
    assert len(measurements.progress.points) == 1
    assert measurements.progress.forecast.n_models == 1
    session.apply(accept_sentence(session.project, session.proposals, 0))
    with qtbot.assertNotEmitted(measurements.progressed, wait=900):
        pass


def test_calibration_and_pace_are_told_while_somebody_looks(qtbot, session, measurements, learning):
    judge(qtbot, measurements, model(1, 20))
    assert measurements.progress.measurement.calibration is None
    with qtbot.waitSignal(measurements.progressed):
        measurements.watch(wanted=True)
    assert measurements.progress.measurement.calibration is not None
    with qtbot.waitSignal(measurements.progressed):
        session.apply(accept_sentence(session.project, session.proposals, 0))
    assert measurements.progress.pace.n_helped == 1
    # The sample is unchanged, so the model is not measured again.
    assert [detailed for _, _, detailed in learning.judged] == [False, True]


def test_what_proposals_save_is_told_to_whoever_looks(qtbot, session, measurements, monkeypatch):
    monkeypatch.setattr(module, "saving_of", lambda *request: request)
    assert judge(qtbot, measurements, model(1, 20)).saving is None
    session.annotator = "Ann"
    edit = session.apply(accept_sentence(session.project, session.proposals, 0))
    with qtbot.waitSignal(measurements.progressed):
        measurements.watch(wanted=True)
    steps, annotator, finished, control, since = measurements.progress.saving
    assert (steps, annotator, since) == ((edit,), "Ann", 1.0)
    assert finished.ids[finished.sentence_index_of(min(control))] == min(control)
    assert control == set(session.corpus.ids[[1, 4]].tolist())


def test_another_goal_is_another_forecast(qtbot, measurements):
    judge(qtbot, measurements, model(1, 20))
    with qtbot.waitSignal(measurements.progressed):
        measurements.set_target(0.7)
    assert measurements.progress.forecast.gain[0] == 0.7


def test_a_model_that_cannot_read_the_sample_is_passed_over(qtbot, measurements):
    judge(qtbot, measurements, model(1, 20))
    progress = judge(qtbot, measurements, model(2, 30, what=CrfError("no such column")))
    assert progress.measurement is None
    assert [point.sentences for point in progress.points] == [20]


def test_the_curve_goes_into_the_file_and_comes_back(qtbot, session, measurements, learning):
    judge(qtbot, measurements, model(1, 20))
    judge(qtbot, measurements, model(2, 50))
    other = Measurements(session, learning)
    other.restore({"curve": [*measurements.kept_points(), {"sentences": "?"}, None]})
    assert other.progress.points == measurements.progress.points
    other.close()


@pytest.mark.parametrize("number", [np.nan, np.inf, 10**400])
def test_a_kept_point_that_is_no_number_is_left_out(session, learning, number):
    one = {**asdict(point_at(20)), "score": number}
    other = {**asdict(point_at(30)), "sentences": number}
    made = Measurements(session, learning)
    made.restore({"curve": [one, other, asdict(point_at(40))]})
    assert [point.sentences for point in made.progress.points] == [40]
    for wrong in ({"sentences": 1e300}, {"tokens": -1}, {"score": 9e300}, {"low": -1.0}):
        made.restore({"curve": [{**asdict(point_at(20)), **wrong}, asdict(point_at(40))]})
        assert [point.sentences for point in made.progress.points] == [40]
    made.restore({"curve": {"no": "list"}})
    made.restore({"curve": None})
    made.close()


def test_no_point_is_lost_where_models_come_faster_than_they_are_judged(
    qtbot, measurements, learning
):
    go, begun = threading.Event(), threading.Event()
    quick = learning.measure

    def slow(*args, **more):
        begun.set()
        go.wait(120)
        return quick(*args, **more)

    learning.measure = slow
    measurements.set_model(model(1, 20))
    assert begun.wait(120)
    measurements.set_model(model(2, 50))
    go.set()
    qtbot.waitUntil(lambda: len(learning.judged or []) == 2)
    qtbot.waitUntil(lambda: 50 in [point.sentences for point in measurements.progress.points])
    assert [point.sentences for point in measurements.progress.points] == [20, 50]


def test_models_are_not_compared_over_another_sample(qtbot, session, measurements):
    judge(qtbot, measurements, model(1, 20))
    assert judge(qtbot, measurements, model(2, 50)).forecast.n_models == 2
    session.corpus.roles[[1, 2]] = session.corpus.roles[[2, 1]]
    assert judge(qtbot, measurements, model(3, 60)).forecast.n_models == 1


def test_how_far_the_sample_is(session, measurements):
    assert measurements.sample() == (2, 0)
    session.apply(accept_sentence(session.project, session.proposals, 4))
    assert measurements.sample() == (2, 1)


def test_of_as_many_sentences_the_newest_point_counts():
    points = with_point([point_at(20, 0.5), point_at(50, 0.6)], measurement(20, 0.7))
    assert [(point.sentences, point.score) for point in points] == [(20, 0.7)]
    points = with_point(points, measurement(50, 0.6))
    assert [(point.sentences, point.score) for point in points] == [(20, 0.7), (50, 0.6)]
    assert with_point(points, measurement(score=None)) == points


def test_points_of_labels_that_were_taken_back_go(qtbot, measurements):
    for number, sentences in enumerate((20, 22, 540, 22), 1):
        judge(qtbot, measurements, model(number, sentences))
    assert [point.sentences for point in measurements.progress.points] == [20, 22]
    # The number of sentences that a model of an old file was trained on is unknown.
    assert len(with_point(measurements.progress.points, measurement(0, 0.5))) == 3


def test_nothing_is_asked_after_the_end(qtbot, session, measurements, learning):
    measurements.close()
    measurements.set_model(model(1, 20))
    measurements.watch(wanted=True)
    qtbot.wait(30)
    assert learning.judged is None
    assert np.array_equal(session.corpus.roles, [0, 1, 0, 0, 1, 0])


def test_the_score_of_the_saved_model_is_there_until_the_model_is_loaded_and_measured(
    qtbot, session, measurements
):
    session.apply(accept_sentence(session.project, session.proposals, 1))
    saved, other = replace(point_at(50), made_at=3.5), replace(point_at(20), made_at=1.5)
    measurements.restore({"curve": [asdict(other), asdict(saved)], "made_at": 3.5})
    assert (measurements.progress.loading, measurements.progress.saved) == (True, saved)
    with qtbot.waitSignal(measurements.progressed):
        measurements.watch(wanted=True)
    assert (measurements.progress.loading, measurements.progress.saved) == (True, saved)
    progress = judge(qtbot, measurements, model(1, 50))
    assert (progress.loading, progress.saved) == (False, None)
    assert progress.measurement is not None


@pytest.mark.parametrize("made_at", [None, 9.0, "now", [3.5]])
def test_the_score_of_another_model_is_not_the_saved_one(session, measurements, made_at):
    session.apply(accept_sentence(session.project, session.proposals, 1))
    curve = [asdict(replace(point_at(50), made_at=3.5))]
    measurements.restore({"curve": curve, "made_at": made_at})
    assert (measurements.progress.loading, measurements.progress.saved) == (True, None)


def test_nothing_is_waited_for_without_a_labelled_test_sentence_or_without_the_model(
    session, measurements
):
    measurements.restore({})
    assert not measurements.progress.loading
    session.apply(accept_sentence(session.project, session.proposals, 1))
    measurements.restore({})
    assert measurements.progress.loading
    measurements.give_up_saved()
    assert not measurements.progress.loading
