"""Tests of the scores on the test sample, against counting by hand."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest

from app.domain.measurement import CurvePoint
from app.domain.proposals import NO_TAG
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import snapshot
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.jobs.measuring.measure import calibrated, control_question, forecast, measure
from app.jobs.project_models.project_learning import ProjectLearning
from app.storage.project_file import ProjectFile
from crfcore.metrics import span_scores, token_accuracy

NAMES = ["Anna B-PER", "Ben B-PER\nMai I-PER", "Ida B-PER", "Rom B-PER"]
PLACES = ["Ulm B-LOC", "Rom B-LOC", "Bad B-LOC\nHom I-LOC"]
VERBS = ["lives O\nin O", "sleeps O\nnear O", "sees O"]
SENTENCES = ["\n".join(parts) for parts in itertools.product(NAMES, VERBS, PLACES)]


def imported(tmp_path, sentences, scheme_tokens=False):
    text = "\n\n".join(sentences) + "\n\n"
    if scheme_tokens:
        text = text.replace("B-", "").replace("I-", "")
    (tmp_path / "a").write_text(text)
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        image = file.load()
        options = ImportOptions("columns", use=Use.GOLD)
        import_document(file, image, tmp_path / "a", options)
    return image


@pytest.fixture
def project(tmp_path):
    image = imported(tmp_path, SENTENCES * 5)
    chosen = np.random.default_rng(0).permutation(image.corpus.n_sentences)[:60]
    image.corpus.roles[chosen] = Role.CONTROL
    return image


def trained(project):
    learning = ProjectLearning()
    data = learning.snapshot(project)
    model = learning.train(data, None, lambda _: None, lambda: False, 1)
    return model, data, learning


def question_of(project):
    open_tokens = np.array(
        [
            np.count_nonzero(project.corpus.states[project.corpus.span(sentence_index)] != 1)
            for sentence_index in range(project.corpus.n_sentences)
        ],
        np.int32,
    )
    return control_question(project, project.visible(), open_tokens)


def measured(project, model, *, detailed=False):
    question = question_of(project)
    return measure(model, question, (120, 500), 1.0, detailed=detailed)


def spoil(project, sentence_indices, tag):
    """Relabel the first token as a user does."""
    at = project.corpus.offsets[sentence_indices]
    project.corpus.tag_sets[at] = project.set_id((project.tag_id(tag),))


def by_hand(project, model):
    """Return correct and predicted tags of the labelled test sentences, by another way."""
    done = project.confirmed_sentences() & (project.corpus.roles == Role.CONTROL)
    sentence_indices = np.flatnonzero(done)
    right = [project.tags_of(int(sentence_index)) for sentence_index in sentence_indices]
    table = snapshot(project).text.table().select(sentence_indices)
    return sentence_indices, right, model.crf.predict(table)


def test_nothing_said_of_the_sample_helps_the_model_and_scores_are_right(project):
    model, _, _ = trained(project)
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    spoil(project, control[:15], "B-LOC")
    project.corpus.states[project.corpus.offsets[control[20]]] = TokenState.UNKNOWN
    found = measured(project, model)
    sentence_indices, right, predicted = by_hand(project, model)
    scores = span_scores(right, predicted)
    assert (found.n_control, found.n_labelled) == (60, 59) == (60, len(sentence_indices))
    assert found.point.score == pytest.approx(scores.f1)
    assert found.point.low < found.point.score < found.point.high
    assert (found.point.sentences, found.point.tokens, found.point.n_control) == (120, 500, 59)
    assert found.is_f1
    per_label = {one.label: one for one in found.per_label}
    assert set(per_label) == set(scores.per_label)
    for name, one in scores.per_label.items():
        assert per_label[name].f1 == pytest.approx(one.f1)
        assert per_label[name].n_right == one.gold
    assert 0.0 < found.twice < (found.point.high - found.point.low) / 2
    assert len(found.found) == sum(project.corpus.lengths(control))


def test_the_confusion_names_its_sentences(project):
    model, _, _ = trained(project)
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    spoil(project, control[:5], "O")
    found = measured(project, model).confusion
    assert found.labels == ("", "LOC", "PER")
    counts = found.counts()
    _, right, predicted = by_hand(project, model)
    names = [
        (a[2:] if a != "O" else "", b[2:] if b != "O" else "")
        for one, two in zip(right, predicted, strict=True)
        for a, b in zip(one, two, strict=True)
    ]
    for (row, a), (column, b) in itertools.product(enumerate(found.labels), repeat=2):
        assert counts[row, column] == names.count((a, b))
    taken = found.sentences(0, 2)
    assert set(taken.tolist()) <= set(control[:5].tolist())
    assert len(taken)


def test_a_handful_says_nothing_yet(project):
    model, _, _ = trained(project)
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    project.corpus.roles[control[9:]] = Role.POOL
    found = measured(project, model, detailed=True)
    assert found.point is None
    assert found.calibration is None
    assert found.n_labelled == 9


def test_labels_of_tokens_are_scored_by_accuracy(tmp_path):
    project = imported(tmp_path, SENTENCES * 2, scheme_tokens=True)
    assert project.settings.scheme == "tokens"
    project.corpus.roles[::3] = Role.CONTROL
    model, _, _ = trained(project)
    found = measured(project, model)
    _, right, predicted = by_hand(project, model)
    assert not found.is_f1
    assert found.point.score == pytest.approx(token_accuracy(right, predicted))
    recall = {one.label: one.recall for one in found.per_label}
    tokens = zip(itertools.chain(*right), itertools.chain(*predicted), strict=True)
    per = [b for a, b in tokens if a == "PER"]
    assert recall["PER"] == pytest.approx(per.count("PER") / len(per))


def test_a_training_with_enough_control_sentences_carries_a_temperature(project):
    model, data, learning = trained(project)
    assert model.crf.temperature_ is not None
    again = learning.train(data, model, lambda _: None, lambda: False, 1)
    assert again.crf.temperature_ is not None
    found = measured(project, model, detailed=True).calibration
    assert found.temperature == model.crf.temperature_
    assert found.before.counts.sum() == found.after.counts.sum()
    assert 0.0 <= found.after.error <= 1.0


def test_without_enough_it_carries_none(project):
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    project.corpus.roles[control[49:]] = Role.POOL
    model, data, _ = trained(project)
    assert model.crf.temperature_ is None
    assert calibrated(model, data, model.extraction) is model
    found = measured(project, model, detailed=True).calibration
    assert found.temperature is None
    assert found.enough == 50


def test_labels_that_the_model_does_not_know_are_wrong_and_no_reason_to_fail(project):
    model, _, _ = trained(project)
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    spoil(project, control, "B-NEW")
    found = measured(project, model, detailed=True)
    assert "NEW" in found.confusion.labels
    assert {one.label: one.recall for one in found.per_label}["NEW"] == 0.0
    data = snapshot(project)
    assert calibrated(model, data, model.extraction).crf.classes_ == model.crf.classes_


def test_tags_that_the_project_lost_are_no_label(project):
    model, _, _ = trained(project)
    model.tag_ids[:] = NO_TAG
    found = measured(project, model)
    assert found.point.score == 0.0
    assert found.confusion.counts()[:, 1:].sum() == 0


def test_asking_looks_at_the_control_sample_alone(project, monkeypatch):
    # It runs on the window's thread, and a count over all tokens is slow in a large project.
    request = question_of(project)
    monkeypatch.setattr(type(project), "confirmed_sentences", lambda _: pytest.fail("counts all"))
    done = project.corpus.states.reshape(-1)
    assert (request.n_rest, int(request.labelled.sum())) == (0, 60)
    done[project.corpus.span(int(np.flatnonzero(project.corpus.roles == Role.POOL)[0]))] = 0
    done[project.corpus.span(int(np.flatnonzero(project.corpus.roles == Role.CONTROL)[0]))] = 0
    again = question_of(project)
    assert (again.n_rest, int(again.labelled.sum())) == (1, 59)


def test_the_same_question_is_known_again(project):
    one = question_of(project)
    assert one.same_as(question_of(project))
    spoil(project, np.flatnonzero(project.corpus.roles == Role.CONTROL)[:1], "O")
    assert not one.same_as(question_of(project))


def points(scores, step=100):
    return [
        CurvePoint(step * n, 0, score, 0.0, 1.0, 50, time.time())
        for n, score in enumerate(scores, 1)
    ]


def test_a_forecast_needs_four_points():
    assert forecast([], [], 0.9).gain is None
    assert forecast(points([0.5, 0.6, 0.7]), [], 0.9).gain is None
    law = [0.9 - 2.0 * (100 * n) ** -0.5 for n in range(1, 7)]
    found = forecast(points(law), [], 0.85)
    gain, low, high = found.gain
    assert low <= gain <= high
    assert gain == pytest.approx(2.0 * (600**-0.5 - 700**-0.5), rel=0.1)
    assert found.needed[0] == pytest.approx(1600 - 600, rel=0.1)
    assert forecast(points(law), [], law[-1] - 0.05).needed[0] == 0.0


def test_a_curve_that_has_not_risen_promises_nothing():
    found = forecast(points([0.0] * 6), [], 0.9)
    assert (found.gain, found.needed) == (None, None)


def test_a_forecast_says_how_far_models_agree():
    one, two = np.array([1, 2, 3, 4]), np.array([1, 2, 3, 5])
    found = forecast([], [one, two], 0.9)
    assert found.agreement == pytest.approx(0.75)
    assert found.n_models == 2
    assert forecast([], [one], 0.9).agreement is None


def test_a_model_for_export_may_learn_from_the_sample_too(project):
    control = np.flatnonzero(project.corpus.roles == Role.CONTROL)
    spoil(project, control, "B-NEW")
    model, data, learning = trained(project)
    everything = learning.train_on_all(data, model, lambda: False, 1)
    assert "B-NEW" not in model.crf.classes_
    assert "B-NEW" in everything.crf.classes_
    assert everything.crf.temperature_ == model.crf.temperature_
    assert learning.train_on_all(data, model, lambda: True, 1) is None


@pytest.mark.parametrize(("n_open", "n_ahead"), [(68, 68), (500, 100), (0, 100)])
def test_the_gain_is_of_the_sentences_that_are_left(n_open, n_ahead):
    law = [0.9 - 0.5 * n**-0.5 for n in (10, 20, 40, 80, 160)]
    found = forecast(points(law), [], 0.85, n_open)
    assert found.n_ahead == n_ahead
