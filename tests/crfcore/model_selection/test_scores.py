from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.metrics.spans import span_scores
from crfcore.model_selection.scores import SCORES, score_named
from tests.made_up_sentences import sentences

X, Y = sentences()


@pytest.fixture(scope="module")
def fitted():
    return LinearChainCRF(c2=0.1).fit(X, Y)


def test_scores_are_those_of_the_library(fitted):
    assert SCORES["span_f1"](fitted, X, Y) == span_scores(Y, fitted.predict(X)).f1 > 0.5
    assert SCORES["token_accuracy"](fitted, X, Y) == fitted.score(X, Y)
    assert SCORES["log_likelihood"](fitted, X, Y) == fitted.log_likelihood(X, Y)


def test_a_label_never_seen_counts_against_the_model(fitted):
    y = [["NEW", *labels[1:]] for labels in Y]
    assert SCORES["log_likelihood"](fitted, X, y) == -np.inf
    assert SCORES["token_accuracy"](fitted, X, y) < 1.0


def test_spans_need_labels(fitted):
    with pytest.raises(CrfError, match="sentence 2"):
        SCORES["span_f1"](fitted, X[:2], [Y[0], [None] * len(X[1])])


def test_a_score_is_known_by_its_name():
    with pytest.raises(CrfError, match="'recall' is unknown; choose one of span_f1"):
        score_named("recall")
