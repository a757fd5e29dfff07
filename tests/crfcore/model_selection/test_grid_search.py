from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.model_selection import cross_validate, search
from tests.made_up_sentences import sentences

X, Y = sentences()
GRID = {"c1": [0.0, 0.2], "c2": [3.0, 0.3, 0.03]}


@pytest.mark.parametrize("across", [False, True])
def test_the_best_row_is_that_of_cross_validation(across):
    found = search(
        LinearChainCRF(delta=1e-8),
        X,
        Y,
        GRID,
        folds=3,
        seed=5,
        score="log_likelihood",
        start_from_other_folds=across,
    )
    assert [tuple(row.params.values()) for row in found.table] == [
        (c1, c2) for c1 in GRID["c1"] for c2 in GRID["c2"]
    ]
    for row in found.table:
        alone = cross_validate(
            LinearChainCRF(delta=1e-8, **row.params), X, Y, 3, 5, scores=["log_likelihood"]
        )
        np.testing.assert_allclose(row.scores, alone.scores["log_likelihood"], rtol=1e-3)
        assert row.mean == np.mean(row.scores)
        assert row.evaluations > 0
        assert row.seconds > 0.0
    best = max(found.table, key=lambda row: row.mean)
    assert found.best_params == best.params
    cold = LinearChainCRF(delta=1e-8, **best.params).fit(X, Y)
    assert found.best.training_.objective == pytest.approx(cold.training_.objective, rel=1e-5)
    assert found.best.c2 == best.params["c2"]


def test_warm_starts_save_evaluations():
    grid = [{"c2": c2} for c2 in (1.0, 0.8, 0.6)]
    within = search(LinearChainCRF(), X, Y, grid, folds=4)
    across = search(LinearChainCRF(), X, Y, grid, folds=4, start_from_other_folds=True)
    cold = [
        sum(
            model.training_.evaluations
            for model in cross_validate(LinearChainCRF(**params), X, Y, 4).models
        )
        for params in grid
    ]
    assert within.table[0].evaluations == cold[0]
    for rows in (within.table[1:], across.table):
        assert sum(row.evaluations for row in rows) < sum(cold[-len(rows) :])


def test_other_parameters_and_algorithms_can_be_searched():
    grid = [{"algorithm": "empirical"}, {"algorithm": "lbfgs", "min_freq": 2.0}]
    found = search(LinearChainCRF(), X, Y, grid, folds=2, score="token_accuracy")
    assert [len(row.scores) for row in found.table] == [2, 2]
    # Initial models of trainings are not kept.
    assert found.best.initial == "auto"


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ({}, "empty"),
        ([], "empty"),
        ({"c2": []}, "empty"),
        ({"c2": 1}, "gives 1 for 'c2'; give a list"),
        ({"algorithm": "lbfgs"}, "gives 'lbfgs' for 'algorithm'"),
        (3, "3 is no grid"),
        ([3], "3 in the grid is no dict"),
        ({"c3": [1.0]}, "no parameter 'c3'"),
        ({"template": ["basic"]}, "'template' cannot be searched"),
    ],
)
def test_a_grid_that_cannot_be_is_rejected(grid, words):
    with pytest.raises(CrfError, match=words):
        search(LinearChainCRF(), X, Y, grid)
