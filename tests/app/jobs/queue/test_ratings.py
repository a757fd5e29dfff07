"""Tests of rating sentences in slices, against rating the whole project."""

import numpy as np
import pytest

from app.domain.query_choices import (
    INCONSISTENT_NAMES,
    PER_SECOND,
    PLAIN,
    QUERY_STRATEGIES,
    RANDOM,
    SEQUENTIAL,
    QueryChoice,
)
from app.domain.rules import ProjectRule
from app.domain.timings import Timed
from app.jobs.project_models.project_learning import ProjectLearning
from crfcore.active_learning import Pool, per_second, strategy_named
from crfcore.active_learning.cost_model import USUAL, fit_cost_model
from tests.memory_projects import project_of, set_tags

SENTENCES = [
    ["Anna", "lives", "in", "Ulm"],
    ["Ben", "Mai", "sleeps", "in", "Rom"],
    ["Ida", "lives"],
    ["Rom", "sleeps", "in", "Anna"],
    ["Ben"],
    ["Mai", "lives", "in", "Rom", "in", "Ulm"],
]
OFFERED = [
    choice.name
    for choice in QUERY_STRATEGIES
    if not choice.why_not and choice.name not in (RANDOM, SEQUENTIAL, INCONSISTENT_NAMES)
]


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("PER", "LOC"))
    project.words = sorted({word for words in SENTENCES for word in words})
    project.corpus.columns[0] = [project.words.index(w) for words in SENTENCES for w in words]
    set_tags(project, 0, ["B-PER", "O", "O", "B-LOC"])
    set_tags(project, 1, ["B-PER", "I-PER", "O", "O", "B-LOC"])
    return project


@pytest.fixture
def learning():
    return ProjectLearning()


@pytest.fixture
def model(project, learning):
    return learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)


def rated(project, learning, model, sentence_indices, query_choice):
    chosen = np.array(sentence_indices, np.int64)
    return learning.rate(model, learning.sentences(project, chosen), query_choice)


@pytest.mark.parametrize("strategy", OFFERED)
def test_slices_have_the_numbers_of_the_whole(project, learning, model, strategy):
    whole = Pool(model.crf, model.extraction.dataset.whole())
    expected = strategy_named(strategy)(whole, np.random.default_rng(0))[2:]
    query_choice = QueryChoice(strategy, PLAIN)
    first = rated(project, learning, model, [2, 3], query_choice)
    rest = rated(project, learning, model, [4, 5], query_choice)
    np.testing.assert_allclose(np.concatenate([first, rest]), expected, atol=1e-12)


def test_by_the_second(project, learning, model):
    pool = Pool(model.crf, model.extraction.dataset.select(np.array([2, 5])))
    expected = per_second("margin", USUAL)(pool, np.random.default_rng(0))
    found = rated(project, learning, model, [2, 5], QueryChoice("margin", PER_SECOND))
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize("strategy", ["expected_corrections", "information_density"])
def test_what_a_person_has_said_is_in_no_doubt(project, learning, model, strategy):
    before = rated(project, learning, model, [3], QueryChoice(strategy, PLAIN))
    set_tags(project, 3, ["B-LOC", None, None, None])
    after = rated(project, learning, model, [3], QueryChoice(strategy, PLAIN))
    assert after < before
    set_tags(project, 3, ["B-LOC", "O", "O", "B-PER"])
    assert rated(project, learning, model, [3], QueryChoice(strategy, PLAIN)) == pytest.approx(
        0.0, abs=1e-12
    )


def test_rules_count_until_they_contradict_each_other(project, learning, model):
    free = rated(project, learning, model, [3], QueryChoice("sequence_entropy", PLAIN))
    project.rules[1] = ProjectRule(1, "count", '{"unit": "PER", "at_most": 0}')
    constrained = rated(project, learning, model, [3], QueryChoice("sequence_entropy", PLAIN))
    assert constrained < free
    project.rules[2] = ProjectRule(2, "count", '{"unit": "PER", "at_least": 1}')
    again = rated(project, learning, model, [3], QueryChoice("sequence_entropy", PLAIN))
    assert again == pytest.approx(free)


def test_after_an_import_a_part_stands_for_the_whole(project, learning, model):
    project.corpus.columns = project.corpus.columns.copy()
    found = rated(project, learning, model, [2, 5], QueryChoice("information_density", PLAIN))
    assert (found >= 0).all()
    assert model.is_calibrated is False


def test_a_model_that_a_strategy_cannot_ask_is_asked_for_its_least_sure_token(project, learning):
    counts = learning.empirical(learning.snapshot(project))
    found = rated(project, learning, counts, [2, 3], QueryChoice("expected_gradient_length", PLAIN))
    expected = rated(project, learning, counts, [2, 3], QueryChoice("min_marginal", PLAIN))
    np.testing.assert_array_equal(found, expected)


def test_seconds_are_those_that_the_person_takes(project, learning, model):
    query_choice = QueryChoice("expected_corrections", PER_SECOND)
    sentences = learning.sentences(project, np.array([4, 5], np.int64))
    usual = learning.rate(model, sentences, query_choice)
    slow = tuple(Timed(n, 1, 6.0 * n) for n in range(1, 13))
    lengths = list(range(1, 13))
    cost = fit_cost_model(lengths, [1] * 12, [6.0 * n for n in lengths])
    pool = Pool(model.crf, model.extraction.dataset.select(np.array([4, 5])))
    expected = per_second("expected_corrections", cost)(pool, np.random.default_rng(0))
    np.testing.assert_allclose(learning.rate(model, sentences, query_choice, slow), expected)
    assert (expected < usual).all(), "a slow person gets less for each second"
    np.testing.assert_array_equal(learning.rate(model, sentences, query_choice), usual)
