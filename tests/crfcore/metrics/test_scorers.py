from __future__ import annotations

import pytest
from sklearn.model_selection import cross_val_score

from crfcore import CRF, scorers

X = [[["a"], ["b"]], [["b"], ["a"]], [["a"]], [["b"]]] * 3
Y = [["x", "y"], ["y", "x"], ["x"], ["y"]] * 3


class Always:
    def predict(self, sentences):
        return [["x"] * len(sentence) for sentence in sentences]


def test_scores_by_hand():
    assert scorers.flat_accuracy(Always(), X, Y) == pytest.approx(0.5)
    assert scorers.sequence_accuracy(Always(), X, Y) == pytest.approx(0.25)


@pytest.mark.parametrize("scorer", [scorers.flat_accuracy, scorers.sequence_accuracy])
def test_scikit_learn_takes_them(scorer):
    assert cross_val_score(CRF(), X, Y, cv=3, scoring=scorer).tolist() == [1.0] * 3
