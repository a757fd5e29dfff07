from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.metrics.spans import span_scores
from crfcore.model_selection import fit_path
from tests.made_up_sentences import sentences

X, Y = sentences()
X_DEV, Y_DEV = sentences(seed=1, n=30)
PENALTIES = [(4.0, 0.0), (1.0, 0.0), (0.3, 0.0), (0.3, 0.05)]


def test_each_step_is_the_optimum_of_its_penalties():
    crf = LinearChainCRF(delta=1e-9, c2=99.0)
    steps = fit_path(crf, X, Y, PENALTIES, X_dev=X_DEV, y_dev=Y_DEV)
    assert [(step.c1, step.c2) for step in steps] == PENALTIES
    for step in steps:
        cold = LinearChainCRF(delta=1e-9, c1=step.c1, c2=step.c2).fit(X, Y)
        assert step.objective == pytest.approx(cold.training_.objective, rel=1e-5)
        assert step.n_nonzero == np.count_nonzero(step.crf._fitted.model.weights)
        assert step.score == span_scores(Y_DEV, step.crf.predict(X_DEV)).f1
        assert step.converged
    assert steps[0].n_nonzero < steps[1].n_nonzero < steps[2].n_nonzero
    assert crf.c2 == 99.0


def test_each_step_starts_from_the_one_before():
    penalties = [(0.0, c2) for c2 in (1.0, 0.8, 0.6, 0.5)]
    steps = fit_path(LinearChainCRF(), X, Y, penalties)
    cold = [LinearChainCRF(c2=c2).fit(X, Y).training_ for _, c2 in penalties]
    for step, alone in zip(steps[1:], cold[1:], strict=True):
        start, reached = step.crf.training_.history[0][1], alone.objective
        assert start - reached < 0.2 * (alone.history[0][1] - reached)
    assert sum(step.evaluations for step in steps) < sum(alone.evaluations for alone in cold)
    assert steps[0].evaluations == cold[0].evaluations
    assert steps[0].score is None


def test_a_dataset_serves_the_whole_path():
    dataset = Dataset.from_items(X)
    steps = fit_path(LinearChainCRF(), dataset, Y, [(0.0, 1.0)], score="token_accuracy")
    assert steps[0].objective == LinearChainCRF(c2=1.0).fit(X, Y).training_.objective


@pytest.mark.parametrize("after", [0, 40])
def test_a_cancelled_path_ends_with_its_unfinished_step(after):
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > after

    steps = fit_path(LinearChainCRF(), X, Y, PENALTIES, cancelled=cancelled)
    assert not steps[-1].converged
    assert len(steps) < len(PENALTIES)
    assert np.isnan(steps[0].objective) == (after == 0)


def test_the_monitor_ends_a_training_not_the_path():
    steps = fit_path(
        LinearChainCRF(), X, Y, PENALTIES, monitor=lambda progress: progress.iteration == 2
    )
    assert [step.iterations for step in steps] == [2] * 4


def test_what_has_no_path_is_rejected():
    with pytest.raises(CrfError, match="'empirical' has no path"):
        fit_path(LinearChainCRF(algorithm="empirical"), X, Y, PENALTIES)


@pytest.mark.parametrize("penalties", [None, 1, "a", [1, 2], [(1, 1, 1)], [(1,)]])
def test_penalties_are_pairs(penalties):
    with pytest.raises(CrfError, match=r"is not possible; give pairs \(c1, c2\)"):
        fit_path(LinearChainCRF(), [[["a"]]], [["A"]], penalties)
