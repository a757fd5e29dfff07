from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.targets import Targets
from crfcore.training.dev_watch import DevWatch
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingProgress

ALGORITHMS = ["lbfgs", "cg-pr", "newton", "gis", "iis", "l2sgd", "ap", "pa", "arow"]


def sentences(seed, n):
    """Noisy sentences: the word decides the label four times of five."""
    rng = np.random.default_rng(seed)
    items, labels = [], []
    for _ in range(n):
        words = rng.integers(0, 6, size=rng.integers(1, 5))
        noise = rng.random(len(words)) < 0.2
        items.append([[f"w={w}", f"odd={w % 2}"] for w in words])
        labels.append([f"B-{(w + d) % 3}" for w, d in zip(words, noise, strict=True)])
    return items, labels


X, Y = sentences(0, 30)
X_DEV, Y_DEV = sentences(1, 10)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("kind", ["span_f1", "token_accuracy", "log_likelihood"])
def test_every_iteration_is_scored_and_the_monitor_is_reported(algorithm, kind):
    seen = []
    crf = LinearChainCRF(algorithm, max_iterations=4, dev_score=kind)
    crf.fit(X, Y, X_DEV, Y_DEV, monitor=seen.append)
    record = crf.training_
    received = [progress.dev_score for progress in seen if progress.dev_score is not None]
    assert list(record.dev_scores) == received
    assert len(received) == record.iterations == 4
    assert record.best_iteration == int(np.argmax(received)) + 1
    assert crf.training_log_.iterations[-1]["dev_score"] == received[-1]
    assert LinearChainCRF.from_bytes(crf.to_bytes()).training_ == record
    if algorithm != "l2sgd":
        # l2sgd takes the pass with the least objective instead.
        final = {
            "span_f1": lambda: None,
            "token_accuracy": lambda: crf.score(X_DEV, Y_DEV),
            "log_likelihood": lambda: crf.log_likelihood(X_DEV, Y_DEV),
        }[kind]()
        assert final is None or final == pytest.approx(received[-1], rel=1e-6)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_patience_stops_and_restores_the_best_iteration(algorithm):
    crf = LinearChainCRF(algorithm, patience=2, dev_score="log_likelihood", delta=0.0, c2=1e-3)
    crf.fit(X, Y, X_DEV, Y_DEV)
    record = crf.training_
    assert (record.reason, record.converged) == ("dev", True)
    assert record.iterations == record.best_iteration + 2 == len(record.dev_scores)
    assert crf.log_likelihood(X_DEV, Y_DEV) == pytest.approx(max(record.dev_scores), rel=1e-6)


@pytest.mark.parametrize("algorithm", ["lbfgs", "ap"])
def test_held_out_sentences_without_patience_change_nothing(algorithm):
    plain = LinearChainCRF(algorithm, max_iterations=5).fit(X, Y)
    watched = LinearChainCRF(algorithm, max_iterations=5).fit(X, Y, X_DEV, Y_DEV)
    assert watched.state_features_ == plain.state_features_


def test_attributes_that_share_a_variable_are_judged_each_by_itself():
    doubled, doubled_dev = (
        [[[*token, *(f"{name}!" for name in token)] for token in items] for items in part]
        for part in (X, X_DEV)
    )
    crf = LinearChainCRF(max_iterations=4, dev_score="log_likelihood")
    crf.fit(doubled, Y, doubled_dev, Y_DEV)
    for iteration, score in enumerate(crf.training_.dev_scores, 1):
        stopped = LinearChainCRF(max_iterations=iteration).fit(doubled, Y)
        assert stopped.log_likelihood(doubled_dev, Y_DEV) == pytest.approx(score, rel=1e-9)


def test_the_l1_penalty_can_be_judged_too():
    crf = LinearChainCRF(c1=0.1, c2=0.0, max_iterations=4).fit(X, Y, X_DEV, Y_DEV)
    assert len(crf.training_.dev_scores) == crf.training_.iterations


def test_labels_that_are_open_or_unseen():
    y_dev = [list(labels) for labels in Y_DEV]
    y_dev[0][0] = None
    y_dev[1][0] = {"B-0", "B-1"}
    y_dev[2][0] = "never seen"
    y_dev[3][0] = {"never seen", "B-0"}
    for kind in ("token_accuracy", "log_likelihood"):
        crf = LinearChainCRF("ap", max_iterations=1, dev_score=kind).fit(X, Y, X_DEV, y_dev)
        (score,) = crf.training_.dev_scores
        assert np.isfinite(score)
        if kind == "token_accuracy":
            assert score == pytest.approx(crf.score(X_DEV, y_dev))
    with pytest.raises(CrfError, match="needs the label of every token"):
        LinearChainCRF("ap").fit(X, Y, X_DEV, y_dev)


def test_targets_are_labels_too():
    crf = LinearChainCRF("ap", max_iterations=2).fit(X, Y, X_DEV, Y_DEV)
    names = crf.classes_
    targets = Targets.from_labels(Y_DEV, names)
    other = LinearChainCRF("ap", max_iterations=2).fit(X, Y, X_DEV, targets, labels=names)
    assert other.training_.dev_scores == crf.training_.dev_scores
    targets = Targets.from_labels([[{"B-0", "B-1"}] * len(y) for y in Y_DEV], names)
    LinearChainCRF("ap", max_iterations=2, dev_score="token_accuracy").fit(
        X, Y, X_DEV, targets, labels=names
    )


def test_impossible_values_are_rejected():
    for params, arguments, words in (
        ({"patience": 2}, (), "patience=2 needs held-out"),
        ({"patience": 0}, (X_DEV, Y_DEV), "patience=0"),
        ({"dev_score": "f1"}, (X_DEV, Y_DEV), "dev_score='f1' is unknown"),
        ({}, ([], []), "X_dev has no sentence"),
    ):
        with pytest.raises(CrfError, match=words):
            LinearChainCRF("ap", **params).fit(X, Y, *arguments)


def test_the_first_best_of_equal_scores_counts_and_a_repeated_iteration_does_not():
    scores = iter([1.0, 1.0, 0.5])
    index = FeatureIndex(
        1,
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    dev = DevWatch(lambda model: next(scores), patience=2)
    weights = np.zeros(1)
    watch = dev.watching(lambda: LinearModel(index, weights), None)
    stops = []
    for iteration in (0, 1, 1, 2, 3):
        weights[0] = iteration
        stops.append(watch(TrainingProgress(iteration, 1, 0.0, 0.0, 0.0, None)))
    assert stops == [False, False, False, False, True]
    assert (dev.best_iteration, dev.scores) == (1, [1.0, 1.0, 0.5])
    assert dev.chosen(weights).tolist() == [1.0]
