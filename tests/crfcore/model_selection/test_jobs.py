"""Folds that are trained elsewhere give the same results, to the bit."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.model_selection import (
    choose_exponent,
    choose_outside_bias,
    cross_validate,
    search,
)
from crfcore.training.monitor import TrainingCancelled
from tests.made_up_sentences import sentences
from tests.pickling_client import PicklingClient

X, Y = sentences()
CRF = LinearChainCRF(c2=0.1, max_iterations=8)
GRID = {"c2": [1.0, 0.1]}


@pytest.fixture
def client():
    with PicklingClient() as executor:
        yield executor


def same_models(first, second):
    return all(
        one.fitted_.model.weights.tobytes() == other.fitted_.model.weights.tobytes()
        for one, other in zip(first, second, strict=True)
    )


def test_a_client_validates_as_one(client):
    alone, both = (cross_validate(CRF, X, Y, 3, 5, client=one) for one in (None, client))
    assert {name: list(found) for name, found in alone.scores.items()} == {
        name: list(found) for name, found in both.scores.items()
    }
    assert same_models(alone.models, both.models)


def test_a_client_searches_as_one(client):
    alone, there = (search(CRF, X, Y, GRID, folds=3, client=one) for one in (None, client))
    assert alone.best_params == there.best_params
    assert same_models([alone.best], [there.best])
    for one, other in zip(alone.table, there.table, strict=True):
        assert (one.params, one.scores, one.evaluations) == (
            other.params,
            other.scores,
            other.evaluations,
        )


def test_a_client_chooses_as_one(client):
    counts = LinearChainCRF("empirical")
    for choose, crf in ((choose_exponent, counts), (choose_outside_bias, CRF)):
        assert choose(crf, X, Y, 3) == choose(crf, X, Y, 3, client=client)


def test_what_is_not_possible_elsewhere(client):
    with pytest.raises(CrfError, match="A monitor cannot follow"):
        cross_validate(CRF, X, Y, client=client, monitor=lambda _: False)
    with pytest.raises(CrfError, match="start_from_other_folds=True is possible with jobs=1"):
        search(CRF, X, Y, GRID, start_from_other_folds=True, client=client)
    with pytest.raises(CrfError, match="jobs=0 is not possible"):
        cross_validate(CRF, X, Y, jobs=0)
    with pytest.raises(TrainingCancelled):
        cross_validate(CRF, X, Y, client=client, cancelled=lambda: True)


@pytest.mark.slow
def test_searches_of_scikit_learn_use_two_processes():
    selection = pytest.importorskip("sklearn.model_selection", reason="scikit-learn is missing")
    loky = pytest.importorskip("joblib.externals.loky", reason="joblib is missing")
    found = [
        selection.GridSearchCV(CRF, GRID, cv=2, n_jobs=jobs).fit(X, Y).cv_results_
        for jobs in (1, 2)
    ]
    loky.get_reusable_executor().shutdown(wait=True)
    for name in ("split0_test_score", "split1_test_score"):
        assert np.array_equal(found[0][name], found[1][name])
