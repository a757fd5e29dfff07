"""Several states for each label, with each kind of estimator."""

from __future__ import annotations

import pytest

from crfcore import HiddenMarkovModel, LinearChainCRF, MaximumEntropyMarkovModel
from crfcore.errors import CrfError, UnknownLabelError
from crfcore.hidden_states import HiddenStates

# Labels come in pairs: with one state for each, nothing tells whether another A follows.
WORDS = ["x", "x", "x", "x", "x", "x"]
X = [[[word] for word in WORDS[:n]] for n in range(1, 7)] * 3
Y = [["A", "A", "B", "B", "A", "A"][:n] for n in range(1, 7)] * 3


def test_names_sets_and_labels():
    states = HiddenStates(["A", "B"], 2)
    assert states.names == ["A#1", "A#2", "B#1", "B#2"]
    assert states.of([["A", None], [{"A", "B"}]]) == [
        [{"A#1", "A#2"}, None],
        [{"A#1", "A#2", "B#1", "B#2"}],
    ]
    assert states.labels([["B#2", "A#1"]]) == [["B", "A"]]
    row = {"A#1": 0.25, "A#2": 0.5, "B#1": 0.25, "B#2": 0.0}
    assert states.probabilities([[row]]) == [[{"A": 0.75, "B": 0.25}]]
    with pytest.raises(UnknownLabelError, match="The label 'C' is not one of A, B"):
        states.of([["C"]])
    with pytest.raises(CrfError, match="n=0 is not possible"):
        HiddenStates(["A"], 0)


def accuracy(estimator, states):
    estimator.fit(X, states.of(Y), labels=states.names)
    found = states.labels(estimator.predict(X))
    right = [
        a == b for one, own in zip(found, Y, strict=True) for a, b in zip(one, own, strict=True)
    ]
    return sum(right) / len(right)


MEMM = MaximumEntropyMarkovModel(c2=0.001, seed=1)


@pytest.mark.parametrize(
    "estimator",
    [
        MEMM,
        MaximumEntropyMarkovModel("gis", c2=0.0, seed=1, max_iterations=300, delta=0.0),
        HiddenMarkovModel("baum-welch", smoothing="none", seed=1),
    ],
)
def test_hidden_states_count_what_labels_cannot(estimator):
    assert type(estimator)().fit(X, Y).score(X, Y) < 0.7
    assert accuracy(estimator, HiddenStates(["A", "B"], 2)) == 1.0


def test_a_conditional_random_field_needs_a_start_in_which_states_differ():
    states = HiddenStates(["A", "B"], 2)
    assert accuracy(LinearChainCRF(c2=0.001), states) < 0.7
    assert accuracy(MEMM, states) == 1.0
    assert accuracy(LinearChainCRF(c2=0.001, initial=MEMM), states) == 1.0
