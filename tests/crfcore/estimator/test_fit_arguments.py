from __future__ import annotations

import numpy as np
import pytest

from crfcore import CrfError, LinearChainCRF, UnknownLabelError

X, Y = [[["a"], ["b"]], [["b"]]], [["x", "y"], ["y"]]


@pytest.mark.parametrize(
    ("algorithm", "arguments", "words"),
    [
        ("lbfgs", {"label_weight": {"x": 2.0}}, "label_weight is not possible"),
        ("lbfgs", {"state": np.zeros(3)}, "is not the optimiser_state_ of a training"),
        ("empirical", {"sample_weight": [1, 2]}, "counts each sentence once"),
        ("empirical", {"keep_state": True}, "has no state to keep"),
        ("arow", {"sample_weight": [1, 2]}, "does not weigh sentences"),
        ("arow", {"keep_state": True}, "keeps no state of L-BFGS"),
    ],
)
def test_what_an_algorithm_does_not_support_is_rejected(algorithm, arguments, words):
    with pytest.raises(CrfError, match=words):
        LinearChainCRF(algorithm).fit(X, Y, **arguments)


@pytest.mark.parametrize("algorithm", ["lbfgs", "ap"])
def test_a_warm_start_translates_attributes_and_labels(algorithm):
    earlier = LinearChainCRF().fit(X, Y)
    crf = LinearChainCRF(algorithm, initial=earlier, max_iterations=0)
    crf.fit([[["b"], ["c"]]], [["y", "z"]], new_labels=True)
    # The perceptron's weights have single precision.
    expected = pytest.approx(earlier.state_features_["b", "y"], rel=1e-6)
    assert crf.state_features_["b", "y"] == expected
    assert crf.state_features_["c", "z"] == 0.0
    with pytest.raises(UnknownLabelError, match=r"'z' .* new_labels=True"):
        crf.fit([[["b"], ["c"]]], [["y", "z"]])


def test_counts_are_no_start():
    counted = LinearChainCRF("empirical").fit(X, Y)
    with pytest.raises(CrfError, match="a model made by counting has no weights"):
        LinearChainCRF(initial=counted).fit(X, Y)
    # Counts need no initial weights.
    assert LinearChainCRF("empirical", initial=counted).fit(X, Y).classes_ == ["x", "y"]
