"""Each optimiser by its name, on a chain and on a classifier, through the estimator."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import CrfError, LinearChainCRF
from crfcore.training.optimisation import OPTIMISERS, SCALINGS

EXACT = {"epsilon": 1e-7, "period": 0}
WAYS = [*((name, False) for name in OPTIMISERS), ("gis", True)]
every_way = pytest.mark.parametrize(
    ("algorithm", "correction"), WAYS, ids=[name + "+" * more for name, more in WAYS]
)


def fitted(data, algorithm="lbfgs", *, fit=(), **params):
    return LinearChainCRF(algorithm, **params).fit(*data, **dict(fit))


def chain(lengths=(4, 1, 3, 2, 5), openness=0.0):
    """Return sentences of lists of attributes, and their labels."""
    rng = np.random.default_rng(11)
    sentences = [[list(rng.choice(list("pqrstuv"), 3)) for _ in range(n)] for n in lengths]
    labels = [[str(rng.choice(list("abc"))) for _ in sentence] for sentence in sentences]
    return sentences, [
        [None if rng.random() < openness else label for label in own] for own in labels
    ]


def classifier():
    """A maximum-entropy classifier is a chain of sentences of one token each."""
    return chain([1] * 15)


@every_way
@pytest.mark.parametrize("data", [chain, classifier])
def test_all_reach_the_same_optimum(algorithm, correction, data):
    best = fitted(data(), **EXACT, c2=1.0)
    crf = fitted(data(), algorithm, correction=correction, **EXACT, c2=1.0, max_iterations=20000)
    assert crf.training_.algorithm == algorithm
    assert crf.training_.objective == pytest.approx(best.training_.objective, rel=1e-7)
    assert crf.training_.converged
    for name, weight in best.state_features_.items():
        assert crf.state_features_[name] == pytest.approx(weight, abs=1e-3)


@every_way
def test_weights_of_sentences_stand_for_repetition(algorithm, correction):
    sentences, labels = chain((2, 3, 2))
    weighted = fitted(
        (sentences, labels),
        algorithm,
        correction=correction,
        max_iterations=5,
        fit={"sample_weight": [2.0, 0.0, 1.0]},
    )
    places = [0, 0, 2]
    repeated = [sentences[place] for place in places], [labels[place] for place in places]
    crf = fitted(repeated, algorithm, correction=correction, max_iterations=5)
    assert weighted.training_.objective == pytest.approx(crf.training_.objective, rel=1e-9)


@every_way
def test_a_training_ends_at_a_relative_change_on_request(algorithm, correction):
    crf = fitted(chain(), algorithm, correction=correction, relative_change=1e-3)
    assert crf.training_.reason == "delta"
    values = [value for _, value in crf.training_.history]
    changes = [1.0 - after / before for before, after in pairwise(values)]
    assert changes[-1] < 1e-3
    assert all(change > 0.9e-3 for change in changes[:-1])


@pytest.mark.parametrize("algorithm", [name for name in OPTIMISERS if name not in SCALINGS])
def test_open_labels_are_no_trouble(algorithm):
    data = chain(openness=0.3)
    best = fitted(data, **EXACT)
    crf = fitted(data, algorithm, **EXACT)
    assert crf.training_.objective == pytest.approx(best.training_.objective, rel=1e-7)


@pytest.mark.parametrize("algorithm", SCALINGS)
def test_iterative_scaling_needs_labels(algorithm):
    with pytest.raises(CrfError, match=f"algorithm='{algorithm}' needs sentences that"):
        fitted(chain(openness=0.3), algorithm)


@pytest.mark.parametrize("algorithm", OPTIMISERS[1:])
def test_what_belongs_to_lbfgs_alone_is_rejected(algorithm):
    with pytest.raises(CrfError, match=f"c1=0.1 is not possible with algorithm='{algorithm}'"):
        fitted(chain(), algorithm, c1=0.1)
    with pytest.raises(CrfError, match="takes and keeps no state of L-BFGS"):
        fitted(chain(), algorithm, fit={"keep_state": True})


@pytest.mark.parametrize("algorithm", ["ap", "empirical"])
def test_without_an_objective_there_is_no_relative_change(algorithm):
    with pytest.raises(CrfError, match="relative_change=1e-07 is not possible with"):
        fitted(chain(), algorithm, relative_change=1e-7)


def test_passes_of_gradient_descent_may_end_at_a_relative_change():
    crf = fitted(chain(), "l2sgd", relative_change=1e-2)
    values = [value for _, value in crf.training_.history]
    changes = [1.0 - after / before for before, after in pairwise(values)]
    assert crf.training_.reason == "delta"
    assert changes[-1] < 1e-2
    assert all(change > 0.9e-2 for change in changes[:-1])


def test_another_model_is_a_start_for_each():
    earlier = fitted(chain(), max_iterations=4)
    for algorithm in OPTIMISERS:
        crf = fitted(chain(), algorithm, initial=earlier, max_iterations=0)
        assert crf.training_.objective == pytest.approx(earlier.training_.objective)
