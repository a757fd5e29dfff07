from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.model_selection import cross_validate, sentence_folds
from crfcore.training.monitor import TrainingCancelled
from tests.made_up_sentences import sentences

X, Y = sentences()


def test_each_fold_is_scored_by_a_model_of_the_others():
    found = cross_validate(LinearChainCRF(c2=0.1, delta=1e-8), X, Y, 3, 7)
    for number, places in enumerate(sentence_folds(len(X), 3, 7)):
        rest = [place for place in range(len(X)) if place not in set(places.tolist())]
        crf = LinearChainCRF(c2=0.1, delta=1e-8).fit(
            [X[place] for place in rest], [Y[place] for place in rest], labels=["O", "B-X", "I-X"]
        )
        held_out = [X[place] for place in places], [Y[place] for place in places]
        assert found.scores["token_accuracy"][number] == crf.score(*held_out)
        likelihood = crf.log_likelihood(*held_out)
        assert found.scores["log_likelihood"][number] == pytest.approx(likelihood, abs=0.01)
    assert set(found.scores) == {"span_f1", "token_accuracy", "log_likelihood"}
    assert found.mean("span_f1") == pytest.approx(np.mean(found.scores["span_f1"]))
    assert found.deviation("span_f1") == pytest.approx(np.std(found.scores["span_f1"], ddof=1))
    assert len(found.models) == len(found.seconds) == 3


def test_open_labels_are_learned_from_and_scored():
    y = [[None, *labels[1:]] if number % 3 else labels for number, labels in enumerate(Y)]
    y[0] = [{"O", "B-X"}, *Y[0][1:]]
    found = cross_validate(
        LinearChainCRF(c2=0.1), X, y, 3, scores=["token_accuracy"], labels=["O", "B-X", "I-X"]
    )
    assert found.mean("token_accuracy") > 0.7


def test_counting_is_validated_too():
    found = cross_validate(
        LinearChainCRF(algorithm="empirical"), X, Y, 2, scores=["token_accuracy"]
    )
    assert found.mean("token_accuracy") > 0.5


def test_an_infinite_score_has_no_deviation():
    found = cross_validate(LinearChainCRF(max_iterations=1), X, Y, 2, scores=["token_accuracy"])
    found.scores["token_accuracy"][0] = -np.inf
    assert found.mean("token_accuracy") == -np.inf
    assert np.isnan(found.deviation("token_accuracy"))


def test_a_cancellation_ends_it():
    with pytest.raises(TrainingCancelled):
        cross_validate(LinearChainCRF(), X, Y, cancelled=lambda: True)


def test_weights_of_sentences_count_in_training():
    weight = np.random.default_rng(3).random(len(X)) * 2.0
    found = cross_validate(
        LinearChainCRF(), X, Y, 2, 9, sample_weight=weight, scores=["token_accuracy"]
    )
    _, rest = sentence_folds(len(X), 2, 9)
    crf = LinearChainCRF().fit(
        [X[place] for place in rest],
        [Y[place] for place in rest],
        labels=["O", "B-X", "I-X"],
        sample_weight=weight[rest],
    )
    assert found.models[0].training_.objective == pytest.approx(crf.training_.objective, rel=1e-6)


@pytest.mark.parametrize("scores", ["span_f1", 3, None])
def test_scores_are_a_list_of_names(scores):
    with pytest.raises(CrfError, match="is no list of scores; give one"):
        cross_validate(LinearChainCRF(), [[["a"]]] * 4, [["A"]] * 4, scores=scores)
